//! Worlds kept on the way, from which any tick is near.

use std::collections::BTreeMap;

use sandtable_sim::World;

/// Worlds kept for the whole match; then every other one is dropped, and those after it are kept twice as far apart.
const MAX_KEPT: usize = 256;
/// Bytes of saved state they may stand for, as measured now and then.
const MAX_KEPT_BYTES: usize = 48 << 20;
/// Worlds kept shortly before the tick looked at: this many ticks before it, and half, a quarter of that …
const REACH: u32 = 64;
/// Worlds kept near the tick looked at.
const MAX_NEAR: usize = 24;

/// Worlds of one match, by tick.
#[derive(Default)]
pub(super) struct Snapshots {
    kept: BTreeMap<u32, World>,
    near: BTreeMap<u32, World>,
    /// One world of this many that are offered is kept; doubled whenever there are too many.
    stride: u32,
    offered: u32,
    /// Bytes that a late world takes when saved.
    world_bytes: usize,
}

impl Snapshots {
    /// Keeps a copy of a world for the whole match.
    pub fn keep(&mut self, world: &World) {
        let tick = world.tick();
        self.offered += 1;
        if self.kept.contains_key(&tick) || !self.offered.is_multiple_of(self.stride.max(1)) {
            return;
        }
        self.kept.insert(tick, world.fork());
        if self.kept.len().is_multiple_of(16) {
            self.world_bytes = self.world_bytes.max(sandtable_sim::snapshot::save(world).len());
        }
        if self.kept.len() > MAX_KEPT || self.kept.len() * self.world_bytes > MAX_KEPT_BYTES {
            self.thin();
        }
    }

    /// Drops every other world, but the first.
    fn thin(&mut self) {
        self.stride = self.stride.max(1) * 2;
        let mut odd = false;
        self.kept.retain(|_, _| {
            odd = !odd;
            odd
        });
    }

    /// Whether a world this many ticks before the one sought is kept on the way there.
    pub fn is_due(from: u32, goal: u32) -> bool {
        goal.checked_sub(from).is_some_and(|ahead| ahead.is_power_of_two() && ahead <= REACH)
    }

    /// Keeps a copy of a world on the way to a tick.
    pub fn keep_near(&mut self, world: &World, sought: u32) {
        self.near.insert(world.tick(), world.fork());
        while self.near.len() > MAX_NEAR {
            let (first, last) = (self.near.keys().next().copied(), self.near.keys().next_back().copied());
            let far = |tick: &u32| tick.abs_diff(sought);
            let Some(farthest) = first.into_iter().chain(last).max_by_key(far) else { return };
            self.near.remove(&farthest);
        }
    }

    /// The latest world of a tick or one before.
    pub fn before(&self, tick: u32) -> Option<&World> {
        let latest = |worlds: &'_ BTreeMap<u32, World>| worlds.range(..=tick).next_back().map(|(tick, _)| *tick);
        match (latest(&self.kept), latest(&self.near)) {
            (Some(kept), Some(near)) if near > kept => self.near.get(&near),
            (Some(kept), _) => self.kept.get(&kept),
            (None, Some(near)) => self.near.get(&near),
            (None, None) => None,
        }
    }

    /// How many are kept.
    pub fn len(&self) -> usize {
        self.kept.len() + self.near.len()
    }

    /// Drops all but the first.
    pub fn clear(&mut self) {
        self.near.clear();
        self.kept.retain(|tick, _| *tick == 0);
    }
}
