//! Boxes that may be turned, and whether two of them overlap.

use kahuna_boards::map::Point;

/// The corners of a box, one after the other.
pub type Corners = [Point; 4];

/// The box around a slot, with some room.
pub fn around(at: Point, degrees: f64, length: f64, width: f64, room: f64) -> Corners {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let (x, y) = (length / 2.0 + room, width / 2.0 + room);
    [(-x, -y), (x, -y), (x, y), (-x, y)].map(|(x, y)| [at[0] + x * cos - y * sin, at[1] + x * sin + y * cos])
}

/// Whether two boxes overlap: no line along a side of one keeps them apart.
pub fn overlap(a: &Corners, b: &Corners) -> bool {
    [a, b].into_iter().all(|corners| {
        [(0, 1), (1, 2)].into_iter().all(|(first, second)| {
            let axis = [corners[second][0] - corners[first][0], corners[second][1] - corners[first][1]];
            let (a, b) = (span(a, axis), span(b, axis));
            a.0 < b.1 && b.0 < a.1
        })
    })
}

/// Whether a box lies within a rectangle from the origin.
pub fn within(corners: &Corners, width: f64, height: f64) -> bool {
    corners.iter().all(|[x, y]| (0.0..=width).contains(x) && (0.0..=height).contains(y))
}

fn span(corners: &Corners, axis: Point) -> (f64, f64) {
    let along = corners.map(|[x, y]| x * axis[0] + y * axis[1]);
    (along.into_iter().fold(f64::MAX, f64::min), along.into_iter().fold(f64::MIN, f64::max))
}

/// How far a point is from the line between two others.
pub fn to_segment(point: Point, from: Point, to: Point) -> f64 {
    let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
    let length = dx * dx + dy * dy;
    let along = if length > 0.0 {
        (((point[0] - from[0]) * dx + (point[1] - from[1]) * dy) / length).clamp(0.0, 1.0)
    } else {
        0.0
    };
    (point[0] - from[0] - along * dx).hypot(point[1] - from[1] - along * dy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turned_boxes_overlap_only_where_they_do() {
        let level = around([0.0, 0.0], 0.0, 10.0, 2.0, 0.0);
        assert!(overlap(&level, &around([0.0, 0.0], 45.0, 10.0, 2.0, 0.0)));
        // Their upright frames overlap, they do not.
        assert!(!overlap(&level, &around([6.0, -4.0], 45.0, 10.0, 2.0, 0.0)));
        assert!(!overlap(&level, &around([0.0, 3.0], 0.0, 10.0, 2.0, 0.0)));
    }

    #[test]
    fn a_segment_ends() {
        assert!((to_segment([5.0, 3.0], [0.0, 0.0], [10.0, 0.0]) - 3.0).abs() < 1e-9);
        assert!((to_segment([13.0, 4.0], [0.0, 0.0], [10.0, 0.0]) - 5.0).abs() < 1e-9);
    }
}
