use core::fmt;

use crate::rules::{Action, FACE_UP, Known, Player};

use super::header::Header;
use super::judge::{AnyAction, Statement};
use super::notation::Notation;

impl fmt::Display for Header {
    /// Writes the header, a line each, as [`Record::read`](super::Record::read) reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let settings = &self.settings;
        writeln!(f, "edition {}", settings.edition)?;
        for (name, _) in [("calm", settings.calm), ("open", settings.open)].iter().filter(|(_, on)| *on) {
            writeln!(f, "variant {name}")?;
        }
        writeln!(f, "first {}", settings.first)?;
        if let Some(handicap) = settings.handicap {
            writeln!(f, "handicap {} {}", handicap.player(), handicap.bridges())?;
        }
        self.deal.as_ref().map_or(Ok(()), |deal| write_deal(deal, f))
    }
}

fn write_deal(deal: &Known, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str("cards known\n")?;
    for player in Player::BOTH {
        write!(f, "deal {player}")?;
        deal.hand(player).iter().try_for_each(|card| write!(f, " {card}"))?;
        f.write_str("\n")?;
    }
    f.write_str("face-up")?;
    deal.face_up().iter().take(usize::from(FACE_UP)).try_for_each(|card| write!(f, " {card}"))?;
    f.write_str("\n")
}

impl<K: Notation> fmt::Display for Action<K> {
    /// Writes what follows the player.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Handicap(at) => write!(f, "handicap {at}"),
            Self::Place(at, card) => {
                write!(f, "place {at}")?;
                K::write_card(card, f)
            }
            Self::Remove(at, pair) => {
                write!(f, "remove {at}")?;
                K::write_pair(pair, f)
            }
            Self::Replace(at) => write!(f, "replace {at}"),
            Self::Discard(cards) => {
                f.write_str("discard")?;
                K::write_discards(cards, f)
            }
            Self::Draw(card) => {
                f.write_str("draw")?;
                K::write_drawn(card, f)
            }
            Self::Pass => f.write_str("pass"),
        }
    }
}

impl fmt::Display for AnyAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Counted(action) => action.fmt(f),
            Self::Known(action) => action.fmt(f),
        }
    }
}

impl fmt::Display for Statement {
    /// Writes the line without its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Action(player, action) => write!(f, "{player} {action}"),
            Self::FaceUp([a, b, c]) => write!(f, "face-up {a} {b} {c}"),
        }
    }
}
