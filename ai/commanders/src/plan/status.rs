//! How the steps of plans stand.

/// How a step stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StepStatus {
    /// What it wants is so.
    Done,
    /// Under way and paid for: the next steps may begin.
    Running,
    /// Not under way yet: the next steps wait for it.
    Waiting,
    /// It cannot be done now: why.
    Failed(&'static str),
}
