//! Texts, lists and orders inside payloads.

use sandtable_sim::order::StampedOrder;
use sandtable_state::{ByteReader, Field, Malformed, codec};

use super::{MAX_CHUNK_ORDERS, MAX_RECORD_BYTES, ReplayError};

/// Appends a length and the bytes.
pub(super) fn put_bytes(bytes: &mut Vec<u8>, run: &[u8]) {
    (run.len() as u32).put(bytes);
    bytes.extend_from_slice(run);
}

/// Takes a run of at most `limit` bytes.
pub(super) fn take_bytes<'b>(reader: &mut ByteReader<'b>, limit: usize) -> Result<&'b [u8], Malformed> {
    let length = reader.count(limit)?;
    reader.slice(length)
}

/// Appends a text, cut at a character's edge to `limit` bytes.
pub(super) fn put_text(bytes: &mut Vec<u8>, text: &str, limit: usize) {
    put_bytes(bytes, &text.as_bytes()[..text.floor_char_boundary(limit)]);
}

/// Takes a text of at most `limit` bytes.
pub(super) fn take_text(reader: &mut ByteReader<'_>, limit: usize) -> Result<String, Malformed> {
    let run = take_bytes(reader, limit)?;
    std::str::from_utf8(run).map(str::to_owned).map_err(|_| reader.malformed("text is not UTF-8"))
}

/// The orders of a chunk, as short as they can be: they are most of a replay.
pub(super) fn encode_orders(orders: &[StampedOrder]) -> Vec<u8> {
    codec::encode_compact(orders)
}

/// Reads back what was packed.
pub(super) fn decode_orders(bytes: &[u8]) -> Result<Vec<StampedOrder>, ReplayError> {
    let refuse = |why| ReplayError::Undecodable { what: "orders of a chunk", why };
    let count = codec::compact_count(bytes).map_err(refuse)?;
    if count > MAX_CHUNK_ORDERS as u64 {
        let limit = MAX_CHUNK_ORDERS as u64;
        return Err(ReplayError::TooMany { what: "orders of a chunk", count, limit });
    }
    codec::decode_compact(bytes, MAX_RECORD_BYTES).map_err(refuse)
}
