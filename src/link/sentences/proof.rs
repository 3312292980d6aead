//! How a self-test is put into words.

use core::fmt::{self, Display, Formatter};

use crate::link::{Language, Say, Told};
use crate::selftest::{Contact, Fault, FaultKind, Lamp, Outcome, Part, Step};
use crate::sensing::{Button, PlayerButton};
use crate::words::{Phrase, Words};

impl Say for Told {
    fn say(&self, language: Language, f: &mut Formatter<'_>) -> fmt::Result {
        let words = language.words();
        let phrase = match *self {
            Self::Step(step) => return say_step(words, step, f),
            Self::Good(contact) => {
                return words.say(f, Phrase::ContactGood, &[&Named(words, contact)]);
            }
            Self::LampsGood => Phrase::LampsGood,
            Self::Found(fault) => return say_fault(words, fault, f),
            Self::Harmless(fault) => return say_harmless(words, fault, f),
            Self::Done { is_passed: true, faults: 0, .. } => Phrase::TestPassed,
            Self::Done { is_passed: true, .. } => Phrase::TestPassedLearnt,
            Self::Done { faults, is_complete, .. } => {
                let phrase = if faults == 1 { Phrase::OneFault } else { Phrase::Faults };
                words.say(f, phrase, &[&faults])?;
                if is_complete {
                    return Ok(());
                }
                Phrase::RestUntested
            }
            Self::Learnt => Phrase::Learnt,
            Self::InOrder => Phrase::InOrder,
            Self::Forgotten => Phrase::Forgotten,
            Self::NotNoted => Phrase::NotNoted,
            Self::Ended(Outcome::Passed) => Phrase::EndedPassed,
            Self::Ended(Outcome::Failed) => Phrase::EndedFailed,
            Self::Ended(Outcome::Left) => Phrase::EndedLeft,
            Self::None => Phrase::NoTest,
        };
        words.say(f, phrase, &[])
    }
}

fn say_step(words: &'static Words, step: Step, f: &mut Formatter<'_>) -> fmt::Result {
    let (phrase, contact) = match step {
        Step::Release => return words.say(f, Phrase::Release, &[]),
        Step::Referee => return words.say(f, Phrase::PressReferee, &[]),
        Step::Walk => return words.say(f, Phrase::Walk, &[]),
        Step::Lights => return words.say(f, Phrase::AskLights, &[]),
        Step::Lamp(lamp) => return words.say(f, Phrase::AskLamp, &[&Whose(words, lamp)]),
        Step::Answer(kind) => return words.say(f, Phrase::AskAnswer, &[&words.phrase(label(kind))]),
        Step::Empty(closed) if closed.is_empty() => return words.say(f, Phrase::EmptyWait, &[]),
        Step::Empty(closed) => {
            let closed = words.list(closed.iter().map(|contact| Named(words, contact)));
            return words.say(f, Phrase::LiftAll, &[&closed]);
        }
        Step::Result { offers: true, .. } => return words.say(f, Phrase::Offer, &[]),
        Step::Result { .. } => return words.say(f, Phrase::TestDone, &[]),
        Step::Place { line, again: false } => (Phrase::PutStick, Contact::Line(line)),
        Step::Place { line, again: true } => (Phrase::PutStickAgain, Contact::Line(line)),
        Step::Lift { line, .. } => (Phrase::LiftStick, Contact::Line(line)),
        Step::Instead(button) => (Phrase::PressInstead, Contact::Button(button)),
        Step::Press { button, again: false } => (Phrase::PressButton, Contact::Button(button)),
        Step::Press { button, again: true } => (Phrase::PressButtonAgain, Contact::Button(button)),
        Step::LetGo { button, .. } => (Phrase::LetGo, Contact::Button(button)),
    };
    words.say(f, phrase, &[&Named(words, contact)])
}

fn say_fault(words: &'static Words, Fault { at, kind }: Fault, f: &mut Formatter<'_>) -> fmt::Result {
    match at {
        Part::Contact(contact) => say_contact(words, contact, kind, f),
        Part::Lamp(lamp) => {
            let whose = Whose(words, lamp);
            let phrase = match kind {
                FaultKind::Misplaced { with: Some(other) } => {
                    return words.say(f, Phrase::LampsExchanged, &[&whose, &Whose(words, other)]);
                }
                FaultKind::Misplaced { .. } => Phrase::LampMisplaced,
                FaultKind::Missing => Phrase::LampMissing,
                _ => Phrase::LampDark,
            };
            words.say(f, phrase, &[&whose])
        }
    }
}

fn say_harmless(words: &'static Words, fault: Fault, f: &mut Formatter<'_>) -> fmt::Result {
    match fault {
        Fault { at: Part::Contact(contact), kind: FaultKind::Swapped { found } } => {
            words.say(f, Phrase::SwappedLearnt, &[&Named(words, contact), &Named(words, found)])
        }
        // Nothing else can be learnt.
        _ => say_fault(words, fault, f),
    }
}

fn say_contact(
    words: &'static Words,
    contact: Contact,
    kind: FaultKind,
    f: &mut Formatter<'_>,
) -> fmt::Result {
    let name = Named(words, contact);
    let phrase = match kind {
        FaultKind::Swapped { found } => {
            words.say(f, Phrase::Swapped, &[&name, &Named(words, found)])?;
            return match (contact, found) {
                (Contact::Line(_), Contact::Line(_)) => words.say(f, Phrase::OrLearn, &[]),
                _ => Ok(()),
            };
        }
        FaultKind::Double { with } => {
            return words.say(f, Phrase::Double, &[&name, &Named(words, with)]);
        }
        FaultKind::Stuck => Phrase::Stuck,
        FaultKind::Reversed => Phrase::Reversed,
        FaultKind::Bridged => Phrase::Bridged,
        _ if matches!(contact, Contact::Button(_)) => Phrase::DeadButton,
        _ => Phrase::Dead,
    };
    words.say(f, phrase, &[&name])
}

/// What is printed at a button.
const fn label(button: PlayerButton) -> Phrase {
    match button {
        PlayerButton::Draw => Phrase::Draw,
        PlayerButton::Pass => Phrase::Pass,
        PlayerButton::Discard => Phrase::Discard,
    }
}

/// Whose a lamp is.
#[derive(Clone, Copy)]
struct Whose(&'static Words, Lamp);

impl Display for Whose {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.1 {
            Lamp::Island(island) => island.fmt(f),
            Lamp::Turn(player) => self.0.name(player).fmt(f),
        }
    }
}

/// A contact by its name.
#[derive(Clone, Copy)]
struct Named(&'static Words, Contact);

impl Display for Named {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self(words, contact) = *self;
        match contact {
            Contact::Line(line) => line.fmt(f),
            Contact::Button(Button::Player(player, button)) => {
                words.say(f, Phrase::ButtonOf, &[&words.name(player), &words.phrase(label(button))])
            }
            Contact::Button(Button::Referee) => words.say(f, Phrase::RefereeButton, &[]),
        }
    }
}
