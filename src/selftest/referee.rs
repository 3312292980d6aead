use crate::map::ConnectionSet;
use crate::sensing::{Button, ButtonSet};
use crate::time::Millis;

use super::test::{DEAD, PRESSED, REFEREE, STAYS, STUCK};
use super::{Contact, ContactSet, SelfTest, Start, Step, Verdict};

/// The referee button, which comes before all the rest.
impl SelfTest {
    pub(super) fn release(&mut self, now: Millis) {
        if self.closed.contains(REFEREE) {
            if self.reversed.contains(REFEREE) && self.report.contact(REFEREE) == Verdict::Untested {
                self.record(REFEREE, Verdict::Bridged);
            }
            if now.saturating_sub(self.since) >= STUCK {
                self.record(REFEREE, Verdict::Stuck);
                self.finish(now);
            } else if self.is_quiet(now, PRESSED) {
                self.held = self.closed;
            }
            return;
        }
        // A test that was begun over the link has not seen the button move, unless it was down just now.
        if !self.is_quiet(now, PRESSED) {
            return;
        }
        let is_proved = self.start == Start::Button || self.report.contact(REFEREE) != Verdict::Untested;
        if is_proved {
            if self.report.contact(REFEREE) == Verdict::Untested {
                // What opens with it is joined to it, and then no tap is one.
                if let Some(other) = (self.held - self.closed).without(REFEREE).first() {
                    self.record(REFEREE, Verdict::Double(other));
                    return self.finish(now);
                }
                self.record(REFEREE, Verdict::Good);
            }
            self.go(now, Step::Walk);
        } else if (self.reversed - self.stuck).is_empty() {
            // What is closed already says nothing about the button.
            self.stuck = self.closed | self.reversed;
            self.go(now, Step::Referee);
        } else {
            // A diode that is the wrong way round may hide the button: the stick on it has to go first.
            self.go(now, Step::Empty(self.present()));
        }
    }

    /// The referee button ends what cannot be done: it has to work before anything else. What speaks against it has to be
    /// seen twice, for a finger may slip.
    pub(super) fn prove_referee(&mut self, now: Millis) {
        if !self.is_quiet(now, PRESSED) {
            return;
        }
        self.released |= (self.closed - self.stuck).is_empty();
        if !self.released {
            return;
        }
        match self.judge(REFEREE) {
            None => {
                let is_dead = now.saturating_sub(self.since) >= DEAD;
                let verdict = self.doubt.take().or(is_dead.then_some(Verdict::Dead));
                if let Some(verdict) = verdict {
                    self.record(REFEREE, verdict);
                    self.finish(now);
                }
            }
            Some(verdict @ (Verdict::Good | Verdict::Bridged)) => {
                self.record(REFEREE, verdict);
                self.stuck = ContactSet::EMPTY;
                self.go(now, Step::Release);
            }
            Some(verdict @ Verdict::Swapped(button @ Contact::Button(_)))
                if self.suspect == Some(verdict) =>
            {
                self.record(REFEREE, verdict);
                self.record(button, Verdict::Swapped(REFEREE));
                self.finish(now);
            }
            // Either this button's contact is the referee's, or it was pressed because the referee's does nothing.
            Some(Verdict::Swapped(Contact::Button(button))) => self.go(now, Step::Instead(button)),
            // A line's contact stands for the button if it opens again soon; else a stick was put on it.
            Some(Verdict::Swapped(_)) if self.is_quiet(now, STAYS) => {
                (self.stuck, self.doubt) = (self.closed | self.reversed, None);
            }
            Some(verdict @ Verdict::Swapped(_)) => self.doubt = Some(verdict),
            Some(verdict @ Verdict::Double(_)) if self.suspect != Some(verdict) => {
                (self.suspect, self.released) = (Some(verdict), false);
            }
            Some(verdict) => {
                self.record(REFEREE, verdict);
                self.finish(now);
            }
        }
    }

    /// A button closed when the referee's was asked for; now it is asked for itself.
    pub(super) fn look_instead(&mut self, now: Millis, button: Button) {
        let lines = ContactSet::new(ConnectionSet::ALL, ButtonSet::EMPTY);
        let closed = self.closed - self.stuck - lines;
        self.released |= closed.is_empty();
        if !self.released || closed.is_empty() || !self.is_quiet(now, PRESSED) {
            return;
        }
        let button = Contact::Button(button);
        if closed.contains(REFEREE) {
            // They are exchanged, or that was the referee's: it is asked for once more.
            self.suspect = Some(Verdict::Swapped(button));
            return self.go(now, Step::Referee);
        }
        match closed.without(button).first() {
            Some(other) if !closed.contains(button) => {
                self.record(REFEREE, Verdict::Swapped(button));
                self.record(button, Verdict::Swapped(other));
            }
            _ => self.record(REFEREE, Verdict::Dead),
        }
        self.finish(now);
    }
}
