//! The drilling template, read back: every hole is where the map has it, every page shows its part at true size.

mod common;

use std::collections::BTreeSet;

use common::{boards, marks, number, rows, same, wide};
use kahuna_boards::map::map;
use kahuna_boards::{Board, Contact, Light, Reed};
use kahuna_kit::boxes::{self, overlap};
use kahuna_kit::channel::{self, CABLE_MM};
use kahuna_kit::clash::clash;
use kahuna_kit::layout::{FRAME_MM, Kind, Layout};
use kahuna_kit::sheet::{self, Sheet};
use kahuna_kit::{pdf, svg, template};

/// Every board as described, and on the smallest and largest plates people would make.
fn sizes() -> Vec<Board> {
    boards().iter().flat_map(|board| [board.width_mm, 409.0, 800.0].map(|width| wide(board, width))).collect()
}

#[test]
fn reeds_lie_in_the_middle_of_their_lines_along_them() {
    for board in sizes() {
        let text = svg::write(&template::draw(&board));
        let svg = roxmltree::Document::parse(&text).unwrap();
        let scale = board.width_mm / 800.0;
        let reeds = marks(&svg, "reed");
        assert_eq!(reeds.len(), 27);
        for ((name, slot), line) in reeds.iter().zip(&map().connections) {
            assert_eq!(*name, line.name());
            let middle = |axis: usize| f64::midpoint(line.from[axis], line.to[axis]) * scale + FRAME_MM;
            same(number(slot, "x") + number(slot, "width") / 2.0, middle(0), name);
            same(number(slot, "y") + number(slot, "height") / 2.0, middle(1), name);
            // The end of a slot that is turned by what the drawing says lies on the printed line.
            let turn = slot.attribute("transform").unwrap().trim_start_matches("rotate(");
            let degrees: f64 = turn.split(' ').next().unwrap().parse().unwrap();
            let end = number(slot, "width") / 2.0;
            let (sin, cos) = degrees.to_radians().sin_cos();
            let ends = [line.from, line.to].map(|point| point.map(|along| along * scale + FRAME_MM));
            let off = boxes::to_segment([middle(0) + end * cos, middle(1) + end * sin], ends[0], ends[1]);
            assert!(off < 0.1, "{name}: {off} mm off its line");
        }
    }
}

#[test]
fn lights_shine_where_the_islands_have_them_and_every_player_has_three_buttons() {
    for board in sizes() {
        let text = svg::write(&template::draw(&board));
        let svg = roxmltree::Document::parse(&text).unwrap();
        let [width, depth] = [800.0, 637.0].map(|units| units * board.width_mm / 800.0 + 2.0 * FRAME_MM);
        let sheet = svg.root_element();
        same(number(&sheet, "width"), width, "the plate's width");
        same(number(&sheet, "height"), depth, "the plate's depth");
        assert_eq!(sheet.attribute("viewBox").unwrap(), format!("0 0 {} {}", tidy(width), tidy(depth)));
        let lights = marks(&svg, "light");
        assert_eq!(lights.len(), board.lights.len());
        for ((name, hole), light) in lights.iter().zip(&board.lights) {
            assert_eq!(name, light.name());
            if let Light::Island(island) = light {
                let at = map().islands[*island].light.map(|units| units * board.width_mm / 800.0 + FRAME_MM);
                same(number(hole, "cx"), at[0], name);
                same(number(hole, "cy"), at[1], name);
            }
        }
        let buttons = marks(&svg, "button");
        assert_eq!(buttons.len(), 7);
        for (name, hole) in buttons {
            let (x, y) = (number(&hole, "cx"), number(&hole, "cy"));
            match name.split(' ').next().unwrap() {
                "black" => assert!(y < FRAME_MM, "{name}"),
                "white" => assert!(y > depth - FRAME_MM, "{name}"),
                _ => assert!(x > width - FRAME_MM && (y - depth / 2.0).abs() < 0.1, "{name}"),
            }
        }
    }
}

fn tidy(value: f64) -> String {
    format!("{value:.2}").trim_end_matches('0').trim_end_matches('.').into()
}

