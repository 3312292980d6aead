//! What is said about a self-test, in every language: a file each, beside those of the game.

mod de;
mod en;
mod fr;

use core::fmt::{self, Formatter};

use crate::link::{Language, Told};

/// Says it.
pub(in crate::link) fn say(language: Language, told: &Told, f: &mut Formatter<'_>) -> fmt::Result {
    match language {
        Language::English => en::say(told, f),
        Language::French => fr::say(told, f),
        Language::German => de::say(told, f),
    }
}
