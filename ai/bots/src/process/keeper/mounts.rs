//! The file system as a bot sees it: a tree of its own, into which is mounted what it may see, to be read and not written.
//!
//! After `bubblewrap`'s manual, and pivot_root(2) and mount_namespaces(7) of the Linux manual.

use std::collections::VecDeque;
use std::fs::{self, File};
use std::io::{self, Read};
use std::os::fd::BorrowedFd;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use nix::fcntl::{OFlag, openat};
use nix::mount::{MntFlags, MsFlags, mount, umount2};
use nix::sys::stat::Mode;
use nix::sys::statvfs::{FsFlags, statvfs};
use nix::unistd::pivot_root;

use super::sight::BotSight;
use super::tuning::{MAX_SEARCHED, TEMPORARY_MIB};

/// Where the tree of before hangs while this one is made.
const BEFORE: &str = "/.before";
const DEVICES: [&str; 5] = ["null", "zero", "full", "random", "urandom"];
/// Folders of which one is there to hang a new tree in.
const HOOKS: [&str; 4] = ["/tmp", "/mnt", "/var", "/usr"];

/// What of results lies beside their manifest.
const RESULTS: [&str; 3] = ["games.jsonl", "games.jsonl.partial", "journal.jsonl"];

const NOTHING: Option<&str> = None;

/// Lays out what a bot sees, and goes to its folder. `own` is this process's entry in `/proc`.
///
/// # Errors
/// What the system says, and of what.
pub fn lay_out(sight: &BotSight, has_proc: bool, own: BorrowedFd<'_>) -> io::Result<()> {
    begin()?;
    if has_proc {
        let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV | MsFlags::MS_NOEXEC;
        mount_new("proc", "/proc", flags, "")?;
    }
    devices()?;
    mount_new("tmpfs", "/tmp", MsFlags::MS_NOSUID | MsFlags::MS_NODEV, &format!("mode=1777,size={TEMPORARY_MIB}m"))?;
    let mut shown: Vec<&Path> = Vec::new();
    for path in &sight.readable {
        if !shown.iter().any(|parent| path.starts_with(parent)) {
            show_without(path, &sight.withheld)?;
            shown.push(path);
        }
    }
    protect(&shown, own)?;
    sight.writable.iter().try_for_each(|path| show(path))?;
    // Results of before are told by what they hold.
    let results = sight.own.iter().flat_map(|folder| results_below(&before(folder), folder));
    let results: Vec<PathBuf> = results.filter(|path| !sight.withheld.contains(path)).collect();
    for path in sight.withheld.iter().chain(&results).filter(|path| path.exists()) {
        withhold(path)?;
    }
    umount2(BEFORE, MntFlags::MNT_DETACH)?;
    fs::remove_dir(BEFORE)?;
    fs::create_dir_all(&sight.folder)?;
    remount("/".as_ref())?;
    std::env::set_current_dir(&sight.folder)
}

/// An empty tree in which the one of before hangs.
fn begin() -> io::Result<()> {
    mount(NOTHING, "/", NOTHING, MsFlags::MS_REC | MsFlags::MS_PRIVATE, NOTHING)?;
    let hook = HOOKS.iter().map(Path::new).find(|hook| hook.is_dir());
    let hook = hook.ok_or_else(|| io::Error::other("no folder to mount in"))?;
    mount(Some("tmpfs"), hook, Some("tmpfs"), MsFlags::MS_NOSUID, Some("mode=755,size=4m"))?;
    let before = hook.join(&BEFORE[1..]);
    fs::create_dir(&before)?;
    pivot_root(hook, &before)?;
    std::env::set_current_dir("/")
}

fn mount_new(kind: &str, at: &str, flags: MsFlags, options: &str) -> io::Result<()> {
    fs::create_dir_all(at)?;
    mount(Some(kind), at, Some(kind), flags, Some(options)).map_err(|error| told(error, "mount", at.as_ref()))
}

fn devices() -> io::Result<()> {
    fs::create_dir_all("/dev/shm")?;
    for name in DEVICES {
        show(&Path::new("/dev").join(name))?;
    }
    for (name, target) in [("fd", ""), ("stdin", "/0"), ("stdout", "/1"), ("stderr", "/2")] {
        symlink(format!("/proc/self/fd{target}"), format!("/dev/{name}"))?;
    }
    mount_new("tmpfs", "/dev/shm", MsFlags::MS_NOSUID | MsFlags::MS_NODEV, &format!("mode=1777,size={TEMPORARY_MIB}m"))
}

fn before(path: &Path) -> PathBuf {
    Path::new(BEFORE).join(path.strip_prefix("/").unwrap_or(path))
}

