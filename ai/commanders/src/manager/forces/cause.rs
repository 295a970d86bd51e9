//! On whose behalf soldiers are sent: for those who ask why.

use crate::commander::Cause;

/// What the claims of this decision are for.
#[derive(Clone, Debug, Default)]
pub(super) struct Causes {
    pub strike: Cause,
    pub defence: Cause,
    pub escort: Cause,
    pub scout: Cause,
    pub raid: Cause,
}

/// What soldiers do whom no goal claims.
pub(super) const RESERVE: Cause = Cause::Duty("forces: keeps the reserve together");
