//! The memories of a world's minds: a row for each unit, and who fell of late. A world whose rules know no minds has none.

use std::sync::Arc;

use super::Thoughts;
use super::lines::Mending;
use crate::component::Recall;
use crate::state::Derived;
use crate::tasks::Duty;
use crate::world::{FillWithJunk, Junk, World};
use sandtable_decide::{Behaviours, Faculties};
use sandtable_math::{Fx, Vec2};
use sandtable_model::scenario::Scenario;
use sandtable_state::id::{KindId, PlayerId, UnitId};
use sandtable_state::limits::{MAX_LOSSES, TICKS_PER_SECOND};
use sandtable_state::state_struct;
use sandtable_state::{Field, Folder};

/// For how long a loss is felt, in ticks.
pub(crate) const LOSS_TICKS: u32 = 10 * TICKS_PER_SECOND;

state_struct! {
    /// A unit that fell.
    #[derive(Copy)]
    pub struct Loss {
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
    pub(super) behaviours: Derived<Option<Arc<Behaviours>>>,
    /// By kind: a bit for each tag of the behaviours that the kind has. Never changes.
    pub(super) tags: Derived<Vec<u64>>,
    /// By row of the units; empty in a world without minds.
    pub(crate) recalls: Vec<Recall>,
    /// The digest of each, 0 of one without a mind: made anew whenever a memory changes.
    pub(super) digests: Derived<Vec<u64>>,
    /// Who fell within the last seconds, the oldest first.
    pub(crate) losses: Vec<Loss>,
}

/// Room to think in, and what all who think read.
#[derive(Default)]
pub(crate) struct Workspace {
    /// Whom everybody's weapon was on when the tick began, by row of the frame.
    pub(crate) aims: Vec<UnitId>,
    /// How many hostile weapons point at each body, by row of the frame.
    pub(crate) aimed_at: Vec<u16>,
    /// What a blow of each of those does to it together, by row of the frame.
    pub(crate) pledged: Vec<Fx>,
    /// Who is being healed by whom.
    pub(in crate::agent) mending: Vec<super::lines::Mending>,
    /// Who is where, as each team sees it.
    pub(in crate::agent) overview: super::overview::Overview,
    /// Abilities that minds want used in this tick.
    pub(crate) casts: Vec<Duty>,
    /// What each chunk of units came to.
    pub(in crate::agent) thoughts: Vec<super::Thoughts>,
}

impl FillWithJunk for Workspace {
    fn fill_with_junk(&mut self, junk: &mut Junk) {
        self.aims = junk.some(Junk::id);
        self.aimed_at = junk.some(|junk| junk.number() as u16);
        self.pledged = junk.some(Junk::length);
        self.mending = junk.some(|junk| Mending { by: junk.id(), target: junk.id(), amount: junk.length() });
        self.overview.fill_with_junk(junk);
        self.casts = junk.some(Duty::junk);
        self.thoughts = junk.some(Thoughts::junk);
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
    pub(super) fn call(&mut self, row: usize, id: UnitId, target: UnitId) {
        let (Some(recall), Some(noted)) = (self.recalls.get_mut(row), self.digests.get_mut(row)) else { return };
        if *noted != 0 && recall.target.is_none() {
            (recall.target, recall.due_tick) = (target, 0);
            *noted = digest(id, recall);
        }
    }

    /// Lets the unit in a row, which is of this id, think in the next tick.
    pub(crate) fn wake(&mut self, row: usize, id: UnitId) {
        let (Some(recall), Some(noted)) = (self.recalls.get_mut(row), self.digests.get_mut(row)) else { return };
        if *noted != 0 && recall.due_tick != 0 {
            recall.due_tick = 0;
            *noted = digest(id, recall);
        }
    }

    /// Notes that a unit of this team fell.
    pub(crate) fn mourn(&mut self, team: u8, at: Vec2, tick: u32) {
        if self.exist() {
            self.losses.push(Loss { team, at, tick });
        }
    }

    /// Forgets losses of old, and the oldest of too many.
    pub(super) fn forget(&mut self, tick: u32) {
        self.losses.retain(|loss| loss.tick.saturating_add(LOSS_TICKS) > tick);
        let many = self.losses.len().saturating_sub(MAX_LOSSES);
        self.losses.drain(..many);
    }

    /// What units remember, by row; nothing where there are no minds.
    pub(crate) fn recalls(&self) -> &[Recall] {
        &self.recalls
    }

    /// A bit for each tag of the behaviours that a kind has.
    #[inline]
    pub(super) fn tags_of(&self, kind: KindId) -> u64 {
        self.tags.get(kind.index()).copied().unwrap_or(0)
    }

    /// Whether a kind has the tag with this number in the behaviours.
    #[inline]
    pub(super) fn has_tag(&self, kind: KindId, tag: u8) -> bool {
        self.tags_of(kind) >> (tag & 63) & 1 != 0
    }
}

/// The row of the mind that a kind of this player's follows.
pub(crate) fn mind_of(scenario: &Scenario, owner: PlayerId, kind: KindId) -> Option<u8> {
    let follows = scenario.players.get(owner.index()).is_some_and(|player| player.minds);
    scenario.rules.kind(kind).mind.filter(|_| follows)
}

/// The parts of their minds that a player's units use.
pub(super) fn faculties_of(world: &World, owner: PlayerId) -> Faculties {
    world.scenario.players.get(owner.index()).map_or(Faculties::ALL, |player| player.faculties)
}

/// The digest of what the unit of this id remembers.
pub(super) fn digest(id: UnitId, recall: &Recall) -> u64 {
    let mut folder = Folder::new(u64::from(id.0));
    Field::put(recall, &mut folder);
    folder.finish()
}
