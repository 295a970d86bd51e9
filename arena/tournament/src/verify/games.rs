//! The games of a folder, made again in the order of the schedule: played, or, where a process played, taken from their replays.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::ops::ControlFlow;
use std::path::Path;

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::parallel::in_order_until;
use sandtable_match::progress::ProgressSink;
use sandtable_match::replays::{Depth, ReplayVerdict};
use sandtable_match::store::{decode_replay, read_limited, read_replay};
use sandtable_sim::Threads;

use super::differences::remedy;
use super::folder::name_of;
use super::recorded::from_replay;
use crate::game::Game;
use crate::manifest::Manifest;
use crate::pairs::Contest;
use crate::prepare::Prepared;
use crate::record::GameRecord;
use crate::run::{names_of, play_game, remaining, remaining_of_pairs, replay_path};

/// Bytes of a replay file.
pub(super) const MAX_REPLAY_BYTES: usize = 64 << 20;

/// What games are made again from.
pub(super) struct GamesCheck<'c> {
    pub folder: &'c Path,
    pub manifest: &'c Manifest,
    pub prepared: &'c Prepared,
    pub registry: &'c Registry,
    pub threads: usize,
    /// The games that are made again, by number; none for all.
    pub sample: Option<BTreeSet<u32>>,
    pub finished: bool,
    /// Counts the games that are made again.
    pub progress: &'c dyn ProgressSink,
}

/// The result of a folder's games.
#[derive(Default)]
pub(super) struct GamesFound {
    /// The games as they should be, in order.
    pub records: Vec<GameRecord>,
    /// Whether these are all.
    pub complete: bool,
    /// Games that were made again.
    pub checked: u32,
    /// Games that there should be.
    pub of: u32,
    /// The replays there should be, by path below the folder.
    pub replays: BTreeSet<String>,
    pub replays_compared: u32,
    pub differences: Vec<String>,
    pub claims: Vec<String>,
}

/// The result of making one game again.
#[derive(Default)]
pub(super) struct GameFound {
    /// The game as it should be; none when it is not there and cannot be made.
    pub record: Option<GameRecord>,
    pub made_again: bool,
    pub replay: Option<String>,
    pub replay_compared: bool,
    pub differences: Vec<String>,
    pub claims: Vec<String>,
}

