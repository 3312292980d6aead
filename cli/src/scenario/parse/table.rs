//! What hands cannot do: known before anything runs, for nobody else moves a stick.

use kahuna_board::map::{Connection, ConnectionSet};

use super::words::Parsed;
use crate::scenario::script::{Deed, Power, What};

/// The table as a script leaves it, to find what hands cannot do.
pub(super) struct Table {
    sticks: ConnectionSet,
    power: Power,
    has_firmware: bool,
}

impl Table {
    pub(super) const fn new() -> Self {
        Self { sticks: ConnectionSet::EMPTY, power: Power::On, has_firmware: true }
    }

    /// Takes a statement, or says why it cannot be done.
    pub(super) fn check(&mut self, what: &What) -> Parsed<()> {
        match what {
            What::Game(_) => *self = Self::new(),
            What::Deeds(deeds) => {
                for (at, deed) in deeds.iter().enumerate() {
                    if deeds[..at].iter().any(|other| touched(other) == touched(deed)) {
                        return Err("two things at once with the same line, button or plug".into());
                    }
                }
                for deed in deeds {
                    self.check_deed(*deed)?;
                }
            }
            What::Sweep(lines) => {
                for line in lines {
                    self.check_deed(Deed::Place(*line))?;
                    self.check_deed(Deed::Lift(*line))?;
                }
            }
            What::Erase | What::Update if self.power == Power::On => {
                return Err("the board is on: its firmware is changed while it is off".into());
            }
            What::Erase => self.has_firmware = false,
            What::Update => self.has_firmware = true,
            What::Answer if self.power == Power::Off => {
                return Err("the board is off: it asks nothing".into());
            }
            What::Say(_) if self.power == Power::Off => {
                return Err("the board is off: it hears nothing".into());
            }
            What::Expect(fact) | What::Never(fact) if self.power == Power::Off && fact.needs_link() => {
                return Err("the board is off: nothing but its lights can be expected of it".into());
            }
            What::Wait(_)
            | What::Answer
            | What::Fault(_)
            | What::Say(_)
            | What::Expect(_)
            | What::Never(_) => {}
        }
        Ok(())
    }

    fn check_deed(&mut self, deed: Deed) -> Parsed<()> {
        match deed {
            Deed::Place(line) if self.sticks.contains(line) => {
                return Err(format!("a stick lies on {line} already"));
            }
            Deed::Place(line) => self.sticks = self.sticks.with(line),
            Deed::Lift(line) if !self.sticks.contains(line) => {
                return Err(format!("no stick lies on {line}"));
            }
            Deed::Lift(line) => self.sticks = self.sticks.without(line),
            Deed::Power(power) if power == self.power => {
                return Err(format!(
                    "the power is {} already",
                    if power == Power::On { "on" } else { "off" }
                ));
            }
            Deed::Power(Power::On) if !self.has_firmware => {
                return Err("the chip is erased: without firmware (update) it does nothing".into());
            }
            Deed::Power(power) => self.power = power,
            Deed::Press(_) | Deed::Hold(..) | Deed::Chatter(..) | Deed::Stuck(..) => {}
        }
        Ok(())
    }
}

/// The one thing that a deed is about.
#[derive(PartialEq, Eq)]
enum Touched {
    Line(Connection),
    Button(usize),
    Plug,
}

fn touched(deed: &Deed) -> Touched {
    match *deed {
        Deed::Place(line) | Deed::Lift(line) | Deed::Chatter(line, _) | Deed::Stuck(line, _) => {
            Touched::Line(line)
        }
        Deed::Press(button) | Deed::Hold(button, _) => Touched::Button(button.index()),
        Deed::Power(_) => Touched::Plug,
    }
}
