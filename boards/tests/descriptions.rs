//! The shipped descriptions hold; each broken one is refused with the line, the fault and the remedy.

mod common;

use std::fs;

use common::{MATRIX, SHIFT, folder, refused};
use kahuna_boards::{Board, Folder, ReadError};

/// The line on which a text first stands in a shipped description.
fn line_of(board: &str, text: &str) -> usize {
    let description = fs::read_to_string(folder().file(board)).unwrap();
    description.lines().position(|line| line.starts_with(text)).unwrap() + 1
}

#[test]
fn every_shipped_description_holds() {
    let names = folder().names().unwrap();
    assert!(names.contains(&MATRIX.to_owned()) && names.contains(&SHIFT.to_owned()));
    for name in names {
        if let Err(fault) = folder().read(&name) {
            panic!("{fault}");
        }
    }
    assert!(folder().read(MATRIX).unwrap().has_turn_lights());
    assert!(!folder().read(SHIFT).unwrap().has_turn_lights());
}

#[test]
fn every_example_holds_and_is_read_by_its_name() {
    let names = folder().examples().unwrap();
    assert!(names.contains(&"examples/zero-matrix".to_owned()));
    for name in names {
        match folder().read(&name) {
            Ok(board) => assert_eq!(format!("examples/{}", board.name), name),
            Err(fault) => panic!("{fault}"),
        }
    }
}

#[test]
fn a_title_that_would_run_through_the_drawings() {
    let title = "title = \"Pico with a 6x6 diode matrix\"";
    let remedy = "say what it is in one line of at most 60 characters";
    for (then, what) in [
        ("x".repeat(61).as_str(), "the title has 61 characters"),
        ("two\\nlines", "the title has a line break or another control character in it"),
        (" ", "the title is empty"),
    ] {
        refused(MATRIX, &[(title, &format!("title = \"{then}\""))], &[&format!("LINE: {what}; {remedy}")]);
    }
    let text = fs::read_to_string(folder().file(MATRIX)).unwrap();
    let longest = text.replace(title, &format!("title = \"{}\"", "Ω".repeat(60)));
    assert!(Board::read("mine", &longest).is_ok());
    assert!(Board::read(&"m".repeat(32), &text).is_ok() && Board::read(&"m".repeat(33), &text).is_err());
}

#[test]
fn the_budget_may_be_left_out() {
    let text = fs::read_to_string(folder().file(MATRIX)).unwrap().replace("current_budget_ma = 400\n", "");
    assert_eq!(Board::read(MATRIX, &text).unwrap().current_budget_ma, 400);
}

#[test]
fn a_name_nobody_described_is_answered_with_those_there_are() {
    let error = folder().read("pico-matrx").unwrap_err();
    assert!(matches!(error, ReadError::Missing { .. }));
    assert_eq!(
        error.to_string(),
        "there is no board \"pico-matrx\"; boards/ describes: pico-matrix, pico-shift, examples/zero-matrix"
    );
    // An example without its folder, and files beside the descriptions.
    let said = |name: &str| folder().read(name).unwrap_err().to_string();
    assert_eq!(
        said("zero-matrix"),
        "there is no board \"zero-matrix\"; did you mean \"examples/zero-matrix\"?"
    );
    for name in ["Cargo", "../Cargo", "examples", ""] {
        assert!(
            said(name).starts_with(&format!("there is no board \"{name}\"; boards/ describes: ")),
            "{name}"
        );
    }
}

#[test]
fn an_examples_fault_names_the_file_it_is_in() {
    let root = std::env::temp_dir().join(format!("kahuna-examples-{}", std::process::id()));
    fs::create_dir_all(root.join("boards/examples")).unwrap();
    fs::write(root.join("boards/examples/mine.toml"), "title = 1\n").unwrap();
    let error = Folder::of_project(&root).read("examples/mine").unwrap_err().to_string();
    assert!(error.starts_with("boards/examples/mine.toml:1: "), "{error}");
    fs::remove_dir_all(root).unwrap();
}

