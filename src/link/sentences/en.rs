use core::fmt::{self, Display, Formatter};

use crate::link::{CommandError, Expected, Health, Id, MOST_BYTES, Verb};
use crate::map::{ConnectionSet, IslandSet};
use crate::referee::{Ask, Event, Menu, Objection};
use crate::rules::{Action, End, EndReason, Player, Score, Settings};

use super::{List, Sentences, accepted, scorer};

/// English.
pub(in crate::link) struct En;

impl Sentences for En {
    fn objection(&self, objection: Objection, f: &mut Formatter<'_>) -> fmt::Result {
        // The rules speak English themselves.
        objection.fmt(f)
    }

    fn ask(&self, ask: Ask, f: &mut Formatter<'_>) -> fmt::Result {
        match ask {
            Ask::Owner(at) => {
                write!(f, "whose stick lies on {at}? Its owner presses any of their buttons")
            }
            Ask::Lift(at) => write!(f, "lift the stick from {at}"),
            Ask::Place(at, player) => write!(f, "put {player}'s stick on {at}"),
        }
    }

    fn event(&self, event: &Event, f: &mut Formatter<'_>) -> fmt::Result {
        match event {
            Event::Started(settings) => write!(f, "a new game begins: {}", Agreed(settings)),
            Event::Ready => f.write_str("the board is empty; play begins"),
            Event::Accepted(player, action, effects) => accepted(self, (*player, *action, effects), f),
            Event::Refused { objection, .. } => self.objection(*objection, f),
            Event::Undone(player, action) => {
                f.write_str("taken back: ")?;
                self.deed(*player, *action, f)
            }
            Event::NothingToUndo => f.write_str("there is nothing to take back"),
            Event::Corrected(at) => write!(f, "{at} is as it should be"),
            Event::OwnerAsked(at) => self.ask(Ask::Owner(*at), f),
            Event::OwnerWithdrawn(at) => write!(f, "the stick on {at} was lifted again; nobody need answer"),
            Event::Disbelieved(at) => {
                write!(f, "the contact of {at} is not believed until it changes; the game goes on without it")
            }
            Event::Believed(at) => write!(f, "the contact of {at} has changed and is believed again"),
            Event::Chatters(at) => {
                write!(f, "the contact of {at} chatters; straighten the stick, or look at the reed switch")
            }
            Event::Menu(Menu { settings, agreed }) => {
                write!(f, "a new game is being set up: {}", Agreed(settings))?;
                match Player::BOTH.into_iter().find(|&player| agreed[player]) {
                    Some(player) => write!(f, "; {player} agrees, {} does not yet", player.opponent()),
                    None => f.write_str("; both players' draw begins it"),
                }
            }
            Event::MenuLeft => f.write_str("no new game; the old one goes on"),
            Event::Review { step, of, action: Some((player, action)) } => {
                write!(f, "the game as it stood after action {step} of {of}: ")?;
                self.deed(*player, *action, f)
            }
            Event::Review { .. } => f.write_str("the game as it stood before its first action"),
            Event::ReviewLeft => f.write_str("the game as it stands"),
            Event::Ignored => f.write_str("that does nothing here"),
        }
    }

    fn error(&self, error: &CommandError, f: &mut Formatter<'_>) -> fmt::Result {
        match error {
            CommandError::Overlong => {
                write!(
                    f,
                    "the line has more than {MOST_BYTES} bytes; send a shorter one, ended by a line feed"
                )
            }
            CommandError::NotText => {
                f.write_str("the line is not UTF-8 text without control characters; send it again")
            }
            CommandError::Unknown(word) => write!(f, "there is no command `{word}`; help lists them all"),
            CommandError::Argument { verb, expected, found } => {
                expect(*expected, f)?;
                match found {
                    Some(_) if matches!(expected, Expected::Line(..)) => {}
                    Some(found) => write!(f, ", found `{found}`")?,
                    None if *expected == Expected::NoCards => {}
                    None => f.write_str(", found the end of the line")?,
                }
                write!(f, "; say: {}", verb.usage())
            }
            CommandError::NoSuchRecord { games: 0 } => f.write_str("no game is kept yet; new begins one"),
            CommandError::NoSuchRecord { games: 1 } => {
                f.write_str("there is no such game; only game 0 is kept")
            }
            CommandError::NoSuchRecord { games } => {
                write!(f, "there is no such game; the newest is 0, the oldest {}", games - 1)
            }
            CommandError::NoGame => f.write_str("no game has been begun; new begins one"),
            CommandError::NotHeld => f.write_str("hold the referee button while you say bootsel"),
            CommandError::NoSelfTest => f.write_str("a self-test cannot begin now; one may be under way"),
            CommandError::Changed => {
                f.write_str("a new game began while the record was being sent; ask for it again")
            }
            CommandError::NotYet(verb) => write!(f, "this firmware cannot do {} yet", verb.name()),
        }
    }

