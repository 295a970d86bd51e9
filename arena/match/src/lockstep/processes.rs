//! The peers of a match as processes of this machine: started, waited for, and what they said.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use super::udp::entropy;
use crate::Failure;

/// What a host says on standard error before the address at which it waits.
pub const LISTENING: &str = "listening at ";

/// What a peer's process said and how it ended.
#[derive(Debug)]
pub struct EndedPeer {
    /// The peer, counted from 1.
    pub number: u8,
    /// What it said on standard output.
    pub out: String,
    /// What it said on standard error.
    pub errors: String,
    /// Its exit code; none when it was killed.
    pub code: Option<i32>,
}

impl EndedPeer {
    /// What its exit code says.
    ///
    /// # Errors
    /// That it failed, and how; what it could not do it has said itself.
    pub fn verdict(&self) -> Result<(), Failure> {
        let number = self.number;
        match self.code {
            Some(0) => Ok(()),
            Some(1) => Err(Failure::Checked),
            Some(5) => Err(Failure::Incomplete),
            Some(2 | 3) => Err(Failure::Usage(format!("peer {number} could not play"))),
            Some(code) => Err(Failure::Engine(format!("peer {number} ended with exit code {code}"))),
            None => Err(Failure::Engine(format!("peer {number} was killed"))),
        }
    }
}

/// The file of one of several peers: `game.replay` of the first is `game-1.replay`.
pub fn path_of_peer(path: &Path, number: u8) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}"));
    if let Some(ending) = path.extension() {
        name.push(".");
        name.push(ending);
    }
    path.with_file_name(name)
}

/// The files of these peers, of which this is that of one by its number; it alone when it has no such name.
pub fn paths_of_peers(path: &Path, number: u8, peers: RangeInclusive<u8>) -> Vec<PathBuf> {
    let stem = path.file_stem().and_then(|stem| stem.to_str()?.strip_suffix(&format!("-{number}")).map(str::to_owned));
    let Some(stem) = stem else { return vec![path.to_owned()] };
    let whole = path.with_file_name(match path.extension() {
        Some(ending) => format!("{stem}.{}", ending.to_string_lossy()),
        None => stem,
    });
    peers.map(|number| path_of_peer(&whole, number)).collect()
}

/// How often it is looked whether a peer has ended.
const LOOK: Duration = Duration::from_millis(10);

/// Starts `count` peers, each a process of `program` with its own arguments, and waits for all of them.
///
/// The first is the host on a free port of 127.0.0.1, the others call it. Each reads the session's secret from standard input. All are
/// ended when `interrupt` is set.
///
/// # Errors
/// A process cannot be started; those that were are ended. A host that does not begin to listen is the only peer of the result.
pub fn run_peers(
    program: &Path,
    count: u8,
    arguments: &dyn Fn(u8) -> Vec<OsString>,
    interrupt: &AtomicBool,
) -> Result<Vec<EndedPeer>, Failure> {
    let secret = session_secret()?;
    let start = |number: u8, role: &[OsString]| {
        let mut command = Command::new(program);
        command.args(arguments(number)).args(role).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let fail = |error| Failure::Io { doing: "start", path: program.to_owned(), error };
        let mut child = command.spawn().map_err(fail)?;
        // One that has ended already says why.
        child.stdin.take().into_iter().for_each(|mut pipe| drop(pipe.write_all(secret.as_bytes())));
        Ok(child)
    };
    let mut host = start(1, &["--listen".into(), "127.0.0.1:0".into()])?;
    let (address, errors) = match address_of(&mut host) {
        Ok(waiting) => waiting,
        Err(said) => return Ok(vec![RunningPeer::new(1, host, Box::new(io::Cursor::new(said))).ended(interrupt)]),
    };
    let mut peers = vec![RunningPeer::new(1, host, errors)];
    for number in 2..=count {
        let role = ["--connect".into(), address.clone().into(), "--peer".into(), number.to_string().into()];
        match start(number, &role) {
            Ok(mut child) => {
                let errors: Box<dyn Read + Send> = match child.stderr.take() {
                    Some(errors) => Box::new(errors),
                    None => Box::new(io::empty()),
                };
                peers.push(RunningPeer::new(number, child, errors));
            }
            Err(failure) => {
                // They would wait for one that does not come.
                peers.iter_mut().for_each(|peer| drop((peer.child.kill(), peer.child.wait())));
                return Err(failure);
            }
        }
    }
    Ok(peers.into_iter().map(|peer| peer.ended(interrupt)).collect())
}

fn session_secret() -> Result<String, Failure> {
    let random = entropy().map_err(|error| Failure::Engine(format!("the system's random numbers: {error}")))?;
    Ok(random.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Where a host waits, and what it says on standard error after that; all it said when it does not wait.
fn address_of(host: &mut Child) -> Result<(String, Box<dyn Read + Send>), String> {
    let mut line = String::new();
    let Some(errors) = host.stderr.take() else { return Err(line) };
    let mut errors = BufReader::new(errors);
    let _ = errors.read_line(&mut line);
    match line.trim().strip_prefix(LISTENING) {
        Some(address) => Ok((address.to_owned(), Box::new(errors))),
        None => {
            let _ = errors.read_to_string(&mut line);
            Err(line)
        }
    }
}

/// A peer's process that was started. What it says is read all the while: a full pipe would hold it up.
struct RunningPeer {
    number: u8,
    child: Child,
    out: JoinHandle<String>,
    errors: JoinHandle<String>,
}

impl RunningPeer {
    fn new(number: u8, mut child: Child, errors: Box<dyn Read + Send>) -> RunningPeer {
        let out: Box<dyn Read + Send> = match child.stdout.take() {
            Some(out) => Box::new(out),
            None => Box::new(io::empty()),
        };
        RunningPeer { number, child, out: reading(out), errors: reading(errors) }
    }

    /// Waits for its end, which an interruption brings about.
    fn ended(mut self, interrupt: &AtomicBool) -> EndedPeer {
        while matches!(self.child.try_wait(), Ok(None)) {
            if interrupt.load(Ordering::Relaxed) {
                let _ = self.child.kill();
            }
            std::thread::sleep(LOOK);
        }
        let code = self.child.wait().ok().and_then(|status| status.code());
        let [out, errors] = [self.out, self.errors].map(|reader| reader.join().unwrap_or_default());
        EndedPeer { number: self.number, out, errors, code }
    }
}

/// Reads a pipe to its end.
fn reading(mut pipe: Box<dyn Read + Send>) -> JoinHandle<String> {
    std::thread::spawn(move || {
        let mut text = String::new();
        let _ = pipe.read_to_string(&mut text);
        text
    })
}
