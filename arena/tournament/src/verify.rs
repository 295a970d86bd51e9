//! Results played again: every game is a pure function of the manifest, so its line can be made anew and compared. Of games in which a
//! process played, the orders are in the replay, and what they make of the match is compared.

use std::path::Path;

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::parallel::in_order;
use sandtable_match::store::read_replay;
use sandtable_math::mix;

use super::game::Game;
use super::manifest::Manifest;
use super::prepare::Prepared;
use super::record::GameRecord;
use super::results::read_games;
use super::run::play_game;
use super::schedule::{games_after, schedule};

/// The stream of the mixer that chooses a sample.
const SAMPLE: u64 = 0x5341_4D50;

/// What came of playing results again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Games played again.
    pub games: u32,
    /// Games that the folder holds.
    pub of: u32,
    /// What differs, a line each.
    pub differences: Vec<String>,
}

/// Plays the games of a folder again: all, or a sample of a given size, which the tournament seed chooses.
///
/// # Errors
/// What cannot be read, or cannot be what a tournament wrote.
pub fn verify(folder: &Path, sample: Option<u32>, threads: usize, registry: &Registry) -> Result<Checked, Failure> {
    let manifest = Manifest::read(folder)?;
    let prepared = manifest.read_up(registry)?;
    let (records, _) = read_games(folder)?;
    let games = scheduled(&manifest, &prepared, &records);
    let mut checked = Checked { of: records.len() as u32, ..Checked::default() };
    if games.len() < records.len() {
        checked.differences.push(format!("{} games, where the tournament has {}", records.len(), games.len()));
    }
    let mut chosen: Vec<usize> = (0..records.len().min(games.len())).collect();
    if let Some(sample) = sample {
        chosen.sort_by_key(|row| mix(mix(prepared.file.base_seed, SAMPLE), *row as u64));
        chosen.truncate(sample as usize);
        chosen.sort_unstable();
    }
    let pure = prepared.pure_strategies(registry);
    let check = |at: u32| {
        let (written, game) = (&records[chosen[at as usize]], &games[chosen[at as usize]]);
        if game.sides.iter().all(|row| pure[*row]) {
            difference(written, &play_game(&prepared, registry, game).record)
        } else {
            replayed(folder, written)
        }
    };
    in_order(chosen.len() as u32, threads, check, |difference| {
        checked.games += 1;
        checked.differences.extend(difference);
        Ok(())
    })?;
    Ok(checked)
}

/// What differs when the orders that a game's replay holds are played again.
fn replayed(folder: &Path, written: &GameRecord) -> Option<String> {
    let name = || format!("game {} ({} on {})", written.game, written.strategies.join(" against "), written.map);
    let Some(path) = &written.replay else {
        return Some(format!("{}: bots that are processes decide anew each time, and there is no replay", name()));
    };
    let replay = match read_replay(&folder.join(path)) {
        Ok(Ok(replay)) => replay,
        Ok(Err(damage)) => return Some(format!("{}: its replay: {damage}", name())),
        Err(failure) => return Some(format!("{}: its replay: {failure}", name())),
    };
    match sandtable_replay::verify(&replay) {
        Ok(same) if same.ticks == written.ticks && format!("{:016x}", same.total) == written.hash => None,
        Ok(other) => Some(format!(
            "{}: final state {} at tick {}, in its replay {:016x} at tick {}",
            name(),
            written.hash,
            written.ticks,
            other.total,
            other.ticks
        )),
        Err(bad) => Some(format!("{}: its replay plays differently: {bad}", name())),
    }
}

/// The games the records are of, in order.
fn scheduled(manifest: &Manifest, prepared: &Prepared, records: &[GameRecord]) -> Vec<Game> {
    if let Some(shard) = manifest.shard {
        return schedule(&prepared.file).into_iter().filter(|game| shard.has(game.pair)).collect();
    }
    let mut games = schedule(&prepared.file);
    while games.len() < records.len() {
        let next = games_after(&prepared.file, &records[..games.len()]);
        if next.is_empty() {
            break;
        }
        games.extend(next);
    }
    games
}

fn difference(written: &GameRecord, again: &GameRecord) -> Option<String> {
    if written == again {
        return None;
    }
    let what = if written.hash != again.hash {
        format!(
            "final state {} at tick {}, played again {} at tick {}",
            written.hash, written.ticks, again.hash, again.ticks
        )
    } else {
        "the same final state, but other figures".to_owned()
    };
    Some(format!("game {} ({} on {}): {what}", written.game, written.strategies.join(" against "), written.map))
}
