//! Ticking a machine: transitions, then updates.

use sandtable_state::limits::{MAX_STATE_DEPTH, MAX_TRANSITIONS_PER_TICK};

use super::{Due, History, Machine, MachineState, StateDefinition, Transition, TransitionOutcome};
use crate::{BehaviourHost, Call, NodeStatus};

impl Machine {
    /// Makes the transitions that are due, at most [`MAX_TRANSITIONS_PER_TICK`], then performs the updates of the active states,
    /// outermost first. The first tick enters the initial state.
    ///
    /// Trees of states are not its business: [`Mind`](crate::Mind) runs both.
    pub fn tick(&self, state: &mut MachineState, actor: &mut impl BehaviourHost) {
        self.begin(state, actor);
        for _ in 0..MAX_TRANSITIONS_PER_TICK {
            let Some(due) = self.due(state, actor) else { break };
            self.take(due, state, actor);
        }
        self.update(state, actor);
    }

    /// Enters the initial state unless the machine has begun.
    pub fn begin(&self, state: &mut MachineState, actor: &mut impl BehaviourHost) {
        let valid = state.begun && self.state(state.leaf).is_some_and(|leaf| leaf.initial.is_none());
        if !valid {
            *state = MachineState { begun: true, ..MachineState::default() };
            self.enter(self.initial, None, state, actor);
        }
    }

    /// The first transition that is due.
    pub fn due(&self, state: &MachineState, actor: &impl BehaviourHost) -> Option<Due> {
        let leaf = self.state(state.leaf).filter(|_| state.begun)?;
        let mut watched = leaf.watched.iter().map(|&(from, transition)| Due { from, transition });
        watched.find(|due| self.transition(*due).is_some_and(|way| self.is_due(due.from, way, state, actor)))
    }

    /// Makes a transition: leaves states from the leaf outwards, performs its actions, enters states inwards.
    pub fn take(&self, due: Due, state: &mut MachineState, actor: &mut impl BehaviourHost) {
        let Some(way) = self.transition(due) else { return };
        let shared = self.shared(due.from, way.to);
        let left = self.outwards(Some(state.leaf)).take_while(|row| Some(*row) != shared);
        left.filter_map(|row| self.state(row)).for_each(|left| perform(&left.exit, actor));
        perform(&way.actions, actor);
        self.enter(way.to, shared, state, actor);
    }

    /// Performs the updates of the active states, outermost first.
    pub fn update(&self, state: &MachineState, actor: &mut impl BehaviourHost) {
        let (path, depth) = self.path_to(state.leaf, None);
        for active in path.iter().take(depth).filter_map(|row| self.state(*row)) {
            perform(&active.update, actor);
        }
    }

    fn transition(&self, due: Due) -> Option<&Transition> {
        self.state(due.from)?.transitions.get(usize::from(due.transition))
    }

    fn is_due(&self, from: u8, way: &Transition, state: &MachineState, actor: &impl BehaviourHost) -> bool {
        let depth = self.state(from).map_or(0, |from| usize::from(from.depth));
        let since = state.entered.get(depth).copied().unwrap_or(0);
        let waited = actor.now().saturating_sub(since) >= way.after;
        let outcome = match way.outcome {
            TransitionOutcome::Any => true,
            TransitionOutcome::Success => self.outcome(from, state) == NodeStatus::Success,
            TransitionOutcome::Failure => self.outcome(from, state) == NodeStatus::Failure,
            TransitionOutcome::Finished => self.outcome(from, state) != NodeStatus::Running,
        };
        waited && outcome && way.condition.holds(actor)
    }

    /// What has become of an active state.
    fn outcome(&self, row: u8, state: &MachineState) -> NodeStatus {
        if row == state.leaf {
            return state.outcome;
        }
        let child = self.outwards(Some(state.leaf)).filter_map(|row| self.state(row)).find(|s| s.parent == Some(row));
        if child.is_some_and(|child| child.is_final) { NodeStatus::Success } else { NodeStatus::Running }
    }

    /// The innermost state that both lie in; a state does not lie in itself, so that a transition always leaves where it
    /// comes from and enters where it leads to.
    fn shared(&self, from: u8, to: u8) -> Option<u8> {
        let around = |row: u8| self.outwards(self.state(row).and_then(|state| state.parent));
        around(from).find(|row| around(to).any(|other| other == *row))
    }

    /// Enters a state and those it lies in below `shared`, then one of its own, down to a leaf.
    fn enter(&self, target: u8, shared: Option<u8>, state: &mut MachineState, actor: &mut impl BehaviourHost) {
        let (path, depth) = self.path_to(target, shared);
        let mut remembers = History::None;
        for row in path.iter().take(depth) {
            remembers = self.enter_one(*row, History::None, state, actor);
        }
        // A leaf lies in fewer states than there may be levels.
        for _ in 0..MAX_STATE_DEPTH {
            let Some(child) =
                self.state(state.leaf).and_then(|parent| self.child(state.leaf, parent, remembers, state))
            else {
                break;
            };
            remembers = self.enter_one(child, remembers, state, actor);
        }
    }

    /// Enters one state; returns how the next below it is chosen, when `above` says how this one was.
    fn enter_one(&self, row: u8, above: History, state: &mut MachineState, actor: &mut impl BehaviourHost) -> History {
        let Some(entered) = self.state(row) else { return History::None };
        (state.leaf, state.outcome) = (row, NodeStatus::Running);
        if let Some(since) = state.entered.get_mut(usize::from(entered.depth)) {
            *since = actor.now();
        }
        perform(&entered.enter, actor);
        let remembers = if above == History::Deep { History::Deep } else { entered.history };
        // Remembered once the way down is chosen, which for this one it is.
        let memory = entered.parent.and_then(|parent| self.state(parent)?.memory);
        if let Some(latest) = memory.and_then(|memory| state.latest.get_mut(usize::from(memory))) {
            *latest = row + 1;
        }
        remembers
    }

    /// The state below `row` to enter: the one that was active last, if that counts, else the initial one.
    fn child(&self, row: u8, parent: &StateDefinition, remembers: History, state: &MachineState) -> Option<u8> {
        let latest = parent.memory.and_then(|memory| state.latest.get(usize::from(memory)).copied()).unwrap_or(0);
        let known = latest.checked_sub(1).filter(|child| self.state(*child).is_some_and(|it| it.parent == Some(row)));
        // What had ended begins anew.
        let resumed = known.filter(|child| self.state(*child).is_some_and(|it| !it.is_final));
        if remembers == History::None { parent.initial } else { resumed.or(parent.initial) }
    }

    /// The rows from below `shared` down to `row`, and how many.
    fn path_to(&self, row: u8, shared: Option<u8>) -> ([u8; MAX_STATE_DEPTH], usize) {
        let (mut path, mut depth) = ([0; MAX_STATE_DEPTH], 0);
        for row in self.outwards(Some(row)).take_while(|row| Some(*row) != shared) {
            path[depth] = row;
            depth += 1;
        }
        path[..depth].reverse();
        (path, depth)
    }
}

pub(crate) fn perform(actions: &[Call], actor: &mut impl BehaviourHost) {
    for action in actions {
        actor.act(action, true);
    }
}
