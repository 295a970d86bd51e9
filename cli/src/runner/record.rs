//! Recording a match while it is played.

use std::ops::ControlFlow;
use std::sync::Arc;

use sandtable_sim::World;
use sandtable_sim::event::TickReport;
use sandtable_sim::order::StampedOrder;
use sandtable_sim::replay::{Contestant, Header, Recorder, Source};
use sandtable_sim::scenario::Scenario;

use super::{MatchResult, Observer};

/// Takes the bytes of a replay as they come: whole records.
pub trait ReplaySink {
    /// Takes some; false to stop the match.
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
    /// Ticks from one keyframe to the next; 0 for none.
    keyframe_ticks: u32,
}

impl<S: ReplaySink> Recording<S> {
    /// Begins the record of a match that is about to be played.
    pub fn new(
        scenario: &Arc<Scenario>,
        seed: u64,
        contestants: Vec<Contestant>,
        sources: Vec<Source>,
        sink: S,
    ) -> Recording<S> {
        let recorder = Recorder::new(&Header::new(scenario, seed, contestants, sources));
        Recording { recorder, sink, keyframe_ticks: 0 }
    }

    /// Adds a keyframe every so many ticks, from which players of the replay can start; 0 for none.
    pub fn keyframes(self, ticks: u32) -> Recording<S> {
        Recording { keyframe_ticks: ticks, ..self }
    }

    /// The sink, when the match is over.
    pub fn into_sink(self) -> S {
        self.sink
    }

    fn pass_on(&mut self) -> ControlFlow<()> {
        let bytes = self.recorder.take_bytes();
        if bytes.is_empty() || self.sink.take(bytes) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

impl<S: ReplaySink> Observer for Recording<S> {
    fn tick(&mut self, world: &World, orders: &[StampedOrder], _: &TickReport) -> ControlFlow<()> {
        self.recorder.tick(world, orders);
        if self.keyframe_ticks > 0 && world.tick().is_multiple_of(self.keyframe_ticks) {
            self.recorder.keyframe(world, Vec::new());
        }
        self.pass_on()
    }

    fn finished(&mut self, world: Option<&World>, result: &MatchResult) {
        self.recorder.finish(world, &result.end());
        let _ = self.pass_on();
    }
}