#[test]
fn a_pin_that_the_pico_uses_itself() {
    for (pin, why) in [
        (23, "sets the power supply's mode"),
        (24, "senses USB power"),
        (25, "drives the board's own LED"),
        (29, "measures the supply voltage"),
    ] {
        refused(
            MATRIX,
            &[("columns = [2, ", &format!("columns = [{pin}, "))],
            &[&format!(
                "LINE: GP{pin} cannot be column 0: on the Raspberry Pi Pico it {why}; \
                 use one of GP0 to GP22 and GP26 to GP28"
            )],
        );
    }
}

#[test]
fn a_pin_that_the_chip_does_not_have() {
    refused(
        SHIFT,
        &[("clock = 3", "clock = 30")],
        &[
            "LINE: the RP2040 has no GP30 for the registers' clock line; use one of GP0 to GP22 and GP26 to GP28",
        ],
    );
}

#[test]
fn a_pin_used_twice() {
    refused(
        MATRIX,
        &[("rows = [8, ", "rows = [7, ")],
        &["LINE: GP7 is column 5 and row 0; give one of them another pin, for instance GP0"],
    );
    refused(
        SHIFT,
        &[("data = 4", "data = 22")],
        &["LINE: GP22 is the lights' data line and the registers' data line; \
           give one of them another pin, for instance GP0"],
    );
}

#[test]
fn a_connection_without_a_contact() {
    let table = line_of(MATRIX, "[matrix.contacts]");
    refused(
        MATRIX,
        &[("\"COCO-FAAA\" = { column = 1, row = 1 }\n", "")],
        &[&format!(
            "{table}: COCO-FAAA has no contact; give it a place in [matrix.contacts], for instance column 1, row 1"
        )],
    );
    let table = line_of(SHIFT, "[shift.contacts]");
    refused(
        SHIFT,
        &[("\"referee\" = 38\n", "")],
        &[&format!(
            "{table}: referee has no contact; give it a place in [shift.contacts], for instance bit 27"
        )],
    );
}

#[test]
fn two_on_one_contact() {
    refused(
        MATRIX,
        &[("\"ALOA-DUDA\" = { column = 0, row = 1 }", "\"ALOA-DUDA\" = { column = 0, row = 0 }")],
        &["LINE: ALOA-BARI and ALOA-DUDA share column 0, row 0; \
           give one of them another place, for instance column 0, row 1"],
    );
    refused(
        SHIFT,
        &[("\"ALOA-DUDA\" = 1", "\"ALOA-DUDA\" = 0")],
        &["LINE: ALOA-BARI and ALOA-DUDA share bit 0; give one of them another place, for instance bit 1"],
    );
}

#[test]
fn a_contact_that_is_written_twice() {
    refused(
        SHIFT,
        &[("\"ALOA-DUDA\" = 1", "\"ALOA-BARI\" = 27")],
        &["LINE: duplicate key; compare with another description in boards/"],
    );
}

#[test]
fn a_place_that_is_not_there() {
    refused(
        MATRIX,
        &[("\"referee\" = { column = 5, row = 3 }", "\"referee\" = { column = 6, row = 0 }")],
        &["LINE: referee is at column 6, row 0, which is not there; the last place is column 5, row 5"],
    );
    refused(
        SHIFT,
        &[("\"referee\" = 38", "\"referee\" = 40")],
        &["LINE: referee is at bit 40, which is not there; the last place is bit 39"],
    );
}

fn outside(name: &str, bit: usize) -> String {
    let line = line_of(SHIFT, &format!("\"{name}\""));
    format!("{line}: {name} is at bit {bit}, which is not there; the last place is bit 31")
}

#[test]
fn too_little_room_for_the_contacts() {
    refused(
        SHIFT,
        &[("registers = 5", "registers = 4"), ("\"white draw\" = 32", "\"white draw\" = 27")],
        &[
            &format!(
                "{}: there is room for 32 contacts, not for 34; five registers have room for all",
                line_of(SHIFT, "registers")
            ),
            &outside("white pass", 33),
            &outside("white discard", 34),
            &outside("black draw", 35),
            &outside("black pass", 36),
            &outside("black discard", 37),
            &outside("referee", 38),
        ],
    );
}

#[test]
fn more_room_than_the_firmware_can_read() {
    refused(
        SHIFT,
        &[("registers = 5", "registers = 9")],
        &["LINE: there is room for 72 contacts, more than 64; five registers have room for all"],
    );
}

