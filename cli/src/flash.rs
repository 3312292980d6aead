//! `cargo kahuna flash`: puts the firmware on a board, whichever way is open.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};

use crate::firmware::{DEFAULT_BOARD, Image};
use crate::run::{self, Workspace};
use crate::terminal::say;
use crate::toolchain::{self, Chip};
use crate::uf2;

/// What `cargo kahuna flash` takes.
#[derive(clap::Args)]
#[command(after_help = toolchain::HELP)]
pub(crate) struct Args {
    /// A board described in boards/
    #[arg(long, value_name = "NAME", default_value = DEFAULT_BOARD)]
    board: String,
    /// Only write the program to this file, as UF2
    #[arg(long, value_name = "FILE")]
    uf2: Option<PathBuf>,
    /// Wait so many seconds for the Pico's drive to appear
    #[arg(long, value_name = "SECONDS", default_value_t = 0)]
    wait: u64,
}

/// The file that the chip's boot loader shows on its drive.
const INFO: &str = "INFO_UF2.TXT";
/// What it says there.
const BOARD_ID: &str = "RPI-RP2";
/// How often a drive is looked for.
const LOOK: Duration = Duration::from_millis(200);
/// How much is copied at once; the progress bar moves as often.
const PIECE: usize = 16 * 1024;

/// Builds the image and puts it on a board, or says how a person can.
pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let workspace = Workspace::find()?;
    let chip = Chip::find(&workspace, toolchain::forced()?)?;
    let image = Image::build(&workspace, &chip, &args.board)?;
    image.must_fit()?;
    let program = uf2::write(&image.segments);
    let file = args.uf2.clone().unwrap_or_else(|| image.elf.with_extension("uf2"));
    fs::write(&file, &program).with_context(|| format!("cannot write {}", file.display()))?;
    if args.uf2.is_some() {
        say(format_args!("the program is in {}", file.display()));
    } else if let Some(drive) = wait_for_drive(Duration::from_secs(args.wait)) {
        copy(&program, &drive)?;
        say("the board has it and starts");
    } else if has_probe(&workspace) {
        let elf = image.elf.as_os_str();
        run::visibly(workspace.command("probe-rs").args(["download", "--chip", "RP2040"]).arg(elf))?;
        run::visibly(workspace.command("probe-rs").args(["reset", "--chip", "RP2040"]))?;
    } else {
        say(by_hand(&file, args));
        // Who waited for a board has none with the program on it.
        return Ok(if args.wait > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS });
    }
    Ok(ExitCode::SUCCESS)
}

/// What a person can do where neither a drive nor a probe is in sight.
fn by_hand(file: &Path, Args { board, wait, .. }: &Args) -> String {
    let (missing, again) = match wait {
        0 => (
            "No Pico's drive and no debug probe is here.".to_owned(),
            format!("or run `cargo kahuna flash --board {board} --wait 60` and plug it in then."),
        ),
        wait => (
            format!("No drive {BOARD_ID} has appeared in {wait} seconds, and no debug probe is here."),
            "or try another cable: some only charge.".to_owned(),
        ),
    };
    format!(
        "{missing} The program is in {}.\n\
         To put it on the board: hold BOOTSEL on the Pico while you plug it in, and copy the file to the drive \
         {BOARD_ID} that appears,\n{again} A board that already plays needs no BOOTSEL: hold its referee button\n\
         and send it the line `bootsel`.\n\
         A Linux that mounts nothing by itself shows the drive only when you have mounted it: `lsblk --output NAME,LABEL`\n\
         says which one is called {BOARD_ID}, then `udisksctl mount -b /dev/sd…`, and run this again.",
        file.display()
    )
}

/// Looks for the drive until it appears or the time is over.
fn wait_for_drive(patience: Duration) -> Option<PathBuf> {
    let start = Instant::now();
    if !patience.is_zero() {
        say(format_args!(
            "hold BOOTSEL on the Pico and plug it in: waiting {} seconds for the drive {BOARD_ID}",
            patience.as_secs()
        ));
    }
    let bar = ProgressBar::no_length().with_message(format!("waiting for the drive {BOARD_ID}"));
    bar.set_style(ProgressStyle::with_template("{spinner} {msg} {elapsed}").expect("the template is fixed"));
    let drive = loop {
        let drive = mounts().into_iter().find(|mount| is_drive(mount));
        if drive.is_some() || start.elapsed() >= patience {
            break drive;
        }
        bar.tick();
        std::thread::sleep(LOOK);
    };
    bar.finish_and_clear();
    drive
}

