//! The memories of a world's minds: a row for each unit, and who fell of late. A world whose rules know no minds has none.

mod leave;
mod observed;
mod saved;

pub(crate) use leave::OrderLeave;
pub use observed::ObservedMind;

use std::sync::Arc;

use crate::component::{Agent, Identity, MindMemory};
use crate::state::{Derived, SceneBase};
use sandtable_decide::{Behaviours, MindFeatures};
use sandtable_math::Vec2;
use sandtable_model::scenario::Scenario;
use sandtable_state::id::{KindId, PlayerId, UnitId};
use sandtable_state::limits::{MAX_LOSSES, TICKS_PER_SECOND};
use sandtable_state::state_struct;
use sandtable_state::{Field, StateHasher};

/// For how long a loss is felt, in ticks.
pub(crate) const LOSS_TICKS: u32 = 10 * TICKS_PER_SECOND;

state_struct! {
    /// A unit that fell.
    #[derive(Copy)]
    pub struct RecentLoss {
        /// Its team.
        pub team: u8,
        /// Where.
        pub at: Vec2,
        /// When.
        pub tick: u32,
    }
}

/// What all minds of a world remember.
#[derive(Clone, Default)]
pub(crate) struct Minds {
    /// What they follow; never changes.
    behaviours: Derived<Option<Arc<Behaviours>>>,
    /// By kind: a bit for each tag of the behaviours that the kind has. Never changes.
    tags: Derived<Vec<u64>>,
    /// By row of the units; empty in a world without minds.
    pub(crate) memories: Vec<MindMemory>,
    /// The digest of each, 0 of one without a mind: made anew whenever a memory changes.
    digests: Derived<Vec<u64>>,
    /// Who fell within the last seconds, the oldest first.
    pub(crate) losses: Vec<RecentLoss>,
}

/// What all thinkers of a world know that none of them changes.
#[derive(Clone, Copy)]
pub(crate) struct Lore<'w> {
    /// What they follow; none in a world without minds.
    pub(crate) behaviours: Option<&'w Behaviours>,
    /// By kind: a bit for each tag of the behaviours that the kind has.
    tags: &'w [u64],
    /// Who fell within the last seconds, the oldest first.
    pub(crate) losses: &'w [RecentLoss],
}

impl Lore<'_> {
    /// A bit for each tag of the behaviours that a kind has.
    #[inline]
    pub(crate) fn tags_of(&self, kind: KindId) -> u64 {
        self.tags.get(kind.index()).copied().unwrap_or(0)
    }

    /// Whether a kind has the tag with this number in the behaviours.
    #[inline]
    pub(crate) fn has_tag(&self, kind: KindId, tag: u8) -> bool {
        self.tags_of(kind) >> (tag & 63) & 1 != 0
    }
}

impl Minds {
    /// What they follow; none in a world without minds.
    pub(crate) fn behaviours(&self) -> Option<&Behaviours> {
        self.behaviours.as_deref()
    }

    /// Whether there are any.
    #[inline]
    pub(crate) fn exist(&self) -> bool {
        self.behaviours.is_some()
    }

    /// Calls the unit in a row, which is of this id, against a foe, unless it has a target.
    pub(crate) fn call(&mut self, row: usize, id: UnitId, target: UnitId) {
        let (Some(memory), Some(noted)) = (self.memories.get_mut(row), self.digests.get_mut(row)) else { return };
        if *noted != 0 && memory.target.is_none() {
            (memory.target, memory.due_tick) = (target, 0);
            *noted = digest(id, memory);
        }
    }

    /// Lets the unit in a row, which is of this id, think in the next tick.
    pub(crate) fn wake(&mut self, row: usize, id: UnitId) {
        let (Some(memory), Some(noted)) = (self.memories.get_mut(row), self.digests.get_mut(row)) else { return };
        if *noted != 0 && memory.due_tick != 0 {
            memory.due_tick = 0;
            *noted = digest(id, memory);
        }
    }

    /// Notes that a unit of this team fell.
    pub(crate) fn mourn(&mut self, team: u8, at: Vec2, tick: u32) {
        if self.exist() {
            self.losses.push(RecentLoss { team, at, tick });
        }
    }

    /// Forgets losses of old, and the oldest of too many.
    pub(crate) fn forget(&mut self, tick: u32) {
        self.losses.retain(|loss| loss.tick.saturating_add(LOSS_TICKS) > tick);
        let many = self.losses.len().saturating_sub(MAX_LOSSES);
        self.losses.drain(..many);
    }

    /// What units remember, by row; nothing where there are no minds.
    pub(crate) fn memories(&self) -> &[MindMemory] {
        &self.memories
    }

    /// What all thinkers know.
    pub(crate) fn lore(&self) -> Lore<'_> {
        Lore { behaviours: self.behaviours.as_deref(), tags: &self.tags, losses: &self.losses }
    }

    /// What all thinkers know, and for each row what it remembers and the digest of that, which follows from it.
    pub(crate) fn lend(&mut self) -> (Lore<'_>, &mut [MindMemory], &mut [u64]) {
        let Minds { behaviours, tags, memories, digests, losses } = self;
        (Lore { behaviours: behaviours.as_deref(), tags, losses }, memories, digests)
    }

    /// Whether a unit has a mind, and its orders leave it to that what it does and where.
    pub(crate) fn is_free(&self, base: &SceneBase<'_>, row: usize, unit: UnitId) -> bool {
        let (entities, units) = (base.entities, &base.entities.units);
        let identity = entities.column::<Identity>(units).get(row).copied().filter(|identity| identity.id == unit);
        let mind = identity.and_then(|identity| mind_of(base.scenario, unit.owner(), identity.kind));
        self.exist() && mind.is_some() && OrderLeave::under(&entities.column::<Agent>(units)[row]) == OrderLeave::Free
    }
}

/// The row of the mind that a kind of this player's follows.
pub(crate) fn mind_of(scenario: &Scenario, owner: PlayerId, kind: KindId) -> Option<u8> {
    let follows = scenario.players.get(owner.index()).is_some_and(|player| player.minds);
    scenario.rules.kind(kind).mind.filter(|_| follows)
}

/// The parts of their minds that a player's units use.
pub(crate) fn mind_features_of(scenario: &Scenario, owner: PlayerId) -> MindFeatures {
    scenario.players.get(owner.index()).map_or(MindFeatures::ALL, |player| player.mind_features)
}

/// The digest of what the unit of this id remembers.
pub(crate) fn digest(id: UnitId, memory: &MindMemory) -> u64 {
    let mut folder = StateHasher::new(u64::from(id.0));
    Field::put(memory, &mut folder);
    folder.finish()
}
