//! Limits and tuning of the architectures.

use sandtable_state::limits::TICKS_PER_SECOND;

/// Goals one strategy may have, and so the longest course.
pub(crate) const MAX_GOALS: usize = 64;
/// Facts one strategy may name.
pub(crate) const MAX_FACTS: usize = 64;
/// Rows of one table: states, nodes, tasks, wants.
pub(crate) const MAX_ROWS: usize = 64;
/// States looked at for one plan.
pub(crate) const MAX_GOAP_STATES: usize = 600;
/// Goals of one plan.
pub(crate) const MAX_GOAP_LENGTH: usize = 12;
/// Methods tried for one plan.
pub(crate) const MAX_HTN_TRIES: u32 = 400;
/// How deep tasks may lie in tasks.
pub(crate) const MAX_TASK_DEPTH: usize = 16;
/// Goals of one plan; a longer one is cut here and planned further when it has been carried out.
pub(crate) const MAX_HTN_LENGTH: usize = 16;
/// How deep nodes may lie in nodes.
pub(crate) const MAX_NODE_DEPTH: usize = 16;
/// Ticks a plan is kept though a better one may have come up.
pub(crate) const PLAN_COMMIT_TICKS: u32 = 30 * TICKS_PER_SECOND;
/// Ticks between two attempts at finding a plan at all.
pub(crate) const PLAN_RETRY_TICKS: u32 = 2 * TICKS_PER_SECOND;
/// Ticks between two draws of the uniform choice.
pub(crate) const UNIFORM_TICKS: u32 = 30 * TICKS_PER_SECOND;
