//! The rooms that systems work in: empty buffers as far as anybody else is concerned.
//!
//! Nothing in here outlives a tick: it is neither saved nor hashed nor copied, and each system fills its own room before it
//! reads it. So a world whose workspaces are full of anything at all goes on as it would have, which is what [`Junk`] is to show.

use super::World;
use crate::event::Event;
use crate::scene::SpatialSnapshot;
use crate::state::Newborn;
use sandtable_state::id::PlayerId;
use sandtable_state::{FillWithJunk, Junk};

/// A workspace a system.
#[derive(Default)]
pub(crate) struct Workspaces {
    /// Where everything stood at the start of the tick: made once, read by all.
    pub(crate) frame: SpatialSnapshot,
    /// What happened in this tick.
    pub(crate) events: Vec<Event>,
    /// Units that the parts of the state have not heard of yet: none but while a system is at work.
    pub(crate) newborns: Vec<Newborn>,
    pub(crate) group: crate::group_places::GroupWorkspace,
    pub(crate) agents: crate::agent::AgentWorkspace,
    pub(crate) minds: crate::agent::MindWorkspace,
    pub(crate) slots: crate::attack_slots::AttackSlotsWorkspace,
    pub(crate) steer: crate::steer::SteerWorkspace,
    pub(crate) combat: crate::combat::PendingEffects,
    pub(crate) economy: crate::economy::EconomyWorkspace,
    pub(crate) senses: crate::senses::SensesWorkspace,
    pub(crate) sight: crate::sight::SightWorkspace,
}

impl Workspaces {
    /// Forgets what passes of a tick add to and none of them empties.
    pub(super) fn begin_tick(&mut self) {
        self.events.clear();
        self.group.requests.clear();
        self.combat.clear();
    }
}

impl World {
    /// For tests: fills all that holds nothing from one tick to the next with things that mean nothing, drawn from `seed`. What
    /// the world comes to stays as it is.
    #[doc(hidden)]
    pub fn fill_workspaces_with_junk(&mut self, seed: u64) {
        let junk = &mut Junk::new(seed);
        let Workspaces {
            frame,
            events,
            newborns: _,
            group,
            agents,
            minds,
            slots,
            steer,
            combat,
            economy,
            senses,
            sight,
        } = &mut self.workspaces;
        frame.fill_with_junk(junk);
        *events = junk.some(|junk| Event::PlayerOut { player: PlayerId(junk.below(8) as u8) });
        let systems: [&mut dyn FillWithJunk; 9] = [group, agents, minds, slots, steer, combat, economy, senses, sight];
        systems.into_iter().for_each(|workspace| workspace.fill_with_junk(junk));
    }
}