/// Copies the program piece by piece. The drive goes away when it has all of it, so what fails after the last piece is
/// no failure.
fn copy(program: &[u8], drive: &Path) -> Result<()> {
    let to = drive.join("kahuna.uf2");
    say(format_args!("copying to {}", to.display()));
    let mut file = File::create(&to).with_context(|| format!("cannot create {}", to.display()))?;
    let bar = ProgressBar::new(program.len() as u64);
    let style =
        ProgressStyle::with_template("{bar:40} {bytes}/{total_bytes}").expect("the template is fixed");
    bar.set_style(style);
    for piece in program.chunks(PIECE) {
        file.write_all(piece).with_context(|| format!("cannot write {}", to.display()))?;
        bar.inc(piece.len() as u64);
    }
    let _ = file.sync_all();
    bar.finish();
    Ok(())
}

/// Where drives can be found on this machine.
fn mounts() -> Vec<PathBuf> {
    let table = fs::read_to_string("/proc/mounts").unwrap_or_default();
    let mut mounts = mount_points(&table);
    let volumes = fs::read_dir("/Volumes").into_iter().flatten().flatten().map(|entry| entry.path());
    mounts.extend(volumes);
    if cfg!(windows) {
        mounts.extend(('D'..='Z').map(|letter| PathBuf::from(format!("{letter}:\\"))));
    }
    mounts
}

/// Reads the mount points from Linux's table of them, where a space is written `\040`.
fn mount_points(table: &str) -> Vec<PathBuf> {
    let point = |line: &str| line.split(' ').nth(1).map(|point| point.replace("\\040", " ").into());
    table.lines().filter_map(point).collect()
}

fn is_drive(mount: &Path) -> bool {
    fs::read_to_string(mount.join(INFO)).is_ok_and(|info| info.contains(BOARD_ID))
}

/// Whether probe-rs is installed and sees a probe.
fn has_probe(workspace: &Workspace) -> bool {
    run::capture(workspace.command("probe-rs").arg("list")).is_ok_and(|list| list.contains("[0]"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mount_points_may_have_spaces() {
        let table = "/dev/sda1 /media/me/RPI-RP2 vfat rw 0 0\n/dev/sdb1 /media/my\\040disk ext4 rw 0 0\n";
        assert_eq!(mount_points(table), [Path::new("/media/me/RPI-RP2"), Path::new("/media/my disk")]);
    }

    #[test]
    fn the_boot_loaders_drive_is_known_by_its_info_file_and_gets_the_whole_program() {
        let drive = std::env::temp_dir().join(format!("kahuna-drive-{}", std::process::id()));
        fs::create_dir_all(&drive).unwrap();
        assert!(!is_drive(&drive));
        fs::write(drive.join(INFO), "UF2 Bootloader v3.0\nModel: Raspberry Pi RP2\nBoard-ID: RPI-RP2\n")
            .unwrap();
        assert!(is_drive(&drive));
        let program: Vec<u8> = (0..40_000u32).map(|index| index.to_le_bytes()[0]).collect();
        copy(&program, &drive).unwrap();
        assert_eq!(fs::read(drive.join("kahuna.uf2")).unwrap(), program);
        fs::remove_dir_all(&drive).unwrap();
    }

    #[test]
    fn without_drive_and_probe_a_person_is_told_what_to_do() {
        let args = |wait| Args { board: "pico-shift".into(), uf2: None, wait };
        let waited = by_hand(Path::new("pico-shift.uf2"), &args(60));
        assert!(waited.contains("in 60 seconds") && waited.contains("another cable"), "{waited}");
        assert!(waited.contains("`udisksctl mount -b /dev/sd…`"), "{waited}");
        let text = by_hand(Path::new("pico-shift.uf2"), &args(0));
        assert!(text.contains("--board pico-shift --wait 60"), "{text}");
        assert!(text.contains("The program is in pico-shift.uf2.") && text.contains("hold BOOTSEL"));
    }
}
