//! A lamp on paper: lit as its value on the wire would light it, blinking where it blinks.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use kahuna_board::lights::{Colour, Frame, Palette, RGB8, Sight, frame, next_change};
use kahuna_board::time::Millis;
use smart_leds::gamma;

use super::geometry::Point;

/// What the board shows for a while: each frame with the time, from the start, at which it begins.
pub(super) fn frames<'a>(view: impl Into<Sight<'a>>, from: Millis, lasts: Millis) -> Vec<(Millis, Frame)> {
    let (view, palette) = (view.into(), Palette::default());
    let mut frames = vec![(0, frame(view, from, &palette))];
    let mut now = from;
    while let Some(next) = next_change(view, now).filter(|&next| next < from + lasts) {
        frames.push((next - from, frame(view, next, &palette)));
        now = next;
    }
    frames
}

/// What one lamp shows for a while, again and again.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Shine {
    /// Each value with the time at which it begins; no two in a row are alike.
    pub(super) values: Vec<(Millis, RGB8)>,
    pub(super) lasts: Millis,
}

impl Shine {
    pub(super) fn new(values: impl Iterator<Item = (Millis, RGB8)>, lasts: Millis) -> Self {
        let mut kept: Vec<(Millis, RGB8)> = Vec::new();
        for (time, rgb) in values {
            if kept.last().is_none_or(|&(_, last)| last != rgb) {
                kept.push((time, rgb));
            }
        }
        Self { values: kept, lasts }
    }

    fn at(&self, time: Millis) -> RGB8 {
        let shown = self.values.iter().rev().find(|&&(begins, _)| begins <= time);
        shown.map_or(RGB8::default(), |&(_, rgb)| rgb)
    }

    /// The different values, in the order in which they first come.
    fn different(&self) -> Vec<RGB8> {
        let mut different = Vec::new();
        for &(_, rgb) in &self.values {
            if !different.contains(&rgb) {
                different.push(rgb);
            }
        }
        different
    }

    /// The two values that tell most about a lamp that changes: two colours, or else its extremes.
    fn two(&self) -> (RGB8, RGB8) {
        let mut different = self.different();
        let first = different[0];
        if let Some(&other) = different.iter().find(|&&rgb| Colour::of(rgb) != Colour::of(first)) {
            return (first, other);
        }
        different.sort_by_key(|rgb| rgb.r.max(rgb.g).max(rgb.b));
        (different[different.len() - 1], different[0])
    }

    /// When a value is shown: pairs of times.
    fn times_of(&self, rgb: RGB8) -> Vec<(Millis, Millis)> {
        let ends = self.values.iter().skip(1).map(|&(time, _)| time).chain([self.lasts]);
        self.values
            .iter()
            .zip(ends)
            .filter(|((_, value), _)| *value == rgb)
            .map(|(&(from, _), to)| (from, to))
            .collect()
    }
}

/// When something is visible: pairs of times, and after how long it begins again.
type Blink = (Vec<(Millis, Millis)>, Millis);

/// Lamps that are being drawn, and what they need besides: glows and blinks.
#[derive(Default)]
pub(super) struct Lamps {
    pub(super) body: String,
    glows: BTreeSet<[u8; 3]>,
    blinks: BTreeMap<Blink, usize>,
}

