//! What a run came to, as `summary.json` keeps it and the command tells it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use sandtable_match::runner::GameCount;
use sandtable_match::tunable::{Parameter, Values};
use serde::Serialize;

use super::aim::{AimOutcome, FrontOutcome};
use super::deviation::Deviations;
use super::entrant::Entrant;
use super::games::Games;
use super::importance::Importances;
use super::league::{League, LeagueNews};
use super::proof::{Proof, ProofVerdict};
use super::search::Found;
use super::settings::Settings;
use super::step::Step;
use super::subject::Subject;
use super::verdict::Verdict;

/// Values and interactions that a terminal is told of.
const SHOWN: usize = 4;
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
    /// How much each value matters, by the model of the search; empty of a league.
    pub importances: Importances,
    /// What each value moved by itself changes.
    pub deviations: Deviations,
    /// The proof; none when there was nothing to prove.
    pub proof: Option<Proof>,
    /// The result of the aims of a match that has some, instead of a proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub aims: Option<AimOutcome>,
    /// The front of a match with several aims that have no range.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub front: Option<FrontOutcome>,
    #[serde(skip)]
    pub(super) parameters: Vec<Parameter>,
}

impl Summary {
    pub(super) fn new(settings: &Settings, subject: &Subject) -> Summary {
        Summary {
            name: subject.file.name.clone(),
            settings: settings.clone(),
            verdict: Verdict::NothingSearched,
            values: Vec::new(),
            games: BTreeMap::new(),
            weights: Vec::new(),
            found: None,
            league: None,
            importances: Importances::default(),
            deviations: Deviations::default(),
            proof: None,
            aims: None,
            front: None,
            parameters: subject.parameters.clone(),
        }
    }

    pub(super) fn conclude(&mut self, games: &Games<'_>, opponents: &[Arc<Entrant>], weights: &[f64], tuned: &Subject) {
        let changed = |(before, after): (&Parameter, &Parameter)| Changed {
            path: before.path.clone(),
            range: before.range(),
            before: before.written.clone(),
            after: after.written.clone(),
        };
        self.values = self.parameters.iter().zip(&tuned.parameters).map(changed).collect();
        self.games = games.counts.clone();
        self.weigh(opponents, weights);
        if let Some(verdict) = self.of_aims() {
            self.verdict = verdict;
            return;
        }
        self.verdict = match &self.proof {
            Some(proof) if self.league.is_some() && beats_all(proof) => Verdict::BeatsAll,
            Some(proof) if proof.holds() && self.league.is_some() => Verdict::NotAgainstAll,
            Some(proof) => match proof.verdict {
                ProofVerdict::Better => Verdict::Better,
                ProofVerdict::Worse => Verdict::Worse,
                ProofVerdict::Equal => Verdict::Equal,
                ProofVerdict::Undecided => Verdict::Undecided,
            },
            None if self.league.is_some() => Verdict::Undecided,
            None => Verdict::NothingSearched,
        };
    }

    /// Takes the weights of the opponents.
    pub(super) fn weigh(&mut self, opponents: &[Arc<Entrant>], weights: &[f64]) {
        self.weights = opponents.iter().zip(weights).map(|(entrant, weight)| (entrant.name.clone(), *weight)).collect();
    }

    /// Takes the steps of a search under way, with the values that are believed to be best now.
    pub(super) fn follow(&mut self, steps: &[Step]) {
        let Some(last) = steps.last() else { return };
        let changed = |(parameter, level): (&Parameter, &u32)| Changed {
            path: parameter.path.clone(),
            range: parameter.range(),
            before: parameter.written.clone(),
            after: parameter.text(*level),
        };
        self.values = self.parameters.iter().zip(&last.best).map(changed).collect();
        let (levels, finalists) = (last.best.clone(), Vec::new());
        self.found = Some(Found { levels, challenger: None, steps: steps.to_vec(), finalists });
    }

    /// Takes what is told of a league under way.
    pub(super) fn follow_league(&mut self, news: LeagueNews<'_>) {
        match news {
            LeagueNews::Steps(steps) => self.follow(steps),
            LeagueNews::Generations(all) => {
                self.found = None;
                let (generations, champion) = (all.to_vec(), String::new());
                self.league = Some(League { generations, champion, race: Vec::new() });
            }
        }
    }

    /// The verdict of aims, of a match that has some.
    fn of_aims(&self) -> Option<Verdict> {
        let front = self.front.as_ref().map(|front| front.verdict);
        front.or(self.aims.as_ref().map(|aims| aims.verdict))
    }

    /// Whether it did what it was to do.
    pub fn is_good(&self) -> bool {
        matches!(self.verdict, Verdict::Better | Verdict::OnTarget | Verdict::BeatsAll | Verdict::Front)
    }

    /// Whether what was found is better than the file.
    pub(super) fn is_better(&self) -> bool {
        self.is_good() || self.verdict == Verdict::NotAgainstAll
    }

