//! Workspaces hold nothing from one tick to the next: whatever lies in them when a tick begins, matches play as they were recorded.

use std::sync::Arc;

use sandtable_match::parallel::in_order;
use sandtable_sim::World;
use sandtable_tests::golden;

use crate::goldens::corpus;

/// Plays a golden with every workspace full of junk before each tick, and asks for the recorded hash of each.
fn plays_as_recorded_over_junk(name: &str) {
    let replay = golden(name);
    let scenario = Arc::new(replay.header.decode_scenario().expect("a scenario"));
    let mut world = World::new(scenario, replay.header.seed);
    for chunk in &replay.chunks {
        for tick in chunk.first_tick..=chunk.last_tick() {
            world.fill_workspaces_with_junk(u64::from(tick));
            world.step(chunk.orders_of(tick));
            assert!(replay.is_recorded(tick, world.state_hash()), "{name}, tick {tick}");
        }
    }
}

#[test]
fn a_duel_plays_over_junk() {
    plays_as_recorded_over_junk("duel");
}

#[test]
fn a_classic_match_plays_over_junk() {
    plays_as_recorded_over_junk("ford-tech-expand");
}

#[test]
fn couriers_by_four_navigators_play_over_junk() {
    plays_as_recorded_over_junk("couriers");
}

#[test]
fn minds_play_over_junk() {
    plays_as_recorded_over_junk("minds-goap-plays");
}

#[test]
fn places_round_targets_are_given_over_junk() {
    plays_as_recorded_over_junk("agents-surround");
}

#[test]
fn senses_and_jobs_work_over_junk() {
    plays_as_recorded_over_junk("agents-jobs");
    plays_as_recorded_over_junk("crown-all");
}

/// All of them, on all processors.
#[test]
#[ignore = "minutes: part of .ci/soak"]
fn every_golden_plays_over_junk() {
    let goldens = corpus();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let job = |row: u32| plays_as_recorded_over_junk(&goldens[row as usize].name);
    assert!(in_order(goldens.len() as u32, threads, job, |()| Ok(())).is_ok());
}
