//! A file taken apart: blocks, records, and what they hold.

use std::collections::BTreeSet;
use std::io::Write;

use super::checksum::Checksum;
use super::decoder::{Decoder, Encoding, Surroundings};
use super::layout::Layout;
use super::page::Page;
use super::value::Value;

const PREFIX_BYTES: usize = 10;
const BLOCK_HEAD_BYTES: usize = 16;
const RECORD_HEAD_BYTES: usize = 13;

/// A record, decoded.
pub struct Record {
    pub kind: u8,
    /// The name of its struct.
    pub layout: String,
    pub value: Value,
}

/// What the page makes of a file.
#[derive(Default)]
pub struct PageReplay {
    pub version: u16,
    pub blocks: usize,
    /// Magic, version and the plain bytes of all blocks.
    pub plain: Vec<u8>,
    pub records: Vec<Record>,
    /// Names of the structs and variants met.
    pub met: BTreeSet<String>,
}

impl PageReplay {
    /// Takes a file apart and checks all checksums.
    pub fn read(page: &Page, file: &[u8]) -> Result<PageReplay, String> {
        let checksum = Checksum::of(page)?;
        let mut replay = PageReplay::begin(file)?;
        replay.unpack(&checksum, &file[PREFIX_BYTES..])?;
        replay.take_records(page, &checksum)?;
        Ok(replay)
    }

    /// Takes the plain bytes of a file apart.
    pub fn read_plain(page: &Page, plain: &[u8]) -> Result<PageReplay, String> {
        let mut replay = PageReplay::begin(plain)?;
        replay.plain = plain.to_vec();
        replay.take_records(page, &Checksum::of(page)?)?;
        Ok(replay)
    }

    fn begin(bytes: &[u8]) -> Result<PageReplay, String> {
        let prefix = bytes.get(..PREFIX_BYTES).ok_or("no 10 bytes")?;
        if !prefix.starts_with(b"SANDTABL") {
            return Err("not a replay".to_owned());
        }
        let version = u16::from_le_bytes([prefix[8], prefix[9]]);
        Ok(PageReplay { version, plain: prefix.to_vec(), ..PageReplay::default() })
    }

    fn unpack(&mut self, checksum: &Checksum, mut blocks: &[u8]) -> Result<(), String> {
        let mut stream = zstd::stream::write::Decoder::new(Vec::new()).map_err(|error| error.to_string())?;
        while !blocks.is_empty() {
            let head = blocks.get(..BLOCK_HEAD_BYTES).ok_or("half the head of a block")?;
            let (packed, plain, sum) = (number(&head[..4]), number(&head[4..8]), number(&head[8..]));
            let rest = &blocks[BLOCK_HEAD_BYTES..];
            let bytes = rest.get(..packed as usize).ok_or("half a block")?;
            if checksum.sum(checksum.mix(self.blocks as u64, plain, packed), bytes) != sum {
                return Err(format!("the checksum of block {} does not hold", self.blocks));
            }
            stream.write_all(bytes).and_then(|()| stream.flush()).map_err(|error| error.to_string())?;
            let unpacked = std::mem::take(stream.get_mut());
            if unpacked.len() as u64 != plain {
                return Err(format!("block {} unpacks to {} bytes, not {plain}", self.blocks, unpacked.len()));
            }
            self.plain.extend(unpacked);
            (self.blocks, blocks) = (self.blocks + 1, &rest[packed as usize..]);
        }
        Ok(())
    }

    fn take_records(&mut self, page: &Page, checksum: &Checksum) -> Result<(), String> {
        let plain = std::mem::take(&mut self.plain);
        let (mut at, mut parts) = (PREFIX_BYTES, 0);
        while at < plain.len() {
            let (kind, payload) = open_record(checksum, &plain[at..], self.records.len() as u64)?;
            let around = Surroundings { version: self.version, kind, parts };
            self.append(page, around, payload).map_err(|why| format!("record {}: {why}", self.records.len()))?;
            if kind == 1 {
                parts = self.records[0].value.field("parts").items().len();
            }
            at += RECORD_HEAD_BYTES + payload.len();
        }
        self.plain = plain;
        Ok(())
    }

    fn append(&mut self, page: &Page, around: Surroundings, payload: &[u8]) -> Result<(), String> {
        let kind = around.kind;
        if (kind == 1) != self.records.is_empty() {
            return Err("the header is the first record and no other".to_owned());
        }
        if self.records.last().is_some_and(|last| last.kind == 3) {
            return Err("a record behind the end".to_owned());
        }
        let layout = page.kinds.get(&kind).ok_or_else(|| format!("no record of kind {kind}"))?.clone();
        let mut decoder = Decoder::new(page, Encoding::Plain, payload).within(around);
        let value = decoder.whole(&Layout::Named(layout.clone()))?;
        self.met.append(&mut decoder.met);
        self.records.push(Record { kind, layout, value });
        Ok(())
    }

    /// The header.
    pub fn header(&self) -> &Value {
        &self.records[0].value
    }

    /// The records of a struct.
    pub fn records_of(&self, layout: &str) -> Vec<&Value> {
        self.records.iter().filter(|record| record.layout == layout).map(|record| &record.value).collect()
    }

    /// The orders of a chunk.
    pub fn orders(&mut self, page: &Page, chunk: usize) -> Result<Vec<Value>, String> {
        let bytes = self.records_of("Chunk")[chunk].bytes_of("orders").to_vec();
        let mut decoder = Decoder::new(page, Encoding::Compact, &bytes);
        let orders = decoder.whole(&Layout::List(Box::new(Layout::Named("StampedOrder".to_owned()))))?;
        self.met.append(&mut decoder.met);
        Ok(orders.items().to_vec())
    }

    /// The scenario, and the bytes of its rules.
    pub fn scenario(&mut self, page: &Page) -> Result<(Value, Vec<u8>), String> {
        let bytes = self.header().bytes_of("scenario").to_vec();
        let mut decoder = Decoder::new(page, Encoding::Fixed, &bytes);
        let scenario = decoder.whole(&Layout::Named("Scenario".to_owned()))?;
        let row = page.fields("Scenario")?.iter().position(|(name, _)| name == "rules").ok_or("no rules")?;
        let rules = bytes[decoder.ends[row - 1]..decoder.ends[row]].to_vec();
        self.met.append(&mut decoder.met);
        Ok((scenario, rules))
    }
}

/// The kind and the payload of the record that bytes begin with.
fn open_record<'b>(checksum: &Checksum, bytes: &'b [u8], record: u64) -> Result<(u8, &'b [u8]), String> {
    let head = bytes.get(..RECORD_HEAD_BYTES).ok_or("half the head of a record")?;
    let (kind, length, sum) = (head[0], number(&head[1..5]), number(&head[5..]));
    let payload = bytes[RECORD_HEAD_BYTES..].get(..length as usize).ok_or("half a record")?;
    if checksum.sum(checksum.mix(u64::from(kind), record, length), payload) != sum {
        return Err(format!("the checksum of record {record} does not hold"));
    }
    Ok((kind, payload))
}

/// A record of its own making: for what only a reader's refusal tells.
pub fn put_record(checksum: &Checksum, kind: u8, record: u64, payload: &[u8]) -> Vec<u8> {
    let sum = checksum.sum(checksum.mix(u64::from(kind), record, payload.len() as u64), payload);
    let mut bytes = vec![kind];
    bytes.extend((payload.len() as u32).to_le_bytes());
    bytes.extend(sum.to_le_bytes());
    bytes.extend(payload);
    bytes
}

fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}
