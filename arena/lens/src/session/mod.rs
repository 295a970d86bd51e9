//! A replay held open: at any tick, in both directions.
//!
//! Playing forward leaves worlds behind (`snapshots`), from which an earlier tick is played again; shortly before the tick looked at
//! there is one 1, 2, 4 … ticks before, so that going back step by step plays few ticks. An `index` plays the whole match once beside
//! its commanders: it verifies the record, and remembers what was decided, ordered and lost. How long anything takes is measured
//! by whoever calls, who says how many ticks to play at a time and when to keep a world.

mod ask;
mod decisions;
mod forks;
mod index;
mod snapshots;

use std::sync::Arc;

use sandtable_ai::Registry;
use sandtable_model::scenario::Scenario;
use sandtable_replay::{Replay, ReplayError};
use sandtable_sim::World;
use sandtable_sim::order::StampedOrder;

use index::Index;
use snapshots::Snapshots;

pub use forks::{ForkError, Forks, fork_seed};
pub use index::Departure;

/// Why a replay cannot be held open.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// It does not decode.
    #[error("{0}")]
    Replay(#[from] ReplayError),
}

/// How far an advance got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Advance {
    /// The tick reached.
    pub tick: u32,
    /// Whether that is the one aimed at.
    pub done: bool,
}

/// A replay held open at a tick.
pub struct Session {
    replay: Replay,
    live: World,
    snapshots: Snapshots,
    index: Index,
}

impl Session {
    /// Opens the plain bytes of a replay at tick 0. `advised` says whether its commanders are to be run beside the index pass: without,
    /// nothing is known of their goals.
    ///
    /// # Errors
    /// When the bytes are no replay, or the scenario in it does not decode.
    pub fn open(bytes: &[u8], registry: Registry, advised: bool) -> Result<Session, SessionError> {
        Session::new(Replay::decode(bytes)?, registry, advised)
    }

    /// Holds a replay open at tick 0.
    ///
    /// # Errors
    /// When the scenario in it does not decode.
    pub fn new(replay: Replay, registry: Registry, advised: bool) -> Result<Session, SessionError> {
        let scenario = Arc::new(replay.header.decode_scenario()?);
        let live = World::new(scenario, replay.header.seed);
        let mut snapshots = Snapshots::default();
        snapshots.keep(&live);
        let index = Index::new(&replay, &live, &registry, advised);
        Ok(Session { replay, live, snapshots, index })
    }

    /// What was played.
    pub fn scenario(&self) -> &Arc<Scenario> {
        self.live.scenario()
    }

    /// The record.
    pub fn replay(&self) -> &Replay {
        &self.replay
    }

    /// The world at the tick looked at.
    pub fn world(&self) -> &World {
        &self.live
    }

    /// What the index pass has found so far.
    pub(crate) fn index(&self) -> &Index {
        &self.index
    }

    /// Plays the index pass on by some ticks at most. `keep` leaves a world behind.
    pub fn advance_index(&mut self, ticks: u32, keep: bool) -> Advance {
        self.index.advance(&self.replay, ticks);
        if keep {
            self.snapshots.keep(self.index.world());
        }
        Advance { tick: self.index.world().tick(), done: self.index.is_done(&self.replay) }
    }

    /// Where the record and what was played go apart, as far as the index pass got.
    pub fn departure(&self) -> Option<&Departure> {
        self.index.departure()
    }

    /// Goes towards a tick, or the last one recorded when that is earlier, by playing some ticks at most. `keep` leaves a world behind for the
    /// whole match where it got to.
    pub fn seek(&mut self, tick: u32, ticks: u32, keep: bool) -> Advance {
        let tick = tick.min(self.replay.last_tick());
        self.approach(tick);
        let end = tick.min(self.live.tick().saturating_add(ticks));
        while self.live.tick() < end {
            if Snapshots::is_due(self.live.tick(), tick) {
                self.snapshots.keep_near(&self.live, tick);
            }
            let next = self.live.tick() + 1;
            self.live.step(orders_of(&self.replay, next));
        }
        if keep {
            self.snapshots.keep(&self.live);
        }
        Advance { tick: self.live.tick(), done: self.live.tick() == tick }
    }

    /// Takes the world nearest to a tick, and not after it.
    fn approach(&mut self, tick: u32) {
        let here = self.live.tick();
        let usable = |at: u32| at <= tick && (here > tick || at > here);
        let (index, kept) = (self.index.world(), self.snapshots.before(tick));
        let kept = kept.filter(|world| usable(world.tick()));
        let passed = Some(index).filter(|world| usable(world.tick()));
        if let Some(nearest) = kept.into_iter().chain(passed).max_by_key(|world| world.tick()) {
            self.live = nearest.fork();
        }
    }

    /// Goes to a tick, or the last one recorded when that is earlier.
    pub fn go_to(&mut self, tick: u32) {
        self.seek(tick, u32::MAX, false);
    }

    /// Forgets the worlds left behind.
    pub fn forget(&mut self) {
        self.snapshots.clear();
    }

    /// How many worlds are left behind.
    pub fn kept(&self) -> usize {
        self.snapshots.len()
    }
}

/// The recorded orders of a tick.
fn orders_of(replay: &Replay, tick: u32) -> &[StampedOrder] {
    replay.chunk_of(tick).map_or(&[], |chunk| chunk.orders_of(tick))
}
