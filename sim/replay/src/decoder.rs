//! Decoding a replay from bytes as they come, so that no more of it need be held than what is kept of it.

use super::frame::{self, ReplayRecord};
use super::layout::{
    CHUNK_RECORD, END_RECORD, HEADER_RECORD, KEYFRAME_RECORD, KEYFRAME_VERSION, SPARSE_CHUNK_RECORD, SPARSE_VERSION,
};
use super::{
    Chunk, Keyframe, MAGIC, MAX_REPLAY_BYTES, MatchEnd, PREFIX_BYTES, RecordStatus, Replay, ReplayError, ReplayHeader,
};

/// Takes the bytes of a replay in pieces of any size.
pub struct ReplayDecoder {
    /// Whether what is decoded is kept, or only found to be in order.
    keeps: bool,
    /// Bytes of a record that is not whole yet.
    rest: Vec<u8>,
    /// Bytes taken, the rest not counted.
    at: u64,
    version: Option<u16>,
    /// Records taken.
    records: u32,
    header: Option<ReplayHeader>,
    /// Hash parts that the header names.
    parts: usize,
    chunks: Vec<Chunk>,
    last_tick: u32,
    /// Whether the last chunk lacks the hashes of its parts: then an engine error is the one thing that can follow.
    lacks_parts: bool,
    keyframes: Vec<Keyframe>,
    last_keyframe: u32,
    end: Option<MatchEnd>,
}

impl ReplayDecoder {
    /// One that keeps what it decodes.
    pub fn new() -> ReplayDecoder {
        ReplayDecoder {
            keeps: true,
            rest: Vec::new(),
            at: 0,
            version: None,
            records: 0,
            header: None,
            parts: 0,
            chunks: Vec::new(),
            last_tick: 0,
            lacks_parts: false,
            keyframes: Vec::new(),
            last_keyframe: 0,
            end: None,
        }
    }

    /// One that finds out whether all is in order and keeps nothing: it never holds more than one record.
    pub fn checking() -> ReplayDecoder {
        ReplayDecoder { keeps: false, ..ReplayDecoder::new() }
    }

    /// Takes the next bytes.
    ///
    /// # Errors
    /// As [`Replay::decode`]; nothing more may be fed then.
    pub fn feed(&mut self, bytes: &[u8]) -> Result<(), ReplayError> {
        if self.rest.is_empty() {
            let used = self.take(bytes)?;
            self.rest.extend_from_slice(&bytes[used..]);
        } else {
            self.rest.extend_from_slice(bytes);
            let rest = std::mem::take(&mut self.rest);
            let used = self.take(&rest)?;
            self.rest = rest;
            self.rest.drain(..used);
        }
        if self.version.is_some()
            && let Some(length) = frame::record_length(&self.rest)?
        {
            self.rest.reserve_exact(length.saturating_sub(self.rest.len()));
        }
        Ok(())
    }

    /// The replay, now that there are no more bytes. One that only checked has a replay without chunks and keyframes.
    ///
    /// # Errors
    /// That the bytes end inside a record, or hold no header.
    pub fn finish(self) -> Result<Replay, ReplayError> {
        if self.version.is_none() {
            let magic = self.rest.len() >= MAGIC.len();
            let cut = ReplayError::Truncated { record: 0, at: MAGIC.len() as u64 };
            return Err(if magic { cut } else { ReplayError::NotAReplay });
        }
        if !self.rest.is_empty() {
            return Err(ReplayError::Truncated { record: self.records, at: self.at });
        }
        let header = self.header.ok_or(ReplayError::Missing { what: "header" })?;
        Ok(Replay { header, chunks: self.chunks, keyframes: self.keyframes, end: self.end })
    }

