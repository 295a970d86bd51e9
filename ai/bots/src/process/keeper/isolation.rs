//! What isolation a machine gives to bots.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::cgroup::GroupParents;

/// What holds a bot to its number of processes, whatever it does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ProcessLimit {
    /// A control group made below these.
    Group(GroupParents),
    /// The kernel's limit for a user: one of the bot's own, where root starts it, else the one who starts it, within a namespace.
    User {
        /// Whether a user of its own is taken.
        of_its_own: bool,
    },
}

/// What isolation a machine gives to bots: always namespaces of users, processes, mounts, network and IPC.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Isolation {
    pub(super) limit: ProcessLimit,
    /// Whether a bot has a `/proc` of its own; else it has none.
    pub(super) has_proc: bool,
}

impl fmt::Display for Isolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "namespaces of users, processes, mounts, network and IPC; ")?;
        match &self.limit {
            ProcessLimit::Group(parents) => write!(f, "control group ({parents})")?,
            ProcessLimit::User { of_its_own: true } => write!(f, "a user of its own with a limit of processes")?,
            ProcessLimit::User { of_its_own: false } => write!(f, "a limit of processes in its namespace of users")?,
        }
        if self.has_proc { Ok(()) } else { write!(f, "; no /proc") }
    }
}
