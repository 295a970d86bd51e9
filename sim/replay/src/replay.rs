//! A decoded replay.

use sandtable_sim::World;
use sandtable_sim::victory::MatchOutcome;

use super::MAGIC;
use super::chunk::{self, Chunk, MatchEnd, RecordStatus};
use super::frame::{self, ReplayError};
use super::header::ReplayHeader;
use super::keyframe::Keyframe;

/// A decoded replay.
///
/// # Examples
///
/// A match is recorded tick by tick; its bytes are read again, and played again to the same hashes:
///
/// ```
/// use sandtable_replay::{Recorder, Replay, ReplayHeader, verify};
/// use sandtable_sim::World;
/// # use std::sync::Arc;
/// # use sandtable_content::{MatchTerms, build_scenario, load_map, load_rules};
/// # let rules = load_rules("duel.toml", include_str!("../../../scenarios/rules/duel.toml")).unwrap().value;
/// # let map = load_map("duel16.map", include_str!("../../../scenarios/maps/duel16.map"), &rules).unwrap().value;
/// # let scenario = Arc::new(build_scenario(rules, map, 2, MatchTerms::default()).unwrap());
///
/// let mut recorder = Recorder::new(&ReplayHeader::new(&scenario, 1, Vec::new(), Vec::new()));
/// let mut world = World::new(scenario, 1);
/// for _ in 0..32 {
///     world.step(&[]);
///     recorder.tick(&world, &[]);
/// }
/// recorder.flush(&world);
///
/// let replay = Replay::decode(&recorder.take_bytes()).unwrap();
/// let verified = verify(&replay).unwrap();
/// assert_eq!((replay.last_tick(), verified.total), (32, world.state_hash()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// What was played, by whom, with which seeds.
    pub header: ReplayHeader,
    /// The orders and hashes, in the order of their ticks, without gaps, from tick 1.
    pub chunks: Vec<Chunk>,
    /// States to begin playing from, by tick; each is of the last tick of a chunk.
    pub keyframes: Vec<Keyframe>,
    /// How it ended; none when the record stops before.
    pub end: Option<MatchEnd>,
}

impl Replay {
    /// The version of the format that `bytes` begin with; one that this program reads.
    ///
    /// # Errors
    /// What they begin with instead.
    pub fn check_prefix(bytes: &[u8]) -> Result<u16, ReplayError> {
        let at = MAGIC.len() as u64;
        let short =
            if bytes.len() < MAGIC.len() { ReplayError::NotAReplay } else { ReplayError::Truncated { record: 0, at } };
        frame::version(bytes)?.ok_or(short)
    }

    /// The names of the parts of a world, at the last tick of a chunk, whose hashes are not the recorded ones. Another engine may have parts
    /// of other names: those that both have are compared.
    pub fn differing_parts(&self, world: &World, chunk: &Chunk) -> Vec<String> {
        let played = world.part_hashes();
        let recorded = self.header.parts.iter().zip(&chunk.parts).take(self.header.states());
        let differs = |(name, recorded): &(&String, &u64)| {
            played.iter().any(|part| part.name == name.as_str() && part.hash != **recorded)
        };
        recorded.filter(differs).map(|(name, _)| name.clone()).collect()
    }

    /// Whether this is the record of the same match, played alike, as another: they may be of other builds and in other formats.
    pub fn is_same_match(&self, other: &Replay) -> bool {
        let header = ReplayHeader { provenance: other.header.provenance.clone(), ..self.header.clone() };
        header == other.header
            && self.chunks == other.chunks
            && self.keyframes == other.keyframes
            && self.end == other.end
    }

    /// Leaves out the hashes of what commanders remember: those of other versions remember it in other bytes.
    pub fn forget_memories(&mut self) {
        let states = self.header.states();
        self.header.parts.truncate(states);
        self.chunks.iter_mut().for_each(|chunk| chunk.parts.truncate(states));
    }

    /// The chunk that holds a tick; none when it was not recorded.
    pub fn chunk_of(&self, tick: u32) -> Option<&Chunk> {
        let at = self.chunks.partition_point(|chunk| chunk.last_tick() < tick);
        self.chunks.get(at).filter(|chunk| chunk.first_tick <= tick)
    }

    /// Whether a state hash is the one that was recorded of a tick, as far as the record tells: of most ticks it keeps a short check, or none.
    pub fn is_recorded(&self, tick: u32, total: u64) -> bool {
        if tick == 0 {
            return self.header.start_total == total;
        }
        self.chunk_of(tick).is_some_and(|chunk| {
            let check = chunk.check_of(tick);
            check.is_none_or(|check| check == chunk::short_check(total))
                && (tick != chunk.last_tick() || chunk.total == total)
        })
    }

    /// The latest keyframe of a tick or one before.
    pub fn keyframe_before(&self, tick: u32) -> Option<&Keyframe> {
        let after = self.keyframes.partition_point(|keyframe| keyframe.tick <= tick);
        self.keyframes[..after].last()
    }

    /// The last tick recorded; 0 for none.
    pub fn last_tick(&self) -> u32 {
        self.chunks.last().map_or(0, Chunk::last_tick)
    }

    /// How the match ended as far as the record tells.
    pub fn status(&self) -> RecordStatus {
        self.end.as_ref().map_or(RecordStatus::Incomplete, |end| end.status)
    }

    /// The outcome recorded; none when nothing was decided.
    pub fn outcome(&self) -> Option<MatchOutcome> {
        self.end.as_ref().and_then(|end| end.outcome)
    }

    /// The number of orders recorded.
    pub fn orders(&self) -> u64 {
        self.chunks.iter().map(|chunk| chunk.orders.len() as u64).sum()
    }
}