    /// Takes all whole records that `bytes` begin with; how many bytes those are.
    fn take(&mut self, bytes: &[u8]) -> Result<usize, ReplayError> {
        let mut used = 0;
        if self.version.is_none() {
            self.version = frame::version(bytes)?;
            if self.version.is_none() {
                return Ok(0);
            }
            used = PREFIX_BYTES;
            self.at = PREFIX_BYTES as u64;
        }
        while let Some(length) = frame::record_length(&bytes[used..])? {
            let (at, limit) = (self.at + length as u64, MAX_REPLAY_BYTES as u64);
            if at > limit {
                return Err(ReplayError::TooLarge { what: "replay", bytes: at, limit });
            }
            let Some(whole) = bytes.get(used..used + length) else { break };
            self.append(&frame::open_record(whole, self.records, self.at)?)?;
            (self.at, self.records, used) = (at, self.records + 1, used + length);
        }
        Ok(used)
    }

    fn append(&mut self, record: &ReplayRecord<'_>) -> Result<(), ReplayError> {
        match record.kind {
            HEADER_RECORD if self.records == 0 => {
                let header = ReplayHeader::take(record.payload, self.version.unwrap_or_default())?;
                self.parts = header.parts.len();
                self.header = Some(header);
            }
            _ if self.records == 0 => return Err(ReplayError::Missing { what: "header" }),
            _ if self.end.is_some() => return Err(ReplayError::AfterEnd),
            kind if self.lacks_parts && kind != END_RECORD => {
                return Err(ReplayError::NoParts { tick: self.last_tick });
            }
            CHUNK_RECORD if self.version != Some(SPARSE_VERSION) => {
                self.append_chunk(Chunk::take(record.payload, self.parts, false)?)?
            }
            SPARSE_CHUNK_RECORD if self.version >= Some(SPARSE_VERSION) => {
                self.append_chunk(Chunk::take(record.payload, self.parts, true)?)?;
            }
            KEYFRAME_RECORD if self.version >= Some(KEYFRAME_VERSION) => {
                self.append_keyframe(Keyframe::take(record.payload)?)?;
            }
            END_RECORD => {
                let end = MatchEnd::take(record.payload, self.last_tick)?;
                if self.lacks_parts && end.status != RecordStatus::EngineError {
                    return Err(ReplayError::NoParts { tick: self.last_tick });
                }
                self.end = Some(end);
            }
            kind => return Err(ReplayError::UnknownRecord { kind }),
        }
        Ok(())
    }

    fn append_chunk(&mut self, chunk: Chunk) -> Result<(), ReplayError> {
        let (found, expected) = (chunk.first_tick, self.last_tick + 1);
        if found != expected {
            return Err(ReplayError::OutOfOrder { found, expected });
        }
        self.last_tick = chunk.last_tick();
        self.lacks_parts = chunk.parts.len() < self.parts;
        if self.keeps {
            self.chunks.push(chunk);
        }
        Ok(())
    }

    fn append_keyframe(&mut self, keyframe: Keyframe) -> Result<(), ReplayError> {
        let (found, expected) = (keyframe.tick, self.last_tick);
        if found != expected || found == 0 || found == self.last_keyframe {
            return Err(ReplayError::StrayKeyframe { found, expected });
        }
        self.last_keyframe = found;
        if self.keeps {
            self.keyframes.push(keyframe);
        }
        Ok(())
    }
}

impl Default for ReplayDecoder {
    fn default() -> ReplayDecoder {
        ReplayDecoder::new()
    }
}

impl Replay {
    /// Decodes a whole replay, or the longest whole prefix of one that was cut at a record's edge.
    ///
    /// # Errors
    /// Whatever [`Recorder`](super::Recorder) cannot have written: a bad magic, an unknown version, a checksum that does not
    /// hold, a record cut in the middle, chunks out of order or without hashes of parts, bytes after the end.
    pub fn decode(bytes: &[u8]) -> Result<Replay, ReplayError> {
        let mut decoder = ReplayDecoder::new();
        decoder.feed(bytes)?;
        decoder.finish()
    }
}
