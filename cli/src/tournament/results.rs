//! The folder of a tournament's results.
//!
//! `games.jsonl` (a line a game, in order), `replays/`, `summary.json` and `summary.md` are the same for any
//! number of threads on any machine; what the clock said is in `timing.json` alone.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::json;

use super::report::markdown;
use super::run::Played;
use super::standings::Summary;
use crate::exit::Failure;
use crate::store::{Disk, LineFile, write_whole};

/// Numbered folders tried before giving up.
const MAX_NUMBERED: u32 = 10_000;

/// Results under way.
pub struct Results<'d> {
    folder: PathBuf,
    lines: LineFile<'d>,
}

/// `wanted` when nothing is there or it is an empty folder; otherwise the first of `wanted-2`, `wanted-3`, … that is free.
/// Earlier results are never written over.
///
/// # Errors
/// When ten thousand are taken.
pub fn fresh_folder(wanted: &Path) -> Result<PathBuf, Failure> {
    let numbered = |number: u32| match number {
        1 => wanted.to_owned(),
        _ => {
            let mut name = wanted.as_os_str().to_owned();
            name.push(format!("-{number}"));
            PathBuf::from(name)
        }
    };
    let free = (1..=MAX_NUMBERED).map(numbered).find(|folder| is_free(folder));
    free.ok_or_else(|| Failure::Usage(format!("{} and {MAX_NUMBERED} more are taken", wanted.display())))
}

/// Whether results can go to a folder: it does not exist, or is empty.
pub fn is_free(folder: &Path) -> bool {
    match std::fs::read_dir(folder) {
        Ok(mut entries) => entries.next().is_none(),
        Err(_) => !folder.exists(),
    }
}

impl<'d> Results<'d> {
    /// Makes the folder and begins the list of games.
    ///
    /// # Errors
    /// That the folder holds something already, or cannot be written.
    pub fn create(disk: &'d dyn Disk, folder: &Path) -> Result<Results<'d>, Failure> {
        if !is_free(folder) {
            let text = format!("{} holds something already; name another folder, or remove it", folder.display());
            return Err(Failure::Usage(text));
        }
        let replays = folder.join("replays");
        disk.create_folder(&replays).map_err(|error| Failure::writing(&replays, error))?;
        let path = folder.join("games.jsonl");
        let lines = LineFile::create(disk, &path).map_err(|error| Failure::writing(&path, error))?;
        Ok(Results { folder: folder.to_owned(), lines })
    }

    /// Writes a game: its replay first, so that every line names one that is there.
    pub(super) fn add(&mut self, disk: &dyn Disk, played: &Played) -> Result<(), Failure> {
        if let (Some(name), Some(bytes)) = (&played.record.replay, &played.replay) {
            let path = self.folder.join(name);
            write_whole(disk, &path, bytes).map_err(|error| Failure::writing(&path, error))?;
        }
        let line = to_json(&played.record, false)?;
        self.lines.line(&line).map_err(|error| Failure::writing(&self.folder.join("games.jsonl"), error))
    }

    /// Writes the summary and gives the list of games its name.
    pub(super) fn finish(
        self,
        disk: &dyn Disk,
        summary: &Summary,
        times: &[Duration],
        wall: Duration,
        threads: usize,
    ) -> Result<(), Failure> {
        let Results { folder, lines } = self;
        let write = |name: &str, text: String| {
            let path = folder.join(name);
            write_whole(disk, &path, text.as_bytes()).map_err(|error| Failure::writing(&path, error))
        };
        write("summary.json", to_json(summary, true)? + "\n")?;
        write("summary.md", markdown(summary))?;
        write("timing.json", timing(times, wall, threads) + "\n")?;
        lines.finish().map_err(|error| Failure::writing(&folder.join("games.jsonl"), error))
    }
}

fn to_json(value: &impl serde::Serialize, pretty: bool) -> Result<String, Failure> {
    let text = if pretty { serde_json::to_string_pretty(value) } else { serde_json::to_string(value) };
    text.map_err(|error| Failure::Engine(format!("results that cannot be written as JSON: {error}")))
}

fn timing(times: &[Duration], wall: Duration, threads: usize) -> String {
    let seconds: Vec<f64> = times.iter().map(|time| (time.as_secs_f64() * 1e6).round() / 1e6).collect();
    let rate = times.len() as f64 / wall.as_secs_f64().max(1e-9);
    json!({
        "threads": threads,
        "wall_seconds": wall.as_secs_f64(),
        "games_per_second": rate,
        "game_seconds": seconds,
    })
    .to_string()
}