#[test]
fn the_table_of_holes_says_the_same_as_the_drawing() {
    for board in boards() {
        let text = svg::write(&template::draw(&board));
        let svg = roxmltree::Document::parse(&text).unwrap();
        let table = rows(&template::table(&board));
        assert_eq!(table.len(), Contact::all().len() + board.lights.len());
        for kind in ["reed", "light", "button"] {
            let of_kind: Vec<_> = table.iter().filter(|row| row[0] == kind).collect();
            let drawn = marks(&svg, kind);
            assert_eq!(of_kind.len(), drawn.len());
            for (row, (name, hole)) in of_kind.iter().zip(drawn) {
                assert_eq!(row[1], name);
                let at = if kind == "reed" {
                    [("x", "width"), ("y", "height")]
                        .map(|(from, size)| number(&hole, from) + number(&hole, size) / 2.0)
                } else {
                    ["cx", "cy"].map(|axis| number(&hole, axis))
                };
                same(row[3].parse().unwrap(), at[0], &name);
                same(row[4].parse().unwrap(), at[1], &name);
            }
        }
    }
}

#[test]
fn there_is_wood_between_the_holes_and_none_is_at_an_edge() {
    for board in sizes() {
        let layout = Layout::new(&board);
        for (index, hole) in layout.holes.iter().enumerate() {
            let around = boxes::around(hole.at, hole.degrees, hole.length, hole.width, 2.0);
            assert!(boxes::within(&around, layout.plate[0], layout.plate[1]), "{}", hole.name);
            for other in &layout.holes[..index] {
                let other_around = boxes::around(other.at, other.degrees, other.length, other.width, 0.0);
                assert!(
                    !overlap(&around, &other_around),
                    "{} and {} at {}",
                    hole.name,
                    other.name,
                    board.width_mm
                );
            }
        }
    }
}

#[test]
fn the_cable_passes_every_light_in_order_and_nothing_else_below_the_plate() {
    let widths = || (409..=900).step_by(29).map(f64::from);
    let many = boards();
    let many = many.iter().flat_map(|board| widths().map(|width| wide(board, width)));
    for board in sizes().into_iter().chain(many) {
        let layout = Layout::new(&board);
        let stretches = channel::route(&layout);
        let lights: Vec<_> = layout.of(Kind::Light).collect();
        assert_eq!(stretches.len(), lights.len());
        for (index, (stretch, light)) in stretches.iter().zip(&lights).enumerate() {
            let meet = |end: [f64; 2], at: [f64; 2]| (end[0] - at[0]).hypot(end[1] - at[1]) < 0.01;
            assert!(meet(*stretch.last().unwrap(), light.at), "{}", light.name);
            let before = index.checked_sub(1).map(|before| lights[before].name);
            if let Some(before) = index.checked_sub(1) {
                assert!(meet(stretch[0], lights[before].at), "{}", light.name);
            }
            let others =
                layout.holes.iter().filter(|hole| hole.name != light.name && Some(hole.name) != before);
            for hole in others {
                // Below the plate a light is a board of 10 mm, a button's nut is 16 mm wide.
                let half = match hole.kind {
                    Kind::Reed => hole.width / 2.0,
                    Kind::Light => 5.0,
                    Kind::Button => 8.0,
                };
                let along = (hole.length - hole.width) / 2.0;
                let (sin, cos) = hole.degrees.to_radians().sin_cos();
                let end = |sign: f64| [hole.at[0] + sign * along * cos, hole.at[1] + sign * along * sin];
                for pair in stretch.windows(2) {
                    let length = (pair[1][0] - pair[0][0]).hypot(pair[1][1] - pair[0][1]);
                    let mut gone = 0.0;
                    while gone <= length {
                        let share = gone / length.max(1.0);
                        let at = [0, 1].map(|axis| pair[0][axis] + (pair[1][axis] - pair[0][axis]) * share);
                        let gap = boxes::to_segment(at, end(-1.0), end(1.0)) - half - CABLE_MM / 2.0;
                        let (name, width) = (&board.name, board.width_mm);
                        assert!(gap > 0.0, "{name} at {width} to {}: {gap} at {}", light.name, hole.name);
                        gone += 1.0;
                    }
                }
            }
        }
    }
}

