//! Behaviour trees (Game AI Pro ch. 4, 6; Champandard and Dunstan): what to do now, from conditions and actions.
//!
//! A [`Tree`] is the definition, shared by all who run it: its nodes in the order of the file, the trees it refers to
//! put in their places. A [`TreeState`] is one runner's: which nodes run, and a few counters. A tick visits
//! each node once at most, so its work is bounded by the size of the tree, and allocates nothing.

mod set;
mod tick;
mod trace;

pub use set::NodeSet;
pub use trace::{NodeTrace, Steps, TreeObserver};

use sandtable_state::limits::MAX_TREE_COUNTERS;
use sandtable_state::state_struct;

use super::{BehaviourHost, Call, Condition, DecisionRule, Inertia, NodeStatus};

/// How many children of a parallel node decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quorum {
    /// Every one.
    All,
    /// The first.
    Any,
}

/// What a node does with its children, or by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// Ticks its children in order until one does not fail. Begins with the first each time, so that
    /// a better choice takes over, or, when it `resumes`, with the one that runs.
    Select {
        /// Whether it begins with the one that runs.
        resumes: bool,
    },
    /// Ticks its children in order until one does not succeed. Begins with the one that runs when it
    /// `resumes`, else with the first each time.
    Sequence {
        /// Whether it begins with the one that runs.
        resumes: bool,
    },
    /// Ticks all children that have not ended; done when enough of them succeeded (asked first) or failed. When all have
    /// ended and neither is so, it has failed.
    Parallel {
        /// How many successes are its own.
        succeeds: Quorum,
        /// How many failures are its own.
        fails: Quorum,
    },
    /// Ticks its children by descending score, those above zero, until one does not fail.
    Utility {
        /// What each child is worth, by row.
        options: Vec<DecisionRule<Call>>,
        /// What the running child gains.
        inertia: Inertia,
    },
    /// Success becomes failure, failure success.
    Not,
    /// Failure becomes success.
    Succeed,
    /// Runs its child that many times, a run a tick at most; fails when that fails.
    Repeat {
        /// Runs, 1 or more.
        times: u16,
        /// The row of its counter.
        counter: u8,
    },
    /// Runs its child again and again; succeeds when that fails.
    UntilFailure,
    /// Once its child has ended, or was left, fails for a while.
    Cooldown {
        /// How long, in ticks.
        ticks: u32,
        /// The row of its counter: the tick it is over.
        counter: u8,
    },
    /// Ends its child after a while, and fails then.
    TimeLimit {
        /// How long, in ticks.
        ticks: u32,
        /// The row of its counter: the tick it is over.
        counter: u8,
    },
    /// Asks each time before its child is ticked; ends it and fails when the condition does not hold.
    Guard(Condition),
    /// Succeeds when the condition holds, else fails.
    If(Condition),
    /// An action.
    Do(Call),
    /// Succeeds after a while.
    Wait {
        /// How long, in ticks.
        ticks: u32,
        /// The row of its counter: the tick it is over.
        counter: u8,
    },
}

/// One node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BehaviourNode {
    /// What it does.
    pub form: Form,
    /// The row behind its last descendant.
    pub end: u8,
    /// What traces call it.
    pub label: String,
}

/// The definition of a tree. Made by reading a content file, and valid therefore.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// The name in its file, which is the one that definitions refer to it by.
    pub name: String,
    /// In the order of the file: each before its children. The last child ends where its parent ends.
    pub nodes: Vec<BehaviourNode>,
}

state_struct! {
    /// How far one runner is in a tree. The default is one that has not begun.
    #[derive(Copy, Default, Hash, serde::Serialize, serde::Deserialize)]
    pub struct TreeState {
        /// The nodes that run.
        pub running: NodeSet,
        /// Children of running parallel nodes that have succeeded.
        pub passed: NodeSet,
        /// Repetitions done, and ticks at which cooldowns, time limits and waits are over.
        pub counters: [u32; MAX_TREE_COUNTERS],
    }
}

impl Tree {
    /// The name it has in its file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many nodes it has, with those of the trees it refers to; 1 … [`MAX_TREE_NODES`](sandtable_state::limits::MAX_TREE_NODES).
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether it has no node; none that was read has not.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// What a trace calls a node: its own name, or its form and word; empty when there is none.
    pub fn label(&self, node: u8) -> &str {
        self.nodes.get(usize::from(node)).map_or("", |node| &node.label)
    }

    /// The labels of the nodes that run, from the root down.
    pub fn path<'t>(&'t self, state: &TreeState) -> impl Iterator<Item = &'t str> {
        let running = state.running;
        (0..=u8::MAX).zip(&self.nodes).filter(move |(row, _)| running.has(*row)).map(|(_, node)| node.label.as_str())
    }

    /// Ticks the tree once. After success or failure the next tick begins anew.
    pub fn tick(&self, state: &mut TreeState, actor: &mut impl BehaviourHost) -> NodeStatus {
        self.tick_traced(state, actor, &mut ())
    }

    /// Ticks the tree once and tells `trace` of it, which changes nothing.
    pub fn tick_traced(
        &self,
        state: &mut TreeState,
        actor: &mut impl BehaviourHost,
        trace: &mut impl TreeObserver,
    ) -> NodeStatus {
        tick::tick(&self.nodes, state, actor, trace)
    }

    /// Ends everything that runs, the deepest first; cooldowns go on.
    pub fn abort(&self, state: &mut TreeState, actor: &mut impl BehaviourHost) {
        tick::abort(&self.nodes, state, actor);
    }
}
