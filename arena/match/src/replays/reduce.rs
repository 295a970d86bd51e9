//! A failing match made small: as few ticks, orders and units as still fail.
//!
//! Delta debugging (Zeller and Hildebrandt 2002) over the list of orders, and halving over everything that is a number. What counts as
//! failing is a predicate that the caller states; it is asked of whole matches, each of which is valid, so that what is left is a match
//! like any other.

use std::sync::Arc;
use std::sync::atomic::{self, AtomicBool};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use sandtable_model::scenario::Scenario;
use sandtable_replay::{MatchEnd, RecordStatus, Recorder, Replay, ReplayError, ReplayHeader};
use sandtable_sim::order::StampedOrder;
use sandtable_sim::{Threads, World};

use super::sync::restored;
use crate::runner::guarded;

/// How often the predicate is asked at most, where nothing else is said.
pub const MAX_TRIES: u32 = 20_000;

/// A match without its commanders: its orders alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reproducer {
    /// What is played.
    pub scenario: Scenario,
    /// The match seed.
    pub seed: u64,
    /// By tick.
    pub orders: Vec<StampedOrder>,
    /// How long it is played.
    pub ticks: u32,
}

impl Reproducer {
    /// The reproducer of a recorded match.
    ///
    /// # Errors
    /// When the embedded scenario does not decode.
    pub fn from_replay(replay: &Replay) -> Result<Reproducer, ReplayError> {
        let orders = replay.chunks.iter().flat_map(|chunk| chunk.orders.iter().cloned()).collect();
        let (scenario, seed) = (replay.header.decode_scenario()?, replay.header.seed);
        // An engine that failed did so in the tick after the last one recorded.
        let ticks = replay.last_tick() + u32::from(replay.status() == RecordStatus::EngineError);
        Ok(Reproducer { scenario, seed, orders, ticks })
    }

    /// The world before the first tick.
    pub fn start(&self) -> World {
        World::new(Arc::new(self.scenario.clone()), self.seed)
    }

    /// The orders of a tick.
    pub fn orders_of(&self, tick: u32) -> &[StampedOrder] {
        let low = self.orders.partition_point(|order| order.tick < tick);
        let high = self.orders.partition_point(|order| order.tick <= tick);
        &self.orders[low..high]
    }

    /// Units and buildings it begins with.
    pub fn entities(&self) -> usize {
        guarded(|| self.start().population()).map_or(0, |[units, buildings, ..]| units + buildings)
    }

    /// Plays it while `each` says so.
    pub fn play(&self, mut world: World, mut each: impl FnMut(&World) -> bool) -> World {
        for tick in 1..=self.ticks {
            world.step(self.orders_of(tick));
            if !each(&world) {
                break;
            }
        }
        world
    }

    /// The reproducer as the bytes of a replay; `note` says what it shows. Where the engine fails, its record ends before.
    pub fn record(&self, note: &str) -> Vec<u8> {
        let scenario = Arc::new(self.scenario.clone());
        let mut recorder = Recorder::new(&ReplayHeader::new(&scenario, self.seed, Vec::new(), Vec::new()));
        let mut world = World::new(scenario, self.seed);
        let mut failure = None;
        for tick in 1..=self.ticks {
            let orders = self.orders_of(tick);
            if let Err(fault) = guarded(|| drop(world.step(orders))) {
                failure = Some(fault.message);
                break;
            }
            recorder.tick(&world, orders);
        }
        let last_tick = recorder.last_tick();
        let (status, note) = match failure {
            Some(message) => (RecordStatus::EngineError, message),
            // One that goes on after it was decided shows something else than how it ended.
            None if world.outcome().is_some_and(|outcome| outcome.tick == last_tick) => {
                (RecordStatus::Complete, note.to_owned())
            }
            None => (RecordStatus::Incomplete, note.to_owned()),
        };
        let whole = status != RecordStatus::EngineError;
        let outcome = if whole { world.outcome().copied() } else { None };
        recorder.finish(whole.then_some(&world), &MatchEnd { status, last_tick, outcome, forfeits: Vec::new(), note });
        recorder.take_bytes()
    }
}

