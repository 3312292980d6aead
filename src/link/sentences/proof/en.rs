use core::fmt::{self, Display, Formatter};

use crate::link::Told;
use crate::link::sentences::List;
use crate::selftest::{Contact, Fault, FaultKind, Outcome, Part, Step};
use crate::sensing::Button;

pub(super) fn say(told: &Told, f: &mut Formatter<'_>) -> fmt::Result {
    match *told {
        Told::Step(step) => say_step(step, f),
        Told::Good(Part::Contact(contact)) => write!(f, "{} is good", Name(contact)),
        Told::Good(Part::Lamp(island)) => write!(f, "the lamp of {island} is good"),
        Told::LampsGood => f.write_str("all lamps are where they should be"),
        Told::Found(fault) => say_fault(fault, f),
        Told::Done { is_passed: true, .. } => f.write_str("everything was tested, and all is well"),
        Told::Done { faults, is_complete, .. } => {
            match faults {
                1 => f.write_str("one fault was found")?,
                _ => write!(f, "{faults} faults were found")?,
            }
            f.write_str(if is_complete {
                ""
            } else {
                "; put it right and test again, for the rest was not tested"
            })
        }
        Told::Learnt => f.write_str("the board has learnt the order of its contacts and uses it from now on"),
        Told::InOrder => f.write_str("every contact lies where the board's description has it"),
        Told::Forgotten => f.write_str("the contacts are used in the order of the board's description"),
        Told::Ended(Outcome::Passed) => f.write_str("the self-test is over: passed"),
        Told::Ended(Outcome::Failed) => f.write_str("the self-test is over: not passed"),
        Told::Ended(Outcome::Left) => f.write_str("the self-test was given up; nothing is kept of it"),
        Told::None => f.write_str(
            "no self-test was made; hold the referee button while switching on, or say selftest start",
        ),
    }
}

fn say_step(step: Step, f: &mut Formatter<'_>) -> fmt::Result {
    match step {
        Step::Release => f.write_str("let the referee button go"),
        Step::Referee => f.write_str("press the referee button; if nothing happens, press any other button"),
        Step::Instead(button) => write!(f, "now press {}", Name(Contact::Button(button))),
        Step::Walk => f.write_str("watch the lamps: each lights alone, in alphabetical order"),
        Step::Lights => {
            f.write_str("was each lamp where it should be? draw: yes, pass: no, referee: show it again")
        }
        Step::Lamp(island) => {
            write!(f, "which lamp blinks? draw: that of {island}, pass: another island's, discard: none")
        }
        Step::Answer(kind) => write!(f, "press {} again, to prove the answers", kind.name()),
        Step::Empty(closed) if closed.is_empty() => f.write_str("the board is empty; wait a moment"),
        Step::Empty(closed) => write!(
            f,
            "lift every stick; if nothing lies there, tap the referee button: closed are {}",
            List(closed.iter().map(Name), "and")
        ),
        Step::Place { line, again: false } => {
            write!(f, "put a stick on {line}; if it lies there and nothing happens, tap the referee button")
        }
        Step::Place { line, again: true } => write!(f, "something else closed; put a stick on {line} once more"),
        Step::Lift { line, .. } => {
            write!(f, "lift the stick from {line}; if nothing lies there, tap the referee button")
        }
        Step::Press { button, again: false } => {
            write!(f, "press {}; if nothing happens, tap the referee button", Name(Contact::Button(button)))
        }
        Step::Press { button, again: true } => {
            write!(f, "something else closed; press {} once more", Name(Contact::Button(button)))
        }
        Step::LetGo { button, .. } => write!(f, "let {} go", Name(Contact::Button(button))),
        Step::Result { offers: true, .. } => f.write_str(
            "contacts are exchanged: both players' draw let the board learn their order, the referee button does not",
        ),
        Step::Result { .. } => f.write_str("the test is done; any button ends it"),
    }
}

fn say_fault(Fault { at, kind }: Fault, f: &mut Formatter<'_>) -> fmt::Result {
    match at {
        Part::Contact(contact) => say_contact(contact, kind, f),
        Part::Lamp(island) => match kind {
            FaultKind::Misplaced { with: Some(other) } => {
                write!(
                    f,
                    "the lamps of {island} and {other} are in each other's place: exchange their data wires"
                )
            }
            FaultKind::Misplaced { .. } => write!(
                f,
                "another lamp lights in place of that of {island}: solder the chain in the order of the description"
            ),
            FaultKind::Missing => write!(
                f,
                "the lamp of {island} was left out of the chain, so those behind it show what belongs to the one before: put it in"
            ),
            _ => write!(
                f,
                "the lamp of {island} stays dark: look at its joints and at the data wire that comes to it, or replace it"
            ),
        },
    }
}

fn say_contact(contact: Contact, kind: FaultKind, f: &mut Formatter<'_>) -> fmt::Result {
    let name = Name(contact);
    match kind {
        FaultKind::Stuck => {
            write!(f, "{name} is closed all the time: look for a solder bridge, or for a contact that sticks")
        }
        FaultKind::Swapped { found } => {
            write!(f, "{name} closes in the place of {}: exchange their wires", Name(found))?;
            match (contact, found) {
                (Contact::Line(_), Contact::Line(_)) => f.write_str(", or let the board learn their order"),
                _ => Ok(()),
            }
        }
        FaultKind::Double { with } => {
            write!(f, "{name} and {} close together: look for a solder bridge between them", Name(with))
        }
        FaultKind::Reversed => {
            write!(f, "the diode of {name} is the wrong way round: unsolder it and turn it")
        }
        FaultKind::Bridged => {
            write!(
                f,
                "current flows both ways through {name}: its diode is bridged or missing, so put one in"
            )
        }
        _ => write!(
            f,
            "{name} never closes: look for a loose wire or joint, a broken contact, or a magnet too far away"
        ),
    }
}

/// A contact by its name.
#[derive(Clone, Copy)]
struct Name(Contact);

impl Display for Name {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            Contact::Line(line) => write!(f, "{line}"),
            Contact::Button(Button::Player(player, button)) => write!(f, "{player}'s {}", button.name()),
            Contact::Button(Button::Referee) => f.write_str("the referee button"),
        }
    }
}
