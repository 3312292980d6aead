//! The self-test, with each fault wired in on purpose and a tester who does what the board asks for.

mod bench;
#[path = "../promises/mod.rs"]
mod promises;

use bench::{Bench, ORDER, Wiring, Wrong};
use kahuna_board::map::Connection;
use kahuna_board::rules::Player;
use kahuna_board::selftest::{
    Chain, Contact, Event, Fault, FaultKind, Lamp, LampVerdict, Order, Outcome, Part, Readings, SelfTest,
    Start, Step, Verdict,
};
use kahuna_board::sensing::{Button, ButtonSet, Contacts, PlayerButton, Settled};
use proptest::prelude::*;

const REFEREE: Contact = Contact::Button(Button::Referee);
const WIRINGS: [Wiring; 2] = [Wiring::Matrix, Wiring::Shift];

fn at(contact: Contact, kind: FaultKind) -> Fault {
    Fault { at: Part::Contact(contact), kind }
}

fn lamp(lamp: Lamp, kind: FaultKind) -> Fault {
    Fault { at: Part::Lamp(lamp), kind }
}

/// A board with these faults is found to have exactly those, and says so as it finds them.
fn finds(wiring: Wiring, wrong: &[Wrong], expected: &[Fault]) {
    let mut bench = Bench::new(wiring, wrong);
    let (report, outcome) = bench.run();
    let context = format!("{wiring:?} {wrong:?}: {:?}", bench.steps);
    assert_eq!(report.faults().collect::<Vec<_>>(), expected, "{context}");
    assert_eq!(outcome, if expected.is_empty() { Outcome::Passed } else { Outcome::Failed }, "{context}");
    let told: Vec<Fault> = bench
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Found(fault) => Some(*fault),
            _ => None,
        })
        .collect();
    for fault in expected {
        assert!(told.contains(fault), "{context}: {told:?}");
    }
    assert_eq!(told.len(), expected.len(), "{context}: {told:?}");
    let events = bench.events.iter().filter(|event| matches!(event, Event::Done)).count();
    assert_eq!(events, 1, "{context}");
}

#[test]
fn a_good_board_is_good() {
    for wiring in WIRINGS {
        finds(wiring, &[], &[]);
        let mut bench = Bench::new(wiring, &[]);
        let (report, _) = bench.run();
        assert!(report.is_passed() && report.is_complete());
        assert!(bench.events.contains(&Event::LampsGood));
        let good = bench.events.iter().filter(|event| matches!(event, Event::Good(_))).count();
        assert_eq!(good, Contact::COUNT);
        assert!(bench.events.contains(&Event::Learn(Order::default())), "an older order is forgotten");
    }
}

#[test]
fn every_dead_contact_is_found() {
    for wiring in WIRINGS {
        for contact in Contact::all() {
            finds(wiring, &[Wrong::Open(contact)], &[at(contact, FaultKind::Dead)]);
        }
    }
}

#[test]
fn every_stuck_contact_is_found() {
    for wiring in WIRINGS {
        for contact in Contact::all() {
            finds(wiring, &[Wrong::Closed(contact)], &[at(contact, FaultKind::Stuck)]);
        }
    }
}

#[test]
fn every_reversed_diode_is_found() {
    for contact in Contact::all() {
        finds(Wiring::Matrix, &[Wrong::Reversed(contact)], &[at(contact, FaultKind::Reversed)]);
    }
}

#[test]
fn every_bridged_diode_is_found() {
    for contact in Contact::all() {
        finds(Wiring::Matrix, &[Wrong::Bridged(contact)], &[at(contact, FaultKind::Bridged)]);
    }
}

/// Every pair of buttons, every one with the referee's, and a third of all others.
fn pairs() -> impl Iterator<Item = (usize, Contact, Contact)> {
    let pairs = Contact::all().flat_map(|a| Contact::all().map(move |b| (a, b)));
    let pairs = pairs.filter(|(a, b)| a.index() < b.index()).enumerate();
    let is_button = |contact| matches!(contact, Contact::Button(_));
    let pairs = pairs.filter(move |(number, (a, b))| {
        number.is_multiple_of(3) || *b == REFEREE || is_button(*a) && is_button(*b)
    });
    pairs.map(|(number, (a, b))| (number, a, b))
}

