//! Commanders from strategy texts, and the matches they meet in.

use std::sync::Arc;

use sandtable_ai::{Commander, MatchInfo, Registry};
use sandtable_content::MatchTerms;
use sandtable_content::map::RawMap;
use sandtable_math::mix;
use sandtable_model::rules::Rules;
use sandtable_model::scenario::Scenario;
use sandtable_state::id::PlayerId;
use sandtable_state::limits::TICKS_PER_SECOND;

use crate::{Fixture, load_rules};

/// The text of the classic rules.
pub const CLASSIC: &str = include_str!("../../scenarios/rules/classic.toml");
/// The text of a small map for two.
pub const MEADOW: &str = include_str!("../../scenarios/maps/meadow.map");

/// The classic rules.
pub fn classic() -> Rules {
    load_rules("rules.toml", CLASSIC).unwrap_or_else(|issues| panic!("{issues}")).value
}

/// Two players under rules, on a map, for `minutes` game minutes at most.
pub fn scenario(rules: &str, map: &str, minutes: u32) -> Arc<Scenario> {
    let rules = load_rules("rules.toml", rules).unwrap_or_else(|issues| panic!("{issues}")).value;
    let raw = RawMap::parse("test.map", map).unwrap_or_else(|issues| panic!("{issues}"));
    let map = raw.resolve(&rules).unwrap_or_else(|issues| panic!("{issues}"));
    let terms = MatchTerms { time_limit_ticks: minutes * 60 * TICKS_PER_SECOND, ..MatchTerms::default() };
    Arc::new(Fixture::on_starts(rules, map, terms).scenario())
}

/// The commander of a player by the text of its strategy, called `test.toml`.
///
/// # Errors
/// What is wrong with the text.
pub fn build(rules: &Rules, text: &str, player: u8, seed: u64) -> Result<Box<dyn Commander>, String> {
    let brief = MatchInfo { rules, player: PlayerId(player), seed: mix(seed, player.into()), name: "test" };
    let built = Registry::standard().commander("test.toml", text, &brief);
    built.map(|checked| checked.value).map_err(|issues| issues.to_string())
}

/// The same, of a text that is in order.
pub fn built(rules: &Rules, text: &str, player: u8, seed: u64) -> Box<dyn Commander> {
    build(rules, text, player, seed).unwrap_or_else(|why| panic!("{why}"))
}
