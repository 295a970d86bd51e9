//! The replay format: bytes in, bytes out. A recorded match and the proof that it still plays the same.
//!
//! A replay holds the whole scenario, the seeds, every stamped order and a trace of state hashes. Everything
//! right of the orders is recomputed and must hash equal. There are no files and no compression here: the
//! caller stores the bytes as it likes.
//!
//! Versions 2 and 3, all integers little-endian:
//! - [`MAGIC`] (8 bytes), version (u16)
//! - records: kind (u8), length of the payload (u32), checksum (u64), payload. The checksum is the
//!   multiply-fold of the payload under a key mixed from kind, length and number of the record, so that
//!   records can be neither changed, swapped, dropped nor repeated unseen.
//! - first one header record, then chunks of up to [`CHUNK_TICKS`] ticks, last one end record. A replay
//!   without an end record is what a killed match leaves: valid as far as it goes, and told apart.
//! - behind any chunk there can be a keyframe: the whole state after its last tick, so that playing can begin there.
//!
//! Of version 3 are replays whose chunks keep a check of some ticks only; those with a check of every tick are of version 2. Version 1 is
//! the latter without keyframes.
#![deny(clippy::float_arithmetic)]
#![warn(missing_docs)]

mod chunk;
mod decoder;
mod frame;
mod header;
mod keyframe;
mod pack;
mod playback;
mod recorder;
mod verify;

pub use chunk::{Chunk, End, Forfeit, Status};
pub use decoder::Decoder;
pub use frame::ReplayError;
pub use header::{Contestant, Header, Source, Titles};
pub use keyframe::Keyframe;
pub use playback::Playback;
pub use recorder::Recorder;
pub use sandtable_sim::SIM_VERSION;
pub use verify::{FirstBadTick, Verified, VerifyError, verify, verify_on};

/// The first bytes of every replay.
pub const MAGIC: [u8; 8] = *b"SANDTABL";
/// The oldest version of the format that is read.
pub const FIRST_VERSION: u16 = 1;
/// The newest version of the format.
pub const FORMAT_VERSION: u16 = 3;
/// Bytes before the first record: magic and version.
pub const PREFIX_BYTES: usize = 10;
/// Ticks of a full chunk.
pub const CHUNK_TICKS: usize = 256;
/// Payload bytes of orders after which a chunk is closed early.
pub const CHUNK_SOFT_BYTES: usize = 1 << 20;
/// Orders of one chunk, more than twice as many as close it early: a few bytes of a record become a hundred in memory.
pub const MAX_CHUNK_ORDERS: usize = 1 << 16;
/// Bytes of an embedded scenario: the largest map with the most things on it is half of that.
pub const MAX_SCENARIO_BYTES: usize = 16 << 20;
/// Payload bytes of one record, whatever it says.
pub const MAX_RECORD_BYTES: usize = 32 << 20;
/// Bytes of a whole replay.
pub const MAX_REPLAY_BYTES: usize = 256 << 20;
/// Hash parts named by a header.
pub const MAX_PARTS: usize = 64;
/// Source files embedded in a header.
pub const MAX_SOURCES: usize = 64;
/// Bytes of one short text: names, notes.
pub const MAX_TEXT_BYTES: usize = 4096;

/// A decoded replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// What was played, by whom, with which seeds.
    pub header: Header,
    /// The orders and hashes, in the order of their ticks, without gaps, from tick 1.
    pub chunks: Vec<Chunk>,
    /// States to begin playing from, by tick; each is of the last tick of a chunk.
    pub keyframes: Vec<Keyframe>,
    /// How it ended; none when the record stops before.
    pub end: Option<End>,
}

impl Replay {
    /// Decodes a whole replay, or the longest whole prefix of one that was cut at a record's edge.
    ///
    /// # Errors
    /// Whatever [`Recorder`] cannot have written: a bad magic, an unknown version, a checksum that does not
    /// hold, a record cut in the middle, chunks out of order, bytes after the end.
    pub fn decode(bytes: &[u8]) -> Result<Replay, ReplayError> {
        let mut decoder = Decoder::new();
        decoder.feed(bytes)?;
        decoder.finish()
    }

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
    pub fn status(&self) -> Status {
        self.end.as_ref().map_or(Status::Incomplete, |end| end.status)
    }

    /// The number of orders recorded.
    pub fn orders(&self) -> u64 {
        self.chunks.iter().map(|chunk| chunk.orders.len() as u64).sum()
    }
}
