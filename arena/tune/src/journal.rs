//! The journal of a run: a line for each pair of games, in the order they are asked for.
//!
//! A pair is a pure function of two texts, a map and a seed, so what is written need not be played again. A run that is taken up plays
//! itself from the start, by the same steps, and finds in the journal what it had played.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use sandtable_match::Failure;
use sandtable_match::store::{Disk, LineFile, partial, read_sealed, sealed};
use serde::{Deserialize, Serialize};

/// The journal's name.
pub(super) const FILE: &str = "journal.jsonl";

/// A pair of games: same map, same seed, sides swapped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairRecord {
    /// Its number, from 0.
    pub pair: u32,
    /// What it was played for: `pool`, `search`, `final`, `deviation`, `proof`.
    pub phase: String,
    /// The fold of the challenger's text, as 16 hexadecimal digits.
    pub challenger: String,
    /// Its tuned values, in the order of the file; empty for a strategy of the pool.
    pub values: Vec<String>,
    /// The opponent's name.
    pub opponent: String,
    /// The fold of its text.
    pub opponent_text: String,
    /// The map.
    pub map: String,
    /// The match seed, as 16 hexadecimal digits.
    pub seed: String,
    /// The challenger's half points, as player 1, then as player 2.
    pub half_points: [u8; 2],
    /// Its share of both scores, over the game, in thousandths.
    pub share_permille: [u16; 2],
    /// The last ticks.
    pub ticks: [u32; 2],
    /// The state hashes after them.
    pub hashes: [String; 2],
    /// How each went, alike for games that went the same way under whatever seeds, as 16 hexadecimal digits; empty in older journals.
    #[serde(default)]
    pub courses: [String; 2],
    /// By game, what was measured for the aims of the match; nothing where it has none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub measured: Vec<Vec<i64>>,
}

/// What tells a pair from every other.
pub(super) type Key = (String, String, String, String);

impl PairRecord {
    /// How a game of it went; in older journals its last state, which no other seed has.
    pub(super) fn course(&self, game: usize) -> &String {
        let course = &self.courses[game];
        if course.is_empty() { &self.hashes[game] } else { course }
    }

    pub(super) fn key(&self) -> Key {
        (self.challenger.clone(), self.opponent_text.clone(), self.map.clone(), self.seed.clone())
    }
}

/// Pairs that were played, and the file that keeps them.
pub struct Journal<'d> {
    path: PathBuf,
    lines: Option<LineFile<'d>>,
    known: BTreeMap<Key, PairRecord>,
    written: u32,
}

impl<'d> Journal<'d> {
    /// One that is kept in memory alone.
    pub fn in_memory() -> Journal<'d> {
        Journal { path: PathBuf::new(), lines: None, known: BTreeMap::new(), written: 0 }
    }

    /// Begins the journal of a folder.
    ///
    /// # Errors
    /// What the disk said.
    pub fn create(disk: &'d dyn Disk, folder: &Path) -> Result<Journal<'d>, Failure> {
        let path = folder.join(FILE);
        let lines = LineFile::create(disk, &path).map_err(|error| Failure::writing(&path, error))?;
        Ok(Journal { path, lines: Some(lines), known: BTreeMap::new(), written: 0 })
    }

    /// Goes on with that of a folder; a torn or damaged line is cut off with what follows it.
    ///
    /// # Errors
    /// That the run is finished, or what the disk said.
    pub fn resume(disk: &'d dyn Disk, folder: &Path) -> Result<Journal<'d>, Failure> {
        let path = folder.join(FILE);
        if path.is_file() {
            return Err(Failure::Usage(format!("{}: is finished; no game is left to play", folder.display())));
        }
        if !partial(&path).is_file() {
            return Journal::create(disk, folder);
        }
        let (records, good) = read_sealed::<PairRecord>(&partial(&path))?;
        let lines = LineFile::resume(disk, &path, good).map_err(|error| Failure::writing(&path, error))?;
        let written = records.len() as u32;
        let known = records.into_iter().map(|record| (record.key(), record)).collect();
        Ok(Journal { path, lines: Some(lines), known, written })
    }

    /// Goes on with the journal of a folder whose run is finished or not.
    ///
    /// # Errors
    /// What the disk said.
    pub fn reopen(disk: &'d dyn Disk, folder: &Path) -> Result<Journal<'d>, Failure> {
        let path = folder.join(FILE);
        if path.is_file() {
            disk.rename(&path, &partial(&path)).map_err(|error| Failure::writing(&path, error))?;
        }
        Journal::resume(disk, folder)
    }

    /// What is known of a pair.
    pub(super) fn get(&self, key: &Key) -> Option<&PairRecord> {
        self.known.get(key)
    }

    /// Pairs written so far: the number of the next one.
    pub(super) fn written(&self) -> u32 {
        self.written
    }

    /// Keeps a pair.
    pub(super) fn add(&mut self, record: PairRecord) -> Result<(), Failure> {
        if let Some(lines) = &mut self.lines {
            let line = sealed(&record).map_err(|error| Failure::Engine(error.to_string()))?;
            lines.line(&line).map_err(|error| Failure::writing(&self.path, error))?;
        }
        self.written += 1;
        self.known.insert(record.key(), record);
        Ok(())
    }

    /// Gives the file its name: a folder that has it is finished.
    pub(super) fn finish(self) -> Result<(), Failure> {
        let Some(lines) = self.lines else { return Ok(()) };
        lines.finish().map_err(|error| Failure::writing(&self.path, error))
    }
}
