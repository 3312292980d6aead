use crate::map::{Connection, Island};

use super::cards::HAND_LIMIT;
use super::position::{Change, Position};
use super::{
    Action, ByPlayer, Counted, DiscardNotAllowed, Edition, Effects, End, EndReason, Knowledge, Known,
    MustDraw, NoHandicap, Player, Refusal, Score, Settings,
};

/// How many rounds a game has.
const ROUNDS: u8 = 3;

/// Where a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// The agreed head start is being put down (S2).
    Handicap {
        /// How many bridges are still to come, at least one.
        left: u8,
    },
    /// The three rounds.
    Play,
    /// Each player's last turn, after the third round's last card was drawn (R4).
    LastTurns {
        /// How many turns are still to end, 2 or 1.
        left: u8,
    },
    /// The game has ended.
    Over(End),
}

impl Phase {
    /// The name that records use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Handicap { .. } => "handicap",
            Self::Play => "play",
            Self::LastTurns { .. } => "last-turns",
            Self::Over(_) => "over",
        }
    }
}

/// What happened so far in the turn of the player who is to act.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Turn {
    /// A card was played.
    played: bool,
    /// A card was discarded.
    discarded: bool,
    /// The connection cleared by the last action.
    cleared: Option<Connection>,
    /// The opponent passed on the turn just before, while there were cards to draw.
    after_pass: bool,
}

/// A whole game without its history: settings, board, turn, cards and score.
///
/// [`Self::play`] is the only way on. It applies an action or refuses it, and after a refusal the game is what it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Game<K: Knowledge = Counted> {
    settings: Settings,
    position: Position,
    cards: K,
    phase: Phase,
    mover: Player,
    turn: Turn,
    round: u8,
    scores: [Option<Score>; ROUNDS as usize],
}

const _: () = assert!(size_of::<Game<Counted>>() <= 256, "a game outgrew what it may take");
const _: () = assert!(size_of::<Game<Known>>() <= 256, "a game outgrew what it may take");

impl Game<Counted> {
    /// A game whose cards are counted, as at a board that sees none.
    pub fn new(settings: Settings) -> Self {
        Self::with_cards(settings, Counted::dealt())
    }
}

impl Game<Known> {
    /// A game whose every card is known.
    pub fn known(settings: Settings, deal: Known) -> Self {
        Self::with_cards(settings, deal)
    }

    /// Whether three cards of a new pile are to be turned up before anybody acts (R3).
    pub fn owes_face_up(&self) -> bool {
        matches!(self.phase, Phase::Play) && self.cards.face_up().is_empty() && !self.cards.pile().is_empty()
    }

    /// Turns three cards of a new pile face up (R3), when [they are owed](Self::owes_face_up).
    ///
    /// # Errors
    /// A card cannot be in the pile; the game is unchanged then.
    pub fn turn_up(&mut self, cards: [Island; 3]) -> Result<(), Refusal> {
        let mut next = self.cards;
        next.turn_up(cards)?;
        self.cards = next;
        Ok(())
    }
}

impl<K: Knowledge> Game<K> {
    fn with_cards(settings: Settings, cards: K) -> Self {
        let (phase, mover) = match settings.handicap {
            Some(handicap) => (Phase::Handicap { left: handicap.bridges() }, handicap.player()),
            None => (Phase::Play, settings.first),
        };
        Self {
            settings,
            position: Position::new(),
            cards,
            phase,
            mover,
            turn: Turn::default(),
            round: 1,
            scores: [None; ROUNDS as usize],
        }
    }

    /// What was agreed.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The board.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// What is known of the cards.
    pub fn cards(&self) -> &K {
        &self.cards
    }

    /// Where the game stands.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// Who is to act: nobody when the game is over, whoever has the head start while it is put down.
    pub fn turn(&self) -> Option<Player> {
        if self.end().is_some() { None } else { Some(self.mover) }
    }

    /// The round, 1 to 3; the last turns belong to the third.
    pub fn round(&self) -> u8 {
        self.round
    }

    /// How many cards a player holds.
    pub fn held(&self, player: Player) -> u8 {
        self.cards.held(player)
    }

    /// How many cards are left to draw in this round.
    pub fn to_draw(&self) -> u8 {
        self.cards.to_draw()
    }

    /// The scorings so far, by round.
    pub fn scores(&self) -> impl Iterator<Item = Score> {
        self.scores.into_iter().flatten()
    }

    /// The points of all scorings so far.
    pub fn total(&self) -> ByPlayer<u8> {
        ByPlayer::from_fn(|player| self.scores().map(|score| score.points[player]).sum())
    }

    /// How the game ended, if it did.
    pub fn end(&self) -> Option<End> {
        match self.phase {
            Phase::Over(end) => Some(end),
            _ => None,
        }
    }

    /// The connection on which the mover may put a free bridge at once (V1).
    pub fn cleared(&self) -> Option<Connection> {
        self.turn.cleared.filter(|_| self.settings.calm)
    }

    /// The connection whose bridge was taken off by the last accepted action of this turn (T3).
    pub fn just_removed(&self) -> Option<Connection> {
        self.turn.cleared
    }

