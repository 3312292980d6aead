//! Power cuts while the board notes what a self-test found: what it tells afterwards is the report before or the new one.

use anyhow::{Context as _, Result, ensure};
use serde_json::json;

use super::emulator::Rig;
use super::table::{MS, TYPICAL, Table, texts};

/// Notes take an erase, then two page programs: what is noted, and the number that makes it count.
const OPERATIONS: usize = 3;
/// How far each of them has come when the power goes.
const SHARES: [f64; 7] = [0.0, 0.1, 0.3, 0.5, 0.8, 0.97, 1.0];
/// How long it takes until the next game's flash is prepared, so that nothing else is written meanwhile.
const PREPARED: f64 = 9000.0 * MS;

/// Cuts every operation short; returns how many cuts there were, and after how many the report was the new one.
pub(crate) fn run(rig: &Rig, seed: u64) -> Result<(usize, usize)> {
    let mut table = Table::new(rig, TYPICAL, seed)?;
    table.start()?;
    table.run(PREPARED)?;
    ensure!(found(&mut table)? == "none", "a new board has a report");
    test(&mut table, "white draw")?;
    // The result is shown until some button is pressed.
    table.press("white pass", 100.0 * MS)?;
    table.run(300.0 * MS)?;
    let (mut before, mut cuts, mut kept) = (found(&mut table)?, 0, 0);
    ensure!(before == "dead", "the first report is not noted");
    for after in 0..OPERATIONS {
        for share in SHARES {
            let detail = || format!("operation {after} of {OPERATIONS} was cut at {share}");
            // Whichever report there is, another one is to be noted.
            let (answer, new) =
                if before == "dead" { ("referee", "swapped") } else { ("white draw", "dead") };
            table.request(&json!({"cut": {"after": after, "share": share}}))?;
            test(&mut table, answer).with_context(detail)?;
            let was_cut = table.log.power.iter().any(|event| event.kind == "power-off");
            ensure!(was_cut, "{}: nothing was written", detail());
            table.run(20.0 * MS)?;
            table.start()?;
            let now = found(&mut table)?;
            ensure!(now == before || now == new, "{}: {now}, neither {before} nor {new}", detail());
            (before, cuts, kept) = (now, cuts + 1, kept + usize::from(now == new));
        }
    }
    // On whatever the last cut has left.
    test(&mut table, "referee")?;
    ensure!(found(&mut table)? == "swapped", "no report is noted after the last cut");
    Ok((cuts, kept))
}

/// Makes the shortest self-test there is: something else closes when the referee button is asked for. Then the answer
/// says whether that button is exchanged with it, which has to be seen once more, or dead. The power may go before it ends.
fn test(table: &mut Table, answer: &str) -> Result<()> {
    table.log.lines.clear();
    table.log.power.clear();
    table.ask("selftest start", |line| line.contains("\"step\":\"referee\""))?;
    let presses: &[&str] =
        if answer == "referee" { &["white draw", "referee", "white draw"] } else { &["white draw", answer] };
    for button in presses {
        table.press(button, 100.0 * MS)?;
        table.run(300.0 * MS)?;
    }
    Ok(())
}

/// The name of the fault that the board has noted for the referee button, or `none`.
fn found(table: &mut Table) -> Result<&'static str> {
    let lines = table.ask("selftest", |line| {
        line.contains("\"selftest\":\"report\"") || line.contains("\"selftest\":\"none\"")
    })?;
    let is_noted = |name: &str| {
        let fault = format!("\"fault\":\"{name}\",\"button\":\"referee\"");
        lines.iter().any(|line| line.contains(&fault))
    };
    let named = ["dead", "swapped"].into_iter().find(|name| is_noted(name));
    ensure!(
        named.is_some() || lines.iter().any(|line| line.contains("\"none\"")),
        "a report without a fault: {:?}",
        texts(&table.log.lines)
    );
    Ok(named.unwrap_or("none"))
}
