//! The numbers of the format: its prefix, its versions, and the kinds of its records.

/// The first bytes of every replay.
pub const MAGIC: [u8; 8] = *b"SANDTABL";
/// The oldest version of the format that is read.
pub const FIRST_VERSION: u16 = 1;
/// The newest version of the format.
pub const FORMAT_VERSION: u16 = 4;
/// Bytes before the first record: magic and version.
pub const PREFIX_BYTES: usize = 10;
/// The first version with keyframes.
pub(crate) const KEYFRAME_VERSION: u16 = 2;
/// The one version whose chunks are all sparse, as those of earlier ones never are; later ones have both kinds.
pub(crate) const SPARSE_VERSION: u16 = 3;
/// The first version whose header says which program recorded.
pub(crate) const PROVENANCE_VERSION: u16 = 4;
/// Kind, length and checksum in front of each payload.
pub(crate) const RECORD_HEAD_BYTES: usize = 13;

// Kinds of records.
/// The record of the header, the first.
pub(crate) const HEADER_RECORD: u8 = 1;
/// A chunk with a check of every tick.
pub(crate) const CHUNK_RECORD: u8 = 2;
/// The end of the match, the last.
pub(crate) const END_RECORD: u8 = 3;
/// A keyframe: since version 2.
pub(crate) const KEYFRAME_RECORD: u8 = 4;
/// A chunk without a check of every tick: since version 3, where there are no others.
pub(crate) const SPARSE_CHUNK_RECORD: u8 = 5;

// Marks.
/// The winner of a match that nobody won.
pub(crate) const NO_WINNER: u8 = 0xFF;
