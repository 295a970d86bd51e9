//! The orders of one decision, and what each of them is given for.

use sandtable_math::Fx;
use sandtable_sim::order::Order;
use sandtable_state::limits::MAX_ORDERS_PER_TICK;

/// What an order is given for: rows of the commander's own, which it can tell of until its next decision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OrderCause {
    /// It was not said.
    #[default]
    Unsaid,
    /// A standing duty of a manager, whatever goals there are.
    Duty(&'static str),
    /// A step of the plan of a goal.
    Step {
        /// The row of the goal.
        goal: u8,
        /// The row of the step.
        step: u8,
    },
}

/// A goal and steps of its plan, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderReason {
    /// The name of the goal in the strategy file.
    pub goal: String,
    /// The priority of the goal at the latest decision.
    pub priority: Fx,
    /// The steps of its plan that are asked about, in words.
    pub steps: Vec<String>,
}

/// The orders of one decision: a sink that holds as many as a player may give in a tick.
///
/// # Examples
///
/// ```
/// use sandtable_ai::{OrderCause, Orders};
/// use sandtable_state::limits::MAX_ORDERS_PER_TICK;
/// use sandtable_sim::order::Order;
///
/// let mut orders = Orders::new();
/// orders.because(OrderCause::Duty("to end it"));
/// assert!(orders.give(Order::surrender()));
/// assert_eq!(orders.causes(), [OrderCause::Duty("to end it")]);
///
/// // The rest of a decision that says too much is counted and forgotten.
/// for _ in 0..MAX_ORDERS_PER_TICK {
///     orders.give(Order::surrender());
/// }
/// assert_eq!((orders.room(), orders.dropped()), (0, 1));
/// assert_eq!(orders.drain().count(), MAX_ORDERS_PER_TICK);
/// assert_eq!(orders.room(), MAX_ORDERS_PER_TICK);
/// ```
#[derive(Debug, Default)]
pub struct Orders {
    list: Vec<Order>,
    causes: Vec<OrderCause>,
    cause: OrderCause,
    dropped: u32,
}

impl Orders {
    /// An empty sink.
    pub fn new() -> Orders {
        Orders::default()
    }

    /// Gives an order. Returns false, and forgets it, when [`MAX_ORDERS_PER_TICK`] have been given.
    pub fn give(&mut self, order: Order) -> bool {
        let room = self.room() > 0;
        if room {
            self.list.push(order);
            self.causes.push(self.cause);
        } else {
            self.dropped += 1;
        }
        room
    }

    /// Says what the orders to come are given for. It changes nothing about them.
    pub fn because(&mut self, cause: OrderCause) {
        self.cause = cause;
    }

    /// What each of the orders was given for, in their order.
    pub fn causes(&self) -> &[OrderCause] {
        &self.causes
    }

    /// How many more orders fit before orders are forgotten.
    pub fn room(&self) -> usize {
        MAX_ORDERS_PER_TICK - self.list.len()
    }

    /// The orders given so far, in the order they were given.
    pub fn as_slice(&self) -> &[Order] {
        &self.list
    }

    /// How many were forgotten since the last [`Orders::clear`].
    pub fn dropped(&self) -> u32 {
        self.dropped
    }

    /// Takes the orders out, in order; the sink is empty and keeps its room.
    pub fn drain(&mut self) -> impl Iterator<Item = Order> + '_ {
        (self.cause, self.dropped) = (OrderCause::Unsaid, 0);
        self.causes.clear();
        self.list.drain(..)
    }

    /// Forgets all orders, causes and counts; the room is kept.
    pub fn clear(&mut self) {
        self.list.clear();
        self.causes.clear();
        (self.cause, self.dropped) = (OrderCause::Unsaid, 0);
    }
}
