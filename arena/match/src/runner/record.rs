//! Recording a match while it is played.

use std::ops::ControlFlow;
use std::sync::Arc;

use sandtable_ai::COMMANDERS_VERSION;
use sandtable_model::scenario::Scenario;
use sandtable_replay::{Contestant, Recorder, Replay, ReplayHeader, SourceText};
use sandtable_sim::World;
use sandtable_sim::event::TickReport;
use sandtable_sim::order::StampedOrder;

use super::{MatchResult, MatchSession, Observer};
use crate::BUILD;

/// Takes the bytes of a replay as they come.
pub trait ReplaySink {
    /// Takes a whole record; false to stop the match.
    fn take(&mut self, bytes: Vec<u8>) -> bool;
}

impl ReplaySink for Vec<u8> {
    fn take(&mut self, bytes: Vec<u8>) -> bool {
        self.extend_from_slice(&bytes);
        true
    }
}

/// An observer that records.
pub struct Recording<S> {
    recorder: Recorder,
    sink: S,
    /// Whether it keeps hashes of what commanders remember.
    remembers: bool,
    /// Ticks from one keyframe to the next; 0 for none.
    keyframe_ticks: u32,
    /// The tick after which the match is stopped, to be continued; 0 for none.
    stop_tick: u32,
    /// What is noted at the end of a match that has nothing else to note.
    note: String,
}

impl<S: ReplaySink> Recording<S> {
    /// Begins the record of a match that is about to be played. It does not say by which build, so that builds which play alike write
    /// the same bytes.
    pub fn new(
        scenario: &Arc<Scenario>,
        seed: u64,
        contestants: Vec<Contestant>,
        sources: Vec<SourceText>,
        sink: S,
    ) -> Recording<S> {
        Recording::under(ReplayHeader::new(scenario, seed, contestants, sources), sink)
    }

    /// Begins a record that holds, at each chunk's end, the hash of what every commander remembers: of a match that is played by all of
    /// them here.
    pub fn with_memories(
        scenario: &Arc<Scenario>,
        seed: u64,
        contestants: Vec<Contestant>,
        sources: Vec<SourceText>,
        sink: S,
    ) -> Recording<S> {
        Recording::under(ReplayHeader::new(scenario, seed, contestants, sources).with_memories(), sink)
    }

    /// Begins a record that says which build makes it, with hashes of memories or without.
    pub fn signed(
        scenario: &Arc<Scenario>,
        seed: u64,
        contestants: Vec<Contestant>,
        sources: Vec<SourceText>,
        memories: bool,
        sink: S,
    ) -> Recording<S> {
        let header = ReplayHeader::new(scenario, seed, contestants, sources).built_as(BUILD);
        Recording::under(if memories { header.with_memories() } else { header }, sink)
    }

    fn under(header: ReplayHeader, sink: S) -> Recording<S> {
        let header = header.decided_by(COMMANDERS_VERSION);
        let (recorder, remembers) = (Recorder::new(&header), header.memories() > 0);
        Recording { recorder, sink, remembers, keyframe_ticks: 0, stop_tick: 0, note: String::new() }
    }

    /// Makes it check the state every `ticks` ticks only, which takes less time; the hash of all is kept at each chunk's end.
    pub fn checking_every(self, ticks: u16) -> Recording<S> {
        Recording { recorder: self.recorder.checking_every(ticks), ..self }
    }

    /// Goes on with the record of a match that was stopped after its last tick, and keeps adding keyframes at the same interval: the result
    /// is, byte for byte, what recording the match at once does.
    pub fn resume(replay: &Replay, keyframe_ticks: u32, sink: S) -> Recording<S> {
        let recorder = Recorder::reopen(replay, |tick| is_due(tick, keyframe_ticks));
        let remembers = replay.header.memories() > 0;
        Recording { recorder, sink, remembers, keyframe_ticks, stop_tick: 0, note: String::new() }
    }

    /// Stops the match after a tick, with a keyframe to continue from; 0 for never.
    pub fn stop_at(self, tick: u32) -> Recording<S> {
        Recording { stop_tick: tick, ..self }
    }

    /// Adds a keyframe every `ticks` ticks, at which one can begin to play the replay, or go on with the match; 0 for none.
    pub fn keyframes(self, ticks: u32) -> Recording<S> {
        Recording { keyframe_ticks: ticks, ..self }
    }

    /// Notes this at the end of a match that is played out: what is claimed of it, since nothing in a record shows it.
    #[must_use]
    pub fn noting(self, note: Option<String>) -> Recording<S> {
        Recording { note: note.unwrap_or_default(), ..self }
    }

    /// Passes on what is recorded so far; whether that is all, which it is between two chunks.
    pub(crate) fn settle(&mut self) -> bool {
        self.pass_on().is_continue() && self.recorder.is_between_chunks()
    }

    /// The sink, while the match is played.
    pub(crate) const fn sink(&self) -> &S {
        &self.sink
    }

    /// The sink, to be changed while the match is played.
    pub(crate) const fn sink_mut(&mut self) -> &mut S {
        &mut self.sink
    }

    /// The sink, when the match is over.
    pub fn into_sink(self) -> S {
        self.sink
    }

    fn pass_on(&mut self) -> ControlFlow<()> {
        let records = self.recorder.take_records();
        let taken = records.into_iter().all(|record| self.sink.take(record));
        if taken { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

impl<S: ReplaySink> Observer for Recording<S> {
    fn tick(&mut self, world: &World, orders: &[StampedOrder], _: &TickReport) -> ControlFlow<()> {
        self.recorder.tick(world, orders);
        let flow = self.pass_on();
        if world.tick() == self.stop_tick { ControlFlow::Break(()) } else { flow }
    }

    fn keep(&mut self, session: &MatchSession) {
        let (world, tick) = (session.world(), session.world().tick());
        let keeps = tick == self.stop_tick || is_due(tick, self.keyframe_ticks);
        // After the last tick nobody decides any more: the record's end comes without another look at the session.
        let closes = keeps || self.recorder.awaits_memories() || world.outcome().is_some();
        if self.remembers && closes {
            self.recorder.flush_with(world, &session.memory_hashes());
        }
        if keeps {
            // Commanders that cannot be saved decide everything again when the match is continued.
            self.recorder.keyframe(world, session.save().unwrap_or_default());
        }
    }

    fn finished(&mut self, world: Option<&World>, result: &MatchResult) {
        let mut end = result.end();
        if end.note.is_empty() {
            end.note.clone_from(&self.note);
        }
        self.recorder.finish(world, &end);
        let _ = self.pass_on();
    }
}

/// Whether a keyframe belongs after a tick when one is kept every `keyframe_ticks`; 0 keeps none.
fn is_due(tick: u32, keyframe_ticks: u32) -> bool {
    keyframe_ticks > 0 && tick.is_multiple_of(keyframe_ticks)
}
