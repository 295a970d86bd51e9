//! The replay format: bytes in, bytes out. A recorded match and the proof that it still plays the same.
//!
//! A replay holds the whole scenario, the seeds, every stamped order and a trace of state hashes. Everything
//! right of the orders is recomputed and must hash equal. There are no files and no compression here: the
//! caller stores the bytes as it likes.
//!
//! Version 1, all integers little-endian:
//! - [`MAGIC`] (8 bytes), [`FORMAT_VERSION`] (u16)
//! - records: kind (u8), length of the payload (u32), checksum (u64), payload. The checksum is the
//!   multiply-fold of the payload under a key mixed from kind, length and number of the record, so that
//!   records can be neither changed, swapped, dropped nor repeated unseen.
//! - first one header record, then chunks of up to [`CHUNK_TICKS`] ticks, last one end record. A replay
//!   without an end record is what a killed match leaves: valid as far as it goes, and told apart.

mod chunk;
mod frame;
mod header;
mod pack;
mod playback;
mod recorder;
mod verify;

pub use crate::version::SIM_VERSION;
pub use chunk::{Chunk, End, Forfeit, Status};
pub use frame::ReplayError;
pub use header::{Contestant, Header, Source, Titles};
pub use playback::Playback;
pub use recorder::Recorder;
pub use verify::{FirstBadTick, Verified, VerifyError, verify};

/// The first bytes of every replay.
pub const MAGIC: [u8; 8] = *b"SANDTABL";
/// The version of the format written.
pub const FORMAT_VERSION: u16 = 1;
/// Bytes before the first record: magic and version.
pub const PREFIX_BYTES: usize = 10;
/// Ticks of a full chunk.
pub const CHUNK_TICKS: usize = 256;
/// Payload bytes of orders after which a chunk is closed early.
pub const CHUNK_SOFT_BYTES: usize = 1 << 20;
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
        let mut records = frame::Records::new(bytes)?;
        let header = match records.next()? {
            Some(record) if record.kind == frame::HEADER => Header::take(record.payload)?,
            _ => return Err(ReplayError::Missing { what: "header" }),
        };
        let mut replay = Replay { header, chunks: Vec::new(), end: None };
        while let Some(record) = records.next()? {
            replay.append(&record)?;
        }
        Ok(replay)
    }

    /// Checks that `bytes` begin as a replay of a version this program reads.
    ///
    /// # Errors
    /// What they begin with instead.
    pub fn check_prefix(bytes: &[u8]) -> Result<(), ReplayError> {
        frame::Records::new(bytes).map(|_| ())
    }

    fn append(&mut self, record: &frame::Record<'_>) -> Result<(), ReplayError> {
        if self.end.is_some() {
            return Err(ReplayError::AfterEnd);
        }
        match record.kind {
            frame::CHUNK => {
                let chunk = Chunk::take(record.payload, self.header.parts.len())?;
                let expected = self.last_tick() + 1;
                if chunk.first_tick != expected {
                    return Err(ReplayError::OutOfOrder { found: chunk.first_tick, expected });
                }
                self.chunks.push(chunk);
            }
            frame::END => self.end = Some(End::take(record.payload, self.last_tick())?),
            kind => return Err(ReplayError::UnknownRecord { kind }),
        }
        Ok(())
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
