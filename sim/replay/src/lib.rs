//! The replay format: bytes in, bytes out. A recorded match and the proof that it still plays the same.
//!
//! A replay holds the whole scenario, the seeds, every stamped order and a trace of state hashes. Everything
//! that follows from the orders is recomputed and must hash equal. There are no files and no compression here: the
//! caller stores the bytes as it likes.
//!
//! Version 4, all integers little-endian:
//! - [`MAGIC`] (8 bytes), version (u16)
//! - records: kind (u8), length of the payload (u32), checksum (u64), payload. The checksum is the
//!   multiply-fold of the payload under a key mixed from kind, length and number of the record, so that
//!   records can be neither changed, swapped, dropped nor repeated unseen.
//! - first one header record, then chunks of up to [`CHUNK_TICKS`] ticks, last one end record. A replay
//!   without an end record is that of a killed match: valid up to its last chunk, and distinguished.
//! - behind any chunk there can be a keyframe: the whole state after its last tick, so that playback can start there.
//!
//! Earlier formats are still read: their headers do not name the recording program. Of version 3 are replays whose chunks keep a check
//! of some ticks only; those with a check of every tick are of version 2. Version 1 is the latter without keyframes.
#![deny(clippy::float_arithmetic)]
#![deny(missing_docs)]

mod chunk;
mod consistency;
mod decoder;
mod frame;
mod header;
mod keyframe;
mod layout;
mod limits;
mod pack;
mod playback;
mod provenance;
mod recorder;
mod replay;
mod verify;
mod verify_error;

pub use chunk::{Chunk, Forfeit, MatchEnd, RecordStatus};
pub use decoder::ReplayDecoder;
pub use frame::ReplayError;
pub use header::{Contestant, ReplayHeader, SourceText, Titles};
pub use keyframe::Keyframe;
pub use layout::{FIRST_VERSION, FORMAT_VERSION, MAGIC, PREFIX_BYTES};
pub use limits::{
    CHUNK_SOFT_BYTES, CHUNK_TICKS, MAX_CHUNK_ORDERS, MAX_PARTS, MAX_RECORD_BYTES, MAX_REPLAY_BYTES, MAX_SCENARIO_BYTES,
    MAX_SOURCES, MAX_TEXT_BYTES,
};
pub use playback::Playback;
pub use provenance::Provenance;
pub use recorder::{Recorder, without_keyframes};
pub use replay::Replay;
pub use verify::{Verified, Verifier, verify, verify_on};
pub use verify_error::{FirstBadTick, VerifyError};
