//! The results of aims, in words.

use std::fmt::Write as _;

use sandtable_expect::Range;
use sandtable_match::runner::GameCount;
use sandtable_stats::Estimate;

use super::{AimOutcome, AimReport, AimState};
use crate::verdict::Verdict;

impl AimOutcome {
    /// The verdict in a line.
    pub(crate) fn line(&self) -> String {
        let games = GameCount { played: self.games, distinct: self.distinct_games }.every_told("games");
        match self.verdict {
            Verdict::OnTarget => format!("on target, proved in {games} with held-out seeds"),
            Verdict::OffTarget => format!("off target: no candidate is closer, in {games} with held-out seeds"),
            Verdict::Better => format!("better, and in every range, proved in {games} with held-out seeds"),
            Verdict::Worse => format!("worse: the best candidate is worse than the unchanged file, in {games}"),
            Verdict::Equal => format!("equal to the unchanged file, in {games} with held-out seeds"),
            Verdict::NothingSearched => "nothing searched: the games suffice only for the unchanged file".to_owned(),
            _ => format!("undecided after {games}, about {} more games of proof are needed", self.games_needed),
        }
    }

    /// A line for each aim.
    pub(crate) fn tell(&self, text: &mut String) {
        for aim in &self.aims {
            let _ = writeln!(text, "  {}", aim.line());
        }
    }
}

impl AimState {
    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            AimState::Met => "met",
            AimState::Missed => "missed",
            AimState::Open => "open",
        }
    }
}

impl AimReport {
    /// What was wanted and what was found, in a line.
    pub fn line(&self) -> String {
        let range = Range { min: self.min, max: self.max };
        let wanted = if self.aim.is_endless() { String::new() } else { format!(" {range}") };
        let gain = self.gain.map_or_else(String::new, |gain| format!(", better by {}", with_interval(&gain)));
        let state = self.state.name();
        format!("{}{wanted}: {}: {}{gain}: {state}", self.aim.name(), self.what, with_interval(&self.found))
    }
}

/// A mean with its interval, as `51.2 (95 % 48.1 … 54.3)`.
pub(crate) fn with_interval(found: &Estimate) -> String {
    let Estimate { value, low, high } = found;
    match low.is_finite() && high.is_finite() {
        true => format!("{value:.1} (95 % {low:.1} … {high:.1})"),
        false => format!("{value:.1} (too few games for an interval)"),
    }
}