fn wiring_of(number: usize) -> Wiring {
    WIRINGS[number % WIRINGS.len()]
}

#[test]
fn swapped_contacts_are_found() {
    for (number, a, b) in pairs() {
        let mut expected =
            vec![at(a, FaultKind::Swapped { found: b }), at(b, FaultKind::Swapped { found: a })];
        if b == REFEREE && matches!(a, Contact::Line(_)) {
            // Without a referee button the test goes no further.
            expected.remove(0);
        }
        finds(wiring_of(number), &[Wrong::Swapped(a, b)], &expected);
    }
}

#[test]
fn joined_contacts_are_found() {
    for (number, a, b) in pairs() {
        let mut expected = vec![at(a, FaultKind::Double { with: b }), at(b, FaultKind::Double { with: a })];
        if b == REFEREE {
            // It comes first, and nothing is tested without it.
            expected.remove(0);
        }
        finds(wiring_of(number), &[Wrong::Double(a, b)], &expected);
    }
}

#[test]
fn every_missing_or_dead_light_is_found_and_ends_the_test() {
    for (place, light) in ORDER.into_iter().enumerate() {
        let is_last = place == Lamp::COUNT - 1;
        let missing = if is_last { FaultKind::Dark } else { FaultKind::Missing };
        for wiring in WIRINGS {
            finds(wiring, &[Wrong::MissingLight(light)], &[lamp(light, missing)]);
            finds(wiring, &[Wrong::DeadLight(light)], &[lamp(light, FaultKind::Dark)]);
        }
        let (report, _) = Bench::new(Wiring::Shift, &[Wrong::DeadLight(light)]).run();
        assert!(!report.is_complete(), "lines named by wrong lamps would be found wrong");
    }
}

#[test]
fn every_pair_of_exchanged_lights_is_found() {
    for (a, &one) in ORDER.iter().enumerate() {
        for (b, &other) in ORDER.iter().enumerate().skip(a + 1) {
            let mut order = ORDER;
            order.swap(a, b);
            let mut pair = [one, other];
            pair.sort_unstable_by_key(|light| light.index());
            let [first, second] = pair;
            let expected = [
                lamp(first, FaultKind::Misplaced { with: Some(second) }),
                lamp(second, FaultKind::Misplaced { with: Some(first) }),
            ];
            finds(wiring_of(a + b), &[Wrong::LightOrder(order)], &expected);
        }
    }
    let mut order = ORDER;
    order.rotate_left(1);
    let expected: Vec<Fault> =
        Lamp::all().map(|light| lamp(light, FaultKind::Misplaced { with: None })).collect();
    finds(Wiring::Matrix, &[Wrong::LightOrder(order)], &expected);
}

#[test]
fn faults_of_several_kinds_are_found_together() {
    let contact = |index| Contact::from_index(index).unwrap();
    let wrong = [
        Wrong::Open(contact(0)),
        Wrong::Closed(contact(6)),
        Wrong::Reversed(contact(12)),
        Wrong::Swapped(contact(20), contact(21)),
        Wrong::Double(contact(3), contact(9)),
        Wrong::Open(contact(29)),
    ];
    let expected = [
        at(contact(0), FaultKind::Dead),
        at(contact(3), FaultKind::Double { with: contact(9) }),
        at(contact(6), FaultKind::Stuck),
        at(contact(9), FaultKind::Double { with: contact(3) }),
        at(contact(12), FaultKind::Reversed),
        at(contact(20), FaultKind::Swapped { found: contact(21) }),
        at(contact(21), FaultKind::Swapped { found: contact(20) }),
        at(contact(29), FaultKind::Dead),
    ];
    finds(Wiring::Matrix, &wrong, &expected);
}

fn line(index: usize) -> Contact {
    Contact::Line(Connection::from_index(index).unwrap())
}

#[test]
fn an_order_is_offered_learnt_and_puts_the_lines_right() {
    // A cable with its wires shifted by one.
    let wrong: Vec<Wrong> = (0..8).map(|index| Wrong::Swapped(line(index), line(index + 1))).collect();
    let mut bench = Bench::new(Wiring::Matrix, &wrong);
    bench.wants_order = true;
    let (report, outcome) = bench.run();
    assert_eq!(outcome, Outcome::Passed);
    assert!(report.is_learnt());
    let learnt = bench.events.iter().find_map(|event| match event {
        Event::Learn(order) => Some(*order),
        _ => None,
    });
    let order = learnt.unwrap();
    for line in Connection::all() {
        let Verdict::Swapped(Contact::Line(found)) = report.contact(Contact::Line(line)) else {
            assert_eq!(order.line(line), line);
            continue;
        };
        assert_eq!(order.line(found), line);
    }
    // The report is kept again, with the order in it.
    assert_eq!(bench.events.iter().filter(|event| **event == Event::Done).count(), 2);
}

