//! The loop of a match.

use std::sync::Arc;

use sandtable_ai::Commander;
use sandtable_math::mix3;
use sandtable_model::scenario::Scenario;
use sandtable_sim::{Threads, World};
use sandtable_state::id::PlayerId;

use super::guarded;
use super::referee::Referee;
use super::result::MatchResult;
use super::session::{MatchSession, Observer, Silent};

/// The stream of the mixer that gives commanders their seeds.
const COMMANDERS: u64 = 0x434F_4D4D;

/// The seed of a commander: `mix3(match seed, 0x434F4D4D, player)`.
pub fn commander_seed(match_seed: u64, player: PlayerId) -> u64 {
    mix3(match_seed, COMMANDERS, u64::from(player.0))
}

/// Plays a match to its end: a pure function of its arguments.
///
/// `commanders` are in the order of the scenario's players; a player without one stands idle.
///
/// ```
/// use std::sync::Arc;
///
/// use sandtable_match::assemble::load_match;
/// use sandtable_match::library::Library;
/// use sandtable_match::runner::run_match;
///
/// let mut scenario = load_match(&mut Library::embedded_only(), "duel").expect("it comes with the program");
/// scenario.time_limit_ticks = 160;
/// let scenario = Arc::new(scenario);
/// let result = run_match(&scenario, Vec::new(), 1);
/// assert_eq!((result.ticks, result.engine_error()), (160, None));
/// assert_eq!(result.hash, run_match(&scenario, Vec::new(), 1).hash, "played again it is the same match");
/// ```
pub fn run_match(scenario: &Arc<Scenario>, commanders: Vec<Box<dyn Commander>>, seed: u64) -> MatchResult {
    run_match_with(scenario, commanders, seed, &mut Silent)
}

/// Plays a match to its end, watched: `observer` is shown every tick and may break the match off.
pub fn run_match_with(
    scenario: &Arc<Scenario>,
    commanders: Vec<Box<dyn Commander>>,
    seed: u64,
    observer: &mut dyn Observer,
) -> MatchResult {
    run_match_on(scenario, commanders, seed, observer, Threads::default())
}

/// Plays a match to its end on several threads, which make it no other match: results and hashes are those of one thread.
pub fn run_match_on(
    scenario: &Arc<Scenario>,
    commanders: Vec<Box<dyn Commander>>,
    seed: u64,
    observer: &mut dyn Observer,
    threads: Threads,
) -> MatchResult {
    let result = guarded(|| {
        let mut world = World::new(Arc::clone(scenario), seed);
        world.use_threads(threads);
        MatchSession::new(world, commanders).play(observer)
    });
    result.unwrap_or_else(|fault| MatchResult::of_failure(scenario, seed, fault))
}

/// Plays a match on several threads under a referee, whose rules may end it before its outcome.
pub fn run_match_judged(
    scenario: &Arc<Scenario>,
    commanders: Vec<Box<dyn Commander>>,
    seed: u64,
    observer: &mut dyn Observer,
    referee: Option<Box<dyn Referee>>,
) -> MatchResult {
    let result = guarded(|| {
        let world = World::new(Arc::clone(scenario), seed);
        MatchSession::new(world, commanders).judged_by(referee).play(observer)
    });
    result.unwrap_or_else(|fault| MatchResult::of_failure(scenario, seed, fault))
}
