//! Parts of a tournament, played apart, put together.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::store::{Disk, read_limited, write_whole};

use super::manifest::Manifest;
use super::record::GameRecord;
use super::results::{Results, read_games};
use super::schedule::schedule;
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
    // A list without gaps is all that can be resumed.
    let begun = games.values().enumerate().take_while(|(at, (record, _))| record.game as usize == *at);
    let begun: Vec<(&GameRecord, &PathBuf)> = begun.map(|(_, (record, folder))| (record, *folder)).collect();
    for (record, folder) in &begun {
        if let Some(name) = &record.replay {
            let (from, to) = (folder.join(name), out.join(name));
            let bytes = read_limited(&from, MAX_REPLAY_BYTES).map_err(|error| Failure::reading(&from, error))?;
            write_whole(disk, &to, &bytes).map_err(|error| Failure::writing(&to, error))?;
        }
        results.keep(record)?;
    }
    let whole = if prepared.file.format.is_fixed() && prepared.file.sprt.is_none() {
        begun.len() == schedule(&prepared.file).len()
    } else {
        folders.iter().any(|folder| read_games(folder).is_ok_and(|(_, finished)| finished))
    };
    if !whole {
        return Ok(None);
    }
    let records: Vec<GameRecord> = begun.into_iter().map(|(record, _)| record.clone()).collect();
    let summary = summarize(&prepared.file, &prepared.names(), &records);
    results.finish(disk, &prepared, &summary, &records, None)?;
    Ok(Some(summary))
}

fn common_manifest(folders: &[PathBuf]) -> Result<Manifest, Failure> {
    let mut common: Option<(Manifest, &PathBuf)> = None;
    for folder in folders {
        let own = Manifest::read(folder)?.whole();
        match &common {
            Some((other, there)) if other.of_any_build() != own.of_any_build() => {
                let text = format!(
                    "{} and {} are not of one tournament: their {FILE} differ besides the part",
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
        "a match is a pure function, so one of the two is wrong; sandtable verify says which"
    } else {
        "a bot that is a process may decide otherwise each time; name only one of the folders that hold the game"
    };
    let [first, second] = [0, 1].map(|row| format!("{} (final state {})", folders[row].display(), records[row].hash));
    Failure::Mismatch(format!("game {} is not the same in {second} and in {first}: {why}", records[0].game))
}