    /// The verdict in a line.
    pub fn line(&self) -> String {
        if let Some(front) = &self.front {
            return front.line();
        }
        if let Some(aims) = &self.aims {
            return aims.line();
        }
        let Some(proof) = &self.proof else {
            return match self.verdict {
                Verdict::NothingSearched => {
                    "nothing searched: the games suffice only for the unchanged file".to_owned()
                }
                _ => "undecided: no generation is better than the unchanged file".to_owned(),
            };
        };
        let (gain, before, after) = (proof.gain, proof.before.value * 100.0, proof.after.value * 100.0);
        let [value, low, high, margin] = [gain.value, gain.low, gain.high, proof.margin].map(|share| share * 100.0);
        let place = if self.settings.held_out_seeds || self.settings.is_match { "seeds" } else { "maps" };
        let pairs = GameCount { played: proof.played_pairs, distinct: proof.course.len() as u32 };
        let figures = format!(
            "{before:.1} % before, {after:.1} % after on held-out {place} ({value:+.1}, 95 % {low:+.1} … {high:+.1}, {})",
            pairs.distinct_told("pairs each")
        );
        match self.verdict {
            Verdict::Better => format!("better: {figures}"),
            Verdict::Worse => format!("worse: the best candidate loses to the unchanged file: {figures}"),
            Verdict::Equal => format!("equal within {margin:.1} points: {figures}"),
            Verdict::Undecided => {
                format!("undecided, about {} more games of proof are needed: {figures}", proof.games_needed)
            }
            Verdict::NothingSearched | Verdict::OnTarget | Verdict::OffTarget | Verdict::Front => {
                format!("nothing searched: {figures}")
            }
            Verdict::BeatsAll => {
                format!(
                    "beats every opponent, by the lower end of 95 % in {:.1} % of games: {figures}",
                    100.0 * worst(proof)
                )
            }
            Verdict::NotAgainstAll => {
                format!(
                    "better, but the lower end is below {:.0} % against some opponents: {figures}",
                    LEAGUE_SCORE * 100.0
                )
            }
        }
    }

    /// What a terminal is told.
    pub fn tell(&self) -> String {
        let mut text = self.line() + "\n";
        let settings = &self.settings;
        if let Some(front) = &self.front {
            front.tell(&self.parameters.iter().map(|parameter| parameter.path.as_str()).collect::<Vec<_>>(), &mut text);
        } else if let Some(aims) = &self.aims {
            aims.tell(&mut text);
        } else {
            let _ = writeln!(text, "searched by {}: {}", settings.method.name(), settings.method_reason);
        }
        if let Some(proof) = &self.proof {
            let test = &proof.test;
            let (lower, upper) = (test.lower, test.upper);
            let _ = writeln!(text, "LLR {:.2} in {lower:.2} … {upper:.2} after {} pairs each", test.llr, test.pairs);
            if let (Some(reference), Some(recovered)) = (proof.reference, proof.recovered) {
                let score = reference.value * 100.0;
                let [part, low, high] = [recovered.value, recovered.low, recovered.high].map(|one| one * 100.0);
                let _ = writeln!(
                    text,
                    "the reference has {score:.1} %: {part:.0} % of the loss is recovered (95 % {low:.0} … {high:.0})"
                );
            }
            for cell in proof.cells.iter().filter(|cell| cell.map.is_none()) {
                let [before, after] = [cell.before, cell.after].map(|pairs| pairs.score() * 100.0);
                let _ = writeln!(text, "  against {:20} {before:5.1} % before, {after:5.1} % after", cell.opponent);
            }
        }
        for value in self.values.iter().filter(|value| value.before != value.after) {
            let _ = writeln!(text, "  {} = {}, was {}", value.path, value.after, value.before);
        }
        self.tell_importances(&mut text);
        let games: Vec<String> = self.games.iter().map(|(phase, count)| format!("{phase} {count}")).collect();
        let _ = writeln!(text, "games: {}", games.join(", "));
        text
    }

    fn tell_importances(&self, text: &mut String) {
        let shown = self.importances.values.iter().filter(|one| !one.no_effect);
        let shown: Vec<String> =
            shown.take(SHOWN).map(|one| format!("{} {:.0} %", one.path, 100.0 * one.part)).collect();
        if !shown.is_empty() {
            let _ = writeln!(text, "importance: {}", shown.join(", "));
        }
        let together = self.importances.interactions.iter().take(SHOWN);
        let together: Vec<String> =
            together.map(|one| format!("{} with {} {:.0} %", one.paths[0], one.paths[1], 100.0 * one.part)).collect();
        if !together.is_empty() {
            let _ = writeln!(text, "together: {}", together.join(", "));
        }
        let idle: Vec<&str> =
            self.importances.values.iter().filter(|one| one.no_effect).map(|one| one.path.as_str()).collect();
        if !idle.is_empty() {
            let _ = writeln!(text, "no measured effect: {}", idle.join(", "));
        }
        let Deviations { moved, unmeasured, games_for_all } = &self.deviations;
        if !unmeasured.is_empty() && self.league.is_none() && self.aims.is_none() {
            let measured = if moved.is_empty() { "no value" } else { "not every value" };
            let _ = writeln!(
                text,
                "{measured} was varied alone: --deviation-games {games_for_all} would suffice; left out: {}",
                unmeasured.join(", ")
            );
        }
    }
}

/// The score against whoever is hardest, by the lower end of its interval: few pairs prove nothing.
fn worst(proof: &Proof) -> f64 {
    let cells = proof.cells.iter().filter(|cell| cell.map.is_none());
    cells.map(|cell| cell.after.score_estimate().low).fold(1.0, f64::min)
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