#[test]
fn an_order_that_nobody_wants_is_not_learnt() {
    let mut bench = Bench::new(Wiring::Shift, &[Wrong::Swapped(line(1), line(5))]);
    let (report, outcome) = bench.run();
    assert_eq!(outcome, Outcome::Failed);
    assert!(!report.is_learnt() && !bench.events.iter().any(|event| matches!(event, Event::Learn(_))));
}

#[test]
fn a_slip_of_the_hand_is_no_fault() {
    // The stick is put beside the line that is asked for, once.
    let mut test = SelfTest::new(0, Start::Button, Chain::default());
    let mut now = 0;
    let mut feel = |test: &mut SelfTest, lines: &[Connection], buttons: ButtonSet, time| {
        let lines = Settled { lines: lines.iter().copied().collect(), ..Settled::default() };
        for _ in 0..time / 10 {
            test.sense(now, Readings { lines, buttons, reversed: Contacts::default() });
            while test.poll(now).is_some() {}
            now += 10;
        }
    };
    let draw = ButtonSet::EMPTY.with(Button::Player(Player::White, PlayerButton::Draw));
    feel(&mut test, &[], ButtonSet::EMPTY, 6500);
    feel(&mut test, &[], draw, 100);
    feel(&mut test, &[], ButtonSet::EMPTY, 1500);
    let asked = |test: &SelfTest| match test.step() {
        Step::Place { line, .. } => line.index(),
        step => panic!("{step:?}"),
    };
    assert_eq!(asked(&test), 0);
    let lines: Vec<Connection> = Connection::all().collect();
    for (laid, next) in [(1, 0), (0, 1), (0, 1), (1, 2)] {
        feel(&mut test, &lines[laid..=laid], ButtonSet::EMPTY, 300);
        feel(&mut test, &[], ButtonSet::EMPTY, 300);
        assert_eq!(asked(&test), next);
    }
    assert_eq!(test.report().faults().count(), 0);
}

#[test]
fn it_can_be_given_up_at_any_time() {
    for steps in [1, 3, 5, 40, 60] {
        let mut bench = Bench::new(Wiring::Matrix, &[]);
        bench.run_some(steps);
        bench.press(Button::Referee, 5200);
        assert_eq!(bench.events.last(), Some(&Event::Ended(Outcome::Left)), "{:?}", bench.test.step());
        assert!(!bench.events.contains(&Event::Done));
    }
}

#[test]
fn a_test_that_is_done_cannot_be_given_up() {
    let mut bench = Bench::new(Wiring::Matrix, &[]);
    while !matches!(bench.test.step(), Step::Result { .. }) {
        bench.run_some(1);
    }
    assert!(bench.events.contains(&Event::Done) && !bench.test.is_over());
    bench.press(Button::Referee, 5200);
    assert_eq!(bench.events.last(), Some(&Event::Ended(Outcome::Passed)));
}

#[test]
fn a_board_without_a_single_button_is_told_so() {
    let buttons = Button::ALL.map(|button| Wrong::Open(Contact::Button(button)));
    for wiring in WIRINGS {
        let mut bench = Bench::new(wiring, &buttons);
        bench.run_some(3);
        assert!(bench.events.contains(&Event::Found(at(REFEREE, FaultKind::Dead))), "{:?}", bench.events);
        assert!(bench.events.contains(&Event::Done));
        bench.wait(61_000);
        assert_eq!(bench.events.last(), Some(&Event::Ended(Outcome::Failed)), "nobody can end it");
    }
}

#[test]
fn a_stick_is_no_button() {
    let mut bench = Bench::new(Wiring::Matrix, &[Wrong::Open(REFEREE)]);
    bench.wait(300);
    assert_eq!(bench.test.step(), Step::Referee);
    bench.lay("ALOA-BARI".parse().unwrap());
    bench.wait(3000);
    bench.lift();
    bench.wait(500);
    assert_eq!(bench.test.step(), Step::Referee, "{:?}", bench.events);
    assert!(bench.events.is_empty());
}

