//! A peer's own copy of the match: its world, its commanders, its record, and the latest states.

use std::collections::{BTreeMap, VecDeque};
use std::ops::ControlFlow;
use std::sync::Arc;

use sandtable_replay::{Keyframe, Replay};
use sandtable_sim::snapshot::load;
use sandtable_sim::{Threads, World};
use sandtable_state::id::PlayerId;

use super::connection::SPECTATOR;
use super::limits::MAX_MOMENTS;
use super::message::{Bundle, Divergence, PlayerDecision, Snapshot, Turn};
use super::setup::PeerSetup;
use crate::runner::{
    MatchResult, MatchSession, Observer as _, Recording, ReplaySink, SeatMemory, Side, Termination, leave_out_an_order,
};

/// The state after a tick that not all peers have agreed on yet.
pub(super) struct Moment {
    pub total: u64,
    pub parts: Vec<u64>,
    pub keyframe: Keyframe,
}

/// Why a tick was not stepped, or the match stops with it.
pub(super) enum Halt {
    /// A commander decides otherwise here than its peer says.
    Astray(Divergence),
    /// The observer stopped the match, or the engine failed.
    Stopped(Termination),
}

/// A state to go on from, as soon as the memories of all commanders are known.
struct Candidate {
    tick: u32,
    world: Vec<u8>,
    sides: Vec<Side>,
    record_bytes: usize,
}

/// Where a record goes: into memory, and to whoever else wants it.
struct Tee<'o> {
    memory: Vec<u8>,
    other: Option<&'o mut dyn ReplaySink>,
}

impl ReplaySink for Tee<'_> {
    fn take(&mut self, bytes: Vec<u8>) -> bool {
        self.memory.extend_from_slice(&bytes);
        self.other.as_mut().is_none_or(|other| other.take(bytes))
    }
}

/// A peer's copy of the match.
pub(super) struct Replica<'o> {
    session: MatchSession,
    threads: Threads,
    owners: Vec<u8>,
    number: u8,
    recording: Recording<Tee<'o>>,
    /// What the record notes at its end.
    note: Option<String>,
    moments: VecDeque<Moment>,
    /// What the others' commanders decided here, by tick and player, until their peers tell; none when they are not run.
    expected: Option<BTreeMap<(u32, PlayerId), PlayerDecision>>,
    /// Whether the record has just closed a chunk.
    closed: bool,
    candidates: VecDeque<Candidate>,
    keeps_candidates: bool,
    diverge_at: Option<u32>,
    reseed_at: Option<u32>,
}

