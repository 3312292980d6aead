//! A drawing in millimetres, before it becomes SVG or PDF.

use kahuna_boards::map::Point;

use crate::text;

/// Red, green and blue.
pub type Colour = [u8; 3];

/// The colours of the drawings: few, and told apart in grey as well, because many print in grey.
pub mod colour {
    use super::Colour;

    /// Outlines and words.
    pub const BLACK: Colour = [0, 0, 0];
    /// What only helps.
    pub const GREY: Colour = [130, 130, 130];
    /// What is behind something else.
    pub const PALE: Colour = [236, 236, 232];
    /// Paper.
    pub const WHITE: Colour = [255, 255, 255];
    /// 5 V.
    pub const RED: Colour = [200, 30, 30];
    /// 3.3 V.
    pub const ORANGE: Colour = [214, 110, 0];
    /// Columns, and clocks.
    pub const BLUE: Colour = [30, 80, 180];
    /// Rows, and what comes back.
    pub const VIOLET: Colour = [130, 40, 140];
    /// The lights' data.
    pub const GREEN: Colour = [20, 120, 60];
}

/// What is drawn.
#[derive(Clone, PartialEq, Debug)]
pub enum Shape {
    /// A line through points.
    Line(Vec<Point>),
    /// An area between points.
    Area(Vec<Point>),
    /// A circle.
    Circle {
        /// Its middle.
        at: Point,
        /// Its radius.
        radius: f64,
    },
    /// A slot with round ends.
    Slot {
        /// Its middle.
        at: Point,
        /// Where it points, in degrees, clockwise from the right.
        degrees: f64,
        /// Its whole length.
        length: f64,
        /// Its width.
        width: f64,
    },
    /// Words.
    Text(Text),
}

/// Words on a drawing.
#[derive(Clone, PartialEq, Debug)]
pub struct Text {
    /// Where they are anchored, on their base line.
    pub at: Point,
    /// The letters' height from line to line.
    pub size: f64,
    /// Where the anchor is.
    pub anchor: Anchor,
    /// Which way they run, in degrees, clockwise from the right.
    pub degrees: f64,
    /// How heavy the letters are.
    pub weight: Weight,
    /// The words.
    pub words: String,
}

/// Where words are anchored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    /// At their beginning.
    Start,
    /// In their middle.
    Middle,
    /// At their end.
    End,
}

/// How heavy letters are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Weight {
    /// As in a sentence.
    Regular,
    /// As in a heading.
    Bold,
}

/// How something is drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
#[must_use]
pub struct Style {
    /// The outline's colour; for words, their colour.
    pub stroke: Option<Colour>,
    /// The outline's width.
    pub width: f64,
    /// What the inside is filled with.
    pub fill: Option<Colour>,
    /// The length of dashes, if it is dashed.
    pub dash: Option<f64>,
}

impl Style {
    /// A line.
    pub const fn line(stroke: Colour, width: f64) -> Self {
        Self { stroke: Some(stroke), width, fill: None, dash: None }
    }

    /// The same, dashed.
    pub const fn dashed(self, dash: f64) -> Self {
        Self { dash: Some(dash), ..self }
    }

    /// The same, filled.
    pub const fn filled(self, fill: Colour) -> Self {
        Self { fill: Some(fill), ..self }
    }

    /// An area without an outline.
    pub const fn fill(fill: Colour) -> Self {
        Self { stroke: None, width: 0.0, fill: Some(fill), dash: None }
    }
}

/// What an item stands for, so that a drawing can be read back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// What kind of thing it is, like `reed`.
    pub kind: &'static str,
    /// Which one, like `ALOA-BARI`.
    pub name: String,
}

/// A shape with its style.
#[derive(Clone, PartialEq, Debug)]
pub struct Item {
    /// What is drawn.
    pub shape: Shape,
    /// How.
    pub style: Style,
    /// What it stands for, if it is more than a line.
    pub mark: Option<Mark>,
}

/// A drawing: x to the right, y down, in mm.
#[derive(Clone, PartialEq, Debug)]
pub struct Drawing {
    /// What it shows.
    pub title: String,
    /// Its width.
    pub width: f64,
    /// Its height.
    pub height: f64,
    /// What is on it, the lowest first.
    pub items: Vec<Item>,
}

impl Drawing {
    /// An empty drawing.
    pub fn new(title: impl Into<String>, width: f64, height: f64) -> Self {
        Self { title: title.into(), width, height, items: Vec::new() }
    }

    /// Adds a shape.
    pub fn add(&mut self, shape: Shape, style: Style) {
        self.items.push(Item { shape, style, mark: None });
    }

    /// Adds a shape that stands for something.
    pub fn mark(&mut self, kind: &'static str, name: impl Into<String>, shape: Shape, style: Style) {
        self.items.push(Item { shape, style, mark: Some(Mark { kind, name: name.into() }) });
    }

    /// Adds a line.
    pub fn line(&mut self, points: &[Point], style: Style) {
        self.add(Shape::Line(points.to_vec()), style);
    }

    /// Adds an upright rectangle by its far left corner and its size.
    pub fn rectangle(&mut self, [x, y]: Point, width: f64, height: f64, style: Style) {
        let corners = vec![[x, y], [x + width, y], [x + width, y + height], [x, y + height]];
        self.add(Shape::Area(corners), style);
    }

    /// Adds level words.
    pub fn words(&mut self, at: Point, size: f64, anchor: Anchor, words: impl Into<String>) {
        self.coloured(at, size, anchor, colour::BLACK, words);
    }

    /// Adds level words in a colour.
    pub fn coloured(
        &mut self,
        at: Point,
        size: f64,
        anchor: Anchor,
        colour: Colour,
        words: impl Into<String>,
    ) {
        let text = Text { at, size, anchor, degrees: 0.0, weight: Weight::Regular, words: words.into() };
        self.add(Shape::Text(text), Style::line(colour, 0.0));
    }

    /// Adds a heading.
    pub fn heading(&mut self, at: Point, size: f64, words: impl Into<String>) {
        let (anchor, weight) = (Anchor::Start, Weight::Bold);
        let text = Text { at, size, anchor, degrees: 0.0, weight, words: words.into() };
        self.add(Shape::Text(text), Style::line(colour::BLACK, 0.0));
    }

    /// The words on the drawing.
    pub fn texts(&self) -> impl Iterator<Item = &Text> {
        self.items.iter().filter_map(|item| match &item.shape {
            Shape::Text(text) => Some(text),
            _ => None,
        })
    }
}

impl Text {
    /// The corners of the box around the words, as Helvetica sets them.
    pub fn corners(&self) -> [Point; 4] {
        let width = text::width(&self.words, self.size, self.weight);
        let left = match self.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => -width / 2.0,
            Anchor::End => -width,
        };
        let (sin, cos) = self.degrees.to_radians().sin_cos();
        // Capitals reach 0.72 of the size above the base line, tails 0.21 below.
        [(left, -0.72), (left + width, -0.72), (left + width, 0.21), (left, 0.21)].map(|(x, up)| {
            let y = up * self.size;
            [self.at[0] + x * cos - y * sin, self.at[1] + x * sin + y * cos]
        })
    }
}
