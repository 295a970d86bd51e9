//! Blocks: how a replay is compressed piece by piece, so that what is on disk can always be read to its end.
//!
//! Each block is packed length (u32), plain length (u32), checksum (u64, over the packed bytes, keyed with the block's
//! number and lengths), then that many packed bytes. All blocks of a file are one zstd stream, flushed at the end of each:
//! what a block has in common with those before it, as a keyframe has with the last one, costs next to nothing. In
//! version 1 of the format each block was a stream of its own; reading does not tell the two apart.

use std::io::{self, Write};

use sandtable_sim::math::mix3;
use sandtable_sim::replay::MAX_REPLAY_BYTES;
use sandtable_sim::state::fold_keyed;

/// Plain bytes of one block.
pub(super) const MAX_BLOCK_BYTES: usize = 64 << 20;
/// Packed length, plain length, checksum.
const BLOCK_HEAD_BYTES: usize = 16;
const LEVEL: i32 = 9;
/// How far back a block can look, as a power of two: 4 MiB, in which the last keyframe lies.
const WINDOW_LOG: u32 = 22;

/// Why bytes are no blocks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BlockError {
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

fn checksum(block: u64, plain: u32, packed: &[u8]) -> u64 {
    fold_keyed(mix3(block, u64::from(plain), packed.len() as u64), packed)
}

/// Compresses one block after the other.
pub(super) struct Packer {
    encoder: zstd::stream::write::Encoder<'static, Vec<u8>>,
    block: u64,
}

impl Packer {
    pub fn new() -> io::Result<Packer> {
        let mut encoder = zstd::stream::write::Encoder::new(Vec::new(), LEVEL)?;
        encoder.window_log(WINDOW_LOG)?;
        Ok(Packer { encoder, block: 0 })
    }

    /// The next block, of at most [`MAX_BLOCK_BYTES`].
    pub fn pack(&mut self, plain: &[u8]) -> io::Result<Vec<u8>> {
        self.encoder.write_all(plain)?;
        self.encoder.flush()?;
        let packed = std::mem::take(self.encoder.get_mut());
        let mut bytes = Vec::with_capacity(BLOCK_HEAD_BYTES + packed.len());
        bytes.extend_from_slice(&(packed.len() as u32).to_le_bytes());
        bytes.extend_from_slice(&(plain.len() as u32).to_le_bytes());
        bytes.extend_from_slice(&checksum(self.block, plain.len() as u32, &packed).to_le_bytes());
        bytes.extend_from_slice(&packed);
        self.block += 1;
        Ok(bytes)
    }
}

/// Takes so many bytes and no more: a stream may claim any size.
struct Room {
    bytes: Vec<u8>,
    limit: usize,
}

impl Write for Room {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.bytes.len() + bytes.len() > self.limit {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The plain bytes of all blocks in `file` from byte `start` on, behind those of `prefix`.
pub(super) fn unpack(file: &[u8], start: usize, prefix: Vec<u8>) -> Result<Vec<u8>, BlockError> {
    let (mut at, mut block) = (start, 0);
    let damaged = |block, at| BlockError::Damaged { block, at };
    let limit = prefix.len();
    let mut decoder =
        zstd::stream::write::Decoder::new(Room { bytes: prefix, limit }).map_err(|_| damaged(block, at))?;
    decoder.window_log_max(WINDOW_LOG + 1).map_err(|_| damaged(block, at))?;
    while at < file.len() {
        let (plain_length, packed) = open_block(file, block, at)?;
        let room = decoder.get_mut();
        if plain_length > MAX_BLOCK_BYTES || room.limit + plain_length > MAX_REPLAY_BYTES {
            return Err(BlockError::TooLarge);
        }
        room.limit += plain_length;
        decoder.write_all(packed).and_then(|()| decoder.flush()).map_err(|_| damaged(block, at))?;
        let room = decoder.get_ref();
        if room.bytes.len() != room.limit {
            return Err(damaged(block, at));
        }
        (at, block) = (at + BLOCK_HEAD_BYTES + packed.len(), block + 1);
    }
    Ok(std::mem::take(&mut decoder.get_mut().bytes))
}

/// The plain length and the packed bytes of the block at byte `at`.
fn open_block(file: &[u8], block: u64, at: usize) -> Result<(usize, &[u8]), BlockError> {
    let cut = BlockError::Truncated { block, at };
    let head = file.get(at..at + BLOCK_HEAD_BYTES).ok_or_else(|| cut.clone())?;
    let packed_length = u32::from_le_bytes([head[0], head[1], head[2], head[3]]) as usize;
    let plain_length = u32::from_le_bytes([head[4], head[5], head[6], head[7]]);
    let expected = u64::from_le_bytes([head[8], head[9], head[10], head[11], head[12], head[13], head[14], head[15]]);
    let start = at + BLOCK_HEAD_BYTES;
    let packed = start.checked_add(packed_length).and_then(|end| file.get(start..end)).ok_or(cut)?;
    if checksum(block, plain_length, packed) == expected {
        Ok((plain_length as usize, packed))
    } else {
        Err(BlockError::Damaged { block, at })
    }
}
