//! Replay files: the format of `sandtable_sim::replay`, compressed at this edge.
//!
//! A file begins with the 10 plain bytes every replay begins with (magic and version). The rest of the replay
//! follows in blocks: packed length (u32), plain length (u32), checksum (u64, over the packed bytes, keyed with
//! the block's number and lengths), then one zstd frame. A file cut between two blocks is a valid prefix.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use sandtable_sim::math::mix3;
use sandtable_sim::replay::{MAX_REPLAY_BYTES, PREFIX_BYTES, Replay, ReplayError};
use sandtable_sim::state::fold_keyed;

use super::disk::{Disk, partial, read_limited};
use crate::exit::Failure;
use crate::runner::ReplaySink;

/// Bytes of a replay file.
const MAX_FILE_BYTES: usize = 64 << 20;
/// Plain bytes of one block.
const MAX_BLOCK_BYTES: usize = 64 << 20;
/// Plain bytes that a block holds when a match is streamed to disk.
const STREAM_BLOCK_BYTES: usize = 16 << 10;
/// Packed length, plain length, checksum.
const BLOCK_HEAD_BYTES: usize = 16;
const LEVEL: i32 = 9;

/// Why a file is no replay.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayFileError {
    /// The replay inside does not decode.
    #[error("{0}")]
    Replay(#[from] ReplayError),
    /// The file ends inside a block.
    #[error("block {block} at byte {at} is cut off: the file was truncated")]
    Truncated {
        /// The block's number, from 0.
        block: u64,
        /// Where it begins.
        at: usize,
    },
    /// A block's checksum does not hold, or it does not unpack to what it says.
    #[error("block {block} at byte {at} is damaged")]
    Damaged {
        /// The block's number, from 0.
        block: u64,
        /// Where it begins.
        at: usize,
    },
    /// It unpacks to more than a replay may be.
    #[error("unpacks to more than {MAX_REPLAY_BYTES} bytes")]
    TooLarge,
}

impl ReplayFileError {
    /// What is wrong and what would do.
    pub fn explained(&self) -> String {
        let remedy = match self {
            ReplayFileError::Replay(ReplayError::NotAReplay) => "name a file that match --replay or tournament wrote",
            ReplayFileError::Replay(ReplayError::Version { .. }) => "use the version of Sandtable that wrote it",
            _ => "copy it again from where it is whole, or play its match again with --replay",
        };
        format!("{self}; {remedy}")
    }
}

fn checksum(block: u64, plain: u32, packed: &[u8]) -> u64 {
    fold_keyed(mix3(block, u64::from(plain), packed.len() as u64), packed)
}

fn pack_block(block: u64, plain: &[u8]) -> io::Result<Vec<u8>> {
    let packed = zstd::bulk::compress(plain, LEVEL)?;
    let mut bytes = Vec::with_capacity(BLOCK_HEAD_BYTES + packed.len());
    bytes.extend_from_slice(&(packed.len() as u32).to_le_bytes());
    bytes.extend_from_slice(&(plain.len() as u32).to_le_bytes());
    bytes.extend_from_slice(&checksum(block, plain.len() as u32, &packed).to_le_bytes());
    bytes.extend_from_slice(&packed);
    Ok(bytes)
}

/// A whole replay as the bytes of its file.
///
/// # Errors
/// When the compressor fails.
pub fn pack_replay(replay: &[u8]) -> io::Result<Vec<u8>> {
    let (prefix, rest) = replay.split_at(PREFIX_BYTES.min(replay.len()));
    let mut file = prefix.to_vec();
    for (block, plain) in rest.chunks(MAX_BLOCK_BYTES).enumerate() {
        file.extend_from_slice(&pack_block(block as u64, plain)?);
    }
    Ok(file)
}

