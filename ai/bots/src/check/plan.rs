//! What a bot is put through.

use std::sync::Arc;

use sandtable_ai::Commander;
use sandtable_model::scenario::Scenario;
use sandtable_state::id::PlayerId;

use crate::limits::BotLimits;

/// What the bot is put through.
#[derive(Clone, Debug)]
pub struct CheckPlan {
    /// Where.
    pub scenario: Arc<Scenario>,
    /// Decisions in each match.
    pub decisions: u32,
    /// What it may take.
    pub limits: BotLimits,
}

/// Builds the bot for a player with a seed.
pub type BotFactory<'b> = &'b (dyn Fn(PlayerId, u64) -> Box<dyn Commander> + Sync);