/// Shows a path of before where it was, but for what is withheld. A file that comes to be in a folder is seen in it, so a folder that
/// withholds one is shown entry by entry, as it is now.
fn show_without(path: &Path, withheld: &[PathBuf]) -> io::Result<()> {
    let is_folder = |path: &Path| fs::symlink_metadata(before(path)).is_ok_and(|data| data.is_dir());
    // A folder that is there is covered when all is shown.
    let is_apart = |other: &PathBuf| other != path && other.starts_with(path) && !is_folder(other);
    if !is_folder(path) || !withheld.iter().any(is_apart) {
        return show(path);
    }
    fs::create_dir_all(path)?;
    let entries = fs::read_dir(before(path))
        .map_err(|error| io::Error::other(format!("cannot read {}: {error}", path.display())))?;
    for entry in entries {
        let inner = path.join(entry?.file_name());
        if !withheld.contains(&inner) || is_folder(&inner) {
            show_without(&inner, withheld)?;
        }
    }
    Ok(())
}

/// Folders of results below a folder, which lies elsewhere for now, by the paths that they will have.
fn results_below(there: &Path, path: &Path) -> Vec<PathBuf> {
    let (mut found, mut open, mut entries) = (Vec::new(), VecDeque::from([PathBuf::new()]), 0);
    while let Some(inner) = open.pop_front() {
        let Ok(listed) = fs::read_dir(there.join(&inner)) else { continue };
        for entry in listed.flatten() {
            entries += 1;
            if !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                continue;
            }
            let inner = inner.join(entry.file_name());
            match holds_results(&there.join(&inner)) {
                true => found.push(path.join(inner)),
                false => open.push_back(inner),
            }
        }
        if entries > MAX_SEARCHED {
            break;
        }
    }
    found
}

/// Whether a folder is one of results: of a tournament or of a tuning, finished or not.
fn holds_results(folder: &Path) -> bool {
    let has = |name: &&str| folder.join(name).is_file();
    has(&"manifest.json") && RESULTS.iter().any(has)
}

/// Shows a path of before where it was; a link as a link.
fn show(path: &Path) -> io::Result<()> {
    let source = before(path);
    let Ok(kind) = fs::symlink_metadata(&source).map(|data| data.file_type()) else { return Ok(()) };
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    if kind.is_symlink() {
        return match symlink(fs::read_link(&source)?, path) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
            _ => Ok(()),
        };
    }
    match kind.is_dir() {
        true => fs::create_dir_all(path)?,
        false if !path.exists() => drop(File::create(path)?),
        false => {}
    }
    mount(Some(&source), path, NOTHING, MsFlags::MS_BIND | MsFlags::MS_REC, NOTHING)
        .map_err(|error| told(error, "show", path))
}

/// Makes what is mounted at and below these paths read-only.
fn protect(shown: &[&Path], own: BorrowedFd<'_>) -> io::Result<()> {
    let mut table = String::new();
    File::from(openat(own, "mountinfo", OFlag::O_RDONLY | OFlag::O_CLOEXEC, Mode::empty())?)
        .read_to_string(&mut table)?;
    let points = table.lines().filter_map(|line| line.split(' ').nth(4)).map(unescaped);
    let below = |point: &PathBuf| shown.iter().any(|path| point.starts_with(path));
    points.filter(below).try_for_each(|point| remount(&point))
}

/// Remounts read-only, with what else the mount was made with: nobody may take that from a mount of somebody else's.
fn remount(point: &Path) -> io::Result<()> {
    let flags = statvfs(point).map_err(|error| told(error, "look at", point))?.flags();
    let kept = [
        (FsFlags::ST_NOSUID, MsFlags::MS_NOSUID),
        (FsFlags::ST_NODEV, MsFlags::MS_NODEV),
        (FsFlags::ST_NOEXEC, MsFlags::MS_NOEXEC),
        (FsFlags::ST_NOATIME, MsFlags::MS_NOATIME),
        (FsFlags::ST_NODIRATIME, MsFlags::MS_NODIRATIME),
        (FsFlags::ST_RELATIME, MsFlags::MS_RELATIME),
    ];
    let kept =
        kept.iter().filter(|(flag, _)| flags.contains(*flag)).fold(MsFlags::empty(), |all, (_, flag)| all | *flag);
    let flags = kept | MsFlags::MS_BIND | MsFlags::MS_REMOUNT | MsFlags::MS_RDONLY;
    mount(NOTHING, point, NOTHING, flags, NOTHING).map_err(|error| told(error, "protect", point))
}

/// Mounts something empty over a folder or file.
fn withhold(path: &Path) -> io::Result<()> {
    let done = match path.is_dir() {
        true => mount(Some("tmpfs"), path, Some("tmpfs"), MsFlags::MS_RDONLY, Some("mode=555,size=4k")),
        false => mount(Some("/dev/null"), path, NOTHING, MsFlags::MS_BIND, NOTHING),
    };
    done.map_err(|error| told(error, "withhold", path))
}

/// A path as the table of mounts writes it: with blanks and the like in octal.
fn unescaped(word: &str) -> PathBuf {
    let plain = [("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")];
    PathBuf::from(plain.iter().fold(word.to_owned(), |word, (escaped, plain)| word.replace(escaped, plain)))
}

fn told(error: nix::errno::Errno, what: &str, path: &Path) -> io::Error {
    io::Error::other(format!("cannot {what} {}: {}", path.display(), error.desc()))
}
