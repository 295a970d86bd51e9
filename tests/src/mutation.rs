//! Mutations of a saved state: each byte set to other values, each of which must be refused or show in the hash.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use sandtable_ai::Registry;
use sandtable_match::replays::{commanders, resume, take_up};
use sandtable_match::runner::{MatchSession, Recording, run_match_with};
use sandtable_model::scenario::Scenario;
use sandtable_replay::Replay;
use sandtable_sim::World;
use sandtable_sim::snapshot::{self, SavedHasher, differences};

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
    /// The bytes are refused.
    pub refused: u64,
    /// The state has another hash, or the match is told to be another; of a match gone on with, that it is the same one.
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
/// the bytes, by their place. One in `loaded` of the changed states is loaded, all with 1; of the others only those whose saved bytes
/// have the same hash, for what has another is noticed.
///
/// # Panics
/// When what was just saved does not decode.
pub fn mutate(
    world: &World,
    places: impl Fn(usize) -> bool,
    values: impl Fn(usize) -> Vec<u8>,
    loaded: usize,
) -> MutationCounts {
    let (mut bytes, hash) = (snapshot::save(world), world.state_hash());
    let hasher = SavedHasher::new(world.scenario().clone());
    let saved = hasher.hash(&bytes).expect("it was just saved");
    let mut counts = MutationCounts::default();
    for at in (0..bytes.len()).filter(|at| places(*at)) {
        let was = bytes[at];
        for step in values(at).into_iter().filter(|step| *step != 0) {
            bytes[at] = was ^ step;
            let is_loaded = (at + usize::from(step)).is_multiple_of(loaded);
            let told = if is_loaded { None } else { answer_unloaded(&hasher, saved, &bytes) };
            match told.unwrap_or_else(|| answer(world, hash, &bytes)) {
                Answer::Refused => counts.refused += 1,
                Answer::Hashed => counts.hashed += 1,
                Answer::Unnoticed(what) => counts.unnoticed.push(Unnoticed { at, was, set: bytes[at], what }),
            }
        }
        bytes[at] = was;
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
    let (bytes, played) = (session.save().expect("its commanders can be saved"), session.played(&[]));
    let mut counts = MutationCounts::default();
    for at in (0..bytes.len()).filter(|at| places(*at)) {
        let mut changed = bytes.clone();
        for step in values(at).into_iter().filter(|step| *step != 0) {
            changed[at] = bytes[at] ^ step;
            match played.is_saved_as(&changed) {
                Err(_) => counts.refused += 1,
                Ok(false) => counts.hashed += 1,
                Ok(true) => {
                    let (was, set) = (bytes[at], changed[at]);
                    counts.unnoticed.push(Unnoticed { at, was, set, what: "the match beside the world".to_owned() });
                }
            }
        }
    }
    counts
}

/// A match that was stopped after a tick, as `--save-at` leaves it: its keyframe holds all that the match is.
///
/// # Panics
/// When its commanders do not decide as recorded.
pub fn stopped_at(replay: &Replay, tick: u32) -> Replay {
    let scenario = Arc::new(replay.header.decode_scenario().expect("a scenario"));
    let commanders = commanders(replay, &Registry::standard(), &scenario.rules).expect("they are in the record");
    let (seed, contestants) = (replay.header.seed, replay.header.contestants.clone());
    let recording = Recording::with_memories(&scenario, seed, contestants, Vec::new(), Vec::new());
    let mut recording = recording.stop_at(tick);
    run_match_with(&scenario, commanders, seed, &mut recording);
    Replay::decode(&recording.into_sink()).expect("just recorded")
}

/// The record of a stopped match gone on with to its end; or why it is not.
///
/// # Errors
/// In which words it is refused.
///
/// # Panics
/// When what was just recorded is no replay.
pub fn gone_on(stopped: &Replay) -> Result<Replay, String> {
    let session = take_up(stopped, &Registry::standard()).map_err(|error| error.to_string())?;
    let mut recording = Recording::resume(stopped, 0, Vec::new());
    session.play(&mut recording);
    Ok(Replay::decode(&recording.into_sink()).expect("just recorded"))
}

/// Sets bytes of what the last keyframe of a stopped match holds beside the world, and goes on with the match: each value must be refused,
/// or lead to the very same record.
///
/// # Panics
/// When the match is not gone on with as it is.
pub fn mutate_and_go_on(
    stopped: &Replay,
    places: impl Fn(usize) -> bool,
    values: impl Fn(usize) -> Vec<u8>,
) -> MutationCounts {
    let whole = gone_on(stopped).expect("nothing is changed yet");
    let bytes = stopped.keyframes.last().expect("to go on from").table.clone();
    let (mut changed, mut counts) = (stopped.clone(), MutationCounts::default());
    for at in (0..bytes.len()).filter(|at| places(*at)) {
        for step in values(at).into_iter().filter(|step| *step != 0) {
            let set = bytes[at] ^ step;
            let keyframe = changed.keyframes.last_mut().expect("the one that was there");
            keyframe.table.clone_from(&bytes);
            keyframe.table[at] = set;
            match gone_on(&changed) {
                Err(_) => counts.refused += 1,
                Ok(record) if record == whole => counts.hashed += 1,
                Ok(_) => {
                    let what = "the match goes on otherwise".to_owned();
                    counts.unnoticed.push(Unnoticed { at, was: bytes[at], set, what });
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

/// The answer by the hash of what is saved, where that tells it.
fn answer_unloaded(hasher: &SavedHasher, saved: u64, changed: &[u8]) -> Option<Answer> {
    match catch_unwind(AssertUnwindSafe(|| hasher.hash(changed))) {
        Ok(Err(_)) => Some(Answer::Refused),
        Ok(Ok(hash)) if hash != saved => Some(Answer::Hashed),
        Ok(Ok(_)) | Err(_) => None,
    }
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
    ("ring", 600),
    ("relief", 300),
    ("ford-tech-expand", 2500),
];

/// Matches whose commanders remember something, each a golden after some ticks, to mutate what they remember.
pub const SESSIONS: &[(&str, u32)] = &[("duel", 300), ("minds-goap-plays", 700), ("quarters", 500)];
