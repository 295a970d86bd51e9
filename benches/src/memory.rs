//! Memory: the size of a world, and that a steady tick allocates nothing.
//! `cargo run --release -p sandtable-benches --bin sandtable-memory`.

use std::process::ExitCode;

use dhat::HeapStats;
use sandtable_benches::{Stage, WORKLOADS};

#[global_allocator]
static ALLOCATOR: dhat::Alloc = dhat::Alloc;

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
    let _profiler = dhat::Profiler::builder().testing().build();
    let workload = WORKLOADS.into_iter().find(|workload| workload.name == "melee").ok_or("no melee workload")?;
    let loaded = workload.load().map_err(|failure| failure.to_string())?;
    let before = HeapStats::get().curr_bytes;
    let mut stage = Stage::new(loaded, 1).map_err(|issues| issues.to_string())?;
    for _ in 0..workload.skip_ticks + 400 {
        stage.tick().map_err(|issues| issues.to_string())?;
    }
    let world = HeapStats::get().curr_bytes - before;
    println!("a world of {} units with its commanders: {:.1} MiB (limit 64)", stage.units(), world as f64 / 1048576.0);
    let (quiet, blocks) = steady(&mut stage);
    println!("ticks without orders or events among 160: {quiet}; blocks allocated in them: {blocks}");
    Ok(world <= WORLD_LIMIT && blocks == 0 && quiet > 0)
}

/// Steps the world alone, without orders, and counts what ticks in which nothing happened allocate.
fn steady(stage: &mut Stage) -> (u32, u64) {
    let (mut quiet, mut blocks) = (0, 0);
    for _ in 0..160 {
        let before = HeapStats::get().total_blocks;
        let report = stage.world.step(&[]);
        stage.digest ^= stage.world.state_hash();
        let after = HeapStats::get().total_blocks;
        if report.events.is_empty() {
            quiet += 1;
            blocks += after - before;
        }
    }
    (quiet, blocks)
}