impl Lamps {
    /// Draws a lamp. Who sees no animation sees what it shows at `still`, or its two colours side by side.
    pub(super) fn draw(&mut self, at: Point, radius: f64, shine: &Shine, still: Option<Millis>) {
        let different = shine.different();
        if let [rgb] = different[..] {
            let lamp = self.lit(at, radius, rgb);
            self.body += &lamp;
            self.body += "\n";
            return;
        }
        let quiet = match still {
            Some(time) => self.lit(at, radius, shine.at(time)),
            None => self.halves(at, radius, shine.two()),
        };
        let _ = write!(self.body, r#"<g class="still">{quiet}</g>"#);
        for rgb in different {
            let count = self.blinks.len();
            let blink = *self.blinks.entry((shine.times_of(rgb), shine.lasts)).or_insert(count);
            let lamp = self.lit(at, radius, rgb);
            let _ = write!(self.body, r#"<g class="blink b{blink}">{lamp}</g>"#);
        }
        self.body += "\n";
    }

    fn lit(&mut self, at: Point, radius: f64, rgb: RGB8) -> String {
        let Point { x, y } = at;
        if Colour::of(rgb) == Colour::Off {
            return format!(
                r##"<circle cx="{x}" cy="{y}" r="{:.1}" fill="#33482f" stroke="#22331f" stroke-width="2"/>"##,
                radius * 0.8
            );
        }
        let screen = on_screen(rgb);
        let (glow, strength) = (self.glow(screen), strength(rgb));
        format!(
            r##"<circle cx="{x}" cy="{y}" r="{:.1}" fill="url(#{glow})"/><circle cx="{x}" cy="{y}" r="{:.1}" fill="{}" stroke="#fff" stroke-opacity="{:.2}" stroke-width="1.6"/>"##,
            radius * (1.2 + 2.9 * strength),
            radius * (0.8 + 0.25 * strength),
            hex(screen),
            0.25 + 0.6 * strength,
        )
    }

    /// A lamp that alternates, for who sees it at rest: one half of each, and a broken ring.
    fn halves(&mut self, at: Point, radius: f64, (one, other): (RGB8, RGB8)) -> String {
        let Point { x, y } = at;
        let mut drawn = String::new();
        for (rgb, half) in [(one, "left"), (other, "right")] {
            let _ = write!(drawn, r#"<g clip-path="url(#{half})">{}</g>"#, self.lit(at, radius, rgb));
        }
        let ring = radius * 1.5;
        let dash = ring * std::f64::consts::TAU / 16.0;
        let _ = write!(
            drawn,
            r##"<circle cx="{x}" cy="{y}" r="{ring:.1}" fill="none" stroke="#fff" stroke-width="2.4" stroke-dasharray="{dash:.2}"/>"##
        );
        drawn
    }

    fn glow(&mut self, screen: [u8; 3]) -> String {
        self.glows.insert(screen);
        glow_name(screen)
    }

    /// The gradients and the style sheet that the lamps need.
    pub(super) fn definitions(&self) -> String {
        let mut text = String::new();
        for &screen in &self.glows {
            let (name, hex) = (glow_name(screen), hex(screen));
            let _ = writeln!(
                text,
                r#"<radialGradient id="{name}" gradientUnits="objectBoundingBox"><stop offset="0" stop-color="{hex}" stop-opacity="0.95"/><stop offset="0.35" stop-color="{hex}" stop-opacity="0.62"/><stop offset="1" stop-color="{hex}" stop-opacity="0"/></radialGradient>"#
            );
        }
        if self.blinks.is_empty() {
            return text;
        }
        for (half, x) in [("left", "0"), ("right", "0.5")] {
            let _ = writeln!(
                text,
                r#"<clipPath id="{half}" clipPathUnits="objectBoundingBox"><rect x="{x}" width="0.5" height="1"/></clipPath>"#
            );
        }
        text +=
            "<style>\n.blink{opacity:0}\n@media (prefers-reduced-motion:no-preference){.still{display:none}";
        for ((_, lasts), blink) in &self.blinks {
            let _ = write!(text, ".b{blink}{{animation:b{blink} {lasts}ms step-end infinite}}");
        }
        text += "}\n";
        for ((times, lasts), blink) in &self.blinks {
            let _ = write!(text, "@keyframes b{blink}{{");
            if times.first().is_none_or(|&(from, _)| from > 0) {
                text += "0%{opacity:0}";
            }
            for &(from, to) in times {
                let _ = write!(text, "{}{{opacity:1}}", percent(from, *lasts));
                if to < *lasts {
                    let _ = write!(text, "{}{{opacity:0}}", percent(to, *lasts));
                }
            }
            text += "}\n";
        }
        text + "</style>\n"
    }
}

#[allow(clippy::cast_precision_loss, reason = "a few seconds")]
fn percent(time: Millis, of: Millis) -> String {
    format!("{:.2}%", time as f64 * 100.0 / of as f64)
}

/// What the eye sees of a value on the wire: the gamma that the lamp needs is taken away again.
fn seen(rgb: RGB8) -> [u8; 3] {
    let level = |value: u8| {
        let wire =
            |level: u8| gamma(std::iter::once(RGB8 { r: level, g: 0, b: 0 })).next().unwrap_or_default().r;
        (0..=u8::MAX).find(|&level| wire(level) >= value).unwrap_or(u8::MAX)
    };
    [level(rgb.r), level(rgb.g), level(rgb.b)]
}

/// The colour to draw it in. Paper does not shine: a dim lamp keeps its hue, and its glow tells how dim it is. What has
/// something of all three parts is whiter than ink would have it.
pub(super) fn on_screen(rgb: RGB8) -> [u8; 3] {
    let seen = seen(rgb).map(u32::from);
    let most = seen.into_iter().max().unwrap_or(0).max(1);
    let least = seen.into_iter().min().unwrap_or(0);
    let full = 185 + most * 70 / 255;
    seen.map(|part| {
        let part = part * full / most;
        u8::try_from(part + (full - part) * least / most).unwrap_or(u8::MAX)
    })
}

/// How strongly a lamp shines, up to 1.
fn strength(rgb: RGB8) -> f64 {
    f64::from(seen(rgb).into_iter().max().unwrap_or(0)) / 255.0
}

fn glow_name([r, g, b]: [u8; 3]) -> String {
    format!("g{r:02x}{g:02x}{b:02x}")
}

/// A colour as SVG writes it.
pub(super) fn hex([r, g, b]: [u8; 3]) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_eye_sees_is_what_the_gamma_was_given() {
        for level in [60, 128, 200, 255] {
            let wire = gamma(std::iter::once(RGB8 { r: level, g: 0, b: 0 })).next().unwrap();
            // Where it is dark, several levels share one value.
            assert!(seen(wire)[0].abs_diff(level) <= 4, "{level}");
        }
    }

    #[test]
    fn a_lamp_that_blinks_tells_when_each_value_is_shown() {
        let (red, off) = (RGB8 { r: 255, g: 0, b: 0 }, RGB8::default());
        let shine = Shine::new([(0, red), (100, red), (500, off), (700, red)].into_iter(), 1000);
        assert_eq!(shine.times_of(red), [(0, 500), (700, 1000)]);
        assert_eq!(shine.two(), (red, off));
    }
}
