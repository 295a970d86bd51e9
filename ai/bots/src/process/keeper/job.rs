//! What a keeper has to do: the last stage, which starts the bot and watches it, and the unsafe way, which is that stage alone.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::prctl;
use nix::sys::resource::{Resource, setrlimit};
use nix::sys::signal::{SigSet, Signal};
use nix::sys::signalfd::{SfdFlags, SignalFd};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::{Pid, close, dup2_stdin, dup2_stdout, getppid};
use serde::{Deserialize, Serialize};

use super::isolation::Isolation;
use super::offspring::{descendants, hunt, resident_bytes, threads_of_user};
use super::sight::BotSight;
use super::tuning::{COUNT_MS, LEAST_MEMORY_MIB, MAX_FILE, MAX_FILES, MAX_INHERITED, PROCESS_SLACK};

/// The command that makes the program a keeper.
pub(super) const KEEP: &str = "__keep-bot";
/// The hidden command of the second stage.
pub(super) const ENTER: &str = "__keep-bot-enter";
/// The hidden command of the third.
pub(super) const INSIDE: &str = "__keep-bot-inside";
/// The exit code of a keeper that could not do its work.
pub(in crate::process) const EXIT_OURS: i32 = 125;
/// Of one whose bot had too many processes, or too much memory.
pub(in crate::process) const EXIT_CROWD: i32 = 124;
/// Of one whose bot cannot be started.
const EXIT_NOT_STARTED: u8 = 127;
/// What is told of a bot that ended with an exit code which is a keeper's: nobody escapes a forfeit by the right number.
const EXIT_TAKEN: u8 = 126;

/// What the system says when it has no room for another process: no fault of a bot.
const AGAIN: i32 = nix::errno::Errno::EAGAIN as i32;
const NO_MEMORY: i32 = nix::errno::Errno::ENOMEM as i32;

/// What a keeper has to do, as its stages hand it on.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct KeptJob {
    /// The process that started this stage, as this stage sees it.
    pub parent: u32,
    /// None where bots run among the processes of everybody.
    pub isolation: Option<Isolation>,
    pub memory_mib: u32,
    /// Processes and threads that the bot may have.
    pub processes: u32,
    /// Processors that it may keep busy.
    pub cpus: u32,
    /// The name of its control group, if it has one.
    pub group: String,
    pub sight: BotSight,
    pub command: Vec<String>,
}

pub(super) type KeptExit = Result<u8, io::Error>;

