//! Replay files: the format of `sandtable_sim::replay`, compressed at this edge.
//!
//! A file begins with the 10 plain bytes every replay begins with (magic and version). The rest of the replay follows in
//! compressed blocks. A file cut between two blocks is a valid prefix.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use sandtable_sim::replay::{PREFIX_BYTES, Replay, ReplayError};

use super::block::{BlockError, MAX_BLOCK_BYTES, Packer, unpack};
use super::disk::{Disk, partial, read_limited};
use crate::exit::Failure;
use crate::runner::ReplaySink;

/// Bytes of a replay file.
const MAX_FILE_BYTES: usize = 64 << 20;
/// Plain bytes that a block holds when a match is streamed to disk.
const STREAM_BLOCK_BYTES: usize = 16 << 10;

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
            _ => "copy it again from where it is whole, or play its match again with --replay",
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
    let (mut file, mut packer) = (prefix.to_vec(), Packer::new()?);
    for plain in rest.chunks(MAX_BLOCK_BYTES) {
        file.extend_from_slice(&packer.pack(plain)?);
    }
    Ok(file)
}

/// The plain bytes of a replay from those of its file.
///
/// # Errors
/// Whatever [`pack_replay`] cannot have written.
pub fn unpack_replay(file: &[u8]) -> Result<Vec<u8>, ReplayFileError> {
    let prefix = file[..PREFIX_BYTES.min(file.len())].to_vec();
    // The prefix alone says whether the rest can be understood.
    Replay::check_prefix(&prefix)?;
    Ok(unpack(file, PREFIX_BYTES, prefix)?)
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
        if self.failed.is_none() && self.waiting.len() >= STREAM_BLOCK_BYTES {
            self.failed = self.write_block().err();
        }
        self.failed.is_none()
    }
}
