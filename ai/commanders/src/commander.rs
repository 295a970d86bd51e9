//! What a commander is: something that looks at a view, now and then, and gives orders.

use std::borrow::Cow;
use std::fmt;

use crate::account::Account;
use sandtable_sim::codec::DecodeError;
use sandtable_sim::limits::MAX_ORDERS_PER_TICK;
use sandtable_sim::math::Fx;
use sandtable_sim::order::Order;
use sandtable_sim::rules::Rules;
use sandtable_sim::victory::Outcome;
use sandtable_sim::view::View;
use serde::{Deserialize, Serialize};

/// Commands one player. A pure function of the views it was shown, its memory and its own random streams:
/// the same match with the same seeds gets the same orders.
pub trait Commander: Send {
    /// Its name, as reports show it.
    fn name(&self) -> &str;

    /// Ticks between two decisions, 1 or more; 16 is once a game second.
    fn interval_ticks(&self) -> u32 {
        16
    }

    /// Looks at the world after a tick and gives orders.
    fn decide(&mut self, view: &View<'_>, orders: &mut Orders);

    /// Makes ready to decide, as the first decision would otherwise: a bot in another process starts and says hello.
    ///
    /// # Errors
    /// How it failed to.
    fn ready(&mut self) -> Result<(), Failure> {
        Ok(())
    }

    /// How it failed in its latest decision; none while it is well. A commander that plays in another process says so here, others panic.
    fn failure(&mut self) -> Option<Failure> {
        None
    }

    /// Whether it is the pure function that a commander should be. Another process is only as good as its word: what it decided
    /// is taken from the record when a match is to be verified.
    fn is_pure(&self) -> bool {
        true
    }

    /// Told once that the match is over, with its outcome when it came to one.
    ///
    /// # Errors
    /// That it did not end as it should. It is no forfeit any more.
    fn end(&mut self, _outcome: Option<&Outcome>) -> Result<(), Failure> {
        Ok(())
    }

    /// Everything it remembers, the places of its random streams included, as bytes: a commander built anew and given them with
    /// [`restore`](Commander::restore) decides on as this one would. None for one that cannot be saved: its match can be continued all
    /// the same, by deciding everything again from the start. [`sandtable_sim::codec`] makes bytes of what derives `Serialize`.
    fn save(&self) -> Option<Vec<u8>> {
        None
    }

    /// Takes up what [`save`](Commander::save) wrote, by a commander of the same strategy.
    ///
    /// # Errors
    /// When the bytes are no such memory; it is as it was then.
    fn restore(&mut self, _bytes: &[u8]) -> Result<(), DecodeError> {
        Err(DecodeError::Malformed("this commander cannot be restored".to_owned()))
    }

    /// What it went for and how that ended, oldest first, for reports; at most [`Timeline::LIMIT`] entries.
    fn goals(&self) -> &[Milestone] {
        &[]
    }

    /// What an order of the latest decision was given for, by its [`Orders::causes`]; none when it cannot say.
    fn reason(&self, _cause: Cause, _rules: &Rules) -> Option<Reason> {
        None
    }

    /// Says whether accounts of decisions are to be kept from now on. It changes no order.
    fn keep_accounts(&mut self, _on: bool) {}

    /// The account of the latest decision; none when it keeps none.
    fn account(&self) -> Option<&Account> {
        None
    }

    /// The goals it goes for since the latest decision, the most urgent first, each with the steps of its plan that it has begun.
    fn pursuits(&self, _rules: &Rules) -> Vec<Reason> {
        Vec::new()
    }
}

/// How a commander failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Failing {
    /// It panicked.
    #[default]
    BotPanic,
    /// It went away, or trapped.
    BotCrash,
    /// It did not answer.
    BotHang,
    /// It took more than it was given: time, fuel, memory, questions.
    OverBudget,
    /// What it said is not what the protocol has.
    BotProtocol,
    /// It gave orders that could never be taken: to what is not its own, of rows that do not exist, too many at once.
    IllegalOrders,
    /// It is not its fault: the system would not let it run.
    Ours,
}

/// A commander that failed: its player forfeits, unless the fault is ours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// How.
    pub how: Failing,
    /// What is known of it, in words.
    pub message: String,
}

impl Failure {
    /// A failure with what is known of it.
    pub fn new(how: Failing, message: impl Into<String>) -> Failure {
        Failure { how, message: message.into() }
    }
}

/// What an order is given for: rows of the commander's own, which it can tell of until its next decision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cause {
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
pub struct Reason {
    /// The goal.
    pub goal: String,
    /// Its priority.
    pub priority: Fx,
    /// The steps in question.
    pub steps: Vec<String>,
}

/// The orders of one decision: a sink that holds as many as a player may give in a tick.
#[derive(Debug, Default)]
pub struct Orders {
    list: Vec<Order>,
    causes: Vec<Cause>,
    cause: Cause,
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
    pub fn because(&mut self, cause: Cause) {
        self.cause = cause;
    }

    /// What each of the orders was given for, in their order.
    pub fn causes(&self) -> &[Cause] {
        &self.causes
    }

    /// How many more fit.
    pub fn room(&self) -> usize {
        MAX_ORDERS_PER_TICK - self.list.len()
    }

    /// The orders given, in order.
    pub fn as_slice(&self) -> &[Order] {
        &self.list
    }

    /// How many were forgotten since the last [`Orders::clear`].
    pub fn dropped(&self) -> u32 {
        self.dropped
    }

    /// Takes the orders out, in order; the sink is empty and keeps its room.
    pub fn drain(&mut self) -> impl Iterator<Item = Order> + '_ {
        (self.cause, self.dropped) = (Cause::Unsaid, 0);
        self.causes.clear();
        self.list.drain(..)
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.list.clear();
        self.causes.clear();
        (self.cause, self.dropped) = (Cause::Unsaid, 0);
    }
}

/// How a goal fared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Progress {
    /// It was taken up.
    Chosen,
    /// It gave way to others or its reasons went away: why.
    Dropped(Cow<'static, str>),
    /// A step of its plan began: which.
    Step(Cow<'static, str>),
    /// What it wanted is so.
    Achieved,
    /// It cannot be had for now: why.
    Failed(Cow<'static, str>),
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Progress::Chosen => f.write_str("chosen"),
            Progress::Dropped(why) => write!(f, "dropped: {why}"),
            Progress::Step(what) => f.write_str(what),
            Progress::Achieved => f.write_str("achieved"),
            Progress::Failed(why) => write!(f, "failed: {why}"),
        }
    }
}

/// One entry of a commander's timeline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Milestone {
    /// The tick of the decision.
    pub tick: u32,
    /// The goal.
    pub goal: Cow<'static, str>,
    /// What became of it.
    pub progress: Progress,
    /// The goal's priority then.
    pub priority: Fx,
}

/// A bounded list of milestones: when it is full, later ones are counted and forgotten.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Timeline {
    entries: Vec<Milestone>,
    forgotten: u32,
}

impl Timeline {
    /// The most entries kept.
    pub const LIMIT: usize = 512;

    /// Adds an entry.
    pub fn note(&mut self, milestone: Milestone) {
        if self.entries.len() < Timeline::LIMIT {
            self.entries.push(milestone);
        } else {
            self.forgotten += 1;
        }
    }

    /// The entries, oldest first.
    pub fn entries(&self) -> &[Milestone] {
        &self.entries
    }

    /// How many found no room.
    pub fn forgotten(&self) -> u32 {
        self.forgotten
    }
}
