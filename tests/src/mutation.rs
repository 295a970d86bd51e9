//! Mutations of a saved state: each byte set to other values, each of which must be refused or show in the hash.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use sandtable_ai::Registry;
use sandtable_match::replays::resume;
use sandtable_match::runner::MatchSession;
use sandtable_model::scenario::Scenario;
use sandtable_replay::Replay;
use sandtable_sim::World;
use sandtable_sim::snapshot::{self, differences};

/// A byte that can be changed without anybody's notice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unnoticed {
    /// Its place in the saved state.
    pub at: usize,
    /// What it is.
    pub was: u8,
    /// What it was set to.
    pub set: u8,
    /// What loading gave: the fields that differ, `nothing differs`, or the panic.
    pub what: String,
}

/// How often each answer was given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MutationCounts {
    /// Loading refused the bytes.
    pub refused: u64,
    /// The state loaded and has another hash, or the match is told to be another.
    pub hashed: u64,
    /// Neither.
    pub unnoticed: Vec<Unnoticed>,
}

/// The world of a replay after `tick` ticks, played from the start by its recorded orders.
///
/// # Panics
/// When the replay holds no scenario.
pub fn world_at(replay: &Replay, tick: u32) -> World {
    let scenario = Arc::new(replay.header.decode_scenario().expect("a scenario"));
    let mut world = World::new(scenario, replay.header.seed);
    let chunks = replay.chunks.iter();
    for (chunk, at) in chunks.flat_map(|chunk| (chunk.first_tick..=chunk.last_tick()).map(move |at| (chunk, at))) {
        if world.tick() >= tick {
            break;
        }
        world.step(chunk.orders_of(at));
    }
    world
}

/// Sets bytes of the saved state to each of `values` of the 255 other values, and counts the answers. `places` chooses among
/// the bytes, by their place.
pub fn mutate(world: &World, places: impl Fn(usize) -> bool, values: impl Fn(usize) -> Vec<u8>) -> MutationCounts {
    let (bytes, hash) = (snapshot::save(world), world.state_hash());
    let mut counts = MutationCounts::default();
    for at in (0..bytes.len()).filter(|at| places(*at)) {
        for step in values(at).into_iter().filter(|step| *step != 0) {
            let set = bytes[at] ^ step;
            let mut changed = bytes.clone();
            changed[at] = set;
            match answer(world, hash, &changed) {
                Answer::Refused => counts.refused += 1,
                Answer::Hashed => counts.hashed += 1,
                Answer::Unnoticed(what) => {
                    counts.unnoticed.push(Unnoticed { at, was: bytes[at], set, what });
                }
            }
        }
    }
    counts
}

/// The match of a golden after `tick` ticks, its commanders with it.
///
/// # Panics
/// When its commanders do not decide as recorded.
pub fn session_at(replay: &Replay, tick: u32) -> MatchSession {
    resume(replay, &Registry::standard(), tick, &[]).unwrap_or_else(|error| panic!("{error}"))
}

/// [`mutate`] of what a keyframe holds beside the world: memories of commanders, orders under way, figures. Each value must be refused,
/// or told as another than the match has.
///
/// # Panics
/// When the commanders cannot be saved.
pub fn mutate_session(
    session: &MatchSession,
    places: impl Fn(usize) -> bool,
    values: impl Fn(usize) -> Vec<u8>,
) -> MutationCounts {
    let bytes = session.save().expect("its commanders can be saved");
    let mut counts = MutationCounts::default();
    for at in (0..bytes.len()).filter(|at| places(*at)) {
        let mut changed = bytes.clone();
        for step in values(at).into_iter().filter(|step| *step != 0) {
            changed[at] = bytes[at] ^ step;
            match session.differing(&changed, &[], |_| None) {
                Err(_) => counts.refused += 1,
                Ok(Some(_)) => counts.hashed += 1,
                Ok(None) => {
                    let (was, set) = (bytes[at], changed[at]);
                    counts.unnoticed.push(Unnoticed { at, was, set, what: "the match beside the world".to_owned() });
                }
            }
        }
    }
    counts
}

impl MutationCounts {
    /// Both together.
    pub fn with(mut self, other: MutationCounts) -> MutationCounts {
        self.refused += other.refused;
        self.hashed += other.hashed;
        self.unnoticed.extend(other.unnoticed);
        self
    }
}

enum Answer {
    Refused,
    Hashed,
    Unnoticed(String),
}

fn answer(world: &World, hash: u64, changed: &[u8]) -> Answer {
    let scenario: &Arc<Scenario> = world.scenario();
    match catch_unwind(AssertUnwindSafe(|| snapshot::load(scenario.clone(), changed))) {
        Err(_) => Answer::Unnoticed("panic".to_owned()),
        Ok(Err(_)) => Answer::Refused,
        Ok(Ok(loaded)) if loaded.state_hash() != hash => Answer::Hashed,
        Ok(Ok(loaded)) => Answer::Unnoticed(
            differences(world, &loaded)
                .iter()
                .map(|one| format!("{} {}", one.part, one.field))
                .reduce(|all, one| format!("{all}, {one}"))
                .unwrap_or_else(|| "nothing differs".to_owned()),
        ),
    }
}

/// States to mutate, each a golden after some ticks; together they hold every part of the state, and one has eight players.
pub const STATES: &[(&str, u32)] = &[
    ("duel", 900),
    ("duel-blink", 400),
    ("agents-surround", 300),
    ("agents-jobs", 429),
    ("agents-feint", 400),
    ("agents-ferry", 400),
    ("agents-formation", 300),
    ("agents-kite", 200),
    ("agents-labour", 500),
    ("agents-mend", 200),
    ("agents-patrol", 300),
    ("agents-posts", 300),
    ("agents-screen", 200),
    ("agents-sentry", 200),
    ("agents-siege", 210),
    ("agents-vigil", 300),
    ("agents-volley", 200),
    ("agents-waves", 600),
    ("couriers", 300),
    ("navigators", 300),
    ("minds-goap-plays", 900),
    ("crown", 600),
    ("relief", 300),
    ("ford-tech-expand", 2500),
];

/// Matches whose commanders remember something, each a golden after some ticks, to mutate what they remember.
pub const SESSIONS: &[(&str, u32)] = &[("duel", 300), ("minds-goap-plays", 700), ("quarters", 500)];
