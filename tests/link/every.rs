//! Every thing that can be said: a value for each, so that tests go over them all.

use kahuna_board::link::{BUFFER, Command, CommandError, Excerpt, Expected, Language, Link, Told, Verb};
use kahuna_board::map::{Connection, ConnectionSet, Island, IslandSet};
use kahuna_board::referee::{Ask, Event, Menu, Objection, Referee};
use kahuna_board::rules::{
    Action, ByPlayer, CardNotAvailable, Change, DiscardNotAllowed, Edition, Effects, End, EndReason,
    Handicap, MustDraw, NoHandicap, Player, Refusal, Rule, Score, Settings, Unseen,
};
use kahuna_board::selftest::{
    self as proof, Chain, Contact, ContactSet, Fault, FaultKind, Lamp, Order, Outcome, Part, Seen, SelfTest,
    Start, Step,
};
use kahuna_board::sensing::{Button, ButtonSet, PlayerButton};

const SEVERAL: IslandSet = IslandSet::from_bits(0b1011);

pub(crate) fn line() -> Connection {
    "ELAI-HUNA".parse().unwrap()
}

pub(crate) fn asks() -> Vec<Ask> {
    let mut asks = vec![Ask::Owner(line()), Ask::Lift(line())];
    asks.extend(Player::BOTH.map(|player| Ask::Place(line(), player)));
    asks
}

pub(crate) fn refusals() -> Vec<Refusal> {
    let (at, card) = (line(), Island::Lale);
    let handicap = Handicap::new(Player::Black, 2).unwrap();
    let (one, all) = (IslandSet::from(card), IslandSet::ALL);
    let mut refusals = vec![
        Refusal::GameOver,
        Refusal::NoHandicap(NoHandicap::NoneAgreed),
        Refusal::NoHandicap(NoHandicap::AllPlaced(handicap)),
        Refusal::NoHandicap(NoHandicap::NotTheirs(handicap)),
        Refusal::AlreadyDiscarded,
        Refusal::OpponentControls { islands: one },
        Refusal::OpponentControls { islands: IslandSet::from_bits(0b11) },
        Refusal::CardDoesNotFit { card, at, rule: Rule::T2 },
        Refusal::CardNotHeld { card, rule: Rule::T3 },
        Refusal::NotEnoughCards { held: 0, needed: 1 },
        Refusal::NotEnoughCards { held: 1, needed: 2 },
        Refusal::NotEnoughCards { held: 5, needed: 255 },
        Refusal::ImpossibleCards { islands: one },
        Refusal::ImpossibleCards { islands: SEVERAL },
        Refusal::ImpossibleCards { islands: all },
        Refusal::NoBridgeThere { at },
        Refusal::OwnBridge { at },
        Refusal::NothingToReplace { instead: Some(at) },
        Refusal::NothingToReplace { instead: None },
        Refusal::DiscardNotAllowed(DiscardNotAllowed::Played),
        Refusal::DiscardNotAllowed(DiscardNotAllowed::FewerThanFive { held: 3 }),
        Refusal::DiscardNotAllowed(DiscardNotAllowed::NothingToDraw),
        Refusal::NothingToDraw,
        Refusal::HandFull,
        Refusal::CardNotAvailable(CardNotAvailable::NotFaceUp(card)),
        Refusal::CardNotAvailable(CardNotAvailable::NotInPile(card)),
        Refusal::CardNotAvailable(CardNotAvailable::NothingToReveal(card)),
        Refusal::CardNotAvailable(CardNotAvailable::RevealMissing),
        Refusal::MustDraw(MustDraw::OpponentPassed),
        Refusal::MustDraw(MustDraw::Discarded),
        Refusal::MustDraw(MustDraw::FewerThanFive { held: 4 }),
    ];
    for player in Player::BOTH {
        refusals.extend([
            Refusal::ConnectionOccupied { at, owner: player },
            Refusal::HandicapFirst { player, left: 1 },
            Refusal::HandicapFirst { player, left: 3 },
            Refusal::NotYourTurn { turn: player },
            Refusal::NoBridgeInSupply { player },
        ]);
    }
    refusals
}

pub(crate) fn objections() -> Vec<Objection> {
    let refused = refusals().into_iter().map(Objection::Rules);
    refused.chain(asks().into_iter().map(Objection::LiftFirst)).collect()
}

pub(crate) fn settings() -> Vec<Settings> {
    let all = Settings {
        edition: Edition::FrenchKosmos,
        calm: true,
        open: true,
        first: Player::Black,
        handicap: Handicap::new(Player::Black, 3),
    };
    vec![Settings::default(), all]
}

