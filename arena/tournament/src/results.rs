//! The folder of a tournament's results.
//!
//! `games.jsonl` (a line a game, in order), `replays/` and what is made of them are the same for any number of threads on any machine,
//! however often the tournament was stopped and taken up again; what the clock said is in `timing.json` alone.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use sandtable_match::Failure;
use sandtable_match::pace::Pace;
use sandtable_match::store::{Disk, LineFile, partial, read_sealed, write_whole};
use sandtable_viewer::html::{stopped, under_way};
use serde::Deserialize;
use serde_json::json;

use super::html::html;
use super::lock::{self, FolderLock};
use super::manifest::{self, Manifest};
use super::outputs::{REPORT, derived, to_json, unwritable};
use super::prepare::Prepared;
use super::record::GameRecord;
use super::summary::{Summary, summarize};

/// Numbered folders tried before giving up.
const MAX_NUMBERED: u32 = 10_000;
/// The list of games.
pub(super) const LIST: &str = "games.jsonl";
/// What the clock said.
pub(super) const TIMING: &str = "timing.json";

/// Results under way.
pub struct Results<'d> {
    folder: PathBuf,
    lines: LineFile<'d>,
    played: Vec<GameRecord>,
    /// Held until the results are dropped, finished or not.
    _lock: FolderLock,
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
    free.ok_or_else(|| {
        Failure::Usage(format!("{} and {MAX_NUMBERED} numbered folders after it are in use", wanted.display()))
    })
}

/// Whether results can go to a folder: it does not exist, is empty, or was left by a tournament that was killed before it began.
pub fn is_free(folder: &Path) -> bool {
    match fs::read_dir(folder) {
        Ok(mut entries) => {
            let begun = [partial(Path::new(manifest::FILE)), PathBuf::from(lock::FILE)];
            entries.all(|entry| entry.is_ok_and(|entry| begun.iter().any(|name| entry.file_name() == name.as_os_str())))
        }
        Err(_) => !folder.exists(),
    }
}

/// The games in another folder of results of a tournament, which the rounds of some pairs of it follow from.
///
/// # Errors
/// That the manifest is not one of some pairs; the folder cannot be read, or is of another tournament.
pub fn games_before(manifest: &Manifest, folder: &Path) -> Result<Vec<GameRecord>, Failure> {
    if manifest.pairs.is_none() {
        let text = "missing option --pairs, the pairs to play after the results of --after";
        return Err(Failure::Usage(text.to_owned()));
    }
    if Manifest::read(folder)?.whole().content != manifest.content {
        return Err(Failure::Usage(format!("--after: {} holds results of another tournament", folder.display())));
    }
    Ok(read_games(folder)?.0)
}

/// The games in a folder of results, finished or not; whether they are finished.
///
/// # Errors
/// That they cannot be read, a finished list has a damaged line, or a line that is whole holds no game that a tournament plays, or one
/// that a line before has.
pub fn read_games(folder: &Path) -> Result<(Vec<GameRecord>, bool), Failure> {
    let (records, finished) = read_lines(folder)?;
    let path = folder.join(LIST);
    no_game_twice(&if finished { path } else { partial(&path) }, &records)?;
    Ok((records, finished))
}

/// The games as [`read_games`] has them, but for that each number may be there more than once: who compares lines tells which.
pub(super) fn read_lines(folder: &Path) -> Result<(Vec<GameRecord>, bool), Failure> {
    let path = folder.join(LIST);
    if fs::symlink_metadata(&path).is_err() {
        return Ok((read_list(&partial(&path))?.0, false));
    }
    let (records, good) = read_list(&path)?;
    let length = fs::metadata(&path).map_err(|error| Failure::reading(&path, error))?.len();
    if good < length {
        let text = format!("{}: line {} is damaged: its checksum differs", path.display(), records.len() + 1);
        return Err(Failure::Usage(text));
    }
    Ok((records, true))
}

/// The games of a list up to the first line that was cut short or changed, and the bytes they take. A checksum says nothing of who
/// made a line: all that reads games takes a row of each player for granted.
fn read_list(path: &Path) -> Result<(Vec<GameRecord>, u64), Failure> {
    let (records, good) = read_sealed::<GameRecord>(path)?;
    match records.iter().enumerate().find_map(|(row, record)| Some((row, record.misfit()?))) {
        Some((row, why)) => Err(Failure::Usage(format!("{}: line {}: {why}", path.display(), row + 1))),
        None => Ok((records, good)),
    }
}

