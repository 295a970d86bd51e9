//! Where two records go apart: tick, part, entity, field.
//!
//! The records say the tick, for they hold a check of each. The fields come from the states themselves: from keyframes of that
//! tick, or from playing the replay here, where that gives the recorded hashes. A replay with a keyframe every tick is thus a whole
//! trace, and tells of machines and builds that play differently, neither of which is this one.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use sandtable_replay::{Keyframe, Playback, Recorder, Replay, ReplayError, ReplayHeader};
use sandtable_sim::snapshot::{differences, load};
use sandtable_sim::{Threads, World};

use super::other_program::{OtherProgram, PlayedThere};
use super::phases::{FieldGap, PhaseDeparture, PlayedHere, departure_in_tick};
use super::trace::{differing_parts, first_differing_tick};
use crate::Failure;
use crate::progress::ProgressSink;
use crate::runner::clock;

/// Fields that are told: where two matches have nothing in common there are tens of thousands.
const MAX_TOLD: usize = 64;

/// What gives the states of both, whichever machines and builds recorded them.
const MORE: &str = "compare with the other program itself (--program), or record with --keyframes 1 for every state";

/// Where two records first differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bisection {
    /// The first tick after which the states differ.
    pub tick: u32,
    /// The tick whose states were compared: that one, or the first later one of which both can be had; none when there is none.
    pub compared_at: Option<u32>,
    /// The first phase of that tick after which they differ, where both can be played through it.
    pub phase: Option<String>,
    /// The parts that differ there.
    pub parts: Vec<String>,
    /// The fields that differ there; empty when the states themselves cannot be had.
    pub fields: Vec<FieldGap>,
}

impl fmt::Display for Bisection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Bisection { tick, compared_at, phase, parts, fields } = self;
        writeln!(f, "first differs after tick {tick} ({})", clock(*tick))?;
        if let Some(phase) = phase {
            writeln!(f, "in phase {phase} of that tick")?;
        }
        match compared_at {
            None => return writeln!(f, "the records have no common state at or after it: {MORE}"),
            Some(at) if at != tick => writeln!(f, "compared after tick {at}, the first state that both records have")?,
            Some(_) => {}
        }
        if !parts.is_empty() {
            writeln!(f, "in {}", parts.join(", "))?;
        }
        fields.iter().take(MAX_TOLD).try_for_each(|field| writeln!(f, "  {field}"))?;
        match fields.len() {
            0 => writeln!(f, "to see the fields, {MORE}"),
            count if count > MAX_TOLD => writeln!(f, "  and {} fields more", count - MAX_TOLD),
            _ => Ok(()),
        }
    }
}

/// What this engine makes of a record's orders, recorded in the same way.
///
/// # Errors
/// When the scenario embedded does not decode.
pub fn recorded_here(replay: &Replay, progress: &dyn ProgressSink) -> Result<Replay, ReplayError> {
    let mut playback = Playback::new(replay)?;
    let header = ReplayHeader { start_total: playback.world().state_hash(), ..replay.header.clone() };
    let mut recorder = Recorder::new(&header);
    let ends = |tick: u32| replay.keyframes.binary_search_by_key(&tick, |keyframe| keyframe.tick).is_ok();
    progress.expect(replay.last_tick().into());
    loop {
        let orders = playback.orders();
        if playback.advance().is_none() {
            break;
        }
        progress.advance(1);
        recorder.tick(playback.world(), orders);
        if ends(playback.world().tick()) {
            recorder.keyframe(playback.world(), Vec::new());
        }
    }
    recorder.flush(playback.world());
    Replay::decode(&recorder.take_bytes())
}

