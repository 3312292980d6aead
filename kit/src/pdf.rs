//! Drawings as PDF, at true size: the same drawing on every page, seen through the page's window.

use std::collections::BTreeMap;

use kahuna_boards::map::Point;
use pdf_writer::types::LineCapStyle;
use pdf_writer::{Content, Finish as _, Name, Pdf, Rect, Ref, Str, TextStr};

use crate::drawing::{Anchor, Drawing, Item, Shape, Style, Text, Weight};
use crate::text;

/// Points in a millimetre.
const POINTS: f64 = 72.0 / 25.4;
/// How far a Bézier's handles reach to make a quarter of a circle of radius 1.
const ROUND: f64 = 0.552_284_75;

/// A page.
#[derive(Clone, PartialEq, Debug)]
pub struct Page {
    /// The paper's width, in mm.
    pub width: f64,
    /// The paper's height, in mm.
    pub height: f64,
    /// Where on the paper the window's far left corner is, in mm.
    pub at: Point,
    /// The part of the drawing that is seen: its far left corner.
    pub from: Point,
    /// The window's width and height, in mm.
    pub window: Point,
    /// What else is on the paper, in mm from its far left corner.
    pub margin: Drawing,
}

/// Writes the pages of a drawing.
///
/// # Panics
///
/// Not for fewer than a hundred million pages.
pub fn write(drawing: &Drawing, pages: &[Page]) -> Vec<u8> {
    let mut next = 0;
    let mut new = || {
        next += 1;
        Ref::new(next)
    };
    let (catalog, tree, info, form) = (new(), new(), new(), new());
    let fonts = BTreeMap::from([(Font::REGULAR, new()), (Font::BOLD, new())]);
    let ids: Vec<_> = pages.iter().map(|_| (new(), new())).collect();

    let mut pdf = Pdf::new();
    let mut root = pdf.catalog(catalog);
    root.pages(tree);
    // Many readers would shrink a page into the printer's margins, and no hole would fit.
    root.viewer_preferences().pair(Name(b"PrintScaling"), Name(b"None"));
    root.finish();
    pdf.document_info(info).title(TextStr(&drawing.title));
    let count = i32::try_from(pages.len()).expect("so many pages fit no printer");
    pdf.pages(tree).kids(ids.iter().map(|(page, _)| *page)).count(count);
    for (font, id) in &fonts {
        pdf.type1_font(*id).base_font(Name(font.1)).encoding_predefined(Name(b"WinAnsiEncoding"));
    }

    // The drawing once, in mm with y down; each page turns it over and shows its part.
    let content = draw(&drawing.items).finish();
    let mut once = pdf.form_xobject(form, &content);
    once.bbox(Rect::new(0.0, 0.0, single(drawing.width), single(drawing.height)));
    let mut resources = once.resources();
    let mut dictionary = resources.fonts();
    for (font, id) in &fonts {
        dictionary.pair(Name(font.0), *id);
    }
    dictionary.finish();
    resources.finish();
    once.finish();

    for (page, (id, content_id)) in pages.iter().zip(ids) {
        let mut written = pdf.page(id);
        written.parent(tree).contents(content_id);
        written.media_box(Rect::new(0.0, 0.0, points(page.width), points(page.height)));
        let mut resources = written.resources();
        resources.x_objects().pair(Name(b"Drawing"), form);
        let mut dictionary = resources.fonts();
        for (font, id) in &fonts {
            dictionary.pair(Name(font.0), *id);
        }
        dictionary.finish();
        resources.finish();
        written.finish();
        pdf.stream(content_id, &sheet(page));
    }
    pdf.finish()
}

/// A page's content.
fn sheet(page: &Page) -> Vec<u8> {
    let mut content = Content::new();
    content.transform([points(1.0), 0.0, 0.0, -points(1.0), 0.0, points(page.height)]);
    content.save_state();
    let ([x, y], [width, height]) = (page.at, page.window);
    content.rect(single(x), single(y), single(width), single(height)).clip_nonzero().end_path();
    content.transform([1.0, 0.0, 0.0, 1.0, single(x - page.from[0]), single(y - page.from[1])]);
    content.x_object(Name(b"Drawing")).restore_state();
    let mut all = content.finish().into_vec();
    all.push(b'\n');
    all.extend(draw(&page.margin.items).finish().into_vec());
    all
}

/// A font's name on the page and in the reader.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Font(&'static [u8], &'static [u8]);

impl Font {
    const REGULAR: Self = Self(b"F1", b"Helvetica");
    const BOLD: Self = Self(b"F2", b"Helvetica-Bold");
}

