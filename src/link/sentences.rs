//! How the game and the link are put into [words](crate::words). What a refusal says is with the refusals.

mod proof;

use core::fmt::{self, Display, Formatter};

use crate::referee::{Ask, Event, Menu, Objection};
use crate::rules::{Action, Effects, End, EndReason, Player, Score, Settings};
use crate::words::{Phrase, Words};

use super::{CommandError, Expected, Health, Id, Language, MOST_BYTES, Say, Verb};

impl Say for Objection {
    fn say(&self, language: Language, f: &mut Formatter<'_>) -> fmt::Result {
        self.say_in(language.words(), f)
    }
}

impl Say for Ask {
    fn say(&self, language: Language, f: &mut Formatter<'_>) -> fmt::Result {
        let words = language.words();
        match self {
            Self::Owner(at) => words.say(f, Phrase::AskOwner, &[at]),
            Self::Lift(at) => words.say(f, Phrase::AskLift, &[at]),
            Self::Place(at, player) => words.say(f, Phrase::AskPlace, &[at, &words.colour(*player)]),
        }
    }
}

impl Say for Event {
    fn say(&self, language: Language, f: &mut Formatter<'_>) -> fmt::Result {
        let words = language.words();
        let (phrase, at) = match self {
            Self::Started(settings) => return words.say(f, Phrase::Started, &[&Agreed(words, settings)]),
            Self::Accepted(player, action, effects) => {
                return accepted(words, Deed(words, *player, *action), effects, f);
            }
            Self::Refused { objection, .. } => return objection.say(language, f),
            Self::Undone(player, action) => {
                return words.say(f, Phrase::Undone, &[&Deed(words, *player, *action)]);
            }
            Self::OwnerAsked(at) => return Ask::Owner(*at).say(language, f),
            Self::Menu(menu) => return set_up(words, *menu, f),
            Self::Review { step, of, action: Some((player, action)) } => {
                return words.say(f, Phrase::Review, &[step, of, &Deed(words, *player, *action)]);
            }
            Self::Corrected(at) => (Phrase::Corrected, at),
            Self::OwnerWithdrawn(at) => (Phrase::OwnerWithdrawn, at),
            Self::Disbelieved(at) => (Phrase::Disbelieved, at),
            Self::Believed(at) => (Phrase::Believed, at),
            Self::Chatters(at) => (Phrase::Chatters, at),
            Self::Ready => return words.say(f, Phrase::Ready, &[]),
            Self::NothingToUndo => return words.say(f, Phrase::NothingToUndo, &[]),
            Self::MenuLeft => return words.say(f, Phrase::MenuLeft, &[]),
            Self::Review { .. } => return words.say(f, Phrase::ReviewStart, &[]),
            Self::ReviewLeft => return words.say(f, Phrase::ReviewLeft, &[]),
            Self::Ignored => return words.say(f, Phrase::Ignored, &[]),
        };
        words.say(f, phrase, &[at])
    }
}

impl Say for CommandError {
    fn say(&self, language: Language, f: &mut Formatter<'_>) -> fmt::Result {
        let words = language.words();
        let phrase = match self {
            Self::Overlong => return words.say(f, Phrase::Overlong, &[&MOST_BYTES]),
            Self::NotText => Phrase::NotText,
            Self::Unknown(word) => return words.say(f, Phrase::UnknownCommand, &[word]),
            Self::Argument { verb, expected, found } => {
                expect(words, *expected, f)?;
                match found {
                    Some(_) if matches!(expected, Expected::Line(..)) => {}
                    Some(found) => words.say(f, Phrase::FoundWord, &[found])?,
                    None if *expected == Expected::NoCards => {}
                    None => words.say(f, Phrase::FoundEnd, &[])?,
                }
                return words.say(f, Phrase::SayUsage, &[&verb.usage()]);
            }
            Self::NoSuchRecord { games: 0 } => Phrase::NoGameKept,
            Self::NoSuchRecord { games: 1 } => Phrase::OnlyGameZero,
            Self::NoSuchRecord { games } => return words.say(f, Phrase::NoSuchGame, &[&(games - 1)]),
            Self::NoGame => Phrase::NoGame,
            Self::NotHeld => Phrase::NotHeld,
            Self::NoSelfTest => Phrase::NoSelfTest,
            Self::Changed => Phrase::Changed,
        };
        words.say(f, phrase, &[])
    }
}