#[test]
fn holes_that_would_run_into_each_other_are_told_with_a_remedy() {
    for board in sizes() {
        assert_eq!(clash(&board), None);
    }
    let board = boards().into_iter().find(|board| board.name == "pico-matrix").unwrap();
    let long = |length_mm: f64| Board { reed: Reed { length_mm, ..board.reed.clone() }, ..board.clone() };
    let said = clash(&long(40.0)).unwrap();
    assert!(said.starts_with("on a board 420 mm wide the slot of "), "{said}");
    assert!(said.ends_with("or take shorter reeds (length_mm)"), "{said}");
    // The width that is advised is wide enough, and no less is.
    let width: f64 =
        said.split("make the board ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
    assert!(clash(&wide(&long(40.0), width)).is_none() && clash(&wide(&long(40.0), width - 1.0)).is_some());
}

#[test]
fn no_label_covers_another_or_a_hole() {
    for board in sizes() {
        let drawing = template::draw(&board);
        let layout = Layout::new(&board);
        let texts: Vec<_> = drawing.texts().collect();
        for (index, text) in texts.iter().enumerate() {
            assert!(boxes::within(&text.corners(), drawing.width, drawing.height), "{}", text.words);
            for other in &texts[..index] {
                let clash = overlap(&text.corners(), &other.corners());
                assert!(!clash, "{} and {} at {}", text.words, other.words, board.width_mm);
            }
            for hole in &layout.holes {
                let around = boxes::around(hole.at, hole.degrees, hole.length, hole.width, 0.0);
                assert!(!overlap(&text.corners(), &around), "{} on {}", text.words, hole.name);
            }
        }
    }
}

#[test]
fn the_scale_bar_is_as_long_as_it_says() {
    for board in sizes() {
        let text = svg::write(&template::draw(&board));
        let svg = roxmltree::Document::parse(&text).unwrap();
        let (name, bar) = marks(&svg, "scale").remove(0);
        let path = bar.attribute("d").unwrap();
        let x = |part: &str| part.split(' ').next().unwrap().parse::<f64>().unwrap();
        let (from, to) = path.trim_start_matches('M').split_once('L').unwrap();
        same(x(to) - x(from), name.parse().unwrap(), "the bar");
    }
}

/// The sizes of a PDF's pages, in mm.
fn page_sizes(pdf: &[u8]) -> Vec<[f64; 2]> {
    let text = String::from_utf8_lossy(pdf);
    let boxes = text.split("/MediaBox [").skip(1).map(|rest| rest.split(']').next().unwrap().to_owned());
    boxes
        .map(|numbers| {
            let numbers: Vec<f64> =
                numbers.split_whitespace().map(|number| number.parse().unwrap()).collect();
            [numbers[2], numbers[3]].map(|points| points / 72.0 * 25.4)
        })
        .collect()
}

#[test]
fn the_pdf_has_as_many_pages_of_a4_as_it_takes_or_one_of_the_plates_size() {
    for board in sizes() {
        let drawing = template::draw(&board);
        let pages = sheet::pages(&drawing, Sheet::A4);
        let tiled = page_sizes(&pdf::write(&drawing, &pages));
        assert_eq!(tiled.len(), pages.len());
        for size in tiled {
            let mut sides = size;
            sides.sort_by(f64::total_cmp);
            same(sides[0], 210.0, "A4");
            same(sides[1], 297.0, "A4");
        }
        let one = page_sizes(&pdf::write(&drawing, &sheet::pages(&drawing, Sheet::One)));
        assert_eq!(one.len(), 1);
        same(one[0][0], drawing.width, "the sheet");
        same(one[0][1], drawing.height, "the sheet");
    }
}

#[test]
fn the_pdf_and_the_svg_put_the_same_words_on_the_plate() {
    for board in boards() {
        let drawing = template::draw(&board);
        let file = pdf::write(&drawing, &sheet::pages(&drawing, Sheet::One));
        let text = String::from_utf8_lossy(&file);
        let words: BTreeSet<_> =
            drawing.texts().map(|text| &text.words).filter(|words| words.is_ascii()).collect();
        for words in words {
            let escaped = words.replace('(', "\\(").replace(')', "\\)");
            assert!(
                text.contains(&format!("({escaped})")) || text.contains(&format!("({words})")),
                "{words}"
            );
        }
    }
}
