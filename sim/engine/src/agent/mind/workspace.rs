//! Room to think in.

use super::Thoughts;
use super::lines::Lines;
use super::overview::Overview;
use crate::state::{FillWithJunk, Junk};
use crate::tasks::Duty;

/// Room to think in, and what all who think read.
#[derive(Default)]
pub(crate) struct Workspace {
    /// Who aims at whom.
    pub(super) lines: Lines,
    /// Who is where, as each team sees it.
    pub(super) overview: Overview,
    /// Abilities that minds want used in this tick.
    pub(in crate::agent) casts: Vec<Duty>,
    /// What each chunk of units came to.
    pub(super) thoughts: Vec<Thoughts>,
}

impl FillWithJunk for Workspace {
    fn fill_with_junk(&mut self, junk: &mut Junk) {
        self.lines.fill_with_junk(junk);
        self.overview.fill_with_junk(junk);
        self.casts = junk.some(Duty::junk);
        self.thoughts = junk.some(Thoughts::junk);
    }
}
