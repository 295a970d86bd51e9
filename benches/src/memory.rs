//! Memory: the size of a world, and that neither a steady tick nor a mind allocates.
//! `cargo run --release -p sandtable-benches --bin sandtable-memory`.

use std::alloc::System;
use std::hint::black_box;
use std::process::ExitCode;

use sandtable_benches::minds::Crowd;
use sandtable_benches::{Stage, WORKLOADS};
use sandtable_decide::QueryId;
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// The most a world of 1,000 units may take, in bytes.
const WORLD_LIMIT: usize = 64 << 20;

fn main() -> ExitCode {
    match measure() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn measure() -> Result<bool, String> {
    let workload = WORKLOADS.into_iter().find(|workload| workload.name == "melee").ok_or("no melee workload")?;
    let loaded = workload.load().map_err(|failure| failure.to_string())?;
    let before = held();
    let mut stage = Stage::new(loaded, 1).map_err(|issues| issues.to_string())?;
    for _ in 0..workload.skip_ticks + 400 {
        stage.tick().map_err(|issues| issues.to_string())?;
    }
    let world = held() - before;
    sandtable_benches::say(format_args!(
        "a world of {} units with its commanders: {:.1} MiB (limit 64)",
        stage.units(),
        world as f64 / 1048576.0
    ));
    sandtable_benches::say(format_args!("of it by part of the state: {}", by_part(&stage)));
    let (quiet, blocks) = steady(&mut stage);
    sandtable_benches::say(format_args!(
        "ticks without orders or events among 160: {quiet}; blocks allocated in them: {blocks}"
    ));
    let thought = thinking()?;
    sandtable_benches::say(format_args!(
        "blocks allocated by 160 ticks of 100 minds of each kind, and 160 queries of each: {thought}"
    ));
    Ok(world <= WORLD_LIMIT && blocks == 0 && quiet > 0 && thought == 0)
}

/// How many bytes on the heap each part of the state holds that holds any, from the one list of parts: what a copy of it allocates.
fn by_part(stage: &Stage) -> String {
    let mut parts = Vec::new();
    stage.world.copy_parts(|name, copy| {
        let before = held();
        copy();
        parts.push((name, held() - before));
    });
    let told: Vec<String> = parts
        .iter()
        .filter(|(_, bytes)| *bytes > 0)
        .map(|(name, bytes)| format!("{name} {:.1} KiB", *bytes as f64 / 1024.0))
        .collect();
    told.join(", ")
}

/// Counts what deciding allocates, once each query has made its room.
fn thinking() -> Result<usize, String> {
    let mut crowd = Crowd::new(100)?;
    let (minds, queries) = (crowd.minds().len() as u8, crowd.queries().len() as u8);
    let mut work = |times: usize| {
        for row in 0..minds {
            (0..times).for_each(|_| crowd.think(row));
            crowd.forget();
        }
        for row in 0..queries {
            for _ in 0..times {
                black_box(crowd.find(QueryId(row)));
            }
        }
    };
    work(160);
    let before = blocks_asked_for();
    work(160);
    Ok(blocks_asked_for() - before)
}

/// Bytes on the heap now.
fn held() -> usize {
    let stats = ALLOCATOR.stats();
    stats.bytes_allocated - stats.bytes_deallocated
}

/// Blocks taken from the heap so far; one that grew counts again.
fn blocks_asked_for() -> usize {
    let stats = ALLOCATOR.stats();
    stats.allocations + stats.reallocations
}

/// Steps the world alone, without orders, and counts what ticks in which nothing happened allocate.
fn steady(stage: &mut Stage) -> (u32, usize) {
    let (mut quiet, mut blocks) = (0, 0);
    for _ in 0..160 {
        let before = blocks_asked_for();
        let report = stage.world.step(&[]);
        stage.digest ^= stage.world.state_hash();
        let after = blocks_asked_for();
        if report.events.is_empty() {
            quiet += 1;
            blocks += after - before;
        }
    }
    (quiet, blocks)
}
