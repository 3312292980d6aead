//! The referee's task: the only holder of the game, and of what is said over the link.

use embassy_futures::select::{Either3, select, select3};
use embassy_time::{Instant, Timer};
use kahuna_board::lights::Palette;
use kahuna_board::referee::{Cause, Referee, View};

use super::alive::{self, HEARTBEAT, Loop};
use super::keeper::Keeper;
use super::shelf::Reader;
use super::talk::Talk;
use super::wires::{LINES, PRESSES, VIEW, now};

/// Plays the last game again, then rules on whatever comes.
#[embassy_executor::task]
pub(crate) async fn task(games: Reader, palette: Palette) -> ! {
    let mut referee = Referee::new();
    let mut keeper = Keeper::new(games.replay(&mut referee));
    let mut talk = Talk::new(games, palette);
    let mut shown = None;
    show(&referee, &mut shown);
    loop {
        wait(&mut referee, &mut talk).await;
        alive::here(Loop::Referee);
        // Lines before presses: a finger is quicker than a stick settles, so what is both there was the stick first.
        if let Some((at, settled)) = LINES.try_take() {
            referee.sense(at, settled);
        }
        while let Ok((at, press)) = PRESSES.try_receive() {
            referee.hear(at, Cause::Press(press));
        }
        if let Some(cause) = talk.go_on(&referee).await {
            referee.hear(now(), cause);
        }
        show(&referee, &mut shown);
        while let Some(ruling) = referee.poll(now()) {
            keeper.keep(&referee, &ruling.entries).await;
            show(&referee, &mut shown);
            talk.tell_event(&ruling.event);
        }
        // Time alone changes what is shown, too.
        show(&referee, &mut shown);
        talk.tell_rest(referee.ask(), keeper.health());
    }
}

/// Waits until there is something to do.
async fn wait(referee: &mut Referee, talk: &mut Talk) {
    let heartbeat = Instant::now() + HEARTBEAT;
    let deadline = referee.deadline(now()).map(Instant::from_millis);
    let alarm = Timer::at(deadline.map_or(heartbeat, |deadline| deadline.min(heartbeat)));
    match select3(LINES.wait(), PRESSES.receive(), select(talk.wait(), alarm)).await {
        Either3::First((at, settled)) => referee.sense(at, settled),
        Either3::Second((at, press)) => referee.hear(at, Cause::Press(press)),
        Either3::Third(_) => {}
    }
}

fn show(referee: &Referee, shown: &mut Option<View>) {
    let view = referee.view();
    if *shown != Some(view) {
        *shown = Some(view);
        VIEW.signal(view);
    }
}
