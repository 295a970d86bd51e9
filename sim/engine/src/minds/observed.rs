//! What minds are at, for viewers, reports and tests: looking changes nothing.

use super::{Minds, mind_of};
use crate::component::{CurrentAction, Identity};
use crate::state::SceneBase;
use sandtable_decide::{Mind, TreeId};
use sandtable_math::Fx;
use sandtable_state::id::UnitId;

/// A mind as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObservedMind<'w> {
    /// The name of the reaction that lies over everything, of the goal followed, of each active state from the outermost inwards, and
    /// of the tree that runs: as many of them as there are.
    pub at: Vec<&'w str>,
    /// The tick in which it thought last; 0 never.
    pub thought_tick: u32,
    /// 0 … 100.
    pub morale: Fx,
}

impl Minds {
    /// Whether the unit in a row does what its queues say: it has no mind, or that wills nothing else.
    pub(crate) fn obeys(&self, row: usize) -> bool {
        self.memories.get(row).is_none_or(|memory| memory.will == CurrentAction::Obey)
    }

    /// What the mind of a living unit is at; none without a mind.
    pub(crate) fn observe(&self, base: SceneBase<'_>, unit: UnitId) -> Option<ObservedMind<'_>> {
        let units = &base.entities.units;
        let row = base.place(unit).filter(|place| (place.row as usize) < units.len())?.row as usize;
        let identity = base.entities.column::<Identity>(units).get(row).copied()?;
        let kind = Some(identity.kind).filter(|_| identity.id == unit)?;
        let (behaviours, mind) = (self.behaviours()?, mind_of(base.scenario, unit.owner(), kind)?);
        let (plan, memory) = (Mind::in_row(behaviours, mind)?.plan(), self.memories.get(row)?);
        let state = &memory.mind;
        let mut at: Vec<&str> = Vec::new();
        let reactions = plan.reactions.and_then(|row| behaviours.reactions.get(usize::from(row)));
        let reaction = reactions.and_then(|set| set.running(&state.reactions));
        // One that is over by the clock is taken off with the next thought.
        let until = usize::from(state.reactions.depth).checked_sub(1).and_then(|top| state.reactions.until.get(top));
        at.extend(reaction.filter(|_| until.is_some_and(|until| *until > base.clock.tick)).map(|it| it.name.as_str()));
        let goals = plan.goals.and_then(|row| behaviours.goals.get(usize::from(row)));
        at.extend(goals.zip(state.goals.goal()).and_then(|(set, row)| Some(set.goal(row)?.name.as_str())));
        if let Some(machine) = plan.machine.and_then(|row| behaviours.machines.get(usize::from(row))) {
            let states = at.len();
            at.extend(machine.active(&state.machine).map(|state| state.name.as_str()));
            at[states..].reverse();
        }
        let tree = state.runs.checked_sub(1).and_then(|row| behaviours.tree(TreeId(row)));
        at.extend(tree.map(|tree| tree.name()));
        Some(ObservedMind { at, thought_tick: memory.thought_tick, morale: memory.morale })
    }
}
