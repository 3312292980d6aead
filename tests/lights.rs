//! What holds for the lamps whatever the referee shows: views of games played by clumsy hands, and views made up.

mod promises;

use kahuna_board::lights::Palette;
use kahuna_board::map::{Connection, ConnectionSet, IslandSet};
use kahuna_board::referee::{Ask, Cause, Family, Menu, Referee, Shown, ShownRefusal, View};
use kahuna_board::rules::{ByPlayer, Edition, End, EndReason, Handicap, Player, Score, Settings};
use kahuna_board::sensing::{PlayerButton, Press, Settled};
use kahuna_board::time::Millis;
use promises::check;
use proptest::prelude::*;
use proptest::sample::select;

fn line() -> impl Strategy<Value = Connection> {
    (0..Connection::COUNT).prop_map(|index| Connection::from_index(index).unwrap())
}

fn player() -> impl Strategy<Value = Player> {
    select(&Player::BOTH[..])
}

fn settings() -> impl Strategy<Value = Settings> {
    let handicap = prop::option::of((player(), 1..=3u8));
    let edition = select(&Edition::ALL[..]);
    (edition, any::<(bool, bool)>(), player(), handicap).prop_map(
        |(edition, (calm, open), first, handicap)| {
            let handicap = handicap.and_then(|(player, bridges)| Handicap::new(player, bridges));
            Settings { edition, calm, open, first, handicap }
        },
    )
}

fn shown(since: Millis) -> impl Strategy<Value = Shown> {
    let menu = (settings(), any::<(bool, bool)>()).prop_map(|(settings, (white, black))| {
        Shown::Menu(Menu { settings, agreed: ByPlayer { white, black } })
    });
    let scoring = (0..=12u8, 0..=12u8, 0..3u8, 0..3u8).prop_map(move |(white, black, w, b)| {
        let (islands, points) = (ByPlayer { white, black }, ByPlayer { white: w, black: b });
        Shown::Scoring(Score { round: 1, islands, points }, since)
    });
    let over = prop::option::of(player()).prop_map(move |winner| {
        Shown::Over(End { winner, reason: EndReason::Points, total: ByPlayer::default() }, since)
    });
    let review = prop::option::of(line()).prop_map(|at| Shown::Review { step: 1, of: 2, at });
    prop_oneof![Just(Shown::Waking), menu, Just(Shown::Play), Just(Shown::Play), scoring, review, over]
}

fn ask() -> impl Strategy<Value = Ask> {
    (line(), player(), 0..3).prop_map(|(at, player, kind)| match kind {
        0 => Ask::Owner(at),
        1 => Ask::Lift(at),
        _ => Ask::Place(at, player),
    })
}

fn refusal(since: Millis) -> impl Strategy<Value = ShownRefusal> {
    let family = select(&[Family::Turn, Family::Line, Family::Cards, Family::Ending][..]);
    (family, prop::option::of(line()), any::<bool>()).prop_map(move |(family, at, remedy)| ShownRefusal {
        family,
        at,
        has_remedy: remedy && at.is_some(),
        since,
    })
}

/// Any view at all, likely or not, with something in it that began at `since`.
fn view(since: Millis) -> impl Strategy<Value = View> {
    let moving = prop_oneof![Just(0), any::<u32>(), (0..27u32).prop_map(|bit| 1 << bit)];
    (
        shown(since),
        any::<(u16, u16)>(),
        prop::option::of(player()),
        moving,
        prop::option::of(ask()),
        prop::option::of(refusal(since)),
    )
        .prop_map(|(shown, (white, black), turn, moving, ask, refusal)| {
            let white = IslandSet::from_bits(white);
            let control = ByPlayer { white, black: IslandSet::from_bits(black) - white };
            let moving = ConnectionSet::from_bits(moving);
            View { shown, control, turn, moving, ask, refusal, disbelieved: ConnectionSet::EMPTY }
        })
}

/// What hands may do, without any regard to the rules.
#[derive(Clone, Copy, Debug)]
enum Hand {
    Toggle(Connection),
    Press(Press),
    Wait(Millis),
}

fn hand() -> impl Strategy<Value = Hand> {
    let button =
        (player(), select(&PlayerButton::ALL[..])).prop_map(|(player, button)| Press::Button(player, button));
    let referee =
        select(&[Press::Tap, Press::ShortHold, Press::LongHold, Press::OtherHold, Press::BothPass][..]);
    prop_oneof![
        6 => line().prop_map(Hand::Toggle),
        6 => button.prop_map(Hand::Press),
        1 => referee.prop_map(Hand::Press),
        3 => (0..3000u64).prop_map(Hand::Wait),
    ]
}

proptest! {
    #[test]
    fn the_lamps_keep_their_promises_in_any_view(
        (since, view) in (0..100_000u64).prop_flat_map(|since| (Just(since), view(since))),
        later in 0..6000u64,
        budget in prop_oneof![Just(Palette::BUDGET), Palette::LEAST..1000],
    ) {
        check(&view, since + later, budget);
    }

    #[test]
    fn the_lamps_keep_their_promises_in_any_game(settings in settings(), hands in prop::collection::vec(hand(), 1..120)) {
        let mut referee = Referee::new();
        let mut lines = ConnectionSet::EMPTY;
        let mut now = 1000;
        check(&referee.view(), now, Palette::BUDGET);
        referee.sense(now, Settled { lines, chattering: ConnectionSet::EMPTY });
        check(&referee.view(), now, Palette::BUDGET);
        referee.hear(now, Cause::New(settings));
        for hand in hands {
            match hand {
                Hand::Toggle(line) => {
                    lines = lines ^ ConnectionSet::from(line);
                    referee.sense(now, Settled { lines, chattering: ConnectionSet::EMPTY });
                    check(&referee.view(), now, Palette::BUDGET);
                    now += 120;
                }
                Hand::Press(press) => referee.hear(now, Cause::Press(press)),
                Hand::Wait(time) => now += time,
            }
            while referee.poll(now).is_some() {}
            check(&referee.view(), now, Palette::BUDGET);
        }
    }
}
