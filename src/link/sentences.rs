//! What the board says, in every language it speaks.
//!
//! A language is one implementation of [`Sentences`], in one file. Sentences begin without a capital and end without
//! a full stop, as the refusals of the rules do. Names stay as they are printed and typed: islands, editions, commands.

mod de;
mod en;
mod fr;
pub(super) mod proof;

use core::fmt::{self, Display, Formatter};

use crate::map::{ConnectionSet, IslandSet};
use crate::referee::{Ask, Event, Objection};
use crate::rules::{Action, Effects, End, Player, Score};

use super::{CommandError, Health, Verb};

pub(super) use de::De;
pub(super) use en::En;
pub(super) use fr::Fr;

/// Everything that is said in a language.
pub(super) trait Sentences {
    /// Why something is refused.
    fn objection(&self, objection: Objection, f: &mut Formatter<'_>) -> fmt::Result;
    /// What is to be done next.
    fn ask(&self, ask: Ask, f: &mut Formatter<'_>) -> fmt::Result;
    /// What happened.
    fn event(&self, event: &Event, f: &mut Formatter<'_>) -> fmt::Result;
    /// Why a line is not done, and what to do about it.
    fn error(&self, error: &CommandError, f: &mut Formatter<'_>) -> fmt::Result;
    /// What a command does.
    fn does(&self, verb: Verb) -> &'static str;
    /// That the board restarts for new firmware.
    fn bootsel(&self) -> &'static str;
    /// How the board's memory of the game is.
    fn health(&self, health: Health) -> &'static str;
    /// That lines were lost.
    fn lost(&self) -> &'static str;

    /// What a player does.
    fn deed(&self, player: Player, action: Action, f: &mut Formatter<'_>) -> fmt::Result;
    /// Islands were gained.
    fn gained(&self, player: Player, islands: IslandSet, f: &mut Formatter<'_>) -> fmt::Result;
    /// Bridges went back to their owner.
    fn returned(&self, owner: Player, connections: ConnectionSet, f: &mut Formatter<'_>) -> fmt::Result;
    /// Islands were lost.
    fn lost_islands(&self, player: Player, islands: IslandSet, f: &mut Formatter<'_>) -> fmt::Result;
    /// A round was scored.
    fn scored(&self, score: Score, f: &mut Formatter<'_>) -> fmt::Result;
    /// The game ended.
    fn ended(&self, end: End, f: &mut Formatter<'_>) -> fmt::Result;
    /// What stands between two sentences.
    fn pause(&self) -> &'static str {
        "; "
    }
}

/// What a player did and what came of it, in the order in which it happened.
fn accepted(
    language: &dyn Sentences,
    (player, action, effects): (Player, Action, &Effects),
    f: &mut Formatter<'_>,
) -> fmt::Result {
    let Effects { mover, change, score, end } = *effects;
    let opponent = mover.opponent();
    language.deed(player, action, f)?;
    if !change.gained.is_empty() {
        f.write_str(language.pause())?;
        language.gained(mover, change.gained, f)?;
    }
    if !change.returned.is_empty() {
        f.write_str(language.pause())?;
        language.returned(opponent, change.returned, f)?;
    }
    if !change.lost.is_empty() {
        f.write_str(language.pause())?;
        language.lost_islands(opponent, change.lost, f)?;
    }
    if let Some(score) = score {
        f.write_str(language.pause())?;
        language.scored(score, f)?;
    }
    if let Some(end) = end {
        f.write_str(language.pause())?;
        language.ended(end, f)?;
    }
    Ok(())
}

/// The player who gets points in a scoring, and how many.
fn scorer(score: Score) -> Option<(Player, u8)> {
    Player::BOTH.into_iter().map(|player| (player, score.points[player])).find(|(_, points)| *points > 0)
}

/// Written "A, B and C", with the word for "and".
struct List<I>(I, &'static str);

impl<I> Display for List<I>
where
    I: IntoIterator<Item: Display> + Clone,
{
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut items = self.0.clone().into_iter().peekable();
        let mut first = true;
        while let Some(item) = items.next() {
            match (first, items.peek().is_none()) {
                (true, _) => write!(f, "{item}")?,
                (false, true) => write!(f, " {} {item}", self.1)?,
                (false, false) => write!(f, ", {item}")?,
            }
            first = false;
        }
        Ok(())
    }
}
