//! The limits of the parts of a replay.

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
