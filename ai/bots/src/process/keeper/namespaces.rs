//! Namespaces: what a process and all that it starts have apart from everybody.

use std::fs::File;
use std::io::{self, Write};
use std::os::fd::{AsFd, OwnedFd};

use nix::fcntl::{OFlag, open, openat};
use nix::sched::{CloneFlags, unshare};
use nix::sys::stat::Mode;
use nix::unistd::{getgid, getuid};

/// Puts this process into namespaces of users, mounts, network, IPC and names, and its children into one of processes. Within them it is root,
/// outside of them still who it was.
///
/// # Errors
/// What the system says.
pub fn enter() -> io::Result<()> {
    let (user, group) = (getuid().as_raw(), getgid().as_raw());
    let own = own_entry()?;
    let all = CloneFlags::CLONE_NEWUSER
        | CloneFlags::CLONE_NEWPID
        | CloneFlags::CLONE_NEWNS
        | CloneFlags::CLONE_NEWNET
        | CloneFlags::CLONE_NEWIPC
        | CloneFlags::CLONE_NEWUTS;
    unshare(all)?;
    map_user(own.as_fd(), [0, user], [0, group])
}

/// The entry of this process in `/proc`, which keeps its meaning whatever is mounted there later.
///
/// # Errors
/// What the system says.
pub fn own_entry() -> io::Result<OwnedFd> {
    Ok(open("/proc/self", OFlag::O_RDONLY | OFlag::O_DIRECTORY | OFlag::O_CLOEXEC, Mode::empty())?)
}

/// Gives up being root of the namespace: this process becomes a plain user of one more, and what it starts has no rights.
///
/// # Errors
/// What the system says.
pub fn give_up_rights(own: impl AsFd, user: u32) -> io::Result<()> {
    unshare(CloneFlags::CLONE_NEWUSER)?;
    map_user(own, [user, 0], [user, 0])
}

/// Says who the users of a new namespace are outside: inner and outer id.
fn map_user(own: impl AsFd, user: [u32; 2], group: [u32; 2]) -> io::Result<()> {
    let write = |name: &str, words: String| -> io::Result<()> {
        let fd = openat(own.as_fd(), name, OFlag::O_WRONLY | OFlag::O_CLOEXEC, Mode::empty())?;
        File::from(fd).write_all(words.as_bytes())
    };
    // Older kernels have no such file, and ask for nothing.
    let _ = write("setgroups", "deny".to_owned());
    write("uid_map", format!("{} {} 1", user[0], user[1]))?;
    write("gid_map", format!("{} {} 1", group[0], group[1]))
}