/// Draws in mm, y down.
fn draw(items: &[Item]) -> Content {
    let mut content = Content::new();
    for item in items {
        if let Shape::Text(text) = &item.shape {
            words(&mut content, text, &item.style);
            continue;
        }
        content.save_state();
        set_style(&mut content, &item.style);
        match &item.shape {
            Shape::Line(points) => trace(&mut content, points),
            Shape::Area(points) => {
                trace(&mut content, points);
                content.close_path();
            }
            Shape::Circle { at, radius } => slot(&mut content, *at, 0.0, 2.0 * radius, 2.0 * radius),
            Shape::Slot { at, degrees, length, width } => slot(&mut content, *at, *degrees, *length, *width),
            Shape::Text(_) => {}
        }
        match (item.style.fill, item.style.stroke) {
            (Some(_), Some(_)) => content.fill_nonzero_and_stroke(),
            (Some(_), None) => content.fill_nonzero(),
            (None, Some(_)) => content.stroke(),
            (None, None) => content.end_path(),
        };
        content.restore_state();
    }
    content
}

fn set_style(content: &mut Content, style: &Style) {
    let share = |part: u8| f32::from(part) / 255.0;
    if let Some([red, green, blue]) = style.stroke {
        content.set_stroke_rgb(share(red), share(green), share(blue));
        content.set_line_width(single(style.width)).set_line_cap(LineCapStyle::ButtCap);
    }
    if let Some([red, green, blue]) = style.fill {
        content.set_fill_rgb(share(red), share(green), share(blue));
    }
    if let Some(dash) = style.dash {
        content.set_dash_pattern([single(dash)], 0.0);
    }
}

fn words(content: &mut Content, text: &Text, style: &Style) {
    let font = if text.weight == Weight::Bold { Font::BOLD } else { Font::REGULAR };
    let back = match text.anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => text::width(&text.words, text.size, text.weight) / 2.0,
        Anchor::End => text::width(&text.words, text.size, text.weight),
    };
    let (sin, cos) = text.degrees.to_radians().sin_cos();
    let [x, y] = [text.at[0] - back * cos, text.at[1] - back * sin];
    let share = |part: u8| f32::from(part) / 255.0;
    let [red, green, blue] = style.stroke.unwrap_or_default();
    content.begin_text().set_fill_rgb(share(red), share(green), share(blue));
    content.set_font(Name(font.0), single(text.size));
    // The page is turned over, so the letters are turned back.
    content.set_text_matrix([single(cos), single(sin), single(sin), single(-cos), single(x), single(y)]);
    content.show(Str(&text::win_ansi(&text.words))).end_text();
}

fn trace(content: &mut Content, points: &[Point]) {
    for (index, [x, y]) in points.iter().enumerate() {
        if index == 0 {
            content.move_to(single(*x), single(*y));
        } else {
            content.line_to(single(*x), single(*y));
        }
    }
}

/// Two halves of a circle, with straight sides between them if the slot is longer than wide.
fn slot(content: &mut Content, at: Point, degrees: f64, length: f64, width: f64) {
    let (radius, half) = (width / 2.0, (length - width) / 2.0);
    let (sin, cos) = degrees.to_radians().sin_cos();
    let to = |x: f64, y: f64| (single(at[0] + x * cos - y * sin), single(at[1] + x * sin + y * cos));
    let handle = radius * ROUND;
    let (x, y) = to(-half, -radius);
    content.move_to(x, y);
    let (x, y) = to(half, -radius);
    content.line_to(x, y);
    let mut curve = |a: (f32, f32), b: (f32, f32), c: (f32, f32)| {
        content.cubic_to(a.0, a.1, b.0, b.1, c.0, c.1);
    };
    curve(to(half + handle, -radius), to(half + radius, -handle), to(half + radius, 0.0));
    curve(to(half + radius, handle), to(half + handle, radius), to(half, radius));
    let (x, y) = to(-half, radius);
    content.line_to(x, y);
    let mut curve = |a: (f32, f32), b: (f32, f32), c: (f32, f32)| {
        content.cubic_to(a.0, a.1, b.0, b.1, c.0, c.1);
    };
    curve(to(-half - handle, radius), to(-half - radius, handle), to(-half - radius, 0.0));
    curve(to(-half - radius, -handle), to(-half - handle, -radius), to(-half, -radius));
    content.close_path();
}

fn points(mm: f64) -> f32 {
    single(mm * POINTS)
}

#[allow(clippy::cast_possible_truncation, reason = "PDF's numbers; a hundredth of a millimetre is far above")]
fn single(value: f64) -> f32 {
    value as f32
}