impl KeptJob {
    /// The job as one word of a command line.
    pub fn to_word(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads [`KeptJob::to_word`]; none when it is anything else.
    pub fn from_word(word: &OsStr) -> Option<KeptJob> {
        let job: KeptJob = serde_json::from_str(word.to_str()?).ok()?;
        Some(job).filter(|job| !job.command.is_empty())
    }

    /// Keeps a bot among the processes of everybody, as the one whom its orphans are given to.
    pub fn shared(&self) -> KeptExit {
        prctl::set_child_subreaper(true)?;
        end_with(self.parent, Signal::SIGTERM)?;
        self.limit_processes(threads_of_user())?;
        let code = self.watch();
        hunt();
        code
    }

    /// Has the kernel make no more processes of this user than the bot may have beside these others.
    pub fn limit_processes(&self, others: u64) -> io::Result<()> {
        let most = others + u64::from(self.processes + PROCESS_SLACK);
        Ok(setrlimit(Resource::RLIMIT_NPROC, most, most)?)
    }

    /// Starts the bot and waits for its end, until it has taken too much, or until this process is told to end.
    pub fn watch(&self) -> KeptExit {
        let (told, nothing) = (signals()?, open_nothing()?);
        let bot = match self.start() {
            Ok(bot) => Pid::from_raw(bot.id() as i32),
            Err(error) if matches!(error.raw_os_error(), Some(AGAIN | NO_MEMORY)) => return Err(error),
            Err(error) => {
                eprintln!("cannot start {:?}: {error}", self.command[0]);
                return Ok(EXIT_NOT_STARTED);
            }
        };
        let_go_of_pipes(&nothing)?;
        loop {
            if let Some(code) = reap(bot) {
                return Ok(if [EXIT_CROWD, EXIT_OURS].contains(&code.into()) { EXIT_TAKEN } else { code });
            }
            if is_told_to_end(&told)? {
                return Ok(128 + Signal::SIGTERM as u8);
            }
            let (pids, threads) = descendants(self.processes.into());
            if threads > u64::from(self.processes) || resident_bytes(&pids) > self.memory_bytes() {
                return Ok(EXIT_CROWD as u8);
            }
        }
    }

    fn memory_bytes(&self) -> u64 {
        u64::from(self.memory_mib).max(LEAST_MEMORY_MIB) << 20
    }

    fn start(&self) -> io::Result<Child> {
        let limits = [
            (Resource::RLIMIT_AS, self.memory_bytes()),
            (Resource::RLIMIT_FSIZE, MAX_FILE),
            (Resource::RLIMIT_NOFILE, MAX_FILES),
            (Resource::RLIMIT_CORE, 0),
        ];
        for (resource, limit) in limits {
            setrlimit(resource, limit, limit)?;
        }
        prctl::set_no_new_privs()?;
        Command::new(&self.command[0]).args(&self.command[1..]).process_group(0).spawn()
    }

    /// The command that is the next stage.
    pub fn stage(&self, stage: &str) -> io::Result<Command> {
        let mut command = Command::new(std::env::current_exe()?);
        let job = KeptJob { parent: std::process::id(), ..self.clone() };
        command.args([OsString::from(stage), OsString::from(job.to_word())]);
        Ok(command)
    }
}

/// What tells this process that a child of its has ended, or that it is to end itself.
pub(super) fn signals() -> io::Result<SignalFd> {
    let mut signals = SigSet::empty();
    signals.add(Signal::SIGTERM);
    signals.add(Signal::SIGCHLD);
    signals.thread_block()?;
    Ok(SignalFd::with_flags(&signals, SfdFlags::SFD_CLOEXEC | SfdFlags::SFD_NONBLOCK)?)
}

/// Waits a little for signals; whether this process is to end.
pub(super) fn is_told_to_end(told: &SignalFd) -> io::Result<bool> {
    poll(&mut [PollFd::new(told.as_fd(), PollFlags::POLLIN)], PollTimeout::from(COUNT_MS))?;
    while let Some(signal) = told.read_signal()? {
        if signal.ssi_signo == Signal::SIGTERM as u32 {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Has this process told by `signal` when its parent dies.
pub(super) fn end_with(parent: u32, signal: Signal) -> io::Result<()> {
    prctl::set_pdeathsig(signal)?;
    // It may have died before that.
    if getppid().as_raw() as u32 == parent { Ok(()) } else { Err(io::Error::other("its parent is gone")) }
}

/// Closes what whoever started the program left open for it: a file of results, a socket or a folder of the host is reached through its
/// number from any namespace. It comes before anything is opened here.
pub(super) fn let_go_of_inherited() {
    let listed = fs::read_dir("/proc/self/fd").map(|entries| {
        let names = entries.flatten().map(|entry| entry.file_name());
        names.filter_map(|name| name.to_str()?.parse().ok()).collect()
    });
    let numbers: Vec<i32> = listed.unwrap_or_else(|_| (0..MAX_INHERITED).collect());
    // The list was a file itself, which is closed by now.
    for number in numbers.into_iter().filter(|number| *number > 2) {
        let _ = close(number);
    }
}

/// Only the bot holds the ends of its pipes: when it closes one that is to be seen.
pub(super) fn let_go_of_pipes(nothing: &fs::File) -> io::Result<()> {
    dup2_stdin(nothing)?;
    dup2_stdout(nothing)?;
    Ok(())
}

/// What takes the place of pipes. It is opened before another stage is started that may lay out the file system anew.
pub(super) fn open_nothing() -> io::Result<fs::File> {
    fs::File::options().read(true).write(true).open("/dev/null")
}

/// Buries whoever has died; the exit code of the bot when it is among them.
fn reap(bot: Pid) -> Option<u8> {
    let mut code = None;
    loop {
        match waitpid(None, Some(WaitPidFlag::WNOHANG)) {
            Ok(WaitStatus::Exited(pid, exit)) if pid == bot => code = Some(exit as u8),
            Ok(WaitStatus::Signaled(pid, signal, _)) if pid == bot => code = Some(128 + signal as u8),
            Ok(WaitStatus::StillAlive) | Err(_) => return code,
            Ok(_) => {}
        }
    }
}
