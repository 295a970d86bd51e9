//! What a rehearsal of a mind tells, as plain data.

use crate::component::MindMemory;
use sandtable_decide::NodeTrace;
use sandtable_math::Fx;

/// The mind of a unit.
#[derive(Clone, Debug)]
pub struct MindTrace {
    /// What its file calls it.
    pub name: String,
    /// Whether it thinks in this tick. If not, all that follows is what it last came to.
    pub thinks: bool,
    /// Whether a reaction ran in this tick, and nothing else.
    pub reacted: bool,
    /// What it remembers, and what it wills.
    pub memory: MindMemory,
    /// The reactions that lie upon each other, the lowest first, with the ticks at which they are over.
    pub reactions: Vec<(String, u32)>,
    /// Its personal goals.
    pub goals: Vec<GoalTrace>,
    /// Its machine.
    pub machine: Option<String>,
    /// The active states of that, the outermost first.
    pub states: Vec<String>,
    /// The tree that runs.
    pub tree: Option<String>,
    /// The nodes of it that run, from the root down.
    pub running: Vec<String>,
    /// The nodes ticked in this tick, parents first; none when it did not think.
    pub nodes: Vec<NodeTrace>,
}

/// How a personal goal is placed among the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoalRank {
    /// It does not stand.
    Fallen,
    /// It stands, and another is followed, or none.
    Stands,
    /// It is the one followed.
    Followed,
}

/// A personal goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoalTrace {
    /// Its name.
    pub name: String,
    /// How it is placed among them.
    pub rank: GoalRank,
    /// What it was found to be worth in this tick; none when goals were not weighed.
    pub score: Option<Fx>,
    /// It stands from this score on.
    pub starts_at: Fx,
    /// It falls below this score.
    pub ends_below: Fx,
    /// Whether following it may go against orders.
    pub disobeys: bool,
}
