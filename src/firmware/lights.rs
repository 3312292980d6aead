//! The chain of WS2812 lights.
//!
//! # Two HALs, one owner
//!
//! `ws2812-pio` is built on rp2040-hal, everything else on embassy-rp. [`Lamps::new`] is the one place where both meet:
//! it takes embassy's PIO and pin by value, so that nothing else can have them, and makes rp2040-hal's handles for just
//! these. rp2040-hal brings neither intrinsics nor a critical section nor interrupt vectors, embassy-rp has those; and
//! its `Pins::new` is never called, because it would reset every pin of the board.

use embassy_rp::Peri;
use embassy_rp::clocks::clk_sys_freq;
use embassy_rp::gpio::{AnyPin, Pin as _};
use embassy_rp::peripherals::PIO0;
use embassy_time::{Instant, Timer, with_deadline};
use kahuna_board::lights::{self, Frame, Palette};
use kahuna_board::map::Island;
use rp2040_hal::fugit::HertzU32;
use rp2040_hal::gpio::{DynBankId, DynPinId, DynPullType, FunctionPio0, Pin, new_pin};
use rp2040_hal::pac;
use rp2040_hal::pio::{PIOExt as _, SM0};
use smart_leds::SmartLedsWrite as _;
use ws2812_pio::Ws2812Direct;

use super::alive::{self, HEARTBEAT, Loop};
use super::board::{LIGHTS, ORDER};
use super::wires::{SHOWN, Shown, now};

/// How many lights' colours wait in the PIO's queue when the last has been written.
const QUEUED: u64 = 8;
/// How long a light's colour takes on the line, in µs: 24 bits of 1.25 µs.
const LIGHT_US: u64 = 30;
/// How long the line must be quiet for the lights to take their colours over: 280 µs at least, by the data sheet.
const QUIET_US: u64 = 320;

/// The lights along the chain.
pub(crate) struct Lamps(Ws2812Direct<pac::PIO0, SM0, Pin<DynPinId, FunctionPio0, DynPullType>>);

impl Lamps {
    /// Takes the PIO and the pin.
    #[allow(unsafe_code, reason = "the seam between two HALs; each block is proved")]
    #[allow(clippy::needless_pass_by_value, reason = "taken so that nobody else has them")]
    pub(crate) fn new(_pio: Peri<'static, PIO0>, pin: Peri<'static, AnyPin>) -> Self {
        let id = DynPinId { bank: DynBankId::Bank0, num: pin.pin() };
        // SAFETY: embassy's handle of this pin was given to this function for ever and is not used again, so this is the
        // only one.
        let pin = unsafe { new_pin(id) };
        // SAFETY: embassy's handle of PIO0 was given to this function for ever; of the other stolen peripherals only
        // RESETS is used, to take PIO0 out of reset, while no task and no interrupt handler runs that would change it.
        let mut peripherals = unsafe { pac::Peripherals::steal() };
        let (mut pio, sm0, ..) = peripherals.PIO0.split(&mut peripherals.RESETS);
        let Ok(pin) = pin.try_into_function() else { defmt::panic!("no PIO on the lights' pin") };
        Self(Ws2812Direct::new(pin, &mut pio, sm0, HertzU32::from_raw(clk_sys_freq())))
    }

    /// Shows a frame. All of it goes out in one stretch: a pause between two lights would be taken for the end of it.
    /// That keeps the core for as long as the colours beyond the queue's take, less than a fifth of a scan's period.
    fn show(&mut self, frame: &Frame) {
        let colours = ORDER.map(|lamp| match usize::from(lamp) {
            island @ 0..Island::COUNT => frame.islands[island],
            Island::COUNT => frame.turn.white,
            _ => frame.turn.black,
        });
        // It cannot fail: its error type has no use for a value.
        let _ = self.0.write(colours);
    }
}

/// Draws each new thing to be shown, and the last one again when time changes how it looks; and every now and then, because what a
/// spark has put out should come back.
#[embassy_executor::task]
pub(crate) async fn task(mut lamps: Lamps, palette: Palette) -> ! {
    // Lights may wake up in any colour.
    let mut frame = Frame::default();
    let mut shown: Option<Shown> = None;
    loop {
        lamps.show(&frame);
        Timer::after_micros(QUEUED.min(LIGHTS as u64) * LIGHT_US + QUIET_US).await;
        let again = Instant::now() + HEARTBEAT;
        // What looks the same need not be sent.
        loop {
            alive::here(Loop::Lights);
            let next = shown.and_then(|shown| lights::next_change(&shown, now())).map(Instant::from_millis);
            let newer = with_deadline(next.map_or(again, |next| next.min(again)), SHOWN.wait()).await;
            shown = newer.ok().or(shown);
            let drawn = shown.map_or(frame, |shown| lights::frame(&shown, now(), &palette));
            if drawn != frame || Instant::now() >= again {
                frame = drawn;
                break;
            }
        }
    }
}
