//! The template on sheets of A4: what is on them for the person who joins them.

mod common;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use common::{boards, wide};
use kahuna_boards::map::Point;
use kahuna_kit::boxes::{self, Corners, overlap};
use kahuna_kit::drawing::{Drawing, Shape};
use kahuna_kit::layout::Layout;
use kahuna_kit::pdf::Page;
use kahuna_kit::sheet::{self, MARGIN_MM, Sheet};
use kahuna_kit::template;

/// A template on A4.
struct Printed {
    name: String,
    drawing: Drawing,
    layout: Layout,
    pages: Vec<Page>,
}

/// Every board on many widths: seams fall everywhere.
static PRINTED: LazyLock<Vec<Printed>> = LazyLock::new(|| {
    let widths = || (409..=900).step_by(7).map(f64::from).chain([480.0, 500.0, 812.5, 1500.0]);
    let printed = |board, width| {
        let board = wide(board, width);
        let drawing = template::draw(&board);
        let pages = sheet::pages(&drawing, Sheet::A4);
        Printed { name: format!("{} at {width}", board.name), drawing, layout: Layout::new(&board), pages }
    };
    boards().iter().flat_map(|board| widths().map(move |width| printed(board, width))).collect()
});

/// The middles of a page's marks, on the drawing.
fn marks(page: &Page) -> Vec<Point> {
    let is_mark =
        |item: &&kahuna_kit::drawing::Item| item.mark.as_ref().is_some_and(|mark| mark.kind == "register");
    page.margin
        .items
        .iter()
        .filter(is_mark)
        .map(|item| {
            let Shape::Area(corners) = &item.shape else { panic!("a mark is square") };
            [0, 1].map(|axis| {
                let middle = corners.iter().map(|corner| corner[axis]).sum::<f64>() / 4.0;
                middle - page.at[axis] + page.from[axis]
            })
        })
        .collect()
}

/// The box around a mark with its arms.
fn arms(at: Point, room: f64) -> Corners {
    boxes::around(at, 0.0, 8.0, 8.0, room)
}

/// A box on the drawing as it lies in a page's window.
fn seen(page: &Page, corners: &Corners) -> Corners {
    corners.map(|corner| [0, 1].map(|axis| corner[axis] - page.from[axis]))
}

#[test]
fn the_pages_cover_the_whole_plate() {
    for printed in PRINTED.iter() {
        for axis in [0, 1] {
            let mut reached = 0.0;
            let mut windows: Vec<_> =
                printed.pages.iter().map(|page| (page.from[axis], page.window[axis])).collect();
            windows.sort_by(|a, b| a.0.total_cmp(&b.0));
            for (from, length) in windows {
                assert!(from <= reached, "{}: a gap before {from}", printed.name);
                reached = from + length;
            }
            let whole = [printed.drawing.width, printed.drawing.height][axis];
            assert!(reached >= whole - 1e-6, "{}: {reached} of {whole}", printed.name);
        }
    }
}

#[test]
fn every_hole_is_whole_on_a_page() {
    for printed in PRINTED.iter() {
        for hole in &printed.layout.holes {
            let around = boxes::around(hole.at, hole.degrees, hole.length, hole.width, 0.5);
            let whole = |page: &Page| boxes::within(&seen(page, &around), page.window[0], page.window[1]);
            assert!(printed.pages.iter().any(whole), "{}: {}", printed.name, hole.name);
        }
    }
}

