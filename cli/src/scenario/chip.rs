//! The firmware on an emulated chip: a child process that is spoken to in JSON lines (emulator/README.md).

use std::path::PathBuf;

use anyhow::{Context as _, Result, anyhow, bail};
use kahuna_board::lights::RGB8;
use kahuna_board::selftest::Lamp;
use serde_json::{Map, Value, json};

use super::hands::{Contact, Edge, Level};
use super::script::{Fault, Micros, Power};
use super::world::{DARK, Lamps, World};
use crate::chip::{Emulator, Frame, Line, Rig};

/// A board whose every instruction is emulated.
pub(crate) struct ChipWorld {
    emulator: Emulator,
    load: Value,
    uf2: PathBuf,
    /// When the emulator's time began, in the scenario's.
    began: Micros,
    now: Micros,
    /// What is to be done at a time, or with the next request.
    inputs: Vec<Value>,
    lamps: Lamps,
    seen: Vec<(Micros, Lamps)>,
    heard: Vec<(Micros, String)>,
}

impl ChipWorld {
    /// Starts an emulator; the board comes with [`World::renew`].
    pub(crate) fn new(rig: &Rig) -> Result<Self> {
        Ok(Self {
            emulator: Emulator::start(rig)?,
            load: json!({"board": rig.board, "elf": rig.image.elf, "frames": "changed"}),
            uf2: rig.uf2.clone(),
            began: 0,
            now: 0,
            inputs: Vec::new(),
            lamps: DARK,
            seen: Vec::new(),
            heard: Vec::new(),
        })
    }

    /// Sends one request and takes in what has happened since the one before.
    fn request(&mut self, request: &Value) -> Result<()> {
        let answer = self.emulator.request(request)?;
        if let Some(crash) = answer.crash {
            bail!("the firmware crashed: {crash}");
        }
        if let Some(reset) = answer.power.iter().find(|event| !event.is_the_plug()) {
            bail!("the board started again by itself: {}", reset.kind);
        }
        if let Some(fault) = answer.frame_faults.first() {
            bail!("the lights were sent what their data sheet forbids: {fault}");
        }
        for Frame { at, seen, .. } in answer.frames {
            let at = self.began + micros(at);
            self.show(at, lamps(&seen)?);
        }
        // Frames that are like the one before are not listed; after a power cut the lamps still change.
        if !answer.seen.is_empty() {
            self.show(self.now, lamps(&answer.seen)?);
        }
        for Line { at, text } in answer.usb {
            self.heard.push((self.began + micros(at), text));
        }
        Ok(())
    }

    fn show(&mut self, at: Micros, lamps: Lamps) {
        if lamps != self.lamps {
            self.lamps = lamps;
            self.seen.push((at, lamps));
        }
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "times are positive and small")]
fn micros(time: f64) -> Micros {
    time as Micros
}

/// The lamps, by their names, from `rrggbb`.
fn lamps(seen: &Map<String, Value>) -> Result<Lamps> {
    let mut lamps = DARK;
    for lamp in Lamp::all() {
        let name = lamp.to_string();
        let shown = seen.get(&name).and_then(Value::as_str).unwrap_or("000000");
        let rgb = u32::from_str_radix(shown, 16)
            .map_err(|_| anyhow!("{name} shows `{shown}`, which is no colour"))?;
        let [_, r, g, b] = rgb.to_be_bytes();
        lamps[lamp.index()] = RGB8 { r, g, b };
    }
    Ok(lamps)
}

impl World for ChipWorld {
    fn now(&self) -> Micros {
        self.now
    }

    fn change(&mut self, edge: Edge) {
        let (at, is_closed) = (edge.at - self.began, edge.level == Level::Closed);
        self.inputs.push(match edge.contact {
            Contact::Line(line) => json!({"at": at, "contact": line.to_string(), "closed": is_closed}),
            Contact::Button(button) => json!({"at": at, "button": button.to_string(), "down": is_closed}),
        });
    }

