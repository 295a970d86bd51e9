//! A match put together: who commands whom where, and what its replay keeps of that.

use std::sync::Arc;

use sandtable_ai::{Commander, Registry};
use sandtable_model::scenario::Scenario;
use sandtable_replay::{Contestant, SourceText};
use sandtable_state::id::PlayerId;

use crate::Failure;
use crate::assemble::StrategyFile;
use crate::runner::commander_seed;

/// Everything that a match is made of.
pub struct MatchSetup {
    /// What is played.
    pub scenario: Arc<Scenario>,
    /// Who commands, by player.
    pub commanders: Vec<Box<dyn Commander>>,
    /// How the replay names them, by player.
    pub contestants: Vec<Contestant>,
    /// The texts that the scenario was read from.
    pub sources: Vec<SourceText>,
}

impl MatchSetup {
    /// Seats a commander of each strategy, by player, with a seed of its own drawn from the match seed.
    ///
    /// # Errors
    /// Everything wrong with a strategy under the scenario's rules.
    pub fn seated(
        scenario: Scenario,
        sources: Vec<SourceText>,
        strategies: Vec<StrategyFile>,
        match_seed: u64,
        registry: &Registry,
    ) -> Result<MatchSetup, Failure> {
        let (mut commanders, mut contestants) = (Vec::new(), Vec::new());
        for (row, strategy) in strategies.into_iter().enumerate() {
            let player = PlayerId(row as u8);
            let seed = commander_seed(match_seed, player);
            commanders.push(strategy.build(registry, &scenario.rules, player, seed)?);
            let StrategyFile { name, path, text, .. } = strategy;
            contestants.push(Contestant { name, strategy: path, source: text, seed });
        }
        Ok(MatchSetup { scenario: Arc::new(scenario), commanders, contestants, sources })
    }
}