/// Compares two records of what should be one match; none when they agree up to the end of the shorter one.
///
/// # Errors
/// When the scenarios embedded do not decode, or are not the same.
pub fn bisect(first: &Replay, second: &Replay) -> Result<Option<Bisection>, ReplayError> {
    let Some(tick) = first_differing_tick(first, second) else { return Ok(None) };
    let (ours, theirs) = (States::from_replay(first), States::from_replay(second));
    // Checks are short, and records keep those of some ticks alone: where states can be had, one that differed unseen is found.
    let tick = walked(&ours, &theirs, tick).unwrap_or_else(|| earliest(&ours, &theirs, tick));
    let last = first.last_tick().min(second.last_tick());
    // After the tick itself, only keyframes can help.
    let keyframes = first.keyframes.iter().chain(&second.keyframes).map(|keyframe| keyframe.tick);
    let mut candidates: Vec<u32> = keyframes.filter(|at| (tick..=last).contains(at)).chain([tick]).collect();
    candidates.sort_unstable();
    candidates.dedup();
    candidates.truncate(LOOK_AHEAD);
    let both = candidates.into_iter().find_map(|at| Some((at, ours.at(at)?, theirs.at(at)?)));
    if let Some((at, one, other)) = both {
        let found = Bisection::between(tick, at, &one, &other);
        let plays = || ours.played(tick).is_some() && theirs.played(tick).is_some();
        let sources = [PlayedHere::new(first), PlayedHere::new(second)];
        return Ok(Some(if at == tick && plays() { found.with_phase(&sources) } else { found }));
    }
    // Records that went apart may have come together again: only a chunk whose parts differ tells anything.
    let known = (tick..=last)
        .filter_map(|at| Some((at, differing_parts(first, second, at)?)))
        .find(|(_, parts)| !parts.is_empty());
    let (compared_at, parts) = known.map_or((None, Vec::new()), |(at, parts)| (Some(at), parts));
    Ok(Some(Bisection { tick, compared_at, phase: None, parts, fields: Vec::new() }))
}

/// Plays a record's orders here and by another program, and compares the two; none when they are the same. Whatever is needed of the states
/// is asked of that program.
///
/// # Errors
/// When either cannot play it.
pub fn bisect_programs(
    (replay, file): (&Replay, &Path),
    program: &OtherProgram,
    progress: &dyn ProgressSink,
) -> Result<Option<Bisection>, Failure> {
    let here = recorded_here(replay, progress).map_err(|error| Failure::Mismatch(error.to_string()))?;
    let (there, output) = program.record(file, true)?;
    let Some(tick) = first_differing_tick(&here, &there) else { return Ok(None) };
    let found = departure_in_tick(&PlayedHere::new(&here), &PlayedThere { program, file: &output }, tick)?;
    Ok(Some(match found {
        Some(PhaseDeparture { phase, parts, fields }) => {
            Bisection { tick, compared_at: Some(tick), phase: Some(phase), parts, fields }
        }
        // Parts that have no name in common.
        None => Bisection { tick, compared_at: None, phase: None, parts: Vec::new(), fields: Vec::new() },
    }))
}

/// What [`bisect_here`] compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OtherRun {
    /// The record, and what this engine makes of its orders.
    Record,
    /// Two runs of this engine, which does not do the same twice.
    Repeat,
}

/// Compares a record with what this engine makes of its orders; none when they agree. Where the states of the record cannot be had,
/// two runs of this engine are compared: one that does not do the same twice never gets back to the record.
///
/// # Errors
/// When the scenario embedded does not decode.
pub fn bisect_here(replay: &Replay, progress: &dyn ProgressSink) -> Result<Option<(Bisection, OtherRun)>, ReplayError> {
    let found = bisect(replay, &recorded_here(replay, progress)?)?;
    let Some(found) = found else { return Ok(None) };
    if !found.fields.is_empty() {
        return Ok(Some((found, OtherRun::Record)));
    }
    progress.restart();
    Ok(Some(match bisect_threads(replay, &Threads::default(), progress) {
        Ok(Some(between)) => (between, OtherRun::Repeat),
        _ => (found, OtherRun::Record),
    }))
}

/// Plays a record's orders on one thread and on these, and compares the two after every tick; none when they are the same. With one
/// thread for both, it finds an engine that does not do the same twice.
///
/// # Errors
/// When the scenario embedded does not decode.
pub fn bisect_threads(
    replay: &Replay,
    threads: &Threads,
    progress: &dyn ProgressSink,
) -> Result<Option<Bisection>, ReplayError> {
    let (mut one, mut several) = (Playback::new(replay)?, Playback::new(replay)?.on(threads));
    progress.expect(replay.last_tick().into());
    while one.advance().is_some() {
        several.advance();
        progress.advance(1);
        let (one, several) = (one.world(), several.world());
        if one.state_hash() != several.state_hash() {
            let found = Bisection::between(one.tick(), one.tick(), one, several);
            let sources = [PlayedHere::new(replay), PlayedHere { replay, threads: threads.clone() }];
            return Ok(Some(found.with_phase(&sources)));
        }
    }
    Ok(None)
}

