//! A match summed up in a few lines.

use std::fmt::Write as _;

use sandtable_sim::victory::Ending;
use sandtable_state::words::counted;

use super::{MatchResult, Sample, Side, Termination, clock, moments};
use sandtable_content::seed::seed_told;

/// Moments of a timeline that are told.
const TOLD_GOALS: usize = 12;

/// The whole summary: who won, why, when, and each side in a few lines.
pub fn tell(result: &MatchResult) -> String {
    let mut text = format!("{}, seed {}\n{}\n", result.scenario, seed_told(result.seed), verdict(result));
    for (row, side) in result.sides.iter().enumerate() {
        tell_side(&mut text, row + 1, side, result);
    }
    text
}

/// Who won, why and when, in one line.
pub fn verdict(result: &MatchResult) -> String {
    let at = format!("at {} (tick {})", clock(result.ticks), result.ticks);
    match (&result.termination, &result.outcome) {
        (Termination::EngineError { message }, _) => format!("engine error {at}: {message}"),
        (Termination::Desync { message }, _) => format!("desync {at}: {message}"),
        (Termination::Interrupted, _) => format!("interrupted {at}"),
        (_, None) => format!("undecided {at}"),
        (termination, Some(outcome)) => {
            let how = match termination {
                Termination::Adjudicated { why } => why.text(),
                Termination::IllegalOrders => "illegal orders",
                _ => ending_name(outcome.ending),
            };
            match outcome.winner {
                Some(team) => format!("{} won by {how} {at}", names_of(result, team.0)),
                None => format!("draw by {how} {at}"),
            }
        }
    }
}

/// An ending as people say it.
pub fn ending_name(ending: Ending) -> &'static str {
    match ending {
        Ending::Annihilation => "annihilation",
        Ending::Surrender => "surrender",
        Ending::Score => "score at the time limit",
        Ending::TimeLimit => "time limit",
        Ending::MutualDestruction => "mutual destruction",
    }
}

fn names_of(result: &MatchResult, team: u8) -> String {
    let members = result.sides.iter().enumerate().filter(|(_, side)| side.team == team);
    members.map(|(row, side)| title(row + 1, side)).collect::<Vec<_>>().join(" and ")
}

fn title(number: usize, side: &Side) -> String {
    let commander = if side.commander.is_empty() { "nobody" } else { &side.commander };
    format!("player {number} ({commander})")
}

fn tell_side(text: &mut String, number: usize, side: &Side, result: &MatchResult) {
    let sums = &side.sums;
    let peak = side.samples.iter().max_by_key(|sample| (sample.army_value, std::cmp::Reverse(sample.tick)));
    let peak = peak.cloned().unwrap_or_default();
    let workers = side.samples.iter().map(|sample| sample.workers).max().unwrap_or(0);
    let _ = writeln!(text, "\n{}: score {}{}", title(number, side), side.score, if side.out { ", out" } else { "" });
    let _ = writeln!(text, "  economy   {}; up to {workers} workers", gathered(side, &result.resources));
    let _ = writeln!(text, "  army      {} units made; {}", sums.units_made, strongest(&peak));
    let (lost, razed) = (sums.units_lost, sums.buildings_lost);
    let _ = writeln!(text, "  losses    {lost} units and {razed} buildings, worth {}", sums.value_lost);
    let (killed, razed) = (sums.units_killed, sums.buildings_razed);
    let _ = writeln!(text, "  destroyed {killed} units and {razed} buildings, worth {}", sums.value_killed);
    let refused = result.refusals.get(number - 1).cloned().unwrap_or_default().tell(sums.rejected);
    let _ = writeln!(text, "  orders    {} given, {refused}", sums.orders);
    if let Some(forfeit) = &side.forfeited {
        let _ = writeln!(text, "  forfeit   at {}: {}", clock(forfeit.tick), forfeit.message);
    }
    tell_goals(text, result, side);
}

fn gathered(side: &Side, resources: &[String]) -> String {
    let amounts = side.sums.gathered.iter().zip(&side.sums.spent).zip(resources);
    let each = amounts.map(|((gathered, spent), name)| format!("{gathered} {name} gathered, {spent} spent"));
    each.collect::<Vec<_>>().join("; ")
}

fn strongest(peak: &Sample) -> String {
    match peak.army {
        0 => "no army".to_owned(),
        1 => format!("strongest at {}: 1 fighter worth {}", clock(peak.tick), peak.army_value),
        army => format!("strongest at {}: {army} fighters worth {}", clock(peak.tick), peak.army_value),
    }
}

/// The timeline; of a long one the moments that weigh most.
fn tell_goals(text: &mut String, result: &MatchResult, side: &Side) {
    let told = moments::told(result, side, TOLD_GOALS);
    for row in &told {
        let (goal, head) = (&side.goals[*row], if *row == 0 { "  goals   " } else { "          " });
        let _ = writeln!(text, "{head}  {:>5} {}: {}", clock(goal.tick), goal.goal, goal.progress);
    }
    let more = side.goals.len() - told.len();
    if more > 0 {
        let more = counted(more as u64, "more goal event", "more goal events");
        let _ = writeln!(text, "            … {more} omitted");
    }
}
