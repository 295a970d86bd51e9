//! What a run came to, as `summary.json` keeps it.

use std::collections::BTreeMap;

use sandtable_stats::Estimate;
use serde::Serialize;

use crate::aim::{AimPoint, AimReport, Proved};
use crate::settings::Settings;
use crate::subject::Subject;
use crate::verdict::Verdict;
use crate::win_aims::WON;

/// The values of one rate, and what was proved of them.
#[derive(Clone, Debug, Serialize)]
pub struct RateOutcome {
    /// The rate that is wanted, in percent.
    pub rate: u32,
    /// How the proof ended.
    pub verdict: Verdict,
    /// The values, in the order of the file.
    pub values: Vec<String>,
    /// The share of games that the side has won, in percent, with an interval that holds at every look.
    pub found: Estimate,
    /// By aim, the share of games first.
    pub aims: Vec<AimReport>,
    /// Games of the proof.
    pub games: u32,
    /// Of them, those that repeat no other; all of them count.
    pub distinct_games: u32,
    /// Games of proof that are still needed, about, until it is decided; 0 when it is.
    pub games_needed: u32,
    /// The match with these values, below the folder of results.
    pub file: String,
}

impl RateOutcome {
    pub(super) fn new(rate: u32, tuned: &Subject, proved: Proved) -> RateOutcome {
        let Proved { reports, verdict, games_needed, games, distinct_games, .. } = proved;
        let values = tuned.parameters.iter().map(|parameter| parameter.written.clone()).collect();
        let name = if verdict == Verdict::OnTarget { rate.to_string() } else { format!("{rate}-candidate") };
        // Other files with values of their own lie beside the match, so each rate needs a folder.
        let file = if tuned.others.is_empty() { format!("{name}.toml") } else { format!("{name}/{name}.toml") };
        let found = reports[WON].found;
        RateOutcome { rate, verdict, values, found, aims: reports, games, distinct_games, games_needed, file }
    }
}

/// An end of what can be reached.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reach {
    /// The share of games that the side is believed to win, in percent.
    pub share: f64,
    /// With these values, in the order of the file.
    pub values: Vec<String>,
}

/// What a run came to.
#[derive(Clone, Debug, Serialize)]
pub struct DifficultySummary {
    /// The match.
    pub name: String,
    /// What was asked for.
    pub settings: Settings,
    /// The player whose wins are counted, from 1.
    pub side: u8,
    /// How it ended: on target only when every rate is.
    pub verdict: Verdict,
    /// The paths of the values.
    pub paths: Vec<String>,
    /// By rate, the lowest first.
    pub rates: Vec<RateOutcome>,
    /// The lowest and the highest share of what was tried.
    pub reach: Option<[Reach; 2]>,
    /// Games by phase.
    pub games: BTreeMap<String, u32>,
    /// What was measured of what was tried, in words.
    pub measures: Vec<String>,
    /// All that was tried, in the order it came.
    pub tried: Vec<AimPoint>,
}

impl DifficultySummary {
    /// Whether every rate is proved.
    pub fn is_good(&self) -> bool {
        self.verdict == Verdict::OnTarget
    }
}
