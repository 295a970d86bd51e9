//! What is remembered of a match while it is played: what happened, and who got stuck.

use std::collections::BTreeMap;

use sandtable_sim::World;
use sandtable_sim::event::Event;
use sandtable_sim::id::{KindId, UnitId};
use sandtable_sim::limits::TICKS_PER_SECOND;
use sandtable_sim::math::{Fx, Vec2};

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
pub(crate) struct Stuck {
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

/// What is remembered of a match.
#[derive(Default)]
pub(super) struct Watch {
    events: Vec<Event>,
    stuck: Stuck,
    /// How often each unit has thought.
    thoughts: BTreeMap<(UnitId, KindId), i64>,
    follows: Follows,
}

/// What is followed of every unit in every tick, which takes a look at all of them.
#[derive(Clone, Copy, Default)]
pub(super) struct Follows {
    pub walks: bool,
    pub thoughts: bool,
}

impl Watch {
    pub fn new(follows: Follows) -> Watch {
        Watch { follows, ..Watch::default() }
    }

    /// Takes note of a tick.
    pub fn note(&mut self, world: &World, events: &[Event]) {
        self.events.extend(events);
        if self.follows.walks {
            self.stuck.note(world);
        }
        if self.follows.thoughts {
            self.count_thoughts(world);
        }
    }

    fn count_thoughts(&mut self, world: &World) {
        for unit in world.observe_units() {
            let thinks = world.observe_mind(unit.id).is_some_and(|mind| mind.thought_tick == world.tick());
            *self.thoughts.entry((unit.id, unit.kind)).or_default() += i64::from(thinks);
        }
    }

    /// How often these have thought, all together.
    pub fn thoughts(&self, is: impl Fn(UnitId, KindId) -> bool) -> i64 {
        self.thoughts.iter().filter(|((id, kind), _)| is(*id, *kind)).map(|(_, thoughts)| *thoughts).sum()
    }

    /// The longest that one of these was stuck, in whole seconds.
    pub fn longest_stuck(&self, is: impl Fn(UnitId, KindId) -> bool) -> i64 {
        self.stuck.longest_of(is)
    }

    /// How many of these events there were.
    pub fn count(&self, is: impl Fn(&Event) -> bool) -> i64 {
        self.events.iter().filter(|event| is(event)).count() as i64
    }
}
