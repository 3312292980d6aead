//! What a printer makes of the PDF: its content streams, read back through their matrices, in mm on the paper.

mod common;

use common::{boards, rows, wide};
use kahuna_boards::map::{Point, map};
use kahuna_boards::{Board, Contact, Light};
use kahuna_kit::layout::{FRAME_MM, Layout};
use kahuna_kit::sheet::{self, Sheet};
use kahuna_kit::{pdf, template};

/// A transformation: x' = a x + c y + e, y' = b x + d y + f.
type Matrix = [f64; 6];

/// A point through a transformation.
fn through([x, y]: Point, by: Matrix) -> Point {
    [by[0] * x + by[2] * y + by[4], by[1] * x + by[3] * y + by[5]]
}

/// One transformation and then another.
fn then(first: Matrix, second: Matrix) -> Matrix {
    let origin = through([first[4], first[5]], second);
    let side = |x: f64, y: f64| {
        let [x, y] = through([x, y], second);
        [x - second[4], y - second[5]]
    };
    let (across, up) = (side(first[0], first[1]), side(first[2], first[3]));
    [across[0], across[1], up[0], up[1], origin[0], origin[1]]
}

/// A path or words on the paper, in mm from its far left corner.
#[derive(Clone, Debug)]
enum Printed {
    /// The points that the pen passes, whether it is closed, and whether there are bows between them.
    Path { points: Vec<Point>, closed: bool, bows: bool },
    /// What later marks are cut to.
    Clip(Vec<Point>),
    /// Words, whose letters are the right way round or not.
    Words { words: String, readable: bool },
}

/// The body of an object.
fn object(file: &str, number: &str) -> String {
    let from = file.find(&format!("\n{number} 0 obj")).unwrap_or_else(|| panic!("no object {number}"));
    file[from..].split("endobj").next().unwrap().to_owned()
}

fn stream(object: &str) -> &str {
    object.split("stream\n").nth(1).unwrap().split("\nendstream").next().unwrap()
}

fn after<'a>(text: &'a str, key: &str) -> &'a str {
    let from = text.find(key).unwrap_or_else(|| panic!("no {key} in {text}"));
    text[from + key.len()..].split_whitespace().next().unwrap()
}

/// The pages of a file: the paper's height in points, and what is printed.
fn pages(pdf: &[u8]) -> Vec<(Point, Vec<Printed>)> {
    // One byte a character, so that nothing moves.
    let file: String = pdf.iter().copied().map(char::from).collect();
    let is_page = |object: &&str| object.contains("/Type /Page\n") || object.contains("/Type /Page ");
    let all: Vec<_> = file.split("endobj").collect();
    let pages = all.iter().copied().filter(is_page);
    pages
        .map(|page| {
            let area = page.split("/MediaBox [").nth(1).unwrap().split(']').next().unwrap();
            let area: Vec<f64> = area.split_whitespace().map(|number| number.parse().unwrap()).collect();
            let mm = 25.4 / 72.0;
            // To mm, with y down.
            let paper = [mm, 0.0, 0.0, -mm, 0.0, area[3] * mm];
            let form = object(&file, after(page, "/Drawing "));
            let content = object(&file, after(page, "/Contents "));
            let mut printed = Vec::new();
            run(stream(&content), paper, stream(&form), &mut printed);
            ([area[2] * mm, area[3] * mm], printed)
        })
        .collect()
}

/// Runs a content stream as a printer would.
fn run(content: &str, mut matrix: Matrix, form: &str, printed: &mut Vec<Printed>) {
    let mut stack = Vec::new();
    let mut operands: Vec<f64> = Vec::new();
    let (mut points, mut closed, mut bows, mut clip) = (Vec::<Point>::new(), false, false, false);
    let mut turn = 1.0;
    for line in content.lines() {
        if let Some(words) = line.strip_suffix(" Tj") {
            let words = words.trim_start_matches('(').trim_end_matches(')').into();
            printed.push(Printed::Words { words, readable: turn > 0.0 });
            continue;
        }
        for word in line.split_whitespace() {
            if let Ok(number) = word.parse() {
                operands.push(number);
                continue;
            }
            let to = |x: f64, y: f64| through([x, y], matrix);
            let six = || <Matrix>::try_from(&operands[..6]).unwrap();
            match word {
                "q" => stack.push(matrix),
                "Q" => matrix = stack.pop().unwrap(),
                "cm" => matrix = then(six(), matrix),
                "Do" => run(form, matrix, "", printed),
                // Letters stand upright in the font's own space, where y goes up.
                "Tm" => {
                    let whole = then(six(), matrix);
                    turn = whole[1] * whole[2] - whole[0] * whole[3];
                }
                "m" | "l" => points.push(to(operands[0], operands[1])),
                "c" => {
                    points.push(to(operands[4], operands[5]));
                    bows = true;
                }
                "re" => {
                    let [x, y, width, height] = [0, 1, 2, 3].map(|index| operands[index]);
                    points.extend([to(x, y), to(x + width, y), to(x + width, y + height), to(x, y + height)]);
                    closed = true;
                }
                "h" => closed = true,
                "W" => clip = true,
                "S" | "B" | "f" | "n" => {
                    let points = std::mem::take(&mut points);
                    if clip {
                        printed.push(Printed::Clip(points));
                    } else if word != "n" {
                        printed.push(Printed::Path { points, closed, bows });
                    }
                    (closed, bows, clip) = (false, false, false);
                }
                _ => {}
            }
            operands.clear();
        }
    }
}

