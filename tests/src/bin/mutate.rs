//! Mutates what keyframes of goldens hold, the world and the match beside it: every byte, every value, or a sample.
//!
//! `sandtable-mutate [--every N] [--values N] [--loaded N] [GOLDEN@TICK...]`: of every N-th byte, N of the 255 other values; of the
//! states that the tests sample when none is named. One of N changed states is loaded, the others are read and hashed. Bytes are
//! shared out among as many threads as the machine has processors.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::thread;

use sandtable_math::mix;
use sandtable_replay::Replay;
use sandtable_tests::golden;
use sandtable_tests::mutation::{MutationCounts, SESSIONS, STATES, mutate, mutate_session, session_at, world_at};

/// Which bytes are set, to how many values, and which of the changed states are loaded.
#[derive(Clone, Copy)]
struct Share {
    every: usize,
    values: usize,
    loaded: usize,
    threads: usize,
}

impl Share {
    /// Whether a thread sets the byte at a place.
    fn has(self, thread: usize, at: usize) -> bool {
        at.is_multiple_of(self.every) && (at / self.every) % self.threads == thread
    }

    fn chosen(self, at: usize) -> Vec<u8> {
        match self.values {
            255.. => (1..=255).collect(),
            _ => (0..self.values as u64).map(|draw| (mix(at as u64, draw) % 255 + 1) as u8).collect(),
        }
    }

    /// The counts of all threads together, each of which works by its number.
    fn spread(self, work: impl Fn(usize) -> MutationCounts + Sync) -> MutationCounts {
        thread::scope(|scope| {
            let threads: Vec<_> = (0..self.threads)
                .map(|thread| {
                    scope.spawn({
                        let work = &work;
                        move || work(thread)
                    })
                })
                .collect();
            let counts = threads.into_iter().map(|thread| thread.join().expect("a thread that mutates does not panic"));
            counts.fold(MutationCounts::default(), MutationCounts::with)
        })
    }

    fn of_world(self, replay: &Replay, tick: u32) -> MutationCounts {
        self.spread(|thread| {
            mutate(&world_at(replay, tick), |at| self.has(thread, at), |at| self.chosen(at), self.loaded)
        })
    }

    fn of_session(self, replay: &Replay, tick: u32) -> MutationCounts {
        self.spread(|thread| mutate_session(&session_at(replay, tick), |at| self.has(thread, at), |at| self.chosen(at)))
    }
}

fn main() -> ExitCode {
    let threads = thread::available_parallelism().map_or(1, |count| count.get());
    let (mut share, mut states) = (Share { every: 1, values: 255, loaded: 1, threads }, Vec::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--every" => share.every = number(arguments.next()),
            "--values" => share.values = number(arguments.next()),
            "--loaded" => share.loaded = number(arguments.next()),
            _ => states.push(argument),
        }
    }
    let named = !states.is_empty();
    if !named {
        states.extend(STATES.iter().map(|(name, tick)| format!("{name}@{tick}")));
    }
    std::panic::set_hook(Box::new(|_| ()));
    let mut unnoticed = 0;
    for state in &states {
        let (name, tick) = state.split_once('@').unwrap_or((state, "600"));
        let (replay, tick) = (golden(name), tick.parse().expect("a tick"));
        unnoticed += told(state, &share.of_world(&replay, tick));
        // Some matches end before that, as their states do.
        let counts = share.of_session(&replay, tick.min(replay.last_tick()));
        unnoticed += told(&format!("{state}, beside the world"), &counts);
    }
    for (name, tick) in SESSIONS.iter().filter(|session| !named && !STATES.contains(session)) {
        let counts = share.of_session(&golden(name), *tick);
        unnoticed += told(&format!("{name}@{tick}, beside the world"), &counts);
    }
    if unnoticed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Prints counts, what went unnoticed with an example each; how many that are.
fn told(what: &str, counts: &MutationCounts) -> usize {
    sandtable_tests::say(format_args!(
        "{what}: {} refused, {} hashed, {} unnoticed",
        counts.refused,
        counts.hashed,
        counts.unnoticed.len()
    ));
    let mut kinds: BTreeMap<&str, (usize, String)> = BTreeMap::new();
    for one in &counts.unnoticed {
        let example = format!("byte {} {} -> {}", one.at, one.was, one.set);
        kinds.entry(&one.what).or_insert((0, example)).0 += 1;
    }
    kinds
        .iter()
        .for_each(|(what, (count, example))| sandtable_tests::say(format_args!("  {count} x {what} (e.g. {example})")));
    counts.unnoticed.len()
}

fn number(text: Option<String>) -> usize {
    text.and_then(|text| text.parse().ok()).filter(|number| *number > 0).expect("a number from 1")
}
