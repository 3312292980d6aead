use core::fmt::Debug;

use crate::map::{Connection, Island};

use super::audit::Audit;
use super::cards::{CARDS, CARDS_PER_ISLAND, Cards, DEAL, FACE_UP};
use super::{ByPlayer, CardNotAvailable, Player, Refusal, Rule};

/// What a game knows of its cards: the part of the rules that differs between a board, which can only count, and a
/// record that names every card.
///
/// The methods that act leave rubbish behind when they refuse; [`Game`](super::Game) calls them on a copy.
pub trait Knowledge: Copy + Eq + Debug {
    /// The card that pays for a bridge (T2).
    type Card: Copy + Eq + Debug;
    /// The two cards that pay for a removal (T3).
    type Pair: Copy + Eq + Debug;
    /// The cards that are discarded (T4).
    type Discards: Copy + Eq + Debug;
    /// The card that is drawn (T5).
    type Drawn: Copy + Eq + Debug;

    /// How many cards a player holds.
    fn held(&self, player: Player) -> u8;

    /// How many cards are left to draw, face up or in the pile.
    fn to_draw(&self) -> u8;

    /// Takes the card for a bridge from a hand.
    ///
    /// # Errors
    /// The card does not fit, is not held, or cannot be.
    fn pay_for_bridge(&mut self, player: Player, at: Connection, card: Self::Card) -> Result<(), Refusal>;

    /// Takes the cards for a removal from a hand.
    ///
    /// # Errors
    /// A card does not fit, is not held, or cannot be.
    fn pay_for_removal(&mut self, player: Player, at: Connection, cards: Self::Pair) -> Result<(), Refusal>;

    /// Takes discarded cards from a hand.
    ///
    /// # Errors
    /// The hand does not hold them.
    fn discard(&mut self, player: Player, cards: Self::Discards) -> Result<(), Refusal>;

    /// Adds a card to a hand; there is one to draw, and the hand has room.
    ///
    /// # Errors
    /// The card cannot be where it is said to be.
    fn draw(&mut self, player: Player, card: Self::Drawn) -> Result<(), Refusal>;

    /// Makes the discards the new pile (R3).
    fn reshuffle(&mut self);
}

/// A card that nobody but its owner saw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Unseen;

/// Cards are counted (A1) and audited (A2), as a board does that sees none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counted {
    hands: ByPlayer<u8>,
    to_draw: u8,
    audit: Audit,
}

impl Counted {
    /// The deal (S1).
    pub(super) const fn dealt() -> Self {
        Self { hands: ByPlayer { white: DEAL, black: DEAL }, to_draw: CARDS - 2 * DEAL, audit: Audit::new() }
    }

    fn take(&mut self, player: Player, needed: u8) -> Result<(), Refusal> {
        let held = self.hands[player];
        self.hands[player] = held.checked_sub(needed).ok_or(Refusal::NotEnoughCards { held, needed })?;
        Ok(())
    }

    fn pay(&mut self, player: Player, at: Connection, cards: u8) -> Result<(), Refusal> {
        self.take(player, cards)?;
        self.audit.pay(at, cards).map_err(|islands| Refusal::ImpossibleCards { islands })
    }
}

impl Knowledge for Counted {
    type Card = Unseen;
    type Pair = Unseen;
    /// How many.
    type Discards = u8;
    type Drawn = Unseen;

    fn held(&self, player: Player) -> u8 {
        self.hands[player]
    }

    fn to_draw(&self) -> u8 {
        self.to_draw
    }

    fn pay_for_bridge(&mut self, player: Player, at: Connection, _: Unseen) -> Result<(), Refusal> {
        self.pay(player, at, 1)
    }

    fn pay_for_removal(&mut self, player: Player, at: Connection, _: Unseen) -> Result<(), Refusal> {
        self.pay(player, at, 2)
    }

    fn discard(&mut self, player: Player, cards: u8) -> Result<(), Refusal> {
        self.take(player, cards)
    }

    fn draw(&mut self, player: Player, _: Unseen) -> Result<(), Refusal> {
        self.to_draw -= 1;
        self.hands[player] += 1;
        Ok(())
    }

    fn reshuffle(&mut self) {
        self.to_draw = CARDS - self.hands.white - self.hands.black;
        self.audit = Audit::new();
    }
}

/// A card drawn where cards are known, and whence (T5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Drawn {
    /// The top card of the pile.
    Pile(Island),
    /// A card from the face-up row.
    FaceUp {
        /// The card taken.
        taken: Island,
        /// The card from the pile that takes its place, while the pile lasts.
        reveal: Option<Island>,
    },
}

