//! The USB port: a serial line that a terminal, a page or a script opens. Best effort: nothing waits for the host.

use embassy_futures::join::join4;
use embassy_futures::select::{Either, select};
use embassy_futures::yield_now;
use embassy_rp::Peri;
use embassy_rp::bind_interrupts;
use embassy_rp::peripherals::USB;
use embassy_rp::rom_data::reset_to_usb_boot;
use embassy_rp::usb::{Driver, InterruptHandler};
use embassy_time::Timer;
use embassy_usb::class::cdc_acm::{CdcAcmClass, ControlChanged, Receiver, Sender, State};
use embassy_usb::driver::EndpointError;
use embassy_usb::{Builder, Config};
use portable_atomic::Ordering;
use static_cell::StaticCell;

use super::alive::{self, HEARTBEAT, Loop};
use super::board::{self, BUDGET_MA};
use super::wires::{DROPPED, HEARD, LINE, Line, REFEREE_DOWN, TOLD};

bind_interrupts!(struct Irqs {
    USBCTRL_IRQ => InterruptHandler<USB>;
});

type Port = Driver<'static, USB>;

/// The largest packet of a full-speed bulk endpoint.
const PACKET: u8 = 64;
/// A host that opens the port at this speed and closes it asks for the boot loader.
const TOUCH: u32 = 1200;
/// The line that asks for the boot loader.
const BOOTSEL: &str = "bootsel";

/// What embassy-usb needs for as long as the board runs. Written once, by `task`.
struct Buffers {
    config: [u8; 128],
    bos: [u8; 16],
    control: [u8; 64],
    state: State<'static>,
}

static BUFFERS: StaticCell<Buffers> = StaticCell::new();

/// Serves the port: the bus, what comes in, what goes out, and the wish for the boot loader, none waiting for another.
#[embassy_executor::task]
pub(crate) async fn task(usb: Peri<'static, USB>) -> ! {
    let Buffers { config, bos, control, state } =
        BUFFERS.init(Buffers { config: [0; 128], bos: [0; 16], control: [0; 64], state: State::new() });
    let mut builder = Builder::new(Driver::new(usb, Irqs), describe(), config, bos, &mut [], control);
    let class = CdcAcmClass::new(&mut builder, state, PACKET.into());
    let (sender, receiver, changed) = class.split_with_control();
    let mut device = builder.build();
    join4(device.run(), hear(receiver, changed), say(sender), beat()).await.0
}

fn describe() -> Config<'static> {
    // The ids under which programs made with the Pico's SDK show their serial port.
    let mut config = Config::new(0x2e8a, 0x000a);
    config.manufacturer = Some("Kahuna board");
    config.product = Some(board::NAME);
    config.max_power = BUDGET_MA;
    config
}

/// Says that the executor still comes by here.
async fn beat() {
    loop {
        alive::here(Loop::Usb);
        Timer::after(HEARTBEAT).await;
    }
}

/// Takes lines from the host, and its wish for the boot loader.
async fn hear(mut receiver: Receiver<'static, Port>, changed: ControlChanged<'static>) {
    loop {
        receiver.wait_connection().await;
        let mut line = Input::default();
        let mut packet = [0; PACKET as usize];
        loop {
            match select(receiver.read_packet(&mut packet), changed.control_changed()).await {
                Either::First(Ok(length)) => {
                    for &byte in &packet[..length] {
                        line.take(byte).await;
                    }
                    // Packets may follow each other without end.
                    yield_now().await;
                }
                // The end of the port is the end of a line begun there.
                Either::First(Err(EndpointError::Disabled)) => break,
                Either::First(Err(EndpointError::BufferOverflow)) => line.too_long = true,
                Either::Second(()) => {
                    if receiver.line_coding().data_rate() == TOUCH && !changed.dtr() {
                        boot();
                    }
                }
            }
        }
    }
}

/// A line that is being heard.
#[derive(Default)]
struct Input {
    bytes: heapless::Vec<u8, { LINE }>,
    too_long: bool,
}

impl Input {
    /// Takes a byte; the last one of a line passes it on. A line that is too long or not UTF-8 is no word of ours and
    /// passed on as `?`, so that the host is told what is.
    async fn take(&mut self, byte: u8) {
        if !matches!(byte, b'\n' | b'\r') {
            self.too_long |= self.bytes.push(byte).is_err();
            return;
        }
        let words = core::str::from_utf8(&self.bytes).map_or("?", str::trim);
        let words = if self.too_long { "?" } else { words };
        if words == BOOTSEL {
            boot();
        }
        if !words.is_empty() {
            HEARD.send(Line::try_from(words).unwrap_or_default()).await;
        }
        *self = Self::default();
    }
}

/// Gives the host what it is told.
async fn say(mut sender: Sender<'static, Port>) {
    let mut packet = [0; PACKET as usize];
    loop {
        sender.wait_connection().await;
        // What was told before anybody listened is old.
        TOLD.clear();
        loop {
            let length = TOLD.read(&mut packet).await;
            if sender.write_packet(&packet[..length]).await.is_err() {
                break;
            }
            // A full packet says that more follows; the host shows it only when that has come.
            if length == packet.len() && TOLD.is_empty() && sender.write_packet(&[]).await.is_err() {
                break;
            }
        }
        let dropped = DROPPED.swap(0, Ordering::Relaxed);
        if dropped > 0 {
            defmt::warn!("{} lines did not reach the host", dropped);
        }
    }
}

/// Starts the chip's boot loader, if the referee's button is down: nobody loses a game to a program on the other end of
/// the cable. Nothing of ours is in the middle of a write, for all of it runs on this one executor.
fn boot() {
    if REFEREE_DOWN.load(Ordering::Relaxed) {
        reset_to_usb_boot(0, 0);
    }
}