/// The two points that are farthest from each other.
fn ends(points: &[Point]) -> (Point, Point) {
    let pairs = points.iter().flat_map(|a| points.iter().map(move |b| (*a, *b)));
    pairs.max_by(|a, b| apart(a.0, a.1).total_cmp(&apart(b.0, b.1))).unwrap()
}

fn apart([ax, ay]: Point, [bx, by]: Point) -> f64 {
    (ax - bx).hypot(ay - by)
}

/// The holes as the map and the description have them: their middles and lengths, in mm on the plate, and the direction
/// of the slots.
fn expected(board: &Board) -> Vec<(String, Point, f64, Option<Point>)> {
    let scale = board.width_mm / 800.0;
    let on_plate = |point: Point| point.map(|units| units * scale + FRAME_MM);
    let mut holes: Vec<_> = map()
        .connections
        .iter()
        .map(|line| {
            let length = apart(line.from, line.to);
            let along = [0, 1].map(|axis| (line.to[axis] - line.from[axis]) / length);
            (line.name(), on_plate(line.middle()), board.reed.length_mm + 4.0, Some(along))
        })
        .collect();
    for light in &board.lights {
        if let Light::Island(island) = light {
            holes.push((light.name().into(), on_plate(map().islands[*island].light), 5.0, None));
        }
    }
    let ([width, depth], middle) = (Layout::new(board).plate, Layout::new(board).plate[0] / 2.0);
    for (name, right) in [("draw", -30.0), ("pass", 0.0), ("discard", 30.0)] {
        holes.push((format!("white {name}"), [middle + right, depth - 17.5], 12.0, None));
        holes.push((format!("black {name}"), [middle - right, 17.5], 12.0, None));
    }
    holes.push(("referee".into(), [width - 17.5, depth / 2.0], 12.0, None));
    holes
}

#[test]
fn every_page_of_a4_shows_every_hole_at_its_place_at_true_size() {
    for board in boards().iter().flat_map(|board| [board.width_mm, 812.5].map(|width| wide(board, width))) {
        let drawing = template::draw(&board);
        let tiles = sheet::pages(&drawing, Sheet::A4);
        let printed = pages(&pdf::write(&drawing, &tiles));
        assert_eq!(printed.len(), tiles.len());
        for (([width, height], items), tile) in printed.iter().zip(&tiles) {
            let mut sides = [*width, *height];
            sides.sort_by(f64::total_cmp);
            assert!((sides[0] - 210.0).abs() < 0.1 && (sides[1] - 297.0).abs() < 0.1);
            let holes: Vec<_> = items
                .iter()
                .filter_map(|item| match item {
                    Printed::Path { points, closed: true, bows: true } => Some(ends(points)),
                    _ => None,
                })
                .collect();
            let on_paper = |at: Point| [0, 1].map(|axis| at[axis] - tile.from[axis] + tile.at[axis]);
            for (name, at, length, along) in expected(&board) {
                let at = on_paper(at);
                let hole = holes.iter().find(|(a, b)| {
                    let middle = [0, 1].map(|axis| f64::midpoint(a[axis], b[axis]));
                    apart(middle, at) < 0.1 && (apart(*a, *b) - length).abs() < 0.1
                });
                let Some((a, b)) = hole else { panic!("{}: no {name} at {at:?}", board.name) };
                if let Some(along) = along {
                    let off = (b[0] - a[0]) * along[1] - (b[1] - a[1]) * along[0];
                    assert!(off.abs() < 0.1, "{}: {name} is turned", board.name);
                }
            }
            // What is cut off is what the page does not show.
            let clips: Vec<_> = items.iter().filter(|item| matches!(item, Printed::Clip(_))).collect();
            let [Printed::Clip(window)] = clips[..] else { panic!("{clips:?}") };
            for (corner, [x, y]) in window.iter().zip([(0, 0), (1, 0), (1, 1), (0, 1)].map(|(x, y)| {
                [tile.at[0] + f64::from(x) * tile.window[0], tile.at[1] + f64::from(y) * tile.window[1]]
            })) {
                assert!(apart(*corner, [x, y]) < 0.1, "{}: {corner:?}", board.name);
            }
            for item in items {
                if let Printed::Words { words, readable } = item {
                    assert!(readable, "{}: {words} is mirrored", board.name);
                }
            }
        }
    }
}