fn expect(words: &'static Words, expected: Expected, f: &mut Formatter<'_>) -> fmt::Result {
    let phrase = match expected {
        Expected::EndOfLine => Phrase::ExpectedEndOfLine,
        Expected::Id => return words.say(f, Phrase::ExpectedId, &[&Id::MOST_BYTES]),
        Expected::RecordNumber => Phrase::ExpectedRecordNumber,
        Expected::Language => Phrase::ExpectedLanguage,
        Expected::Setting => Phrase::ExpectedSetting,
        Expected::Once => Phrase::ExpectedOnce,
        Expected::Edition => Phrase::ExpectedEdition,
        Expected::Variant => Phrase::ExpectedVariant,
        Expected::Player => Phrase::ExpectedPlayer,
        Expected::Handicap => Phrase::ExpectedHandicap,
        Expected::Action => Phrase::ExpectedAction,
        Expected::Connection => Phrase::ExpectedConnection,
        Expected::Line(a, b) => {
            return words.say(f, Phrase::ExpectedLine, &[&a, &b, &words.list(a.neighbours())]);
        }
        Expected::CardCount => Phrase::ExpectedCardCount,
        Expected::Proof => Phrase::ExpectedProof,
        Expected::NoCards => Phrase::ExpectedNoCards,
    };
    words.say(f, phrase, &[])
}

/// What a command does.
pub(super) const fn does(verb: Verb) -> Phrase {
    match verb {
        Verb::Hello => Phrase::DoesHello,
        Verb::Help => Phrase::DoesHelp,
        Verb::State => Phrase::DoesState,
        Verb::Record => Phrase::DoesRecord,
        Verb::Games => Phrase::DoesGames,
        Verb::New => Phrase::DoesNew,
        Verb::Undo => Phrase::DoesUndo,
        Verb::Play => Phrase::DoesPlay,
        Verb::Lang => Phrase::DoesLang,
        Verb::SelfTest => Phrase::DoesSelfTest,
        Verb::Palette => Phrase::DoesPalette,
        Verb::BootSel => Phrase::DoesBootSel,
    }
}

/// How the board's memory of the game is.
pub(super) const fn remembers(health: Health) -> Phrase {
    match health {
        Health::Kept => Phrase::Kept,
        Health::NotKept => Phrase::NotKept,
        Health::Unreadable => Phrase::Unreadable,
    }
}

/// What is agreed for a new game, and who has yet to agree.
fn set_up(words: &'static Words, menu: Menu, f: &mut Formatter<'_>) -> fmt::Result {
    words.say(f, Phrase::Menu, &[&Agreed(words, &menu.settings)])?;
    match Player::BOTH.into_iter().find(|&player| menu.agreed[player]) {
        Some(player) => {
            words.say(f, Phrase::MenuAgrees, &[&words.name(player), &words.name(player.opponent())])
        }
        None => words.say(f, Phrase::MenuBegins, &[]),
    }
}

