//! The rooms that systems work in: empty buffers as far as anybody else is concerned.
//!
//! Nothing in here outlives a tick: it is neither saved nor hashed nor copied, and each system fills its own room before it
//! reads it. So a world whose workspaces are full of anything at all goes on as it would have.

use super::Frame;
use crate::event::Event;

/// A workspace a system.
#[derive(Default)]
pub(crate) struct Workspaces {
    /// Where everything stood at the start of the tick: made once, read by all.
    pub(crate) frame: Frame,
    /// What happened in this tick.
    pub(crate) events: Vec<Event>,
    pub(crate) orders: crate::order::Workspace,
    pub(crate) agents: crate::agent::Workspace,
    pub(crate) minds: crate::agent::MindWorkspace,
    pub(crate) steer: crate::steer::Workspace,
    pub(crate) combat: crate::combat::Volley,
    pub(crate) economy: crate::economy::Workspace,
    pub(crate) senses: crate::senses::Workspace,
    pub(crate) sight: crate::sight::Workspace,
}
