//! Blocks: how a replay is compressed piece by piece, so that what is on disk can always be read to its end.
//!
//! Each block is packed length (u32), plain length (u32), checksum (u64, over the packed bytes, keyed with the block's
//! number and lengths), then that many packed bytes. All blocks of a file are one zstd stream, flushed at the end of each:
//! what a block has in common with those before it, as a keyframe has with the last one, costs next to nothing. In
//! version 1 of the format each block was a stream of its own; reading does not tell the two apart.

use std::io::{self, Read, Write};

use sandtable_math::mix3;
use sandtable_replay::{MAX_REPLAY_BYTES, ReplayError};
use sandtable_state::{Fingerprint, fold_keyed};

use super::compressor;

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

/// Packed bytes held at once.
const PIECE_BYTES: usize = 64 << 10;
const _: () = assert!(PIECE_BYTES.is_multiple_of(Fingerprint::STEP));

/// What the checksum of a block is keyed with.
fn key(block: u64, plain: u32, packed: u32) -> u64 {
    mix3(block, u64::from(plain), u64::from(packed))
}

/// Compresses one block after the other.
pub(super) struct Packer {
    encoder: compressor::Encoder<'static, Vec<u8>>,
    block: u64,
}

impl Packer {
    pub fn new() -> io::Result<Packer> {
        let mut encoder = compressor::Encoder::new(Vec::new(), LEVEL)?;
        encoder.window_log(WINDOW_LOG)?;
        Ok(Packer { encoder, block: 0 })
    }

    /// One for a known number of plain bytes, all of which are there: its tables are no larger than they need be.
    pub fn with_length(bytes: usize) -> io::Result<Packer> {
        let mut encoder = compressor::Encoder::new(Vec::new(), WHOLE_LEVEL)?;
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
        let key = key(self.block, plain.len() as u32, packed.len() as u32);
        bytes.extend_from_slice(&fold_keyed(key, &packed).to_le_bytes());
        bytes.extend_from_slice(&packed);
        self.block += 1;
        Ok(bytes)
    }
}

/// Hands on a limited number of bytes and no more: a stream may claim any size.
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

type Decoder<F> = compressor::Decoder<'static, Room<F>>;

/// Hands on the plain bytes of all blocks, piece by piece, without ever holding more than a piece of a packed block and what the compressor
/// looks back at. The first block begins at byte `start` of the file.
///
/// The bytes of a block are handed on before its checksum is known to hold: whoever takes them must be ready for anything, and forget
/// them when this fails.
pub(super) fn unpack(
    blocks: &mut impl Read,
    start: usize,
    hand_on: impl FnMut(&[u8]) -> Result<(), ReplayError>,
) -> Result<(), UnpackError> {
    let (mut at, mut block) = (start, 0);
    let room = Room { taken: 0, limit: 0, hand_on, refused: None };
    let mut decoder = compressor::Decoder::new(room)?;
    decoder.window_log_max(WINDOW_LOG + 1)?;
    while let Some(head) = read_head(blocks, block, at)? {
        let room = decoder.get_mut();
        let plain = head.plain as usize;
        let fits = plain <= MAX_BLOCK_BYTES && start + room.limit + plain <= MAX_REPLAY_BYTES;
        room.limit += if fits { plain } else { 0 };
        let unpacked = unpack_block(blocks, &head, if fits { Some(&mut decoder) } else { None })?;
        let room = decoder.get_mut();
        match unpacked {
            Unpacked::Truncated => return Err(UnpackError::Block(BlockError::Truncated { block, at })),
            Unpacked::Whole { sum, .. } if sum != head.sum => {
                return Err(UnpackError::Block(BlockError::Damaged { block, at }));
            }
            Unpacked::Whole { .. } if !fits => return Err(UnpackError::Block(BlockError::TooLarge)),
            Unpacked::Whole { failed, .. } => {
                if let Some(error) = room.refused.take() {
                    return Err(UnpackError::Replay(error));
                }
                if failed || room.taken != room.limit {
                    return Err(UnpackError::Block(BlockError::Damaged { block, at }));
                }
            }
        }
        (at, block) = (at + BLOCK_HEAD_BYTES + head.packed as usize, block + 1);
    }
    Ok(())
}

/// What is in front of a block.
struct BlockHead {
    packed: u32,
    plain: u32,
    sum: u64,
    key: u64,
}

/// The head of the next block; none at the end.
fn read_head(blocks: &mut impl Read, block: u64, at: usize) -> Result<Option<BlockHead>, UnpackError> {
    let mut head = Vec::new();
    if read_upto(blocks, BLOCK_HEAD_BYTES, &mut head)? == 0 {
        return Ok(None);
    }
    let cut = UnpackError::Block(BlockError::Truncated { block, at });
    let Some(head) = head.first_chunk::<BLOCK_HEAD_BYTES>() else { return Err(cut) };
    let packed = u32::from_le_bytes([head[0], head[1], head[2], head[3]]);
    let plain = u32::from_le_bytes([head[4], head[5], head[6], head[7]]);
    let sum = u64::from_le_bytes([head[8], head[9], head[10], head[11], head[12], head[13], head[14], head[15]]);
    Ok(Some(BlockHead { packed, plain, sum, key: key(block, plain, packed) }))
}

/// What became of a block.
enum Unpacked {
    /// The file ends in it.
    Truncated,
    /// It was read to its end.
    Whole {
        /// The checksum of its packed bytes.
        sum: u64,
        /// Whether the compressor, or whoever takes the plain bytes, would not go on.
        failed: bool,
    },
}

/// Reads a block to its end, and unpacks it as far as the decoder takes it.
fn unpack_block<F: FnMut(&[u8]) -> Result<(), ReplayError>>(
    blocks: &mut impl Read,
    head: &BlockHead,
    mut decoder: Option<&mut Decoder<F>>,
) -> Result<Unpacked, UnpackError> {
    let (mut left, mut piece, mut failed) = (head.packed as usize, Vec::new(), false);
    let mut fold = Fingerprint::new(head.key);
    while left > 0 {
        let wanted = left.min(PIECE_BYTES);
        piece.clear();
        if read_upto(blocks, wanted, &mut piece)? < wanted {
            return Ok(Unpacked::Truncated);
        }
        fold.take(&piece);
        left -= wanted;
        if let Some(decoder) = decoder.as_mut().filter(|_| !failed) {
            failed = decoder.write_all(&piece).is_err();
        }
    }
    if let Some(decoder) = decoder.filter(|_| !failed) {
        failed = decoder.flush().is_err();
    }
    Ok(Unpacked::Whole { sum: fold.finish(), failed })
}

/// Reads `length` bytes, or as many as there are; a length that lies takes no room.
fn read_upto(from: &mut impl Read, length: usize, into: &mut Vec<u8>) -> io::Result<usize> {
    from.take(length as u64).read_to_end(into)
}
