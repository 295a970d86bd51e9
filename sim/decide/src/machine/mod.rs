//! Hierarchical state machines with history (Harel 1987, "Statecharts"; Game AI Pro ch. 4, "hierarchical finite-state machines").
//!
//! A [`Machine`] is the definition, a [`MachineState`] where one runner is in it. Exactly one leaf state is active, and
//! with it the states it lies in. Transitions are tried by priority, then from the outermost active state inwards,
//! then in the order of the file, so that their order is total.

mod run;

pub(crate) use run::perform;

use sandtable_state::limits::{MAX_STATE_DEPTH, MAX_STATE_MEMORIES};
use sandtable_state::state_struct;

use super::{Call, Condition, NodeStatus, TreeId};

/// Where entering a state with states of its own leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum History {
    /// To its initial state, always.
    None,
    /// To the one of its states that was active last, and to the initial states of that.
    Shallow,
    /// To the very leaf that was active last.
    Deep,
}

/// What must have become of the state a transition leaves: of its tree, or of the states in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TransitionOutcome {
    /// Anything.
    Any,
    /// Its tree has succeeded, or a final state in it is active.
    Success,
    /// Its tree has failed.
    Failure,
    /// Its tree has ended, or a final state in it is active.
    Finished,
}

/// A way from one state to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transition {
    /// The row of the state it leads to.
    pub to: u8,
    /// The highest goes first.
    pub priority: i16,
    /// When it is taken.
    pub condition: Condition,
    /// Ticks that the state it leaves must have been active at least.
    pub after: u32,
    /// What must have become of the state it leaves.
    pub outcome: TransitionOutcome,
    /// What is done between leaving and entering.
    pub actions: Vec<Call>,
}

/// One state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateDefinition {
    /// Its name, its own in the machine.
    pub name: String,
    /// The row of the state it lies in.
    pub parent: Option<u8>,
    /// The row of its state that is entered first, when it has states of its own.
    pub initial: Option<u8>,
    /// Whether it remembers which of its states was active.
    pub history: History,
    /// Whether nothing leads on from it.
    pub is_final: bool,
    /// Done on entering it.
    pub enter: Vec<Call>,
    /// Done each tick that it is active.
    pub update: Vec<Call>,
    /// Done on leaving it.
    pub exit: Vec<Call>,
    /// The tree that runs while it is active; only leaf states have one.
    pub tree: Option<TreeId>,
    /// The ways out of it, in the order of the file.
    pub transitions: Vec<Transition>,
    /// How many states it lies in.
    pub depth: u8,
    /// Its row among the memories of a runner, when it has states of its own.
    pub memory: Option<u8>,
    /// The transitions that can fire while it is active, as (row of state, row of transition), in the order they are tried.
    pub watched: Vec<(u8, u8)>,
}

/// The definition of a state machine. Made by reading a content file, and valid therefore.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    /// The name in its file, which is the one that definitions refer to it by.
    pub name: String,
    /// In the order of the file.
    pub states: Vec<StateDefinition>,
    /// The row of the state entered first.
    pub initial: u8,
}

state_struct! {
    /// Where one runner is in a machine. The default is one that has not begun.
    #[derive(Copy, Default, Hash, serde::Serialize, serde::Deserialize)]
    pub struct MachineState {
        /// Whether it has begun.
        pub begun: bool,
        /// The row of the active leaf state.
        pub leaf: u8,
        /// What has become of the tree of the active leaf state.
        pub outcome: NodeStatus,
        /// The tick at which the active state of each level was entered, outermost first.
        pub entered: [u32; MAX_STATE_DEPTH],
        /// One more than the row of the state that was active last in each state that has some; 0 before any.
        pub latest: [u8; MAX_STATE_MEMORIES],
    }
}

/// A transition that is due: the rows of its state and of itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Due {
    /// The state it leaves: the active leaf, or one that it lies in.
    pub from: u8,
    /// Its row among the transitions of that state.
    pub transition: u8,
}

impl Machine {
    /// The name it has in its file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its states, by row.
    pub fn states(&self) -> &[StateDefinition] {
        &self.states
    }

    /// The active states, from the leaf outwards; none before it has begun.
    pub fn active<'m>(&'m self, state: &MachineState) -> impl Iterator<Item = &'m StateDefinition> {
        let leaf = state.begun.then_some(state.leaf);
        self.outwards(leaf).filter_map(|row| self.state(row))
    }

    /// The tree of the active leaf state.
    pub fn tree(&self, state: &MachineState) -> Option<TreeId> {
        self.active(state).next().and_then(|leaf| leaf.tree)
    }

    /// Whether a final state that lies in no other is active: nothing happens any more.
    pub fn is_over(&self, state: &MachineState) -> bool {
        self.active(state).next().is_some_and(|leaf| leaf.is_final && leaf.parent.is_none())
    }

    /// The state in this row.
    pub fn state(&self, row: u8) -> Option<&StateDefinition> {
        self.states.get(usize::from(row))
    }

    /// The rows from a state outwards.
    pub fn outwards(&self, from: Option<u8>) -> impl Iterator<Item = u8> {
        let up = |row: &u8| self.state(*row).and_then(|state| state.parent);
        std::iter::successors(from.filter(|row| self.state(*row).is_some()), up).take(MAX_STATE_DEPTH)
    }
}
