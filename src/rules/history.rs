use heapless::Deque;

use super::{Action, Counted, Effects, Game, Knowledge, Player, Refusal};

/// A game and the way to it: what was accepted, so that it can be taken back.
///
/// It remembers the last `N` actions. A game by the English or the Kosmos text never has more than 256; two players of
/// `french-1999` who pass for ever have, and then the oldest action can no longer be taken back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct History<const N: usize, K: Knowledge = Counted> {
    start: Game<K>,
    now: Game<K>,
    actions: Deque<(Player, Action<K>), N>,
}

impl<const N: usize, K: Knowledge> History<N, K> {
    /// The history that begins with a game as it stands.
    pub fn new(start: Game<K>) -> Self {
        Self { start, now: start, actions: Deque::new() }
    }

    /// The game as it stands.
    pub fn game(&self) -> &Game<K> {
        &self.now
    }

    /// How many actions can be taken back.
    pub fn len(&self) -> usize {
        self.actions.len()
    }

    /// Whether nothing can be taken back.
    pub fn is_empty(&self) -> bool {
        self.actions.is_empty()
    }

    /// The action that would be taken back next.
    pub fn last(&self) -> Option<(Player, Action<K>)> {
        self.actions.back().copied()
    }

    /// The actions that can be taken back, oldest first.
    pub fn actions(&self) -> impl DoubleEndedIterator<Item = (Player, Action<K>)> {
        self.actions.iter().copied()
    }

    /// Applies a player's action and remembers it, or refuses it and changes nothing.
    ///
    /// # Errors
    /// As [`Game::play`].
    pub fn play(&mut self, player: Player, action: Action<K>) -> Result<Effects, Refusal> {
        let effects = self.now.play(player, action)?;
        if self.actions.is_full() {
            // What was accepted once is accepted again from the same game.
            if let Some((player, action)) = self.actions.pop_front() {
                let _ = self.start.play(player, action);
            }
        }
        let _ = self.actions.push_back((player, action));
        Ok(effects)
    }

    /// Takes the last action back and says what it was; `None` if none is remembered.
    pub fn undo(&mut self) -> Option<(Player, Action<K>)> {
        let last = self.actions.pop_back()?;
        self.now = self.after(self.actions.len());
        Some(last)
    }

    /// The game as it stood after that many of the remembered actions.
    pub fn after(&self, actions: usize) -> Game<K> {
        let mut game = self.start;
        for &(player, action) in self.actions.iter().take(actions) {
            // As above: it was accepted from this very game.
            let _ = game.play(player, action);
        }
        game
    }
}

impl<const N: usize> History<N> {
    /// Whether nothing has been forgotten: the actions lead from the beginning of the game to where it stands.
    pub fn is_complete(&self) -> bool {
        self.start == Game::new(*self.start.settings())
    }
}