#[test]
fn a_contact_for_something_that_does_not_exist() {
    let table = line_of(SHIFT, "[shift.contacts]");
    refused(
        SHIFT,
        &[("\"ALOA-BARI\" = 0", "\"bari-aloa\" = 0")],
        &["LINE: there is no connection or button \"bari-aloa\"; did you mean \"ALOA-BARI\"?"],
    );
    refused(
        MATRIX,
        &[("\"ALOA-DUDA\" = ", "\"DUDA-ALOA\" = ")],
        &["LINE: there is no connection or button \"DUDA-ALOA\"; did you mean \"ALOA-DUDA\"?"],
    );
    refused(
        SHIFT,
        &[("\"ALOA-BARI\" = 0", "\"ALOA-BARI\" = 0\n\"ALOA-LALE\" = 27")],
        &[&format!(
            "{}: there is no connection or button \"ALOA-LALE\"; \
             connections are called like \"ALOA-BARI\", buttons like \"white draw\" or \"referee\"",
            table + 2
        )],
    );
}

#[test]
fn a_light_that_is_missing_twice_there_or_unknown() {
    let table = line_of(MATRIX, "[lights]");
    refused(
        MATRIX,
        &[("\"BARI\", ", "")],
        &[&format!("{table}: BARI has no light; put it into the order where it is along the chain")],
    );
    refused(
        MATRIX,
        &[("\"BARI\", ", "\"BARI\", \"ALOA\", ")],
        &["LINE: ALOA is twice on the chain of lights; keep it where the light really is"],
    );
    refused(
        MATRIX,
        &[("\"BARI\", ", "\"BARI\", \"Bari\", ")],
        &["LINE: there is no light \"Bari\"; \
         a light is called after its island, like \"ALOA\", or \"turn white\" or \"turn black\""],
    );
    refused(
        MATRIX,
        &[("    \"turn black\",\n", "")],
        &[&format!(
            "{table}: there is a light \"turn white\" but none \"turn black\"; put both into the order, or neither"
        )],
    );
}

#[test]
fn a_misspelt_light_is_not_called_missing_as_well() {
    for (name, misspelt) in [("turn black", "turn red"), ("BARI", "Bari")] {
        refused(
            MATRIX,
            &[(&format!("\"{name}\""), &format!("\"{misspelt}\""))],
            &[&format!(
                "LINE: there is no light \"{misspelt}\"; \
                 a light is called after its island, like \"ALOA\", or \"turn white\" or \"turn black\""
            )],
        );
    }
    // What it does not explain is told.
    let table = line_of(MATRIX, "[lights]");
    refused(
        MATRIX,
        &[("\"COCO\",", ""), ("\"turn black\"", "\"turn red\"")],
        &[
            &format!("{table}: COCO has no light; put it into the order where it is along the chain"),
            "LINE: there is no light \"turn red\"; \
             a light is called after its island, like \"ALOA\", or \"turn white\" or \"turn black\"",
        ],
    );
}

#[test]
fn a_budget_with_which_nothing_can_be_seen_or_that_no_port_gives() {
    refused(
        MATRIX,
        &[("current_budget_ma = 400", "current_budget_ma = 100")],
        &["LINE: with 100 mA for the whole board nothing could be seen; \
         14 lights and the controller need 134 mA at least"],
    );
    refused(
        SHIFT,
        &[("current_budget_ma = 400", "current_budget_ma = 2000")],
        &["LINE: 2000 mA are more than a USB port gives; 500 mA are the most, 400 leave a margin"],
    );
}

#[test]
fn settle_times_beyond_reason() {
    for (field, now, then) in [("closing_ms", 4, 0), ("opening_ms", 5, 20)] {
        refused(
            MATRIX,
            &[(&format!("{field} = {now}"), &format!("{field} = {then}"))],
            &[&format!(
                "LINE: {field} = {then} is not between 1 and 8 ms; \
             shorter lets bounce through, longer makes the lights answer late; 4 or 5 suits most reeds"
            )],
        );
    }
}

