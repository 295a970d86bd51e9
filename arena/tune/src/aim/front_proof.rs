//! The proof of a front: all of its points play the same held-out seeds, and are compared by twos, seed by seed.
//!
//! The intervals of all means hold together at every look, and so do those of all differences. A point is on the front if it is surely ahead
//! of every other one that is on it in some aim, they of it, and nobody is surely ahead of it that it is ahead of nowhere; it is dominated if another one is surely ahead of it in every aim.

use sandtable_expect::Aim;
use sandtable_lab::trial::Measure;
use sandtable_match::Failure;
use sandtable_stats::Estimate;
use serde::Serialize;

use super::proof::{AimReport, AimState, ProofRun, RISK, gain, interval, next_look, state, words};
use super::{AimGoal, Term};
use crate::games::{Course, Games};
use crate::progress::ProofGames;
use crate::repeats::distinct_rows;
use crate::subject::Subject;

/// How a point stands to the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// Its means lie in their ranges, and it is surely ahead of each other one of these in some aim.
    OnFront,
    /// More games are needed, or it is too much like another.
    Open,
    /// Another one is surely ahead of it in every aim.
    Dominated,
    /// A mean surely lies outside of its range.
    OutOfRange,
}

/// The points of a front, and what they have played.
pub(crate) struct FrontProof {
    goal: AimGoal,
    aims: Vec<Aim<Measure>>,
    runs: Vec<ProofRun>,
    /// By row, by term.
    means: Vec<Vec<Estimate>>,
    standings: Vec<Standing>,
}

impl FrontProof {
    /// One of these, each alone on a course that is the same for all.
    pub fn new(subjects: &[Subject], course: &Course, goal: &AimGoal, aims: Vec<Aim<Measure>>) -> FrontProof {
        let run = |subject: &Subject| ProofRun::new(vec![subject.member()], course.clone());
        let runs: Vec<ProofRun> = subjects.iter().map(run).collect();
        let standings = vec![Standing::Open; runs.len()];
        FrontProof { goal: goal.clone(), aims, runs, means: Vec::new(), standings }
    }

    /// Plays up to this number of games in all: points that are dominated or out of range play no further.
    pub fn play(&mut self, games: &mut Games<'_>, most_games: u32) -> Result<(), Failure> {
        let mut left = most_games as usize / 2;
        loop {
            let alive: Vec<usize> = (0..self.runs.len()).filter(|row| !self.is_out(*row)).collect();
            let pairs = alive.iter().map(|row| self.runs[*row].pairs()).max().unwrap_or(0);
            let each = next_look(pairs).min(left / alive.len().max(1));
            // One pair each is needed to say anything at all.
            let each = if pairs == 0 { each.max(1) } else { each };
            if each == 0 {
                return Ok(());
            }
            for row in &alive {
                self.runs[*row].play(games, each)?;
                left = left.saturating_sub(each);
            }
            self.judge();
            games.progress.expect_of_proof(ProofGames { left: 2 * left, needed: 2 * left });
            if !self.standings.contains(&Standing::Open) {
                return Ok(());
            }
        }
    }

    fn is_out(&self, row: usize) -> bool {
        matches!(self.standings[row], Standing::Dominated | Standing::OutOfRange)
    }

    fn judge(&mut self) {
        let alpha = RISK / (self.goal.terms.len() * self.runs.len()) as f64;
        let mean = |run: &ProofRun, term: &Term| {
            // Each seed is a draw of its own, whether the game repeats another or not.
            let values: Vec<f64> = run.played().iter().map(|game| game.values[term.measure]).collect();
            interval(&values, self.aims[term.measure].is_share(), alpha)
        };
        self.means = self.runs.iter().map(|run| self.goal.terms.iter().map(|term| mean(run, term)).collect()).collect();
        let rows = 0..self.runs.len();
        let ahead: Vec<Vec<Lead>> =
            rows.clone().map(|one| rows.clone().map(|other| self.lead(one, other)).collect()).collect();
        let (is_in, is_off): (Vec<bool>, Vec<bool>) = rows.clone().map(|row| self.ranges(row)).unzip();
        let is_dominated = |row: usize| rows.clone().any(|other| is_in[other] && ahead[other][row] == Lead::InAll);
        // Behind another one in some aim, and ahead of it in none.
        let yields = |row: usize| {
            rows.clone()
                .any(|other| is_in[other] && ahead[other][row] != Lead::Nowhere && ahead[row][other] == Lead::Nowhere)
        };
        let mut front: Vec<usize> = Vec::new();
        for row in self.order() {
            let parts = |other: &usize| ahead[row][*other] == Lead::InSome && ahead[*other][row] == Lead::InSome;
            if is_in[row] && !is_dominated(row) && !yields(row) && front.iter().all(parts) {
                front.push(row);
            }
        }
        let standing = |row: usize| match () {
            () if is_off[row] => Standing::OutOfRange,
            () if is_dominated(row) => Standing::Dominated,
            () if front.contains(&row) => Standing::OnFront,
            () => Standing::Open,
        };
        let standings = rows.clone().map(standing).collect();
        // A single one is on a front only when nothing else may be.
        self.standings = alone_is_open(standings);
    }

