use crate::journal::Entry;
use crate::map::Connection;
use crate::rules::{Action, Edition, Effects, Game, History, Phase, Player, Refusal, Settings, Unseen};
use crate::sensing::{PlayerButton, Press};
use crate::time::Millis;

use super::standing::Refused;
use super::table::{Referee, Review};
use super::{Ask, Cause, Event, Menu, Objection, Ruling};

/// How many idle turns at the end of a game are kept (french-1999: two players who pass for ever).
const IDLE_TURNS: usize = 100;

impl Referee {
    /// Rules on a gesture: a stick was put down on a line, or lifted from it.
    pub(super) fn rule(&mut self, now: Millis, line: Connection) -> Option<Ruling> {
        if self.review.take().is_some() {
            // The gesture stays open and is ruled next.
            return Some(Ruling::of(Event::ReviewLeft));
        }
        self.scoring = None;
        let lies = self.gestures.close(line);
        if self.clearing {
            return self.cleared(line, lies);
        }
        if self.owner == Some(line) {
            self.owner = None;
            return Some(Ruling::of(Event::OwnerWithdrawn(line)));
        }
        if lies == self.expected().contains(line) {
            self.refusals.put_right(self.wrong());
            return Some(Ruling::of(Event::Corrected(line)));
        }
        let player = self.game().turn()?;
        let is_handicap = matches!(self.game().phase(), Phase::Handicap { .. });
        match (lies, is_handicap) {
            (false, true) => self.take_handicap_back(line),
            (false, false) => Some(self.attempt(now, player, Action::Remove(line, Unseen), Some(line))),
            (true, true) => Some(self.attempt(now, player, Action::Handicap(line), Some(line))),
            (true, false) if self.game().just_removed() == Some(line) => Some(self.ask_owner(line)),
            (true, false) => Some(self.attempt(now, player, Action::Place(line, Unseen), Some(line))),
        }
    }

    /// A stick moved while a new game waits for an empty board.
    fn cleared(&mut self, line: Connection, lies: bool) -> Option<Ruling> {
        if self.wrong().is_empty() {
            self.clearing = false;
            self.refusals.clear();
            return Some(Ruling::of(Event::Ready));
        }
        (!lies).then_some(Ruling::of(Event::Corrected(line)))
    }

    /// Answers a press or a command.
    pub(super) fn answer(&mut self, now: Millis, cause: Cause) -> Option<Ruling> {
        match cause {
            Cause::New(settings) => Some(self.start(settings)),
            Cause::Undo => Some(self.undo()),
            Cause::Play(player, action) if self.begun => {
                self.menu = None;
                self.review = None;
                // A game that is being told has its own idea of where sticks lie.
                self.clearing = false;
                Some(self.attempt(now, player, action, None))
            }
            Cause::Play(..) => Some(Ruling::of(Event::Ignored)),
            Cause::Press(press) if self.menu.is_some() => self.press_in_menu(press),
            Cause::Press(press) if self.review.is_some() => Some(self.press_in_review(press)),
            Cause::Press(press) => {
                self.scoring = None;
                match press {
                    Press::Button(player, button) => Some(self.press(now, player, button)),
                    Press::Tap => self.step_back(),
                    Press::ShortHold => Some(self.undo()),
                    Press::LongHold => {
                        let menu = Menu::new(*self.game().settings());
                        self.menu = Some(menu);
                        Some(Ruling::of(Event::Menu(menu)))
                    }
                    Press::OtherHold => None,
                    Press::BothPass => self.disbelieve(now),
                }
            }
        }
    }

    fn press(&mut self, now: Millis, player: Player, button: PlayerButton) -> Ruling {
        if let Some(line) = self.owner {
            return self.owner_is(now, line, player);
        }
        let action = match button {
            PlayerButton::Draw => Action::Draw(Unseen),
            PlayerButton::Pass => Action::Pass,
            PlayerButton::Discard => Action::Discard(1),
        };
        let is_theirs = !matches!(
            { *self.game() }.play(player, action),
            Err(Refusal::GameOver | Refusal::HandicapFirst { .. } | Refusal::NotYourTurn { .. })
        );
        let ends_turn = button != PlayerButton::Discard;
        match self.ask() {
            Some(ask) if self.clearing || (is_theirs && ends_turn) => {
                self.refuse(now, player, Objection::LiftFirst(ask), None)
            }
            _ => self.attempt(now, player, action, None),
        }
    }

