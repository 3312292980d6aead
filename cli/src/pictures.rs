//! `cargo kahuna pictures`: draws the pictures of the documentation from what the referee and the lamps really do.

mod board;
mod coast;
mod geometry;
mod lamp;
mod names;
mod proofs;
mod stories;
mod strips;
mod table;

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};

use crate::run::Workspace;
use crate::terminal::{self, Style, say};

/// What `cargo kahuna pictures` takes.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Write nothing; say which pictures are not as they would be drawn
    #[arg(long)]
    check: bool,
}

/// A picture: where it lies below `docs`, and what is in the file.
struct Picture {
    file: String,
    svg: String,
}

/// Draws every picture; with `--check` the exit status is 1 if one is out of date.
pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let docs = Workspace::find()?.absolute(Path::new("docs"));
    let mut is_good = true;
    for picture in all() {
        let file = docs.join(&picture.file);
        let is_current = fs::read_to_string(&file).is_ok_and(|text| text == picture.svg);
        let (style, word) = match (is_current, args.check) {
            (true, _) => (Style::Good, "current"),
            (false, true) => (Style::Bad, "OUT OF DATE"),
            (false, false) => {
                fs::create_dir_all(file.parent().unwrap_or(&docs))?;
                fs::write(&file, &picture.svg)
                    .with_context(|| format!("cannot write docs/{}", picture.file))?;
                (Style::Good, "drawn")
            }
        };
        is_good &= is_current || !args.check;
        say(format_args!("docs/{}: {}", picture.file, terminal::for_stdout(style, word)));
    }
    Ok(if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn all() -> Vec<Picture> {
    let mut pictures: Vec<Picture> = stories::all().iter().map(stories::Story::draw).collect();
    pictures.push(strips::colours());
    pictures.push(strips::rhythms());
    pictures.extend(proofs::all());
    pictures
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pictures_in_the_documentation_are_those_that_are_drawn() {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
        for picture in all() {
            let text = fs::read_to_string(docs.join(&picture.file)).unwrap_or_default();
            // Not assert_eq: nobody wants to read two drawings.
            assert!(text == picture.svg, "docs/{}: draw it again with `cargo kahuna pictures`", picture.file);
        }
    }

    #[test]
    fn every_picture_in_the_folder_is_drawn_by_the_program() {
        let drawn: Vec<String> = all().into_iter().map(|picture| picture.file).collect();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/pictures");
        for entry in fs::read_dir(folder).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            assert!(drawn.contains(&format!("pictures/{name}")), "docs/pictures/{name}");
        }
    }

    fn document(name: &str) -> String {
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs").join(name)).unwrap()
    }

    #[test]
    fn the_guides_show_every_picture() {
        let guide = document("playing.md") + &document("selftest.md");
        for picture in all().iter().filter(|picture| picture.file.starts_with("pictures/")) {
            assert!(guide.contains(&format!("]({})", picture.file)), "{}", picture.file);
        }
    }

    #[test]
    fn the_players_guide_tells_what_to_do_about_every_refusal() {
        let (guide, rules) = (document("playing.md"), document("rules.md"));
        let names = rules.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`'));
        let names: Vec<&str> = names.map(|(name, _)| name).chain(["lift-first"]).collect();
        assert_eq!(names.len(), 21, "{names:?}");
        for name in names {
            assert!(guide.contains(&format!("`{name}`")), "{name}");
        }
    }
}
