//! Merges the parts of a tournament that were played separately.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::store::{Disk, read_limited, write_whole};

use super::manifest::Manifest;
use super::pairs::Contest;
use super::record::GameRecord;
use super::results::{Results, read_games};
use super::schedule::games_after;
use super::summary::{Summary, summarize};

/// Bytes of a replay file.
const MAX_REPLAY_BYTES: usize = 64 << 20;

/// Puts the games of these folders into a new one: the summary when they are all there, otherwise nothing, and the folder can be
/// resumed. It does not matter in which order they are named, or whether one is named twice.
///
/// # Errors
/// That folders are of different tournaments, or that two hold different games under one number, which cannot be unless one of them
/// is wrong; what cannot be read or written.
pub fn merge(
    folders: &[PathBuf],
    out: &Path,
    registry: &Registry,
    disk: &dyn Disk,
) -> Result<Option<Summary>, Failure> {
    let manifest = common_manifest(folders)?;
    let prepared = manifest.read_up(registry)?;
    let pure = prepared.pure_strategies(registry);
    let is_pure = |record: &GameRecord| {
        let row = |name: &String| prepared.strategies.iter().position(|strategy| strategy.name == *name);
        record.strategies.iter().all(|name| row(name).is_some_and(|row| pure[row]))
    };
    let mut games: BTreeMap<u32, (GameRecord, &PathBuf)> = BTreeMap::new();
    for folder in folders {
        for record in read_games(folder)?.0 {
            match games.get(&record.game) {
                Some((other, there)) if *other != record => {
                    return Err(different([&record, other], [folder, there], is_pure(&record)));
                }
                Some(_) => {}
                None => {
                    games.insert(record.game, (record, folder));
                }
            }
        }
    }
    let mut results = Results::create(disk, out, &manifest)?;
    let mut contest = Contest::new(&prepared.file);
    let begun = prefix(&games, &mut contest);
    for (record, folder) in &begun {
        if let Some(name) = &record.replay {
            let (from, to) = (folder.join(name), out.join(name));
            let bytes = read_limited(&from, MAX_REPLAY_BYTES).map_err(|error| Failure::reading(&from, error))?;
            write_whole(disk, &to, &bytes).map_err(|error| Failure::writing(&to, error))?;
        }
        results.keep(record)?;
    }
    let records: Vec<GameRecord> = begun.into_iter().map(|(record, _)| record.clone()).collect();
    if !contest.is_decided() && !games_after(&prepared.file, &records).is_empty() {
        return Ok(None);
    }
    let summary = summarize(&prepared.file, &prepared.names(), &records);
    results.finish(disk, &prepared, &summary, &records, None)?;
    Ok(Some(summary))
}

/// The games from the first one on without a gap, which is all that can be resumed, up to the one that decides the test: those behind it
/// one machine would not have played.
fn prefix<'g>(
    games: &'g BTreeMap<u32, (GameRecord, &'g PathBuf)>,
    contest: &mut Contest,
) -> Vec<(&'g GameRecord, &'g PathBuf)> {
    let mut begun = Vec::new();
    for (at, (record, folder)) in games.values().enumerate() {
        if record.game as usize != at || contest.is_decided() {
            break;
        }
        contest.add(record);
        begun.push((record, *folder));
    }
    begun
}

fn common_manifest(folders: &[PathBuf]) -> Result<Manifest, Failure> {
    let mut common: Option<(Manifest, &PathBuf)> = None;
    for folder in folders {
        let own = Manifest::read(folder)?.whole();
        match &common {
            Some((other, there)) if other.of_any_build() != own.of_any_build() => {
                let text = format!(
                    "{} and {} are of different tournaments: their {FILE} differ in more than the part",
                    there.display(),
                    folder.display(),
                    FILE = super::manifest::FILE
                );
                return Err(Failure::Usage(text));
            }
            Some((other, there)) if other.build != own.build => common = Some((own.of_any_build(), *there)),
            Some(_) => {}
            None => common = Some((own, folder)),
        }
    }
    common.map(|(manifest, _)| manifest).ok_or_else(|| Failure::Usage("no folders to merge".to_owned()))
}

fn different(records: [&GameRecord; 2], folders: [&Path; 2], is_pure: bool) -> Failure {
    let why = if is_pure {
        "a match is deterministic, so one of the two is wrong; sandtable verify shows which"
    } else {
        "a bot that is a process may decide differently each time; name only one of the folders with the game"
    };
    let [first, second] = [0, 1].map(|row| format!("{} (final state {})", folders[row].display(), records[row].hash));
    Failure::Mismatch(format!("game {} differs between {second} and {first}: {why}", records[0].game))
}