    /// Tries an action; `at` is the line whose stick is the remedy if it is refused.
    fn attempt(&mut self, now: Millis, player: Player, action: Action, at: Option<Connection>) -> Ruling {
        let idle = action == Action::Pass && self.has_idled();
        let mut next = *self.game();
        let effects = match next.play(player, action) {
            Ok(effects) => effects,
            Err(refusal) => return self.refuse(now, player, refusal.into(), at),
        };
        let entry = if idle {
            // Two idle turns change nothing: one fewer is the same game as one more.
            self.history.undo();
            Entry::Undo
        } else {
            // What a copy of the game accepts, the game accepts.
            let _ = self.history.play(player, action);
            Entry::Act(player, action)
        };
        self.settle(now, action, &effects);
        Ruling::of(Event::Accepted(player, action, effects)).remember(entry)
    }

    /// Whether both players have done nothing but pass for so long that the oldest such turns are forgotten.
    fn has_idled(&self) -> bool {
        self.game().settings().edition == Edition::French1999
            && self.history.len() > IDLE_TURNS
            && self.history.actions().rev().take(IDLE_TURNS).all(|(_, action)| action == Action::Pass)
    }

    /// After an accepted action.
    fn settle(&mut self, now: Millis, action: Action, effects: &Effects) {
        self.scoring = effects.score.filter(|_| effects.end.is_none()).map(|score| (score, now));
        if effects.end.is_some() {
            self.over_since = now;
            self.owner = None;
            self.refusals.clear();
            return;
        }
        if let Some(line) = self.owner.take()
            && action.at() != Some(line)
        {
            // Somebody plays on: the line is simply free, and the stick on it is the mover's.
            self.gestures.accept(now, line, false);
        }
        self.refusals.move_on();
        self.refusals.put_right(self.wrong());
    }

    fn refuse(
        &mut self,
        now: Millis,
        player: Player,
        objection: Objection,
        at: Option<Connection>,
    ) -> Ruling {
        self.refusals.add(Refused { objection, at, since: now });
        Ruling::of(Event::Refused { player, objection, at })
    }

    /// A stick was put on the line that has just been cleared: the removal taken back, or a bridge of the mover's?
    fn ask_owner(&mut self, line: Connection) -> Ruling {
        if self.may_be_movers(line).is_none() {
            return self.undo();
        }
        self.owner = Some(line);
        Ruling::of(Event::OwnerAsked(line))
    }

    /// The action that a stick of the mover's on the line just cleared would be, if it may be one.
    fn may_be_movers(&self, line: Connection) -> Option<Action> {
        let mover = self.game().turn()?;
        let is_legal = |action: &Action| { *self.game() }.play(mover, *action).is_ok();
        [Action::Replace(line), Action::Place(line, Unseen)].into_iter().find(is_legal)
    }

    fn owner_is(&mut self, now: Millis, line: Connection, player: Player) -> Ruling {
        if self.game().turn() != Some(player) {
            return self.undo();
        }
        self.owner = None;
        let action = self.may_be_movers(line).unwrap_or(Action::Place(line, Unseen));
        self.attempt(now, player, action, Some(line))
    }