fn effects(mover: Player) -> Vec<Effects> {
    let none = Effects { mover, change: Change::default(), score: None, end: None };
    let one = Change {
        gained: IslandSet::from(Island::Aloa),
        returned: Island::Aloa.connections(),
        lost: Island::Aloa.neighbours(),
    };
    let score = |white, black| Score {
        round: 3,
        islands: ByPlayer { white: 5, black: 4 },
        points: ByPlayer { white, black },
    };
    let end = |winner, reason| End { winner, reason, total: ByPlayer { white: 3, black: 2 } };
    let mut all = vec![none, Effects { change: one, ..none }];
    for (white, black) in [(0, 0), (1, 0), (0, 2)] {
        all.push(Effects { score: Some(score(white, black)), ..none });
    }
    for reason in [
        EndReason::Points,
        EndReason::ThirdScoring,
        EndReason::Bridges,
        EndReason::NoBridgesLeftOnBoard,
        EndReason::Draw,
    ] {
        let winner = (reason != EndReason::Draw).then_some(mover);
        all.push(Effects { end: Some(end(winner, reason)), ..none });
    }
    // More than can ever come at once: two islands gained, from an opponent who holds as much as can be held there.
    let most = Change {
        gained: IslandSet::from_bits(0b11),
        returned: Connection::all().take(6).collect(),
        lost: IslandSet::from_bits(0b1111_1100_0000),
    };
    all.push(Effects {
        change: most,
        score: Some(score(0, 2)),
        end: Some(end(None, EndReason::Draw)),
        ..none
    });
    all
}

fn actions() -> Vec<Action> {
    let at = line();
    vec![
        Action::Handicap(at),
        Action::Place(at, Unseen),
        Action::Remove(at, Unseen),
        Action::Replace(at),
        Action::Discard(1),
        Action::Discard(2),
        Action::Draw(Unseen),
        Action::Pass,
    ]
}

pub(crate) fn events() -> Vec<Event> {
    let at = line();
    let mut events = vec![
        Event::Ready,
        Event::NothingToUndo,
        Event::Corrected(at),
        Event::OwnerAsked(at),
        Event::OwnerWithdrawn(at),
        Event::Disbelieved(at),
        Event::Believed(at),
        Event::Chatters(at),
        Event::MenuLeft,
        Event::Review { step: 0, of: 7, action: None },
        Event::ReviewLeft,
        Event::Ignored,
    ];
    for settings in settings() {
        events.push(Event::Started(settings));
        for agreed in [(false, false), (true, false), (false, true)] {
            let agreed = ByPlayer { white: agreed.0, black: agreed.1 };
            events.push(Event::Menu(Menu { settings, agreed }));
        }
    }
    for player in Player::BOTH {
        for action in actions() {
            events.push(Event::Undone(player, action));
            events.push(Event::Review { step: 3, of: 384, action: Some((player, action)) });
            events
                .extend(effects(player).into_iter().map(|effects| Event::Accepted(player, action, effects)));
        }
        for objection in objections() {
            for at in [None, Some(at)] {
                events.push(Event::Refused { player, objection, at });
            }
        }
    }
    events
}

pub(crate) fn errors() -> Vec<CommandError> {
    let word = Excerpt::of(&"w".repeat(100));
    let mut errors = vec![
        CommandError::Overlong,
        CommandError::NotText,
        CommandError::Unknown(word.clone()),
        CommandError::NoSuchRecord { games: 0 },
        CommandError::NoSuchRecord { games: 1 },
        CommandError::NoSuchRecord { games: 20 },
        CommandError::NoGame,
        CommandError::NotHeld,
        CommandError::NoSelfTest,
        CommandError::Changed,
    ];
    let expected = [
        Expected::EndOfLine,
        Expected::Id,
        Expected::RecordNumber,
        Expected::Language,
        Expected::Setting,
        Expected::Once,
        Expected::Edition,
        Expected::Variant,
        Expected::Player,
        Expected::Handicap,
        Expected::Action,
        Expected::Connection,
        Expected::Line(Island::Aloa, Island::Lale),
        Expected::CardCount,
        Expected::NoCards,
        Expected::Proof,
    ];
    for verb in Verb::ALL {
        for expected in expected {
            for found in [None, Some(word.clone())] {
                errors.push(CommandError::Argument { verb, expected, found });
            }
        }
    }
    errors
}