/// What a player did and what came of it, in the order in which it happened.
fn accepted(words: &'static Words, deed: Deed, effects: &Effects, f: &mut Formatter<'_>) -> fmt::Result {
    let Effects { mover, change, score, end } = *effects;
    let (mover, opponent) = (words.name(mover), words.name(mover.opponent()));
    let pause = |f: &mut Formatter<'_>| words.say(f, Phrase::Pause, &[]);
    deed.fmt(f)?;
    if !change.gained.is_empty() {
        pause(f)?;
        words.say(f, Phrase::Gained, &[&mover, &words.list(change.gained)])?;
    }
    if !change.returned.is_empty() {
        pause(f)?;
        let phrase = if change.returned.len() == 1 { Phrase::ReturnedOne } else { Phrase::Returned };
        words.say(f, phrase, &[&opponent, &words.list(change.returned)])?;
    }
    if !change.lost.is_empty() {
        pause(f)?;
        words.say(f, Phrase::Lost, &[&opponent, &words.list(change.lost)])?;
    }
    if let Some(score) = score {
        pause(f)?;
        scored(words, score, f)?;
    }
    if let Some(end) = end {
        pause(f)?;
        ended(words, end, f)?;
    }
    Ok(())
}

fn scored(words: &'static Words, score: Score, f: &mut Formatter<'_>) -> fmt::Result {
    let Score { round, islands, points } = score;
    words.say(f, Phrase::Scored, &[&round, &islands.white, &islands.black])?;
    match Player::BOTH.into_iter().map(|player| (player, points[player])).find(|(_, points)| *points > 0) {
        None => words.say(f, Phrase::NoPoint, &[]),
        Some((player, 1)) => words.say(f, Phrase::OnePoint, &[&words.name(player)]),
        Some((player, points)) => words.say(f, Phrase::Points, &[&words.name(player), &points]),
    }
}

fn ended(words: &'static Words, end: End, f: &mut Formatter<'_>) -> fmt::Result {
    words.say(f, Phrase::Over, &[])?;
    match end.winner {
        None => words.say(f, Phrase::Tied, &[])?,
        Some(player) => {
            let how = words.phrase(match end.reason {
                EndReason::Points | EndReason::Draw => Phrase::ByPoints,
                EndReason::ThirdScoring => Phrase::ByThirdScoring,
                EndReason::Bridges => Phrase::ByBridges,
                EndReason::NoBridgesLeftOnBoard => Phrase::ByNoBridgeLeft,
            });
            words.say(f, Phrase::Wins, &[&words.name(player), &how])?;
        }
    }
    words.say(f, Phrase::Total, &[&end.total.white, &end.total.black])
}

/// What a player does.
#[derive(Clone, Copy)]
struct Deed(&'static Words, Player, Action);

impl Display for Deed {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self(words, player, action) = *self;
        let name = words.name(player);
        let (phrase, at) = match action {
            Action::Handicap(at) => (Phrase::DeedHandicap, at),
            Action::Place(at, _) => (Phrase::DeedPlace, at),
            Action::Replace(at) => (Phrase::DeedReplace, at),
            Action::Remove(at, _) => {
                return words.say(f, Phrase::DeedRemove, &[&name, &at, &words.colour(player.opponent())]);
            }
            Action::Discard(1) => return words.say(f, Phrase::DeedDiscardOne, &[&name]),
            Action::Discard(cards) => return words.say(f, Phrase::DeedDiscard, &[&name, &cards]),
            Action::Draw(_) => return words.say(f, Phrase::DeedDraw, &[&name]),
            Action::Pass => return words.say(f, Phrase::DeedPass, &[&name]),
        };
        words.say(f, phrase, &[&name, &at])
    }
}

/// What was agreed, in a few words.
struct Agreed<'a>(&'static Words, &'a Settings);

impl Display for Agreed<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (words, Settings { edition, calm, open, first, handicap }) = (self.0, self.1);
        edition.fmt(f)?;
        f.write_str(", ")?;
        if *calm {
            words.say(f, Phrase::Calm, &[])?;
        }
        if *open {
            words.say(f, Phrase::Open, &[])?;
        }
        if let Some(handicap) = handicap {
            words.say(f, Phrase::HandicapOf, &[&handicap.bridges(), &words.name(handicap.player())])?;
        }
        words.say(f, Phrase::FirstTurn, &[&words.name(*first)])
    }
}
