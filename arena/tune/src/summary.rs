//! What a run came to, as `summary.json` keeps it and the command tells it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use sandtable_match::Failure;
use sandtable_match::tunable::{Parameter, Values, parameters};
use serde::Serialize;

use super::deviation::Deviation;
use super::entrant::Entrant;
use super::games::Games;
use super::league::League;
use super::proof::Proof;
use super::search::{Found, Subject};
use super::settings::Settings;

/// The score against every opponent that a league's champion is to have.
pub const LEAGUE_SCORE: f64 = 0.6;

/// A value before and after.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Changed {
    /// Its path.
    pub path: String,
    /// What it may be.
    pub range: String,
    /// What the file said.
    pub before: String,
    /// What the tuned file says.
    pub after: String,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It is proved to be better.
    Improved,
    /// A league's champion beats everybody as it should, proved to be better than the league's start or not.
    BeatsAll,
    /// It is better, but a league's champion does not beat everybody as it should.
    NotAgainstAll,
    /// Nothing better was found, or it could not be proved.
    NoImprovement,
}

/// What a run came to.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// The strategy.
    pub name: String,
    /// What was asked for.
    pub settings: Settings,
    /// How it ended.
    pub verdict: Verdict,
    /// The values.
    pub values: Vec<Changed>,
    /// Games by phase.
    pub games: BTreeMap<String, u32>,
    /// The opponents' weights, by name.
    pub weights: Vec<(String, f64)>,
    /// The search; none of a league.
    pub found: Option<Found>,
    /// The generations of a league.
    pub league: Option<League>,
    /// Which value mattered.
    pub deviations: Vec<Deviation>,
    /// The proof; none when there was nothing to prove.
    pub proof: Option<Proof>,
    #[serde(skip)]
    pub(super) parameters: Vec<Parameter>,
}

impl Summary {
    pub(super) fn new(settings: &Settings, subject: &Subject) -> Summary {
        Summary {
            name: subject.file.name.clone(),
            settings: settings.clone(),
            verdict: Verdict::NoImprovement,
            values: Vec::new(),
            games: BTreeMap::new(),
            weights: Vec::new(),
            found: None,
            league: None,
            deviations: Vec::new(),
            proof: None,
            parameters: subject.parameters.clone(),
        }
    }

    pub(super) fn conclude(
        &mut self,
        games: &Games<'_>,
        opponents: &[Arc<Entrant>],
        weights: &[f64],
        tuned: &str,
    ) -> Result<(), Failure> {
        let after = parameters(&self.name, tuned)?;
        let changed = |(before, after): (&Parameter, &Parameter)| Changed {
            path: before.path.clone(),
            range: before.range(),
            before: before.written.clone(),
            after: after.written.clone(),
        };
        self.values = self.parameters.iter().zip(&after).map(changed).collect();
        self.games = games.counts.clone();
        self.weights = opponents.iter().zip(weights).map(|(entrant, weight)| (entrant.name.clone(), *weight)).collect();
        self.verdict = match &self.proof {
            Some(proof) if self.league.is_some() && beats_all(proof) => Verdict::BeatsAll,
            Some(proof) if proof.holds() && self.league.is_some() => Verdict::NotAgainstAll,
            Some(proof) if proof.holds() => Verdict::Improved,
            _ => Verdict::NoImprovement,
        };
        Ok(())
    }

    /// Whether it did what it was to do.
    pub fn is_good(&self) -> bool {
        matches!(self.verdict, Verdict::Improved | Verdict::BeatsAll)
    }

    /// The verdict in a line.
    pub fn line(&self) -> String {
        let Some(proof) = &self.proof else {
            return "no improvement: nothing did better than the file as it is".to_owned();
        };
        let (gain, before, after) = (proof.gain, proof.before.value * 100.0, proof.after.value * 100.0);
        let figures = format!(
            "{before:.1} % before, {after:.1} % after on held-out maps (+{:.1}, 95 % {:.1} … {:.1})",
            gain.value * 100.0,
            gain.low * 100.0,
            gain.high * 100.0
        )
        .replace("+-", "-");
        match self.verdict {
            Verdict::Improved => format!("improved: {figures}"),
            Verdict::BeatsAll => format!("beats everybody, by {:.1} % or more: {figures}", 100.0 * worst(proof)),
            Verdict::NotAgainstAll => {
                format!("improved, but not to {:.0} % against everybody: {figures}", LEAGUE_SCORE * 100.0)
            }
            Verdict::NoImprovement => format!("no improvement that could be proved: {figures}"),
        }
    }

    /// What a terminal is told.
    pub fn tell(&self) -> String {
        let mut text = self.line() + "\n";
        if let Some(proof) = &self.proof {
            let test = &proof.test;
            let (lower, upper) = (test.lower, test.upper);
            let _ = writeln!(text, "LLR {:.2} in {lower:.2} … {upper:.2} after {} pairs each", test.llr, test.pairs);
            if let (Some(reference), Some(recovered)) = (proof.reference, proof.recovered) {
                let (score, part) = (reference.value * 100.0, recovered * 100.0);
                let _ = writeln!(text, "the reference has {score:.1} %: {part:.0} % of what was lost is recovered");
            }
            for cell in proof.cells.iter().filter(|cell| cell.map.is_none()) {
                let [before, after] = [cell.before, cell.after].map(|pairs| pairs.score() * 100.0);
                let _ = writeln!(text, "  against {:20} {before:5.1} % before, {after:5.1} % after", cell.opponent);
            }
        }
        for value in self.values.iter().filter(|value| value.before != value.after) {
            let _ = writeln!(text, "  {} = {}, was {}", value.path, value.after, value.before);
        }
        let games: Vec<String> = self.games.iter().map(|(phase, count)| format!("{phase} {count}")).collect();
        let _ = writeln!(text, "games: {}", games.join(", "));
        text
    }
}

/// The score against whoever is hardest.
fn worst(proof: &Proof) -> f64 {
    proof.cells.iter().filter(|cell| cell.map.is_none()).map(|cell| cell.after.score()).fold(1.0, f64::min)
}

/// Whether the champion has the score it should against each opponent.
fn beats_all(proof: &Proof) -> bool {
    worst(proof) >= LEAGUE_SCORE
}

/// The number of a level as charts show it: its value, or the row of a choice.
pub(super) fn number(parameter: &Parameter, level: u32) -> f64 {
    match &parameter.values {
        Values::Steps { low, step, .. } => low.to_f64() + f64::from(level) * step.to_f64(),
        Values::Choice(_) => f64::from(level),
    }
}