/// What counts as failing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fails {
    /// The engine panics.
    Panic,
    /// A world that is saved and loaded is another, or becomes another when it is stepped.
    Restore,
    /// Two runs, one of them on three threads, are not the same.
    Repeat,
}

impl Fails {
    /// All of them, with their names.
    pub const ALL: [(&str, Fails); 3] =
        [("panic", Fails::Panic), ("restore", Fails::Restore), ("repeat", Fails::Repeat)];

    /// Its name.
    pub fn name(self) -> &'static str {
        Fails::ALL.iter().find(|(_, fails)| *fails == self).map_or("", |(name, _)| name)
    }

    /// The way a reproducer fails: the first of [`Fails::ALL`]; none when it fails in no way.
    pub fn find(reproducer: &Reproducer, threads: &Threads) -> Option<Fails> {
        Fails::find_until(reproducer, threads, &AtomicBool::new(false))
    }

    /// The way a reproducer fails, looked for until `stop` is set.
    fn find_until(reproducer: &Reproducer, threads: &Threads, stop: &AtomicBool) -> Option<Fails> {
        let fails = |fails: &Fails| fails.first_tick(reproducer, threads, 0, stop).is_some();
        Fails::ALL.iter().map(|(_, fails)| *fails).find(fails)
    }

    /// The way of this name.
    pub fn named(name: &str) -> Option<Fails> {
        Fails::ALL.iter().find(|(other, _)| *other == name).map(|(_, fails)| *fails)
    }

    /// Whether a reproducer fails in this way; a panic counts for [`Fails::Panic`] alone.
    pub fn holds(self, reproducer: &Reproducer, threads: &Threads) -> bool {
        self.first_tick(reproducer, threads, 0, &AtomicBool::new(false)).is_some()
    }

    /// The first tick, from `from` on, in which a reproducer fails in this way. What is before is played, and not looked at: that takes a
    /// fraction of the time. None as well when `stop` is set before it comes.
    fn first_tick(self, reproducer: &Reproducer, threads: &Threads, from: u32, stop: &AtomicBool) -> Option<u32> {
        let goes_on = || !stop.load(Ordering::Relaxed);
        match self {
            Fails::Panic => panic_tick(reproducer, &goes_on),
            Fails::Restore => guarded(|| restore_fault(reproducer, from, &goes_on)).unwrap_or(None),
            Fails::Repeat => guarded(|| repeat_fault(reproducer, threads, from, &goes_on)).unwrap_or(None),
        }
    }

    /// Makes a reproducer smaller as long as it fails in the way of this name, or in the first way that it does fail in; how that is called.
    pub fn reduce_named(
        asked: Option<&str>,
        reproducer: &Reproducer,
        threads: &Threads,
        limits: ReductionLimits<'_>,
    ) -> (String, Option<Reduced>) {
        match asked.and_then(Fails::named).or_else(|| Fails::find_until(reproducer, threads, limits.interrupt)) {
            Some(fails) => (fails.name().to_owned(), fails.reduce(reproducer, threads, limits)),
            None => ("panic, restore or repeat".to_owned(), None),
        }
    }

    /// Makes a reproducer smaller as long as it fails in this way; none when it does not fail at first. It is cut to the tick in which it
    /// fails first, and what is left is asked for its last ticks alone.
    pub fn reduce(self, reproducer: &Reproducer, threads: &Threads, limits: ReductionLimits<'_>) -> Option<Reduced> {
        let mut cut = reproducer.clone();
        let stop = limits.interrupt;
        cut.ticks = self.first_tick(reproducer, threads, 0, stop)?;
        cut.orders.retain(|order| order.tick <= cut.ticks);
        reduce_within(&cut, limits, |small| {
            self.first_tick(small, threads, small.ticks.saturating_sub(LOOKED_AT), stop).is_some()
        })
    }
}

/// Ticks for which a restored world is held to the one it was taken from.
const SHADOWED_TICKS: u32 = 16;
/// Ticks at the end of a match that is made small in which its failure is looked for.
const LOOKED_AT: u32 = 2 * SHADOWED_TICKS;