impl<'o> Replica<'o> {
    pub fn new(setup: PeerSetup<'o>, number: u8) -> Replica<'o> {
        let PeerSetup {
            scenario, seed, commanders, contestants, sources, threads, record, terms, note, faults, ..
        } = setup;
        let tee = Tee { memory: Vec::new(), other: record };
        // A delay that adapts is not in the record: nobody can run its commanders again.
        let contestants = if terms.adapts() { without_sources(contestants) } else { contestants };
        let memories = terms.checks_commanders;
        let recording = Recording::signed(&scenario, seed, contestants, sources, memories, tee).noting(note.clone());
        let session = MatchSession::new(World::new(Arc::clone(&scenario), seed), commanders).on(threads.clone());
        Replica {
            session,
            threads,
            owners: terms.owners,
            number,
            recording,
            note,
            moments: VecDeque::new(),
            expected: terms.checks_commanders.then(BTreeMap::new),
            closed: false,
            candidates: VecDeque::new(),
            keeps_candidates: number != SPECTATOR,
            diverge_at: faults.leave_out_from,
            reseed_at: faults.reseed_at,
        }
    }

    pub fn tick(&self) -> u32 {
        self.session.world().tick()
    }

    /// Whether the match has come to its end.
    pub fn is_over(&self) -> bool {
        self.session.world().outcome().is_some()
    }

    pub fn total(&self) -> u64 {
        self.session.world().state_hash()
    }

    /// The state after a tick, while it is kept.
    pub fn moment(&self, tick: u32) -> Option<&Moment> {
        self.moments.iter().find(|moment| moment.keyframe.tick == tick)
    }

    /// Lets go of states before one that all have agreed on.
    pub fn agree(&mut self, tick: u32) {
        while self.moments.front().is_some_and(|moment| moment.keyframe.tick < tick) {
            self.moments.pop_front();
        }
    }

    /// Looks at the state after the present tick, and lets the own commanders decide.
    pub fn turn(&mut self) -> Turn {
        self.session.sample();
        let world = self.session.world();
        let (tick, total) = (world.tick(), world.state_hash());
        let parts = world.part_hashes().iter().map(|part| part.hash).collect();
        self.moments.push_back(Moment { total, parts, keyframe: Keyframe::from_world(world, Vec::new()) });
        if self.moments.len() > MAX_MOMENTS {
            self.moments.pop_front();
        }
        let decisions = if self.is_over() { Vec::new() } else { self.decide_all() };
        let players = (0..self.owners.len() as u8).map(PlayerId);
        let own = players.filter(|player| self.closed && self.owns(*player));
        let seats = own.map(|player| (player, self.session.seat_memory(player))).collect();
        if self.closed && self.keeps_candidates {
            self.keep_candidate(tick);
        }
        Turn { tick, total, decisions, seats }
    }

    /// What the own commanders decide; those of others decide along where they are compared.
    fn decide_all(&mut self) -> Vec<PlayerDecision> {
        let tick = self.tick();
        let mut decisions = Vec::new();
        for player in (0..self.owners.len() as u8).map(PlayerId) {
            let own = self.owns(player);
            let runs = own || self.expected.is_some() && self.session.is_pure(player);
            if !runs || !self.session.is_due(player) {
                continue;
            }
            let decision = self.decide(player);
            match &mut self.expected {
                _ if own => decisions.push(decision),
                Some(expected) => drop(expected.insert((tick, player), decision)),
                None => {}
            }
        }
        decisions
    }

    fn keep_candidate(&mut self, tick: u32) {
        let world = self.moments.back().map(|moment| moment.keyframe.world.clone()).unwrap_or_default();
        let (sides, record_bytes) = (self.session.sides().to_vec(), self.recording.sink().memory.len());
        self.candidates.push_back(Candidate { tick, world, sides, record_bytes });
    }

    fn owns(&self, player: PlayerId) -> bool {
        self.owners.get(player.index()) == Some(&self.number)
    }

    fn decide(&mut self, player: PlayerId) -> PlayerDecision {
        let tick = self.tick();
        let orders = self.session.decide_ahead(player).into_iter().map(|stamped| stamped.order).collect();
        let mut failures = self.session.forfeits().filter(|(who, failed)| *who == player && failed.tick == tick);
        let failed = failures.next().map(|(_, failed)| failed.clone());
        let memory = if self.expected.is_some() { self.session.memory_hash(player) } else { 0 };
        PlayerDecision { player, orders, memory, failed }
    }

    /// Steps a tick under its orders.
    pub fn step(&mut self, bundle: &Bundle) -> Result<(), Halt> {
        for (after, decision) in &bundle.decisions {
            self.compare(*after, decision)?;
            if let Some(failed) = &decision.failed {
                self.session.note_forfeit(decision.player, failed);
            }
        }
        let mut orders = bundle.orders();
        if self.diverge_at.is_some_and(|from| leave_out_an_order(&mut orders, from)) {
            self.diverge_at = None;
        }
        if self.reseed_at == Some(bundle.tick) {
            self.session.reseed(u64::MAX);
        }
        match self.session.follow(&orders, &mut self.recording) {
            Ok(ControlFlow::Continue(())) => {}
            Ok(ControlFlow::Break(())) => return Err(Halt::Stopped(Termination::Interrupted)),
            Err(fault) => return Err(Halt::Stopped(Termination::EngineError { message: fault.message })),
        }
        self.closed = self.recording.settle();
        Ok(())
    }

    /// Compares what a commander decided by its peer's word with what it decided here.
    fn compare(&mut self, after: u32, said: &PlayerDecision) -> Result<(), Halt> {
        let Some(here) = self.expected.as_mut().and_then(|expected| expected.remove(&(after, said.player))) else {
            return Ok(());
        };
        let remembers = here.memory != said.memory && here.memory != 0 && said.memory != 0;
        if !remembers && here.orders == said.orders {
            return Ok(());
        }
        let part = if remembers { "memory" } else { "orders" };
        let parts = vec![format!("{part}.p{}", u32::from(said.player.0) + 1)];
        Err(Halt::Astray(Divergence { tick: after, peers: Vec::new(), parts }))
    }

    /// The latest state to go on from whose memories `seats` knows, by tick; it is asked for newer ones only, and older ones are forgotten.
    pub fn snapshot(&mut self, mut seats: impl FnMut(u32) -> Option<Vec<SeatMemory>>) -> Option<Snapshot> {
        let found = self.candidates.iter().rev().find_map(|candidate| Some((candidate.tick, seats(candidate.tick)?)));
        let (tick, seats) = found?;
        self.candidates.retain(|candidate| candidate.tick >= tick);
        let candidate = self.candidates.pop_front()?;
        let record = self.recording.sink().memory[..candidate.record_bytes].to_vec();
        Some(Snapshot { tick, world: candidate.world, sides: candidate.sides, seats, record })
    }

    /// Goes on from a snapshot, with its record.
    ///
    /// # Errors
    /// What of it does not hold.
    pub fn take_up(&mut self, snapshot: Snapshot) -> Result<(), String> {
        let Snapshot { tick, world, sides, seats, record } = snapshot;
        let replay = Replay::decode(&record).map_err(|error| format!("its record: {error}"))?;
        let scenario = Arc::clone(self.session.world().scenario());
        let mut world = load(scenario, &world).map_err(|error| format!("its state: {error}"))?;
        world.use_threads(self.threads.clone());
        if world.tick() != tick || replay.last_tick() != tick || !replay.is_recorded(tick, world.state_hash()) {
            return Err(format!("its state is not the recorded one of tick {tick}"));
        }
        self.session.take_up(world, sides, seats).map_err(|error| format!("its memories: {error}"))?;
        let other = self.recording.sink_mut().other.take();
        let tee = Tee { memory: Vec::new(), other };
        self.recording = Recording::resume(&replay, 0, tee).noting(self.note.clone());
        if self.is_over() {
            // No tick comes any more that would close the last chunk, with what the commanders remember.
            self.recording.keep(&self.session);
        }
        self.moments.clear();
        self.closed = false;
        // What the others' commanders remember, those here do now.
        self.expected.iter_mut().for_each(BTreeMap::clear);
        Ok(())
    }

    /// Ends the match: its result, its record, and the latest states.
    pub fn finish(self, termination: Termination) -> (MatchResult, Vec<u8>, VecDeque<Moment>) {
        let Replica { session, mut recording, moments, .. } = self;
        let result = session.finish(termination, &mut recording);
        (result, recording.into_sink().memory, moments)
    }
}

fn without_sources(contestants: Vec<sandtable_replay::Contestant>) -> Vec<sandtable_replay::Contestant> {
    contestants.into_iter().map(|it| sandtable_replay::Contestant { source: String::new(), ..it }).collect()
}