impl Bisection {
    /// It with the phase of its tick, and what differs after that. An engine that does not do the same twice may not show it again: then it
    /// stays as it is.
    fn with_phase(self, [one, other]: &[PlayedHere<'_>; 2]) -> Bisection {
        match departure_in_tick(one, other, self.tick) {
            Ok(Some(PhaseDeparture { phase, parts, fields })) if !fields.is_empty() => {
                Bisection { phase: Some(phase), parts, fields, ..self }
            }
            _ => self,
        }
    }

    /// The difference of two states, both of tick `upto`, of matches that first differ after `after`.
    fn between(after: u32, upto: u32, one: &World, other: &World) -> Bisection {
        let pairs = one.part_hashes().into_iter().zip(other.part_hashes());
        let parts = pairs.filter(|(one, other)| one.hash != other.hash).map(|(part, _)| part.name.to_owned());
        let fields = differences(one, other).into_iter().map(FieldGap::from).collect();
        Bisection { tick: after, compared_at: Some(upto), phase: None, parts: parts.collect(), fields }
    }
}

/// Ticks at which states of both are looked for.
const LOOK_AHEAD: usize = 16;
/// Ticks gone back before the last check that is alike: a check of 16 bits fails to tell two states apart once in 65,536.
const LOOK_BACK: u32 = 4;

/// The first tick after which the states differ of two matches that this engine plays as recorded up to `tick`, where they do; none when it
/// does not play both so.
fn walked(ours: &States<'_>, theirs: &States<'_>, tick: u32) -> Option<u32> {
    if ours.played(tick).is_none() || theirs.played(tick).is_none() {
        return None;
    }
    let unchecked = [ours, theirs].map(|states| states.replay.chunk_of(tick).map_or(1, |chunk| chunk.check_every));
    let near = tick.saturating_sub(u32::from(unchecked[0].max(unchecked[1])) + LOOK_BACK);
    let first = |from: u32| {
        let [mut one, mut other] = [Playback::at(ours.replay, from).ok()?, Playback::at(theirs.replay, from).ok()?];
        while one.world().tick() < tick && one.world().state_hash() == other.world().state_hash() {
            one.advance()?;
            other.advance()?;
        }
        Some(one.world().tick())
    };
    // What differs at once differed before.
    first(near).filter(|found| *found > near || near == 0).or_else(|| first(0))
}

fn earliest(ours: &States<'_>, theirs: &States<'_>, tick: u32) -> u32 {
    let mut first = tick;
    for at in (tick.saturating_sub(LOOK_BACK)..tick).rev() {
        match (ours.at(at), theirs.at(at)) {
            (Some(one), Some(other)) if one.state_hash() != other.state_hash() => first = at,
            _ => break,
        }
    }
    first
}

/// The states of a record that can be had.
struct States<'r> {
    replay: &'r Replay,
}

impl<'r> States<'r> {
    fn from_replay(replay: &'r Replay) -> States<'r> {
        States { replay }
    }

    /// The state after a tick: from its keyframe, or played, if that gives what was recorded.
    fn at(&self, tick: u32) -> Option<World> {
        let keyframe = self.replay.keyframe_before(tick).filter(|keyframe| keyframe.tick == tick);
        keyframe.and_then(|keyframe| self.loaded(keyframe)).or_else(|| self.played(tick))
    }

    /// A keyframe's state, whether or not this engine would have come to it.
    fn loaded(&self, keyframe: &Keyframe) -> Option<World> {
        let scenario = Arc::new(self.replay.header.decode_scenario().ok()?);
        load(scenario, &keyframe.world).ok()
    }

    fn played(&self, tick: u32) -> Option<World> {
        let world = Playback::at(self.replay, tick).ok()?.into_world();
        (world.tick() == tick && self.replay.is_recorded(tick, world.state_hash())).then_some(world)
    }
}
