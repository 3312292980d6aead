//! Holes that would run into each other.

use kahuna_boards::{Board, WIDTH_MM};

use crate::boxes;
use crate::layout::{Hole, Kind, Layout};

/// How much of the plate stays between two holes at least, in mm.
pub const WOOD_MM: f64 = 2.0;

/// What would be drilled through, and what to do about it, if two holes of a board come too near to each other.
pub fn clash(board: &Board) -> Option<String> {
    let layout = Layout::new(board);
    let (first, second) = find(&layout)?;
    let widths =
        (1..).map(|more| board.width_mm.floor() + f64::from(more)).take_while(|w| w <= WIDTH_MM.end());
    let wide_enough =
        |width: &f64| find(&Layout::new(&Board { width_mm: *width, ..board.clone() })).is_none();
    let wider = widths.into_iter().find(wide_enough);
    let wider = wider.map_or(String::new(), |width| format!("make the board {width} mm wide at least, or "));
    Some(format!(
        "on a board {} mm wide {} and {} leave less than {WOOD_MM} mm of the plate between them; {wider}take shorter reeds \
         (length_mm)",
        board.width_mm,
        name(first),
        name(second)
    ))
}

fn find(layout: &Layout) -> Option<(&Hole, &Hole)> {
    let around = |hole: &Hole, room| boxes::around(hole.at, hole.degrees, hole.length, hole.width, room);
    let pairs = layout
        .holes
        .iter()
        .enumerate()
        .flat_map(|(index, hole)| layout.holes[..index].iter().map(move |other| (other, hole)));
    pairs.into_iter().find(|(a, b)| boxes::overlap(&around(a, WOOD_MM), &around(b, 0.0)))
}

fn name(hole: &Hole) -> String {
    match hole.kind {
        Kind::Reed => format!("the slot of {}, {} mm long,", hole.name, crate::svg::number(hole.length)),
        Kind::Light => format!("the hole of the light {}", hole.name),
        Kind::Button => format!("the hole of the button {}", hole.name),
    }
}
