//! What a commander is told of its match before it begins.

use sandtable_sim::id::PlayerId;
use sandtable_sim::rules::Rules;

/// What a commander is built for.
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
