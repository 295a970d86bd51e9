//! What is remembered of a match while it is played: what happened, and who got stuck.

use std::collections::BTreeMap;

use sandtable_match::stuck::Stuck;
use sandtable_sim::World;
use sandtable_sim::event::Event;
use sandtable_state::id::{KindId, UnitId};

/// What is remembered of a match.
#[derive(Default)]
pub(super) struct MatchWatch {
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

impl MatchWatch {
    pub fn new(follows: Follows) -> MatchWatch {
        MatchWatch { follows, ..MatchWatch::default() }
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
