//! Lines of JSON that know whether they are whole: the last field of each is a checksum of all before.

use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use sandtable_state::fingerprint;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::disk::open_regular;
use crate::Failure;

/// What stands before the checksum.
const CHECK: &str = ",\"check\":\"";
/// Bytes of a line.
const MAX_LINE_BYTES: u64 = 1 << 20;

/// The line of a value, which must be an object with a field or more.
///
/// # Errors
/// What the serializer said.
pub fn sealed(value: &impl Serialize) -> serde_json::Result<String> {
    let mut line = serde_json::to_string(value)?;
    let check = fingerprint(line.as_bytes());
    line.pop();
    line.push_str(&format!("{CHECK}{check:016x}\"}}"));
    Ok(line)
}

/// Reads a line; none when it was cut short or changed.
pub fn unsealed<T: DeserializeOwned>(line: &str) -> Option<T> {
    let (head, check) = line.rsplit_once(CHECK)?;
    let whole = format!("{head}}}");
    let expected = u64::from_str_radix(check.strip_suffix("\"}")?, 16).ok()?;
    if fingerprint(whole.as_bytes()) != expected {
        return None;
    }
    serde_json::from_str(&whole).ok()
}

/// The lines of a file, in order, and the bytes they take: up to the first line that was cut short or changed. None without a file.
///
/// # Errors
/// What the system said.
pub fn read_sealed<T: DeserializeOwned>(path: &Path) -> Result<(Vec<T>, u64), Failure> {
    let mut list = match open_regular(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok((Vec::new(), 0)),
        opened => BufReader::new(opened.map_err(|error| Failure::reading(path, error))?),
    };
    let (mut records, mut good, mut line) = (Vec::new(), 0, Vec::new());
    loop {
        line.clear();
        let read = list.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut line);
        read.map_err(|error| Failure::reading(path, error))?;
        let text = line.strip_suffix(b"\n").and_then(|line| std::str::from_utf8(line).ok());
        let Some(record) = text.and_then(unsealed) else { return Ok((records, good)) };
        records.push(record);
        good += line.len() as u64;
    }
}
