//! Replay files: the format of `sandtable_replay`, compressed at this edge.
//!
//! A file begins with the 10 plain bytes every replay begins with (magic and version). The rest of the replay follows in
//! compressed blocks. A file cut between two blocks is a valid prefix.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use sandtable_replay::{PREFIX_BYTES, Replay, ReplayDecoder, ReplayError};

use super::block::{BlockError, MAX_BLOCK_BYTES, Packer, UnpackError, unpack};
use super::disk::{Disk, SystemDisk, open_limited, partial, write_whole};
use crate::Failure;
use crate::runner::ReplaySink;

/// Bytes of a replay file.
const MAX_FILE_BYTES: usize = 64 << 20;
/// Plain bytes that a block holds when a match is streamed to disk: what a killed match loses at most, about a game minute. The
/// first block is the header alone, and goes there at once.
const STREAM_BLOCK_BYTES: usize = 4 << 10;

/// Why a file is no replay.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayFileError {
    /// The replay inside does not decode.
    #[error("{0}")]
    Replay(#[from] ReplayError),
    /// Its blocks do not hold.
    #[error("{0}")]
    Block(#[from] BlockError),
}

impl ReplayFileError {
    /// What is wrong and what would do.
    pub fn explained(&self) -> String {
        let remedy = match self {
            ReplayFileError::Replay(ReplayError::NotAReplay) => "name a file that match --replay or tournament wrote",
            ReplayFileError::Replay(ReplayError::Version { .. }) => "use the version of Sandtable that wrote it",
            _ => "copy it again from an undamaged file, or play its match again with --replay",
        };
        format!("{self}; {remedy}")
    }
}

/// A whole replay as the bytes of its file.
///
/// # Errors
/// When the compressor fails.
pub fn pack_replay(replay: &[u8]) -> io::Result<Vec<u8>> {
    let (prefix, rest) = replay.split_at(PREFIX_BYTES.min(replay.len()));
    let (mut file, mut packer) = (prefix.to_vec(), Packer::with_length(rest.len())?);
    for plain in rest.chunks(MAX_BLOCK_BYTES) {
        file.extend_from_slice(&packer.pack(plain)?);
    }
    Ok(file)
}

/// Writes a whole replay to a file, or leaves what is there.
///
/// # Errors
/// That it cannot be written.
pub fn write_replay(path: &Path, replay: &[u8]) -> Result<(), Failure> {
    let written = pack_replay(replay).and_then(|packed| write_whole(&SystemDisk, path, &packed));
    written.map_err(|error| Failure::writing(path, error))
}

/// The plain bytes of a replay from those of its file.
///
/// # Errors
/// Whatever [`pack_replay`] cannot have written.
pub fn unpack_replay(file: &[u8]) -> Result<Vec<u8>, ReplayFileError> {
    let mut plain = Vec::new();
    let done = unpack_into(&mut &file[..], |bytes| {
        plain.extend_from_slice(bytes);
        Ok(())
    });
    match done {
        Ok(()) => Ok(plain),
        Err(UnpackError::Replay(error)) => Err(error.into()),
        Err(UnpackError::Block(error)) => Err(error.into()),
        // Bytes in memory can always be read.
        Err(UnpackError::Io(_)) => Err(BlockError::TooLarge.into()),
    }
}

/// Hands on the plain bytes of a replay file, piece by piece.
fn unpack_into(
    file: &mut impl Read,
    mut hand_on: impl FnMut(&[u8]) -> Result<(), ReplayError>,
) -> Result<(), UnpackError> {
    let mut prefix = Vec::new();
    file.take(PREFIX_BYTES as u64).read_to_end(&mut prefix)?;
    // The prefix alone says whether the rest can be understood.
    Replay::check_prefix(&prefix).and_then(|_| hand_on(&prefix)).map_err(UnpackError::Replay)?;
    unpack(file, PREFIX_BYTES, hand_on)
}

/// Decodes the bytes of a replay file.
///
/// # Errors
/// Why they are no replay.
pub fn decode_replay(file: &[u8]) -> Result<Replay, ReplayFileError> {
    // Bytes in memory can always be read.
    decode(ReplayDecoder::new(), file).unwrap_or_else(|_| Err(BlockError::TooLarge.into()))
}

/// Reads and decodes a replay file.
///
/// It is read twice: what is wrong with it is found out before anything of it is kept, so that a bad file takes little memory
/// whatever its size.
///
/// # Errors
/// That it cannot be read, or why it is no replay.
pub fn read_replay(path: &Path) -> Result<Result<Replay, ReplayFileError>, Failure> {
    let read = || {
        let file = || open_limited(path, MAX_FILE_BYTES);
        match decode(ReplayDecoder::checking(), file()?)? {
            Ok(_) => decode(ReplayDecoder::new(), file()?),
            damaged => Ok(damaged),
        }
    };
    read().map_err(|error| Failure::reading(path, error))
}

fn decode(mut decoder: ReplayDecoder, mut file: impl Read) -> io::Result<Result<Replay, ReplayFileError>> {
    match unpack_into(&mut file, |bytes| decoder.feed(bytes)) {
        Ok(()) => Ok(decoder.finish().map_err(ReplayFileError::from)),
        Err(UnpackError::Replay(error)) => Ok(Err(error.into())),
        Err(UnpackError::Block(error)) => Ok(Err(error.into())),
        Err(UnpackError::Io(error)) => Err(error),
    }
}

/// A replay written to disk while its match is played: a killed match leaves a valid prefix under the partial name.
pub struct StreamedReplay<'d> {
    disk: &'d dyn Disk,
    path: PathBuf,
    file: Box<dyn Write + Send>,
    waiting: Vec<u8>,
    packer: Packer,
    begun: bool,
    failed: Option<io::Error>,
}

impl<'d> StreamedReplay<'d> {
    /// Begins the file.
    ///
    /// # Errors
    /// That it cannot be created.
    pub fn create(disk: &'d dyn Disk, path: &Path) -> Result<StreamedReplay<'d>, Failure> {
        let refuse = |error| Failure::writing(path, error);
        let packer = Packer::new().map_err(refuse)?;
        let file = disk.create(&partial(path)).map_err(refuse)?;
        let path = path.to_owned();
        Ok(StreamedReplay { disk, path, file, waiting: Vec::new(), packer, begun: false, failed: None })
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
            self.file.write_all(&self.packer.pack(&self.waiting)?)?;
            self.waiting.clear();
        }
        self.file.flush()
    }
}

impl ReplaySink for StreamedReplay<'_> {
    fn take(&mut self, bytes: Vec<u8>) -> bool {
        self.waiting.extend_from_slice(&bytes);
        let due = !self.begun || self.waiting.len() >= STREAM_BLOCK_BYTES;
        if self.failed.is_none() && due {
            self.failed = self.write_block().err();
        }
        self.failed.is_none()
    }
}