    fn does(&self, verb: Verb) -> &'static str {
        match verb {
            Verb::Hello => "says who the board is and which protocol it speaks",
            Verb::Help => "lists the commands",
            Verb::State => "tells how the game stands; ID comes back in the answer",
            Verb::Record => "sends a game as a record; 0 is the newest, 1 the one before",
            Verb::Games => "counts the games that can be read",
            Verb::New => "begins a new game at once, with these settings",
            Verb::Undo => "takes the last action back",
            Verb::Play => "does what a player would do; the sticks follow",
            Verb::Lang => "changes the language of the sentences",
            Verb::SelfTest => {
                "tells what the last self-test found; start begins one, forget forgets a learnt order"
            }
            Verb::Palette => "lists the colours of the lights and their names",
            Verb::BootSel => "restarts the board as a drive that takes new firmware",
        }
    }

    fn bootsel(&self) -> &'static str {
        "the board restarts as a drive that takes new firmware"
    }

    fn health(&self, health: Health) -> &'static str {
        match health {
            Health::Kept => "what happens is remembered again",
            Health::NotKept => "the flash fails: the game goes on, but a power cut would lose it",
            Health::Unreadable => {
                "the last game cannot be read from the flash to its end; new begins another"
            }
        }
    }

    fn lost(&self) -> &'static str {
        "the computer did not read in time, so lines were lost; state tells how the game stands"
    }

    fn deed(&self, player: Player, action: Action, f: &mut Formatter<'_>) -> fmt::Result {
        match action {
            Action::Handicap(at) => write!(f, "{player} puts a handicap bridge on {at}"),
            Action::Place(at, _) => write!(f, "{player} places a bridge on {at}"),
            Action::Remove(at, _) => write!(f, "{player} removes {}'s bridge from {at}", player.opponent()),
            Action::Replace(at) => write!(f, "{player} puts a free bridge on {at}"),
            Action::Discard(1) => write!(f, "{player} discards a card"),
            Action::Discard(cards) => write!(f, "{player} discards {cards} cards"),
            Action::Draw(_) => write!(f, "{player} draws a card"),
            Action::Pass => write!(f, "{player} passes"),
        }
    }

    fn gained(&self, player: Player, islands: IslandSet, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{player} gains {}", List(islands, "and"))
    }

    fn returned(&self, owner: Player, connections: ConnectionSet, f: &mut Formatter<'_>) -> fmt::Result {
        let bridges = if connections.len() == 1 { "bridge" } else { "bridges" };
        write!(f, "{owner} takes back the {bridges} on {}", List(connections, "and"))
    }

    fn lost_islands(&self, player: Player, islands: IslandSet, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{player} loses {}", List(islands, "and"))
    }

    fn scored(&self, score: Score, f: &mut Formatter<'_>) -> fmt::Result {
        let Score { round, islands, .. } = score;
        write!(
            f,
            "round {round} is scored, {} islands for white and {} for black: ",
            islands.white, islands.black
        )?;
        match scorer(score) {
            None => f.write_str("nobody gets a point"),
            Some((player, 1)) => write!(f, "{player} gets 1 point"),
            Some((player, points)) => write!(f, "{player} gets {points} points"),
        }
    }

    fn ended(&self, end: End, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("the game is over: ")?;
        match end.winner {
            None => f.write_str("tied in every way, nobody wins")?,
            Some(player) => write!(
                f,
                "{player} wins {}",
                match end.reason {
                    EndReason::Points | EndReason::Draw => "on points",
                    EndReason::ThirdScoring => "by the third scoring",
                    EndReason::Bridges => "by more bridges on the board",
                    EndReason::NoBridgesLeftOnBoard => "because the other has no bridge left on the board",
                }
            )?,
        }
        write!(f, " (white {}, black {})", end.total.white, end.total.black)
    }
}

/// What was agreed, in a few words.
struct Agreed<'a>(&'a Settings);

impl Display for Agreed<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Settings { edition, calm, open, first, handicap } = self.0;
        write!(f, "{edition}, ")?;
        if *calm {
            f.write_str("calm variant, ")?;
        }
        if *open {
            f.write_str("open variant, ")?;
        }
        if let Some(handicap) = handicap {
            write!(f, "handicap of {} for {}, ", handicap.bridges(), handicap.player())?;
        }
        write!(f, "{first} has the first turn")
    }
}

fn expect(expected: Expected, f: &mut Formatter<'_>) -> fmt::Result {
    f.write_str(match expected {
        Expected::EndOfLine => "expected nothing more",
        Expected::Id => return write!(f, "expected a word of at most {} bytes", Id::MOST_BYTES),
        Expected::RecordNumber => "expected the number of a game, from 0",
        Expected::Language => "expected en, fr or de",
        Expected::Setting => "expected edition=, variant=, first= or handicap=",
        Expected::Once => "expected each word once",
        Expected::Edition => "expected edition=english-2014, edition=french-kosmos or edition=french-1999",
        Expected::Variant => "expected variant=calm or variant=open",
        Expected::Player => "expected white or black",
        Expected::Handicap => "expected a player and 1, 2 or 3, such as handicap=black:2",
        Expected::Action => {
            "expected place, remove, replace, discard, draw, pass or handicap after the player"
        }
        Expected::Connection => "expected a connection like ALOA-BARI",
        Expected::Line(a, b) => {
            let joined = List(a.neighbours(), "and");
            return write!(f, "no line joins {a} and {b}; {a} is joined to {joined}");
        }
        Expected::CardCount => "expected how many cards, 1 or more",
        Expected::Proof => "expected start, forget or nothing",
        Expected::NoCards => "expected no names of cards, because the board only counts them",
    })
}
