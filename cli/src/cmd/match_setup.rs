//! The match that the arguments name.

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::library::DEFAULT_RULES;
use sandtable_match::request::{MatchGround, MatchRequest};
use sandtable_match::setup::MatchSetup;

use crate::args::MatchArgs;

/// Everything that the arguments name.
pub(super) fn setup(args: &MatchArgs, registry: &Registry) -> Result<MatchSetup, Failure> {
    let rules = args.rules.as_deref().unwrap_or(DEFAULT_RULES);
    let ground = match &args.map {
        Some(map) => MatchGround::Map { map, rules, time_limit_seconds: args.time_limit },
        None => MatchGround::Match(args.scenario.as_deref().unwrap_or_default()),
    };
    let order_delay_ticks = args.lockstep.input_delay.map(|delay| delay.least);
    let strategies = &args.commanders.all();
    MatchRequest { ground, strategies, order_delay_ticks, seed: args.seed }.load(registry)
}
