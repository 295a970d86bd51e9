//! What a commander is told of its match before it begins.

use sandtable_model::rules::Rules;
use sandtable_state::id::PlayerId;

/// What a commander is built for.
///
/// # Examples
///
/// ```
/// use sandtable_ai::{MatchInfo, Registry};
/// use sandtable_state::id::PlayerId;
/// # use std::sync::Arc;
/// # use sandtable_content::{MatchTerms, build_scenario, load_map, load_rules};
/// # let rules = load_rules("duel.toml", include_str!("../../../../scenarios/rules/duel.toml")).unwrap().value;
/// # let map = load_map("duel16.map", include_str!("../../../../scenarios/maps/duel16.map"), &rules).unwrap().value;
/// # let scenario = Arc::new(build_scenario(rules, map, 2, MatchTerms::default()).unwrap());
///
/// let info = MatchInfo { rules: &scenario.rules, player: PlayerId(1), seed: 42, name: "waits" };
/// let text = "bot = \"idle\"\nabout = \"Waits.\"";
/// let commander = Registry::standard().commander("waits.toml", text, &info).unwrap().value;
/// assert_eq!(commander.name(), "waits");
/// ```
#[derive(Clone, Copy)]
pub struct MatchInfo<'a> {
    /// The rules of the match, which the names of a strategy file are resolved against.
    pub rules: &'a Rules,
    /// Whom it commands.
    pub player: PlayerId,
    /// The seed of its random streams.
    pub seed: u64,
    /// What to call it: the strategy's name.
    pub name: &'a str,
}
