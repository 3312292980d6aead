use heapless::Vec;

use crate::map::IslandSet;
use crate::rules::{ByPlayer, Player};
use crate::selftest::{Contact, Fault, Lamp, LampSet, Part, Seen, Step, View, lamp_of};
use crate::sensing::{Button, PlayerButton};
use crate::time::Millis;

use super::clock::Clock;
use super::scene::ends;
use super::{Colour, Level, Light, Scene};

/// How an ask blinks.
const ASK: [Millis; 2] = [500, 500];
/// How long something is shown that was found wrong while nothing was to be seen of it.
const NOTED: Millis = 700;
/// In the result each fault is shown so long, then nothing for a moment; what is offered comes after the last.
const FAULT: Millis = 1500;
const BETWEEN: Millis = 400;
const OFFER: Millis = 4000;
/// As many faults as there can be.
const FAULTS: usize = Contact::COUNT + Lamp::COUNT;

/// A test: what is asked for, as in a game, and what was found.
pub(super) fn scene(view: &View, clock: &mut Clock) -> Scene {
    let mut scene = Scene::DARK;
    match view.step {
        Step::Release => paint(&mut scene, LampSet::ALL, Light::new(Colour::Green, Level::Resting)),
        Step::Walk => {
            let lit = clock.steps(view.since, View::WALK, view.lamps.len());
            paint(&mut scene, view.lamps.iter().skip(lit).take(1), Light::new(Colour::White, Level::Bright));
        }
        Step::Lights => blink_all(&mut scene, Colour::Amber, view, clock),
        Step::Lamp(lamp) => {
            if clock.is_on(view.since, &ASK) {
                paint(&mut scene, [lamp], Light::new(Colour::White, Level::Bright));
            }
        }
        Step::Answer(kind) => {
            let colour = match kind {
                PlayerButton::Draw => Colour::Green,
                PlayerButton::Pass => Colour::Red,
                PlayerButton::Discard => Colour::Black,
            };
            blink_all(&mut scene, colour, view, clock);
        }
        Step::Empty(closed) => {
            let lamps = closed.iter().fold(IslandSet::EMPTY, |lamps, contact| lamps | lamps_of(contact));
            // Amber and dark asks for a stick; here none may be laid.
            blink(&mut scene, lamps, [Colour::Amber, Colour::Red], view, clock);
        }
        Step::Place { line, .. } => {
            blink(&mut scene, ends(line), [Colour::Amber, Colour::Off], view, clock);
            paint_noted(&mut scene, view, clock);
        }
        Step::Referee => ask_button(&mut scene, Button::Referee, view, clock),
        Step::Instead(button) | Step::Press { button, .. } => {
            ask_button(&mut scene, button, view, clock);
            paint_noted(&mut scene, view, clock);
        }
        Step::Lift { line, seen } => answer(&mut scene, Contact::Line(line), seen),
        Step::LetGo { button, seen } => answer(&mut scene, Contact::Button(button), seen),
        Step::Result { offers, agreed } => result(&mut scene, view, offers.then_some(agreed), clock),
    }
    scene
}

fn paint(scene: &mut Scene, lamps: impl IntoIterator<Item = Lamp>, light: Light) {
    for lamp in lamps {
        match lamp {
            Lamp::Island(island) => scene.paint(island.into(), light),
            Lamp::Turn(player) => scene.turn[player] = light,
        }
    }
}

/// The lamps that name a contact: the two ends of a line, or the one that stands for a button.
fn lamps_of(contact: Contact) -> IslandSet {
    match contact {
        Contact::Line(line) => ends(line),
        Contact::Button(button) => lamp_of(button).into(),
    }
}

fn blink(scene: &mut Scene, lamps: IslandSet, [on, off]: [Colour; 2], view: &View, clock: &mut Clock) {
    // First comes what was noted before.
    let since = view.since + if view.noted.is_some() { NOTED } else { 0 };
    let colour = if clock.is_on(since, &ASK) { on } else { off };
    scene.paint(lamps, if colour == Colour::Off { Light::OFF } else { Light::new(colour, Level::Bright) });
}

fn blink_all(scene: &mut Scene, colour: Colour, view: &View, clock: &mut Clock) {
    if clock.is_on(view.since, &ASK) {
        paint(scene, LampSet::ALL, Light::new(colour, Level::Bright));
    }
}

/// A button's lamp alternates between amber and its owner's colour; nobody owns the referee's.
fn ask_button(scene: &mut Scene, button: Button, view: &View, clock: &mut Clock) {
    let owner = match button {
        Button::Player(player, _) => player.into(),
        Button::Referee => Colour::Green,
    };
    blink(scene, lamp_of(button).into(), [Colour::Amber, owner], view, clock);
    if let Button::Player(player, _) = button {
        scene.turn[player] = Light::new(player, Level::Bright);
    }
}

/// What was seen stays until the stick is lifted, or the button let go.
fn answer(scene: &mut Scene, wanted: Contact, seen: Seen) {
    let (contact, colour) = match seen {
        Seen::Right => (wanted, Colour::Green),
        Seen::Wrong => (wanted, Colour::Red),
        Seen::Doubtful(other) => (other, Colour::Red),
    };
    scene.paint(lamps_of(contact), Light::new(colour, Level::Bright));
}

fn paint_noted(scene: &mut Scene, view: &View, clock: &mut Clock) {
    if let Some(noted) = view.noted
        && clock.is_before(view.since + NOTED)
    {
        *scene = Scene::DARK;
        scene.paint(lamps_of(noted), Light::new(Colour::Red, Level::Bright));
    }
}

/// All green; or each fault in turn, and then what is offered.
fn result(scene: &mut Scene, view: &View, offered: Option<ByPlayer<bool>>, clock: &mut Clock) {
    let is_shown = |fault: &Fault| !view.report.is_harmless(*fault);
    let faults: Vec<Fault, FAULTS> = view.report.faults().filter(is_shown).take(FAULTS).collect();
    if faults.is_empty() {
        return paint(scene, LampSet::ALL, Light::new(Colour::Green, Level::Bright));
    }
    let mut parts: Vec<Millis, { 2 * FAULTS + 2 }> = Vec::new();
    let offer: &[Millis] = if offered.is_some() { &[OFFER, BETWEEN] } else { &[] };
    let times = faults.iter().flat_map(|_| [FAULT, BETWEEN]).chain(offer.iter().copied());
    // There is room for as many as are taken.
    parts.extend(times);
    let part = clock.part(view.since, &parts);
    match (faults.get(part / 2), offered) {
        _ if part % 2 == 1 => {}
        (Some(fault), _) => {
            let red = Light::new(Colour::Red, Level::Bright);
            match fault.at {
                Part::Contact(contact) => scene.paint(lamps_of(contact), red),
                // It may be dark: all others name it.
                Part::Lamp(lamp) => paint(scene, LampSet::ALL.without(lamp), red),
            }
        }
        (None, Some(agreed)) => {
            for player in Player::BOTH {
                let draw = Button::Player(player, PlayerButton::Draw);
                if agreed[player] {
                    scene.paint(lamp_of(draw).into(), Light::new(player, Level::Bright));
                } else {
                    blink(scene, lamp_of(draw).into(), [Colour::Amber, player.into()], view, clock);
                }
                scene.turn[player] = Light::new(player, Level::Bright);
            }
        }
        (None, None) => {}
    }
}
