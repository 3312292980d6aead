use kahuna_board::link::{Command, CommandError, Excerpt, Expected, Id, Language, Proof, Verb};
use kahuna_board::map::Island;
use kahuna_board::rules::{Action, Edition, Handicap, Player, Settings, Unseen};

fn settings() -> Settings {
    Settings::default()
}

#[test]
fn commands_are_read_in_any_case_and_with_any_blanks() {
    let at = "ALOA-BARI".parse().unwrap();
    let everything = Settings {
        edition: Edition::French1999,
        calm: true,
        open: true,
        first: Player::Black,
        handicap: Handicap::new(Player::Black, 2),
    };
    let golden = [
        ("hello", Command::Hello),
        ("HELP", Command::Help),
        ("  state\t", Command::State(None)),
        ("State Xy", Command::State(Id::new("Xy"))),
        ("record", Command::Record(0)),
        ("record 007", Command::Record(7)),
        ("record 99999999999999999999999", Command::Record(usize::MAX)),
        ("games", Command::Games),
        ("new", Command::New(settings())),
        ("new edition=English-2014", Command::New(settings())),
        ("new variant=open", Command::New(Settings { open: true, ..settings() })),
        (
            "NEW HANDICAP=BLACK:2 variant=open first=black variant=calm edition=french-1999",
            Command::New(everything),
        ),
        ("undo", Command::Undo),
        ("play white place bari-aloa", Command::Play(Player::White, Action::Place(at, Unseen))),
        ("Play\tBLACK  remove ALOA-BARI", Command::Play(Player::Black, Action::Remove(at, Unseen))),
        ("play white replace ALOA-BARI", Command::Play(Player::White, Action::Replace(at))),
        ("play white handicap ALOA-BARI", Command::Play(Player::White, Action::Handicap(at))),
        ("play white discard 2", Command::Play(Player::White, Action::Discard(2))),
        ("play white draw", Command::Play(Player::White, Action::Draw(Unseen))),
        ("play white pass", Command::Play(Player::White, Action::Pass)),
        ("lang DE", Command::Lang(Language::German)),
        ("selftest", Command::SelfTest(Proof::Tell)),
        ("selftest  START", Command::SelfTest(Proof::Start)),
        ("selftest forget", Command::SelfTest(Proof::Forget)),
        ("palette", Command::Palette),
        ("bootsel", Command::BootSel),
    ];
    for (line, command) in golden {
        assert_eq!(Command::parse(line), Ok(command), "{line}");
    }
}

#[test]
fn what_is_no_command_says_what_was_expected() {
    let line = Expected::Line(Island::Aloa, Island::Lale);
    let golden = [
        ("hello you", Verb::Hello, Expected::EndOfLine, Some("you")),
        ("state a b", Verb::State, Expected::EndOfLine, Some("b")),
        ("record -1", Verb::Record, Expected::RecordNumber, Some("-1")),
        ("record 1.0", Verb::Record, Expected::RecordNumber, Some("1.0")),
        ("lang", Verb::Lang, Expected::Language, None),
        ("lang it", Verb::Lang, Expected::Language, Some("it")),
        ("new calm", Verb::New, Expected::Setting, Some("calm")),
        ("new colour=red", Verb::New, Expected::Setting, Some("colour=red")),
        ("new edition=2014", Verb::New, Expected::Edition, Some("edition=2014")),
        ("new variant=wild", Verb::New, Expected::Variant, Some("variant=wild")),
        ("new variant=calm variant=calm", Verb::New, Expected::Once, Some("variant=calm")),
        ("new first=nobody", Verb::New, Expected::Player, Some("first=nobody")),
        ("new handicap=black", Verb::New, Expected::Handicap, Some("handicap=black")),
        ("new handicap=black:4", Verb::New, Expected::Handicap, Some("handicap=black:4")),
        ("new handicap=black:258", Verb::New, Expected::Handicap, Some("handicap=black:258")),
        ("play", Verb::Play, Expected::Player, None),
        ("play white", Verb::Play, Expected::Action, None),
        ("play white flies", Verb::Play, Expected::Action, Some("flies")),
        ("play white place", Verb::Play, Expected::Connection, None),
        ("play white place ALOA", Verb::Play, Expected::Connection, Some("ALOA")),
        ("play white place ALOA-LALE", Verb::Play, line, Some("ALOA-LALE")),
        ("play white place ALOA-BARI with ALOA", Verb::Play, Expected::NoCards, None),
        ("play white discard", Verb::Play, Expected::CardCount, None),
        ("play white pass now", Verb::Play, Expected::EndOfLine, Some("now")),
    ];
    for (line, verb, expected, found) in golden {
        let error = CommandError::Argument { verb, expected, found: found.map(Excerpt::of) };
        assert_eq!(Command::parse(line), Err(error), "{line}");
    }
    for line in ["hullo", "", "{\"state\":null}", "statex", "white draw"] {
        assert!(matches!(Command::parse(line), Err(CommandError::Unknown(_))), "{line}");
    }
}

#[test]
fn what_was_sent_is_shown_short_and_visible() {
    let shown = |word: &str| Excerpt::of(word).to_string();
    assert_eq!(shown("it's"), "it's");
    assert_eq!(shown(&"ä".repeat(40)), "ä".repeat(16) + "…");
    assert_eq!(shown("\u{202e}x"), "\\u{202e}x");
}
