use crate::map::{Connection, Island};
use crate::rules::{ByPlayer, Player};
use crate::sensing::{Button, PlayerButton};
use crate::time::Millis;

use super::{Contact, ContactSet, Fault, Lamp, LampSet, Order, Report};

/// What the test wants done next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// The referee button is to be let go.
    Release,
    /// The referee button is to be pressed.
    Referee,
    /// Something else closed when the referee button was to be pressed: now this button is to be pressed.
    Instead(Button),
    /// The lamps light one after the other; they are to be watched.
    Walk,
    /// Was each lamp where it should be? `draw`: yes. `pass`: no. The referee button shows it again.
    Lights,
    /// One lamp blinks. `draw`: this one. `pass`: another. `discard`: none.
    Lamp(Lamp),
    /// Some answer was not `draw`: the button is to be pressed that was meant by it, to prove the answers.
    Answer(PlayerButton),
    /// Everything is to be lifted; what is still closed (these) when the referee button is tapped is stuck.
    Empty(ContactSet),
    /// A stick is to be put on this line. The referee button: it lies there, and nothing happens.
    Place {
        /// The line.
        line: Connection,
        /// Whether it is asked for again, because something else was seen.
        again: bool,
    },
    /// The stick is to be lifted. The referee button: nothing lies there.
    Lift {
        /// The line on which it should lie.
        line: Connection,
        /// What was seen.
        seen: Seen,
    },
    /// A button is to be pressed. The referee button: it was, and nothing happens.
    Press {
        /// The button.
        button: Button,
        /// Whether it is asked for again, because something else was seen.
        again: bool,
    },
    /// The button is to be let go.
    LetGo {
        /// The button that should be down.
        button: Button,
        /// What was seen.
        seen: Seen,
    },
    /// The result is shown. Any button ends it; if an order can be learnt, both players' `draw` learn it.
    Result {
        /// Whether an order can be learnt.
        offers: bool,
        /// Who wants it.
        agreed: ByPlayer<bool>,
    },
}

/// What was seen where a stick was put down or a button pressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seen {
    /// What should be.
    Right,
    /// This, which may have been a mistake of the hand: it is asked for again.
    Doubtful(Contact),
    /// Something wrong, surely.
    Wrong,
}

/// Something that came of the test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A contact is as it should be.
    Good(Contact),
    /// All lamps are where they should be.
    LampsGood,
    /// A part is not as it should be.
    Found(Fault),
    /// Everything is tested that can be: the [report](super::SelfTest::report) is to be kept, and the order that comes of
    /// it, as [`Notes::conclude`](super::Notes::conclude) has them.
    Done,
    /// This order is used from now on; if it is the identity, one that was learnt before is forgotten.
    Learn(Order),
    /// The test is over; the board goes on as if it had just been switched on.
    Ended(Outcome),
}

/// How a test ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// All is well.
    Passed,
    /// Something is wrong, or was not tested.
    Failed,
    /// It was given up; nothing is kept.
    Left,
}

/// What the test has to show; the lights are a function of this and of the time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View {
    /// What it wants done.
    pub step: Step,
    /// Since when.
    pub since: Millis,
    /// What was found wrong just before, without anything to be seen of it.
    pub noted: Option<Contact>,
    /// What was found so far.
    pub report: Report,
    /// The lamps that there are.
    pub lamps: LampSet,
}

impl View {
    /// How long a lamp is lit in the walk.
    pub const WALK: Millis = super::test::WALK;
}

/// The lamp that stands for a button: those of the far shore for black's, those of the near shore for white's, each
/// row as its buttons lie, and one beside the referee's.
pub const fn lamp_of(button: Button) -> Island {
    match button {
        Button::Player(Player::Black, PlayerButton::Draw) => Island::Aloa,
        Button::Player(Player::Black, PlayerButton::Pass) => Island::Bari,
        Button::Player(Player::Black, PlayerButton::Discard) => Island::Coco,
        Button::Player(Player::White, PlayerButton::Draw) => Island::Huna,
        Button::Player(Player::White, PlayerButton::Pass) => Island::Lale,
        Button::Player(Player::White, PlayerButton::Discard) => Island::Kahu,
        Button::Referee => Island::Gola,
    }
}
