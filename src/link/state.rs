use serde::{Serialize, Serializer};

use crate::map::{Connection, ConnectionSet, IslandSet};
use crate::referee::{Ask, Menu, Objection, Referee, Shown};
use crate::rules::{ByPlayer, Edition, End, Game, Handicap, Player, Refusal, Rule, Settings, Summary};

use super::{Language, Said};

/// How the game stands: what records print of it, and what the table adds.
#[derive(Clone, Serialize)]
pub(super) struct StateMessage<'a> {
    round: u8,
    turn: Option<Player>,
    phase: &'static str,
    bridges: ByPlayer<ConnectionSet>,
    control: ByPlayer<IslandSet>,
    hands: ByPlayer<u8>,
    to_draw: u8,
    score: ByPlayer<u8>,
    settings: SettingsMessage,
    asks: Option<AskMessage<'a>>,
    refuses: Option<RefusalMessage<'a>>,
    end: Option<End>,
    scores: Scores<'a>,
    menu: Option<MenuMessage>,
    review: Option<ReviewMessage>,
    clearing: bool,
    disbelieved: ConnectionSet,
    actions: usize,
}

/// What a state borrows from: answers that the referee gives by value.
#[derive(Clone, Copy)]
pub(super) struct Standing {
    ask: Option<Ask>,
    refusal: Option<(Objection, Option<Connection>)>,
}

impl Standing {
    pub(super) fn of(referee: &Referee) -> Self {
        Self { ask: referee.ask(), refusal: referee.refusal() }
    }
}

impl<'a> StateMessage<'a> {
    pub(super) fn new(referee: &'a Referee, standing: &'a Standing, language: Language) -> Self {
        let game = referee.game();
        let Summary { round, turn, phase, bridges, control, hands, to_draw, score } = game.into();
        let (turn, phase) = if referee.has_game() { (turn, phase) } else { (None, "set-up") };
        let view = referee.view();
        let review = match view.shown {
            Shown::Review { step, of, .. } => Some(ReviewMessage { step, of }),
            _ => None,
        };
        let refuses = standing.refusal.as_ref();
        Self {
            round,
            turn,
            phase,
            bridges,
            control,
            hands,
            to_draw,
            score,
            settings: (*game.settings()).into(),
            asks: standing.ask.as_ref().map(|ask| AskMessage::new(ask, language)),
            refuses: refuses.map(|(objection, at)| RefusalMessage::new(objection, *at, language)),
            end: game.end(),
            scores: Scores(game),
            menu: referee.menu().map(MenuMessage::from),
            review,
            clearing: referee.is_clearing(),
            disbelieved: view.disbelieved,
            actions: referee.history().len(),
        }
    }
}

/// The scorings so far.
#[derive(Clone)]
struct Scores<'a>(&'a Game);

impl Serialize for Scores<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeSeq;
        let mut scores = serializer.serialize_seq(Some(self.0.scores().count()))?;
        for score in self.0.scores() {
            scores.serialize_element(&score)?;
        }
        scores.end()
    }
}

/// What was agreed.
#[derive(Clone, Copy, Serialize)]
pub(super) struct SettingsMessage {
    edition: Edition,
    calm: bool,
    open: bool,
    first: Player,
    handicap: Option<HandicapMessage>,
}

#[derive(Clone, Copy, Serialize)]
struct HandicapMessage {
    player: Player,
    bridges: u8,
}

impl From<Handicap> for HandicapMessage {
    fn from(handicap: Handicap) -> Self {
        Self { player: handicap.player(), bridges: handicap.bridges() }
    }
}

impl From<Settings> for SettingsMessage {
    fn from(settings: Settings) -> Self {
        let Settings { edition, calm, open, first, handicap } = settings;
        Self { edition, calm, open, first, handicap: handicap.map(HandicapMessage::from) }
    }
}

/// What the board wants done.
#[derive(Clone, Serialize)]
pub(super) struct AskMessage<'a> {
    ask: &'static str,
    connection: Connection,
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<Player>,
    message: Said<'a, Ask>,
}

impl<'a> AskMessage<'a> {
    pub(super) fn new(ask: &'a Ask, language: Language) -> Self {
        let (name, player) = match *ask {
            Ask::Owner(_) => ("owner", None),
            Ask::Lift(_) => ("lift", None),
            Ask::Place(_, player) => ("place", Some(player)),
        };
        Self { ask: name, connection: ask.at(), player, message: Said { language, what: ask } }
    }
}

/// A refusal that stands.
#[derive(Clone, Serialize)]
pub(super) struct RefusalMessage<'a> {
    error: &'static str,
    rule: Rule,
    connection: Option<Connection>,
    #[serde(skip_serializing_if = "Option::is_none")]
    islands: Option<IslandSet>,
    message: Said<'a, Objection>,
}

impl<'a> RefusalMessage<'a> {
    pub(super) fn new(objection: &'a Objection, at: Option<Connection>, language: Language) -> Self {
        Self {
            error: objection.name(),
            rule: objection.rule(),
            connection: at,
            islands: overdrawn(*objection),
            message: Said { language, what: objection },
        }
    }
}

/// For `impossible-cards`: the islands whose cards are overdrawn.
pub(super) fn overdrawn(objection: Objection) -> Option<IslandSet> {
    match objection {
        Objection::Rules(Refusal::ImpossibleCards { islands }) => Some(islands),
        _ => None,
    }
}

/// The set-up: what is chosen, and who agrees.
#[derive(Clone, Copy, Serialize)]
pub(super) struct MenuMessage {
    settings: SettingsMessage,
    agreed: ByPlayer<bool>,
}

impl From<Menu> for MenuMessage {
    fn from(menu: Menu) -> Self {
        Self { settings: menu.settings.into(), agreed: menu.agreed }
    }
}

#[derive(Clone, Copy, Serialize)]
struct ReviewMessage {
    step: u16,
    of: u16,
}
