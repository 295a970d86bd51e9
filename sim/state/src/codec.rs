//! The one door to the byte codec: canonical bytes of whatever is kept in files.
//!
//! Bytes are bincode's with fixed-width little-endian integers. Decoding is made for hostile bytes: it is
//! limited, works on a slice, must consume every byte, and must be what encoding would have written, so that
//! equal values have equal bytes and a fingerprint of bytes is one of the value.

use bincode::config::{Configuration, Fixint, Limit, LittleEndian, NoLimit, Varint};
use serde::{Serialize, de::DeserializeOwned};

/// Bytes that decoding one value may claim, whatever its bytes say.
pub const MAX_DECODED_BYTES: usize = 32 << 20;

const FIXED: Configuration<LittleEndian, Fixint, NoLimit> =
    bincode::config::standard().with_fixed_int_encoding().with_little_endian();
const FIXED_LIMITED: Configuration<LittleEndian, Fixint, Limit<MAX_DECODED_BYTES>> =
    FIXED.with_limit::<MAX_DECODED_BYTES>();
const COMPACT: Configuration<LittleEndian, Varint, NoLimit> =
    bincode::config::standard().with_variable_int_encoding().with_little_endian();
const COMPACT_LIMITED: Configuration<LittleEndian, Varint, Limit<MAX_DECODED_BYTES>> =
    COMPACT.with_limit::<MAX_DECODED_BYTES>();

/// Why bytes are not the value they claim to be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// More bytes than such a value may have.
    #[error("{found} bytes, where at most {limit} may be")]
    TooLong {
        /// How many there are.
        found: usize,
        /// How many may be.
        limit: usize,
    },
    /// Not the layout of the type; in the codec's words.
    #[error("malformed: {0}")]
    Malformed(String),
    /// Not what encoding the decoded value writes.
    #[error("not in canonical form from byte {at} on")]
    NotCanonical {
        /// The first byte that is written otherwise.
        at: usize,
    },
    /// A value that breaks the rules of its type; which, in words.
    #[error("not a valid scenario: {0}")]
    Invalid(String),
}

/// The canonical bytes of a value.
///
/// # Panics
/// When the value's type cannot be serialised without knowing lengths beforehand: our bug, for only our own
/// derived types come here.
pub fn encode<T: Serialize + ?Sized>(value: &T) -> Vec<u8> {
    bincode::serde::encode_to_vec(value, FIXED).expect("derived types serialise")
}

/// The value of canonical bytes, at most `limit` and [`MAX_DECODED_BYTES`] of them.
///
/// # Errors
/// When the bytes are too many, malformed, or not canonical.
pub fn decode<T: Serialize + DeserializeOwned>(bytes: &[u8], limit: usize) -> Result<T, DecodeError> {
    check_length(bytes, limit)?;
    let (value, _) = bincode::serde::decode_from_slice(bytes, FIXED_LIMITED)
        .map_err(|error| DecodeError::Malformed(error.to_string()))?;
    held_to(bytes, &encode(&value)).map(|()| value)
}

/// The value of bytes that need not be canonical: of such as [`decode`] refused, to tell what is wrong with them.
///
/// # Errors
/// When the bytes are too many or malformed.
pub fn decode_loosely<T: DeserializeOwned>(bytes: &[u8], limit: usize) -> Result<T, DecodeError> {
    check_length(bytes, limit)?;
    let decoded = bincode::serde::decode_from_slice(bytes, FIXED_LIMITED);
    decoded.map(|(value, _)| value).map_err(|error| DecodeError::Malformed(error.to_string()))
}

/// The canonical bytes of a value of many small numbers, such as orders: integers as short as they can be.
///
/// # Panics
/// As [`encode`].
pub fn encode_compact<T: Serialize + ?Sized>(value: &T) -> Vec<u8> {
    bincode::serde::encode_to_vec(value, COMPACT).expect("derived types serialise")
}

/// The value of bytes that [`encode_compact`] wrote.
///
/// # Errors
/// As [`decode`].
pub fn decode_compact<T: Serialize + DeserializeOwned>(bytes: &[u8], limit: usize) -> Result<T, DecodeError> {
    check_length(bytes, limit)?;
    let (value, _) = bincode::serde::decode_from_slice(bytes, COMPACT_LIMITED)
        .map_err(|error| DecodeError::Malformed(error.to_string()))?;
    held_to(bytes, &encode_compact(&value)).map(|()| value)
}

/// The number of items in the list that [`encode_compact`] wrote, which its bytes begin with.
///
/// # Errors
/// When they do not begin with a number.
pub fn compact_count(bytes: &[u8]) -> Result<u64, DecodeError> {
    let (count, _) = bincode::decode_from_slice(bytes, COMPACT_LIMITED)
        .map_err(|error| DecodeError::Malformed(error.to_string()))?;
    Ok(count)
}

/// Holds bytes to what encoding their value writes.
fn held_to(bytes: &[u8], written: &[u8]) -> Result<(), DecodeError> {
    if bytes == written {
        return Ok(());
    }
    let at = bytes.iter().zip(written).take_while(|(one, other)| one == other).count();
    Err(DecodeError::NotCanonical { at })
}

fn check_length(bytes: &[u8], limit: usize) -> Result<(), DecodeError> {
    let limit = limit.min(MAX_DECODED_BYTES);
    if bytes.len() > limit { Err(DecodeError::TooLong { found: bytes.len(), limit }) } else { Ok(()) }
}
