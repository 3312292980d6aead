//! The referee's task: the only holder of the game.

use embassy_futures::select::{Either, select};
use embassy_time::with_timeout;
use kahuna_board::map::Connection;
use smart_leds::RGB8;

use super::alive::{self, HEARTBEAT, Loop};
use super::board;
use super::wires::{CONTACTS, FRAME, Frame, HEARD, tell};

/// Lights the ends of every occupied line.
#[embassy_executor::task]
pub(crate) async fn task() -> ! {
    loop {
        alive::here(Loop::Referee);
        match with_timeout(HEARTBEAT, select(CONTACTS.wait(), HEARD.receive())).await {
            Ok(Either::First(closed)) => {
                let mut frame = Frame::default();
                for connection in Connection::all().filter(|line| closed.lines >> line.index() & 1 == 1) {
                    let (a, b) = connection.ends();
                    frame[a.index()] = RGB8::new(20, 20, 20);
                    frame[b.index()] = RGB8::new(20, 20, 20);
                }
                FRAME.signal(frame);
                tell(if closed.lines == 0 { b"{\"lines\":false}" } else { b"{\"lines\":true}" });
            }
            Ok(Either::Second(line)) => {
                tell(b"{\"board\":");
                tell(board::NAME.as_bytes());
                tell(line.as_bytes());
            }
            Err(_) => {}
        }
    }
}
