//! Where everything lies on the plate that carries the printed board. All of it follows from the map and the width.
//!
//! The plate is the printed board with a frame around it, seen from above; x runs to the right and y towards the near
//! edge, in mm from the plate's far left corner. White sits at the near edge, black at the far one.

use kahuna_boards::map::{self, Point, map};
use kahuna_boards::{Board, Contact, Light, Microcontroller};

use crate::reference;

/// How far the plate reaches beyond the printed board on each side, in mm.
pub const FRAME_MM: f64 = 35.0;
/// The hole through which a light shines, in mm.
pub const LIGHT_HOLE_MM: f64 = 5.0;
/// The hole of a push button, in mm.
pub const BUTTON_HOLE_MM: f64 = 12.0;
/// The circuit board of a light below the plate, in mm across.
const LIGHT_BOARD_MM: f64 = 10.0;
/// The nut of a push button below the plate, in mm across.
const BUTTON_NUT_MM: f64 = 16.0;
/// From button to button of a player, in mm.
const BUTTONS_APART_MM: f64 = 30.0;
/// How much longer than the glass a reed's slot is, so that the leads can be bent away from the glass, in mm.
const LEADS_MM: f64 = 4.0;
/// How much wider than the glass it is, in mm.
const PLAY_MM: f64 = 1.2;

/// What a hole is for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// A slot for a reed.
    Reed,
    /// A hole under a light.
    Light,
    /// A hole for a push button.
    Button,
}

impl Kind {
    /// The kind in a word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Reed => "reed",
            Self::Light => "light",
            Self::Button => "button",
        }
    }
}

/// A hole in the plate: a slot, or round if it is as long as wide.
#[derive(Clone, PartialEq, Debug)]
pub struct Hole {
    /// What it is for.
    pub kind: Kind,
    /// The line, island or button.
    pub name: &'static str,
    /// The part on the parts list.
    pub part: String,
    /// Its middle, in mm.
    pub at: Point,
    /// Where it points, in degrees, clockwise from the right.
    pub degrees: f64,
    /// Its length, in mm.
    pub length: f64,
    /// Its width, in mm.
    pub width: f64,
}

impl Hole {
    /// The room that the part takes below the plate, in mm across: wider than its hole, but for a reed.
    pub fn width_below(&self) -> f64 {
        match self.kind {
            Kind::Reed => self.width,
            Kind::Light => LIGHT_BOARD_MM,
            Kind::Button => BUTTON_NUT_MM,
        }
    }
}

/// Everything on the plate.
#[derive(Clone, PartialEq, Debug)]
pub struct Layout {
    /// The plate's width and depth, in mm.
    pub plate: Point,
    /// The printed board's width and depth, in mm; its corner is [`FRAME_MM`] from the plate's both ways.
    pub board: Point,
    /// The holes: reeds, lights along the chain, buttons.
    pub holes: Vec<Hole>,
    /// The middle of the controller below the plate, in mm.
    pub controller: Point,
    /// The controller's length (from its USB socket) and width, in mm.
    pub controller_size: Point,
}

impl Layout {
    /// Lays a board out.
    pub fn new(board: &Board) -> Self {
        let scale = board.width_mm / map::WIDTH;
        let size = [board.width_mm, map::DEPTH * scale];
        let plate = size.map(|length| length + 2.0 * FRAME_MM);
        let on_plate = |point: Point| point.map(|along| along * scale + FRAME_MM);
        let mut holes: Vec<_> = Contact::all()
            .zip(&map().connections)
            .map(|(contact, line)| {
                let ([x1, y1], [x2, y2]) = (line.from, line.to);
                Hole {
                    kind: Kind::Reed,
                    name: contact.name(),
                    part: reference::contact(contact),
                    at: on_plate(line.middle()),
                    degrees: (y2 - y1).atan2(x2 - x1).to_degrees(),
                    length: board.reed.length_mm + LEADS_MM,
                    width: board.reed.diameter_mm + PLAY_MM,
                }
            })
            .collect();
        let round = |kind, name, part, at, diameter| Hole {
            kind,
            name,
            part,
            at,
            degrees: 0.0,
            length: diameter,
            width: diameter,
        };
        holes.extend(board.lights.iter().enumerate().map(|(index, light)| {
            let at = match light {
                Light::Island(island) => on_plate(map().islands[*island].light),
                Light::TurnWhite => at_edge(plate, Edge::Near, 2.0),
                Light::TurnBlack => at_edge(plate, Edge::Far, 2.0),
            };
            round(Kind::Light, light.name(), reference::light(index), at, LIGHT_HOLE_MM)
        }));
        holes.extend(Contact::all().filter(|contact| contact.is_button()).map(|contact| {
            let at = button(plate, contact.name());
            round(Kind::Button, contact.name(), reference::contact(contact), at, BUTTON_HOLE_MM)
        }));
        let controller_size = size_of(board.microcontroller);
        let controller = [controller_size[0] / 2.0, plate[1] / 2.0];
        Self { plate, board: size, holes, controller, controller_size }
    }

    /// The holes of a kind.
    pub fn of(&self, kind: Kind) -> impl Iterator<Item = &Hole> {
        self.holes.iter().filter(move |hole| hole.kind == kind)
    }
}

/// A player's edge.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Edge {
    Near,
    Far,
}

/// A place at a player's edge, so many buttons to the right of its middle as the player sees it.
fn at_edge([width, depth]: Point, edge: Edge, right: f64) -> Point {
    match edge {
        Edge::Near => [width / 2.0 + right * BUTTONS_APART_MM, depth - FRAME_MM / 2.0],
        Edge::Far => [width / 2.0 - right * BUTTONS_APART_MM, FRAME_MM / 2.0],
    }
}

/// Draw, pass and discard lie before each player in this order, the referee's button at the right edge between them.
fn button(plate: Point, name: &str) -> Point {
    let (edge, what) = match name.split_once(' ') {
        Some(("white", what)) => (Edge::Near, what),
        Some((_, what)) => (Edge::Far, what),
        None => return [plate[0] - FRAME_MM / 2.0, plate[1] / 2.0],
    };
    let right = match what {
        "draw" => -1.0,
        "pass" => 0.0,
        _ => 1.0,
    };
    at_edge(plate, edge, right)
}

/// The length and width of a microcontroller board, in mm.
fn size_of(microcontroller: Microcontroller) -> Point {
    match microcontroller {
        Microcontroller::Pico | Microcontroller::PicoW => [51.0, 21.0],
        Microcontroller::Zero => [23.5, 18.0],
    }
}
