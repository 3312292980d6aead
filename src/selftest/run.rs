use crate::map::Island;
use crate::rules::{ByPlayer, Player};
use crate::sensing::{Button, PlayerButton};
use crate::time::Millis;

use super::lamps::diagnose;
use super::test::{DEAD, GIVE_UP, LAID, LOOK, PRESSED, REFEREE, TRIES};
use super::{Contact, ContactSet, Lamp, LampSet, LampVerdict, Outcome, Seen, SelfTest, Start, Step, Verdict};

/// The way from step to step.
impl SelfTest {
    /// Takes one step, if one is due.
    pub(super) fn advance(&mut self, now: Millis) {
        let tapped = core::mem::take(&mut self.tapped);
        if self.referee.is_some_and(|(since, _)| now.saturating_sub(since) >= GIVE_UP) {
            // What is done is done.
            match self.step {
                Step::Result { .. } => self.end(),
                _ => self.outcome = Some(Outcome::Left),
            }
            return;
        }
        self.reconsider(now);
        let pressed = self.take_pressed(now);
        if self.is_quiet(now, PRESSED) && self.present().is_empty() {
            self.armed = true;
        }
        match self.step {
            Step::Release => self.release(now),
            Step::Referee => self.prove_referee(now),
            Step::Instead(button) => self.look_instead(now, button),
            Step::Walk | Step::Lights if tapped => self.go(now, Step::Walk),
            Step::Walk if now.saturating_sub(self.since) >= self.walk() => {
                self.go(now, Step::Lights);
            }
            Step::Walk => {}
            Step::Lights => match kind_of(pressed) {
                Some((PlayerButton::Draw, button)) => {
                    self.vouched = Some(button);
                    self.conclude_lamps(now);
                }
                Some((PlayerButton::Pass, _)) => self.go(now, Step::Lamp(Lamp::Island(Island::Aloa))),
                _ => {}
            },
            Step::Lamp(lamp) => {
                if let Some((_, button)) = kind_of(pressed) {
                    self.answers[lamp.index()] = Some(button);
                    self.after_lamp(now, lamp);
                }
            }
            Step::Answer(kind) => {
                let button = kind_of(pressed).map(|(_, button)| button);
                if tapped || button.is_some() {
                    self.meant[kind as usize] = button;
                    match PlayerButton::ALL.get(kind as usize + 1) {
                        Some(&next) => self.go(now, Step::Answer(next)),
                        None => self.conclude_lamps(now),
                    }
                }
            }
            Step::Empty(_) => self.empty(now, tapped),
            Step::Place { line, .. } => self.ask_for(now, Contact::Line(line), tapped),
            Step::Press { button, .. } => self.ask_for(now, Contact::Button(button), tapped),
            Step::Lift { line, seen } => self.wait_for_open(now, Contact::Line(line), seen, tapped),
            Step::LetGo { button, seen } => self.wait_for_open(now, Contact::Button(button), seen, tapped),
            Step::Result { offers, agreed } => self.result(now, offers, agreed, pressed, tapped),
        }
    }

    pub(super) fn go(&mut self, now: Millis, step: Step) {
        // Whoever is quick has the next stick down before anything is read again.
        (self.step, self.since, self.armed) = (step, now, self.present().is_empty());
        self.released = (self.closed - self.stuck).is_empty();
        // What was pressed in the step before answers nothing in this one.
        if let Some((_, is_tap)) = &mut self.referee {
            *is_tap = false;
        }
    }

    pub(super) fn is_quiet(&self, now: Millis, time: Millis) -> bool {
        now.saturating_sub(self.changed) >= time
    }

    /// What went down since it was last quiet, once it is quiet again.
    fn take_pressed(&mut self, now: Millis) -> ContactSet {
        if !self.is_quiet(now, PRESSED) {
            return ContactSet::EMPTY;
        }
        let pressed = self.closed - self.quiet;
        self.quiet = self.closed;
        pressed
    }

    /// What is closed and should not be, but for what is known to be stuck and for the referee button.
    pub(super) fn present(&self) -> ContactSet {
        ((self.closed | self.reversed) - self.stuck).without(REFEREE)
    }

    pub(super) fn record(&mut self, contact: Contact, verdict: Verdict) {
        self.report.contacts[contact.index()] = verdict;
        self.untold = self.untold.with(contact);
    }

    /// What is closed does not open although nothing lies there.
    fn record_stuck(&mut self) {
        let stuck = self.present();
        self.stuck = self.stuck | stuck;
        for contact in stuck {
            self.record(contact, Verdict::Stuck);
        }
    }

    /// What was called stuck and opens is not, nor is dead what closes when the next is asked for: somebody was impatient.
    /// It is asked for again.
    fn reconsider(&mut self, now: Millis) {
        // Where a diode is the wrong way round, nothing else of its row is seen.
        let is_clear = self.reversed.is_empty() && self.is_quiet(now, PRESSED);
        if !is_clear || matches!(self.step, Step::Result { .. }) {
            return;
        }
        let open = self.stuck - (self.closed | self.reversed);
        self.stuck = self.stuck - open;
        for contact in (open | self.closed).without(REFEREE) - self.moved {
            let moved_after_all = match self.report.contact(contact) {
                Verdict::Stuck => open.contains(contact),
                Verdict::Dead => self.noted == Some(contact) && !self.is_due(contact),
                _ => false,
            };
            if moved_after_all {
                self.moved = self.moved.with(contact);
                self.report.contacts[contact.index()] = Verdict::Untested;
            }
        }
    }

