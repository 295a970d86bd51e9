//! Records: how a replay is cut into checked pieces.

use super::{FIRST_VERSION, FORMAT_VERSION, MAGIC, MAX_RECORD_BYTES, MAX_REPLAY_BYTES, PREFIX_BYTES};
use crate::codec::DecodeError;
use crate::math::mix3;
use crate::state::{Field, Malformed, Reader, fold_keyed};

pub(super) const HEADER: u8 = 1;
pub(super) const CHUNK: u8 = 2;
pub(super) const END: u8 = 3;
/// Since version 2.
pub(super) const KEYFRAME: u8 = 4;

/// Kind, length and checksum in front of each payload.
const RECORD_HEAD_BYTES: usize = 13;

/// Why bytes are no replay.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// The magic is missing.
    #[error("not a replay: it does not begin with SANDTABL")]
    NotAReplay,
    /// A version this program does not know.
    #[error("replay format version {found}; this program reads versions {FIRST_VERSION} to {FORMAT_VERSION}")]
    Version {
        /// The version found.
        found: u16,
    },
    /// Larger than any replay may be.
    #[error("{what} of {bytes} bytes; at most {limit} are read")]
    TooLarge {
        /// What is too large.
        what: &'static str,
        /// Its size.
        bytes: u64,
        /// The limit.
        limit: u64,
    },
    /// The bytes end inside a record.
    #[error("record {record} at byte {at} is cut off: the file was truncated")]
    Truncated {
        /// The record's number, from 0.
        record: u32,
        /// Where it begins.
        at: u64,
    },
    /// A record's checksum does not hold.
    #[error("record {record} at byte {at} is damaged: its checksum does not hold")]
    Damaged {
        /// The record's number, from 0.
        record: u32,
        /// Where it begins.
        at: u64,
    },
    /// A record of a kind this version does not have.
    #[error("record of unknown kind {kind}")]
    UnknownRecord {
        /// The kind found.
        kind: u8,
    },
    /// A record that must be there is not.
    #[error("the {what} is missing")]
    Missing {
        /// Which.
        what: &'static str,
    },
    /// Ticks that do not follow each other.
    #[error("a chunk begins at tick {found}, where tick {expected} was due")]
    OutOfOrder {
        /// The first tick of the chunk.
        found: u32,
        /// The tick that was due.
        expected: u32,
    },
    /// A keyframe that is not of the last tick before it.
    #[error("a keyframe of tick {found} follows tick {expected}")]
    StrayKeyframe {
        /// The keyframe's tick.
        found: u32,
        /// The last tick before it.
        expected: u32,
    },
    /// A keyframe that holds no world of this scenario, or another state than was recorded.
    #[error("the keyframe of tick {tick} does not hold: {why}")]
    BadKeyframe {
        /// Its tick.
        tick: u32,
        /// What is wrong with it.
        why: String,
    },
    /// Rules whose fingerprint is not the recorded one.
    #[error("the embedded rules have fingerprint {found:016x}; the header says {recorded:016x}")]
    OtherRules {
        /// The fingerprint of the embedded rules.
        found: u64,
        /// The one in the header.
        recorded: u64,
    },
    /// Records after the end record.
    #[error("records follow the end of the match")]
    AfterEnd,
    /// A payload that does not decode though its checksum holds.
    #[error("{0}")]
    Malformed(#[from] Malformed),
    /// Orders or a scenario that do not decode.
    #[error("{what}: {why}")]
    Undecodable {
        /// What was being decoded.
        what: &'static str,
        /// What the decoder said.
        why: DecodeError,
    },
}

/// One checked record.
pub(super) struct Record<'b> {
    pub kind: u8,
    pub payload: &'b [u8],
}

fn checksum(kind: u8, number: u32, payload: &[u8]) -> u64 {
    fold_keyed(mix3(u64::from(kind), u64::from(number), payload.len() as u64), payload)
}

/// Appends what every replay begins with.
pub(super) fn put_prefix(bytes: &mut Vec<u8>) {
    bytes.extend_from_slice(&MAGIC);
    FORMAT_VERSION.put(bytes);
}

/// Appends a record.
pub(super) fn put_record(bytes: &mut Vec<u8>, kind: u8, number: u32, payload: &[u8]) {
    kind.put(bytes);
    (payload.len() as u32).put(bytes);
    checksum(kind, number, payload).put(bytes);
    bytes.extend_from_slice(payload);
}

/// The records of a replay, one after the other.
pub(super) struct Records<'b> {
    reader: Reader<'b>,
    length: usize,
    number: u32,
    version: u16,
}

impl<'b> Records<'b> {
    pub fn new(bytes: &'b [u8]) -> Result<Records<'b>, ReplayError> {
        if bytes.len() > MAX_REPLAY_BYTES {
            let limit = MAX_REPLAY_BYTES as u64;
            return Err(ReplayError::TooLarge { what: "replay", bytes: bytes.len() as u64, limit });
        }
        let mut reader = Reader::new(bytes);
        if reader.array().ok() != Some(MAGIC) {
            return Err(ReplayError::NotAReplay);
        }
        let found = u16::take(&mut reader).map_err(|_| ReplayError::Truncated { record: 0, at: MAGIC.len() as u64 })?;
        if !(FIRST_VERSION..=FORMAT_VERSION).contains(&found) {
            return Err(ReplayError::Version { found });
        }
        Ok(Records { reader, length: bytes.len(), number: 0, version: found })
    }

    /// The version of the format they are in.
    pub fn version(&self) -> u16 {
        self.version
    }

    /// The next record; none after the last.
    pub fn next(&mut self) -> Result<Option<Record<'b>>, ReplayError> {
        let at = (self.length - self.reader.remaining()) as u64;
        debug_assert!(at >= PREFIX_BYTES as u64);
        if self.reader.remaining() == 0 {
            return Ok(None);
        }
        let record = self.number;
        let cut = |_| ReplayError::Truncated { record, at };
        if self.reader.remaining() < RECORD_HEAD_BYTES {
            return Err(ReplayError::Truncated { record, at });
        }
        let kind = u8::take(&mut self.reader).map_err(cut)?;
        let length = u32::take(&mut self.reader).map_err(cut)? as usize;
        let expected = u64::take(&mut self.reader).map_err(cut)?;
        if length > MAX_RECORD_BYTES {
            let limit = MAX_RECORD_BYTES as u64;
            return Err(ReplayError::TooLarge { what: "record", bytes: length as u64, limit });
        }
        let payload = self.reader.slice(length).map_err(cut)?;
        if checksum(kind, record, payload) != expected {
            return Err(ReplayError::Damaged { record, at });
        }
        self.number += 1;
        Ok(Some(Record { kind, payload }))
    }
}
