//! A process and the lines to it and from it. One thread does it all, by waiting for whichever pipe is ready: a bot that does not
//! read, does not write or only writes to its standard error can hold up nobody for longer than its time.

use std::io::{ErrorKind, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout};
use std::time::{Duration, Instant};

use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use super::keeper::{EXIT_CROWD, EXIT_OURS, ProcessKeeper};
use super::spec::ProcessSpec;
use crate::limits::{MAX_LINE, MAX_STDERR, STDERR_TAIL};

/// How long a process that is told to end has before it is ended.
const GRACE: Duration = Duration::from_secs(6);
/// How long a process whose output has ended has until its end is known.
const LAST_BREATH: Duration = Duration::from_millis(500);

/// Why a line does not come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PipeError {
    /// Its time is over.
    Late,
    /// The process is gone, or has closed its output: in words.
    Gone(String),
    /// A line, or its standard error, is longer than it may be.
    TooLong(&'static str),
    /// It has more processes and threads than it may have.
    Crowd,
    /// The system failed.
    System(String),
}

/// A process with its pipes.
#[derive(Debug)]
pub struct BotPipe {
    child: Child,
    /// None once it reads no more.
    stdin: Option<ChildStdin>,
    stdout: ChildStdout,
    stderr: Option<ChildStderr>,
    /// Room to read into.
    buffer: Box<[u8]>,
    /// What came and is no whole line yet, or none that was asked for.
    inbox: Vec<u8>,
    /// Where the search for the next line's end goes on.
    searched: usize,
    tail: Vec<u8>,
    stderr_bytes: u64,
    /// Whether the process has been waited for.
    is_over: bool,
    /// Whether it is a keeper, which ends what it keeps when it is told to.
    is_kept: bool,
}

impl BotPipe {
    /// Starts a program.
    ///
    /// # Errors
    /// That the system does not start it.
    pub fn start(keeper: &ProcessKeeper, spec: &ProcessSpec) -> Result<BotPipe, PipeError> {
        let system = |error: std::io::Error| PipeError::System(format!("cannot start {:?}: {error}", spec.command[0]));
        let mut child = keeper.command(spec).spawn().map_err(system)?;
        let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = (stdin, stdout, stderr) else {
            return Err(PipeError::System("a process without pipes".to_owned()));
        };
        for pipe in [stdin.as_fd(), stdout.as_fd(), stderr.as_fd()] {
            fcntl(pipe, FcntlArg::F_SETFL(OFlag::O_NONBLOCK)).map_err(|error| system(error.into()))?;
        }
        Ok(BotPipe {
            child,
            stdin: Some(stdin),
            stdout,
            stderr: Some(stderr),
            buffer: vec![0; 16_384].into_boxed_slice(),
            inbox: Vec::new(),
            searched: 0,
            tail: Vec::new(),
            stderr_bytes: 0,
            is_over: false,
            is_kept: keeper.is_some(),
        })
    }

    /// Sends `out`, whole lines, and waits for one line, which replaces `line`, without its end.
    ///
    /// # Errors
    /// Why it does not come.
    pub fn exchange(&mut self, out: &[u8], line: &mut Vec<u8>, deadline: Instant) -> Result<(), PipeError> {
        let mut unsent = out;
        loop {
            self.send(&mut unsent)?;
            if (unsent.is_empty() || self.stdin.is_none()) && self.take_line(line)? {
                return Ok(());
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(PipeError::Late);
            }
            if self.wait(!unsent.is_empty(), left)? {
                self.hear()?;
            }
            if !self.receive()? && !self.inbox[self.searched..].contains(&b'\n') {
                return Err(self.gone());
            }
        }
    }

    fn send(&mut self, unsent: &mut &[u8]) -> Result<(), PipeError> {
        while let (Some(stdin), false) = (&mut self.stdin, unsent.is_empty()) {
            match stdin.write(unsent) {
                Ok(count) => *unsent = &unsent[count..],
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                // It reads no more. What it has to say for itself is in its output.
                Err(error) if error.kind() == ErrorKind::BrokenPipe => self.stdin = None,
                Err(error) => return Err(PipeError::System(format!("cannot write to a bot: {error}"))),
            }
        }
        Ok(())
    }

