//! A drawing as SVG, at true size.

use std::fmt::Write as _;

use crate::drawing::{Anchor, Colour, Drawing, Item, Shape, Style, Text, Weight};

/// The drawing as the text of an SVG file.
pub fn write(drawing: &Drawing) -> String {
    let (width, height) = (number(drawing.width), number(drawing.height));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}mm\" height=\"{height}mm\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"Helvetica, Arial, 'Liberation Sans', sans-serif\">\n\
         <title>{}</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
        escape(&drawing.title)
    );
    for item in &drawing.items {
        svg.push_str(&element(item));
        svg.push('\n');
    }
    svg.push_str("</svg>\n");
    svg
}

fn element(item: &Item) -> String {
    let mark = item.mark.as_ref().map_or(String::new(), |mark| {
        format!(" data-kind=\"{}\" data-name=\"{}\"", mark.kind, escape(&mark.name))
    });
    let style = style(&item.style);
    match &item.shape {
        Shape::Line(points) => format!("<path d=\"{}\"{style}{mark}/>", path(points)),
        Shape::Area(points) => format!("<path d=\"{}Z\"{style}{mark}/>", path(points)),
        Shape::Circle { at: [x, y], radius } => {
            format!(
                "<circle cx=\"{}\" cy=\"{}\" r=\"{}\"{style}{mark}/>",
                number(*x),
                number(*y),
                number(*radius)
            )
        }
        Shape::Slot { at: [x, y], degrees, length, width } => format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" \
             transform=\"rotate({} {} {})\"{style}{mark}/>",
            number(x - length / 2.0),
            number(y - width / 2.0),
            number(*length),
            number(*width),
            number(width / 2.0),
            number(*degrees),
            number(*x),
            number(*y)
        ),
        Shape::Text(text) => words(text, &item.style, &mark),
    }
}

fn words(text: &Text, style: &Style, mark: &str) -> String {
    let [x, y] = text.at;
    let mut svg =
        format!("<text x=\"{}\" y=\"{}\" font-size=\"{}\"", number(x), number(y), number(text.size));
    match text.anchor {
        Anchor::Start => {}
        Anchor::Middle => svg.push_str(" text-anchor=\"middle\""),
        Anchor::End => svg.push_str(" text-anchor=\"end\""),
    }
    if text.weight == Weight::Bold {
        svg.push_str(" font-weight=\"bold\"");
    }
    if text.degrees != 0.0 {
        let turn = (number(text.degrees), number(x), number(y));
        write!(svg, " transform=\"rotate({} {} {})\"", turn.0, turn.1, turn.2)
            .expect("a String takes everything");
    }
    if let Some(colour) = style.stroke {
        write!(svg, " fill=\"{}\"", hex(colour)).expect("a String takes everything");
    }
    svg.push_str(mark);
    svg + ">" + &escape(&text.words) + "</text>"
}

fn path(points: &[kahuna_boards::map::Point]) -> String {
    let mut path = String::new();
    for (index, [x, y]) in points.iter().enumerate() {
        let letter = if index == 0 { 'M' } else { 'L' };
        write!(path, "{letter}{} {}", number(*x), number(*y)).expect("a String takes everything");
    }
    path
}

fn style(style: &Style) -> String {
    let mut svg = format!(" fill=\"{}\"", style.fill.map_or("none".into(), hex));
    if let Some(stroke) = style.stroke {
        write!(svg, " stroke=\"{}\" stroke-width=\"{}\"", hex(stroke), number(style.width))
            .expect("a String takes everything");
    }
    if let Some(dash) = style.dash {
        write!(svg, " stroke-dasharray=\"{}\"", number(dash)).expect("a String takes everything");
    }
    svg
}

fn hex([red, green, blue]: Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// A length to a hundredth of a millimetre, without noughts at its end.
pub(crate) fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_short_and_exact_to_a_hundredth() {
        assert_eq!([0.0, -0.001, 12.5, 7.256, 420.0].map(number), ["0", "0", "12.5", "7.26", "420"]);
    }

    #[test]
    fn words_cannot_break_the_file() {
        assert_eq!(escape("a < b & \"c\""), "a &lt; b &amp; &quot;c&quot;");
    }
}
