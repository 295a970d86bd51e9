//! Keeping a bot's process, and all that it starts, in hand: nothing of it may outlive its match.
//!
//! The program runs itself as a keeper, and the keeper runs the bot. Where the system allows it the bot lives in a namespace of
//! processes of its own: when its first process, the keeper's other half, ends, the kernel ends all others, whatever they have done to
//! hide. Elsewhere the keeper is the one whom orphans are given to (`PR_SET_CHILD_SUBREAPER`), so it finds daemons too, and ends them one by
//! one; it cannot help against a bot that kills its keeper. If the engine dies the kernel tells the keeper.
//!
//! The keeper looks now and then how many processes and threads a bot has, and ends one that has too many. Without a namespace the
//! kernel holds whoever is not root to that as well, and all are stopped before any is ended: who is stopped begets nobody.
//!
//! Programs without a keeper (those of others that use this as a library, and have no such command) start bots in a group of processes
//! that is ended as one: what leaves it gets away.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::prctl;
use nix::sys::resource::{Resource, setrlimit};
use nix::sys::signal::{SigSet, Signal, kill};
use nix::sys::signalfd::{SfdFlags, SignalFd};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::{Pid, dup2_stdin, dup2_stdout, getgid, getppid, getuid};

use super::spec::ProcessSpec;

/// The command that makes the program a keeper.
const KEEP: &str = "__keep-bot";
/// The hidden command by which a keeper runs itself within the namespace.
const INSIDE: &str = "__keep-bot-inside";
/// The exit code of a keeper that could not do its work.
pub(super) const EXIT_OURS: i32 = 125;
/// Of one whose bot had too many processes.
pub(super) const EXIT_CROWD: i32 = 124;
/// Of one whose bot cannot be started.
const EXIT_NOT_STARTED: u8 = 127;
/// What is told of a bot that ended with an exit code which is a keeper's: nobody escapes a forfeit by the right number.
const EXIT_TAKEN: u8 = 126;
/// Mebibytes of address space that a process has at least: less does not hold the keeper.
const LEAST_MEMORY_MIB: u64 = 256;
/// Bytes of a file that a bot may write.
const MAX_FILE: u64 = 64 << 20;
/// Files that it may have open.
const MAX_FILES: u64 = 256;
/// How long whatever a bot left is looked for.
const HUNT: Duration = Duration::from_secs(5);
/// Milliseconds from one count of a bot's processes to the next.
const COUNT_MS: u16 = 25;

/// What the system says when it has no room for another process: no fault of a bot.
const AGAIN: i32 = nix::errno::Errno::EAGAIN as i32;
const NO_MEMORY: i32 = nix::errno::Errno::ENOMEM as i32;

/// How bots are started.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProcessKeeper {
    /// The program that is a keeper when it is asked to be: one whose `main` calls [`keep`].
    program: Option<PathBuf>,
    /// Whether namespaces are left alone even where they are allowed.
    shared: bool,
}

impl ProcessKeeper {
    /// This program, or another whose `main` calls [`keep`].
    pub fn from_program(program: PathBuf) -> ProcessKeeper {
        ProcessKeeper { program: Some(program), shared: false }
    }

    /// None: bots are only held together by their group of processes.
    pub fn none() -> ProcessKeeper {
        ProcessKeeper::default()
    }

    /// This keeper, but with bots among the processes of everybody even where namespaces are allowed.
    #[must_use]
    pub fn without_namespaces(self) -> ProcessKeeper {
        ProcessKeeper { shared: true, ..self }
    }

    /// Whether there is a keeper.
    pub fn is_some(&self) -> bool {
        self.program.is_some()
    }

    /// The command that starts a bot, with pipes.
    pub(super) fn command(&self, spec: &ProcessSpec) -> Command {
        let mut command = match &self.program {
            Some(program) => {
                let mut command = Command::new(program);
                let how = if self.shared { "shared" } else { "alone" };
                command.args([KEEP, how, &std::process::id().to_string()]);
                command.args([spec.limits.memory_mib, spec.limits.processes].map(|limit| limit.to_string()));
                command.args(&spec.command);
                command
            }
            None => {
                let mut command = Command::new(&spec.command[0]);
                command.args(&spec.command[1..]);
                command
            }
        };
        command.current_dir(&spec.folder).process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }
}

