//! Texts, lists and orders inside payloads.

use super::{MAX_RECORD_BYTES, ReplayError};
use crate::order::StampedOrder;
use crate::scenario::Scenario;
use crate::state::{Field, Malformed, Reader, fold};

/// Appends a length and the bytes.
pub(super) fn put_bytes(bytes: &mut Vec<u8>, run: &[u8]) {
    (run.len() as u32).put(bytes);
    bytes.extend_from_slice(run);
}

/// Takes a run of at most `limit` bytes.
pub(super) fn take_bytes<'b>(reader: &mut Reader<'b>, limit: usize) -> Result<&'b [u8], Malformed> {
    let length = reader.count(limit)?;
    reader.slice(length)
}

/// Appends a text, cut at a character's edge to `limit` bytes.
pub(super) fn put_text(bytes: &mut Vec<u8>, text: &str, limit: usize) {
    put_bytes(bytes, text[..text.floor_char_boundary(limit)].as_bytes());
}

/// Takes a text of at most `limit` bytes.
pub(super) fn take_text(reader: &mut Reader<'_>, limit: usize) -> Result<String, Malformed> {
    let run = take_bytes(reader, limit)?;
    std::str::from_utf8(run).map(str::to_owned).map_err(|_| reader.malformed("text is not UTF-8"))
}

/// The orders of a chunk; variable-width integers, for they are most of a replay.
pub(super) fn encode_orders(orders: &[StampedOrder]) -> Vec<u8> {
    encode(orders)
}

/// The same, read back.
pub(super) fn decode_orders(bytes: &[u8]) -> Result<Vec<StampedOrder>, ReplayError> {
    decode(bytes).map_err(|why| ReplayError::Undecodable { what: "orders of a chunk", why })
}

/// The canonical bytes of a scenario.
pub(super) fn encode_scenario(scenario: &Scenario) -> Vec<u8> {
    encode(scenario)
}

/// The same, read back.
pub(super) fn decode_scenario(bytes: &[u8]) -> Result<Scenario, ReplayError> {
    decode(bytes).map_err(|why| ReplayError::Undecodable { what: "scenario", why })
}

/// The fingerprint of a ruleset: the hash of its canonical bytes.
pub(super) fn rules_fingerprint(scenario: &Scenario) -> u64 {
    fold(&encode(&scenario.rules))
}

fn encode<T: serde::Serialize + ?Sized>(value: &T) -> Vec<u8> {
    bincode::serde::encode_to_vec(value, bincode::config::standard()).unwrap_or_default()
}

fn decode<T: serde::de::DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    let config = bincode::config::standard().with_limit::<MAX_RECORD_BYTES>();
    let (value, used) = bincode::serde::decode_from_slice(bytes, config).map_err(|error| error.to_string())?;
    if used == bytes.len() { Ok(value) } else { Err("bytes left over".to_owned()) }
}
