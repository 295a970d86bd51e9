//! Sandtable's commanders: goals with priorities, plans with steps, and the managers that carry them out.
//!
//! Everything here is pure: (view, memory, own random streams) → orders.
//!
//! A match needs no more than a world, a commander a player, and their orders:
//!
//! ```
//! use sandtable_ai::{MatchInfo, Orders, Registry};
//! use sandtable_sim::World;
//! use sandtable_state::id::PlayerId;
//! use sandtable_sim::order::StampedOrder;
//! use sandtable_sim::view::View;
//! # use std::sync::Arc;
//! # use sandtable_content::{MatchTerms, build_scenario, load_map, load_rules};
//! # let rules = load_rules("duel.toml", include_str!("../../../scenarios/rules/duel.toml")).unwrap().value;
//! # let map = load_map("duel16.map", include_str!("../../../scenarios/maps/duel16.map"), &rules).unwrap().value;
//! # let scenario = Arc::new(build_scenario(rules, map, 2, MatchTerms::default()).unwrap());
//!
//! let text = r#"
//! bot = "goals"
//! about = "Workers, then an army."
//! [goals.economy]
//! priority = 80
//! workers = 8
//! [goals.rush]
//! priority = 50
//! mix = { light = 1 }
//! size = 6
//! "#;
//! let registry = Registry::standard();
//! let mut commanders: Vec<_> = [PlayerId(0), PlayerId(1)]
//!     .map(|player| {
//!         let info = MatchInfo { rules: &scenario.rules, player, seed: 7, name: "mine" };
//!         registry.commander("mine.toml", text, &info).unwrap().value
//!     })
//!     .into();
//!
//! let (mut world, mut orders) = (World::new(Arc::clone(&scenario), 1), Orders::new());
//! for tick in 0..200 {
//!     let mut stamped = Vec::new();
//!     for (row, commander) in commanders.iter_mut().enumerate() {
//!         let player = PlayerId(row as u8);
//!         if tick % commander.interval_ticks() == 0 {
//!             commander.decide(&View::new(&world, player), &mut orders);
//!             let stamp = |(seq, order)| StampedOrder { tick: tick + 1, player, seq: seq as u16, order };
//!             stamped.extend(orders.drain().enumerate().map(stamp));
//!         }
//!     }
//!     world.step(&stamped);
//! }
//! assert!(world.tick() == 200);
//! ```
#![deny(clippy::float_arithmetic)]
#![deny(missing_docs)]

mod architecture;
mod beliefs;
mod budget;
mod character;
mod commander;
mod considerations;
mod context;
mod forces;
mod goal_commander;
mod goals;
mod idle;
mod input;
mod knowledge;
mod managers;
mod memory;
mod outside;
mod perception;
mod place_queries;
mod placement;
mod plan;
mod registry;
mod rehearsal;
mod scripted;
mod stances;
mod strategy;
mod systems;
mod triggers;
mod twin;
mod version;

pub use commander::{
    Commander, CommanderFailure, ConsiderationTrace, DecisionTrace, FailureKind, GoalProgress, MatchInfo, Milestone,
    OptionTrace, OrderCause, OrderReason, Orders, RefusedOrder, StepTrace, Timeline, WeighedTrace,
};
pub use goal_commander::GoalCommander;
pub use goals::{BuildOrderText, BuildStepText};
pub use idle::IdleCommander;
pub use input::names as input_names;
pub use memory::{FieldDifference, MemoryDifference, memory_difference};
pub use outside::OutsideTerms;
pub use place_queries::COMMANDERS as PLACE_WORDS;
pub use registry::{Factory, Registry, StrategyHeader};
pub use rehearsal::{FightGround, FightPlan, FightSide, Fighter, Rehearsal, rehearse};
pub use scripted::ScriptedCommander;
pub use systems::system_names;
pub use twin::{CommanderDesync, MemoryFault, TwinFactory, TwinFindings, TwinnedCommander};
pub use version::COMMANDERS_VERSION;
