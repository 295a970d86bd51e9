//! The lock of a folder of results: one process writes it at a time, and others are told which.
//!
//! The system holds the lock, so that it ends with its process, however that ends; the file says who holds it.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use sandtable_match::store::{open_regular, read_limited, regular_if_there};
use sandtable_match::{Failure, clock};

/// The file's name.
pub(super) const FILE: &str = "writing.lock";
/// Bytes of it that are read.
const MAX_BYTES: usize = 64 << 10;
/// Characters of a command line that are told.
const MAX_COMMAND: usize = 300;
/// Times that the file is taken up again when its holder removes it at that moment.
const ATTEMPTS: u32 = 100;

/// A folder that nobody else writes while this is there.
pub(super) struct FolderLock {
    path: PathBuf,
    file: File,
}

impl FolderLock {
    /// Locks a folder.
    ///
    /// # Errors
    /// That another process writes it, by what that says of itself; what the system said.
    pub fn take(folder: &Path) -> Result<FolderLock, Failure> {
        let path = folder.join(FILE);
        for _ in 0..ATTEMPTS {
            if let Some(file) = attempt(folder, &path)? {
                return Ok(FolderLock { path, file });
            }
        }
        Err(held(folder, &path))
    }
}

impl Drop for FolderLock {
    fn drop(&mut self) {
        // Removed while it is held: whoever opened it before sees that the file it then locks is not there any more.
        let _ = fs::remove_file(&self.path);
        let _ = self.file.unlock();
    }
}

/// That nobody writes the folder now; a lock that nobody holds was left by a process that was killed.
///
/// # Errors
/// That somebody does, by what it says of itself.
pub(super) fn nobody_writes(folder: &Path) -> Result<(), Failure> {
    let path = folder.join(FILE);
    let opened = match open_regular(&path) {
        // A pipe or a device is nobody's lock.
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => return Err(Failure::reading(&path, error)),
        opened => opened,
    };
    let Ok(file) = opened else { return Ok(()) };
    match file.try_lock_shared() {
        Err(TryLockError::WouldBlock) => Err(held(folder, &path)),
        _ => Ok(()),
    }
}

/// Tries once; none when the file was removed by its last holder between opening and locking it.
fn attempt(folder: &Path, path: &Path) -> Result<Option<File>, Failure> {
    let refuse = |error| Failure::writing(path, error);
    regular_if_there(path).map_err(refuse)?;
    if path.is_symlink() {
        let link = "it is a link, whose target would be overwritten; remove it";
        return Err(refuse(io::Error::new(io::ErrorKind::InvalidInput, link)));
    }
    let opened = OpenOptions::new().write(true).create_new(true).open(path);
    let opened = match opened {
        // Held, or left by a process that was killed: the lock tells.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => OpenOptions::new().write(true).open(path),
        opened => opened,
    };
    let mut file = match opened {
        Err(error) if error.kind() == io::ErrorKind::NotFound && folder.is_dir() => return Ok(None),
        opened => opened.map_err(refuse)?,
    };
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(held(folder, path)),
        Err(TryLockError::Error(error)) => return Err(refuse(error)),
    }
    let own = holder();
    file.set_len(0).and_then(|()| file.write_all(own.as_bytes())).and_then(|()| file.flush()).map_err(refuse)?;
    // Where locks keep others from reading, nobody can have removed the file either.
    let gone = match fs::read(path) {
        Ok(there) => there != own.as_bytes(),
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    };
    Ok((!gone).then_some(file))
}

fn held(folder: &Path, path: &Path) -> Failure {
    let said = read_limited(path, MAX_BYTES).map(|bytes| String::from_utf8_lossy(&bytes).trim().to_owned());
    let who = said.ok().filter(|said| !said.is_empty());
    let who = who.unwrap_or_else(|| "a process that has not written its id yet".to_owned());
    let who = who.lines().collect::<Vec<_>>().join(", ");
    Failure::Usage(format!("{} is being written by {who}; wait until it ends, or end it", folder.display()))
}

/// Who holds it: process, host, since when, command; a line each.
fn holder() -> String {
    let command: Vec<String> = std::env::args_os().map(|arg| arg.to_string_lossy().into_owned()).collect();
    let command: String = command.join(" ").chars().take(MAX_COMMAND).map(printable).collect();
    format!("process {}\nhost {}\nsince {}\ncommand: {command}\n", std::process::id(), host_name(), clock::now())
}

fn printable(letter: char) -> char {
    if letter.is_control() { ' ' } else { letter }
}

/// The name of this machine, as its system has it; `unknown` when it has none.
pub fn host_name() -> String {
    let kernel = fs::read_to_string("/proc/sys/kernel/hostname").or_else(|_| fs::read_to_string("/etc/hostname"));
    let named = kernel.ok().or_else(|| ["HOSTNAME", "COMPUTERNAME"].iter().find_map(|key| std::env::var(key).ok()));
    let named = named.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
    named.unwrap_or_else(|| "unknown".to_owned())
}
