//! How fast games are played and records judged: times, by Criterion. `cargo kahuna bench` sums them up.

mod games;

use criterion::{Criterion, SamplingMode, Throughput};

/// As many records as the aim speaks of.
const GAMES: usize = 10_000;

fn main() {
    let played = games::random(GAMES);
    let records: Vec<_> = played.iter().map(games::Played::written).collect();
    let actions = games::actions(&played);
    assert_eq!(games::replay_all_games(&played), actions, "every action is legal");
    assert_eq!(games::judge_all_records(&records), actions, "every line is legal");

    let mut criterion = Criterion::default().sample_size(30).configure_from_args();
    let mut group = criterion.benchmark_group("kahuna");
    group.sampling_mode(SamplingMode::Flat);
    // `cargo kahuna bench` reads these numbers where Criterion writes them.
    group.throughput(Throughput::Elements(actions as u64));
    group.bench_function("play", |bencher| bencher.iter(|| games::replay_all_games(&played)));
    group.throughput(Throughput::Elements(records.len() as u64));
    group.bench_function("judge", |bencher| bencher.iter(|| games::judge_all_records(&records)));
    group.finish();
    criterion.final_summary();
}