/// What a program that starts bots does first: if it was started as a keeper it is one, and its exit code is the result.
pub fn keep(args: impl IntoIterator<Item = OsString>) -> Option<ExitCode> {
    let mut args = args.into_iter().skip(1);
    let command = args.next()?;
    if command != KEEP && command != INSIDE {
        return None;
    }
    let inside = command == INSIDE;
    let words: Vec<OsString> = args.collect();
    let number = |at: usize| words.get(at)?.to_str()?.parse::<u64>().ok();
    let (Some(parent), Some(memory_mib), Some(processes), Some(_)) = (number(1), number(2), number(3), words.get(4))
    else {
        eprintln!("a keeper is started by the program itself");
        return Some(ExitCode::from(EXIT_OURS as u8));
    };
    let job = KeptJob { memory_mib, processes, command: &words[4..] };
    let code = match words[0].to_str() {
        _ if inside => job.inside(parent),
        Some("alone") => job.alone(parent),
        _ => job.shared(parent),
    };
    Some(ExitCode::from(code.unwrap_or_else(|error| {
        eprintln!("a keeper failed: {error}");
        EXIT_OURS as u8
    })))
}

/// What a keeper has to do.
struct KeptJob<'a> {
    memory_mib: u64,
    /// Processes and threads that the bot may have.
    processes: u64,
    command: &'a [OsString],
}

type KeptExit = Result<u8, std::io::Error>;