    /// Whether all means of a point that are to lie in ranges surely do, and whether one surely does not.
    fn ranges(&self, row: usize) -> (bool, bool) {
        let terms = self.goal.terms.iter().zip(&self.means[row]).filter(|(term, _)| !term.kind.is_endless());
        let states: Vec<AimState> = terms.map(|(term, found)| state(term, found)).collect();
        (states.iter().all(|one| *one == AimState::Met), states.contains(&AimState::Missed))
    }

    /// Where one is surely ahead of another, by the seeds that both have played.
    fn lead(&self, one: usize, other: usize) -> Lead {
        let played = [one, other].map(|row| self.runs[row].played());
        let endless: Vec<&Term> = self.goal.endless().collect();
        let pairs = self.runs.len() * (self.runs.len() - 1) / 2;
        let alpha = RISK / (endless.len() * pairs.max(1)) as f64;
        let is_ahead = |term: &&&Term| {
            let seeds = played[0].iter().zip(played[1]);
            let gains: Vec<f64> =
                seeds.map(|(a, b)| term.gain(a.values[term.measure], b.values[term.measure])).collect();
            gain(&gains, self.aims[term.measure].is_share(), alpha).low > 0.0
        };
        match endless.iter().filter(is_ahead).count() {
            _ if one == other => Lead::Nowhere,
            0 => Lead::Nowhere,
            count if count == endless.len() => Lead::InAll,
            _ => Lead::InSome,
        }
    }

    /// Rows by the mean of the first aim without a range, the best first.
    pub fn order(&self) -> Vec<usize> {
        let first = self.goal.terms.iter().position(|term| term.kind.is_endless()).unwrap_or(0);
        let worth = |row: &usize| self.goal.terms[first].gain(self.means[*row][first].value, 0.0);
        let mut rows: Vec<usize> = (0..self.means.len()).collect();
        rows.sort_by(|a, b| worth(b).total_cmp(&worth(a)).then(a.cmp(b)));
        rows
    }

    /// How a point stands.
    pub fn standing(&self, row: usize) -> Standing {
        self.standings[row]
    }

    /// Games of a point, and those that repeat no other.
    pub fn counts(&self, row: usize) -> [u32; 2] {
        let played = self.runs[row].played();
        [played.len() as u32, distinct_rows(&[played]).len() as u32]
    }

    /// The means of a point by aim.
    pub fn reports(&self, row: usize, games: &Games<'_>) -> Vec<AimReport> {
        let is_on = self.standings[row] == Standing::OnFront;
        let report = |(term, found): (&Term, &Estimate)| AimReport {
            what: words(&self.aims[term.measure], games),
            aim: term.kind,
            min: term.range.min,
            max: term.range.max,
            found: *found,
            gain: None,
            state: match term.kind.is_endless() {
                true if is_on => AimState::Met,
                true => AimState::Open,
                false => state(term, found),
            },
        };
        self.goal.terms.iter().zip(&self.means[row]).map(report).collect()
    }
}

/// Where a point is surely ahead of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lead {
    Nowhere,
    InSome,
    InAll,
}

/// One point that nothing was compared with is not proved: it is on the front only if every other is dominated or out of range.
fn alone_is_open(mut standings: Vec<Standing>) -> Vec<Standing> {
    let count = |standing: Standing| standings.iter().filter(|one| **one == standing).count();
    if count(Standing::OnFront) == 1 && count(Standing::Open) > 0 {
        standings.iter_mut().filter(|one| **one == Standing::OnFront).for_each(|one| *one = Standing::Open);
    }
    standings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_front_of_one_needs_all_others_out() {
        use Standing::{Dominated, OnFront, Open};
        assert_eq!(alone_is_open(vec![OnFront, Open]), [Open, Open]);
        assert_eq!(alone_is_open(vec![OnFront, Dominated]), [OnFront, Dominated]);
        assert_eq!(alone_is_open(vec![OnFront, OnFront, Open]), [OnFront, OnFront, Open]);
    }
}
