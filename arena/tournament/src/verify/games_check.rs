//! What games are made again from, and what is found of them.

use std::collections::BTreeSet;
use std::io;
use std::path::Path;

use sandtable_ai::Registry;
use sandtable_match::progress::{ProgressSink, Unseen};
use sandtable_match::replays::{Depth, OtherVersions, ReplayVerdict, first_differing_tick};
use sandtable_match::runner::clock;
use sandtable_match::store::{decode_replay, read_limited, read_replay};
use sandtable_replay::Replay;
use sandtable_sim::Threads;

use super::differences::remedy;
use super::folder::name_of;
use crate::game::Game;
use crate::manifest::Manifest;
use crate::prepare::Prepared;
use crate::record::GameRecord;
use crate::run::{names_of, replay_path};

/// Bytes of a replay file.
const MAX_REPLAY_BYTES: usize = 64 << 20;

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

    /// Whether a replay file of another build or format is of the match that these bytes are of. In a folder of another engine that engine's
    /// replays count as well, when every state is the same; what commanders of another version remember is in bytes of theirs, and left out.
    fn is_same_match(&self, path: &Path, derived: &[u8]) -> bool {
        let (Ok(mut derived), Ok(Ok(mut written))) = (decode_replay(derived), read_replay(path)) else { return false };
        if written.header.sim_version == self.manifest.sim_version {
            derived.header.sim_version = written.header.sim_version;
        }
        let of_others = self.manifest.other_version().is_some() || self.manifest.other_build().is_some();
        if of_others && !OtherVersions::from_header(&written.header).is_empty() {
            [&mut derived, &mut written].into_iter().for_each(Replay::forget_memories);
        }
        written.is_same_match(&derived)
    }

    /// The path of a game's replay below the folder; none when none are kept.
    pub fn replay_of(&self, game: &Game) -> Option<String> {
        self.prepared.file.replays.then(|| replay_path(game, &self.prepared.arenas[game.map].name))
    }
}

impl GameFound {
    /// Holds a replay file to the bytes that recording the game again gives.
    pub fn compare_replay(&mut self, check: &GamesCheck<'_>, name: &str, record: &GameRecord, derived: &[u8]) {
        let path = check.folder.join(name);
        self.replay_compared = true;
        let what = match read_limited(&path, MAX_REPLAY_BYTES) {
            Ok(bytes) if bytes == derived || check.is_same_match(&path, derived) => return,
            Ok(bytes) => {
                let at = bytes.iter().zip(derived).take_while(|(old, new)| old == new).count();
                let verdict =
                    ReplayVerdict::of_file(&path, Depth::Orders, &Registry::default(), &Threads::default(), &Unseen);
                format!(
                    "{name}: is not the replay of game {}: byte {} of {} differs from its new recording{}; verified alone, it is {}; {}",
                    name_of(record),
                    at + 1,
                    bytes.len(),
                    departure(&path, derived),
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

/// Where a replay file departs from the match that these bytes are of, in words; empty when no state shows it.
fn departure(path: &Path, derived: &[u8]) -> String {
    let (Ok(derived), Ok(Ok(written))) = (decode_replay(derived), read_replay(path)) else { return String::new() };
    let told = |tick: u32| format!(", and play differs from tick {tick} on ({})", clock(tick));
    first_differing_tick(&written, &derived).map(told).unwrap_or_default()
}

pub(super) fn missing_replay(name: &str, record: &GameRecord) -> String {
    format!("{name}: is missing, the replay of game {}; {}", name_of(record), remedy(name))
}
