//! Traces: the hashes that replays keep of every tick, compared without playing anything.

use sandtable_replay::{Chunk, Replay};

use super::other_versions::of_same_versions;

/// The last tick that both hold.
pub(super) fn last_common_tick(first: &Replay, second: &Replay) -> u32 {
    first.last_tick().min(second.last_tick())
}

/// The short check of a tick, 1 or later, where one is kept.
fn check_of(replay: &Replay, tick: u32) -> Option<u16> {
    replay.chunk_of(tick)?.check_of(tick)
}

/// The chunk that ends with a tick.
pub(super) fn chunk_ending(replay: &Replay, tick: u32) -> Option<&Chunk> {
    replay.chunk_of(tick).filter(|chunk| chunk.last_tick() == tick)
}

/// The first tick after which two records have another state: 0 for the start, none when they agree up to the end of the shorter one.
pub fn first_differing_tick(first: &Replay, second: &Replay) -> Option<u32> {
    if first.header.start_total != second.header.start_total {
        return Some(0);
    }
    let differs = |tick: &u32| {
        let totals = chunk_ending(first, *tick).zip(chunk_ending(second, *tick));
        let checks = check_of(first, *tick).zip(check_of(second, *tick));
        checks.is_some_and(|(one, other)| one != other) || totals.is_some_and(|(one, other)| one.total != other.total)
    };
    (1..=last_common_tick(first, second)).find(differs)
}

/// The first tick at which two records of the same versions have other hashes of the parts of one state, or of memories, and of which;
/// of none when one has no hashes there. A hash of 0 is of a memory that is not known.
pub(super) fn first_other_parts(first: &Replay, second: &Replay) -> Option<(u32, Vec<String>)> {
    if !of_same_versions(&first.header, &second.header) {
        return None;
    }
    let apart = first_differing_tick(first, second).unwrap_or(u32::MAX);
    let ends = first.chunks.iter().map(Chunk::last_tick).take_while(|tick| *tick < apart);
    ends.filter_map(|tick| Some((tick, chunk_ending(first, tick)?, chunk_ending(second, tick)?))).find_map(
        |(tick, one, other)| {
            let theirs: Vec<(&String, &u64)> = second.header.parts.iter().zip(&other.parts).collect();
            let differs = |(name, hash): &(&String, &u64)| {
                theirs.iter().any(|(other, there)| other == name && there != hash && ![**hash, **there].contains(&0))
            };
            let named = first.header.parts.iter().zip(&one.parts).filter(differs);
            let parts: Vec<String> = named.map(|(name, _)| name.clone()).collect();
            let lacking = one.parts.is_empty() != other.parts.is_empty();
            (lacking || !parts.is_empty()).then_some((tick, parts))
        },
    )
}

/// The parts whose hashes differ where chunks of both end with this tick.
pub(super) fn differing_parts(first: &Replay, second: &Replay, tick: u32) -> Option<Vec<String>> {
    let (one, other) = chunk_ending(first, tick).zip(chunk_ending(second, tick))?;
    // Engines may name their parts otherwise: those of the same name are compared.
    let named = |replay: &Replay, chunk: &Chunk| -> Vec<(String, u64)> {
        let states = replay.header.parts.iter().take(replay.header.states());
        states.cloned().zip(chunk.parts.iter().copied()).collect()
    };
    let theirs = named(second, other);
    let differs = |(name, hash): &(String, u64)| theirs.iter().any(|(other, there)| other == name && there != hash);
    Some(named(first, one).into_iter().filter(differs).map(|(name, _)| name).collect())
}
