use super::*;
use kahuna_board::map::Island;
use kahuna_board::selftest::{Contact, Lamp};
use kahuna_board::sensing::Button;

fn faults(text: &str) -> Vec<String> {
    read(text).unwrap_err().iter().map(ToString::to_string).collect()
}

fn what(line: &str) -> What {
    let text = format!("place COCO-GOLA\n{line}");
    read(&text).unwrap_or_else(|faults| panic!("{line}: {faults:?}")).statements.remove(1).what
}

#[test]
fn every_statement_is_read() {
    let line = |name: &str| name.parse::<Connection>().unwrap();
    let draw: Button = "white draw".parse().unwrap();
    let (aloa_bari, coco_gola) = (line("ALOA-BARI"), line("COCO-GOLA"));
    assert_eq!(
        what("game edition=french-1999 first=black variant=calm variant=open handicap=black:2"),
        What::Game(Settings {
            edition: Edition::French1999,
            calm: true,
            open: true,
            first: Player::Black,
            handicap: Handicap::new(Player::Black, 2),
        })
    );
    assert_eq!(what("GAME"), What::Game(Settings::default()));
    assert_eq!(
        what("lift gola-coco & place BARI-ALOA # both"),
        What::Deeds(vec![Deed::Lift(coco_gola), Deed::Place(aloa_bari)])
    );
    assert_eq!(what("press white draw"), What::Deeds(vec![Deed::Press(draw)]));
    assert_eq!(what("hold referee 1.5s"), What::Deeds(vec![Deed::Hold(Button::Referee, 1_500_000)]));
    assert_eq!(
        what("hold white draw & hold referee 3s"),
        What::Deeds(vec![Deed::Hold(draw, 3_000_000), Deed::Hold(Button::Referee, 3_000_000)])
    );
    let What::Sweep(lines) = what("sweep ALOA-BARI to aloa-HUNA") else { panic!() };
    assert_eq!(lines, [aloa_bari, line("ALOA-DUDA"), line("ALOA-HUNA")]);
    assert_eq!(what("wait 300ms"), What::Wait(300_000));
    assert_eq!(what("chatter ALOA-BARI 40ms"), What::Deeds(vec![Deed::Chatter(aloa_bari, 40_000)]));
    assert_eq!(what("stuck ALOA-BARI closed"), What::Deeds(vec![Deed::Stuck(aloa_bari, Stuck::Closed)]));
    let referee = Contact::Button(Button::Referee);
    assert_eq!(
        what("fault double ALOA-BARI white draw"),
        What::Fault(Some(BuildFault::Double(Contact::Line(aloa_bari), Contact::Button(draw))))
    );
    assert_eq!(what("fault open referee"), What::Fault(Some(BuildFault::Open(referee))));
    let lights = BuildFault::Lights(Lamp::Island(Island::Aloa), Lamp::Turn(Player::Black));
    assert_eq!(what("fault lights aloa turn black"), What::Fault(Some(lights)));
    assert_eq!(what("fault none"), What::Fault(None));
    assert_eq!(what("power off"), What::Deeds(vec![Deed::Power(Power::Off)]));
    assert_eq!(what("say  new first=black  # comment"), What::Say("new first=black".into()));
    assert_eq!(what(r#"expect says "\"a\\#" # comment"#), What::Expect(Fact::Says("\"a\\#".into())));
}

#[test]
fn every_fact_is_read_and_written_the_same() {
    for fact in [
        "turn white",
        "round 2",
        "hand black 3",
        "score white 1 black 0",
        "island BARI free",
        "bridge BARI-DUDA none",
        "asks nothing",
        "asks lift ALOA-BARI",
        "asks place ALOA-BARI white",
        "asks owner ELAI-HUNA",
        "refuses nothing",
        "refuses lift-first",
        "light BARI off",
        "light BARI amber blinking",
        "over white no-bridges-left-on-board",
        "over nobody draw",
        "says \"\\\"event\\\":\"",
    ] {
        let (What::Expect(read), What::Never(again)) =
            (what(&format!("expect {fact}")), what(&format!("never expect {fact}")))
        else {
            panic!("{fact}")
        };
        assert_eq!((read.to_string().as_str(), &read), (fact, &again));
    }
}

#[test]
fn every_fault_is_told_with_its_line() {
    for (line, what) in [
        ("jump ALOA-BARI", "found `jump`"),
        ("place ALOA-LALE", "no line joins ALOA and LALE"),
        ("place COCO-GOLA", "a stick lies on COCO-GOLA already"),
        ("lift ALOA-BARI", "no stick lies on ALOA-BARI"),
        ("sweep ALOA-BARI", "expected the last line as well"),
        ("sweep BARI-COCO to ALOA-BARI", "ALOA-BARI comes before BARI-COCO"),
        ("sweep BARI-COCO to KAHU-LALE", "a stick lies on COCO-GOLA already"),
        ("press white", "expected draw, pass or discard, and the line ends"),
        ("press green draw", "expected a button, found `green draw`"),
        ("press referee now", "expected the line to end, found `now`"),
        ("hold referee", "expected how long it is held"),
        ("hold referee & hold white pass", "expected how long it is held"),
        ("wait 3", "expected a time such as 300ms"),
        ("wait -1s", "expected a time such as 300ms"),
        ("wait 1.2.3s", "expected a time such as 300ms"),
        ("wait 2h", "expected a time such as 300ms"),
        ("wait 3601s", "expected a time such as 300ms"),
        ("stuck ALOA-BARI shut", "expected closed, open or off, found `shut`"),
        ("fault swapped ALOA-BARI", "expected a connection or a button, and the line ends"),
        ("fault dark LULU", "expected an island, or turn and a player, found `LULU`"),
        ("fault bent ALOA-BARI", "expected open, closed, swapped"),
        ("update", "the board is on: its firmware is changed while it is off"),
        ("power up", "expected on or off, found `up`"),
        ("power on", "the power is on already"),
        ("say", "expected a line to say"),
        ("game edition=klingon", "an edition is english-2014"),
        ("game first=white first=black", "`first` stands twice"),
        ("game handicap=black:4", "a handicap is a player and 1 to 3"),
        ("game rounds=3", "expected edition=, first=, variant= or handicap=, found `rounds=3`"),
        ("lift COCO-GOLA & chatter COCO-GOLA 9ms", "two things at once with the same line"),
        ("place ALOA-BARI & wait 3s", "found `wait`"),
        ("expect", "expected turn, round"),
        ("expect weather fine", "found `weather`"),
        ("expect turn nobody", "a player is white or black"),
        ("expect score white 1 white 0", "expected the points of both"),
        ("expect refuses own-brigde", "no refusal is called `own-brigde`"),
        ("expect light BARI blue", "expected white, black, off, amber, red or green, found `blue`"),
        ("expect light BARI amber flashing", "expected the line to end, found `flashing`"),
        ("expect over nobody points", "only a draw has no winner"),
        ("expect over white luck", "expected points, third-scoring"),
        ("expect says placed", "expected text in quotation marks"),
        ("expect says \"\"", "every line contains an empty text"),
        ("never turn white", "expected `never expect …`"),
        ("title late", "a title stands once, before everything else"),
    ] {
        let found = faults(&format!("title a\nplace COCO-GOLA\n{line}\n"));
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with("line 3: ") && found[0].contains(what), "{}", found[0]);
    }
}

#[test]
fn all_faults_are_told_and_a_game_clears_the_table() {
    let text = "place ALOA-BARI\ngame\nplace ALOA-BARI\nhop\n\nskip # and jump\n";
    let found = faults(text);
    assert_eq!(found.len(), 2);
    assert!(found[0].starts_with("line 4") && found[1].starts_with("line 6"), "{found:?}");
}

#[test]
fn a_board_without_power_neither_hears_nor_speaks() {
    assert!(read("power off\nexpect light BARI off\nplace ALOA-BARI\nupdate\npower on").is_ok());
    for line in ["say state", "expect turn white", "never expect asks nothing", "power off"] {
        assert_eq!(faults(&format!("power off\n{line}")).len(), 1, "{line}");
    }
}