    /// Whether this contact closes where a stick is asked for now, by the order that is in use.
    fn is_due(&self, contact: Contact) -> bool {
        match (self.step, contact) {
            (Step::Place { line, .. }, Contact::Line(contact)) => self.known.line(contact) == line,
            _ => false,
        }
    }

    /// What the closed contacts say about one that should be.
    pub(super) fn judge(&self, wanted: Contact) -> Option<Verdict> {
        let (closed, reversed) = (self.closed - self.stuck, self.reversed - self.stuck);
        let others = (closed | reversed).without(wanted).first();
        Some(match (closed.contains(wanted), reversed.contains(wanted), others) {
            (true, true, _) => Verdict::Bridged,
            (false, true, _) => Verdict::Reversed,
            (true, false, None) => Verdict::Good,
            (true, false, Some(other)) => Verdict::Double(other),
            // The diode at this place comes first: with the wires exchanged it would still be wrong.
            (false, false, Some(other)) if reversed.contains(other) => {
                if closed.contains(other) {
                    Verdict::Bridged
                } else {
                    Verdict::Reversed
                }
            }
            (false, false, Some(other)) => Verdict::Swapped(other),
            (false, false, None) => return None,
        })
    }

    // Lamps.

    fn after_lamp(&mut self, now: Millis, lamp: Lamp) {
        let mut rest = self.chain.lamps().iter().skip_while(|other| *other != lamp).skip(1);
        match rest.next() {
            Some(next) => self.go(now, Step::Lamp(next)),
            None if self.wrong_lamps().is_empty() => self.conclude_lamps(now),
            // Buttons are not proved yet: were the answers what they were meant to be?
            None => self.go(now, Step::Answer(PlayerButton::Draw)),
        }
    }

    /// The lamps for which an answer was given.
    fn answered(&self, wanted: PlayerButton) -> LampSet {
        let is_wanted = |lamp: &Lamp| {
            let Some(button) = self.answers[lamp.index()] else { return false };
            self.meaning(button) == wanted
        };
        Lamp::all().filter(is_wanted).collect()
    }

    /// What a button means: what it was said to mean, if it was; else what it is.
    fn meaning(&self, button: Button) -> PlayerButton {
        let means = |kind: &PlayerButton| self.meant[*kind as usize] == Some(button);
        let mut meanings = PlayerButton::ALL.into_iter().filter(means);
        match (meanings.next(), meanings.next(), button) {
            (Some(meaning), None, _) | (_, _, Button::Player(_, meaning)) => meaning,
            (_, _, Button::Referee) => PlayerButton::Draw,
        }
    }

    fn wrong_lamps(&self) -> LampSet {
        self.answered(PlayerButton::Pass) | self.answered(PlayerButton::Discard)
    }

    fn conclude_lamps(&mut self, now: Millis) {
        let (dark, misplaced) = (self.answered(PlayerButton::Discard), self.answered(PlayerButton::Pass));
        self.report.lamps = diagnose(dark, misplaced, &self.chain);
        if self.wrong_lamps().is_empty() {
            self.lamps_good = true;
        } else {
            let is_named = |lamp: &Lamp| self.report.lamp(*lamp) != LampVerdict::Behind;
            self.untold_lamps = self.wrong_lamps().iter().filter(is_named).collect();
            if self.start == Start::Button {
                return self.finish(now);
            }
        }
        self.go(now, Step::Empty(ContactSet::EMPTY));
    }

    /// Whoever said that the lamps are right may have pressed a button that means something else.
    fn doubt_lamps(&mut self) {
        let Some(button) = self.vouched else { return };
        if let Verdict::Swapped(_) = self.report.contact(Contact::Button(button)) {
            self.report.lamps = [LampVerdict::Untested; Lamp::COUNT];
        }
    }

    // Contacts.

    fn empty(&mut self, now: Millis, tapped: bool) {
        if tapped {
            self.record_stuck();
        }
        let present = self.present();
        if !self.is_quiet(now, LAID) {
            return;
        }
        self.step = Step::Empty(present);
        if self.report.contact(REFEREE) == Verdict::Untested {
            // It is not proved yet, so no tap can say that something does not open.
            if now.saturating_sub(self.since) >= DEAD {
                self.stuck = present;
            }
            if self.present().is_empty() {
                self.go(now, Step::Release);
            }
            return;
        }
        if present.is_empty() && now.saturating_sub(self.since) >= LOOK {
            self.ask_next(now, 0);
        }
    }

