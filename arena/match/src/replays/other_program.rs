//! Another build of the program, asked to play a match by the commands that both have.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use sandtable_replay::Replay;

use super::phases::{PhaseHashes, StateField, TickSource};
use crate::Failure;
use crate::store::read_replay;

/// Another build of the program, and a folder for what it writes, which is gone with this.
#[derive(Debug)]
pub struct OtherProgram {
    path: PathBuf,
    scratch: PathBuf,
    /// Records it was asked for.
    records: AtomicU32,
}

impl OtherProgram {
    /// The program in a file.
    ///
    /// # Errors
    /// That there can be no folder for what it writes.
    pub fn new(path: &Path) -> Result<OtherProgram, Failure> {
        // A bare name is meant as a file here, not as one of the search path.
        let bare = path.parent().is_some_and(|folder| folder.as_os_str().is_empty());
        let path = if bare { Path::new(".").join(path) } else { path.to_owned() };
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let (process, number) = (std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let scratch = std::env::temp_dir().join(format!("sandtable-other-{process}-{number}"));
        std::fs::create_dir_all(&scratch).map_err(|error| Failure::writing(&scratch, error))?;
        Ok(OtherProgram { path, scratch, records: AtomicU32::new(0) })
    }

    /// What it prints when run with these arguments; it may exit with 0 or 1, for a difference.
    fn ask(&self, arguments: &[&str], file: &Path) -> Result<Vec<u8>, Failure> {
        let mut command = Command::new(&self.path);
        command.args(arguments).arg(file).stdin(Stdio::null());
        let refuse = |why: String| {
            let asked = arguments.join(" ");
            Failure::Usage(format!("--program: {} {asked} {}: {why}", self.path.display(), file.display()))
        };
        let output = command.output().map_err(|error| refuse(format!("cannot be run: {error}")))?;
        if matches!(output.status.code(), Some(0 | 1)) {
            return Ok(output.stdout);
        }
        let said = String::from_utf8_lossy(&output.stderr);
        let said = said.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
        Err(refuse(format!("{}: {said}; expected a program with this command", output.status)))
    }

    /// Has it play a record again and write what it makes of that: the record, and its file.
    ///
    /// # Errors
    /// That it cannot be run, or does not write a replay.
    pub fn record(&self, file: &Path, orders_only: bool) -> Result<(Replay, PathBuf), Failure> {
        let number = self.records.fetch_add(1, Ordering::Relaxed);
        let output = self.scratch.join(format!("{number:05}.replay"));
        let out = output.to_string_lossy();
        let mut arguments = vec!["replay", "rerun", "--record", &out];
        if orders_only {
            arguments.push("--orders");
        }
        let said = self.ask(&arguments, file)?;
        match read_replay(&output) {
            Ok(Ok(replay)) => Ok((replay, output)),
            _ => {
                let said = String::from_utf8_lossy(&said);
                let said = said.lines().next().unwrap_or_default();
                Err(Failure::Usage(format!("--program: {} wrote no replay: {said}", self.path.display())))
            }
        }
    }
}

impl Drop for OtherProgram {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.scratch);
    }
}

/// A record's orders, played by another build of the program.
pub struct PlayedThere<'p> {
    /// That program.
    pub program: &'p OtherProgram,
    /// The file of the record, which that program wrote.
    pub file: &'p Path,
}

impl PlayedThere<'_> {
    fn json<T: serde::de::DeserializeOwned>(&self, arguments: &[&str]) -> Result<T, Failure> {
        let said = self.program.ask(arguments, self.file)?;
        let told = |error: serde_json::Error| {
            let asked = arguments.join(" ");
            Failure::Usage(format!("--program: {} {asked}: {error}", self.program.path.display()))
        };
        serde_json::from_slice(&said).map_err(told)
    }
}

impl TickSource for PlayedThere<'_> {
    fn phases(&self, tick: u32) -> Result<Vec<PhaseHashes>, Failure> {
        self.json(&["replay", "state", "--phases", "--json", "--tick", &tick.to_string()])
    }

    fn fields(&self, tick: u32, phase: &str) -> Result<Vec<StateField>, Failure> {
        self.json(&["replay", "dump", "--json", "--phase", phase, "--tick", &tick.to_string()])
    }
}