#[test]
fn a_mark_covers_no_hole_no_words_no_bar_and_no_other_mark() {
    for printed in PRINTED.iter() {
        for mark in printed.pages.iter().flat_map(marks) {
            for hole in &printed.layout.holes {
                let around = boxes::around(hole.at, hole.degrees, hole.length, hole.width, 2.0);
                assert!(!overlap(&arms(mark, 0.0), &around), "{}: {mark:?} on {}", printed.name, hole.name);
            }
            for item in
                printed.drawing.items.iter().filter(|i| i.mark.as_ref().is_some_and(|m| m.kind == "scale"))
            {
                let Shape::Line(ends) = &item.shape else { panic!("a bar") };
                let ([x, y], [end, _]) = (ends[0], ends[1]);
                let bar = [[x, y - 3.0], [end, y - 3.0], [end, y], [x, y]];
                assert!(!overlap(&arms(mark, 0.0), &bar), "{}: {mark:?} on the bar", printed.name);
            }
            for text in printed.drawing.texts() {
                assert!(
                    !overlap(&arms(mark, 0.5), &text.corners()),
                    "{}: {mark:?} on {}",
                    printed.name,
                    text.words
                );
            }
        }
        for page in &printed.pages {
            let marks = marks(page);
            for (index, mark) in marks.iter().enumerate() {
                let clash = marks[..index].iter().any(|other| overlap(&arms(*mark, 0.0), &arms(*other, 0.0)));
                assert!(!clash, "{}: {mark:?}", printed.name);
                assert!(boxes::within(&seen(page, &arms(*mark, 0.0)), page.window[0], page.window[1]));
            }
        }
    }
}

#[test]
fn neighbours_show_the_same_two_marks_or_more_far_apart() {
    for printed in PRINTED.iter() {
        let mut pairs = 0;
        for (index, page) in printed.pages.iter().enumerate() {
            for other in &printed.pages[..index] {
                let same = |axis: usize| (page.from[axis] - other.from[axis]).abs() < 1e-6;
                let next = |axis: usize| (page.from[axis] - other.from[axis]).abs() < page.window[axis];
                if !((same(0) && next(1)) || (same(1) && next(0))) {
                    continue;
                }
                pairs += 1;
                // To a tenth of a millimetre.
                #[allow(clippy::cast_possible_truncation)]
                let places = |page: &Page| -> BTreeMap<[i64; 2], Point> {
                    let place = |at: Point| (at.map(|along| (along * 10.0).round() as i64), at);
                    marks(page).into_iter().map(place).collect()
                };
                let others = places(other);
                let shared: Vec<_> =
                    places(page).into_iter().filter(|(place, _)| others.contains_key(place)).collect();
                let apart = shared
                    .iter()
                    .flat_map(|(_, a)| shared.iter().map(move |(_, b)| (a[0] - b[0]).hypot(a[1] - b[1])));
                let apart = apart.fold(0.0, f64::max);
                assert!(apart > 60.0, "{}: {shared:?}", printed.name);
            }
        }
        assert!(pairs >= printed.pages.len() - 1, "{}", printed.name);
    }
}

#[test]
fn the_footer_lies_below_the_window_where_printers_print_and_its_words_meet_no_bar() {
    for printed in PRINTED.iter() {
        for page in &printed.pages {
            let texts: Vec<_> =
                page.margin.texts().map(|text| (text.words.as_str(), text.corners())).collect();
            assert!(texts.iter().any(|(words, _)| words.contains(&format!("of {}", printed.pages.len()))));
            let bar =
                page.margin.items.iter().find(|item| item.mark.as_ref().is_some_and(|m| m.kind == "scale"));
            let Some(Shape::Line(ends)) = bar.map(|item| &item.shape) else { panic!("no bar") };
            // With the strokes that stand on it.
            let bar = [[ends[0][0], ends[0][1] - 3.0], [ends[1][0], ends[0][1] - 3.0], ends[1], ends[0]];
            let boxes: Vec<_> = texts.into_iter().chain([("the bar", bar)]).collect();
            for (index, (words, corners)) in boxes.iter().enumerate() {
                let printable = corners.iter().all(|[x, y]| {
                    (MARGIN_MM..=page.width - MARGIN_MM).contains(x)
                        && (page.at[1] + page.window[1]..=page.height - MARGIN_MM).contains(y)
                });
                assert!(printable, "{}: {words}", printed.name);
                for (others, other) in &boxes[..index] {
                    assert!(!overlap(corners, other), "{}: {words} on {others}", printed.name);
                }
            }
        }
    }
}
