//! `sandtable replay fork`: a recorded match played on from a tick, many times.

use std::fmt::Write as _;

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::assemble::{StrategyFile, load_strategy};
use sandtable_match::library::Library;
use sandtable_match::replays::{ForkOutcome, ForkTerms, fork};
use sandtable_match::runner::clock;

use super::{open, refused, say, say_json, threads};
use crate::args::ForkArgs;
use crate::progress::WorkBar;

pub fn run(args: &ForkArgs, registry: &Registry) -> Result<(), Failure> {
    let replay = open(&args.at.file)?;
    let (players, given) = (replay.header.contestants.len(), args.successors.all());
    if let Some(row) = given.iter().skip(players).position(Option::is_some) {
        let text = format!("--p{}: the match has {players} commanders", players + row + 1);
        return Err(Failure::Usage(text));
    }
    let mut library = Library::here();
    let mut load = |name: &Option<&str>| name.map(|name| load_strategy(&mut library, registry, name)).transpose();
    let strategies = given[..players].iter().map(&mut load).collect::<Result<Vec<_>, _>>()?;
    let names = names(&replay.header.contestants, &strategies);
    let threads = threads(args.threads, args.seeds as usize);
    let terms = ForkTerms { tick: args.at.tick, strategies, seeds: args.seeds, threads };
    match fork(&replay, registry, &terms, &WorkBar::counting("forks"))? {
        Err(error) => Err(refused(&args.at.file, &error)?),
        Ok(outcome) => {
            if args.at.json { say_json(&outcome) } else { say(&tell(&outcome, &replay, &names)) }?;
            if outcome.departs.is_none() { Ok(()) } else { Err(Failure::Checked) }
        }
    }
}

/// Who goes on, by player.
fn names(contestants: &[sandtable_replay::Contestant], strategies: &[Option<StrategyFile>]) -> Vec<String> {
    let rows = contestants.iter().zip(strategies);
    rows.map(|(before, taken)| taken.as_ref().map_or(&before.name, |strategy| &strategy.name).clone()).collect()
}

fn tell(outcome: &ForkOutcome, replay: &sandtable_replay::Replay, names: &[String]) -> String {
    let scenario = replay.header.decode_scenario();
    let team_of =
        |row: usize| scenario.as_ref().ok().and_then(|scenario| scenario.players.get(row)).map(|it| it.team.0);
    let mut text = format!("{} from tick {} ({})\n", outcome.counted(), outcome.tick, clock(outcome.tick));
    for team in &outcome.teams {
        let members =
            names.iter().enumerate().filter(|(row, _)| team_of(*row).is_some_and(|it| u32::from(it) + 1 == team.team));
        let members: Vec<String> = members.map(|(row, name)| format!("player {} ({name})", row + 1)).collect();
        let [low, high] = team.interval.map(|share| 100.0 * share);
        let (share, members) = (100.0 * team.probability, members.join(" and "));
        let _ =
            writeln!(text, "  {members}: wins {share:.1} % [{low:.1}, {high:.1}], {} of {}", team.wins, outcome.games);
    }
    if outcome.draws > 0 {
        let _ = writeln!(text, "  no winner: {}", outcome.draws);
    }
    if let Some(departs) = &outcome.departs {
        let _ = writeln!(
            text,
            "the fork with the recorded seed and commanders is not the recorded match: it differs {departs}"
        );
    }
    text
}