    /// Asks for the first contact from an index on that is not tested and can be, or for one before it.
    fn ask_next(&mut self, now: Millis, from: usize) {
        (self.doubt, self.tries) = (None, 0);
        let mut rest = (from..Contact::COUNT).chain(0..from).filter_map(Contact::from_index);
        let next = rest.find(|&contact| {
            self.report.contact(contact) == Verdict::Untested
                && !self.stuck.contains(contact)
                && contact != REFEREE
        });
        match next {
            Some(contact) => self.ask(now, contact),
            None => self.finish(now),
        }
    }

    fn ask(&mut self, now: Millis, contact: Contact) {
        let again = self.doubt.is_some();
        self.go(
            now,
            match contact {
                Contact::Line(line) => Step::Place { line, again },
                Contact::Button(button) => Step::Press { button, again },
            },
        );
    }

    fn ask_for(&mut self, now: Millis, wanted: Contact, tapped: bool) {
        let present = self.present();
        if present.is_empty() {
            if tapped {
                self.record(wanted, Verdict::Dead);
                self.noted = Some(wanted);
                self.ask_next(now, wanted.index() + 1);
            }
            return;
        }
        let patience = match wanted {
            Contact::Line(_) => LAID,
            Contact::Button(_) => PRESSED,
        };
        if !self.armed || !self.is_quiet(now, patience) {
            return;
        }
        let Some(verdict) = self.judge(wanted) else { return };
        (self.noted, self.held) = (None, present);
        let seen = match verdict {
            Verdict::Good => Seen::Right,
            Verdict::Double(other) | Verdict::Swapped(other)
                if self.doubt != Some(verdict) && self.tries < TRIES =>
            {
                self.tries += 1;
                Seen::Doubtful(other)
            }
            _ => Seen::Wrong,
        };
        if let Seen::Doubtful(_) = seen {
            self.doubt = Some(verdict);
        } else {
            self.record(wanted, verdict);
        }
        self.go(
            now,
            match wanted {
                Contact::Line(line) => Step::Lift { line, seen },
                Contact::Button(button) => Step::LetGo { button, seen },
            },
        );
    }

    fn wait_for_open(&mut self, now: Millis, wanted: Contact, seen: Seen, tapped: bool) {
        if tapped {
            self.record_stuck();
        }
        let patience = match wanted {
            Contact::Line(_) => LAID,
            Contact::Button(_) => PRESSED,
        };
        let present = self.present();
        if !self.is_quiet(now, patience) {
            return;
        }
        if !present.is_empty() {
            // What was judged is open, and something else is closed: that has to go first.
            if (present & self.held).is_empty() && self.is_quiet(now, LAID) {
                self.go(now, Step::Empty(present));
            }
            return;
        }
        if matches!(seen, Seen::Doubtful(_)) && !self.stuck.contains(wanted) {
            self.ask(now, wanted);
        } else {
            self.ask_next(now, wanted.index() + 1);
        }
    }

    // The end.

    pub(super) fn finish(&mut self, now: Millis) {
        self.noted = None;
        self.untold_done = true;
        self.doubt_lamps();
        let order = self.report.order_after(self.known);
        self.report.learnt = !order.is_identity();
        let is_told = self.report.learnt || self.report.is_in_order();
        self.learn = (order != self.known || self.report.has_tested_lines() && is_told).then_some(order);
        let offers = !self.report.learnt && self.report.order().is_some();
        self.go(now, Step::Result { offers, agreed: ByPlayer::default() });
    }

    fn result(
        &mut self,
        now: Millis,
        offers: bool,
        mut agreed: ByPlayer<bool>,
        pressed: ContactSet,
        tapped: bool,
    ) {
        // Where no button works, none can end it.
        let is_dead = self.report.contact(REFEREE) == Verdict::Dead;
        if tapped || is_dead && now.saturating_sub(self.since) >= DEAD {
            return self.end();
        }
        for contact in pressed.without(REFEREE) {
            let contact = self.touched(contact);
            let Contact::Button(Button::Player(player, kind)) = contact else { continue };
            if !offers || kind != PlayerButton::Draw {
                return self.end();
            }
            agreed[player] = true;
        }
        if offers && Player::BOTH.into_iter().all(|player| agreed[player]) {
            self.report.learnt = true;
            self.learn = self.report.order();
            self.untold_done = true;
            return self.end();
        }
        if self.step != (Step::Result { offers, agreed }) {
            self.go(now, Step::Result { offers, agreed });
        }
    }

    /// What is touched when a contact closes, as far as this test has found that out.
    fn touched(&self, contact: Contact) -> Contact {
        let is_it = |other: &Contact| self.report.contact(*other) == Verdict::Swapped(contact);
        Contact::all().find(is_it).unwrap_or(contact)
    }

    fn end(&mut self) {
        let passed = self.report.is_passed();
        self.outcome = Some(if passed { Outcome::Passed } else { Outcome::Failed });
    }
}

/// The one kind of players' button that was pressed, and the first of that kind; `None` if there are several.
fn kind_of(pressed: ContactSet) -> Option<(PlayerButton, Button)> {
    let mut buttons = pressed.iter().filter_map(|contact| match contact {
        Contact::Button(button @ Button::Player(_, kind)) => Some((kind, button)),
        _ => None,
    });
    let first = buttons.next()?;
    buttons.all(|(kind, _)| kind == first.0).then_some(first)
}
