//! Records: how a replay is cut into checked pieces.

use sandtable_content::codec::FIRST_SCENARIO_LAYOUT;
use sandtable_math::mix3;
use sandtable_state::codec::DecodeError;
use sandtable_state::{ByteReader, Field, Malformed, fold_keyed};

use super::layout::RECORD_HEAD_BYTES;
use super::{FIRST_VERSION, FORMAT_VERSION, MAGIC, MAX_RECORD_BYTES, PREFIX_BYTES};

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
    /// More of something than there may be.
    #[error("{count} {what}; at most {limit} are read")]
    TooMany {
        /// What there is too much of.
        what: &'static str,
        /// How many.
        count: u64,
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
    /// A chunk without the hashes of its parts, though the engine did not fail behind it.
    #[error("the chunk up to tick {tick} has no hashes of its parts, as only the last one before an engine error may")]
    NoParts {
        /// The chunk's last tick.
        tick: u32,
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
    /// A scenario that an older engine laid out before layouts had numbers.
    #[error(
        "the embedded scenario is of a layout before {FIRST_SCENARIO_LAYOUT}, by engine version {engine}; this program reads layouts from {FIRST_SCENARIO_LAYOUT} on"
    )]
    OldLayout {
        /// The version of the engine that recorded it.
        engine: u32,
    },
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
pub(super) struct ReplayRecord<'b> {
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

/// The version that the bytes of a replay begin with; none when there are too few of them to tell.
pub(super) fn version(bytes: &[u8]) -> Result<Option<u16>, ReplayError> {
    let there = bytes.len().min(MAGIC.len());
    if bytes[..there] != MAGIC[..there] {
        return Err(ReplayError::NotAReplay);
    }
    let Some([low, high]) = bytes.get(MAGIC.len()..PREFIX_BYTES) else { return Ok(None) };
    let found = u16::from_le_bytes([*low, *high]);
    if (FIRST_VERSION..=FORMAT_VERSION).contains(&found) {
        Ok(Some(found))
    } else {
        Err(ReplayError::Version { found })
    }
}

/// The bytes of the record, head included, that `bytes` begin with; none when there are too few of them to tell.
pub(super) fn record_length(bytes: &[u8]) -> Result<Option<usize>, ReplayError> {
    let Some([_, a, b, c, d]) = bytes.get(..5) else { return Ok(None) };
    let length = u32::from_le_bytes([*a, *b, *c, *d]) as usize;
    if length > MAX_RECORD_BYTES {
        let (bytes, limit) = (length as u64, MAX_RECORD_BYTES as u64);
        return Err(ReplayError::TooLarge { what: "record", bytes, limit });
    }
    Ok(Some(RECORD_HEAD_BYTES + length))
}

/// Opens record `number`, of which these are all bytes; it begins at byte `at` of the replay.
pub(super) fn open_record(bytes: &[u8], number: u32, at: u64) -> Result<ReplayRecord<'_>, ReplayError> {
    let cut = |_| ReplayError::Truncated { record: number, at };
    let mut reader = ByteReader::new(bytes);
    let kind = u8::take(&mut reader).map_err(cut)?;
    u32::take(&mut reader).map_err(cut)?;
    let expected = u64::take(&mut reader).map_err(cut)?;
    let payload = &bytes[RECORD_HEAD_BYTES..];
    if checksum(kind, number, payload) == expected {
        Ok(ReplayRecord { kind, payload })
    } else {
        Err(ReplayError::Damaged { record: number, at })
    }
}
