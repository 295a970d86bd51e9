//! A runner as a process of this machine: started, asked, ended.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use sandtable_match::store::unsealed;

use super::lines::{AnswerLine, DigestedLine, Hello, MAX_LINE_BYTES};
use crate::played::PlayedPair;

/// Between two looks whether the run was stopped.
const LOOK: Duration = Duration::from_millis(100);
/// Bytes that are kept of what a runner says on standard error, the last ones.
const SAID_BYTES: usize = 2_000;

/// Why a runner gave no result.
#[derive(Debug)]
pub(super) enum Trouble {
    /// It does not play as the tuner does, or answers something else than it was asked.
    False(String),
    /// It ended, or said nothing for too long.
    Lost(String),
    /// The pair cannot be played there.
    Failed(String),
    /// The run was stopped.
    Interrupted,
}

/// A process that plays pairs.
pub(super) struct RunnerProcess {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    said: Option<JoinHandle<String>>,
    /// Where it runs.
    pub host: String,
    /// Whether it has been held to the sample.
    pub is_proven: bool,
}

impl RunnerProcess {
    /// Starts the command, hears who it is, and tells it what is tuned.
    pub fn start(
        command: &str,
        tuning: &DigestedLine,
        patience: Duration,
        stop: &AtomicBool,
    ) -> Result<RunnerProcess, Trouble> {
        let mut shell = if cfg!(windows) { Command::new("cmd") } else { Command::new("sh") };
        shell.arg(if cfg!(windows) { "/C" } else { "-c" }).arg(command);
        shell.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = shell.spawn().map_err(|error| Trouble::Lost(format!("cannot be started: {error}")))?;
        let (sender, lines) = channel();
        if let Some(output) = child.stdout.take() {
            std::thread::spawn(move || {
                let mut output = BufReader::new(output);
                let mut line = String::new();
                while matches!((&mut output).take(MAX_LINE_BYTES).read_line(&mut line), Ok(read) if read > 0) {
                    if sender.send(std::mem::take(&mut line)).is_err() {
                        break;
                    }
                }
            });
        }
        let said = child.stderr.take().map(|errors| std::thread::spawn(move || last_of(errors)));
        let input = child.stdin.take();
        let mut process = RunnerProcess { child, input, lines, said, host: String::new(), is_proven: false };
        let line = process.line(patience, stop)?;
        let hello: Hello = unsealed(&line).ok_or_else(|| Trouble::False(not_whole(&line, "its version")))?;
        hello.check().map_err(Trouble::False)?;
        process.host = hello.host;
        process.tell(tuning)?;
        Ok(process)
    }

    /// Has it play a pair.
    pub fn ask(&mut self, job: &DigestedLine, patience: Duration, stop: &AtomicBool) -> Result<PlayedPair, Trouble> {
        self.tell(job)?;
        let line = self.line(patience, stop)?;
        let answer: AnswerLine =
            unsealed(&line).ok_or_else(|| Trouble::False(not_whole(&line, "the result of a pair")))?;
        if answer.job != job.digest {
            let [found, expected] =
                [&answer.job, &job.digest].map(|digest| digest.chars().take(16).collect::<String>());
            return Err(Trouble::False(format!("found the result of pair {found}; expected {expected}, as asked")));
        }
        match (answer.played, answer.failed) {
            (Some(played), None) => Ok(played),
            (None, Some(why)) => Err(Trouble::Failed(why)),
            _ => Err(Trouble::False("found an answer without a result; expected the result of the pair".to_owned())),
        }
    }

    fn tell(&mut self, line: &DigestedLine) -> Result<(), Trouble> {
        let Some(input) = &mut self.input else { return Err(Trouble::Lost("has ended".to_owned())) };
        let written = input.write_all(line.text.as_bytes()).and_then(|()| input.write_all(b"\n"));
        if written.and_then(|()| input.flush()).is_err() {
            return Err(self.ended());
        }
        Ok(())
    }

    /// Its next line.
    fn line(&mut self, patience: Duration, stop: &AtomicBool) -> Result<String, Trouble> {
        let until = Instant::now() + patience;
        loop {
            match self.lines.recv_timeout(LOOK) {
                Ok(line) if line.ends_with('\n') => return Ok(line.trim_end_matches('\n').to_owned()),
                // It died within a line.
                Ok(_) | Err(RecvTimeoutError::Disconnected) => {
                    return Err(if stop.load(Ordering::Relaxed) { Trouble::Interrupted } else { self.ended() });
                }
                Err(RecvTimeoutError::Timeout) if stop.load(Ordering::Relaxed) => return Err(Trouble::Interrupted),
                Err(RecvTimeoutError::Timeout) if Instant::now() >= until => {
                    return Err(Trouble::Lost(format!("sent no answer for {} s", patience.as_secs())));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// How it ended, with what it said last.
    fn ended(&mut self) -> Trouble {
        self.input = None;
        // One that closes its output and lives on is of no use either.
        let _ = self.child.kill();
        let status = self.child.wait().map_or_else(|error| error.to_string(), |status| status.to_string());
        let said = self.said.take().and_then(|said| said.join().ok()).unwrap_or_default();
        let last = said.lines().rfind(|line| !line.trim().is_empty()).map(|line| format!(": {}", line.trim()));
        Trouble::Lost(format!("ended ({status}){}", last.unwrap_or_default()))
    }
}

impl Drop for RunnerProcess {
    fn drop(&mut self) {
        // At the end of its lines a runner ends by itself, as soon as its pair is over; nobody waits for that.
        self.input = None;
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn not_whole(line: &str, what: &str) -> String {
    let shown: String = line.chars().take(40).collect();
    format!("found a line that is damaged or of another version, {shown:?}; expected {what}")
}

/// The last of what a process says, to its end.
fn last_of(mut errors: impl Read) -> String {
    let (mut kept, mut block) = (Vec::new(), [0_u8; 1024]);
    while let Ok(read @ 1..) = errors.read(&mut block) {
        kept.extend_from_slice(&block[..read]);
        let surplus = kept.len().saturating_sub(SAID_BYTES);
        kept.drain(..surplus);
    }
    String::from_utf8_lossy(&kept).into_owned()
}
