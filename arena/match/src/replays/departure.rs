//! A match played on, held to its record: where it first is another.

use std::fmt;
use std::ops::ControlFlow;

use sandtable_replay::{Playback, Replay};
use sandtable_sim::World;
use sandtable_sim::event::TickReport;
use sandtable_sim::order::StampedOrder;
use sandtable_sim::victory::MatchOutcome;
use serde::Serialize;

use super::desync_kind::DesyncKind;
use super::first_decision::FirstDecision;
use super::rerun::ends_otherwise;
use super::summary::told_outcome;
use super::sync::compare;
use super::trace::chunk_ending;
use crate::runner::{MatchResult, MatchSession, Observer, Termination, clock};

/// Where a match first is not the recorded one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Departure {
    /// The first tick after which it is another.
    pub tick: u32,
    /// The parts that are: of the state, `orders`, memories of commanders (`memory.p1`), or the `outcome`. Empty where the recorded state
    /// cannot be had.
    pub parts: Vec<String>,
    /// More of it: fields with both values.
    pub told: Vec<String>,
}

impl fmt::Display for Departure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Departure { tick, parts, told } = self;
        let parts = if parts.is_empty() { "unknown parts".to_owned() } else { parts.join(", ") };
        write!(f, "after tick {tick} ({}) in {parts}", clock(*tick))?;
        told.iter().try_for_each(|line| write!(f, "\n  {line}"))
    }
}

/// Holds a match to a record of it, as far as that goes.
pub(super) struct Followed<'r> {
    record: &'r Replay,
    /// The first difference.
    pub found: Option<Departure>,
}

impl<'r> Followed<'r> {
    /// Begins with the world as it is.
    pub fn new(record: &'r Replay, world: &World) -> Followed<'r> {
        let mut followed = Followed { record, found: None };
        followed.compare_state(world);
        followed
    }

    fn depart(&mut self, tick: u32, parts: Vec<String>, told: Vec<String>) {
        self.found.get_or_insert(Departure { tick, parts, told });
    }

    fn compare_state(&mut self, world: &World) {
        let tick = world.tick();
        if self.record.is_recorded(tick, world.state_hash()) {
            return self.compare_parts(world);
        }
        let recorded = Playback::at(self.record, tick).ok().map(Playback::into_world);
        match recorded.and_then(|recorded| compare(&recorded, world)) {
            Some(DesyncKind::OtherState { parts, fields }) => {
                let names = parts.into_iter().map(str::to_owned).collect();
                self.depart(tick, names, fields.iter().map(ToString::to_string).collect());
            }
            _ => self.depart(tick, Vec::new(), Vec::new()),
        }
    }

    /// Holds the hashes of parts at the end of a chunk to those of a state that is as recorded.
    fn compare_parts(&mut self, world: &World) {
        let Some(chunk) = chunk_ending(self.record, world.tick()) else { return };
        let parts = self.record.differing_parts(world, chunk);
        if !parts.is_empty() {
            self.depart(
                world.tick(),
                parts,
                vec!["the hash recorded of it is not that of the recorded state".to_owned()],
            );
        }
    }

    /// Holds the end of the match to the one recorded, where there is one.
    fn compare_end(&mut self, result: &MatchResult) {
        if ends_otherwise(self.record, result) {
            let at = |outcome: Option<MatchOutcome>| {
                let tick = outcome.map_or(String::new(), |outcome| format!(" at tick {}", outcome.tick));
                format!("{}{tick}", told_outcome(outcome))
            };
            let told = format!("recorded {}, played {}", at(self.record.outcome()), at(result.outcome));
            self.depart(self.record.last_tick(), vec!["outcome".to_owned()], vec![told]);
        }
    }

    fn compare_orders(&mut self, world: &World, orders: &[StampedOrder]) {
        let tick = world.tick();
        let recorded = self.record.chunk_of(tick).map_or(&[][..], |chunk| chunk.orders_of(tick));
        if recorded != orders {
            let before = Playback::at(self.record, tick - 1).ok().map(Playback::into_world);
            let first = before.map(|before| FirstDecision::between(self.record, &before, recorded, orders, &[]));
            let told = first.iter().map(ToString::to_string).collect();
            self.depart(tick, vec!["orders".to_owned()], told);
        }
    }

    fn compare_memories(&mut self, session: &MatchSession) {
        let tick = session.world().tick();
        let keyframe = self.record.keyframe_before(tick).filter(|it| it.tick == tick && !it.table.is_empty());
        let orders_of = |tick: u32| self.record.chunk_of(tick).map(|chunk| chunk.orders_of(tick));
        if let Some(keyframe) = keyframe
            && let Ok(Some(other)) = session.played(&[]).differing(&keyframe.table, orders_of)
        {
            let part = format!("memory.p{}", other.player.0 + 1);
            return self.depart(tick, vec![part], vec![other.to_string()]);
        }
        let Some(chunk) = chunk_ending(self.record, tick) else { return };
        let recorded = chunk.memories(self.record.header.states());
        if recorded.iter().all(|hash| *hash == 0) {
            return;
        }
        let pairs = recorded.iter().zip(session.memory_hashes()).enumerate();
        let others = pairs.filter(|(_, (recorded, here))| **recorded != 0 && *recorded != here);
        let parts: Vec<String> = others.map(|(row, _)| format!("memory.p{}", row + 1)).collect();
        if !parts.is_empty() {
            self.depart(tick, parts, Vec::new());
        }
    }

    fn goes_on(&self, tick: u32) -> bool {
        self.found.is_none() && tick <= self.record.last_tick()
    }
}

impl Observer for Followed<'_> {
    fn tick(&mut self, world: &World, orders: &[StampedOrder], _: &TickReport) -> ControlFlow<()> {
        if self.goes_on(world.tick()) {
            self.compare_orders(world, orders);
        }
        if self.goes_on(world.tick()) {
            self.compare_state(world);
        }
        ControlFlow::Continue(())
    }

    fn finished(&mut self, _: Option<&World>, result: &MatchResult) {
        if self.found.is_none() && result.termination != Termination::Interrupted && result.engine_error().is_none() {
            self.compare_end(result);
        }
    }

    fn keep(&mut self, session: &MatchSession) {
        if self.goes_on(session.world().tick()) {
            self.compare_memories(session);
        }
    }
}
