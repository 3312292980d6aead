//! Small pictures for the guide's tables: what each colour looks like, how each kind of refusal blinks.

use std::fmt::Write as _;

use kahuna_board::lights::{Colour, Level, Light, Palette};
use kahuna_board::referee::Family;
use kahuna_board::time::Millis;

use super::Picture;
use super::geometry::Point;
use super::lamp::{Lamps, Shine, frames, hex, on_screen};
use super::stories;
use super::table::Table;

const FONT: &str = "Avenir Next, Segoe UI, Helvetica, DejaVu Sans, sans-serif";

/// The colours, as they rest and as they call.
pub(super) fn colours() -> Picture {
    let palette = Palette::default();
    let mut lamps = Lamps::default();
    let mut texts = String::new();
    let columns = Colour::ALL.into_iter().zip([70.0, 190.0, 310.0, 430.0, 550.0, 670.0]);
    for (colour, x) in columns {
        let level = match colour {
            Colour::Amber | Colour::Red => Level::Bright,
            _ => Level::Resting,
        };
        let shine = Shine::new(std::iter::once((0, palette.rgb(Light { colour, level }))), 1000);
        lamps.draw(Point::new(x, 52.0), 15.0, &shine, None);
        let _ = writeln!(texts, r#"<text x="{x}" y="118">{}</text>"#, colour.name());
    }
    let title = "The colours: off, white, black, amber, red, green";
    Picture { file: "pictures/colours.svg".into(), svg: strip(title, 740.0, 140.0, &lamps, &texts) }
}

/// How each family of refusals blinks: a lamp, and beside it one second as a bar.
pub(super) fn rhythms() -> Picture {
    let rows: [(Family, &str, Table, &str); 4] = [
        (Family::Turn, "not your turn: one long", stories::wrong_turn(), "BARI"),
        (Family::Line, "not on this line: two short", stories::own_stick_lifted(), "BARI"),
        (Family::Cards, "not with these cards: three short", stories::too_many(), "GOLA"),
        (Family::Ending, "the turn cannot end so: one long, one short", stories::lift_first(), "ALOA"),
    ];
    let mut lamps = Lamps::default();
    let mut texts = String::new();
    for (row, (family, words, table, island)) in rows.into_iter().enumerate() {
        let view = table.view();
        let refusal = view.refusal.expect("the story ends with a refusal");
        assert_eq!(refusal.family, family, "{words}");
        let island: kahuna_board::map::Island = island.parse().expect("an island");
        let lasts: Millis = 1000;
        let values = frames(&view, refusal.since, lasts);
        let values = values.into_iter().map(|(time, frame)| (time, frame.islands[island.index()]));
        let shine = Shine::new(values, lasts);
        let y = 50.0 + 70.0 * f64::from(u8::try_from(row).unwrap_or(0));
        lamps.draw(Point::new(50.0, y), 12.0, &shine, None);
        let ends = shine.values.iter().skip(1).map(|&(time, _)| time).chain([lasts]);
        for (&(from, rgb), to) in shine.values.iter().zip(ends) {
            #[allow(clippy::cast_precision_loss, reason = "less than a second")]
            let (x, width) = (110.0 + from as f64 * 0.26, (to - from) as f64 * 0.26);
            let fill = hex(on_screen(rgb));
            let _ = writeln!(
                texts,
                r#"<rect x="{x:.1}" y="{}" width="{width:.1}" height="22" fill="{fill}"/>"#,
                y - 11.0
            );
        }
        let _ = writeln!(texts, r#"<text x="390" y="{}" text-anchor="start">{words}</text>"#, y + 6.0);
    }
    let title = "How each kind of refusal blinks, over one second";
    Picture { file: "pictures/rhythms.svg".into(), svg: strip(title, 830.0, 310.0, &lamps, &texts) }
}

fn strip(title: &str, width: f64, height: f64, lamps: &Lamps, texts: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-labelledby=\"t\">\n\
         <!-- Drawn by `cargo kahuna pictures`. -->\n<title id=\"t\">{title}</title>\n<defs>\n{}</defs>\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"18\" fill=\"#1b4251\"/>\n\
         <g font-family=\"{FONT}\" font-size=\"18\" text-anchor=\"middle\" fill=\"#fffaf0\">\n{texts}</g>\n{}</svg>\n",
        lamps.definitions(),
        lamps.body,
    )
}
