//! The pure toolbox of decisions, generic over its context: response curves, considerations, selection, state machines,
//! reactions, behaviour trees, personal goals, position queries.
//!
//! Both sides of the order door use it: commanders to weigh goals, agents to weigh tasks. Definitions come from content
//! files (which `sandtable-content` reads) and are shared; what runs is small plain data, saved and hashed.
#![deny(clippy::float_arithmetic)]
#![warn(missing_docs)]

mod actor;
mod arbiter;
mod behaviours;
mod call;
mod condition;
mod consideration;
mod cooldown;
mod curve;
mod machine;
mod mind;
mod query;
mod reaction;
mod selection;
mod shape;
mod tree;
mod vocabulary;

pub use actor::Actor;
pub use arbiter::{Goal, GoalState, Goals, Verdict};
pub use behaviours::{Behaviours, MindPlan};
pub use call::{Arg, Call, Facts, QueryId, Status, TagId, TreeId};
pub use condition::{Ask, Condition, Question};
pub use consideration::{Appraisal, Consideration, Decision, Inputs, Test, Weight};
pub use cooldown::Cooldown;
pub use curve::{Curve, CurveError};
pub use machine::{Due, History, Machine, MachineState, Outcome, State, Transition};
pub use mind::{Faculties, Mind, MindState, Thought};
pub use query::{Candidate, Found, Generator, Ground, Query, QueryOption, Shortlist, Tally};
pub use reaction::{Reaction, ReactionStack, Reactions};
pub use selection::{Inertia, Policy, Scored, by_score};
pub use shape::Shape;
pub use tree::{Form, Node, NodeSet, NodeTrace, Quorum, Steps, Trace, Tree, TreeState};
pub use vocabulary::{Cost, Otherwise, Outcomes, Param, Scale, Term, Values, Vocabulary, row_of};