    /// Lifts a handicap bridge: as if it had never been put down (S2).
    fn take_handicap_back(&mut self, line: Connection) -> Option<Ruling> {
        let wanted = Action::Handicap(line);
        let place = self.history.actions().position(|(_, action)| action == wanted)?;
        let player = self.game().turn()?;
        let mut ruling = Ruling::of(Event::Undone(player, wanted));
        let mut later: heapless::Vec<Action, 2> = heapless::Vec::new();
        while self.history.len() > place {
            let (_, action) = self.history.undo()?;
            ruling = ruling.remember(Entry::Undo);
            if action != wanted {
                let _ = later.push(action);
            }
        }
        for &action in later.iter().rev() {
            let _ = self.history.play(player, action);
            ruling = ruling.remember(Entry::Act(player, action));
        }
        self.taken_back();
        Some(ruling)
    }

    fn undo(&mut self) -> Ruling {
        let undone = if self.begun { self.history.undo() } else { None };
        let Some((player, action)) = undone else { return Ruling::of(Event::NothingToUndo) };
        self.menu = None;
        self.review = None;
        self.taken_back();
        Ruling::of(Event::Undone(player, action)).remember(Entry::Undo)
    }

    fn taken_back(&mut self) {
        self.scoring = None;
        self.owner = None;
        self.refusals.move_on();
        self.refusals.put_right(self.wrong());
    }

    /// Begins a game.
    fn start(&mut self, settings: Settings) -> Ruling {
        self.history = History::new(Game::new(settings));
        self.begun = true;
        self.owner = None;
        self.menu = None;
        self.review = None;
        self.scoring = None;
        self.refusals.clear();
        self.gestures.accept_all();
        self.clearing = true;
        self.clearing = !self.wrong().is_empty();
        Ruling::of(Event::Started(settings)).remember(Entry::Start(settings))
    }

    fn press_in_menu(&mut self, press: Press) -> Option<Ruling> {
        let menu = self.menu.as_mut()?;
        match press {
            Press::Button(player, button) => {
                menu.press(player, button);
                let menu = *menu;
                Some(if menu.is_agreed() { self.start(menu.settings) } else { Ruling::of(Event::Menu(menu)) })
            }
            Press::BothPass => None,
            _ if !self.begun => None,
            _ => {
                self.menu = None;
                Some(Ruling::of(Event::MenuLeft))
            }
        }
    }

    /// The board stops believing the line that it keeps asking for.
    fn disbelieve(&mut self, now: Millis) -> Option<Ruling> {
        let (Ask::Lift(line) | Ask::Place(line, _)) = self.ask()? else { return None };
        self.disbelieved = self.disbelieved.with(line);
        self.gestures.accept(now, line, self.gestures.seen().contains(line));
        self.clearing &= !self.wrong().is_empty();
        // Whoever held the buttons pressed them, too: that was no attempt to pass.
        self.refusals.move_on();
        self.refusals.put_right(self.wrong());
        Some(Ruling::of(Event::Disbelieved(line)))
    }

    /// How many actions the game has so far.
    #[allow(clippy::cast_possible_truncation, reason = "a history holds a few hundred")]
    pub(super) fn steps(&self) -> u16 {
        self.history.len() as u16
    }

    /// The action that leads to a step.
    pub(super) fn action_before(&self, step: u16) -> Option<(Player, Action)> {
        self.history.actions().nth(usize::from(step.checked_sub(1)?))
    }

    fn show_step(&mut self, step: u16) -> Ruling {
        let position = *self.history.after(usize::from(step)).position();
        self.review = Some(Review { step, position });
        Ruling::of(Event::Review { step, of: self.steps(), action: self.action_before(step) })
    }

    fn step_back(&mut self) -> Option<Ruling> {
        let step = self.review.map_or(self.steps(), |review| review.step);
        step.checked_sub(1).map(|step| self.show_step(step))
    }

    fn press_in_review(&mut self, press: Press) -> Ruling {
        match press {
            Press::Tap => self.step_back().unwrap_or(Ruling::of(Event::Ignored)),
            Press::Button(..) => {
                let step = self.review.map_or(0, |review| review.step) + 1;
                if step < self.steps() {
                    return self.show_step(step);
                }
                self.review = None;
                Ruling::of(Event::ReviewLeft)
            }
            _ => {
                self.review = None;
                Ruling::of(Event::ReviewLeft)
            }
        }
    }
}
