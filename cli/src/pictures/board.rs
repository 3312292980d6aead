//! The board on paper: sea, islands, dotted lines, sticks, lamps, and the edges with their buttons.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use kahuna_board::lights::{Frame, RGB8};
use kahuna_board::map::{Connection, Island};
use kahuna_board::rules::Player;
use kahuna_board::sensing::{Button, PlayerButton};
use kahuna_board::time::Millis;

use super::coast::COASTS;
use super::geometry::{MAP, Point, SEA};
use super::lamp::{Lamps, Shine};
use super::names::NAMES;

/// What is to be seen on a drawing.
pub(super) struct Drawing<'a> {
    pub(super) title: &'a str,
    pub(super) description: &'a str,
    /// Whose stick lies where.
    pub(super) sticks: &'a BTreeMap<Connection, Player>,
    /// A stick that is missing, or in a hand.
    pub(super) missing: Option<(Connection, Player)>,
    /// The lamps for a while, and for how long.
    pub(super) frames: &'a [(Millis, Frame)],
    pub(super) lasts: Millis,
    /// Which moment to show to those who see no animation.
    pub(super) still: Option<Millis>,
    /// Whether the edges are drawn, or the archipelago alone.
    pub(super) has_edges: bool,
    /// The button that is pressed.
    pub(super) pressed: Option<Button>,
}

/// How wide the edges are.
const EDGE: f64 = 54.0;
const FONT: &str = "Avenir Next, Segoe UI, Helvetica, DejaVu Sans, sans-serif";

impl Drawing<'_> {
    pub(super) fn svg(&self) -> String {
        let mut lamps = Lamps::default();
        for island in Island::ALL {
            let shine = self.shine(|frame| frame.islands[island.index()]);
            lamps.draw(MAP.light(island), 10.0, &shine, self.still);
        }
        if self.has_edges {
            for player in Player::BOTH {
                let shine = self.shine(|frame| frame.turn[player]);
                lamps.draw(turn_light(player), 7.0, &shine, self.still);
            }
        }
        let (left, top, right, bottom) = SEA;
        let edge = if self.has_edges { EDGE } else { 3.0 };
        let (width, height) = (right - left + 2.0 * edge, bottom - top + 2.0 * edge);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{} {} {width} {height}\" role=\"img\" \
             aria-labelledby=\"t d\">\n<!-- Drawn by `cargo kahuna pictures`. Lamps and lines lie where they lie on the \
             board, in 1/800 of its width; the coasts are this drawing's own. -->\n<title id=\"t\">{}</title>\n\
             <desc id=\"d\">{}</desc>\n<defs>\n",
            left - edge,
            top - edge,
            self.title,
            self.description,
        );
        svg += r##"<linearGradient id="sea" x1="0" y1="0" x2="0.35" y2="1"><stop offset="0" stop-color="#2b7f8f"/><stop offset="1" stop-color="#164c60"/></linearGradient>
<linearGradient id="wood" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#6d4c33"/><stop offset="1" stop-color="#4b3322"/></linearGradient>
<g id="land">
"##;
        for coast in COASTS.iter() {
            let _ = writeln!(svg, r#"<path d="{coast}"/>"#);
        }
        svg += "</g>\n";
        svg += &lamps.definitions();
        svg += "</defs>\n";
        if self.has_edges {
            let _ = writeln!(
                svg,
                r#"<rect x="{}" y="{}" width="{width}" height="{height}" rx="30" fill="url(#wood)"/>"#,
                left - edge,
                top - edge
            );
        }
        let _ = writeln!(
            svg,
            r##"<rect x="{left}" y="{top}" width="{}" height="{}" rx="22" fill="url(#sea)" stroke="#8fc3c6" stroke-opacity="0.55" stroke-width="2"/>"##,
            right - left,
            bottom - top
        );
        svg += r##"<g stroke-linejoin="round"><use href="#land" fill="#7cc4bf" stroke="#7cc4bf" stroke-width="32" opacity="0.26"/><use href="#land" fill="#ead9a4" stroke="#ead9a4" stroke-width="12"/><use href="#land" fill="#79a65c" stroke="#86b267" stroke-width="2"/></g>
"##;
        svg += &dotted();
        svg += &self.laid();
        if self.has_edges {
            svg += &buttons(self.pressed);
        }
        svg += &lamps.body;
        svg += &names();
        svg + "</svg>\n"
    }

    fn shine(&self, lamp: impl Fn(&Frame) -> RGB8) -> Shine {
        Shine::new(self.frames.iter().map(|(time, frame)| (*time, lamp(frame))), self.lasts)
    }

    fn laid(&self) -> String {
        let mut svg = String::from("<g stroke-linecap=\"round\">\n");
        for (&line, &player) in self.sticks {
            let (fill, rim) = stick_colours(player);
            let d = along(line);
            let _ = writeln!(
                svg,
                r##"<path d="{d}" transform="translate(2 3)" stroke="#0b2530" stroke-opacity="0.35" stroke-width="15"/><path d="{d}" stroke="{rim}" stroke-width="15"/><path d="{d}" stroke="{fill}" stroke-width="11.5"/>"##
            );
        }
        if let Some((line, player)) = self.missing {
            let (fill, rim) = stick_colours(player);
            let d = along(line);
            let _ = writeln!(
                svg,
                r#"<g opacity="0.75"><path d="{d}" stroke="{rim}" stroke-width="15" stroke-opacity="0.4"/><path d="{d}" stroke="{fill}" stroke-width="10" stroke-linecap="butt" stroke-dasharray="6 5"/></g>"#
            );
        }
        svg + "</g>\n"
    }
}

