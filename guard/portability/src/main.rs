//! Plays recorded matches and prints what each comes to, a line a match: every target, build and number of threads must print the same.
//!
//! It needs the simulation and nothing else, so that it builds wherever that does. Its files are the plain bytes of replays, not
//! compressed (`sandtable-plain` writes them): compression is the business of the program, not of the simulation.

use std::io::{ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

use sandtable_math::mix;
use sandtable_replay::{Playback, Replay, verify_on};
use sandtable_sim::snapshot::{dump, load, save};
use sandtable_sim::{Threads, World};
use sandtable_state::fingerprint;

/// Ticks between two saved and loaded worlds.
const RESTORE_EVERY: u32 = 500;

fn main() -> ExitCode {
    let mut args = env::args().skip(1).peekable();
    let threads = if args.next_if(|arg| arg == "--threads").is_some() { args.next() } else { None };
    let done = threads_of(threads.as_deref()).and_then(|threads| args.try_for_each(|file| play(&file, &threads)));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("error: {why}");
            ExitCode::FAILURE
        }
    }
}

/// Plays one match, holds it to its record, and prints its line.
fn play(file: &str, threads: &Threads) -> Result<(), String> {
    let told = |why: &dyn std::fmt::Display| format!("{file}: {why}");
    let bytes = fs::read(file).map_err(|error| told(&error))?;
    let replay = Replay::decode(&bytes).map_err(|error| told(&error))?;
    verify_on(&replay, threads, &mut || {}).map_err(|error| told(&error))?;
    let digest = digest(&replay).map_err(|why| told(&why))?;
    let name = Path::new(file).file_stem().unwrap_or_default().to_string_lossy();
    match writeln!(std::io::stdout(), "{name} {} ticks {digest:016x}", replay.last_tick()) {
        // A reader that has gone away is no error.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(format!("standard output: {error}")),
        _ => Ok(()),
    }
}

/// A number of every state, of the bytes of snapshots, and of the last state as text. The world goes on from each snapshot.
fn digest(replay: &Replay) -> Result<u64, String> {
    let mut playback = Playback::new(replay).map_err(|error| error.to_string())?;
    let mut total = playback.world().state_hash();
    let mut restored: Option<World> = None;
    loop {
        let orders = playback.orders();
        if playback.advance().is_none() {
            break;
        }
        let world = playback.world();
        total = mix(total, world.state_hash());
        if let Some(restored) = &mut restored {
            restored.step(orders);
            if restored.state_hash() != world.state_hash() {
                return Err(format!("tick {}: a world that was saved and loaded is another", world.tick()));
            }
        }
        if world.tick() % RESTORE_EVERY == 0 {
            let bytes = save(world);
            total = mix(total, fingerprint(&bytes));
            restored = Some(load(world.scenario().clone(), &bytes).map_err(|error| error.to_string())?);
        }
    }
    let lines: String = dump(playback.world()).iter().map(|line| format!("{line:?}\n")).collect();
    Ok(mix(total, fingerprint(lines.as_bytes())))
}

#[cfg(feature = "threads")]
fn threads_of(asked: Option<&str>) -> Result<Threads, String> {
    let Some(count) = asked else { return Ok(Threads::default()) };
    let count = count.parse().map_err(|_| format!("--threads: found {count:?}; expected a number"))?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(count).build().map_err(|error| error.to_string())?;
    // Cut finely, so that even small matches spread over them.
    Ok(Threads::from(std::sync::Arc::new(pool)).finely())
}

#[cfg(not(feature = "threads"))]
fn threads_of(asked: Option<&str>) -> Result<Threads, String> {
    match asked {
        None => Ok(Threads::default()),
        Some(_) => Err("--threads: there are none here".to_owned()),
    }
}
