//! Mutates the saved states of goldens: every byte, every value, or a sample.
//!
//! `sandtable-mutate [--every N] [--values N] [GOLDEN@TICK...]`: of every N-th byte, N of the 255 other values; of the states that
//! the tests sample when none is named.

use std::collections::BTreeMap;
use std::process::ExitCode;

use sandtable_math::mix;
use sandtable_tests::golden;
use sandtable_tests::mutation::{STATES, mutate, world_at};

fn main() -> ExitCode {
    let (mut every, mut values, mut states) = (1usize, 255usize, Vec::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--every" => every = number(arguments.next()),
            "--values" => values = number(arguments.next()),
            _ => states.push(argument),
        }
    }
    if states.is_empty() {
        states.extend(STATES.iter().map(|(name, tick)| format!("{name}@{tick}")));
    }
    std::panic::set_hook(Box::new(|_| ()));
    let mut unnoticed = 0;
    for state in &states {
        let (name, tick) = state.split_once('@').unwrap_or((state, "600"));
        let world = world_at(&golden(name), tick.parse().expect("a tick"));
        let chosen = |at: usize| match values {
            255.. => (1..=255).collect(),
            _ => (0..values as u64).map(|draw| (mix(at as u64, draw) % 255 + 1) as u8).collect(),
        };
        let counts = mutate(&world, |at| at % every == 0, chosen);
        println!("{state}: {} refused, {} hashed, {} unnoticed", counts.refused, counts.hashed, counts.unnoticed.len());
        let mut kinds: BTreeMap<&str, (usize, String)> = BTreeMap::new();
        for one in &counts.unnoticed {
            let example = format!("byte {} {} -> {}", one.at, one.was, one.set);
            kinds.entry(&one.what).or_insert((0, example)).0 += 1;
        }
        kinds.iter().for_each(|(what, (count, example))| println!("  {count} x {what} (e.g. {example})"));
        unnoticed += counts.unnoticed.len();
    }
    if unnoticed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn number(text: Option<String>) -> usize {
    text.and_then(|text| text.parse().ok()).filter(|number| *number > 0).expect("a number from 1")
}
