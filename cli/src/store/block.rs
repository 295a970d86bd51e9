//! Blocks: how a replay is compressed piece by piece, so that what is on disk can always be read to its end.
//!
//! Each block is packed length (u32), plain length (u32), checksum (u64, over the packed bytes, keyed with the block's
//! number and lengths), then that many packed bytes. All blocks of a file are one zstd stream, flushed at the end of each:
//! what a block has in common with those before it, as a keyframe has with the last one, costs next to nothing. In
//! version 1 of the format each block was a stream of its own; reading does not tell the two apart.

use std::io::{self, Read, Write};

use sandtable_sim::math::mix3;
use sandtable_sim::replay::{MAX_REPLAY_BYTES, ReplayError};
use sandtable_sim::state::fold_keyed;

/// Plain bytes of one block.
pub(super) const MAX_BLOCK_BYTES: usize = 64 << 20;
/// Packed length, plain length, checksum.
const BLOCK_HEAD_BYTES: usize = 16;
const LEVEL: i32 = 9;
/// Of replays that are packed when their match is over: a third of the work, for files a few percent larger.
const WHOLE_LEVEL: i32 = 5;
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

    /// One for so many plain bytes, all of which are there: its tables are no larger than they need be.
    pub fn of(bytes: usize) -> io::Result<Packer> {
        let mut encoder = zstd::stream::write::Encoder::new(Vec::new(), WHOLE_LEVEL)?;
        encoder.set_pledged_src_size(Some(bytes as u64))?;
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

/// Hands on so many bytes and no more: a stream may claim any size.
struct Room<F> {
    taken: usize,
    limit: usize,
    hand_on: F,
    /// Why it would not take any more.
    refused: Option<ReplayError>,
}

impl<F: FnMut(&[u8]) -> Result<(), ReplayError>> Write for Room<F> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.taken += bytes.len();
        if self.taken > self.limit {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        (self.hand_on)(bytes).map_err(|error| {
            self.refused = Some(error);
            io::Error::from(io::ErrorKind::InvalidData)
        })?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Why blocks do not become a replay.
#[derive(Debug)]
pub(super) enum UnpackError {
    /// They cannot be read.
    Io(io::Error),
    /// They are no blocks.
    Block(BlockError),
    /// Whoever takes their plain bytes refuses them.
    Replay(ReplayError),
}

impl From<io::Error> for UnpackError {
    fn from(error: io::Error) -> UnpackError {
        UnpackError::Io(error)
    }
}

/// Hands on the plain bytes of all blocks, piece by piece, without ever holding more than one packed block and what the compressor looks
/// back at. The first block begins at byte `start` of the file.
pub(super) fn unpack(
    blocks: &mut impl Read,
    start: usize,
    hand_on: impl FnMut(&[u8]) -> Result<(), ReplayError>,
) -> Result<(), UnpackError> {
    let (mut at, mut block, mut packed) = (start, 0, Vec::new());
    let room = Room { taken: 0, limit: 0, hand_on, refused: None };
    let mut decoder = zstd::stream::write::Decoder::new(room)?;
    decoder.window_log_max(WINDOW_LOG + 1)?;
    while let Some(plain_length) = open_block(blocks, block, at, &mut packed)? {
        let room = decoder.get_mut();
        if plain_length > MAX_BLOCK_BYTES || start + room.limit + plain_length > MAX_REPLAY_BYTES {
            return Err(UnpackError::Block(BlockError::TooLarge));
        }
        room.limit += plain_length;
        let written = decoder.write_all(&packed).and_then(|()| decoder.flush());
        let room = decoder.get_mut();
        if let Some(error) = room.refused.take() {
            return Err(UnpackError::Replay(error));
        }
        if written.is_err() || room.taken != room.limit {
            return Err(UnpackError::Block(BlockError::Damaged { block, at }));
        }
        (at, block) = (at + BLOCK_HEAD_BYTES + packed.len(), block + 1);
    }
    Ok(())
}

/// Reads the next block into `packed`; its plain length, or none at the end.
fn open_block(
    blocks: &mut impl Read,
    block: u64,
    at: usize,
    packed: &mut Vec<u8>,
) -> Result<Option<usize>, UnpackError> {
    let cut = UnpackError::Block(BlockError::Truncated { block, at });
    packed.clear();
    if read_upto(blocks, BLOCK_HEAD_BYTES, packed)? == 0 {
        return Ok(None);
    }
    let Some(head) = packed.first_chunk::<BLOCK_HEAD_BYTES>() else { return Err(cut) };
    let packed_length = u32::from_le_bytes([head[0], head[1], head[2], head[3]]) as usize;
    let plain_length = u32::from_le_bytes([head[4], head[5], head[6], head[7]]);
    let expected = u64::from_le_bytes([head[8], head[9], head[10], head[11], head[12], head[13], head[14], head[15]]);
    packed.clear();
    if read_upto(blocks, packed_length, packed)? < packed_length {
        return Err(cut);
    }
    if checksum(block, plain_length, packed) == expected {
        Ok(Some(plain_length as usize))
    } else {
        Err(UnpackError::Block(BlockError::Damaged { block, at }))
    }
}

/// Reads so many bytes, or as many as there are; a length that lies takes no room.
fn read_upto(from: &mut impl Read, length: usize, into: &mut Vec<u8>) -> io::Result<usize> {
    from.take(length as u64).read_to_end(into)
}
