//! The rules: what a player may do, what follows from it, and why something is refused.
//!
//! A [`Game`] takes an [`Action`] and answers with [`Effects`] or a [`Refusal`]. What it knows of the cards is its type
//! parameter: [`Counted`] at a board that sees none, [`Known`] in a record that names them all. The rules are the same
//! code for both. Numbers such as T3 are those of the rules as the documentation lists them.

mod action;
mod audit;
mod cards;
mod effect;
mod game;
mod history;
mod knowledge;
mod options;
mod player;
mod position;
mod random;
mod refusal;
mod rule;
mod settings;
mod summary;

pub use action::Action;
pub use cards::{CARDS, CARDS_PER_ISLAND, Cards, DEAL, FACE_UP, HAND_LIMIT};
pub use effect::{Effect, Effects, End, EndReason, Score};
pub use game::{Game, Phase};
pub use history::History;
pub use knowledge::{Counted, Drawn, Knowledge, Known, Unseen};
pub use options::Options;
pub use player::{ByPlayer, ParsePlayerError, Player};
pub use position::{BRIDGES, Change, Position};
pub use random::{Chooser, Playable};
pub use refusal::{CardNotAvailable, DiscardNotAllowed, MustDraw, NoHandicap, Refusal};
pub use rule::Rule;
pub use settings::{Edition, Handicap, ParseEditionError, Settings};
pub use summary::Summary;