    /// Applies a player's action, or refuses it and changes nothing.
    ///
    /// # Errors
    /// Why the action is not allowed: the first reason that applies.
    pub fn play(&mut self, player: Player, action: Action<K>) -> Result<Effects, Refusal> {
        let mut next = *self;
        let effects = next.apply(player, action)?;
        *self = next;
        Ok(effects)
    }

    fn apply(&mut self, player: Player, action: Action<K>) -> Result<Effects, Refusal> {
        if let Phase::Over(_) = self.phase {
            return Err(Refusal::GameOver);
        }
        if let Action::Handicap(at) = action {
            return self.put_handicap(player, at);
        }
        if let Phase::Handicap { left } = self.phase {
            return Err(Refusal::HandicapFirst { player: self.mover, left });
        }
        if player != self.mover {
            return Err(Refusal::NotYourTurn { turn: self.mover });
        }
        let cleared = self.turn.cleared.take();
        match action {
            Action::Handicap(at) => self.put_handicap(player, at),
            Action::Place(at, card) => self.place(at, card),
            Action::Remove(at, cards) => self.remove(at, cards),
            Action::Replace(at) => self.replace(at, cleared),
            Action::Discard(cards) => self.discard(cards),
            Action::Draw(card) => self.draw(card),
            Action::Pass => self.pass(),
        }
    }

    /// S2.
    fn put_handicap(&mut self, player: Player, at: Connection) -> Result<Effects, Refusal> {
        let handicap = self.settings.handicap.ok_or(Refusal::NoHandicap(NoHandicap::NoneAgreed))?;
        let Phase::Handicap { left } = self.phase else {
            return Err(Refusal::NoHandicap(NoHandicap::AllPlaced(handicap)));
        };
        if player != handicap.player() {
            return Err(Refusal::NoHandicap(NoHandicap::NotTheirs(handicap)));
        }
        let change = self.position.place(player, at)?;
        if left > 1 {
            self.phase = Phase::Handicap { left: left - 1 };
        } else {
            self.phase = Phase::Play;
            self.mover = self.settings.first;
        }
        Ok(Effects { change, ..Effects::none(player) })
    }

    /// T2.
    fn place(&mut self, at: Connection, card: K::Card) -> Result<Effects, Refusal> {
        self.expect_no_discard()?;
        self.position.expect_free(at)?;
        self.expect_calm(at)?;
        self.position.expect_supply(self.mover)?;
        self.cards.pay_for_bridge(self.mover, at, card)?;
        let change = self.position.place(self.mover, at)?;
        self.turn.played = true;
        Ok(self.settle(change, !change.returned.is_empty()))
    }

    /// T3.
    fn remove(&mut self, at: Connection, cards: K::Pair) -> Result<Effects, Refusal> {
        self.expect_no_discard()?;
        self.position.expect_removable(self.mover, at)?;
        self.cards.pay_for_removal(self.mover, at, cards)?;
        let change = self.position.remove(self.mover, at)?;
        self.turn.played = true;
        self.turn.cleared = Some(at);
        Ok(self.settle(change, true))
    }

    /// V1.
    fn replace(&mut self, at: Connection, cleared: Option<Connection>) -> Result<Effects, Refusal> {
        let cleared = cleared.filter(|_| self.settings.calm);
        if cleared != Some(at) {
            return Err(Refusal::NothingToReplace { instead: cleared });
        }
        self.expect_calm(at)?;
        let change = self.position.place(self.mover, at)?;
        Ok(self.settle(change, !change.returned.is_empty()))
    }

    /// T4.
    fn discard(&mut self, cards: K::Discards) -> Result<Effects, Refusal> {
        let held = self.held(self.mover);
        let refused = match self.settings.edition {
            Edition::English2014 | Edition::FrenchKosmos if self.turn.played => {
                Some(DiscardNotAllowed::Played)
            }
            Edition::English2014 if !self.turn.discarded && held < HAND_LIMIT => {
                Some(DiscardNotAllowed::FewerThanFive { held })
            }
            Edition::English2014 if self.to_draw() == 0 => Some(DiscardNotAllowed::NothingToDraw),
            _ => None,
        };
        if let Some(why) = refused {
            return Err(Refusal::DiscardNotAllowed(why));
        }
        self.cards.discard(self.mover, cards)?;
        self.turn.discarded = true;
        Ok(Effects::none(self.mover))
    }

    /// T5, R1.
    fn draw(&mut self, card: K::Drawn) -> Result<Effects, Refusal> {
        if self.to_draw() == 0 {
            return Err(Refusal::NothingToDraw);
        }
        if self.held(self.mover) >= HAND_LIMIT {
            return Err(Refusal::HandFull);
        }
        self.cards.draw(self.mover, card)?;
        let mut effects = Effects::none(self.mover);
        self.next_turn(false);
        if self.to_draw() == 0 {
            self.end_round(&mut effects);
        }
        Ok(effects)
    }