fn panic_tick(reproducer: &Reproducer, goes_on: &dyn Fn() -> bool) -> Option<u32> {
    let played = AtomicU32::new(0);
    let last = |world: &World| {
        played.store(world.tick(), Ordering::Relaxed);
        goes_on()
    };
    let failed = guarded(|| drop(reproducer.play(reproducer.start(), last))).is_err();
    failed.then(|| played.into_inner() + 1)
}

fn restore_fault(reproducer: &Reproducer, from: u32, goes_on: &dyn Fn() -> bool) -> Option<u32> {
    let (mut shadow, mut fault): (Option<World>, _) = (None, None);
    reproducer.play(reproducer.start(), |world| {
        let tick = world.tick();
        if tick < from {
            return goes_on();
        }
        if let Some(shadow) = &mut shadow {
            shadow.step(reproducer.orders_of(tick));
            fault = (shadow.state_hash() != world.state_hash()).then_some(tick);
        }
        if fault.is_none() && tick.is_multiple_of(SHADOWED_TICKS) {
            match restored(world) {
                Ok(world) => shadow = Some(world),
                Err(_) => fault = Some(tick),
            }
        }
        fault.is_none() && goes_on()
    });
    fault
}

fn repeat_fault(reproducer: &Reproducer, threads: &Threads, from: u32, goes_on: &dyn Fn() -> bool) -> Option<u32> {
    let mut other = reproducer.start();
    other.use_threads(threads.clone().finely());
    let mut fault = None;
    reproducer.play(reproducer.start(), |world| {
        let tick = world.tick();
        other.step(reproducer.orders_of(tick));
        fault = (tick >= from && other.state_hash() != world.state_hash()).then_some(tick);
        fault.is_none() && goes_on()
    });
    fault
}

/// A reproducer that was made small.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reduced {
    /// What is left.
    pub reproducer: Reproducer,
    /// How often the predicate was asked.
    pub tries: u32,
    /// Whether nothing more could be left out; if not, a limit was reached.
    pub finished: bool,
}

impl Reduced {
    /// What is left of the reproducer `of` that it was made from, a line a measure.
    pub fn tell(&self, of: &Reproducer) -> String {
        let small = &self.reproducer;
        let line = |name: &str, before: usize, after: usize| format!("  {name:<9} {before} -> {after}\n");
        line("ticks", of.ticks as usize, small.ticks as usize)
            + &line("orders", of.orders.len(), small.orders.len())
            + &line("entities", of.entities(), small.entities())
            + &line("nodes", of.scenario.map.nodes.len(), small.scenario.map.nodes.len())
    }
}

/// How long it is tried to make a reproducer smaller.
pub struct ReductionLimits<'t> {
    /// How often the predicate is asked at most.
    pub tries: u32,
    /// How long it takes at most, but for the try that is under way then; none for as long as it needs.
    pub time: Option<Duration>,
    /// Told after each try of the smallest so far, and of the number of tries.
    pub told: &'t mut dyn FnMut(&Reproducer, u32),
    /// Ends it, in the middle of a try as well; the smallest so far is kept.
    pub interrupt: &'t AtomicBool,
}

/// Makes a reproducer smaller as long as it fails, asking at most `limit` times; none when it does not fail at first.
pub fn reduce(reproducer: &Reproducer, limit: u32, fails: impl FnMut(&Reproducer) -> bool) -> Option<Reduced> {
    let goes_on = AtomicBool::new(false);
    let limits = ReductionLimits { tries: limit, time: None, told: &mut |_, _| {}, interrupt: &goes_on };
    reduce_within(reproducer, limits, fails)
}

/// Makes a reproducer smaller as [`reduce`] does, within other limits.
pub fn reduce_within(
    reproducer: &Reproducer,
    limits: ReductionLimits<'_>,
    fails: impl FnMut(&Reproducer) -> bool,
) -> Option<Reduced> {
    let mut search = Search { best: reproducer.clone(), fails, tries: 0, began: Instant::now(), limits };
    let whole = search.best.clone();
    if !search.try_one(whole) {
        return None;
    }
    loop {
        let before = search.best.clone();
        search.cut_ticks();
        search.drop_runs(|reproducer| &mut reproducer.orders);
        search.drop_units();
        search.drop_setting();
        let (finished, over) = (search.best == before, search.is_over());
        if finished || over {
            return Some(Reduced { reproducer: search.best, tries: search.tries, finished: finished && !over });
        }
    }
}

