//! How long the worst files take to be refused, and in how much memory: `sandtable-worst`, or `sandtable-worst ROW` for one of them.
//!
//! Each is made in a process of its own, so that its greatest memory is its own. The bars are 100 ms plus 10 ms a plain MiB of
//! processor time, and 64 MiB besides one record.

use std::process::{Command, ExitCode};
use std::{env, fs};

use sandtable_match::store::read_replay;
use sandtable_replay::MAX_RECORD_BYTES;
use sandtable_tests::command::Folder;
use sandtable_tests::hostile::TARGETS;
use sandtable_tests::worst::WORST;

const MIB: f64 = (1 << 20) as f64;

fn main() -> ExitCode {
    let done = match env::args().nth(1) {
        None => all(),
        Some(row) if row == "--refuse" => refuse(),
        Some(row) => row.parse().map_err(|_| format!("{row}: expected a row")).and_then(one),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("error: {why}");
            ExitCode::FAILURE
        }
    }
}

fn all() -> Result<(), String> {
    sandtable_tests::say("target      plain MiB       ms      bar      MiB      bar  worst");
    let mut over = 0;
    for row in 0..WORST.len() {
        over += usize::from(one(row).is_err());
    }
    if over == 0 { Ok(()) } else { Err(format!("{over} over their bars")) }
}

/// Writes the file, has another process read it, and holds what that says to the bars.
fn one(row: usize) -> Result<(), String> {
    let worst = WORST.get(row).ok_or_else(|| format!("there are {}", WORST.len()))?;
    let home = Folder::new("worst");
    let file = home.0.join("file");
    let bytes = worst.plain(usize::MAX);
    let plain = bytes.len();
    fs::write(&file, worst.file(bytes)).map_err(|error| error.to_string())?;
    let program = env::current_exe().map_err(|error| error.to_string())?;
    let told = Command::new(program).arg("--refuse").arg(worst.target).arg(&file).output();
    let told = String::from_utf8(told.map_err(|error| error.to_string())?.stdout).map_err(|error| error.to_string())?;
    let figures: Vec<f64> = told.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let [ms, mib] = figures[..] else { return Err(format!("{}: was not refused: {told}", worst.name)) };
    let (most_ms, most_mib) = (100.0 + 10.0 * plain as f64 / MIB, 64.0 + MAX_RECORD_BYTES as f64 / MIB);
    let mark = if ms > most_ms || mib > most_mib { "  <- over" } else { "" };
    let plain = plain as f64 / MIB;
    sandtable_tests::say(format_args!(
        "{:<12} {plain:>8.1} {ms:>8.0} {most_ms:>8.0} {mib:>8.0} {most_mib:>8.0}  {}{mark}",
        worst.target, worst.name
    ));
    if mark.is_empty() { Ok(()) } else { Err("over its bar".to_owned()) }
}

/// Reads `TARGET FILE`, and prints milliseconds of processor time and the MiB held at most besides what the process held before.
fn refuse() -> Result<(), String> {
    let (target, file) = (env::args().nth(2).unwrap_or_default(), env::args().nth(3).unwrap_or_default());
    let (_, read) = TARGETS.iter().find(|(name, _)| *name == target).ok_or("no such target")?;
    // What is read once for all files does not count.
    read(b"");
    let before = (processor_ms()?, peak_mib()?);
    let good = if target == "replay" {
        let read = read_replay(file.as_ref()).map_err(|failure| failure.to_string())?;
        read.is_ok_and(|replay| replay.header.decode_scenario().is_ok())
    } else {
        read(&fs::read(&file).map_err(|error| error.to_string())?)
    };
    if good {
        return Err("it was taken for good".to_owned());
    }
    sandtable_tests::say(format_args!("{} {}", processor_ms()? - before.0, peak_mib()? - before.1));
    Ok(())
}

/// Milliseconds of processor time so far, of this thread.
fn processor_ms() -> Result<f64, String> {
    let stat = fs::read_to_string("/proc/thread-self/schedstat").map_err(|error| error.to_string())?;
    let ns: f64 = stat.split_whitespace().next().and_then(|word| word.parse().ok()).ok_or("no such figure")?;
    Ok(ns / 1e6)
}

/// The MiB of memory held at most so far.
fn peak_mib() -> Result<f64, String> {
    let status = fs::read_to_string("/proc/self/status").map_err(|error| error.to_string())?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).ok_or("no such figure")?;
    let kib: f64 = line.split_whitespace().next().and_then(|word| word.parse().ok()).ok_or("no number")?;
    Ok(kib / 1024.0)
}
