//! Who builds the twins that commanders of a match are held to.

use std::sync::Arc;

use sandtable_ai::{Commander, MatchInfo, Registry, TwinFactory, TwinFindings, TwinnedCommander};
use sandtable_model::scenario::Scenario;
use sandtable_replay::Contestant;
use sandtable_state::id::PlayerId;

use crate::runner::guarded;

/// Builds commanders of a contestant's strategy anew; none for bots from outside, and for one whose text is not known.
pub fn twin_factory(
    registry: &Registry,
    scenario: &Arc<Scenario>,
    contestant: &Contestant,
    player: PlayerId,
) -> Option<TwinFactory<'static>> {
    let header = registry.header(&contestant.strategy, &contestant.source).ok()?;
    if registry.is_outside(&header.bot) {
        return None;
    }
    let (registry, scenario, contestant) = (registry.clone(), Arc::clone(scenario), contestant.clone());
    Some(Box::new(move || {
        let info = MatchInfo { rules: &scenario.rules, player, seed: contestant.seed, name: &contestant.name };
        let built = guarded(|| registry.commander(&contestant.strategy, &contestant.source, &info));
        built.ok()?.ok().map(|checked| checked.value)
    }))
}

/// Commanders of a match about to be played, each held to twins, new ones at that interval of ticks.
pub fn twinned(
    commanders: Vec<Box<dyn Commander>>,
    factory: impl Fn(PlayerId) -> Option<TwinFactory<'static>>,
    every: u32,
    told: &TwinFindings,
) -> Vec<Box<dyn Commander>> {
    let twin = |(row, commander): (usize, Box<dyn Commander>)| match factory(PlayerId(row as u8)) {
        Some(build) => Box::new(TwinnedCommander::new(commander, build, every, told)) as Box<dyn Commander>,
        None => commander,
    };
    commanders.into_iter().enumerate().map(twin).collect()
}
