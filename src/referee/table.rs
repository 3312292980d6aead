use core::fmt;

use heapless::Deque;

use crate::journal::Entry;
use crate::map::{Connection, ConnectionSet};
use crate::rules::{ByPlayer, Game, History, Phase, Position, Refusal, Score, Settings};
use crate::sensing::Settled;
use crate::time::Millis;

use super::gestures::{Before, Gestures};
use super::standing::Standing;
use super::{Ask, Cause, Menu, Objection, Ruling, Shown, ShownRefusal, View};

/// How many actions can be taken back: more than any game has, and a hundred idle turns.
pub const HISTORY: usize = 384;

/// How many presses and commands wait while a gesture before them is ruled.
const WAITING: usize = 16;

/// How long a scoring is shown.
const SCORING: Millis = 5000;

/// The referee of one table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Referee {
    pub(super) history: History<HISTORY>,
    /// Whether there is a game at all.
    pub(super) begun: bool,
    /// A new game waits for an empty board.
    pub(super) clearing: bool,
    /// Whether the lines have been read.
    awake: bool,
    pub(super) gestures: Gestures,
    /// The lines whose contact is not believed until it changes.
    pub(super) disbelieved: ConnectionSet,
    /// Disbelieved lines whose contact has changed, untold.
    believed_again: ConnectionSet,
    /// Lines that chatter, and those of them that were told.
    chattering: ConnectionSet,
    chatter_told: ConnectionSet,
    /// The line with a stick of which it is not known whose it is.
    pub(super) owner: Option<Connection>,
    pub(super) refusals: Standing,
    pub(super) menu: Option<Menu>,
    pub(super) review: Option<Review>,
    /// The scoring that is being shown, since when.
    pub(super) scoring: Option<(Score, Millis)>,
    pub(super) over_since: Millis,
    causes: Deque<(Millis, Cause), WAITING>,
    /// How many presses and commands were lost because too many waited.
    lost: u16,
}

/// A look back at the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Review {
    pub(super) step: u16,
    pub(super) position: Position,
}

const _: () = assert!(size_of::<Referee>() <= 4096, "the referee outgrew what it may take");

/// Why a journal cannot be played again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReplayError {
    /// An action stands before any game.
    NoGame,
    /// The rules refuse what the journal has as accepted.
    Refused(Refusal),
    /// More is taken back than was done.
    NothingToUndo,
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoGame => f.write_str("the journal has an action before any game"),
            Self::Refused(refusal) => write!(f, "the journal has what the rules refuse: {refusal}"),
            Self::NothingToUndo => f.write_str("the journal takes back more than was done"),
        }
    }
}

impl core::error::Error for ReplayError {}

impl Default for Referee {
    fn default() -> Self {
        Self::new()
    }
}

impl Referee {
    /// A referee who knows of no game.
    pub fn new() -> Self {
        Self {
            history: History::new(Game::new(Settings::default())),
            begun: false,
            clearing: false,
            awake: false,
            gestures: Gestures::new(),
            disbelieved: ConnectionSet::EMPTY,
            believed_again: ConnectionSet::EMPTY,
            chattering: ConnectionSet::EMPTY,
            chatter_told: ConnectionSet::EMPTY,
            owner: None,
            refusals: Standing::new(),
            menu: None,
            review: None,
            scoring: None,
            over_since: 0,
            causes: Deque::new(),
            lost: 0,
        }
    }

    /// Plays one entry of a journal again, before the first lines are sensed.
    ///
    /// # Errors
    /// The entry cannot follow the ones before; it is skipped.
    pub fn replay(&mut self, entry: Entry) -> Result<(), ReplayError> {
        match entry {
            Entry::Start(settings) => {
                self.history = History::new(Game::new(settings));
                self.begun = true;
                Ok(())
            }
            _ if !self.begun => Err(ReplayError::NoGame),
            Entry::Act(player, action) => {
                self.history.play(player, action).map(|_| ()).map_err(ReplayError::Refused)
            }
            Entry::Undo => self.history.undo().map(|_| ()).ok_or(ReplayError::NothingToUndo),
        }
    }

    /// Takes the lines as they have settled.
    pub fn sense(&mut self, now: Millis, settled: Settled) {
        let changed = self.gestures.seen() ^ settled.lines;
        self.chattering = settled.chattering;
        self.chatter_told = self.chatter_told & settled.chattering;
        if !self.awake {
            self.awake = true;
            self.gestures.sense(now, settled.lines);
            self.wake();
            return;
        }
        for line in changed & self.disbelieved {
            self.disbelieved = self.disbelieved.without(line);
            self.believed_again = self.believed_again.with(line);
            self.gestures.accept(now, line, self.expected().contains(line));
        }
        self.gestures.sense(now, settled.lines);
    }

    /// The first look at the board: what lies there is no gesture. What differs from the game is asked for.
    fn wake(&mut self) {
        self.gestures.accept_all();
        if !self.begun {
            self.menu = Some(Menu::new(Settings::default()));
            return;
        }
        self.clearing = self.history.is_empty() && !self.gestures.ruled().is_empty();
        let removed = self.game().just_removed();
        self.owner = removed.filter(|&line| self.gestures.ruled().contains(line));
    }

    /// Takes a press or a command.
    pub fn hear(&mut self, now: Millis, cause: Cause) {
        if self.causes.push_back((now, cause)).is_err() {
            self.lost = self.lost.saturating_add(1);
        }
    }

