//! Where the marks lie that join pages: in the middle of what two pages both show, and on nothing that matters.

use kahuna_boards::map::Point;

use super::Tiles;
use crate::boxes::{self, Corners};
use crate::drawing::{Drawing, Shape, Text};

/// How far a mark's arms reach, in mm.
pub(super) const ARM_MM: f64 = 4.0;
/// From mark to mark along an overlap, in mm, if nothing is in the way.
const APART_MM: f64 = 60.0;
/// What stays between a mark and a hole, in mm: also the cross of a round hole reaches beyond its edge.
const CLEAR_MM: f64 = 4.0;
/// How much more than the largest hole neighbouring pages share, in mm.
const ROOM_MM: f64 = 2.0;

/// What neighbouring pages both show at least, in mm: the drawing's largest hole, so that each is whole on some page.
pub fn overlap_mm(drawing: &Drawing) -> f64 {
    let holes = drawing.items.iter().filter_map(|item| match &item.shape {
        Shape::Circle { radius, .. } if item.mark.is_some() => Some(2.0 * radius),
        Shape::Slot { length, .. } => Some(*length),
        _ => None,
    });
    holes.fold(2.0 * ARM_MM, f64::max) + ROOM_MM
}

/// The box around a mark's arms.
pub(super) fn around(at: Point, room: f64) -> Corners {
    boxes::around(at, 0.0, 2.0 * ARM_MM, 2.0 * ARM_MM, room)
}

/// What a mark must not cover: holes and their crosses, words, and the bar that is measured.
fn taken(drawing: &Drawing) -> Vec<Corners> {
    let mut taken: Vec<_> = drawing.texts().map(Text::corners).collect();
    taken.extend(drawing.items.iter().filter(|item| item.mark.is_some()).filter_map(
        |item| match &item.shape {
            Shape::Circle { at, radius } => {
                Some(boxes::around(*at, 0.0, 2.0 * radius, 2.0 * radius, CLEAR_MM))
            }
            Shape::Slot { at, degrees, length, width } => {
                Some(boxes::around(*at, *degrees, *length, *width, CLEAR_MM))
            }
            Shape::Line(ends) if item.mark.as_ref().is_some_and(|mark| mark.kind == "scale") => {
                let [from, to] = [ends.first()?, ends.last()?];
                let middle = [0, 1].map(|axis| f64::midpoint(from[axis], to[axis]));
                Some(boxes::around(middle, 0.0, to[0] - from[0], 0.0, CLEAR_MM))
            }
            _ => None,
        },
    ));
    taken
}

impl Tiles {
    /// The marks of every seam, on the drawing. A page shows those that lie in its window, so that a mark is at the same
    /// place of the drawing on all of its pages.
    pub(super) fn marks(&self, drawing: &Drawing) -> Vec<Point> {
        let mut taken = taken(drawing);
        let mut marks = Vec::new();
        let size = [drawing.width, drawing.height];
        let count = [self.columns, self.rows];
        // Along each pair of neighbouring pages, those beside each other first.
        for across in [0, 1] {
            let along = 1 - across;
            for (page, seam) in (0..count[along]).flat_map(|page| (1..count[across]).map(move |s| (page, s)))
            {
                let middle =
                    f64::from(seam) * self.step[across] + (self.window[across] - self.step[across]) / 2.0;
                let from = f64::from(page) * self.step[along];
                let to = (from + self.window[along]).min(size[along]);
                let place = |at: f64| if across == 0 { [middle, at] } else { [at, middle] };
                for at in wanted(from, to) {
                    let clear = nearest_first(at, from, to).map(place).find(|at| {
                        let mark = around(*at, 1.0);
                        !taken.iter().any(|other| boxes::overlap(&mark, other))
                    });
                    // No mark is better than one on a hole.
                    if let Some(at) = clear {
                        taken.push(around(at, 0.0));
                        marks.push(at);
                    }
                }
            }
        }
        marks
    }
}

/// Where marks would be if nothing were in the way: evenly between two places, two at least.
fn wanted(from: f64, to: f64) -> Vec<f64> {
    let mut count = 2;
    while f64::from(count + 1) * APART_MM <= to - from {
        count += 1;
    }
    let apart = (to - from) / f64::from(count);
    (0..count).map(|index| from + (f64::from(index) + 0.5) * apart).collect()
}

/// The places around one, every millimetre, where a whole mark lies between two others.
fn nearest_first(at: f64, from: f64, to: f64) -> impl Iterator<Item = f64> {
    let away = (0..).map(f64::from).take_while(|away| *away <= APART_MM);
    away.flat_map(move |away| [at + away, at - away])
        .filter(move |at| (from + ARM_MM..=to - ARM_MM).contains(at))
}