impl KeptJob<'_> {
    /// Keeps a bot in a namespace of processes of its own, or as [`KeptJob::shared`] where that is not allowed.
    fn alone(&self, parent: u64) -> KeptExit {
        let (user, group) = (getuid(), getgid());
        if !enter_namespaces() {
            return self.shared(parent);
        }
        // Without them files would belong to nobody that is known here.
        let _ = fs::write("/proc/self/setgroups", "deny");
        fs::write("/proc/self/uid_map", format!("{user} {user} 1"))?;
        fs::write("/proc/self/gid_map", format!("{group} {group} 1"))?;
        end_with(parent, Signal::SIGKILL)?;
        let mut inner = Command::new(std::env::current_exe()?);
        inner.args([INSIDE, "alone", &std::process::id().to_string()]);
        inner.args([self.memory_mib, self.processes].map(|limit| limit.to_string()));
        let mut inner = inner.args(self.command).spawn()?;
        let_go_of_pipes()?;
        let status = inner.wait()?;
        Ok(status.code().map_or(EXIT_OURS as u8, |code| code as u8))
    }

    /// The first process of a namespace: when it ends all others do.
    fn inside(&self, outer: u64) -> KeptExit {
        prctl::set_pdeathsig(Signal::SIGKILL)?;
        // The other half may have died before that; its parent's /proc is what is seen here.
        if !PathBuf::from(format!("/proc/{outer}")).exists() {
            return Ok(EXIT_OURS as u8);
        }
        self.watch()
    }

    /// Keeps a bot among the processes of everybody, as the one whom its orphans are given to.
    fn shared(&self, parent: u64) -> KeptExit {
        prctl::set_child_subreaper(true)?;
        end_with(parent, Signal::SIGTERM)?;
        let most = threads_of_user() + self.processes;
        setrlimit(Resource::RLIMIT_NPROC, most, most)?;
        let code = self.watch();
        hunt();
        code
    }

    /// Starts the bot and waits for its end, until it has too many processes, or until this process is told to end.
    fn watch(&self) -> KeptExit {
        let mut signals = SigSet::empty();
        signals.add(Signal::SIGTERM);
        signals.add(Signal::SIGCHLD);
        signals.thread_block()?;
        let told = SignalFd::with_flags(&signals, SfdFlags::SFD_CLOEXEC | SfdFlags::SFD_NONBLOCK)?;
        let bot = match self.start() {
            Ok(bot) => Pid::from_raw(bot.id() as i32),
            Err(error) if matches!(error.raw_os_error(), Some(AGAIN | NO_MEMORY)) => return Err(error),
            Err(error) => {
                eprintln!("cannot start {:?}: {error}", self.command[0]);
                return Ok(EXIT_NOT_STARTED);
            }
        };
        let_go_of_pipes()?;
        loop {
            if let Some(code) = reap(bot) {
                return Ok(if [EXIT_CROWD, EXIT_OURS].contains(&code.into()) { EXIT_TAKEN } else { code });
            }
            poll(&mut [PollFd::new(told.as_fd(), PollFlags::POLLIN)], PollTimeout::from(COUNT_MS))?;
            while let Some(signal) = told.read_signal()? {
                if signal.ssi_signo == Signal::SIGTERM as u32 {
                    return Ok(128 + Signal::SIGTERM as u8);
                }
            }
            if descendants(self.processes).1 > self.processes {
                return Ok(EXIT_CROWD as u8);
            }
        }
    }

    fn start(&self) -> std::io::Result<Child> {
        let memory = self.memory_mib.max(LEAST_MEMORY_MIB) << 20;
        let limits = [
            (Resource::RLIMIT_AS, memory),
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
}

/// Whether this process has a namespace of users and its children have one of processes.
fn enter_namespaces() -> bool {
    use nix::sched::{CloneFlags, unshare};
    unshare(CloneFlags::CLONE_NEWUSER | CloneFlags::CLONE_NEWPID).is_ok()
}

/// Has this process told by `signal` when its parent dies.
fn end_with(parent: u64, signal: Signal) -> std::io::Result<()> {
    prctl::set_pdeathsig(signal)?;
    // It may have died before that.
    if getppid().as_raw() as u64 == parent { Ok(()) } else { Err(std::io::Error::other("its parent is gone")) }
}

/// Only the bot holds the ends of its pipes: when it closes one that is to be seen.
fn let_go_of_pipes() -> std::io::Result<()> {
    let nothing = fs::File::options().read(true).write(true).open("/dev/null")?;
    dup2_stdin(&nothing)?;
    dup2_stdout(&nothing)?;
    Ok(())
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

/// Ends all descendants.
fn hunt() {
    let began = Instant::now();
    while began.elapsed() < HUNT {
        stop_all(began);
        for pid in descendants(u64::MAX).0 {
            let _ = kill(Pid::from_raw(pid), Signal::SIGKILL);
        }
        loop {
            match waitpid(None, Some(WaitPidFlag::WNOHANG)) {
                Err(_) => return,
                Ok(WaitStatus::StillAlive) => break,
                Ok(_) => {}
            }
        }
        std::thread::sleep(Duration::from_micros(200));
    }
}

/// Stops all descendants, until there are none that have not been.
fn stop_all(began: Instant) {
    let mut stopped = BTreeSet::new();
    loop {
        let fresh: Vec<i32> = descendants(u64::MAX).0.into_iter().filter(|pid| stopped.insert(*pid)).collect();
        if fresh.is_empty() || began.elapsed() >= HUNT {
            return;
        }
        for pid in fresh {
            let _ = kill(Pid::from_raw(pid), Signal::SIGSTOP);
        }
    }
}

/// The descendants of this process, and how many threads they are; when these are more than `most`, not all of them.
fn descendants(most: u64) -> (Vec<i32>, u64) {
    let (mut found, mut threads) = (children("self"), 0);
    let mut next = 0;
    while let (Some(pid), true) = (found.get(next).copied(), threads <= most) {
        threads += fs::read_dir(format!("/proc/{pid}/task")).map_or(1, |tasks| tasks.count() as u64);
        found.extend(children(&pid.to_string()));
        next += 1;
    }
    (found, threads)
}

/// The children of a process, as `/proc` names both.
fn children(parent: &str) -> Vec<i32> {
    let tasks = fs::read_dir(format!("/proc/{parent}/task")).into_iter().flatten().flatten();
    let lists = tasks.filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    lists.flat_map(|list| list.split_whitespace().filter_map(|word| word.parse().ok()).collect::<Vec<_>>()).collect()
}

/// The threads of all processes of this user: what the kernel holds against its limit.
fn threads_of_user() -> u64 {
    let user = getuid().as_raw().to_string();
    let statuses = fs::read_dir("/proc").into_iter().flatten().flatten();
    let statuses = statuses.filter_map(|entry| fs::read_to_string(entry.path().join("status")).ok());
    let threads = |status: String| -> Option<u64> {
        let word = |name: &str| status.lines().find_map(|line| line.strip_prefix(name))?.split_whitespace().next();
        if word("Uid:")? == user { word("Threads:")?.parse().ok() } else { None }
    };
    statuses.filter_map(threads).sum()
}