pub(crate) fn steps() -> Vec<Step> {
    let (line, button) = (line(), Button::Player(Player::Black, PlayerButton::Discard));
    let all = ContactSet::new(ConnectionSet::ALL, ButtonSet::from_bits(0x7F));
    let other = Contact::Button(button);
    let mut steps = vec![
        Step::Release,
        Step::Referee,
        Step::Instead(button),
        Step::Walk,
        Step::Lights,
        Step::Lamp(Lamp::Island(Island::Aloa)),
        Step::Lamp(Lamp::Turn(Player::White)),
        Step::Empty(ContactSet::EMPTY),
        Step::Empty(all),
        Step::Result { offers: false, agreed: ByPlayer::default() },
        Step::Result { offers: true, agreed: ByPlayer { white: true, black: false } },
    ];
    steps.extend(PlayerButton::ALL.map(Step::Answer));
    for again in [false, true] {
        steps.extend([Step::Place { line, again }, Step::Press { button, again }]);
    }
    for seen in [Seen::Right, Seen::Doubtful(other), Seen::Wrong] {
        steps.extend([Step::Lift { line, seen }, Step::LetGo { button, seen }]);
    }
    steps
}

pub(crate) fn faults() -> Vec<Fault> {
    let buttons = Button::ALL.map(Contact::Button);
    let contacts: Vec<Contact> = buttons.into_iter().chain([Contact::Line(line())]).collect();
    let mut faults = Vec::new();
    for &contact in &contacts {
        let at = Part::Contact(contact);
        let kinds = [FaultKind::Dead, FaultKind::Stuck, FaultKind::Reversed, FaultKind::Bridged];
        faults.extend(kinds.map(|kind| Fault { at, kind }));
        for &other in &contacts {
            let kinds = [FaultKind::Swapped { found: other }, FaultKind::Double { with: other }];
            faults.extend(kinds.map(|kind| Fault { at, kind }));
        }
    }
    for at in [Lamp::Island(Island::Aloa), Lamp::Turn(Player::Black)].map(Part::Lamp) {
        for with in [None, Some(Lamp::Island(Island::Bari)), Some(Lamp::Turn(Player::White))] {
            faults.push(Fault { at, kind: FaultKind::Misplaced { with } });
        }
        let kinds = [FaultKind::Dark, FaultKind::Missing];
        faults.extend(kinds.map(|kind| Fault { at, kind }));
    }
    faults
}

/// Everything that is said about a self-test.
pub(crate) fn told() -> Vec<Told> {
    let mut told =
        vec![Told::LampsGood, Told::Learnt, Told::InOrder, Told::Forgotten, Told::NotNoted, Told::None];
    told.extend(steps().into_iter().map(Told::Step));
    told.extend(faults().into_iter().map(Told::Found));
    told.extend(faults().into_iter().map(Told::Harmless));
    told.extend(Contact::all().map(Told::Good));
    for faults in [0, 1, 2] {
        for is_complete in [false, true] {
            let is_passed = faults == 0 && is_complete;
            told.push(Told::Done { faults, is_passed, is_complete });
            told.push(Told::Done { faults, is_passed: true, is_complete: true });
        }
    }
    told.extend([Outcome::Passed, Outcome::Failed, Outcome::Left].map(Told::Ended));
    told
}

/// Every line that comes of a self-test of its own accord, in every language.
pub(crate) fn proofs() -> Vec<String> {
    let mut swapped: [Connection; Connection::COUNT] =
        std::array::from_fn(|index| Connection::from_index(index).unwrap());
    swapped.swap(0, 1);
    let report = *SelfTest::new(0, Start::Link, Chain::default()).report();
    let mut events = vec![
        proof::Event::Good(Contact::Line(line())),
        proof::Event::LampsGood,
        proof::Event::Done,
        proof::Event::Learn(Order::default()),
        proof::Event::Learn(Order::new(swapped).unwrap()),
    ];
    events.extend(faults().into_iter().map(proof::Event::Found));
    events.extend([Outcome::Passed, Outcome::Failed, Outcome::Left].map(proof::Event::Ended));
    let (mut lines, mut buffer) = (Vec::new(), BUFFER);
    for language in Language::ALL {
        let mut link = Link::new();
        link.answer(Ok(Command::Lang(language)), &Referee::new());
        lines.extend(events.iter().map(|event| link.proof(event, &report, &mut buffer).text().to_owned()));
        for step in steps() {
            lines.extend(link.step(Some(step), &mut buffer).map(|line| line.text().to_owned()));
        }
    }
    lines
}