/// The path of a stick on a line: it reaches a little onto both shores.
fn along(line: Connection) -> String {
    let (a, b) = MAP.line(line);
    let over = b.minus(a).times(3.0 / b.minus(a).length());
    let (a, b) = (a.minus(over), b.plus(over));
    format!("M{:.1} {:.1}L{:.1} {:.1}", a.x, a.y, b.x, b.y)
}

fn stick_colours(player: Player) -> (&'static str, &'static str) {
    match player {
        Player::White => ("#fff9ec", "#7a6a4c"),
        Player::Black => ("#16181d", "#a4a7b8"),
    }
}

fn dotted() -> String {
    let mut svg = String::from(
        "<g stroke=\"#fdf6df\" stroke-width=\"5\" stroke-linecap=\"round\" stroke-dasharray=\"0 9.5\">\n",
    );
    for (a, b) in MAP.lines() {
        let _ = writeln!(svg, r#"<path d="M{} {}L{} {}"/>"#, a.x, a.y, b.x, b.y);
    }
    svg + "</g>\n"
}

fn names() -> String {
    let mut svg = format!(
        "<g font-family=\"{FONT}\" font-size=\"16\" font-weight=\"700\" letter-spacing=\"1.4\" text-anchor=\"middle\" \
         fill=\"#fffaf0\" stroke=\"#24402f\" stroke-width=\"4\" stroke-linejoin=\"round\" paint-order=\"stroke\">\n"
    );
    for (island, at) in Island::ALL.into_iter().zip(NAMES.iter()) {
        let _ = writeln!(svg, r#"<text x="{}" y="{}">{island}</text>"#, at.x, at.y + 6.0);
    }
    svg + "</g>\n"
}

/// White sits at the near edge, black at the far one.
fn edge_of(player: Player) -> f64 {
    let (_, top, _, bottom) = SEA;
    match player {
        Player::White => bottom + EDGE / 2.0,
        Player::Black => top - EDGE / 2.0,
    }
}

fn turn_light(player: Player) -> Point {
    Point::new(200.0, edge_of(player))
}

fn buttons(pressed: Option<Button>) -> String {
    let mut svg = format!("<g font-family=\"{FONT}\" font-size=\"14\" fill=\"#f3e4c8\">\n");
    for player in Player::BOTH {
        let y = edge_of(player);
        let _ = writeln!(svg, r#"<text x="100" y="{}" font-weight="700">{player}</text>"#, y + 5.0);
        for (button, x) in PlayerButton::ALL.into_iter().zip([300.0, 420.0, 540.0]) {
            svg += &cap(Point::new(x, y), pressed == Some(Button::Player(player, button)));
            let _ = writeln!(svg, r#"<text x="{}" y="{}">{}</text>"#, x + 26.0, y + 5.0, button.name());
        }
    }
    let (_, top, right, bottom) = SEA;
    let (x, y) = (right + EDGE / 2.0, f64::midpoint(top, bottom));
    svg += &cap(Point::new(x, y), pressed == Some(Button::Referee));
    let _ =
        writeln!(svg, r#"<text x="{x}" y="{}" font-size="12" text-anchor="middle">referee</text>"#, y + 32.0);
    svg + "</g>\n"
}

fn cap(at: Point, is_pressed: bool) -> String {
    let Point { x, y } = at;
    let mut svg = String::new();
    if is_pressed {
        let _ = write!(
            svg,
            r##"<circle cx="{x}" cy="{y}" r="20" fill="none" stroke="#ffd98a" stroke-width="3"/>"##
        );
    }
    let fill = if is_pressed { "#ffe9bd" } else { "#d9c6a3" };
    let _ = writeln!(
        svg,
        r##"<circle cx="{x}" cy="{y}" r="14" fill="{fill}" stroke="#2e1f14" stroke-width="3"/>"##
    );
    svg
}
