use heapless::Vec;

use crate::map::Island;
use crate::rules::{ByPlayer, CARDS_PER_ISLAND, Cards, Edition, Handicap, Known, Player, Settings};

use super::fault::{DealPart, Expected, Fault, Found};
use super::words::{Words, is};

/// What stands before the first action: what was agreed, and the deal where cards are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Header {
    /// What was agreed.
    pub settings: Settings,
    /// The deal, if every card is known.
    pub deal: Option<Known>,
}

/// A header being read: what has stood there so far, and on which line.
#[derive(Clone, Default, Debug)]
pub(super) struct Draft {
    edition: Option<Edition>,
    calm: bool,
    open: bool,
    first: Option<Player>,
    handicap: Option<Handicap>,
    known: Option<u32>,
    hands: ByPlayer<Option<(u32, [Island; 3])>>,
    face_up: Option<(u32, [Island; 3])>,
}

/// The words that begin a header line.
pub(super) const KEYWORDS: [&str; 7] =
    ["edition", "variant", "first", "handicap", "cards", "deal", "face-up"];

impl Draft {
    /// Whether the record names every card.
    pub(super) fn known(&self) -> bool {
        self.known.is_some()
    }

    /// Reads what follows a header keyword.
    pub(super) fn read<'a>(&mut self, keyword: &'static str, words: &mut Words<'a>) -> Result<(), Fault<'a>> {
        let line = words.line();
        let stands = match keyword {
            "edition" => put(&mut self.edition, words.parse(Expected::Edition)?),
            "variant" => {
                let variant = words.read(Expected::Variant, |word| {
                    ["calm", "open"].into_iter().position(|name| is(word, name))
                })?;
                let flag = if variant == 0 { &mut self.calm } else { &mut self.open };
                core::mem::replace(flag, true)
            }
            "first" => put(&mut self.first, words.parse(Expected::Player)?),
            "handicap" => {
                let player = words.parse(Expected::Player)?;
                let mut number = words.clone();
                let bridges = words.count(Expected::HandicapCount)?;
                let handicap = Handicap::new(player, bridges);
                put(
                    &mut self.handicap,
                    handicap.ok_or_else(|| words.fault(Expected::HandicapCount, number.next()))?,
                )
            }
            "cards" => {
                words.keyword("known")?;
                put(&mut self.known, line)
            }
            "deal" => {
                let player: Player = words.parse(Expected::Player)?;
                put(&mut self.hands[player], (line, three(words)?))
            }
            _ => put(&mut self.face_up, (line, three(words)?)),
        };
        words.end()?;
        if stands {
            Err(Fault { line, expected: Expected::Once(keyword), found: Found::Nothing })
        } else {
            Ok(())
        }
    }

    /// The header, whole: the first action or the end of the record has come.
    pub(super) fn finish<'a>(&self) -> Result<Header, Fault<'a>> {
        let fault = |line, expected| Fault { line, expected, found: Found::Nothing };
        let settings = Settings {
            edition: self.edition.unwrap_or_default(),
            calm: self.calm,
            open: self.open,
            first: self.first.unwrap_or(Player::White),
            handicap: self.handicap,
        };
        let Some(known) = self.known else {
            return match self.dealt().map(|(line, _)| line).min() {
                Some(line) => Err(fault(line, Expected::CardsKnown)),
                None => Ok(Header { settings, deal: None }),
            };
        };
        let hand = |player: Player| {
            let missing = fault(known, Expected::Deal(DealPart::Hand(player)));
            self.hands[player].map(|(_, cards)| cards).ok_or(missing)
        };
        let hands = ByPlayer { white: hand(Player::White)?, black: hand(Player::Black)? };
        let (_, face_up) = self.face_up.ok_or_else(|| fault(known, Expected::Deal(DealPart::FaceUp)))?;
        let deal = Known::dealt(hands, face_up).map_err(|card| {
            let (line, card) = self.third_of_a_kind().unwrap_or((known, card));
            fault(line, Expected::TwoOfEach(card))
        })?;
        Ok(Header { settings, deal: Some(deal) })
    }

    /// The lines that deal cards.
    fn dealt(&self) -> impl Iterator<Item = (u32, [Island; 3])> {
        [self.hands.white, self.hands.black, self.face_up].into_iter().flatten()
    }

    /// The first card that is one too many (M3), and the line that deals it.
    fn third_of_a_kind(&self) -> Option<(u32, Island)> {
        let mut lines: Vec<_, 3> = self.dealt().collect();
        lines.sort_unstable();
        let mut cards = lines.iter().flat_map(|&(line, cards)| cards.map(|card| (line, card)));
        let mut dealt = Cards::EMPTY;
        cards.find(|&(_, card)| {
            dealt = dealt.with(card);
            dealt.count(card) > CARDS_PER_ISLAND
        })
    }
}

/// Three islands.
pub(super) fn three<'a>(words: &mut Words<'a>) -> Result<[Island; 3], Fault<'a>> {
    let mut island = || words.parse(Expected::Island);
    Ok([island()?, island()?, island()?])
}

/// Puts a value where one may stand once; says whether one stood there.
fn put<T>(place: &mut Option<T>, value: T) -> bool {
    place.replace(value).is_some()
}
