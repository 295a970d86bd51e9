//! A mind: reactions over goals over a machine, and the tree that runs.

use super::{
    Actor, Behaviours, GoalState, MachineState, MindPlan, ReactionStack, Status, Trace, TreeId, TreeState, Verdict,
};
use crate::limits::MAX_TRANSITIONS_PER_TICK;
use crate::state_struct;

state_struct! {
    /// Everything a mind remembers. The default is one that has not begun.
    #[derive(Copy, Default, Hash, serde::Serialize, serde::Deserialize)]
    pub struct MindState {
        /// What lies over everything.
        pub reactions: ReactionStack,
        /// What it wants.
        pub goals: GoalState,
        /// Where it is in its machine.
        pub machine: MachineState,
        /// One more than the row of the tree it runs; 0 for none.
        pub runs: u8,
        /// How far it is in that tree.
        pub tree: TreeState,
    }
}

/// What one tick of a mind came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Thought {
    /// Whether a reaction ran, and nothing else.
    pub reacted: bool,
    /// The goals weighed; none without goals, or under a reaction.
    pub verdict: Option<Verdict>,
    /// The tree that was ticked, and what it returned.
    pub ticked: Option<(TreeId, Status)>,
}

/// A mind at work: its plan, and the file that plan is of.
#[derive(Clone, Copy, Debug)]
pub struct Mind<'b> {
    behaviours: &'b Behaviours,
    plan: &'b MindPlan,
}

impl<'b> Mind<'b> {
    /// The mind in this row of a file.
    pub fn of(behaviours: &'b Behaviours, row: u8) -> Option<Mind<'b>> {
        behaviours.minds.get(usize::from(row)).map(|plan| Mind { behaviours, plan })
    }

    /// Its plan.
    pub fn plan(&self) -> &'b MindPlan {
        self.plan
    }

    /// Thinks once. A running reaction is all there is; else goals are weighed. A goal with a tree runs that and lets
    /// the machine wait; otherwise the machine makes its transitions and updates, and the tree of its leaf state runs, or else
    /// the plan's own. A tree that gives way to another is aborted, and forgets its cooldowns.
    pub fn tick(&self, state: &mut MindState, actor: &mut impl Actor, trace: &mut impl Trace) -> Thought {
        let reactions = self.plan.reactions.and_then(|row| self.behaviours.reactions.get(usize::from(row)));
        if reactions.is_some_and(|reactions| reactions.tick(&mut state.reactions, actor)) {
            return Thought { reacted: true, ..Thought::default() };
        }
        let goals = self.plan.goals.and_then(|row| self.behaviours.goals.get(usize::from(row)));
        let verdict = goals.map(|goals| goals.choose(&mut state.goals, actor));
        actor.wants(goals.zip(state.goals.goal()).and_then(|(goals, row)| goals.goal(row)));
        let wanted = goals.zip(state.goals.goal()).and_then(|(goals, row)| goals.goal(row)?.tree);
        let own = if wanted.is_none() { self.run_machine(state, actor) } else { None };
        let ticked = wanted.or(own).or(self.plan.tree).and_then(|tree| self.run_tree(tree, state, actor, trace));
        if let Some((_, status)) = ticked.filter(|_| own.is_some()) {
            state.machine.outcome = status;
        }
        Thought { reacted: false, verdict, ticked }
    }

    /// Pushes the reaction of a row, whatever its trigger. Returns whether it runs.
    pub fn react(&self, row: u8, state: &mut MindState, actor: &mut impl Actor) -> bool {
        let reactions = self.plan.reactions.and_then(|row| self.behaviours.reactions.get(usize::from(row)));
        reactions.is_some_and(|reactions| reactions.push(row, &mut state.reactions, actor))
    }

    /// Makes the transitions that are due, each after the tree of the state it leaves has ended; returns the tree of the
    /// state arrived at.
    fn run_machine(&self, state: &mut MindState, actor: &mut impl Actor) -> Option<TreeId> {
        let machine = self.plan.machine.and_then(|row| self.behaviours.machines.get(usize::from(row)))?;
        machine.begin(&mut state.machine, actor);
        for _ in 0..MAX_TRANSITIONS_PER_TICK {
            let Some(due) = machine.due(&state.machine, actor) else { break };
            self.drop_tree(state, actor);
            machine.take(due, &mut state.machine, actor);
        }
        machine.update(&state.machine, actor);
        machine.tree(&state.machine)
    }

    fn run_tree(
        &self,
        id: TreeId,
        state: &mut MindState,
        actor: &mut impl Actor,
        trace: &mut impl Trace,
    ) -> Option<(TreeId, Status)> {
        if state.runs.checked_sub(1) != Some(id.0) {
            self.drop_tree(state, actor);
            state.runs = id.0.saturating_add(1);
        }
        let tree = self.behaviours.tree(id)?;
        Some((id, tree.tick_traced(&mut state.tree, actor, trace)))
    }

    /// Aborts the tree that runs, and forgets it.
    fn drop_tree(&self, state: &mut MindState, actor: &mut impl Actor) {
        if let Some(tree) = state.runs.checked_sub(1).and_then(|row| self.behaviours.tree(TreeId(row))) {
            tree.abort(&mut state.tree, actor);
        }
        (state.runs, state.tree) = (0, TreeState::default());
    }
}
