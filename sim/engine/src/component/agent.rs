//! The mind of a unit: its queues, its stance, its work.

use super::{AgentTask, EndedOrder, OrderEnd, TaskKind, TaskQueue};
use sandtable_math::Vec2;
use sandtable_model::Stance;
use sandtable_model::map::Cell;
use sandtable_state::id::{SquadId, UnitId};
use sandtable_state::state_struct;

state_struct! {
    /// A unit's agent: its queues, which run at the same time. Which of them its kind has is in the rules
    /// ([`Queues`](sandtable_model::rules::Queues)).
    #[derive(Default)]
    pub struct Agent {
        /// Where it stood when it left its place unbidden, to return to.
        pub post: Vec2,
        /// The node, site or building whose job it has chosen itself; none under orders.
        pub job: UnitId,
        /// The tag of the latest order, wrapping.
        pub tag: u16,
        /// Its squad.
        pub squad: SquadId,
        /// Stance.
        pub stance: Stance,
        /// Looks for a job that it lets pass before it takes one.
        pub patience: u8,
        /// Whether `post` holds.
        pub has_post: bool,
        /// How its last order ended.
        pub ended: EndedOrder,
        /// The low bytes of the cell where `vain_ticks` began to count: column and row.
        pub vain_from: [u8; 2],
        /// Ticks for which it has got no farther than a few cells from there with what it was told, those in which it knows no way
        /// counted several times.
        pub vain_ticks: u16,
        // Queues are of any length: what comes behind them costs the hash more.
        /// Movement queue.
        pub moves: TaskQueue,
        /// Action queue.
        pub acts: TaskQueue,
        /// Cargo queue: empty but in transports that have one.
        pub cargo: TaskQueue,
    }
}

impl Agent {
    /// Whether it attacks what it meets on its way to where it was sent.
    pub(crate) fn attacks_on_its_way(&self) -> bool {
        self.acts.head().is_some_and(|task| task.kind == TaskKind::Engage)
    }

    /// Whether it gathers, or delivers what it gathered.
    pub(crate) fn gathers(&self) -> bool {
        self.acts.head().is_some_and(|task| matches!(task.kind, TaskKind::Gather | TaskKind::Deliver))
    }

    /// Whether its order is to attack something, or what it meets on its way.
    pub(crate) fn is_ordered_to_fight(&self) -> bool {
        self.acts.head().is_some_and(|task| matches!(task.kind, TaskKind::Strike | TaskKind::Engage))
    }

    /// Notes how the order of a task ended; not of a job that it chose itself, which is no order.
    pub(crate) fn note_end(&mut self, task: &AgentTask, end: OrderEnd, tick: u32) {
        if self.job.is_none() {
            self.ended = EndedOrder { tick, tag: task.tag, end };
        }
        self.vain_ticks = 0;
    }

    /// Ends the task at the head of the movement queue, and with it its order.
    pub(crate) fn end_walk(&mut self, end: OrderEnd, tick: u32) {
        if let Some(task) = self.moves.pop() {
            self.note_end(&task, end, tick);
        }
    }

    /// Ends the task at the head of the action queue, and with it its order.
    pub(crate) fn end_action(&mut self, end: OrderEnd, tick: u32) {
        if let Some(task) = self.acts.pop() {
            self.note_end(&task, end, tick);
        }
    }
}

state_struct! {
    /// A worker's state.
    #[derive(Copy, Default)]
    pub struct WorkerState {
        /// The node it gathers from or last did.
        pub node: UnitId,
        /// The drop-off it walks to; none when not chosen.
        pub drop_off: UnitId,
        /// The cell beside node or drop-off it works from.
        pub stand: Cell,
        /// Units carried.
        pub amount: u16,
        /// Ticks of gathering done on the current load.
        pub progress: u16,
        /// The resource carried; meaningless when `amount` is 0.
        pub resource: u8,
    }
}