    /// T6.
    fn pass(&mut self) -> Result<Effects, Refusal> {
        let mut effects = Effects::none(self.mover);
        if self.to_draw() > 0 {
            let held = self.held(self.mover);
            let refused = match self.settings.edition {
                Edition::French1999 if held < HAND_LIMIT => Some(MustDraw::FewerThanFive { held }),
                Edition::French1999 => None,
                Edition::English2014 if self.turn.discarded => Some(MustDraw::Discarded),
                _ if self.turn.after_pass => Some(MustDraw::OpponentPassed),
                _ => None,
            };
            if let Some(why) = refused {
                return Err(Refusal::MustDraw(why));
            }
            self.next_turn(true);
            return Ok(effects);
        }
        self.next_turn(false);
        match self.phase {
            Phase::LastTurns { left } if left > 1 => self.phase = Phase::LastTurns { left: left - 1 },
            _ => {
                effects.score = Some(self.score());
                effects.end = Some(self.finish(self.final_result()));
            }
        }
        Ok(effects)
    }

    fn expect_no_discard(&self) -> Result<(), Refusal> {
        match self.settings.edition {
            Edition::French1999 => Ok(()),
            _ if self.turn.discarded => Err(Refusal::AlreadyDiscarded),
            _ => Ok(()),
        }
    }

    /// V1: whether the opponent controls neither end, where that matters.
    fn expect_calm(&self, at: Connection) -> Result<(), Refusal> {
        if !self.settings.calm {
            return Ok(());
        }
        let (a, b) = at.ends();
        let theirs = self.position.control(self.mover.opponent());
        let islands = [a, b].into_iter().filter(|&island| theirs.contains(island)).collect();
        if theirs.contains(a) || theirs.contains(b) {
            Err(Refusal::OpponentControls { islands })
        } else {
            Ok(())
        }
    }

    fn next_turn(&mut self, after_pass: bool) {
        self.mover = self.mover.opponent();
        self.turn = Turn { after_pass, ..Turn::default() };
    }

    /// Ends the game if the mover's change on the board does (R6).
    fn settle(&mut self, change: Change, taken: bool) -> Effects {
        let mut effects = Effects { change, ..Effects::none(self.mover) };
        let winner = match self.settings.edition {
            _ if self.round == 1 => None,
            Edition::English2014 => self.alone_on_board(),
            Edition::FrenchKosmos | Edition::French1999 => {
                let bare = taken && self.position.bridges(self.mover.opponent()).is_empty();
                bare.then_some(self.mover)
            }
        };
        if winner.is_some() {
            effects.end = Some(self.finish((winner, EndReason::NoBridgesLeftOnBoard)));
        }
        effects
    }

    /// Who has a bridge on the board while the opponent has none.
    fn alone_on_board(&self) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| {
            !self.position.bridges(player).is_empty() && self.position.bridges(player.opponent()).is_empty()
        })
    }

    /// R1 to R4: the last card was drawn, and the turn has passed on.
    fn end_round(&mut self, effects: &mut Effects) {
        if self.round == ROUNDS {
            self.phase = Phase::LastTurns { left: 2 };
            return;
        }
        effects.score = Some(self.score());
        self.cards.reshuffle();
        self.round += 1;
        let alone = self.alone_on_board().filter(|_| self.settings.edition == Edition::English2014);
        if alone.is_some() {
            effects.end = Some(self.finish((alone, EndReason::NoBridgesLeftOnBoard)));
        }
    }

    /// R2, R4.
    #[allow(clippy::cast_possible_truncation, reason = "there are twelve islands")]
    fn score(&mut self) -> Score {
        let islands = ByPlayer::from_fn(|player| self.position.control(player).len() as u8);
        let points = ByPlayer::from_fn(|player| {
            let lead = islands[player].saturating_sub(islands[player.opponent()]);
            if self.round == ROUNDS { lead } else { lead.min(1) * self.round }
        });
        let score = Score { round: self.round, islands, points };
        self.scores[usize::from(self.round) - 1] = Some(score);
        score
    }

    /// R5.
    fn final_result(&self) -> (Option<Player>, EndReason) {
        let total = self.total();
        let third = self.scores[2].map_or(ByPlayer::default(), |score| score.points);
        let bridges = ByPlayer::from_fn(|player| self.position.bridges(player).len());
        if let Some(winner) = ahead(total) {
            (Some(winner), EndReason::Points)
        } else if let Some(winner) = ahead(third) {
            (Some(winner), EndReason::ThirdScoring)
        } else if let Some(winner) = ahead(bridges) {
            (Some(winner), EndReason::Bridges)
        } else {
            (None, EndReason::Draw)
        }
    }

    fn finish(&mut self, (winner, reason): (Option<Player>, EndReason)) -> End {
        let end = End { winner, reason, total: self.total() };
        self.phase = Phase::Over(end);
        end
    }
}

/// The player with the larger value, if one is larger.
fn ahead<T: Ord + Copy>(values: ByPlayer<T>) -> Option<Player> {
    Player::BOTH.into_iter().find(|&player| values[player] > values[player.opponent()])
}
