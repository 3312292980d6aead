//! An emulated chip as a child process that is spoken to in JSON lines (emulator/README.md).

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context as _, Result, bail};
use kahuna_boards::emulator::Wired;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::firmware::Image;
use crate::run::Workspace;
use crate::toolchain::{self, Chip};
use crate::uf2;

/// Microseconds of simulated time.
pub(crate) type Micros = f64;

/// What is built once and run many times.
pub(crate) struct Rig {
    pub(crate) image: Image,
    /// The image as `cargo kahuna flash` puts it onto the board.
    pub(crate) uf2: PathBuf,
    /// The board as the emulator reads it.
    pub(crate) board: Value,
    server: PathBuf,
}

impl Rig {
    /// Builds the firmware for a board and finds the emulator.
    pub(crate) fn build(board: &str) -> Result<Self> {
        let workspace = Workspace::find()?;
        let server = workspace.absolute(Path::new("emulator/dist/src/server.js"));
        if !server.exists() {
            bail!("the emulator is not built; run `npm ci && npm run build` in emulator/");
        }
        let chip = Chip::find(&workspace, toolchain::forced()?)?;
        let image = Image::build(&workspace, &chip, board)?;
        let uf2 = image.elf.with_extension("uf2");
        fs::write(&uf2, uf2::write(&image.segments))
            .with_context(|| format!("cannot write {}", uf2.display()))?;
        let board = serde_json::to_value(Wired::new(&workspace.boards().read(board)?))?;
        Ok(Self { image, uf2, board, server })
    }

    /// Whether its contacts have diodes: those of a matrix do.
    pub(crate) fn has_diodes(&self) -> bool {
        self.board["wiring"]["kind"] == "matrix"
    }

    /// Whether it has lights that say whose turn it is.
    pub(crate) fn has_turn_lights(&self) -> bool {
        let order = self.board["lights"]["order"].as_array();
        order.is_some_and(|order| order.iter().any(|name| name == "turn white"))
    }
}

/// The child process. Each request is answered before the next.
pub(crate) struct Emulator {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

/// What has happened since the answer before, as far as it matters here.
#[derive(Deserialize)]
pub(crate) struct Answer {
    ok: bool,
    error: Option<String>,
    #[serde(default)]
    pub(crate) now: Micros,
    #[serde(default)]
    pub(crate) cycles: Cycles,
    #[serde(default)]
    pub(crate) frames: Vec<Frame>,
    #[serde(default)]
    pub(crate) frame_count: u64,
    #[serde(default)]
    pub(crate) frame_faults: Vec<Value>,
    #[serde(default)]
    pub(crate) waveform: Waveform,
    #[serde(default)]
    pub(crate) seen: Lamps,
    #[serde(default)]
    pub(crate) usb: Vec<Line>,
    #[serde(default)]
    pub(crate) usb_open: bool,
    #[serde(default)]
    pub(crate) usb_unsent: u64,
    #[serde(default)]
    pub(crate) power: Vec<PowerEvent>,
    #[serde(default)]
    pub(crate) flash: Vec<FlashOperation>,
    pub(crate) crash: Option<Value>,
    #[serde(default)]
    pub(crate) spans: Vec<Span>,
    pub(crate) memory: Option<String>,
}

/// What every lamp shows, `rrggbb` by its name.
pub(crate) type Lamps = Map<String, Value>;

/// Cycles since the chip was made, while it had power.
#[derive(Clone, Copy, Default, Deserialize)]
pub(crate) struct Cycles {
    pub(crate) awake: f64,
    pub(crate) total: f64,
}

/// A frame of the lights that differs from the one before.
#[derive(Clone, Deserialize)]
pub(crate) struct Frame {
    /// When its first bit was sent.
    pub(crate) at: Micros,
    /// When the lights showed it.
    pub(crate) latched: Micros,
    pub(crate) seen: Lamps,
}

/// The worst of some frames' pulses: widths in nanoseconds, the gap in microseconds.
#[derive(Clone, Copy, Default, Deserialize)]
pub(crate) struct Waveform {
    #[serde(default)]
    pub(crate) pulses: Pulses,
    pub(crate) shortest_gap: Option<f64>,
}

#[derive(Clone, Copy, Default, Deserialize)]
pub(crate) struct Pulses {
    pub(crate) t0h: Option<(f64, f64)>,
    pub(crate) t1h: Option<(f64, f64)>,
}

impl Waveform {
    /// The worst of both.
    pub(crate) fn and(self, other: Self) -> Self {
        let widest = |a: Option<(f64, f64)>, b: Option<(f64, f64)>| match (a, b) {
            (Some(a), Some(b)) => Some((a.0.min(b.0), a.1.max(b.1))),
            (a, b) => a.or(b),
        };
        let gaps = self.shortest_gap.into_iter().chain(other.shortest_gap);
        Self {
            pulses: Pulses {
                t0h: widest(self.pulses.t0h, other.pulses.t0h),
                t1h: widest(self.pulses.t1h, other.pulses.t1h),
            },
            shortest_gap: gaps.reduce(f64::min),
        }
    }
}

/// A line from the board, and when its end arrived.
#[derive(Clone, Deserialize)]
pub(crate) struct Line {
    pub(crate) at: Micros,
    pub(crate) text: String,
}

/// Power came or went, or the chip was reset.
#[derive(Deserialize)]
pub(crate) struct PowerEvent {
    pub(crate) at: Micros,
    pub(crate) kind: String,
}

impl PowerEvent {
    /// Whether the plug did it, and not the chip itself.
    pub(crate) fn is_the_plug(&self) -> bool {
        matches!(self.kind.as_str(), "power-on" | "power-off")
    }
}

/// A page that was programmed, or a sector that was erased.
#[derive(Clone, Deserialize)]
pub(crate) struct FlashOperation {
    pub(crate) kind: String,
    /// The share that was done when the power went.
    pub(crate) cut: Option<f64>,
}

/// A call of the watched function.
#[derive(Clone, Copy, Deserialize)]
pub(crate) struct Span {
    pub(crate) cycles: f64,
}

impl Emulator {
    /// Starts one; the chip comes with the request `load`.
    pub(crate) fn start(rig: &Rig) -> Result<Self> {
        let mut child = Command::new("node")
            .arg(&rig.server)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("cannot start `node`, which runs the emulator")?;
        let (to, from) = (child.stdin.take(), child.stdout.take());
        let (Some(to), Some(from)) = (to, from) else { bail!("the emulator has no pipes") };
        Ok(Self { child, to, from: BufReader::new(from) })
    }

    /// Sends a request and waits for its answer.
    pub(crate) fn request(&mut self, request: &Value) -> Result<Answer> {
        writeln!(self.to, "{request}").context("the emulator has gone")?;
        let mut line = String::new();
        if self.from.read_line(&mut line).context("the emulator has gone")? == 0 {
            bail!("the emulator has gone");
        }
        let answer: Answer =
            serde_json::from_str(&line).with_context(|| format!("the emulator said {line}"))?;
        if !answer.ok {
            bail!("the emulator refuses: {}", answer.error.unwrap_or_default());
        }
        Ok(answer)
    }
}

impl Drop for Emulator {
    fn drop(&mut self) {
        // It ends by itself when its input does; this makes sure.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