/// Every card is known: hands, pile, face-up row and discards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    hands: ByPlayer<Cards>,
    face_up: Cards,
    pile: Cards,
    discards: Cards,
}

impl Known {
    /// The deal (S1): three cards to each player and three face up.
    ///
    /// # Errors
    /// The alphabetically first card that was dealt more than twice (M3).
    pub fn dealt(hands: ByPlayer<[Island; 3]>, face_up: [Island; 3]) -> Result<Self, Island> {
        let hands = ByPlayer::from_fn(|player| hands[player].into_iter().collect::<Cards>());
        let face_up: Cards = face_up.into_iter().collect();
        let pile = Cards::DECK.without_all(hands.white.with_all(hands.black).with_all(face_up))?;
        Ok(Self { hands, face_up, pile, discards: Cards::EMPTY })
    }

    /// The cards in a hand.
    pub fn hand(&self, player: Player) -> Cards {
        self.hands[player]
    }

    /// The cards that lie face up.
    pub fn face_up(&self) -> Cards {
        self.face_up
    }

    /// The cards that are in the pile, in no order.
    pub fn pile(&self) -> Cards {
        self.pile
    }

    /// The cards that were played or discarded since the pile was made.
    pub fn discards(&self) -> Cards {
        self.discards
    }

    /// Turns three cards of a new pile face up (R3).
    pub(super) fn turn_up(&mut self, cards: [Island; FACE_UP as usize]) -> Result<(), Refusal> {
        for card in cards {
            self.leave_pile(card)?;
            self.face_up = self.face_up.with(card);
        }
        Ok(())
    }

    /// Takes a card out of the pile.
    fn leave_pile(&mut self, card: Island) -> Result<(), Refusal> {
        let missing = Refusal::CardNotAvailable(CardNotAvailable::NotInPile(card));
        self.pile = self.pile.without(card).ok_or(missing)?;
        Ok(())
    }

    fn pay(&mut self, player: Player, cards: Cards, rule: Rule) -> Result<(), Refusal> {
        let rest = self.hands[player].without_all(cards);
        self.hands[player] = rest.map_err(|card| Refusal::CardNotHeld { card, rule })?;
        self.discards = self.discards.with_all(cards);
        Ok(())
    }

    fn expect_fit(at: Connection, card: Island, rule: Rule) -> Result<(), Refusal> {
        if at.touches(card) { Ok(()) } else { Err(Refusal::CardDoesNotFit { card, at, rule }) }
    }
}

impl Knowledge for Known {
    type Card = Island;
    type Pair = [Island; 2];
    type Discards = Cards;
    type Drawn = Drawn;

    fn held(&self, player: Player) -> u8 {
        self.hands[player].len()
    }

    fn to_draw(&self) -> u8 {
        self.pile.len() + self.face_up.len()
    }

    fn pay_for_bridge(&mut self, player: Player, at: Connection, card: Island) -> Result<(), Refusal> {
        Self::expect_fit(at, card, Rule::T2)?;
        self.pay(player, Cards::EMPTY.with(card), Rule::T2)
    }

    fn pay_for_removal(&mut self, player: Player, at: Connection, cards: [Island; 2]) -> Result<(), Refusal> {
        for card in cards {
            Self::expect_fit(at, card, Rule::T3)?;
        }
        self.pay(player, cards.into_iter().collect(), Rule::T3)
    }

    fn discard(&mut self, player: Player, cards: Cards) -> Result<(), Refusal> {
        self.pay(player, cards, Rule::T4)
    }

    fn draw(&mut self, player: Player, card: Drawn) -> Result<(), Refusal> {
        let taken = match card {
            Drawn::Pile(card) => {
                self.leave_pile(card)?;
                card
            }
            Drawn::FaceUp { taken, reveal } => {
                let missing = Refusal::CardNotAvailable(CardNotAvailable::NotFaceUp(taken));
                self.face_up = self.face_up.without(taken).ok_or(missing)?;
                match reveal {
                    Some(card) if self.pile.is_empty() => {
                        return Err(Refusal::CardNotAvailable(CardNotAvailable::NothingToReveal(card)));
                    }
                    Some(card) => {
                        self.leave_pile(card)?;
                        self.face_up = self.face_up.with(card);
                    }
                    None if !self.pile.is_empty() => {
                        return Err(Refusal::CardNotAvailable(CardNotAvailable::RevealMissing));
                    }
                    None => {}
                }
                taken
            }
        };
        self.hands[player] = self.hands[player].with(taken);
        Ok(())
    }

    fn reshuffle(&mut self) {
        self.pile = self.discards;
        self.discards = Cards::EMPTY;
    }
}

const _: () = assert!(CARDS == CARDS_PER_ISLAND * 12, "M3: two cards for each island");
