//! The sync test: a shadow of the world, saved and loaded every so many ticks, must go on as the world does.
//!
//! A field that is not saved, a cache that is not rebuilt, scratch that survives a tick, an order of iteration that is not
//! fixed: each makes the shadow another world sooner or later, and the first tick in which it is one is told with the first field.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use sandtable_sim::World;
use sandtable_sim::event::TickReport;
use sandtable_sim::order::StampedOrder;
use sandtable_sim::state::{Difference, differences, load, save};

use crate::runner::{MatchResult, Observer, Table};

/// Where a shadow first was another world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Desync {
    /// The tick after which it was.
    pub tick: u32,
    /// The tick after which it was last loaded.
    pub restored: u32,
    /// What is not alike.
    pub what: DesyncKind,
}

/// What is not alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DesyncKind {
    /// The snapshot does not load: why.
    Refused(String),
    /// The snapshot of the loaded world has other bytes; the first that differs.
    OtherBytes(u64),
    /// The parts of the state whose hashes differ, and the first fields.
    OtherState {
        /// Names of parts.
        parts: Vec<&'static str>,
        /// Fields, at most [`MAX_FIELDS`].
        fields: Vec<Difference>,
    },
    /// The states are the same, but other things happened in the tick.
    OtherEvents,
}

/// Fields that are told of a difference.
pub const MAX_FIELDS: usize = 8;

impl fmt::Display for Desync {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Desync { tick, restored, what } = self;
        write!(f, "tick {tick}, restored at tick {restored}: ")?;
        match what {
            DesyncKind::Refused(why) => write!(f, "the snapshot does not load: {why}"),
            DesyncKind::OtherBytes(at) => write!(f, "a snapshot of the loaded world differs at byte {at}"),
            DesyncKind::OtherEvents => write!(f, "the same state, but other events"),
            DesyncKind::OtherState { parts, fields } => {
                write!(f, "differs in {}", parts.join(", "))?;
                fields.iter().try_for_each(|field| write!(f, "\n  {field}"))
            }
        }
    }
}

/// What differs between a world and its shadow; none when nothing does.
pub fn compare(world: &World, shadow: &World) -> Option<DesyncKind> {
    if world.state_hash() == shadow.state_hash() {
        return None;
    }
    let pairs = world.part_hashes().into_iter().zip(shadow.part_hashes());
    let parts = pairs.filter(|(ours, theirs)| ours.hash != theirs.hash).map(|(part, _)| part.name).collect();
    let mut fields = differences(world, shadow);
    fields.truncate(MAX_FIELDS);
    Some(DesyncKind::OtherState { parts, fields })
}

/// The world of a snapshot just taken, held to be the same.
///
/// # Errors
/// How it is another.
pub fn restored(world: &World) -> Result<World, DesyncKind> {
    let bytes = save(world);
    let shadow = load(Arc::clone(world.scenario()), &bytes).map_err(|error| DesyncKind::Refused(error.to_string()))?;
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
    restored: u32,
    shadow: Option<World>,
    /// How often a world was restored.
    pub restores: u32,
    /// The first difference.
    pub found: Option<Desync>,
}

impl<O: Observer> SyncTest<O> {
    /// Restores a shadow every so many ticks (0 counts as 1).
    pub fn new(every: u32, inner: O) -> SyncTest<O> {
        SyncTest { inner, every: every.max(1), restored: 0, shadow: None, restores: 0, found: None }
    }

    /// The observer beside it, when the match is over.
    pub fn into_inner(self) -> O {
        self.inner
    }

    fn check(&mut self, world: &World, orders: &[StampedOrder], report: &TickReport) -> Result<(), DesyncKind> {
        if let Some(shadow) = &mut self.shadow {
            let theirs = shadow.step(orders);
            match compare(world, shadow) {
                Some(difference) => return Err(difference),
                None if theirs != *report => return Err(DesyncKind::OtherEvents),
                None => {}
            }
        }
        if world.tick().is_multiple_of(self.every) {
            self.restored = world.tick();
            self.restores += 1;
            self.shadow = Some(restored(world)?);
        }
        Ok(())
    }
}

impl<O: Observer> Observer for SyncTest<O> {
    fn tick(&mut self, world: &World, orders: &[StampedOrder], report: &TickReport) -> ControlFlow<()> {
        self.inner.tick(world, orders, report)?;
        if let Err(what) = self.check(world, orders, report) {
            self.found = Some(Desync { tick: world.tick(), restored: self.restored, what });
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn keep(&mut self, table: &Table) {
        self.inner.keep(table);
    }

    fn finished(&mut self, world: Option<&World>, result: &MatchResult) {
        self.inner.finished(world, result);
    }
}
