//! Keeping a bot's process, and all that it starts, in hand: nothing of it may outlive its match.
//!
//! The program runs itself as a keeper, and the keeper runs the bot. Where the system allows it the bot lives in a namespace of
//! processes of its own: when its first process, the keeper's other half, ends, the kernel ends all others, whatever they have done to
//! hide. Elsewhere the keeper is the one whom orphans are given to (`PR_SET_CHILD_SUBREAPER`), so it finds daemons too, and ends them one by
//! one; it cannot help against a bot that kills its keeper. If the engine dies the kernel tells the keeper.
//!
//! Programs without a keeper (those of others that use this as a library, and have no such command) start bots in a group of processes
//! that is ended as one: what leaves it gets away.

use std::ffi::OsString;
use std::fs;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use nix::sys::prctl;
use nix::sys::resource::{Resource, setrlimit};
use nix::sys::signal::{SigSet, Signal, kill};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::{Pid, dup2_stdin, dup2_stdout, getgid, getppid, getuid};

use super::Spec;

/// The command that makes the program a keeper.
const KEEP: &str = "__keep-bot";
/// The same within the namespace.
const INSIDE: &str = "__keep-bot-inside";
/// The exit code of a keeper that could not do its work.
pub(super) const EXIT_OURS: i32 = 125;
/// Of one whose bot cannot be started.
const EXIT_NOT_STARTED: u8 = 127;
/// Mebibytes of address space that a process has at least: less does not hold the keeper.
const LEAST_MEMORY_MIB: u64 = 256;
/// Bytes of a file that a bot may write.
const MAX_FILE: u64 = 64 << 20;
/// Files that it may have open.
const MAX_FILES: u64 = 256;
/// How long whatever a bot left is looked for.
const HUNT: Duration = Duration::from_secs(5);

/// What the system says when it has no room for another process: no fault of a bot.
const AGAIN: i32 = nix::errno::Errno::EAGAIN as i32;
const NO_MEMORY: i32 = nix::errno::Errno::ENOMEM as i32;

/// How bots are started.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keeper {
    /// The program that is a keeper when it is asked to be: one whose `main` calls [`keep`].
    program: Option<PathBuf>,
    /// Whether namespaces are left alone even where they are allowed.
    shared: bool,
}

impl Keeper {
    /// This program, or another whose `main` calls [`keep`].
    pub fn of(program: PathBuf) -> Keeper {
        Keeper { program: Some(program), shared: false }
    }

    /// None: bots are only held together by their group of processes.
    pub fn none() -> Keeper {
        Keeper::default()
    }

    /// The same, without namespaces.
    #[must_use]
    pub fn without_namespaces(self) -> Keeper {
        Keeper { shared: true, ..self }
    }

    /// Whether there is a keeper.
    pub fn is_some(&self) -> bool {
        self.program.is_some()
    }

    /// The command that starts a bot, with pipes.
    pub(super) fn command(&self, spec: &Spec) -> Command {
        let mut command = match &self.program {
            Some(program) => {
                let mut command = Command::new(program);
                let how = if self.shared { "shared" } else { "alone" };
                command.args([KEEP, how, &std::process::id().to_string(), &spec.limits.memory_mib.to_string()]);
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
    let (Some(parent), Some(memory), Some(_)) = (number(1), number(2), words.get(3)) else {
        eprintln!("a keeper is started by the program itself");
        return Some(ExitCode::from(EXIT_OURS as u8));
    };
    let job = Job { memory_mib: memory, command: &words[3..] };
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
struct Job<'a> {
    memory_mib: u64,
    command: &'a [OsString],
}

type Kept = Result<u8, std::io::Error>;

impl Job<'_> {
    /// Keeps a bot in a namespace of processes of its own, or as [`Job::shared`] where that is not allowed.
    fn alone(&self, parent: u64) -> Kept {
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
        inner.args([INSIDE, "alone", &std::process::id().to_string(), &self.memory_mib.to_string()]);
        let mut inner = inner.args(self.command).spawn()?;
        let_go_of_pipes()?;
        let status = inner.wait()?;
        Ok(status.code().map_or(EXIT_OURS as u8, |code| code as u8))
    }

    /// The first process of a namespace: when it ends all others do.
    fn inside(&self, outer: u64) -> Kept {
        prctl::set_pdeathsig(Signal::SIGKILL)?;
        // The other half may have died before that; its parent's /proc is what is seen here.
        if !PathBuf::from(format!("/proc/{outer}")).exists() {
            return Ok(EXIT_OURS as u8);
        }
        self.watch()
    }

    /// Keeps a bot among the processes of everybody, as the one whom its orphans are given to.
    fn shared(&self, parent: u64) -> Kept {
        prctl::set_child_subreaper(true)?;
        end_with(parent, Signal::SIGTERM)?;
        let code = self.watch();
        hunt();
        code
    }

    /// Starts the bot and waits for its end, or until this process is told to end.
    fn watch(&self) -> Kept {
        let mut signals = SigSet::empty();
        signals.add(Signal::SIGTERM);
        signals.add(Signal::SIGCHLD);
        signals.thread_block()?;
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
                return Ok(code);
            }
            if signals.wait()? == Signal::SIGTERM {
                return Ok(128 + Signal::SIGTERM as u8);
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

/// Ends all descendants: children first, whose own children are then this process's.
fn hunt() {
    let began = Instant::now();
    while began.elapsed() < HUNT {
        for child in children() {
            let _ = kill(child, Signal::SIGKILL);
        }
        match waitpid(None, Some(WaitPidFlag::WNOHANG)) {
            Err(_) => return,
            Ok(WaitStatus::StillAlive) => std::thread::sleep(Duration::from_micros(200)),
            Ok(_) => {}
        }
    }
}

/// The children of this process.
fn children() -> Vec<Pid> {
    let own = std::process::id();
    let text = fs::read_to_string(format!("/proc/self/task/{own}/children")).unwrap_or_default();
    text.split_whitespace().filter_map(|word| word.parse().ok()).map(Pid::from_raw).collect()
}