/// The plain bytes of a replay from those of its file.
///
/// # Errors
/// Whatever [`pack_replay`] cannot have written.
pub fn unpack_replay(file: &[u8]) -> Result<Vec<u8>, ReplayFileError> {
    let mut plain = file[..PREFIX_BYTES.min(file.len())].to_vec();
    // The prefix alone says whether the rest can be understood.
    Replay::check_prefix(&plain)?;
    let (mut at, mut block) = (PREFIX_BYTES, 0);
    while at < file.len() {
        let cut = ReplayFileError::Truncated { block, at };
        let head = file.get(at..at + BLOCK_HEAD_BYTES).ok_or_else(|| cut.clone())?;
        let packed_length = u32::from_le_bytes([head[0], head[1], head[2], head[3]]) as usize;
        let plain_length = u32::from_le_bytes([head[4], head[5], head[6], head[7]]);
        let expected =
            u64::from_le_bytes([head[8], head[9], head[10], head[11], head[12], head[13], head[14], head[15]]);
        let start = at + BLOCK_HEAD_BYTES;
        let packed = start.checked_add(packed_length).and_then(|end| file.get(start..end)).ok_or(cut)?;
        if checksum(block, plain_length, packed) != expected {
            return Err(ReplayFileError::Damaged { block, at });
        }
        unpack_block(packed, plain_length as usize, &mut plain, ReplayFileError::Damaged { block, at })?;
        (at, block) = (start + packed_length, block + 1);
    }
    Ok(plain)
}

fn unpack_block(
    packed: &[u8],
    length: usize,
    plain: &mut Vec<u8>,
    damaged: ReplayFileError,
) -> Result<(), ReplayFileError> {
    if length > MAX_BLOCK_BYTES || plain.len() + length > MAX_REPLAY_BYTES {
        return Err(ReplayFileError::TooLarge);
    }
    let before = plain.len();
    let decoder = zstd::stream::read::Decoder::with_buffer(packed).map_err(|_| damaged.clone())?;
    // A frame may claim any size: what it may unpack to is bounded here.
    decoder.take(length as u64 + 1).read_to_end(plain).map_err(|_| damaged.clone())?;
    if plain.len() - before == length { Ok(()) } else { Err(damaged) }
}

/// Reads and decodes a replay file.
///
/// # Errors
/// That it cannot be read, or why it is no replay.
pub fn read_replay(path: &Path) -> Result<Result<Replay, ReplayFileError>, Failure> {
    let file = read_limited(path, MAX_FILE_BYTES).map_err(|error| Failure::reading(path, error))?;
    Ok(unpack_replay(&file).and_then(|plain| Ok(Replay::decode(&plain)?)))
}

/// A replay written to disk while its match is played: a killed match leaves a valid prefix under the partial name.
pub struct StreamedReplay<'d> {
    disk: &'d dyn Disk,
    path: PathBuf,
    file: Box<dyn Write + Send>,
    waiting: Vec<u8>,
    block: u64,
    begun: bool,
    failed: Option<io::Error>,
}

impl<'d> StreamedReplay<'d> {
    /// Begins the file.
    ///
    /// # Errors
    /// That it cannot be created.
    pub fn create(disk: &'d dyn Disk, path: &Path) -> Result<StreamedReplay<'d>, Failure> {
        let file = disk.create(&partial(path)).map_err(|error| Failure::writing(path, error))?;
        let path = path.to_owned();
        Ok(StreamedReplay { disk, path, file, waiting: Vec::new(), block: 0, begun: false, failed: None })
    }

    /// Writes what waits and gives the file its name.
    ///
    /// # Errors
    /// That a write failed, now or before; nothing of the file is left then.
    pub fn finish(mut self) -> Result<(), Failure> {
        let written = match self.failed.take() {
            Some(error) => Err(error),
            None => self.write_block(),
        };
        let StreamedReplay { disk, path, file, .. } = self;
        drop(file);
        let done = written.and_then(|()| disk.rename(&partial(&path), &path));
        done.map_err(|error| {
            let _ = disk.remove(&partial(&path));
            Failure::writing(&path, error)
        })
    }

    fn write_block(&mut self) -> io::Result<()> {
        if !self.begun {
            let rest = self.waiting.split_off(PREFIX_BYTES.min(self.waiting.len()));
            self.file.write_all(&std::mem::replace(&mut self.waiting, rest))?;
            self.begun = true;
        }
        if !self.waiting.is_empty() {
            self.file.write_all(&pack_block(self.block, &self.waiting)?)?;
            self.block += 1;
            self.waiting.clear();
        }
        self.file.flush()
    }
}

impl ReplaySink for StreamedReplay<'_> {
    fn take(&mut self, bytes: Vec<u8>) -> bool {
        self.waiting.extend_from_slice(&bytes);
        if self.failed.is_none() && self.waiting.len() >= STREAM_BLOCK_BYTES {
            self.failed = self.write_block().err();
        }
        self.failed.is_none()
    }
}
