//! A mind: reactions over goals over a machine, and the tree that runs.

use sandtable_state::limits::MAX_TRANSITIONS_PER_TICK;
use sandtable_state::{state_flags, state_struct};

use super::{
    BehaviourHost, Behaviours, GoalState, GoalVerdict, MachineState, MindPlan, NodeStatus, PersonalGoals,
    ReactionStack, Reactions, TreeId, TreeObserver, TreeState,
};

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

state_flags! {
    /// Which parts of its mind one uses: whoever does without one behaves as if its file said nothing of it.
    pub struct MindFeatures {
        /// Reactions come over it.
        REACTIONS = 0,
        /// It has goals of its own.
        GOALS = 1,
        /// Its machine goes from state to state.
        MACHINES = 2,
        /// Trees run. Without, it does what it is told.
        TREES = 3,
        /// Position queries find it places; for its actor to heed.
        QUERIES = 4,
        /// It thinks less often when less is at stake, rather than always as often as in a fight; for its actor to heed.
        DETAIL = 5,
    }
}

impl Default for MindFeatures {
    fn default() -> MindFeatures {
        MindFeatures::ALL
    }
}

/// What one tick of a mind came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Thought {
    /// Whether a reaction ran, and nothing else.
    pub reacted: bool,
    /// The goals weighed; none without goals, or under a reaction.
    pub verdict: Option<GoalVerdict>,
    /// The tree that was ticked, and what it returned.
    pub ticked: Option<(TreeId, NodeStatus)>,
}

/// A mind at work: its plan, and the file that plan is of.
#[derive(Clone, Copy, Debug)]
pub struct Mind<'b> {
    behaviours: &'b Behaviours,
    plan: &'b MindPlan,
    features: MindFeatures,
}

impl<'b> Mind<'b> {
    /// The mind in this row of a file.
    pub fn in_row(behaviours: &'b Behaviours, row: u8) -> Option<Mind<'b>> {
        behaviours.minds.get(usize::from(row)).map(|plan| Mind { behaviours, plan, features: MindFeatures::ALL })
    }

    /// Leaves a mind only the parts named here: the others behave as if its file said nothing of them.
    pub fn with(self, features: MindFeatures) -> Mind<'b> {
        Mind { features, ..self }
    }

    /// Its reactions, if any come over it.
    pub fn reactions(&self) -> Option<&'b Reactions> {
        let row = self.plan.reactions.filter(|_| self.features.contains(MindFeatures::REACTIONS))?;
        self.behaviours.reactions.get(usize::from(row))
    }

    fn goals(&self) -> Option<&'b PersonalGoals> {
        let row = self.plan.goals.filter(|_| self.features.contains(MindFeatures::GOALS))?;
        self.behaviours.goals.get(usize::from(row))
    }

    /// Its plan.
    pub fn plan(&self) -> &'b MindPlan {
        self.plan
    }

    /// Thinks once. A running reaction is all there is; else goals are weighed. A goal with a tree runs that and lets
    /// the machine wait; otherwise the machine makes its transitions and updates, and the tree of its leaf state runs, or else
    /// the plan's own. A tree that gives way to another is aborted, and forgets its cooldowns.
    pub fn tick(
        &self,
        state: &mut MindState,
        actor: &mut impl BehaviourHost,
        trace: &mut impl TreeObserver,
    ) -> Thought {
        if self.reactions().is_some_and(|reactions| reactions.tick(&mut state.reactions, actor)) {
            return Thought { reacted: true, ..Thought::default() };
        }
        let goals = self.goals();
        let verdict = goals.map(|goals| goals.choose(&mut state.goals, actor, actor.now()));
        actor.wants(goals.zip(state.goals.goal()).and_then(|(goals, row)| goals.goal(row)));
        let wanted = goals.zip(state.goals.goal()).and_then(|(goals, row)| goals.goal(row)?.tree);
        let own = if wanted.is_none() { self.run_machine(state, actor) } else { None };
        let tree = wanted.or(own).or(self.plan.tree).filter(|_| self.features.contains(MindFeatures::TREES));
        let ticked = tree.and_then(|tree| self.run_tree(tree, state, actor, trace));
        if let Some((_, status)) = ticked.filter(|_| own.is_some()) {
            state.machine.outcome = status;
        }
        Thought { reacted: false, verdict, ticked }
    }

    /// Makes the transitions that are due, each after the tree of the state it leaves has ended; returns the tree of the
    /// state arrived at.
    fn run_machine(&self, state: &mut MindState, actor: &mut impl BehaviourHost) -> Option<TreeId> {
        let machine = self.plan.machine.filter(|_| self.features.contains(MindFeatures::MACHINES));
        let machine = machine.and_then(|row| self.behaviours.machines.get(usize::from(row)))?;
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
        actor: &mut impl BehaviourHost,
        trace: &mut impl TreeObserver,
    ) -> Option<(TreeId, NodeStatus)> {
        if state.runs.checked_sub(1) != Some(id.0) {
            self.drop_tree(state, actor);
            state.runs = id.0.saturating_add(1);
        }
        let tree = self.behaviours.tree(id)?;
        Some((id, tree.tick_traced(&mut state.tree, actor, trace)))
    }

    /// Aborts the tree that runs, and forgets it.
    fn drop_tree(&self, state: &mut MindState, actor: &mut impl BehaviourHost) {
        if let Some(tree) = state.runs.checked_sub(1).and_then(|row| self.behaviours.tree(TreeId(row))) {
            tree.abort(&mut state.tree, actor);
        }
        (state.runs, state.tree) = (0, TreeState::default());
    }
}