#[test]
fn lengths_beyond_reason() {
    refused(
        MATRIX,
        &[("width_mm = 420.0", "width_mm = 42.0")],
        &["LINE: width_mm = 42 is no length for it; it is between 200 and 1500 mm"],
    );
    refused(
        MATRIX,
        &[("releases_beyond_mm = 14.0", "releases_beyond_mm = 7.5")],
        &["LINE: the reed would be open beyond 7.5 mm and closed within 8 mm; \
         measure with the stick's magnet where it surely closes and where it surely opens again"],
    );
    refused(
        MATRIX,
        &[("diameter_mm = 3.0", "diameter_mm = nan")],
        &["LINE: diameter_mm = NaN is no length for it; it is between 1 and 20 mm"],
    );
}

#[test]
fn no_wiring_or_two() {
    let text = fs::read_to_string(folder().file(SHIFT)).unwrap();
    let none = &text[text.find("# The registers").unwrap()..];
    refused(
        SHIFT,
        &[(none, "")],
        &["1: nothing says how the contacts are wired; \
         add a table [matrix] or [shift], as in boards/pico-matrix.toml or boards/pico-shift.toml"],
    );
    refused(
        SHIFT,
        &[("[shift]", "[matrix]\ncolumns = []\nrows = []\ncontacts = {}\n\n[shift]")],
        &[&format!(
            "{}: the contacts are wired twice; keep either [matrix] or [shift]",
            line_of(SHIFT, "[shift]") + 5
        )],
    );
    // Even if one of them is only begun.
    for (board, begun, other) in [
        (MATRIX, "[shift]\nload = 2\n\n[matrix]", "[matrix]"),
        (SHIFT, "[matrix]\ncolumns = [2, 3]\n\n[shift]", "[shift]"),
    ] {
        let text = fs::read_to_string(folder().file(board)).unwrap().replace(other, begun);
        let shift = text.lines().position(|line| line == "[shift]").unwrap() + 1;
        assert_eq!(
            Board::read("mine", &text).unwrap_err().to_string(),
            format!(
                "boards/mine.toml:{shift}: the contacts are wired twice; keep either [matrix] or [shift]"
            )
        );
    }
}

#[test]
fn a_pin_that_is_written_as_a_name() {
    refused(
        MATRIX,
        &[("pin = 22", "pin = \"GP22\"")],
        &["LINE: invalid type: string \"GP22\", expected a whole number, 0 or more; \
         a pin is its number alone: 22"],
    );
    refused(
        MATRIX,
        &[("rows = [8, ", "rows = [\"gp8\", ")],
        &["LINE: invalid type: string \"gp8\", expected a whole number, 0 or more; \
         a pin is its number alone: 8"],
    );
    refused(
        SHIFT,
        &[("registers = 5", "registers = \"five\"")],
        &["LINE: invalid type: string \"five\", expected a whole number, 0 or more; \
         compare with another description in boards/"],
    );
}

#[test]
fn an_unknown_microcontroller_board_and_an_unknown_field() {
    refused(
        MATRIX,
        &[("\"pico\"", "\"pico-2\"")],
        &["LINE: there is no microcontroller board \"pico-2\"; known are: pico, pico-w, zero"],
    );
    refused(
        MATRIX,
        &[("closing_ms = 4", "closing = 4")],
        &["LINE: unknown field `closing`, expected `closing_ms` or `opening_ms`; \
         compare with another description in boards/"],
    );
    let text = fs::read_to_string(folder().file(MATRIX)).unwrap();
    assert_eq!(
        Board::read("My Board", &text).unwrap_err().to_string(),
        "boards/My Board.toml:1: \"My Board\" is no name for a board; \
         name the file with small letters, digits and hyphens, at most 32"
    );
}

#[test]
fn all_faults_are_told_at_once_in_the_order_of_their_lines() {
    refused(
        MATRIX,
        &[("current_budget_ma = 400", "current_budget_ma = 20"), ("columns = [2, 3", "columns = [3, 3")],
        &[
            &format!(
                "{}: with 20 mA for the whole board nothing could be seen; \
                 14 lights and the controller need 134 mA at least",
                line_of(MATRIX, "current_budget_ma")
            ),
            "LINE: GP3 is column 0 and column 1; give one of them another pin, for instance GP0",
        ],
    );
}
