//! Keyframes held to the hashes of their own record and to those of another, without playing it.

use sandtable_replay::{Keyframe, Playback, Replay, ReplayError};
use sandtable_state::fingerprint;

use super::other_versions::{OtherVersions, of_same_versions};
use super::trace::{chunk_ending, first_differing_tick};
use crate::runner::memories_of;

/// Holds the worlds and memories of all keyframes to the hashes recorded of the same ticks. Those of other versions, which are laid out
/// otherwise, are not looked at, nor what has no hash: figures and orders under way.
///
/// # Errors
/// The first that is not what was recorded.
pub fn check_keyframes(replay: &Replay) -> Result<(), ReplayError> {
    if !OtherVersions::from_header(&replay.header).is_empty() {
        return Ok(());
    }
    replay.keyframes.iter().try_for_each(|keyframe| {
        Playback::at(replay, keyframe.tick)?;
        check_memories(replay, keyframe)
    })
}

/// Holds the memories in a keyframe to the hashes recorded of the same tick, where any are.
///
/// # Errors
/// Whose memory is another.
pub(super) fn check_memories(replay: &Replay, keyframe: &Keyframe) -> Result<(), ReplayError> {
    let recorded = chunk_ending(replay, keyframe.tick).map_or(&[][..], |chunk| chunk.memories(replay.header.states()));
    let held = memories_of(&keyframe.table).unwrap_or_default();
    let differs = |(recorded, held): (&u64, &Vec<u8>)| *recorded != 0 && *recorded != fingerprint(held).max(1);
    match recorded.iter().zip(&held).position(differs) {
        None => Ok(()),
        Some(row) => {
            let why = format!("{} is not the recorded one", memory_of(row));
            Err(ReplayError::BadKeyframe { tick: keyframe.tick, why })
        }
    }
}

/// The first keyframe of two records of the same versions that is not the same in both, before their states go apart, in words.
pub(super) fn first_differing_keyframe(first: &Replay, second: &Replay) -> Option<String> {
    let apart = first_differing_tick(first, second).unwrap_or(u32::MAX);
    let same_versions = of_same_versions(&first.header, &second.header);
    let alike = |keyframe: &&Keyframe| same_versions && keyframe.tick < apart;
    first.keyframes.iter().take_while(alike).find_map(|one| {
        let other = second.keyframe_before(one.tick).filter(|other| other.tick == one.tick)?;
        Some(format!("keyframe of tick {}: {} differs", one.tick, differing_part(one, other)?))
    })
}

/// What is not the same in two keyframes of a tick.
fn differing_part(one: &Keyframe, other: &Keyframe) -> Option<String> {
    if one.world != other.world {
        return Some("the world".to_owned());
    }
    let memories = memories_of(&one.table).zip(memories_of(&other.table));
    let row = memories.and_then(|(one, other)| one.iter().zip(&other).position(|(one, other)| one != other));
    let rest = || "its part besides world and memories".to_owned();
    (one.table != other.table).then(|| row.map_or_else(rest, memory_of))
}

fn memory_of(row: usize) -> String {
    let player = row + 1;
    format!("player {player}'s memory (memory.p{player})")
}
