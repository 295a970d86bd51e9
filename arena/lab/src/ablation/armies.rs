//! The same army on both sides, one of them without a system.

use sandtable_match::Failure;
use sandtable_match::progress::ProgressSink;
use sandtable_match::score::WinDrawLoss;
use sandtable_model::scenario::{PlacedEntity, Scenario};
use sandtable_model::schedule::SchedulePlan;
use sandtable_state::id::PlayerId;

use super::System;
use crate::fight::{games, turn, turn_plan};

/// What the first player's army scores against its like without the system, over `games` games of a fight: each seed is played twice,
/// sides swapped.
///
/// # Errors
/// When threads cannot be had.
pub fn armies(
    scenario: &Scenario,
    system: System,
    seed: u64,
    count: u32,
    threads: usize,
    progress: &dyn ProgressSink,
) -> Result<WinDrawLoss, Failure> {
    Ok(games(&against_its_like(scenario, system), seed, count, threads, progress)?.tally)
}

/// The scenario with the first player's setup and army on both sides, the second a half turn about and without the system.
fn against_its_like(scenario: &Scenario, system: System) -> Scenario {
    let mut changed = scenario.clone();
    let (first, second) = (changed.players[0].clone(), &mut changed.players[1]);
    System::ALL.into_iter().for_each(|one| one.copy(&first, second));
    system.switch_off(second);
    let bounds = scenario.map.bounds();
    let own = |placed: &&PlacedEntity| placed.owner.0 == 0;
    let turned = |placed: &PlacedEntity| PlacedEntity {
        owner: PlayerId(1),
        cell: turn(bounds, placed.cell, true),
        ..placed.clone()
    };
    let army: Vec<PlacedEntity> = scenario.placed.iter().filter(own).cloned().collect();
    changed.placed.retain(|placed| placed.owner.0 > 1);
    let first = changed.placed.len();
    changed.placed.extend(army.iter().cloned());
    changed.placed.extend(army.iter().map(turned));
    // What the first army's schedules tell it, the second's tell that.
    let rows: Vec<usize> = (0..scenario.placed.len()).filter(|row| own(&&scenario.placed[*row])).collect();
    let group = |plan: &SchedulePlan, first: usize| {
        let places = plan.placed.iter().filter_map(|row| rows.binary_search(&usize::from(*row)).ok());
        places.map(|place| (first + place) as u16).collect()
    };
    let plans = scenario.schedules.iter().filter(|plan| plan.player.0 == 0);
    let both = plans.flat_map(|plan| {
        let again = SchedulePlan { player: PlayerId(1), placed: group(plan, first + army.len()), ..plan.clone() };
        [SchedulePlan { placed: group(plan, first), ..plan.clone() }, turn_plan(bounds, again)]
    });
    changed.schedules = both.collect();
    changed
}
