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
use super::wires::{HEARD, IS_OPEN, OPENED, PACKET, Packet, REFEREE_DOWN, ROOM, TOLD};

bind_interrupts!(struct Irqs {
    USBCTRL_IRQ => InterruptHandler<USB>;
});

type Port = Driver<'static, USB>;

/// A host that opens the port at this speed and closes it asks for the boot loader.
const TOUCH: u32 = 1200;

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
    #[allow(clippy::cast_possible_truncation, reason = "a packet has 64 bytes")]
    let class = CdcAcmClass::new(&mut builder, state, PACKET as u16);
    let (sender, receiver, changed) = class.split_with_control();
    let mut device = builder.build();
    join4(device.run(), hear(receiver), say(sender, changed), beat()).await.0
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

/// Takes packets from the host. While nobody reads them, the host waits.
async fn hear(mut receiver: Receiver<'static, Port>) {
    loop {
        receiver.wait_connection().await;
        let mut packet = [0; PACKET];
        while let Ok(length) = receiver.read_packet(&mut packet).await {
            // A packet is never longer than the largest.
            HEARD.send(Packet::from_slice(&packet[..length]).unwrap_or_default()).await;
            // Packets may follow each other without end.
            yield_now().await;
        }
    }
}

/// Gives the host what it is told, while it has the port open.
async fn say(mut sender: Sender<'static, Port>, changed: ControlChanged<'static>) {
    let mut was_open = false;
    loop {
        sender.wait_connection().await;
        while !sender.dtr() {
            changed.control_changed().await;
        }
        // What was told before anybody listened is old, and what was said before is another host's.
        TOLD.clear();
        HEARD.clear();
        OPENED.signal(());
        ROOM.signal(());
        IS_OPEN.store(true, Ordering::Relaxed);
        // Half a line may still lie in the controller since the port was last closed: it becomes a line of its own.
        let mut parcel = Parcel::new(if was_open { b"\r\n" } else { b"" });
        was_open = true;
        loop {
            match select(changed.control_changed(), parcel.deliver(&mut sender)).await {
                Either::First(()) if sender.dtr() => {}
                Either::First(()) | Either::Second(EndpointError::Disabled) => break,
                Either::Second(EndpointError::BufferOverflow) => {}
            }
        }
        IS_OPEN.store(false, Ordering::Relaxed);
        if sender.line_coding().data_rate() == TOUCH && !sender.dtr() {
            boot();
        }
    }
}

/// A packet on its way to the host. It is not lost when the delivery is given up and begun again.
struct Parcel {
    bytes: [u8; PACKET],
    length: usize,
    /// Whether an empty packet must follow: a full one says that more comes, and the host shows it only then.
    is_open_ended: bool,
}

impl Parcel {
    fn new(first: &[u8]) -> Self {
        let mut bytes = [0; PACKET];
        bytes[..first.len()].copy_from_slice(first);
        Self { bytes, length: first.len(), is_open_ended: false }
    }

    /// Delivers packet after packet, until the port fails.
    async fn deliver(&mut self, sender: &mut Sender<'static, Port>) -> EndpointError {
        loop {
            if self.length == 0 && !(self.is_open_ended && TOLD.is_empty()) {
                self.length = TOLD.read(&mut self.bytes).await;
                ROOM.signal(());
            }
            if let Err(error) = sender.write_packet(&self.bytes[..self.length]).await {
                return error;
            }
            self.is_open_ended = self.length == PACKET;
            self.length = 0;
        }
    }
}

/// Starts the chip's boot loader, if the referee's button is down: nobody loses a game to a program on the other end of
/// the cable. Nothing of ours is in the middle of a write, for whatever writes runs on the same executor
/// as this.
pub(crate) fn boot() {
    if REFEREE_DOWN.load(Ordering::Relaxed) {
        reset_to_usb_boot(0, 0);
    }
}
