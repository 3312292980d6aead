//! The checked step from a description to a [`Board`]. Every check goes on after a fault, so that all are found.

mod contacts;
mod magnets;
mod pins;

use std::ops::{Range, RangeInclusive};

use toml::Spanned;

use crate::description::{self, Description};
use crate::{Board, Fault, Light, Magnet, Microcontroller, Reed, Settle, Wiring};

/// What the microcontroller board is assumed to draw, in mA.
pub const CONTROLLER_MA: u16 = 50;
/// What a light is assumed to draw while it is dark, in mA.
pub const LIGHT_IDLE_MA: u16 = 1;
/// What a light is assumed to need on top to be seen, in mA.
pub const LIGHT_SEEN_MA: u16 = 5;
/// What a USB port gives at most, in mA.
pub const USB_PORT_MA: u16 = 500;

/// A contact that is believed later answers later than 10 ms.
const SETTLE_MS: RangeInclusive<u32> = 1..=8;
/// Narrower than the printed board is of no use, wider does not fit a table.
pub const WIDTH_MM: RangeInclusive<f64> = 200.0..=1500.0;

/// A title stands in one line on the drawings, where nothing is drilled.
const TITLE_LETTERS: usize = 60;
/// As does a name, in larger letters.
const NAME_LETTERS: usize = 32;

/// Collects faults while the checks go on.
pub(crate) struct Checker<'a> {
    text: &'a str,
    faults: Vec<Fault>,
}

impl Checker<'_> {
    pub(crate) fn fault(&mut self, at: Range<usize>, what: impl Into<String>, remedy: impl Into<String>) {
        let line = description::line(self.text, at.start);
        self.faults.push(Fault { line, what: what.into(), remedy: remedy.into() });
    }

    /// Returns the length if it is one.
    fn length(&mut self, what: &str, value: &Spanned<f64>, range: RangeInclusive<f64>) -> f64 {
        if !range.contains(value.get_ref()) {
            let what = format!("{what} = {} is no length for it", value.get_ref());
            self.fault(value.span(), what, format!("it is between {} and {} mm", range.start(), range.end()));
        }
        *value.get_ref()
    }

    fn settle(&mut self, what: &str, value: &Spanned<u32>) -> u8 {
        if !SETTLE_MS.contains(value.get_ref()) {
            let what = format!("{what} = {} is not between 1 and 8 ms", value.get_ref());
            let remedy =
                "shorter lets bounce through, longer makes the lights answer late; 4 or 5 suits most reeds";
            self.fault(value.span(), what, remedy);
        }
        u8::try_from(*value.get_ref()).unwrap_or(u8::MAX)
    }
}

/// Checks the description of board `name`.
pub(crate) fn check(name: &str, text: &str, description: &Description) -> Result<Board, Vec<Fault>> {
    let mut checker = Checker { text, faults: Vec::new() };
    if !is_name(name) {
        let what = format!("\"{name}\" is no name for a board");
        let remedy = format!("name the file with small letters, digits and hyphens, at most {NAME_LETTERS}");
        checker.fault(0..0, what, remedy);
    }
    title(&mut checker, &description.title);
    let microcontroller = microcontroller(&mut checker, &description.microcontroller);
    pins::check(&mut checker, microcontroller.unwrap_or(Microcontroller::Pico), description);
    let wiring = wiring(&mut checker, description);
    let lights = lights(&mut checker, &description.lights);
    let current_budget_ma = budget(&mut checker, &description.current_budget_ma, lights.len());
    let settle = Settle {
        closing_ms: checker.settle("closing_ms", &description.settle.closing_ms),
        opening_ms: checker.settle("opening_ms", &description.settle.opening_ms),
    };
    let width_mm = checker.length("width_mm", &description.width_mm, WIDTH_MM);
    let reed = reed(&mut checker, &description.reed);
    let magnet = Magnet {
        part: description.magnet.part.clone(),
        diameter_mm: checker.length("diameter_mm", &description.magnet.diameter_mm, 1.0..=20.0),
        length_mm: checker.length("length_mm", &description.magnet.length_mm, 1.0..=60.0),
    };
    magnets::check(&mut checker, description);
    match (wiring, microcontroller) {
        (Some(wiring), Some(microcontroller)) if checker.faults.is_empty() => Ok(Board {
            name: name.to_owned(),
            title: description.title.get_ref().clone(),
            microcontroller,
            width_mm,
            current_budget_ma,
            wiring,
            // The pins were checked: each is below 30.
            light_pin: pins::number(&description.lights.get_ref().pin),
            lights,
            settle,
            reed,
            magnet,
        }),
        _ => Err(checker.faults),
    }
}

fn is_name(name: &str) -> bool {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    !name.is_empty() && name.len() <= NAME_LETTERS && name.chars().all(fits)
}

fn title(checker: &mut Checker, title: &Spanned<String>) {
    let letters = title.get_ref().chars().count();
    let remedy = format!("say what it is in one line of at most {TITLE_LETTERS} characters");
    if title.get_ref().trim().is_empty() {
        checker.fault(title.span(), "the title is empty", remedy);
    } else if title.get_ref().chars().any(char::is_control) {
        checker.fault(title.span(), "the title has a line break or another control character in it", remedy);
    } else if letters > TITLE_LETTERS {
        checker.fault(title.span(), format!("the title has {letters} characters"), remedy);
    }
}