    /// The next ruling that is due, if one is. Each must be remembered and shown before the next is asked for.
    pub fn poll(&mut self, now: Millis) -> Option<Ruling> {
        if !self.awake {
            return None;
        }
        if let Some(ruling) = self.tell_of_contacts() {
            return Some(ruling);
        }
        if self.scoring.is_some_and(|(_, since)| now >= since + SCORING) {
            self.scoring = None;
        }
        loop {
            if !self.begun || (self.game().end().is_some() && self.review.is_none()) {
                self.gestures.accept_all();
            }
            let looks_at_sticks = self.menu.is_none();
            let before = match self.causes.front() {
                Some(_) if !looks_at_sticks => Before::Nothing,
                Some(&(pressed, _)) => self.gestures.before(now, pressed),
                None if !looks_at_sticks => return None,
                None => {
                    let own = self
                        .game()
                        .turn()
                        .map_or(ConnectionSet::EMPTY, |mover| self.game().position().bridges(mover));
                    Before::Rule(self.gestures.due(now, own)?)
                }
            };
            let ruling = match before {
                Before::Wait(_) => return None,
                Before::Rule(line) => self.rule(now, line),
                Before::Nothing => {
                    let (_, cause) = self.causes.pop_front()?;
                    self.answer(now, cause)
                }
            };
            if ruling.is_some() {
                return ruling;
            }
        }
    }

    fn tell_of_contacts(&mut self) -> Option<Ruling> {
        if let Some(line) = (self.chattering - self.chatter_told).first() {
            self.chatter_told = self.chatter_told.with(line);
            return Some(Ruling::of(super::Event::Chatters(line)));
        }
        let line = self.believed_again.first()?;
        self.believed_again = self.believed_again.without(line);
        Some(Ruling::of(super::Event::Believed(line)))
    }

    /// When [`Self::poll`] may have something new, if nothing is sensed or heard before.
    pub fn deadline(&self, now: Millis) -> Option<Millis> {
        if !self.awake {
            return None;
        }
        if let Some(&(pressed, _)) = self.causes.front() {
            return Some(match self.gestures.before(now, pressed) {
                Before::Wait(until) => until,
                _ => now,
            });
        }
        let scoring = self.scoring.map(|(_, since)| since + SCORING);
        let gestures = if self.menu.is_none() { self.gestures.deadline(now) } else { None };
        [scoring, gestures].into_iter().flatten().min()
    }

    /// The game; a fresh one nobody plays before [there is one](Self::has_game).
    pub fn game(&self) -> &Game {
        self.history.game()
    }

    /// The game and the way to it.
    pub fn history(&self) -> &History<HISTORY> {
        &self.history
    }

    /// Whether a game has been begun.
    pub fn has_game(&self) -> bool {
        self.begun
    }

    /// Whether a new game still waits for an empty board.
    pub fn is_clearing(&self) -> bool {
        self.clearing
    }

    /// The set-up, while it is open.
    pub fn menu(&self) -> Option<Menu> {
        self.menu
    }

    /// How many presses and commands were lost because too many waited.
    pub fn lost(&self) -> u16 {
        self.lost
    }

    /// The one next thing that the board wants done.
    pub fn ask(&self) -> Option<Ask> {
        if self.menu.is_some() {
            return None;
        }
        if let Some(line) = self.owner {
            return Some(Ask::Owner(line));
        }
        let wrong = self.wrong();
        if let Some(line) = (wrong & self.gestures.ruled()).first() {
            return Some(Ask::Lift(line));
        }
        let line = wrong.first()?;
        self.game().position().owner(line).map(|player| Ask::Place(line, player))
    }

    /// The last refusal that still stands, and the line it is about.
    pub fn refusal(&self) -> Option<(Objection, Option<Connection>)> {
        self.refusals.last().map(|refused| (refused.objection, refused.at))
    }

    /// The lines whose sticks are not as the game has them, as far as they are believed.
    pub(super) fn wrong(&self) -> ConnectionSet {
        if !self.begun || self.game().end().is_some() {
            return ConnectionSet::EMPTY;
        }
        (self.gestures.ruled() ^ self.expected()) - self.disbelieved
    }

    /// Where sticks should lie.
    pub(super) fn expected(&self) -> ConnectionSet {
        if self.clearing || !self.begun { ConnectionSet::EMPTY } else { self.game().position().occupied() }
    }

    /// What the board has to show.
    pub fn view(&self) -> View {
        let position = self.review.map_or(*self.game().position(), |review| review.position);
        let shown = if !self.awake {
            Shown::Waking
        } else if let Some(menu) = self.menu {
            Shown::Menu(menu)
        } else if let Some(Review { step, .. }) = self.review {
            let action = self.action_before(step);
            let at = action.and_then(|(_, action)| action.at());
            Shown::Review { step, of: self.steps(), at }
        } else if let Phase::Over(end) = self.game().phase() {
            Shown::Over(end, self.over_since)
        } else if let Some((score, since)) = self.scoring {
            Shown::Scoring(score, since)
        } else {
            Shown::Play
        };
        let ask = self.ask();
        let refusal = self.refusals.last().map(|refused| {
            let at = match refused.objection {
                Objection::LiftFirst(_) => ask.map(Ask::at),
                Objection::Rules(_) => refused.at,
            };
            ShownRefusal {
                family: refused.objection.family(),
                at,
                has_remedy: at.is_some(),
                since: refused.since,
            }
        });
        View {
            shown,
            control: ByPlayer::from_fn(|player| position.control(player)),
            turn: if self.begun { self.game().turn() } else { None },
            moving: self.gestures.open() | self.chattering,
            ask,
            refusal,
            disbelieved: self.disbelieved,
        }
    }
}
