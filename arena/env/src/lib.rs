//! Matches as environments for learning and search: reset with a seed, step with orders, observe, repeat.
//!
//! An [`Env`] is one match at a time, a [`VecEnv`] many of them that restart automatically. Everything is a pure function
//! of scenario, seed and orders; any episode can be saved as a replay that verifies. Matches are played by the session that plays all
//! others: with commanders in all seats an environment ends as `run_match` does.
//!
//! An [`AgentBatch`] is what learners in other languages step: many environments whose observations and actions are arrays of fixed shape,
//! which [`slots`] fills and reads.
//!
//! ```
//! use std::sync::Arc;
//!
//! use sandtable_env::{Env, EnvOptions, Observation};
//! use sandtable_content::{MatchTerms, build_scenario, load_map, load_rules};
//! use sandtable_state::id::PlayerId;
//! use sandtable_state::rng::Rng;
//!
//! let rules = load_rules("rules/duel.toml", include_str!("../../../scenarios/rules/duel.toml")).unwrap().value;
//! let map = load_map("maps/duel16.map", include_str!("../../../scenarios/maps/duel16.map"), &rules).unwrap().value;
//! let scenario = Arc::new(build_scenario(rules, map, 2, MatchTerms::default()).unwrap());
//!
//! let mut env = Env::new(scenario, EnvOptions::default());
//! let mut chance = Rng::stream(7, "example");
//! let mut seen = Observation::default();
//! env.reset(1);
//! for _ in 0..20 {
//!     env.observe(PlayerId(0), &mut seen);
//!     let order = seen.sample_order(&env.view(PlayerId(0)), &mut chance);
//!     let step = env.step(&[order.into_iter().collect(), Vec::new()]);
//!     if step.is_over() {
//!         break;
//!     }
//! }
//! assert!(env.tick() > 0);
//! ```
#![deny(missing_docs)]

mod batch;
mod environment;
mod mask;
mod observation;
mod order_sample;
mod outside;
mod recording;
mod reward;
pub mod slots;
mod vectored;

pub use batch::{ActionLevel, AgentBatch, AutoresetMode, BatchBuffers, BatchOptions, COUNTS, LaneOutcome};
pub use environment::{Env, EnvOptions, EnvStep, OpponentFactory};
pub use mask::{MaskEntry, OrderMask, VERBS};
pub use observation::{Observation, PLANES, Plane};
pub use recording::EpisodeRecording;
pub use reward::Reward;
pub use vectored::{Episode, VecEnv, VecStep};
