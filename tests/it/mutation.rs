//! Nothing that decides is left out of the hash: a byte of a saved state set to another value is refused, or shows in the hash.
//!
//! A sample of bytes and values; `.ci/soak-mutations` tries every value of every byte.

use std::collections::BTreeSet;

use sandtable_math::mix;
use sandtable_replay::Replay;
use sandtable_sim::World;
use sandtable_sim::snapshot::PART_NAMES;
use sandtable_tests::golden;
use sandtable_tests::mutation::{
    SESSIONS, STATES, gone_on, mutate, mutate_and_go_on, mutate_session, session_at, stopped_at, world_at,
};

/// Mutations tried on each state.
const TRIED: usize = 100;

fn unnoticed(name: &str, world: &World) -> Vec<String> {
    let length = sandtable_sim::snapshot::save(world).len();
    let chosen: BTreeSet<usize> = (0..TRIED as u64).map(|draw| mix(1, draw) as usize % length).collect();
    let counts = mutate(
        world,
        |at| chosen.contains(&at),
        |at| (0..2).map(|draw| (mix(at as u64, draw) % 255 + 1) as u8).collect(),
        1,
    );
    assert!(counts.hashed > 0 && counts.refused + counts.hashed >= TRIED as u64 / 2, "{name}: {counts:?}");
    counts
        .unnoticed
        .iter()
        .map(|one| format!("{name}: byte {} {} -> {}: {}", one.at, one.was, one.set, one.what))
        .collect()
}

#[test]
fn every_part_of_the_state_shows_in_the_hash_or_is_refused() {
    let mut filled = BTreeSet::new();
    let mut found = Vec::new();
    for (name, tick) in STATES {
        let replay = golden(name);
        let (world, fresh) = (world_at(&replay, *tick), world_at(&replay, 0));
        // A part is filled when it takes more bytes than a world has without any entity of it; a fixed part always is.
        filled.extend(world.part_sizes().into_iter().filter(|(_, size)| *size > 8).map(|(part, _)| part));
        let changed =
            world.part_hashes().into_iter().zip(fresh.part_hashes()).filter(|(now, then)| now.hash != then.hash);
        filled.extend(changed.map(|(now, _)| now.name));
        found.extend(unnoticed(name, &world));
    }
    let empty: Vec<_> = PART_NAMES.iter().filter(|part| !filled.contains(*part)).collect();
    assert!(empty.is_empty(), "no state holds {empty:?}");
    assert!(found.is_empty(), "{} mutations went unnoticed:\n{}", found.len(), found.join("\n"));
}

#[test]
fn what_a_keyframe_holds_beside_the_world_cannot_be_changed_unnoticed() {
    for (name, tick) in SESSIONS {
        let session = session_at(&golden(name), *tick);
        let counts = mutate_session(
            &session,
            |at| at.is_multiple_of(7),
            |at| (0..3).map(|draw| (mix(at as u64, draw) % 255 + 1) as u8).collect(),
        );
        assert!(counts.hashed > 50, "{name}: {} of {} told", counts.hashed, counts.refused + counts.hashed);
        assert!(counts.unnoticed.is_empty(), "{name}: {:?}", counts.unnoticed);
    }
}

/// The commanders that the strategies of a record name.
fn kinds_of_commanders(replay: &Replay) -> BTreeSet<String> {
    let named = |source: &str| source.lines().find_map(|line| line.strip_prefix("bot = ")).map(str::to_owned);
    let contestants = replay.header.contestants.iter();
    contestants
        .filter_map(|contestant| named(&contestant.source))
        .map(|name| name.trim_matches('"').to_owned())
        .collect()
}

/// Bytes tried of what the keyframe of each of [`STATES`] holds beside the world.
const TRIED_BESIDE: usize = 60;

#[test]
fn what_the_keyframes_of_all_states_hold_beside_the_world_cannot_be_changed_unnoticed() {
    let (mut commanded, mut found) = (BTreeSet::new(), Vec::new());
    for (name, tick) in STATES {
        let replay = golden(name);
        // Some end before that, as their states do.
        let session = session_at(&replay, (*tick).min(replay.last_tick()));
        let length = session.save().unwrap_or_else(|| panic!("{name}: its commanders can be saved")).len();
        let chosen: BTreeSet<usize> = (0..TRIED_BESIDE as u64).map(|draw| mix(7, draw) as usize % length).collect();
        let counts =
            mutate_session(&session, |at| chosen.contains(&at), |at| vec![(mix(at as u64, 9) % 255 + 1) as u8]);
        assert_eq!(counts.refused + counts.hashed + counts.unnoticed.len() as u64, chosen.len() as u64, "{name}");
        assert!(counts.hashed > 0, "{name}: none is told as another");
        found.extend(counts.unnoticed.iter().map(|one| format!("{name}: {one:?}")));
        commanded.extend(kinds_of_commanders(&replay));
    }
    // Each kind of table: of commanders with goals, with a list of orders, and of idle ones.
    assert_eq!(commanded, BTreeSet::from(["goals", "idle", "scripted"].map(str::to_owned)));
    assert!(found.is_empty(), "{} mutations went unnoticed:\n{}", found.len(), found.join("\n"));
}

/// What keyframes hold beside the world was soaked of three matches, and of no state that is named.
#[test]
fn the_soak_sets_bytes_of_worlds_and_of_what_is_beside_them() {
    for state in ["duel@300", "agents-kite@9999"] {
        let soak = std::process::Command::new(env!("CARGO_BIN_EXE_sandtable-mutate"))
            .args(["--every", "997", "--values", "1", state])
            .output()
            .expect("it runs");
        let said = String::from_utf8_lossy(&soak.stdout);
        let told = |what: &str| said.lines().any(|line| line.starts_with(what) && line.ends_with(" 0 unnoticed"));
        assert!(soak.status.success() && told(&format!("{state}: ")), "{said}");
        assert!(told(&format!("{state}, beside the world: ")), "{said}");
    }
}

#[test]
fn a_match_is_not_gone_on_with_from_a_changed_keyframe() {
    for (name, tick) in SESSIONS {
        let stopped = stopped_at(&golden(name), *tick);
        let length = stopped.keyframes.last().expect("to go on from").table.len();
        let chosen: BTreeSet<usize> = (0..24).map(|draw| mix(3, draw) as usize % length).collect();
        let counts =
            mutate_and_go_on(&stopped, |at| chosen.contains(&at), |at| vec![(mix(at as u64, 5) % 255 + 1) as u8]);
        assert!(counts.refused > 10, "{name}: {} refused", counts.refused);
        assert!(counts.unnoticed.is_empty(), "{name}: {:?}", counts.unnoticed);
    }
}

#[test]
fn what_of_a_keyframe_keeps_a_match_from_being_gone_on_with_is_named() {
    let stopped = stopped_at(&golden("duel"), 300);
    let refused = |at: usize| {
        let mut changed = stopped.clone();
        changed.keyframes.last_mut().expect("to go on from").table[at] ^= 1;
        gone_on(&changed).err()
    };
    let length = stopped.keyframes.last().expect("to go on from").table.len();
    let words: Vec<String> = (0..length).step_by(29).filter_map(refused).collect();
    for part in ["player 1's memory (", "player 2's memory (", "'s figures ("] {
        assert!(words.iter().any(|words| words.contains(part)), "{part} of {words:#?}");
    }
}