fn microcontroller(checker: &mut Checker, name: &Spanned<String>) -> Option<Microcontroller> {
    let found = Microcontroller::find(name.get_ref());
    if found.is_none() {
        let what = format!("there is no microcontroller board \"{}\"", name.get_ref());
        let names = Microcontroller::ALL.map(Microcontroller::name).join(", ");
        checker.fault(name.span(), what, format!("known are: {names}"));
    }
    found
}

fn wiring(checker: &mut Checker, description: &Description) -> Option<Wiring> {
    match (&description.matrix, &description.shift) {
        (Some(matrix), None) => contacts::matrix(checker, matrix).map(Wiring::Matrix),
        (None, Some(shift)) => contacts::shift(checker, shift).map(Wiring::Shift),
        (Some(_), Some(shift)) => {
            let (what, remedy) = description::WIRED_TWICE;
            checker.fault(shift.span(), what, remedy);
            None
        }
        (None, None) => {
            let remedy =
                "add a table [matrix] or [shift], as in boards/pico-matrix.toml or boards/pico-shift.toml";
            checker.fault(0..0, "nothing says how the contacts are wired", remedy);
            None
        }
    }
}

fn lights(checker: &mut Checker, described: &Spanned<description::Lights>) -> Vec<Light> {
    let (mut lights, mut misspelt) = (Vec::new(), Vec::new());
    for name in &described.get_ref().order {
        let Some(light) = Light::all().find(|light| light.name() == name.get_ref()) else {
            let what = format!("there is no light \"{}\"", name.get_ref());
            let remedy =
                "a light is called after its island, like \"ALOA\", or \"turn white\" or \"turn black\"";
            checker.fault(name.span(), what, remedy);
            misspelt.push(name.get_ref().to_ascii_lowercase());
            continue;
        };
        if lights.contains(&light) {
            let what = format!("{} is twice on the chain of lights", light.name());
            checker.fault(name.span(), what, "keep it where the light really is");
        } else {
            lights.push(light);
        }
    }
    // What stands there misspelt has been told already.
    let is_meant = |light: Light| misspelt.contains(&light.name().to_ascii_lowercase());
    let has = |light| lights.contains(&light) || is_meant(light);
    for light in Light::all().filter(|light| matches!(light, Light::Island(_)) && !has(*light)) {
        let what = format!("{} has no light", light.name());
        checker.fault(described.span(), what, "put it into the order where it is along the chain");
    }
    let (white, black) = (Light::TurnWhite, Light::TurnBlack);
    for (light, other) in [(white, black), (black, white)] {
        if has(light) && !has(other) && !misspelt.iter().any(|name| name.starts_with("turn")) {
            let what = format!("there is a light \"{}\" but none \"{}\"", light.name(), other.name());
            checker.fault(described.span(), what, "put both into the order, or neither");
        }
    }
    lights
}

fn budget(checker: &mut Checker, budget: &Spanned<u32>, lights: usize) -> u16 {
    let lights = u16::try_from(lights).unwrap_or(u16::MAX);
    let least = CONTROLLER_MA.saturating_add(lights.saturating_mul(LIGHT_IDLE_MA + LIGHT_SEEN_MA));
    let ma = u16::try_from(*budget.get_ref()).unwrap_or(u16::MAX);
    if ma < least {
        let what = format!("with {} mA for the whole board nothing could be seen", budget.get_ref());
        checker.fault(
            budget.span(),
            what,
            format!("{lights} lights and the controller need {least} mA at least"),
        );
    }
    if ma > USB_PORT_MA {
        let what = format!("{} mA are more than a USB port gives", budget.get_ref());
        checker.fault(budget.span(), what, format!("{USB_PORT_MA} mA are the most, 400 leave a margin"));
    }
    ma
}

fn reed(checker: &mut Checker, described: &description::Reed) -> Reed {
    let reed = Reed {
        part: described.part.clone(),
        operates_within_mm: checker.length("operates_within_mm", &described.operates_within_mm, 1.0..=100.0),
        releases_beyond_mm: checker.length("releases_beyond_mm", &described.releases_beyond_mm, 1.0..=100.0),
        below_mm: checker.length("below_mm", &described.below_mm, 0.0..=50.0),
        length_mm: checker.length("length_mm", &described.length_mm, 3.0..=50.0),
        diameter_mm: checker.length("diameter_mm", &described.diameter_mm, 0.5..=10.0),
    };
    if reed.releases_beyond_mm <= reed.operates_within_mm {
        let what = format!(
            "the reed would be open beyond {} mm and closed within {} mm",
            reed.releases_beyond_mm, reed.operates_within_mm
        );
        let remedy = "measure with the stick's magnet where it surely closes and where it surely opens again";
        checker.fault(described.releases_beyond_mm.span(), what, remedy);
    }
    reed
}