/// Refuses a second game of one number: of the two only one could be asked for.
fn no_game_twice(path: &Path, records: &[GameRecord]) -> Result<(), Failure> {
    let mut numbers = BTreeSet::new();
    match records.iter().enumerate().find(|(_, record)| !numbers.insert(record.game)) {
        Some((row, record)) => {
            let (path, game) = (path.display(), record.game);
            Err(Failure::Usage(format!("{path}: line {}: found game {game} twice", row + 1)))
        }
        None => Ok(()),
    }
}

impl<'d> Results<'d> {
    /// The folder they are in.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Makes the folder and begins the list of games.
    ///
    /// # Errors
    /// That the folder holds something already, or cannot be written.
    pub fn create(disk: &'d dyn Disk, folder: &Path, manifest: &Manifest) -> Result<Results<'d>, Failure> {
        let free = || {
            let text = || format!("{} is not empty; name another folder, or remove it", folder.display());
            if is_free(folder) { Ok(()) } else { Err(Failure::Usage(text())) }
        };
        // Nothing is put into a folder of somebody else's, not even a lock; with the lock nobody else can begin there any more.
        lock::nobody_writes(folder)?;
        free()?;
        disk.create_folder(folder).map_err(|error| Failure::writing(folder, error))?;
        let lock = FolderLock::take(folder)?;
        free()?;
        let path = folder.join(manifest::FILE);
        let text = to_json(manifest)?;
        write_whole(disk, &path, text.as_bytes()).map_err(|error| Failure::writing(&path, error))?;
        Results::begin(disk, folder, lock)
    }

    fn begin(disk: &'d dyn Disk, folder: &Path, lock: FolderLock) -> Result<Results<'d>, Failure> {
        let replays = folder.join("replays");
        disk.create_folder(&replays).map_err(|error| Failure::writing(&replays, error))?;
        let path = folder.join(LIST);
        let lines = LineFile::create(disk, &path).map_err(|error| Failure::writing(&path, error))?;
        Ok(Results { folder: folder.to_owned(), lines, played: Vec::new(), _lock: lock })
    }

    /// Goes on with a folder that has a manifest: games that were written whole are kept.
    ///
    /// # Errors
    /// That it is finished, that another process writes it, or that it cannot be read or written.
    pub fn resume(disk: &'d dyn Disk, folder: &Path) -> Result<Results<'d>, Failure> {
        let path = folder.join(LIST);
        let lock = FolderLock::take(folder)?;
        if path.exists() {
            return Err(Failure::Usage(format!("{}: is finished; no game is left to play", folder.display())));
        }
        if !partial(&path).exists() {
            return Results::begin(disk, folder, lock);
        }
        let (played, good) = read_list(&partial(&path))?;
        no_game_twice(&partial(&path), &played)?;
        let lines = LineFile::resume(disk, &path, good).map_err(|error| Failure::writing(&path, error))?;
        Ok(Results { folder: folder.to_owned(), lines, played, _lock: lock })
    }

    /// The games that were played before, in order; once.
    pub(super) fn take_played(&mut self) -> Vec<GameRecord> {
        std::mem::take(&mut self.played)
    }

    /// Writes a game: its replay first, so that every line names one that is there.
    pub(super) fn add(&mut self, disk: &dyn Disk, played: &Played) -> Result<(), Failure> {
        if let (Some(name), Some(bytes)) = (&played.record.replay, &played.replay) {
            let path = self.folder.join(name);
            write_whole(disk, &path, bytes).map_err(|error| Failure::writing(&path, error))?;
        }
        self.keep(&played.record)
    }

    /// Appends a game's line.
    pub(super) fn keep(&mut self, record: &GameRecord) -> Result<(), Failure> {
        let line = record.to_line().map_err(|error| unwritable(&error))?;
        self.lines.line(&line).map_err(|error| Failure::writing(&self.folder.join(LIST), error))
    }

    /// Writes the report of a tournament under way, by the games there are.
    pub(super) fn show(&self, disk: &dyn Disk, prepared: &Prepared, records: &[GameRecord], pace: &mut Pace) {
        let began = Instant::now();
        let said = under_way(&format!("Under way: {}", pace.told("games")), pace.counts());
        self.write_report(disk, prepared, records, &said);
        pace.page_written(began.elapsed());
    }

    /// Writes the report of a tournament that has stopped before its end.
    pub(super) fn show_stopped(&self, disk: &dyn Disk, prepared: &Prepared, records: &[GameRecord], pace: &Pace) {
        let how = format!("sandtable tournament --resume {}", self.folder.display());
        self.write_report(disk, prepared, records, &stopped(&format!("Stopped at {}.", pace.told("games")), &how));
    }

    /// A report that cannot be written is no reason to stop: the list of games says so when the disk is full.
    fn write_report(&self, disk: &dyn Disk, prepared: &Prepared, records: &[GameRecord], said: &str) {
        let summary = summarize(&prepared.file, &prepared.names(), records);
        let text = html(prepared, &summary, records, said);
        let _ = write_whole(disk, &self.folder.join(REPORT), text.as_bytes());
    }

    /// Writes what is made of the games, and gives the list of games its name, last: a folder that has it is finished.
    pub(super) fn finish(
        self,
        disk: &dyn Disk,
        prepared: &Prepared,
        summary: &Summary,
        records: &[GameRecord],
        timing: Option<&Timing>,
    ) -> Result<(), Failure> {
        let Results { folder, lines, _lock, .. } = self;
        let write = |name: &str, text: &str| {
            let path = folder.join(name);
            write_whole(disk, &path, text.as_bytes()).map_err(|error| Failure::writing(&path, error))
        };
        for (name, text) in derived(prepared, summary, records)? {
            write(name, &text)?;
        }
        if let Some(timing) = timing {
            write(TIMING, &(timing.to_json() + "\n"))?;
        }
        lines.finish().map_err(|error| Failure::writing(&folder.join(LIST), error))
    }
}

/// What the clock said of the games played since the start or the last resumption.
pub(super) struct Timing {
    pub games: Vec<Duration>,
    pub wall: Duration,
    pub threads: usize,
    /// What isolation the machine gave to bots; none when there were none.
    pub isolation: Option<String>,
}

impl Timing {
    fn to_json(&self) -> String {
        let seconds: Vec<f64> = self.games.iter().map(|time| (time.as_secs_f64() * 1e6).round() / 1e6).collect();
        let rate = self.games.len() as f64 / self.wall.as_secs_f64().max(1e-9);
        json!({
            "threads": self.threads,
            "isolation": self.isolation,
            "wall_seconds": self.wall.as_secs_f64(),
            "games_per_second": rate,
            "game_seconds": seconds,
        })
        .to_string()
    }

    /// What a file of this kind claims of a tournament with this number of games: nothing else shows what the clock said, but it cannot
    /// have said everything.
    ///
    /// # Errors
    /// Why no clock said so.
    pub(super) fn claims_in(bytes: &[u8], games: usize) -> Result<Vec<String>, String> {
        let file: TimingFile = serde_json::from_slice(bytes).map_err(|error| error.to_string())?;
        file.check(games)?;
        // Those from before a resumption are timed nowhere.
        let timed = match file.game_seconds.len() {
            all if all == games => format!("{all} games"),
            some => format!("{some} of {games} games"),
        };
        let TimingFile { wall_seconds, threads, isolation, .. } = file;
        let isolation = isolation.map(|how| format!("isolation of bots: {how}"));
        Ok([format!("{timed} in {wall_seconds:.3} s, threads: {threads}")].into_iter().chain(isolation).collect())
    }
}

/// The form of [`Timing::to_json`].
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TimingFile {
    threads: usize,
    isolation: Option<String>,
    wall_seconds: f64,
    games_per_second: f64,
    game_seconds: Vec<f64>,
}

impl TimingFile {
    fn check(&self, games: usize) -> Result<(), String> {
        let TimingFile { threads, wall_seconds: wall, games_per_second, game_seconds, .. } = self;
        let timed = game_seconds.len();
        // Times of games are rounded to microseconds.
        let longest = wall + 1e-6;
        let rate = timed as f64 / wall.max(1e-9);
        if *threads == 0 {
            return Err("threads: found 0; expected 1 or more".to_owned());
        }
        if *wall < 0.0 {
            return Err(format!("wall_seconds: found {wall}; expected 0 or more"));
        }
        if timed > games {
            return Err(format!("game_seconds: found {timed} games; expected {games} at most"));
        }
        if let Some(row) = game_seconds.iter().position(|time| !(0.0..=longest).contains(time)) {
            return Err(format!(
                "game_seconds[{row}]: found {}; expected 0 to {wall}, the whole time",
                game_seconds[row]
            ));
        }
        let (sum, most) = (game_seconds.iter().sum::<f64>(), wall * *threads as f64);
        if sum > most + 1e-6 * timed as f64 {
            return Err(format!(
                "game_seconds: found {sum} s in all; expected {most} at most, the whole time of {threads} threads"
            ));
        }
        if (games_per_second - rate).abs() > rate * 1e-6 {
            return Err(format!(
                "games_per_second: found {games_per_second}; expected {rate}, {timed} games in {wall} s"
            ));
        }
        Ok(())
    }
}

/// A game that was played.
pub struct Played {
    /// What is kept of it.
    pub record: GameRecord,
    /// The bytes of its replay file; none when none is kept.
    pub replay: Option<Vec<u8>>,
    /// How long it took.
    pub took: Duration,
}