    /// Waits until there is something to do; whether its standard error has something to say.
    fn wait(&self, sends: bool, left: Duration) -> Result<bool, PipeError> {
        fn entry(fd: BorrowedFd<'_>, flags: PollFlags) -> PollFd<'_> {
            PollFd::new(fd, flags)
        }
        let mut pipes = vec![entry(self.stdout.as_fd(), PollFlags::POLLIN)];
        pipes.extend(self.stdin.iter().filter(|_| sends).map(|stdin| entry(stdin.as_fd(), PollFlags::POLLOUT)));
        pipes.extend(self.stderr.iter().map(|stderr| entry(stderr.as_fd(), PollFlags::POLLIN)));
        let milliseconds = left.as_nanos().div_ceil(1_000_000).min(60_000) as i32;
        let timeout = PollTimeout::try_from(milliseconds).unwrap_or(PollTimeout::ZERO);
        match poll(&mut pipes, timeout) {
            Ok(_) => Ok(self.stderr.is_some() && pipes.last().and_then(PollFd::any).unwrap_or(true)),
            Err(nix::errno::Errno::EINTR) => Ok(true),
            Err(error) => Err(PipeError::System(format!("cannot wait for a bot: {error}"))),
        }
    }

    /// Reads what there is; false at the end of the output.
    fn receive(&mut self) -> Result<bool, PipeError> {
        loop {
            match self.stdout.read(&mut self.buffer) {
                Ok(0) => return Ok(false),
                Ok(count) => self.inbox.extend_from_slice(&self.buffer[..count]),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(true),
                Err(error) => return Err(PipeError::System(format!("cannot read from a bot: {error}"))),
            }
            // No more than a line at a time is taken in: a flood stays in the pipe.
            // Nor is looked for more behind the end of one.
            if self.inbox.len() > MAX_LINE || self.inbox.ends_with(b"\n") {
                return Ok(true);
            }
        }
    }

    fn take_line(&mut self, line: &mut Vec<u8>) -> Result<bool, PipeError> {
        let found = self.inbox[self.searched..].iter().position(|byte| *byte == b'\n');
        let Some(end) = found.map(|at| self.searched + at) else {
            self.searched = self.inbox.len();
            return if self.inbox.len() > MAX_LINE { Err(PipeError::TooLong("a line")) } else { Ok(false) };
        };
        line.clear();
        line.extend_from_slice(&self.inbox[..end]);
        self.inbox.drain(..=end);
        self.searched = 0;
        Ok(true)
    }

    /// Takes what it wrote to its standard error, and keeps the end of it.
    fn hear(&mut self) -> Result<(), PipeError> {
        let Some(stderr) = &mut self.stderr else { return Ok(()) };
        // As much as a pipe holds, and then the others' turn comes.
        for _ in 0..4 {
            match stderr.read(&mut self.buffer) {
                Ok(0) => {
                    self.stderr = None;
                    return Ok(());
                }
                Ok(count) => {
                    self.stderr_bytes += count as u64;
                    self.tail.extend_from_slice(&self.buffer[..count]);
                    let excess = self.tail.len().saturating_sub(STDERR_TAIL);
                    self.tail.drain(..excess);
                    if self.stderr_bytes > MAX_STDERR {
                        return Err(PipeError::TooLong("its standard error"));
                    }
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return Ok(()),
            }
        }
        Ok(())
    }

    /// What is known of a process whose output has ended.
    fn gone(&mut self) -> PipeError {
        if !self.wait_for_end(LAST_BREATH) {
            return PipeError::Gone("it closed its output".to_owned());
        }
        let _ = self.hear();
        let status = self.child.wait().ok();
        let code = status.and_then(|status| status.code());
        match (code, status) {
            (Some(code), _) if code == EXIT_OURS && self.is_kept => {
                PipeError::System(format!("it could not be started: {}", self.tail()))
            }
            (Some(code), _) if code == EXIT_CROWD && self.is_kept => PipeError::Crowd,
            // As shells do, keepers tell of a signal as 128 and its number.
            (Some(code), _) if code > 128 => PipeError::Gone(format!("it was ended by signal {}", code - 128)),
            (Some(code), _) => PipeError::Gone(format!("it ended with exit code {code}")),
            (None, Some(status)) => PipeError::Gone(format!("it ended: {status}")),
            (None, None) => PipeError::Gone("it ended".to_owned()),
        }
    }

    /// The end of what it wrote to its standard error, as text.
    pub fn tail(&self) -> String {
        String::from_utf8_lossy(&self.tail).trim().to_owned()
    }

    /// Waits until the process is gone; false when it is not by then.
    fn wait_for_end(&mut self, patience: Duration) -> bool {
        let began = Instant::now();
        let mut pause = Duration::from_micros(100);
        while !self.is_over {
            self.is_over = !matches!(self.child.try_wait(), Ok(None));
            if !self.is_over {
                if began.elapsed() >= patience {
                    return false;
                }
                let _ = self.hear();
                std::thread::sleep(pause);
                pause = (pause * 2).min(Duration::from_millis(10));
            }
        }
        true
    }

    /// Says a last line, reads no more, and waits until the process is gone by itself; whether it was.
    pub fn finish(&mut self, last: &[u8], patience: Duration) -> bool {
        let mut unsent = last;
        let _ = self.send(&mut unsent);
        self.stdin = None;
        let ended = self.wait_for_end(patience);
        self.end();
        ended
    }

    /// Ends the process and everything it started.
    pub fn end(&mut self) {
        self.stdin = None;
        if self.is_over {
            return;
        }
        let pid = Pid::from_raw(self.child.id() as i32);
        // The child leads a group of its own, its keeper or, without one, the bot itself.
        let _ = kill(Pid::from_raw(-pid.as_raw()), Signal::SIGTERM);
        if !self.wait_for_end(if self.is_kept { GRACE } else { Duration::ZERO }) {
            let _ = kill(Pid::from_raw(-pid.as_raw()), Signal::SIGKILL);
            let _ = self.child.wait();
            self.is_over = true;
        }
    }
}

impl Drop for BotPipe {
    fn drop(&mut self) {
        self.end();
    }
}