#[test]
fn an_order_that_is_found_again_is_not_offered_again() {
    let [a, b] = [3, 8].map(|index| Contact::from_index(index).unwrap());
    let mut bench = Bench::new(Wiring::Shift, &[Wrong::Swapped(a, b)]);
    bench.wants_order = true;
    let order = bench.run().0.order().unwrap();
    let mut bench = Bench::new(Wiring::Shift, &[Wrong::Swapped(a, b)]);
    bench.test = bench.test.clone().knowing(order);
    let (report, outcome) = bench.run();
    assert!(report.is_learnt() && outcome == Outcome::Passed);
    assert!(!bench.steps.iter().any(|step| matches!(step, Step::Result { offers: true, .. })));
    let mut bench = Bench::new(Wiring::Shift, &[Wrong::Swapped(a, b)]);
    bench.test = bench.test.clone().knowing(Order::default());
    let (report, outcome) = bench.run();
    assert!(!report.is_learnt() && outcome == Outcome::Failed, "it was offered and declined");
}

#[test]
fn lamps_are_judged_by_what_was_meant() {
    // `draw` says `pass`: every lamp would be misplaced.
    let [draw, pass] = [PlayerButton::Draw, PlayerButton::Pass]
        .map(|button| Contact::Button(Button::Player(Player::White, button)));
    let mut bench = Bench::new(Wiring::Shift, &[Wrong::Swapped(draw, pass)]);
    let (report, _) = bench.run();
    assert!(bench.steps.contains(&Step::Answer(PlayerButton::Draw)));
    assert!(Lamp::all().all(|lamp| report.lamp(lamp) == LampVerdict::Good));
}

fn contact() -> impl Strategy<Value = Contact> {
    (0..Contact::COUNT).prop_map(|index| Contact::from_index(index).unwrap())
}

fn wrong() -> impl Strategy<Value = Wrong> {
    let lamp = || (0..Lamp::COUNT).prop_map(|index| Lamp::from_index(index).unwrap());
    prop_oneof![
        contact().prop_map(Wrong::Open),
        contact().prop_map(Wrong::Closed),
        contact().prop_map(Wrong::Reversed),
        contact().prop_map(Wrong::Bridged),
        (contact(), contact()).prop_map(|(a, b)| Wrong::Swapped(a, b)),
        (contact(), contact()).prop_map(|(a, b)| Wrong::Double(a, b)),
        lamp().prop_map(Wrong::MissingLight),
        lamp().prop_map(Wrong::DeadLight),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn it_ends_whatever_is_wrong(wrong in prop::collection::vec(wrong(), 0..6), matrix in any::<bool>()) {
        let mut bench = Bench::new(WIRINGS[usize::from(matrix)], &wrong);
        bench.wants_order = true;
        bench.run();
    }
}

proptest! {
    #[test]
    fn nothing_that_is_read_breaks_it(
        readings in prop::collection::vec((any::<u32>(), any::<u8>(), any::<(u32, u8)>(), 0..400u64), 1..300),
        link in any::<bool>(),
    ) {
        let start = if link { Start::Link } else { Start::Button };
        let (mut now, mut test) = (0, SelfTest::new(0, start, Chain::default()));
        for (lines, buttons, reversed, time) in readings {
            let set = kahuna_board::map::ConnectionSet::from_bits;
            // Few at a time, so that some steps are taken.
            let lines = Settled { lines: set(lines & lines >> 7 & lines << 9), ..Settled::default() };
            let buttons = ButtonSet::from_bits(buttons & buttons >> 3);
            let reversed = Contacts { lines: set(reversed.0 & 1), buttons: ButtonSet::from_bits(reversed.1 & 1) };
            test.sense(now, Readings { lines, buttons, reversed });
            let mut events = 0;
            while test.poll(now).is_some() {
                events += 1;
                prop_assert!(events < 100);
            }
            prop_assert!(test.deadline(now).is_none_or(|time| time > now));
            now += time;
        }
        let report = test.report();
        prop_assert_eq!(kahuna_board::selftest::Report::decode(&report.encode()), Ok(*report));
    }
}
