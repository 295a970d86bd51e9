//! `sandtable fight`.

use std::path::Path;

use sandtable_lab::fight::{games, record};
use sandtable_lab::trial::{fights, load_fight};
use sandtable_match::Failure;
use sandtable_match::library::Library;
use sandtable_match::progress::ProgressSink;
use sandtable_match::store::{Product, SystemDisk, pack_replay, write_whole};
use sandtable_match::work_bar::WorkBar;
use sandtable_model::scenario::Scenario;

use super::interrupt::files_left;
use super::{say, say_json};
use crate::args::FightArgs;

pub fn run(args: &FightArgs) -> Result<(), Failure> {
    if let Some(path) = &args.replay {
        if args.fights.len() > 1 {
            return Err(Failure::Usage(format!("--replay: found {} fights; expected one", args.fights.len())));
        }
        Product::Replay.may_replace(path)?;
    }
    let mut library = Library::here();
    let names = if args.fights.is_empty() { fights(&mut library)? } else { args.fights.clone() };
    let bar = WorkBar::new();
    let command = format!("fight --games {} --seed {}", args.games, args.series.seed);
    let mut left = files_left(&bar, "the fights above are complete", &command, &names);
    for name in &names {
        let scenario = load_fight(&mut library, name)?;
        bar.expect(args.games.into());
        if let Some(path) = &args.replay {
            record_game(&scenario, args.series.seed, path)?;
        }
        let score = games(&scenario, args.series.seed, args.games, args.series.threads.count(), &bar)?;
        bar.suspended(|| match args.series.json {
            true => say_json(&score.json(name, args.series.seed)),
            false => say(&score.tell(&scenario.name, &scenario.players[0].name)),
        })?;
        left.one_done();
        bar.restart();
    }
    Ok(())
}

/// Records the first game of a series.
fn record_game(scenario: &Scenario, seed: u64, path: &Path) -> Result<(), Failure> {
    let file = pack_replay(&record(scenario, seed, 0)).and_then(|file| write_whole(&SystemDisk, path, &file));
    file.map_err(|error| Failure::writing(path, error))
}
