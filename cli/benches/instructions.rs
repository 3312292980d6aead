//! Plays games or judges records once, for callgrind to count the instructions, and prints how many actions or records
//! there were. `cargo kahuna bench` runs it; without a word it does both and prints both numbers.

mod games;

use std::env;

/// Each way to agree on a game, three times; callgrind is fifty times slower than the machine.
const GAMES: usize = 504;

fn main() {
    // `cargo bench` adds `--bench`.
    let words: Vec<_> = env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    let wanted = |word: &str| words.is_empty() || words.iter().any(|one| one == word);

    let played = games::random(GAMES);
    let actions = games::actions(&played);
    if wanted("play") {
        assert_eq!(games::replay_all_games(&played), actions, "every action is legal");
        println!("{actions}");
    }
    if wanted("judge") {
        let records: Vec<_> = played.iter().map(games::Played::written).collect();
        assert_eq!(games::judge_all_records(&records), actions, "every line is legal");
        println!("{}", records.len());
    }
}
