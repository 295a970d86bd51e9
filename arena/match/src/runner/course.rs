//! How a match went, as a number: strategies that decide alike play the same match again, whatever its seed.

use sandtable_math::mix;
use sandtable_sim::World;

/// The part of the state that holds the seed, and the tick, which counts by itself.
const SEEDED: &str = "clock";

/// A hash of the course of a match that led to this state: of the tick and of every part of the state but the match seed. Two matches of one
/// scenario that went the same way to the last bit have the same, whatever their seeds.
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
/// let [one, other] = [1, 2].map(|seed| run_match(&scenario, Vec::new(), seed));
/// assert_eq!(one.course, other.course, "nobody decides anything");
/// assert_ne!(one.hash, other.hash, "the state has the seed");
/// ```
pub fn course(world: &World) -> u64 {
    course_on(u64::from(world.tick()), world)
}

/// A course told so far, with the state that it came to: all of that but the match seed and the tick.
pub fn course_on(course: u64, world: &World) -> u64 {
    let parts = world.part_hashes().into_iter().filter(|part| part.name != SEEDED);
    parts.fold(course, |course, part| mix(course, part.hash))
}
