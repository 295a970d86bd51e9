//! Counts the mistakes in recorded games that a spectator would notice.

use std::path::{Path, PathBuf};

use sandtable_ai::Registry;
use sandtable_conduct::{ConductReport, WatchedGame, watch_replay};
use sandtable_match::Failure;
use sandtable_match::parallel::in_order;
use sandtable_match::progress::ProgressSink;
use sandtable_match::runner::guarded;
use sandtable_match::store::read_replay;

use super::results::read_games;

/// Looks at replay files, and at all that the folders of results among these paths hold, on this many threads. The report is the same for any
/// number of them.
///
/// # Errors
/// A file cannot be read or plays differently here; a folder that holds no replay.
pub fn watch_files(
    paths: &[PathBuf],
    threads: usize,
    registry: &Registry,
    progress: &dyn ProgressSink,
) -> Result<ConductReport, Failure> {
    let files = replay_files(paths)?;
    progress.expect(files.len() as u64);
    let mut report = ConductReport::default();
    let watch = |row: u32| watch_file(&files[row as usize], registry);
    in_order(files.len() as u32, threads, watch, |game| {
        progress.advance(1);
        report.games.push(game?);
        Ok(())
    })?;
    progress.finish();
    Ok(report)
}

/// Replay files, and the replays of all games that the folders of results among these paths hold.
pub(super) fn replay_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() { files.extend(replays_of(path)?) } else { files.push(path.clone()) }
    }
    Ok(files)
}

/// The replays of the games in a folder of results, finished or not.
fn replays_of(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let games = read_games(folder)?.0;
    let replays: Vec<PathBuf> =
        games.into_iter().filter_map(|game| game.replay).map(|name| folder.join(name)).collect();
    if replays.is_empty() {
        let found = format!(
            "{}: found no replays of games; expected the results of a tournament with its replays",
            folder.display()
        );
        return Err(Failure::Usage(found));
    }
    Ok(replays)
}

fn watch_file(path: &Path, registry: &Registry) -> Result<WatchedGame, Failure> {
    let named = |text: String| Failure::Usage(format!("{}: {text}", path.display()));
    let replay = read_replay(path)?.map_err(|error| named(error.explained()))?;
    let watched = guarded(|| watch_replay(&replay, registry)).map_err(|fault| Failure::Engine(fault.message))?;
    let watched = watched.map_err(named)?;
    Ok(WatchedGame {
        replay: path.display().to_string(),
        strategies: replay.header.contestants.iter().map(|one| one.name.clone()).collect(),
        ticks: replay.last_tick(),
        lapses: watched.lapses,
        unasked: watched.unasked,
    })
}
