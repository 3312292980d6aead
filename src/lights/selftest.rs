use heapless::Vec;

use crate::map::{Island, IslandSet};
use crate::rules::{ByPlayer, Player};
use crate::selftest::{Contact, Fault, Part, Seen, Step, View, lamp_of};
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
/// More faults than this are not shown; there is enough to do.
const FAULTS: usize = 46;

/// A test: what is asked for, as in a game, and what was found.
pub(super) fn scene(view: &View, clock: &mut Clock) -> Scene {
    let mut scene = Scene::DARK;
    match view.step {
        Step::Release => scene.paint(IslandSet::ALL, Light::new(Colour::Green, Level::Resting)),
        Step::Walk => {
            let lit = clock.steps(view.since, View::WALK, Island::COUNT);
            scene.paint(
                Island::from_index(lit).into_iter().collect(),
                Light::new(Colour::White, Level::Bright),
            );
        }
        Step::Lights => blink(&mut scene, IslandSet::ALL, [Colour::Amber, Colour::Off], view, clock),
        Step::Lamp(island) => {
            blink(&mut scene, island.into(), [Colour::White, Colour::Off], view, clock);
        }
        Step::Answer(kind) => {
            let colour = match kind {
                PlayerButton::Draw => Colour::Green,
                PlayerButton::Pass => Colour::Red,
                PlayerButton::Discard => Colour::Black,
            };
            blink(&mut scene, IslandSet::ALL, [colour, Colour::Off], view, clock);
        }
        Step::Empty(closed) => {
            let lamps = closed.iter().fold(IslandSet::EMPTY, |lamps, contact| lamps | lamps_of(contact));
            blink(&mut scene, lamps, [Colour::Amber, Colour::Off], view, clock);
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

/// The lamps that name a contact: the two ends of a line, or the one that stands for a button.
fn lamps_of(contact: Contact) -> IslandSet {
    match contact {
        Contact::Line(line) => ends(line),
        Contact::Button(button) => lamp_of(button).into(),
    }
}

fn blink(scene: &mut Scene, lamps: IslandSet, [on, off]: [Colour; 2], view: &View, clock: &mut Clock) {
    let colour = if clock.is_on(view.since, &ASK) { on } else { off };
    scene.paint(lamps, if colour == Colour::Off { Light::OFF } else { Light::new(colour, Level::Bright) });
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
    let faults: Vec<Fault, FAULTS> = view.report.faults().take(FAULTS).collect();
    if faults.is_empty() {
        return scene.paint(IslandSet::ALL, Light::new(Colour::Green, Level::Bright));
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
            let lamps = match fault.at {
                Part::Contact(contact) => lamps_of(contact),
                // It may be dark: all others name it.
                Part::Lamp(island) => IslandSet::ALL.without(island),
            };
            scene.paint(lamps, Light::new(Colour::Red, Level::Bright));
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
