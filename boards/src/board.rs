//! A description that has been checked.

use crate::{Contact, Faults, Microcontroller, check, description};

/// A build, free of contradictions: every contact has a place of its own, every island a light.
#[derive(Clone, PartialEq, Debug)]
pub struct Board {
    /// Its name, which is its file's.
    pub name: String,
    /// What it is, in a few words.
    pub title: String,
    /// What carries the RP2040.
    pub microcontroller: Microcontroller,
    /// The width of the game board, in mm; everything else scales with it.
    pub width_mm: f64,
    /// What the whole board may draw from USB, in mA.
    pub current_budget_ma: u16,
    /// How the contacts reach the pins.
    pub wiring: Wiring,
    /// The pin of the lights' data line.
    pub light_pin: u8,
    /// The lights along the chain, the one nearest the pin first.
    pub lights: Vec<Light>,
    /// How long a contact must hold to be believed.
    pub settle: Settle,
    /// The reed contacts.
    pub reed: Reed,
    /// The magnets in the sticks.
    pub magnet: Magnet,
}

impl Board {
    /// Reads and checks the description of board `name`.
    ///
    /// # Errors
    ///
    /// Returns every fault of a text that is a description, or the first one of a text that is none.
    pub fn read(name: &str, text: &str) -> Result<Self, Faults> {
        Self::read_as_wide(name, text, None)
    }

    /// Like [`Self::read`], of a board with another width than the described one, in mm.
    ///
    /// # Errors
    ///
    /// As there; what speaks against the described width does not count.
    pub fn read_as_wide(name: &str, text: &str, width_mm: Option<f64>) -> Result<Self, Faults> {
        let mut description = description::read(text).map_err(|fault| Faults::new(name, vec![fault]))?;
        if let Some(width_mm) = width_mm {
            *description.width_mm.get_mut() = width_mm;
        }
        check::check(name, text, &description).map_err(|faults| Faults::new(name, faults))
    }

    /// Whether lights show whose turn it is.
    pub fn has_turn_lights(&self) -> bool {
        self.lights.contains(&Light::TurnWhite)
    }
}

/// How the contacts reach the pins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wiring {
    /// A diode matrix.
    Matrix(Matrix),
    /// Daisy-chained shift registers.
    Shift(Shift),
}

/// A diode matrix. A column is driven high, one at a time, the others low; a diode lets current flow from the column
/// through a closed contact into the row, whose pin is pulled down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Matrix {
    /// The columns' pins.
    pub columns: Vec<u8>,
    /// The rows' pins.
    pub rows: Vec<u8>,
    /// Where each contact is, by [`Contact::index`].
    pub places: Vec<Place>,
}

/// A place in a diode matrix.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    /// The column's number, from 0.
    pub column: usize,
    /// The row's number, from 0.
    pub row: usize,
}

/// Daisy-chained 74HC165 shift registers. Their inputs are pulled up; a closed contact reads 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shift {
    /// The pin of SH/LD: low takes the inputs over.
    pub load: u8,
    /// The pin of CLK: a rising edge shifts.
    pub clock: u8,
    /// The pin that the chain's last QH drives.
    pub data: u8,
    /// How many registers are in the chain, eight inputs each.
    pub registers: usize,
    /// Which bit each contact is, by [`Contact::index`]; bit 0 is the first to be seen after a load.
    pub bits: Vec<usize>,
}

/// A light on the chain.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Light {
    /// An island's, by its place in the alphabet.
    Island(usize),
    /// Shines when it is white's turn.
    TurnWhite,
    /// Shines when it is black's turn.
    TurnBlack,
}

impl Light {
    /// Every light a board can have: the islands in alphabetical order, then the turn lights.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..crate::map::map().islands.len()).map(Self::Island).chain([Self::TurnWhite, Self::TurnBlack])
    }

    /// The light's name, like `ALOA` or `turn white`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Island(index) => &crate::map::map().islands[index].name,
            Self::TurnWhite => "turn white",
            Self::TurnBlack => "turn black",
        }
    }

    /// The light's number, as the firmware counts them.
    pub fn index(self) -> usize {
        match self {
            Self::Island(index) => index,
            Self::TurnWhite => crate::map::map().islands.len(),
            Self::TurnBlack => crate::map::map().islands.len() + 1,
        }
    }
}

/// How long a contact must hold to be believed, in ms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settle {
    /// One that closes.
    pub closing_ms: u8,
    /// One that opens.
    pub opening_ms: u8,
}

/// A reed contact.
#[derive(Clone, PartialEq, Debug)]
pub struct Reed {
    /// What to buy.
    pub part: String,
    /// The stick's magnet closes it surely when it is this near, in mm.
    pub operates_within_mm: f64,
    /// The stick's magnet leaves it open surely when it is this far, in mm.
    pub releases_beyond_mm: f64,
    /// How far the middle of the reed lies below the middle of the magnet of a stick on its line, in mm.
    pub below_mm: f64,
    /// The length of the glass, in mm.
    pub length_mm: f64,
    /// The glass across, in mm.
    pub diameter_mm: f64,
}

/// The magnet in a stick.
#[derive(Clone, PartialEq, Debug)]
pub struct Magnet {
    /// What to buy.
    pub part: String,
    /// Across, in mm.
    pub diameter_mm: f64,
    /// Along the stick, in mm.
    pub length_mm: f64,
}

impl Wiring {
    /// How many places for contacts there are, used or not.
    pub fn size(&self) -> usize {
        match self {
            Self::Matrix(matrix) => matrix.columns.len() * matrix.rows.len(),
            Self::Shift(shift) => shift.registers * 8,
        }
    }

    /// The number of a contact's place, below [`Self::size`]: column by column, or bit by bit.
    pub fn place(&self, contact: Contact) -> usize {
        match self {
            Self::Matrix(matrix) => {
                let place = matrix.places[contact.index()];
                place.column * matrix.rows.len() + place.row
            }
            Self::Shift(shift) => shift.bits[contact.index()],
        }
    }
}
