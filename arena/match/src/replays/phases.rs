//! A tick of a recorded match, phase by phase: where in it two plays of one match go apart, in which entity and field.
//!
//! Either play may be another program's: what is asked of it are hashes of parts and fields as text, which programs of all builds have in
//! common, not states, which only the same engine can load.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;

use sandtable_replay::{Playback, Replay, ReplayError};
use sandtable_sim::snapshot::{Difference, DumpLine, dump};
use sandtable_sim::{Threads, World};
use sandtable_state::words::in_words;
use serde::{Deserialize, Serialize};

use crate::Failure;

/// The name of the state before the first tick, which is after no phase.
const START: &str = "start";

/// The state after a phase of a tick, by part. Another program may have other phases and parts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PhaseHashes {
    /// The phase.
    pub phase: String,
    /// The hash of each part, 16 hexadecimal digits.
    pub parts: BTreeMap<String, String>,
}

impl PhaseHashes {
    fn from_world(phase: &str, world: &World) -> PhaseHashes {
        let hashes = world.part_hashes().into_iter();
        let parts = hashes.map(|part| (part.name.to_owned(), format!("{:016x}", part.hash))).collect();
        PhaseHashes { phase: phase.to_owned(), parts }
    }

    /// The parts that differ, of those that both have.
    fn differing(&self, other: &PhaseHashes) -> Vec<String> {
        let differs = |(name, hash): &(&String, &String)| other.parts.get(*name).is_some_and(|other| other != *hash);
        self.parts.iter().filter(differs).map(|(name, _)| name.clone()).collect()
    }
}

/// The parts that each phase of a tick changes, a line each.
pub fn phases_text(phases: &[PhaseHashes]) -> String {
    let mut text = String::new();
    for (row, hashes) in phases.iter().enumerate() {
        let before = row.checked_sub(1).map(|row| &phases[row].parts);
        let changed = hashes.parts.iter().filter(|(name, hash)| before.is_none_or(|it| it.get(*name) != Some(hash)));
        let changed: Vec<String> = changed.map(|(name, hash)| format!("{name} {hash}")).collect();
        text += &format!("{:<10} {}\n", hashes.phase, changed.join(", "));
    }
    text
}

/// A field of a state, as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StateField {
    /// The part.
    pub part: String,
    /// Whose: an entity's id, a player, a team.
    pub owner: String,
    /// Its name.
    pub field: String,
    /// Its value.
    pub value: String,
}

/// Every field of a state.
pub fn fields_of(world: &World) -> Vec<StateField> {
    let field = |line: DumpLine| StateField {
        part: line.part.to_owned(),
        owner: line.owner,
        field: line.field.to_owned(),
        value: line.value,
    };
    dump(world).into_iter().map(field).collect()
}

/// Fields as text, a line each: part, owner, name and value.
pub fn fields_text(fields: &[&StateField]) -> String {
    let line = |it: &&StateField| format!("{} {} {} = {}\n", it.part, it.owner, it.field, it.value);
    fields.iter().map(line).collect()
}

/// Somebody who can say what the states of a match were in the middle of a tick.
pub trait TickSource {
    /// The states after each phase of a tick; of tick 0, the one state there is.
    ///
    /// # Errors
    /// Why it cannot be had.
    fn phases(&self, tick: u32) -> Result<Vec<PhaseHashes>, Failure>;

    /// Every field of the state after a phase of a tick.
    ///
    /// # Errors
    /// Why it cannot be had.
    fn fields(&self, tick: u32, phase: &str) -> Result<Vec<StateField>, Failure>;
}

/// A record's orders, played by this program.
pub struct PlayedHere<'r> {
    /// The record.
    pub replay: &'r Replay,
    /// What its ticks are stepped on.
    pub threads: Threads,
}

impl<'r> PlayedHere<'r> {
    /// One that plays on the caller's thread.
    pub fn new(replay: &'r Replay) -> PlayedHere<'r> {
        PlayedHere { replay, threads: Threads::default() }
    }

    /// Plays to a tick and shows it phase by phase.
    fn watch(&self, tick: u32, mut each: impl FnMut(&str, &World) + Send) -> Result<(), Failure> {
        let refuse = |error: ReplayError| Failure::Mismatch(error.to_string());
        let playback = Playback::at(self.replay, tick.saturating_sub(1)).map_err(refuse)?.on(&self.threads);
        let orders = playback.orders();
        let mut world = playback.into_world();
        match tick {
            0 => each(START, &world),
            _ => drop(world.step_watched(orders, each)),
        }
        Ok(())
    }
}

impl TickSource for PlayedHere<'_> {
    fn phases(&self, tick: u32) -> Result<Vec<PhaseHashes>, Failure> {
        let mut phases = Vec::new();
        self.watch(tick, |phase, world| phases.push(PhaseHashes::from_world(phase, world)))?;
        Ok(phases)
    }

