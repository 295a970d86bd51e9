//! Scenarios without a match file: any map under any rules, with the usual terms.

use sandtable_diagnostics::{Issue, Issues};
use sandtable_model::map::Map;
use sandtable_model::rules::Rules;
use sandtable_model::scenario::{Fog, PlayerSetup, Scenario, Victory};
use sandtable_state::limits::TICKS_PER_SECOND;

/// The terms of a match, apart from who plays what where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchTerms {
    /// Fog of war.
    pub fog: Fog,
    /// The last tick, 1 … [`sandtable_state::limits::MAX_TICKS`].
    pub time_limit_ticks: u32,
    /// Ticks between a decision and its effect beyond the next tick, 0 … [`sandtable_state::limits::MAX_ORDER_DELAY`].
    pub order_delay_ticks: u8,
    /// How it ends.
    pub victory: Victory,
    /// Whether every player gets the rules' starting force on its start.
    pub start_forces: bool,
}

/// Full fog, thirty game minutes, one tick of delay, to annihilation or by score at the limit.
impl Default for MatchTerms {
    fn default() -> MatchTerms {
        MatchTerms {
            fog: Fog::Full,
            time_limit_ticks: 30 * 60 * TICKS_PER_SECOND,
            order_delay_ticks: 1,
            victory: Victory { annihilation: true, score_at_limit: true },
            start_forces: true,
        }
    }
}

/// The scenario of `players` players, each for itself on the start of its number, under `rules` on `map`. Names and
/// strategies are for the caller to set.
///
/// # Errors
/// When the map has fewer starts, or the terms are out of their ranges.
pub fn build_scenario(rules: Rules, map: Map, players: u8, terms: MatchTerms) -> Result<Scenario, Issues> {
    if usize::from(players) > map.starts.len() {
        let found = format!("{} starts", map.starts.len());
        return Err(Issue::of_file(&map.name, found, format!("at least {players}, one for each player")).into());
    }
    let name = format!("{} on {}", rules.name, map.name);
    let players = (0..players).map(|row| default_player(row, &rules)).collect();
    let scenario = Scenario {
        fog: terms.fog,
        time_limit_ticks: terms.time_limit_ticks,
        order_delay_ticks: terms.order_delay_ticks,
        victory: terms.victory,
        start_forces: terms.start_forces,
        ..Scenario::sandbox(&name, rules, map, players)
    };
    let issue = |defect: sandtable_model::rules::Defect| Issue {
        field: defect.path,
        ..Issue::of_file(&scenario.name, defect.found, defect.expected)
    };
    let issues: Vec<Issue> = scenario.check().into_iter().map(issue).collect();
    if issues.is_empty() { Ok(scenario) } else { Err(Issues(issues)) }
}

/// Player `row` of a match that says nothing about it: alone, on the start of its number, with the usual stock.
pub(super) fn default_player(row: u8, rules: &Rules) -> PlayerSetup {
    PlayerSetup { start: Some(row), resources: rules.start.resources, ..PlayerSetup::numbered(row) }
}
