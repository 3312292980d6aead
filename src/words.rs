//! Everything that the board says, in every language it speaks.
//!
//! A [`Phrase`] is something that can be said; a language is one file with the text of each. Texts begin without a
//! capital and end without a full stop. Where a text has `{0}`, `{1}` or `{2}`, what is said differs: whoever says the
//! phrase gives it, and [`Phrase`] names it. Names stay as they are printed and typed: islands, editions, commands.
//!
//! Three languages of plain text would be a sixth of what the image may take, so [`pack`] makes it smaller at compile
//! time.

mod pack;
mod phrase;

use core::fmt::{self, Display, Formatter};

use heapless::String;
use serde::{Serialize, Serializer};

use crate::rules::Player;

use pack::{Code, Decoder, Symbol};
pub(crate) use phrase::Phrase;

/// The texts of a language, by phrase.
type Texts = [&'static str; Phrase::ALL.len()];

/// The texts of a language, each after its phrase and in the order of the phrases; none is missing.
macro_rules! texts {
    ($($phrase:ident => $text:literal,)*) => {
        pub(super) const TEXTS: $crate::words::Texts = {
            let phrases = [$($crate::words::Phrase::$phrase),*];
            let mut at = 0;
            while at < phrases.len() {
                assert!(phrases[at] as usize == at, "the texts are not in the order of the phrases");
                at += 1;
            }
            [$($text),*]
        };
    };
}
use texts;

/// How many bytes of text are written at once.
const STRETCH: usize = 32;

/// A language: what is said in it.
#[derive(Debug)]
pub(crate) struct Words {
    bits: &'static [u8],
    /// The bit with which each phrase begins.
    starts: &'static [u16; Phrase::ALL.len()],
}

/// Names every language once: its file, and what it is called here.
macro_rules! languages {
    ($($file:ident => $name:ident,)*) => {
        $(mod $file;)*

        /// How often each letter stands in all languages decides how many bits it takes.
        const CODE: Code = Code::of(&[$(&$file::TEXTS),*]);
        static DECODER: Decoder = CODE.decoder();

        $(
            pub(crate) static $name: Words = {
                const PACKED: ([u8; CODE.bytes(&$file::TEXTS)], [u16; Phrase::ALL.len()]) =
                    CODE.pack(&$file::TEXTS);
                Words { bits: &PACKED.0, starts: &PACKED.1 }
            };
        )*

        #[cfg(test)]
        const ALL: &[(&Words, &Texts)] = &[$((&$name, &$file::TEXTS)),*];
    };
}

languages! {
    en => ENGLISH,
    fr => FRENCH,
    de => GERMAN,
}

impl Words {
    /// Says a phrase, with what differs in it.
    pub(crate) fn say(
        &self,
        f: &mut Formatter<'_>,
        phrase: Phrase,
        different: &[&dyn Display],
    ) -> fmt::Result {
        let mut at = usize::from(self.starts[phrase as usize]);
        // A writer takes a stretch of text in hardly more time than a letter.
        let mut stretch = String::<STRETCH>::new();
        loop {
            match DECODER.next(self.bits, &mut at) {
                Symbol::Letter(letter) => {
                    if stretch.push(letter).is_err() {
                        f.write_str(&stretch)?;
                        stretch.clear();
                        // There is room.
                        let _ = stretch.push(letter);
                    }
                }
                other => {
                    f.write_str(&stretch)?;
                    stretch.clear();
                    let Symbol::Different(number) = other else { return Ok(()) };
                    match different.get(number) {
                        Some(different) => different.fmt(f)?,
                        None => debug_assert!(false, "{phrase:?} lacks what differs"),
                    }
                }
            }
        }
    }

    /// A phrase that does not differ.
    pub(crate) const fn phrase(&'static self, phrase: Phrase) -> Worded {
        Worded(self, phrase)
    }

    /// The player, by name.
    pub(crate) const fn name(&'static self, player: Player) -> Worded {
        self.phrase(match player {
            Player::White => Phrase::White,
            Player::Black => Phrase::Black,
        })
    }

    /// The player's colour, with a stick or a bridge of theirs.
    pub(crate) const fn colour(&'static self, player: Player) -> Worded {
        self.phrase(match player {
            Player::White => Phrase::WhiteThing,
            Player::Black => Phrase::BlackThing,
        })
    }

    /// Written "A, B and C".
    pub(crate) const fn list<I>(&'static self, items: I) -> List<I> {
        List(self, items)
    }
}

/// A phrase that does not differ, in a language.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Worded(&'static Words, Phrase);

impl Display for Worded {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.say(f, self.1, &[])
    }
}

impl Serialize for Worded {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Written "A, B and C".
pub(crate) struct List<I>(&'static Words, I);

impl<I> Display for List<I>
where
    I: IntoIterator<Item: Display> + Clone,
{
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let mut items = self.1.clone().into_iter().peekable();
        let mut is_first = true;
        while let Some(item) = items.next() {
            if !is_first && items.peek().is_some() {
                f.write_str(", ")?;
            } else if !is_first {
                self.0.say(f, Phrase::And, &[])?;
            }
            item.fmt(f)?;
            is_first = false;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::format;
    use std::string::ToString;

    use super::*;

    /// Says a phrase with numbers in braces for what differs in it.
    struct Numbered(&'static Words, Phrase);

    impl Display for Numbered {
        fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
            self.0.say(f, self.1, &[&"{0}", &"{1}", &"{2}"])
        }
    }

    #[test]
    fn every_text_comes_out_as_it_was_packed() {
        for (words, texts) in ALL {
            for (&phrase, text) in Phrase::ALL.iter().zip(*texts) {
                assert_eq!(Numbered(words, phrase).to_string(), *text, "{phrase:?}");
            }
        }
    }

    #[test]
    fn packed_text_takes_less_than_two_thirds_of_the_flash() {
        for (words, texts) in ALL {
            let plain: usize = texts.iter().map(|text| text.len()).sum();
            assert!(words.bits.len() * 3 < plain * 2, "{} bytes of {plain}", words.bits.len());
        }
    }

    #[test]
    fn languages_leave_out_nothing_that_differs() {
        for (index, phrase) in Phrase::ALL.iter().enumerate() {
            for number in 0..3 {
                let different = format!("{{{number}}}");
                let mut has_it = ALL.iter().map(|(_, texts)| texts[index].contains(&different));
                let first = has_it.next();
                assert!(has_it.all(|other| Some(other) == first), "{different} of {phrase:?}");
            }
        }
    }
}