impl GamesCheck<'_> {
    /// Makes the games again that these are the records of, and those that are missing among them.
    pub fn run(&self, written: &[GameRecord]) -> Result<GamesFound, Failure> {
        let mut known: BTreeMap<u32, &GameRecord> = BTreeMap::new();
        for record in written {
            known.entry(record.game).or_insert(record);
        }
        let pure = self.prepared.pure_strategies(self.registry);
        // Of a tournament under way nothing is missing after the last game.
        let last = if self.finished { u32::MAX } else { known.keys().last().copied().unwrap_or(0) };
        let mut contest = Contest::new(&self.prepared.file);
        let mut found = GamesFound { complete: true, ..GamesFound::default() };
        while found.complete && !contest.is_decided() {
            let mut games = match self.manifest.pairs {
                Some(range) => remaining_of_pairs(self.prepared, range, &[], &found.records)?,
                None => remaining(self.prepared, self.manifest.shard, &found.records),
            };
            games.retain(|game| game.number <= last);
            if games.is_empty() {
                break;
            }
            let chosen = |game: &&Game| self.sample.as_ref().is_none_or(|sample| sample.contains(&game.number));
            self.progress.expect(u64::from(found.checked) + games.iter().filter(chosen).count() as u64);
            let make = |at: u32| self.make(&games[at as usize], &known, &pure);
            in_order_until(games.len() as u32, self.threads, make, |game: GameFound| {
                if let Some(record) = &game.record {
                    contest.add(record);
                }
                self.progress.advance(game.made_again.into());
                found.add(game);
                Ok(if contest.is_decided() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            })?;
        }
        self.progress.finish();
        Ok(found)
    }

    /// Makes a game again, or takes it as it is written when it is not of the sample.
    fn make(&self, game: &Game, known: &BTreeMap<u32, &GameRecord>, pure: &[bool]) -> GameFound {
        let written = known.get(&game.number).copied();
        let chosen = self.sample.as_ref().is_none_or(|sample| sample.contains(&game.number));
        let is_pure = game.sides.iter().all(|row| pure[*row]);
        match written {
            Some(written) if !chosen => self.trusted(game, written),
            Some(written) if !is_pure => from_replay(self, game, written),
            None if !is_pure || !chosen => self.lost(game),
            _ => self.played(game),
        }
    }

    /// A game that is missing and not to be made.
    fn lost(&self, game: &Game) -> GameFound {
        let (list, number) = (crate::results::LIST, game.number);
        let names = names_of(self.prepared, game);
        let what = format!(
            "{list}: game {number} ({} on {}) is missing; {}",
            names.strategies.join(" against "),
            names.map,
            remedy(list)
        );
        GameFound { replay: self.replay_of(game), differences: vec![what], ..GameFound::default() }
    }

    fn played(&self, game: &Game) -> GameFound {
        let played = play_game(self.prepared, self.registry, game);
        let mut found = GameFound { made_again: true, replay: played.record.replay.clone(), ..GameFound::default() };
        if let (Some(name), Some(bytes)) = (&played.record.replay, &played.replay) {
            found.compare_replay(self.folder, name, &played.record, bytes);
        }
        found.record = Some(played.record);
        found
    }

    /// A game as it is written, but for what the schedule says of it. Its replay must be there.
    fn trusted(&self, game: &Game, written: &GameRecord) -> GameFound {
        let record = self.as_scheduled(game, written);
        let mut found = GameFound { replay: record.replay.clone(), ..GameFound::default() };
        let missing = record.replay.as_ref().filter(|name| !self.folder.join(name).is_file());
        found.differences.extend(missing.map(|name| missing_replay(name, &record)));
        found.record = Some(record);
        found
    }

    /// A record with what the schedule says of its game.
    pub fn as_scheduled(&self, game: &Game, written: &GameRecord) -> GameRecord {
        let names = names_of(self.prepared, game);
        GameRecord {
            game: game.number,
            pair: game.pair,
            round: game.round,
            map: names.map,
            seed: format!("{:016x}", game.seed),
            strategies: names.strategies,
            replay: self.replay_of(game),
            ..written.clone()
        }
    }

    /// The path of a game's replay below the folder; none when none are kept.
    pub fn replay_of(&self, game: &Game) -> Option<String> {
        self.prepared.file.replays.then(|| replay_path(game, &self.prepared.arenas[game.map].name))
    }
}

impl GamesFound {
    fn add(&mut self, game: GameFound) {
        self.complete &= game.record.is_some();
        self.checked += u32::from(game.made_again);
        self.of += 1;
        self.replays_compared += u32::from(game.replay_compared);
        self.replays.extend(game.replay);
        self.records.extend(game.record);
        self.differences.extend(game.differences);
        self.claims.extend(game.claims);
    }
}

impl GameFound {
    /// Holds a replay file to the bytes that recording the game again gives.
    pub fn compare_replay(&mut self, folder: &Path, name: &str, record: &GameRecord, derived: &[u8]) {
        let path = folder.join(name);
        self.replay_compared = true;
        let what = match read_limited(&path, MAX_REPLAY_BYTES) {
            Ok(bytes) if bytes == derived || is_same_match(&path, derived) => return,
            Ok(bytes) => {
                let at = bytes.iter().zip(derived).take_while(|(old, new)| old == new).count();
                let verdict = ReplayVerdict::of_file(&path, Depth::Orders, &Registry::default(), &Threads::default());
                format!(
                    "{name}: is not the replay of game {}: byte {} of {} differs from recording it again; by itself it is {}; {}",
                    name_of(record),
                    at + 1,
                    bytes.len(),
                    verdict.text(),
                    remedy(name)
                )
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => missing_replay(name, record),
            Err(error) => format!("{name}: cannot be read: {error}"),
        };
        self.differences.push(what);
    }
}

/// Whether a replay file of another build or format is of the match that these bytes are of.
fn is_same_match(path: &Path, derived: &[u8]) -> bool {
    let Ok(derived) = decode_replay(derived) else { return false };
    matches!(read_replay(path), Ok(Ok(written)) if written.is_same_match(&derived))
}

pub(super) fn missing_replay(name: &str, record: &GameRecord) -> String {
    format!("{name}: is missing, the replay of game {}; {}", name_of(record), remedy(name))
}
