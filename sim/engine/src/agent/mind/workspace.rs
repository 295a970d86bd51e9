//! Room to think in.

use super::Thoughts;
use super::lines::Lines;
use super::local_odds::LocalOdds;
use crate::tasks::ActiveWork;
use sandtable_state::{FillWithJunk, Junk};

/// Room to think in, and what all who think read.
#[derive(Default)]
pub(crate) struct MindWorkspace {
    /// Who aims at whom.
    pub(super) lines: Lines,
    /// Who is where, as each team sees it.
    pub(super) local_odds: LocalOdds,
    /// Abilities that minds want used in this tick.
    pub(in crate::agent) casts: Vec<ActiveWork>,
    /// What each chunk of units came to.
    pub(super) thoughts: Vec<Thoughts>,
}

impl FillWithJunk for MindWorkspace {
    fn fill_with_junk(&mut self, junk: &mut Junk) {
        let MindWorkspace { lines, local_odds, casts, thoughts } = self;
        lines.fill_with_junk(junk);
        local_odds.fill_with_junk(junk);
        *casts = junk.some(ActiveWork::junk);
        *thoughts = junk.some(Thoughts::junk);
    }
}