struct Search<'t, F> {
    best: Reproducer,
    fails: F,
    tries: u32,
    began: Instant,
    limits: ReductionLimits<'t>,
}

impl<F: FnMut(&Reproducer) -> bool> Search<'_, F> {
    /// Whether a limit is reached.
    fn is_over(&self) -> bool {
        let limits = &self.limits;
        self.tries >= limits.tries
            || limits.interrupt.load(atomic::Ordering::Relaxed)
            || limits.time.is_some_and(|time| self.began.elapsed() >= time)
    }

    /// Keeps a candidate if it is a valid match and fails.
    fn try_one(&mut self, candidate: Reproducer) -> bool {
        if self.is_over() || !candidate.scenario.check().is_empty() {
            return false;
        }
        self.tries += 1;
        let good = (self.fails)(&candidate);
        if good {
            self.best = candidate;
        }
        (self.limits.told)(&self.best, self.tries);
        good
    }

    fn try_changed(&mut self, change: impl FnOnce(&mut Reproducer)) -> bool {
        let mut candidate = self.best.clone();
        change(&mut candidate);
        candidate != self.best && self.try_one(candidate)
    }

    /// The least number of ticks, by halving: a failure that comes at a tick is there in every longer match.
    fn cut_ticks(&mut self) {
        let (mut low, mut high) = (0, self.best.ticks);
        while low + 1 < high {
            let middle = low + (high - low) / 2;
            let cut = |reproducer: &mut Reproducer| {
                reproducer.ticks = middle;
                reproducer.orders.retain(|order| order.tick <= middle);
            };
            if self.try_changed(cut) { high = middle } else { low = middle }
        }
    }

    /// Drops one entry of a list.
    fn try_without<T>(&mut self, row: usize, list: fn(&mut Reproducer) -> &mut Vec<T>) -> bool {
        self.try_changed(|reproducer| drop(list(reproducer).drain(row..=row)))
    }

    /// Drops runs of a list, long ones first.
    fn drop_runs<T>(&mut self, list: fn(&mut Reproducer) -> &mut Vec<T>) {
        let mut run = list(&mut self.best).len();
        while run > 0 {
            let mut at = 0;
            while at < list(&mut self.best).len() {
                let end = (at + run).min(list(&mut self.best).len());
                if !self.try_changed(|reproducer| drop(list(reproducer).drain(at..end))) {
                    at = end;
                }
            }
            run /= 2;
        }
    }

    /// Drops what is placed, entry by entry, then counts by halves.
    fn drop_units(&mut self) {
        for row in (0..self.best.scenario.placed.len()).rev() {
            if self.try_without(row, |reproducer| &mut reproducer.scenario.placed) {
                continue;
            }
            let (mut low, mut high) = (0, self.best.scenario.placed[row].count);
            while low + 1 < high {
                let middle = low + (high - low) / 2;
                let fewer = |reproducer: &mut Reproducer| reproducer.scenario.placed[row].count = middle;
                if self.try_changed(fewer) { high = middle } else { low = middle }
            }
        }
        for kind in (0..self.best.scenario.rules.start.units.len()).rev() {
            if !self.try_without(kind, |reproducer| &mut reproducer.scenario.rules.start.units) {
                self.try_changed(|reproducer| reproducer.scenario.rules.start.units[kind].1 = 1);
            }
        }
        for row in 0..self.best.scenario.players.len() {
            self.try_changed(|reproducer| reproducer.scenario.players[row].start = None);
        }
        self.try_changed(|reproducer| reproducer.scenario.start_forces = false);
    }

    /// Drops schedules and nodes.
    fn drop_setting(&mut self) {
        for row in (0..self.best.scenario.schedules.len()).rev() {
            self.try_without(row, |reproducer| &mut reproducer.scenario.schedules);
        }
        self.drop_runs(|reproducer| &mut reproducer.scenario.map.nodes);
    }
}
