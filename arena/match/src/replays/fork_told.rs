//! The result of forks, told.

use std::fmt::Write as _;

use sandtable_replay::Replay;

use super::fork::ForkOutcome;
use crate::assemble::StrategyFile;
use crate::runner::clock;

/// The result of forks, in words; `strategies` are those that took over, by player.
pub fn fork_text(outcome: &ForkOutcome, replay: &Replay, strategies: &[Option<StrategyFile>]) -> String {
    let names = names(replay, strategies);
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
        let _ =
            writeln!(text, "the fork with the recorded seed and commanders differs from the recorded match {departs}");
    }
    text
}

/// Who goes on, by player.
fn names<'a>(replay: &'a Replay, strategies: &'a [Option<StrategyFile>]) -> Vec<&'a str> {
    let rows = replay.header.contestants.iter().zip(strategies);
    rows.map(|(before, taken)| taken.as_ref().map_or(&*before.name, |strategy| &strategy.name)).collect()
}
