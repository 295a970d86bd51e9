//! The pure toolbox of decisions, generic over its context: response curves, considerations, selection, state machines,
//! reactions, behaviour trees, personal goals, position queries.
//!
//! Both sides of the order validator use it: commanders to weigh goals, agents to weigh tasks. Definitions come from content
//! files (which `sandtable-content` reads) and are shared; what runs is small plain data, saved and hashed.
#![deny(clippy::float_arithmetic)]
#![deny(missing_docs)]

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
mod tuning;
mod vocabulary;

pub use actor::BehaviourHost;
pub use arbiter::{GoalState, GoalVerdict, PersonalGoal, PersonalGoals};
pub use behaviours::{Behaviours, MindPlan};
pub use call::{Arg, Call, Facts, NodeStatus, QueryId, TagId, TreeId};
pub use condition::{Ask, Condition, Question};
pub use consideration::{Appraisal, Consideration, Contribution, DecisionRule, Inputs, Test};
pub use cooldown::Cooldown;
pub use curve::{Curve, CurveError};
pub use machine::{Due, History, Machine, MachineState, StateDefinition, Transition, TransitionOutcome};
pub use mind::{Mind, MindFeatures, MindState, Thought};
pub use query::{FoundPlace, Generator, PlaceFacts, PositionQuery, QueryCandidate, QueryOption, QueryTally, Shortlist};
pub use reaction::{Reaction, ReactionStack, Reactions};
pub use selection::{Inertia, Scored, SelectionPolicy, by_score};
pub use shape::CurveShape;
pub use tree::{BehaviourNode, Form, NodeSet, NodeTrace, Quorum, Steps, Tree, TreeObserver, TreeState};
pub use vocabulary::{Outcomes, Param, ParameterDefault, ParameterDomain, Scale, Term, TestCost, Vocabulary, row_of};
