use core::fmt;

use serde::{Serialize, Serializer};

use crate::map::{Connection, IslandSet};
use crate::referee::{Ask, Event};
use crate::rules::{Action, Effects, Player, Rule};
use crate::words::{Phrase, Worded};

use super::sentences::remembers;
use super::state::overdrawn;
use super::{AskMessage, Health, Language, MenuMessage, Said, SettingsMessage};

/// What the link tells of its own accord: a name, what belongs to it, and a sentence.
#[derive(Clone, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
#[allow(
    missing_docs,
    reason = "the variants are the events of the referee, and docs/protocol.md has them all"
)]
pub(super) enum EventMessage<'a> {
    Started {
        settings: SettingsMessage,
        message: Sentence<'a>,
    },
    Ready {
        message: Sentence<'a>,
    },
    Handicap {
        player: Player,
        connection: Connection,
        effects: &'a Effects,
        message: Sentence<'a>,
    },
    Placed {
        player: Player,
        connection: Connection,
        effects: &'a Effects,
        message: Sentence<'a>,
    },
    Removed {
        player: Player,
        connection: Connection,
        effects: &'a Effects,
        message: Sentence<'a>,
    },
    Replaced {
        player: Player,
        connection: Connection,
        effects: &'a Effects,
        message: Sentence<'a>,
    },
    Discarded {
        player: Player,
        cards: u8,
        effects: &'a Effects,
        message: Sentence<'a>,
    },
    Drew {
        player: Player,
        effects: &'a Effects,
        message: Sentence<'a>,
    },
    Passed {
        player: Player,
        effects: &'a Effects,
        message: Sentence<'a>,
    },
    Refused {
        player: Player,
        error: &'static str,
        rule: Rule,
        connection: Option<Connection>,
        #[serde(skip_serializing_if = "Option::is_none")]
        islands: Option<IslandSet>,
        message: Sentence<'a>,
    },
    Undone {
        player: Player,
        action: Text<Action>,
        message: Sentence<'a>,
    },
    NothingToUndo {
        message: Sentence<'a>,
    },
    Corrected {
        connection: Connection,
        message: Sentence<'a>,
    },
    OwnerAsked {
        connection: Connection,
        message: Sentence<'a>,
    },
    OwnerWithdrawn {
        connection: Connection,
        message: Sentence<'a>,
    },
    Disbelieved {
        connection: Connection,
        message: Sentence<'a>,
    },
    Believed {
        connection: Connection,
        message: Sentence<'a>,
    },
    Chatters {
        connection: Connection,
        message: Sentence<'a>,
    },
    Menu {
        menu: MenuMessage,
        message: Sentence<'a>,
    },
    MenuLeft {
        message: Sentence<'a>,
    },
    Review {
        step: u16,
        of: u16,
        player: Option<Player>,
        action: Option<Text<Action>>,
        message: Sentence<'a>,
    },
    ReviewLeft {
        message: Sentence<'a>,
    },
    Ignored {
        message: Sentence<'a>,
    },
    /// What the board wants done has changed.
    Asks {
        asks: Option<AskMessage<'a>>,
    },
    /// Whether what happens is remembered.
    Journal {
        journal: Health,
        message: Worded,
    },
    /// Lines were lost before this one.
    Lost {
        lines: u32,
        message: Worded,
    },
}

type Sentence<'a> = Said<'a, Event>;

/// Something that is a string in JSON, as it is displayed.
#[derive(Clone)]
pub(super) struct Text<T>(T);

impl<T: fmt::Display> Serialize for Text<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'a> EventMessage<'a> {
    /// What happened at the table.
    pub(super) fn of(event: &'a Event, language: Language) -> Self {
        let message = Said { language, what: event };
        match *event {
            Event::Started(settings) => Self::Started { settings: settings.into(), message },
            Event::Ready => Self::Ready { message },
            Event::Accepted(player, action, ref effects) => match action {
                Action::Handicap(connection) => Self::Handicap { player, connection, effects, message },
                Action::Place(connection, _) => Self::Placed { player, connection, effects, message },
                Action::Remove(connection, _) => Self::Removed { player, connection, effects, message },
                Action::Replace(connection) => Self::Replaced { player, connection, effects, message },
                Action::Discard(cards) => Self::Discarded { player, cards, effects, message },
                Action::Draw(_) => Self::Drew { player, effects, message },
                Action::Pass => Self::Passed { player, effects, message },
            },
            Event::Refused { player, objection, at } => Self::Refused {
                player,
                error: objection.name(),
                rule: objection.rule(),
                connection: at,
                islands: overdrawn(objection),
                message,
            },
            Event::Undone(player, action) => Self::Undone { player, action: Text(action), message },
            Event::NothingToUndo => Self::NothingToUndo { message },
            Event::Corrected(connection) => Self::Corrected { connection, message },
            Event::OwnerAsked(connection) => Self::OwnerAsked { connection, message },
            Event::OwnerWithdrawn(connection) => Self::OwnerWithdrawn { connection, message },
            Event::Disbelieved(connection) => Self::Disbelieved { connection, message },
            Event::Believed(connection) => Self::Believed { connection, message },
            Event::Chatters(connection) => Self::Chatters { connection, message },
            Event::Menu(menu) => Self::Menu { menu: menu.into(), message },
            Event::MenuLeft => Self::MenuLeft { message },
            Event::Review { step, of, action } => {
                let (player, action) = action.unzip();
                Self::Review { step, of, player, action: action.map(Text), message }
            }
            Event::ReviewLeft => Self::ReviewLeft { message },
            Event::Ignored => Self::Ignored { message },
        }
    }

    /// What the board wants done.
    pub(super) fn asks(ask: Option<&'a Ask>, language: Language) -> Self {
        Self::Asks { asks: ask.map(|ask| AskMessage::new(ask, language)) }
    }

    /// How the board's memory of the game is.
    pub(super) fn health(journal: Health, language: Language) -> Self {
        Self::Journal { journal, message: language.words().phrase(remembers(journal)) }
    }

    /// How many lines were lost.
    pub(super) fn lost(lines: u32, language: Language) -> Self {
        Self::Lost { lines, message: language.words().phrase(Phrase::LinesLost) }
    }
}
