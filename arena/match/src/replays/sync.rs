//! The sync test: shadows of the world, saved and loaded at regular intervals, must go on as the world does.
//!
//! A field that is not saved, a cache that is not rebuilt, scratch that survives a tick, an order of iteration that is not
//! fixed: each makes the shadow another world sooner or later, and the first tick in which it is one is told with the first fields. A
//! second shadow is a fork; a third is stepped on several threads, in chunks so small that every pass is cut: what depends on which of them is
//! done first makes that one another world, while the first is not. Commanders are held to twins of their own, which take up what they
//! remember and decide along.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use sandtable_ai::TwinFindings;
use sandtable_sim::event::TickReport;
use sandtable_sim::order::StampedOrder;
use sandtable_sim::snapshot::{differences, load, load_loosely, save};
use sandtable_sim::{Threads, World};

use super::desync_kind::{DesyncKind, MAX_FIELDS};
use super::extreme_totals::check_extreme_totals;
use crate::runner::{MatchResult, MatchSession, Observer};

/// Where a shadow first was another world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Desync {
    /// The tick after which it was.
    pub tick: u32,
    /// The tick after which it was last loaded.
    pub restored: u32,
    /// Which it was.
    pub shadow: Shadow,
    /// What is not alike.
    pub what: DesyncKind,
}

/// A shadow of the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shadow {
    /// Saved, loaded and stepped as the world is.
    Restored,
    /// Saved and loaded, and stepped on several threads in small chunks.
    Threaded,
    /// A fork, stepped as the world is.
    Forked,
    /// No world: the twin of a commander.
    Commander,
}

impl fmt::Display for Desync {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Desync { tick, restored, shadow, what } = self;
        match shadow {
            Shadow::Restored | Shadow::Commander => write!(f, "tick {tick}, restored at tick {restored}: ")?,
            Shadow::Threaded => write!(f, "tick {tick}, restored at tick {restored} and stepped on several threads: ")?,
            Shadow::Forked => write!(f, "tick {tick}, forked at tick {restored}: ")?,
        }
        what.fmt(f)
    }
}

/// What differs between a world and its shadow; none when nothing does.
pub fn compare(world: &World, shadow: &World) -> Option<DesyncKind> {
    if world.state_hash() == shadow.state_hash() {
        return None;
    }
    let pairs = world.part_hashes().into_iter().zip(shadow.part_hashes());
    let parts: Vec<_> = pairs.filter(|(ours, theirs)| ours.hash != theirs.hash).map(|(part, _)| part.name).collect();
    let mut fields = differences(world, shadow);
    if parts.is_empty() && fields.is_empty() {
        return Some(DesyncKind::OtherHash);
    }
    fields.truncate(MAX_FIELDS);
    Some(DesyncKind::OtherState { parts, fields })
}

/// The world of a snapshot just taken, held to be the same.
///
/// # Errors
/// How it is another.
pub fn restored(world: &World) -> Result<World, DesyncKind> {
    let bytes = save(world);
    let shadow = load(Arc::clone(world.scenario()), &bytes).map_err(|error| {
        // Refused because it would be saved otherwise: in what it is another can be told.
        let other = load_loosely(Arc::clone(world.scenario()), &bytes).ok();
        let difference = other.and_then(|other| compare(world, &other));
        difference.unwrap_or_else(|| DesyncKind::Refused(error.to_string()))
    })?;
    if let Some(difference) = compare(world, &shadow) {
        return Err(difference);
    }
    let again = save(&shadow);
    if again != bytes {
        let same = again.iter().zip(&bytes).take_while(|(one, other)| one == other).count();
        return Err(DesyncKind::OtherBytes(same as u64));
    }
    Ok(shadow)
}

/// An observer that runs the sync test beside another, and stops the match at the first difference.
pub struct SyncTest<O> {
    inner: O,
    every: u32,
    threads: Option<Threads>,
    restored: u32,
    shadows: Vec<(Shadow, World)>,
    twins: TwinFindings,
    /// How often a world was restored.
    pub restores: u32,
    /// The first difference.
    pub found: Option<Desync>,
}

impl<O: Observer> SyncTest<O> {
    /// Restores a shadow at intervals of `ticks` (0 counts as 1).
    pub fn new(every: u32, inner: O) -> SyncTest<O> {
        let (every, twins) = (every.max(1), TwinFindings::default());
        SyncTest { inner, every, threads: None, restored: 0, shadows: Vec::new(), twins, restores: 0, found: None }
    }

    /// With a second shadow on these threads.
    #[must_use]
    pub fn threaded(mut self, threads: Threads) -> SyncTest<O> {
        self.threads = Some(threads.finely());
        self
    }

    /// With the commanders of the match held to twins, which tell here what they find ([`twin_factory`](super::twin_factory)).
    #[must_use]
    pub fn twinned(mut self, twins: &TwinFindings) -> SyncTest<O> {
        self.twins = twins.clone();
        self
    }

    /// The observer beside it, when the match is over.
    pub fn into_inner(self) -> O {
        self.inner
    }

    fn check(&mut self, world: &World, orders: &[StampedOrder], report: &TickReport) -> Result<(), Desync> {
        if let Some(found) = self.twins.found() {
            let (tick, restored, shadow) = (found.tick, found.restored, Shadow::Commander);
            let what = DesyncKind::Memory { player: found.player, fault: found.fault };
            return Err(Desync { tick, restored, shadow, what });
        }
        let (tick, restored) = (world.tick(), self.restored);
        for (shadow, other) in &mut self.shadows {
            let theirs = other.step(orders);
            let what = compare(world, other).or((theirs != *report).then_some(DesyncKind::OtherEvents));
            if let Some(what) = what {
                return Err(Desync { tick, restored, shadow: *shadow, what });
            }
        }
        if tick.is_multiple_of(self.every) {
            let refuse = |(shadow, what)| Desync { tick, restored: tick, shadow, what };
            self.restore(world).map_err(refuse)?;
        }
        Ok(())
    }

    fn restore(&mut self, world: &World) -> Result<(), (Shadow, DesyncKind)> {
        self.restored = world.tick();
        self.restores += 1;
        if self.restores == 1 {
            check_extreme_totals(world).map_err(|what| (Shadow::Restored, what))?;
        }
        let restored = || self::restored(world).map_err(|what| (Shadow::Restored, what));
        let fork = world.fork();
        if let Some(what) = compare(world, &fork) {
            return Err((Shadow::Forked, what));
        }
        self.shadows = vec![(Shadow::Restored, restored()?), (Shadow::Forked, fork)];
        if let Some(threads) = &self.threads {
            let mut other = restored()?;
            other.use_threads(threads.clone());
            self.shadows.push((Shadow::Threaded, other));
        }
        Ok(())
    }
}

impl<O: Observer> Observer for SyncTest<O> {
    fn tick(&mut self, world: &World, orders: &[StampedOrder], report: &TickReport) -> ControlFlow<()> {
        self.inner.tick(world, orders, report)?;
        if let Err(desync) = self.check(world, orders, report) {
            self.found = Some(desync);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn keep(&mut self, session: &MatchSession) {
        self.inner.keep(session);
    }

    fn finished(&mut self, world: Option<&World>, result: &MatchResult) {
        self.inner.finished(world, result);
    }
}
