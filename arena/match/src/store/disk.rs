//! The disk, behind a trait: a file appears under its name when it is whole.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// What writing needs of a disk.
pub trait Disk: Sync {
    /// Creates a file, in place of a regular file or a link that has its name.
    fn create(&self, path: &Path) -> io::Result<Box<dyn Write + Send>>;
    /// Opens a file that is there, to write on at its end.
    fn append(&self, path: &Path) -> io::Result<Box<dyn Write + Send>>;
    /// Gives a file another name, over whatever has it.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Removes a file.
    fn remove(&self, path: &Path) -> io::Result<()>;
    /// Cuts a file to a length.
    fn truncate(&self, path: &Path, length: u64) -> io::Result<()>;
    /// Creates a folder and those above it.
    fn create_folder(&self, path: &Path) -> io::Result<()>;
}

/// The real one.
pub struct SystemDisk;

impl Disk for SystemDisk {
    fn create(&self, path: &Path) -> io::Result<Box<dyn Write + Send>> {
        clear(path)?;
        Ok(Box::new(fs::OpenOptions::new().write(true).create_new(true).open(path)?))
    }

    fn append(&self, path: &Path) -> io::Result<Box<dyn Write + Send>> {
        own_file(path)?;
        Ok(Box::new(fs::OpenOptions::new().append(true).open(path)?))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        // Renaming over a device would put a plain file in its place, for everybody.
        if fs::metadata(to).is_ok_and(|there| !there.is_file() && !there.is_dir()) {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                "it is not a regular file; name a regular or a new file",
            ));
        }
        fs::rename(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn truncate(&self, path: &Path, length: u64) -> io::Result<()> {
        own_file(path)?;
        fs::OpenOptions::new().write(true).open(path)?.set_len(length)
    }

    fn create_folder(&self, path: &Path) -> io::Result<()> {
        fs::create_dir_all(path)
    }
}

/// Makes a name free for a new file. A link goes, not what it leads to: that is somebody else's.
fn clear(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Ok(there) if there.is_symlink() => fs::remove_file(path),
        Ok(there) => regular(&there).and_then(|()| fs::remove_file(path)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

/// Refuses anything but a regular file in this very place, such as a link to one.
///
/// # Errors
/// What the system said, or what it is instead.
pub fn own_file(path: &Path) -> io::Result<()> {
    regular(&fs::symlink_metadata(path)?)
}

/// The name a file has until it is whole.
pub fn partial(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".partial");
    path.with_file_name(name)
}

/// Writes a file: it is there whole afterwards, or nothing of it is.
///
/// # Errors
/// What the disk said; nothing is left behind.
pub fn write_whole(disk: &dyn Disk, path: &Path, bytes: &[u8]) -> io::Result<()> {
    let temporary = partial(path);
    let written = disk.create(&temporary).and_then(|mut file| {
        file.write_all(bytes)?;
        file.flush()
    });
    let done = written.and_then(|()| disk.rename(&temporary, path));
    if done.is_err() {
        let _ = disk.remove(&temporary);
    }
    done
}

/// A file of lines that grows under its partial name and gets its own when it is finished.
///
/// When a write fails the torn line is cut off, so that what is left under the partial name is whole lines.
pub struct LineFile<'d> {
    disk: &'d dyn Disk,
    path: PathBuf,
    file: Box<dyn Write + Send>,
    length: u64,
}

impl<'d> LineFile<'d> {
    /// Begins the file.
    ///
    /// # Errors
    /// What the disk said.
    pub fn create(disk: &'d dyn Disk, path: &Path) -> io::Result<LineFile<'d>> {
        let file = disk.create(&partial(path))?;
        Ok(LineFile { disk, path: path.to_owned(), file, length: 0 })
    }

    /// Goes on with a file whose first `length` bytes are good; what comes after them is cut off.
    ///
    /// # Errors
    /// What the disk said.
    pub fn resume(disk: &'d dyn Disk, path: &Path, length: u64) -> io::Result<LineFile<'d>> {
        disk.truncate(&partial(path), length)?;
        let file = disk.append(&partial(path))?;
        Ok(LineFile { disk, path: path.to_owned(), file, length })
    }

    /// Appends a line in one write.
    ///
    /// # Errors
    /// What the disk said; the lines before stay.
    pub fn line(&mut self, text: &str) -> io::Result<()> {
        let bytes = format!("{text}\n").into_bytes();
        let written = self.file.write_all(&bytes).and_then(|()| self.file.flush());
        if written.is_err() {
            let _ = self.disk.truncate(&partial(&self.path), self.length);
        } else {
            self.length += bytes.len() as u64;
        }
        written
    }

    /// Gives the finished file its name.
    ///
    /// # Errors
    /// What the disk said.
    pub fn finish(self) -> io::Result<()> {
        drop(self.file);
        self.disk.rename(&partial(&self.path), &self.path)
    }
}

/// Opens a file to read. Anything else, such as a pipe or a device, is refused before it is opened, which could wait for ever.
///
/// # Errors
/// What the system said, or what it is instead of a file.
pub fn open_regular(path: &Path) -> io::Result<fs::File> {
    regular(&fs::metadata(path)?)?;
    fs::File::open(path)
}

/// Refuses what is there and is no file: to open a pipe could wait for ever, to write also.
///
/// # Errors
/// What it is instead of a file.
pub fn regular_if_there(path: &Path) -> io::Result<()> {
    fs::metadata(path).map_or(Ok(()), |there| regular(&there))
}

fn regular(there: &fs::Metadata) -> io::Result<()> {
    let refuse =
        |what: &str| io::Error::new(io::ErrorKind::InvalidInput, format!("it is {what}; expected a regular file"));
    irregular(there).map_or(Ok(()), |what| Err(refuse(what)))
}

/// What something is that is no regular file, as messages say it.
pub(crate) fn irregular(there: &fs::Metadata) -> Option<&'static str> {
    let kind = there.file_type();
    match (kind.is_file(), kind.is_dir()) {
        (true, _) => None,
        (_, true) => Some("a folder"),
        _ => Some(special(kind)),
    }
}

#[cfg(unix)]
fn special(kind: fs::FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    match (kind.is_fifo(), kind.is_socket(), kind.is_symlink()) {
        (true, _, _) => "a FIFO",
        (_, true, _) => "a socket",
        (_, _, true) => "a link",
        _ => "a device",
    }
}

#[cfg(not(unix))]
fn special(_: fs::FileType) -> &'static str {
    "a device"
}

/// Reads a file of at most `limit` bytes.
///
/// # Errors
/// What the system said, or that the file is longer.
pub fn read_limited(path: &Path, limit: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open_regular(path)?.take(limit as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > limit { Err(too_long(limit)) } else { Ok(bytes) }
}

/// Opens a file of at most `limit` bytes, to be read piece by piece.
///
/// # Errors
/// What the system said, or that the file is longer.
pub(super) fn open_limited(path: &Path, limit: usize) -> io::Result<impl Read> {
    let file = open_regular(path)?;
    if file.metadata()?.len() > limit as u64 {
        return Err(too_long(limit));
    }
    Ok(io::BufReader::new(file).take(limit as u64))
}

fn too_long(limit: usize) -> io::Error {
    io::Error::new(io::ErrorKind::FileTooLarge, format!("longer than {limit} bytes"))
}
