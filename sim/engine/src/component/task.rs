//! Tasks, of which agents keep two queues.

use sandtable_math::Vec2;
use sandtable_state::id::UnitId;
use sandtable_state::queue::{BoundedQueue, Urgent};
use sandtable_state::{state_enum, state_struct};

state_enum! {
    /// What a task does. The first group lives in movement queues, the second in action queues; letting passengers out and taking
    /// them aboard, in the cargo queues of transports that have one.
    #[derive(Default)]
    pub enum TaskKind {
        /// Walk to `point` and be done.
        #[default]
        Goto = 0,
        /// Stay near `target` for ever.
        Follow = 1,
        /// Walk between `point` and `other` for ever.
        Patrol = 2,
        /// Stand still for ever, whatever the action queue wants.
        Hold = 3,
        /// Go wherever the action task with the same tag needs to be; done when that is gone.
        Serve = 4,
        /// Keep the own place of a squad's formation, which is now at `other`, while the squad goes to `point`; ended by the squad.
        Keep = 5,

        /// Attack `target` until it is dead or lost.
        Strike = 16,
        /// Attack whatever comes near, leaving the movement task for it; done with the movement task of the same tag.
        Engage = 17,
        /// Gather from `target` and deliver, again and again.
        Gather = 18,
        /// Deliver what is carried.
        Deliver = 19,
        /// Build `target`.
        Build = 20,
        /// Repair `target`.
        Repair = 21,
        /// Board `target`.
        Board = 22,
        /// Let passengers out at `point`.
        Unload = 23,
        /// Use the ability `row` on `target` or `point`.
        Cast = 24,
        /// Attack whatever threatens `target`; never done.
        Guard = 25,
        /// Take `target` aboard.
        Fetch = 26,
    }
}

state_struct! {
    /// One entry of a queue.
    #[derive(Copy, Default)]
    pub struct AgentTask {
        /// The place it is about.
        pub point: Vec2,
        /// The other end of a patrol; of a walk the own place at or near its `point`.
        pub other: Vec2,
        /// The entity it is about.
        pub target: UnitId,
        /// The order this came from, counted per agent and wrapping; ties a movement task to its action task.
        pub tag: u16,
        /// What to do.
        pub kind: TaskKind,
        /// Priority: an order with a higher one is inserted at the front.
        pub priority: u8,
        /// A row of the rules (an ability); 0 otherwise.
        pub row: u16,
    }
}

/// A queue of an agent.
pub type TaskQueue = BoundedQueue<AgentTask>;

impl Urgent for AgentTask {
    fn priority(&self) -> u8 {
        self.priority
    }
}