    fn fields(&self, tick: u32, wanted: &str) -> Result<Vec<StateField>, Failure> {
        let mut found = None;
        self.watch(tick, |phase, world| {
            if phase == wanted {
                found = Some(fields_of(world));
            }
        })?;
        if let Some(fields) = found {
            return Ok(fields);
        }
        let known: Vec<String> = self.phases(tick)?.into_iter().map(|known| known.phase).collect();
        Err(Failure::Usage(format!("--phase: found {wanted:?}; expected one of {}", known.join(", "))))
    }
}

/// A field that two states do not have in common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FieldGap {
    /// The part.
    pub part: String,
    /// Whose.
    pub owner: String,
    /// Its name.
    pub field: String,
    /// Its value in the first state; none where there is no such owner.
    pub first: Option<String>,
    /// Its value in the second state.
    pub second: Option<String>,
}

/// Characters of a value that are told.
const SHOWN_CHARS: usize = 120;

impl From<Difference> for FieldGap {
    fn from(difference: Difference) -> FieldGap {
        let Difference { part, owner, field, first, second } = difference;
        FieldGap { part: part.to_owned(), owner, field: field.to_owned(), first, second }
    }
}

impl fmt::Display for FieldGap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = self.shown();
        write!(f, "{} {} {}: {first} here, {second} there", self.part, self.owner, self.field)
    }
}

impl FieldGap {
    /// The differing field as a change from the first state to the second.
    pub fn change(&self) -> String {
        let [first, second] = self.shown();
        format!("{} {} {}: {first} -> {second}", self.part, self.owner, self.field)
    }

    /// Both values, long ones cut to what lies around their first difference.
    fn shown(&self) -> [String; 2] {
        let [first, second] = [&self.first, &self.second].map(|value| value.as_deref().map(in_words));
        let pair = first.as_deref().unwrap_or_default().chars().zip(second.as_deref().unwrap_or_default().chars());
        let same = pair.take_while(|(one, other)| one == other).count();
        let shown = |value: &Option<String>| match value {
            None => "nothing".to_owned(),
            Some(value) if value.chars().count() <= SHOWN_CHARS => value.clone(),
            Some(value) => {
                let from = same.saturating_sub(SHOWN_CHARS / 2);
                format!("…{}…", value.chars().skip(from).take(SHOWN_CHARS).collect::<String>())
            }
        };
        [shown(&first), shown(&second)]
    }
}

/// Every field in which two states differ, in the order of the first.
pub(super) fn field_gaps(first: &[StateField], second: &[StateField]) -> Vec<FieldGap> {
    // A list shows its entries under one name, so that a key can come several times.
    let mut theirs: BTreeMap<[&str; 3], VecDeque<&str>> = BTreeMap::new();
    fn key(line: &StateField) -> [&str; 3] {
        [&line.part, &line.owner, &line.field]
    }
    let gap = |[part, owner, field]: [&str; 3], first: Option<&str>, second: Option<&str>| FieldGap {
        part: part.to_owned(),
        owner: owner.to_owned(),
        field: field.to_owned(),
        first: first.map(str::to_owned),
        second: second.map(str::to_owned),
    };
    second.iter().for_each(|line| theirs.entry(key(line)).or_default().push_back(&line.value));
    let mut gaps = Vec::new();
    for line in first {
        let value = theirs.get_mut(&key(line)).and_then(VecDeque::pop_front);
        if value != Some(line.value.as_str()) {
            gaps.push(gap(key(line), Some(&line.value), value));
        }
    }
    for (key, values) in theirs {
        gaps.extend(values.into_iter().map(|value| gap(key, None, Some(value))));
    }
    gaps
}

/// Where in a tick two plays first differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PhaseDeparture {
    /// The first phase after which they do: `start` is before the first tick.
    pub phase: String,
    /// The parts that differ then.
    pub parts: Vec<String>,
    /// The fields that do.
    pub fields: Vec<FieldGap>,
}

/// Where in a tick two plays of one match go apart, which are alike before it; none when they are alike after it.
///
/// # Errors
/// Why one of them cannot say.
pub fn departure_in_tick(
    one: &dyn TickSource,
    other: &dyn TickSource,
    tick: u32,
) -> Result<Option<PhaseDeparture>, Failure> {
    let (ours, theirs) = (one.phases(tick)?, other.phases(tick)?);
    // Another build may have a phase more: those of one name are compared, in the order of the first.
    let pairs = ours.iter().filter_map(|ours| Some((ours, theirs.iter().find(|it| it.phase == ours.phase)?)));
    let first = pairs.map(|(ours, theirs)| (&ours.phase, ours.differing(theirs))).find(|(_, parts)| !parts.is_empty());
    let Some((phase, parts)) = first else { return Ok(None) };
    let fields = field_gaps(&one.fields(tick, phase)?, &other.fields(tick, phase)?);
    Ok(Some(PhaseDeparture { phase: phase.clone(), parts, fields }))
}