#[test]
fn the_bar_of_every_page_is_50_mm_long_on_the_paper_and_says_so() {
    for board in boards() {
        let drawing = template::draw(&board);
        let tiles = sheet::pages(&drawing, Sheet::A4);
        for ((_, items), tile) in pages(&pdf::write(&drawing, &tiles)).iter().zip(&tiles) {
            let below = tile.at[1] + tile.window[1] + 0.1;
            // The template's own bar may lie below a window as well, but there it is cut off: the page's comes last.
            let mut levels = items.iter().filter_map(|item| match item {
                Printed::Path { points, closed: false, bows: false } if points.len() == 2 => {
                    let level = (points[0][1] - points[1][1]).abs() < 0.01 && points[0][1] > below;
                    level.then(|| apart(points[0], points[1]))
                }
                _ => None,
            });
            let bar = levels.next_back().expect("a bar");
            assert!((bar - 50.0).abs() < 0.1, "{}: the bar is {bar} mm long", board.name);
            let said =
                items.iter().any(|item| matches!(item, Printed::Words { words, .. } if words == "50 mm"));
            assert!(said, "{}", board.name);
        }
    }
}

#[test]
fn the_marks_of_neighbouring_pages_lie_on_each_other_together_with_the_holes() {
    for board in boards() {
        let drawing = template::draw(&board);
        let printed = pages(&pdf::write(&drawing, &sheet::pages(&drawing, Sheet::A4)));
        // On the paper alone: where each page has its marks, measured from the first hole of the file, which is the same
        // one on every page.
        let measured: Vec<Vec<Point>> = printed
            .iter()
            .map(|(_, items)| {
                let is_hole = |item: &&Printed| matches!(item, Printed::Path { closed: true, bows: true, points } if points.len() == 7);
                let Some(Printed::Path { points: hole, .. }) = items.iter().find(is_hole) else { panic!("a hole") };
                let marks = items.iter().filter_map(|item| match item {
                    Printed::Path { points, closed: true, bows: false } if points.len() == 4 => {
                        let (a, b) = ends(points);
                        let middle = [0, 1].map(|axis| f64::midpoint(a[axis], b[axis]) - hole[0][axis]);
                        ((apart(a, b) - 3.2 * 2_f64.sqrt()).abs() < 0.05).then_some(middle)
                    }
                    _ => None,
                });
                marks.collect()
            })
            .collect();
        for (index, marks) in measured.iter().enumerate() {
            let others = || measured.iter().enumerate().filter(|(other, _)| *other != index);
            for mark in marks {
                let partner = others().any(|(_, marks)| marks.iter().any(|other| apart(*mark, *other) < 0.1));
                assert!(partner, "{}: a mark of page {} is on no other", board.name, index + 1);
            }
            assert!(marks.len() >= 2);
        }
    }
}

#[test]
fn the_pdf_asks_not_to_be_scaled() {
    let board = &boards()[0];
    let drawing = template::draw(board);
    for paper in [Sheet::A4, Sheet::One] {
        let file = pdf::write(&drawing, &sheet::pages(&drawing, paper));
        let text: String = file.iter().copied().map(char::from).collect();
        assert!(text.contains("/ViewerPreferences") && text.contains("/PrintScaling /None"));
    }
}

#[test]
fn the_table_of_holes_has_every_column_right() {
    for board in boards() {
        let table = rows(&template::table(&board));
        let expected = expected(&board);
        for contact in Contact::all() {
            let row = table.iter().find(|row| row[1] == contact.name()).unwrap();
            let number = |column: usize| row[column].parse::<f64>().unwrap();
            let (_, at, length, along) = expected.iter().find(|(name, ..)| name == contact.name()).unwrap();
            assert!(apart([number(3), number(4)], *at) < 0.01, "{row:?}");
            assert!((number(6) - length).abs() < 0.01, "{row:?}");
            let (kind, part, width) = if contact.is_button() {
                ("button", format!("S{}", contact.index() - 26), 12.0)
            } else {
                ("reed", format!("K{}", contact.index() + 1), board.reed.diameter_mm + 1.2)
            };
            assert_eq!((row[0].as_str(), &row[2]), (kind, &part));
            assert!((number(7) - width).abs() < 0.01, "{row:?}");
            let direction = along.unwrap_or([1.0, 0.0]);
            let (sin, cos) = number(5).to_radians().sin_cos();
            assert!((direction[0] * sin - direction[1] * cos).abs() < 0.002, "{row:?}");
        }
        for (index, light) in board.lights.iter().enumerate() {
            let row = table.iter().find(|row| row[1] == light.name()).unwrap();
            assert_eq!(row[2], format!("LED{}", index + 1));
            assert_eq!(
                (row[0].as_str(), &row[5..]),
                ("light", ["0.0", "5", "5"].map(str::to_owned).as_slice())
            );
            if let Some((_, at, ..)) = expected.iter().find(|(name, ..)| name == light.name()) {
                assert!(apart([row[3].parse().unwrap(), row[4].parse().unwrap()], *at) < 0.01, "{row:?}");
            }
        }
    }
}
