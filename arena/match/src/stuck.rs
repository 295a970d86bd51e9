//! Who wants to move and gets nowhere.

use std::collections::BTreeMap;

use sandtable_math::{Fx, Vec2};
use sandtable_sim::World;
use sandtable_state::id::{KindId, UnitId};
use sandtable_state::limits::TICKS_PER_SECOND;

/// Who has not come farther than this since is stuck, in cells.
const STUCK_WITHIN: Fx = Fx::HALF;

/// A unit on its way.
struct Walk {
    kind: KindId,
    /// Where it was at `since`; it has kept near since.
    anchor: Vec2,
    since: u32,
    /// The longest it has kept near a place so far, in ticks.
    longest: u32,
}

/// Who wanted to move and got nowhere: it takes a look at every unit in every tick.
#[derive(Default)]
pub struct Stuck {
    walks: BTreeMap<UnitId, Walk>,
}

impl Stuck {
    /// Takes note of a tick.
    pub fn note(&mut self, world: &World) {
        let tick = world.tick();
        for unit in world.observe_units() {
            let (kind, anchor) = (unit.kind, unit.position);
            let walk = self.walks.entry(unit.id).or_insert(Walk { kind, anchor, since: tick, longest: 0 });
            let left = walk.anchor.distance_squared_wide(unit.position) > STUCK_WITHIN.squared_wide();
            if !unit.moving || unit.aboard.is_some() || left {
                (walk.anchor, walk.since) = (unit.position, tick);
            }
            walk.longest = walk.longest.max(tick - walk.since);
        }
    }

    /// The longest that one of these was stuck, in whole seconds.
    pub fn longest_of(&self, is: impl Fn(UnitId, KindId) -> bool) -> i64 {
        let walks = self.walks.iter().filter(|(id, walk)| is(**id, walk.kind));
        walks.map(|(_, walk)| i64::from(walk.longest / TICKS_PER_SECOND)).max().unwrap_or(0)
    }

    /// The longest that anybody was stuck, in whole seconds.
    pub fn longest(&self) -> i64 {
        self.longest_of(|_, _| true)
    }
}
