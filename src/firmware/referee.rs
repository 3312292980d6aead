//! The referee's task: the only holder of the game, of a self-test, and of what is said over the link.

use embassy_futures::select::{Either4, select, select4};
use embassy_time::{Instant, Timer};
use kahuna_board::lights::Palette;
use kahuna_board::link::{Health, Then};
use kahuna_board::referee::{Cause, Referee};
use kahuna_board::selftest::{Chain, Event, Lamp, Notes, Readings, SelfTest, Start};
use kahuna_board::sensing::{Press, Settled};
use kahuna_board::time::Millis;
use portable_atomic::Ordering;

use super::alive::{self, HEARTBEAT, Loop};
use super::board::ORDER;
use super::keeper::{self, Keeper};
use super::shelf::Reader;
use super::talk::Talk;
use super::wires::{IS_TESTING, PRESSES, READINGS, SHOWN, Shown, WANTED, now};

/// Plays the last game again, then rules on whatever comes, and tests the board when somebody wants that.
#[embassy_executor::task]
pub(crate) async fn task(games: Reader, palette: Palette) -> ! {
    let mut talk = Talk::new(games, palette);
    let mut table = Table::new(games);
    table.show();
    loop {
        wait(&mut table, &mut talk).await;
        alive::here(Loop::Referee);
        // Lines before presses: a finger is quicker than a stick settles, so what is both there was the stick first.
        if let Some((at, readings)) = READINGS.try_take() {
            table.sense(at, readings);
        }
        while let Ok((at, press)) = PRESSES.try_receive() {
            table.press(at, press);
        }
        match talk.go_on(&table.referee, table.notes.report.as_ref()).await {
            Some(Then::Hear(cause)) => table.hear(cause, &mut talk).await,
            Some(Then::SelfTest) if table.test.is_some() => talk.refuse_test(),
            Some(Then::SelfTest) => table.begin_test(Start::Link),
            Some(Then::Forget) => table.forget(&mut talk).await,
            Some(Then::BootSel) | None => {}
        }
        table.show();
        if table.test.is_some() {
            table.go_on_testing(&mut talk).await;
        } else {
            table.rule(&mut talk).await;
        }
        // Time alone changes what is shown, too.
        table.show();
    }
}

/// Waits until there is something to do.
async fn wait(table: &mut Table, talk: &mut Talk) {
    let heartbeat = Instant::now() + HEARTBEAT;
    let deadline = match &table.test {
        Some(test) => test.deadline(now()),
        None => table.referee.deadline(now()),
    };
    let alarm = Timer::at(deadline.map(Instant::from_millis).map_or(heartbeat, |at| at.min(heartbeat)));
    match select4(READINGS.wait(), WANTED.wait(), PRESSES.receive(), select(talk.wait(), alarm)).await {
        Either4::First((at, readings)) => table.sense(at, readings),
        Either4::Second(()) => table.begin_test(Start::Button),
        Either4::Third((at, press)) => table.press(at, press),
        Either4::Fourth(_) => {}
    }
}

/// What is on the table: a game, and perhaps a test instead of it.
struct Table {
    games: Reader,
    referee: Referee,
    keeper: Keeper,
    notes: Notes,
    test: Option<SelfTest>,
    /// What has settled last, in the board's own order of contacts.
    readings: Option<Readings>,
    shown: Option<Shown>,
}

impl Table {
    fn new(games: Reader) -> Self {
        let mut referee = Referee::new();
        let keeper = Keeper::new(games.replay(&mut referee));
        Self { games, referee, keeper, notes: games.notes(), test: None, readings: None, shown: None }
    }

    fn sense(&mut self, at: Millis, readings: Readings) {
        self.readings = Some(readings);
        if let Some(test) = &mut self.test {
            test.sense(at, readings);
        } else {
            let (order, Settled { lines, chattering }) = (self.notes.order, readings.lines);
            self.referee
                .sense(at, Settled { lines: order.apply(lines), chattering: order.apply(chattering) });
        }
    }

    /// What has settled last, for whoever has not sensed it.
    fn sense_again(&mut self) {
        if let Some(readings) = self.readings {
            self.sense(now(), readings);
        }
    }

    fn press(&mut self, at: Millis, press: Press) {
        // One that was under way when the test began means nothing to it.
        if self.test.is_none() {
            self.referee.hear(at, Cause::Press(press));
        }
    }

    /// Hears what was said over the link. In a test it is ruled at once, for after it the game is read from the flash.
    async fn hear(&mut self, cause: Cause, talk: &mut Talk) {
        self.referee.hear(now(), cause);
        if self.test.is_some() {
            self.rule(talk).await;
        }
    }

    fn begin_test(&mut self, start: Start) {
        if self.test.is_none() {
            self.test = Some(SelfTest::new(now(), start, chain()).knowing(self.notes.order));
            IS_TESTING.store(true, Ordering::Relaxed);
            self.sense_again();
        }
    }

    async fn go_on_testing(&mut self, talk: &mut Talk) {
        let Some(test) = &mut self.test else { return };
        while let Some(event) = test.poll(now()) {
            let mut is_kept = true;
            if event == Event::Done {
                self.notes.conclude(test.report());
                is_kept = keeper::note(&self.notes).await;
            }
            talk.tell_proof(&event, test.report());
            if !is_kept {
                talk.tell_not_noted();
            }
        }
        let step = (!test.is_over()).then(|| test.step());
        talk.tell_step(step);
        if step.is_none() {
            self.end_test();
        }
    }

    /// The board goes on as if it had just been switched on. A game that is not kept goes on as it was, or it would be lost.
    fn end_test(&mut self) {
        self.test = None;
        IS_TESTING.store(false, Ordering::Relaxed);
        if self.keeper.health() != Health::NotKept {
            self.referee = Referee::new();
            self.keeper = Keeper::new(self.games.replay(&mut self.referee));
        }
        self.sense_again();
    }

    /// Forgets a learnt order.
    async fn forget(&mut self, talk: &mut Talk) {
        if !self.notes.order.is_identity() {
            self.notes.forget();
            if let Some(test) = &mut self.test {
                test.forget_order();
            }
            if !keeper::note(&self.notes).await {
                talk.tell_not_noted();
            }
            self.sense_again();
        }
    }

    async fn rule(&mut self, talk: &mut Talk) {
        while let Some(ruling) = self.referee.poll(now()) {
            self.keeper.keep(&self.referee, &ruling.entries).await;
            self.show();
            talk.tell_event(&ruling.event);
        }
        talk.tell_rest(self.referee.ask(), self.keeper.health());
    }

    fn show(&mut self) {
        let shown = match &self.test {
            Some(test) => Shown::Test(test.view()),
            None => Shown::Game(self.referee.view()),
        };
        if self.shown != Some(shown) {
            self.shown = Some(shown);
            SHOWN.signal(shown);
        }
    }
}

/// The lamps in the order of the chain.
fn chain() -> Chain {
    // Every described board is checked to have each island once.
    Chain::new(ORDER.iter().filter_map(|&lamp| Lamp::from_index(lamp.into()))).unwrap_or_default()
}