    fn run_until(&mut self, time: Micros) -> Result<()> {
        let inputs = std::mem::take(&mut self.inputs);
        self.now = time;
        self.request(&json!({"inputs": inputs, "run_until": time - self.began}))
    }

    fn power(&mut self, power: Power) -> Result<()> {
        self.request(&json!({"power": power == Power::On}))?;
        if power == Power::Off {
            self.show(self.now, DARK);
        }
        Ok(())
    }

    fn rewind(&mut self) {
        self.now = 0;
        self.lamps = DARK;
        self.seen.clear();
        self.heard.clear();
    }

    fn renew(&mut self) -> Result<()> {
        self.inputs.clear();
        self.began = self.now;
        self.show(self.now, DARK);
        let load = self.load.clone();
        self.request(&json!({"load": load}))
    }

    fn erase(&mut self) -> Result<()> {
        self.request(&json!({"erase": true}))
    }

    fn update(&mut self) -> Result<()> {
        let request = json!({"update": self.uf2});
        self.request(&request)
    }

    fn build(&mut self, faults: &[Fault]) -> Result<()> {
        let mut order = self.load["board"]["lights"]["order"].clone();
        let mut list: Vec<Value> = Vec::new();
        for fault in faults {
            list.push(match fault {
                Fault::Open(at) => json!({"kind": "open", "contact": at.to_string()}),
                Fault::Closed(at) => json!({"kind": "closed", "contact": at.to_string()}),
                Fault::Reversed(at) => json!({"kind": "reversed", "contact": at.to_string()}),
                Fault::Bridged(at) => json!({"kind": "bridged", "contact": at.to_string()}),
                Fault::Swapped(a, b) => {
                    json!({"kind": "swapped", "a": a.to_string(), "b": b.to_string()})
                }
                Fault::Double(a, b) => json!({"kind": "double", "a": a.to_string(), "b": b.to_string()}),
                Fault::Dark(lamp) => json!({"kind": "dead-light", "light": lamp.to_string()}),
                Fault::Missing(lamp) => json!({"kind": "missing-light", "light": lamp.to_string()}),
                Fault::Lights(a, b) => {
                    let names = order.as_array_mut().context("the board's description has no lights")?;
                    let place = |name: String| names.iter().position(|other| *other == name);
                    let (Some(a), Some(b)) = (place(a.to_string()), place(b.to_string())) else {
                        bail!("the board's description lacks a light");
                    };
                    names.swap(a, b);
                    json!({"kind": "light-order", "order": names})
                }
            });
        }
        self.inputs.push(json!({"faults": list}));
        Ok(())
    }

    fn say(&mut self, line: &str) -> Result<()> {
        self.inputs.push(json!({"usb": format!("{line}\n")}));
        Ok(())
    }

    fn heard(&mut self) -> Result<Vec<(Micros, String)>> {
        Ok(std::mem::take(&mut self.heard))
    }

    fn seen(&mut self) -> Result<Vec<(Micros, Lamps)>> {
        Ok(std::mem::take(&mut self.seen))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kahuna_board::map::Island;
    use kahuna_board::rules::Player;

    #[test]
    fn lamps_are_read_by_name_and_the_dark_ones_need_none() {
        let seen = json!({"BARI": "ff8001", "turn white": "010101"});
        let lamps = lamps(seen.as_object().unwrap()).unwrap();
        assert_eq!(lamps[Lamp::Island(Island::Bari).index()], RGB8 { r: 255, g: 128, b: 1 });
        assert_eq!(lamps[Lamp::Island(Island::Aloa).index()], RGB8::default());
        assert_eq!(lamps[Lamp::Turn(Player::White).index()], RGB8 { r: 1, g: 1, b: 1 });
        assert!(super::lamps(json!({"BARI": "amber"}).as_object().unwrap()).is_err());
    }
}
