//! The search for better values, and the final among the best of it.
//!
//! A step is one more pair of games, or a few, that all of the step play: the points the optimizer asks about, and of those known before the
//! most promising, which so play more pairs the longer they last (racing; Maron and Moore 1997). The last quarter of the budget is the
//! final: the file as it is and the best others play on, and the better half of them goes on after each round (sequential halving; Karnin,
//! Koren and Somekh 2013).

use sandtable_match::Failure;
use sandtable_stats::{Belief, Estimate, Z95};
use serde::Serialize;

use super::ledger::Ledger;
use super::optimizer::{Axis, Method, Optimizer, optimizer};
use super::step::{Step, Tried};
use super::trials::Trials;

/// The part of the budget that the final gets: one in this number.
const FINAL_PART: usize = 4;
/// Finalists, the file included, at most; fewer when each would have less than [`FINAL_LEAST`] pairs.
const FINALISTS: usize = 6;
const FINAL_LEAST: usize = 3;
/// Pairs of a step, over which new points play more than one pair each.
const PAIRS_A_STEP: usize = 250;
/// How many deviations above what is expected a point counts, when it is chosen to play on.
const HOPE: f64 = 0.7;
/// What a point is told to be worth that makes no valid file.
const INVALID: f64 = -1.0;
/// Rounds in which worths and effects of pairs are estimated in turns.
const SETTLING: u32 = 2;

/// A point of the final.
#[derive(Clone, Debug, Serialize)]
pub struct Finalist {
    /// Its levels.
    pub levels: Vec<u32>,
    /// What it is believed to be worth in the end, by all it played, with 95 %.
    pub worth: Estimate,
    /// Pairs it has played, in search and final.
    pub pairs: u32,
}

/// The result of a search.
#[derive(Clone, Debug, Serialize)]
pub struct Found {
    /// The best levels; those of the file itself when nothing is believed to be better.
    pub levels: Vec<u32>,
    /// The best levels but those of the file; none when nothing else was tried.
    pub challenger: Option<Vec<u32>>,
    /// All that was tried.
    pub steps: Vec<Step>,
    /// The final, the file first.
    pub finalists: Vec<Finalist>,
}

/// How a search goes about it.
#[derive(Clone, Copy, Debug)]
pub struct SearchPlan {
    /// Who proposes points.
    pub method: Method,
    /// The seed of all that is drawn.
    pub seed: u64,
    /// Pairs of games in all.
    pub pairs: usize,
    /// Pairs a new point plays; by the budget when none is given.
    pub each: Option<usize>,
}

/// A search under way.
pub struct Explorer {
    start: Vec<u32>,
    optimizer: Box<dyn Optimizer>,
    ledger: Ledger,
    each: usize,
    /// The number of the first pair that was not used.
    next: usize,
    spent: usize,
    steps: Vec<Step>,
}

impl Explorer {
    /// A search from `start`.
    pub fn new(axes: &[Axis], start: &[u32], plan: &SearchPlan) -> Explorer {
        let search = plan.pairs - plan.pairs / FINAL_PART;
        let each = plan.each.unwrap_or_else(|| search.div_ceil(PAIRS_A_STEP)).max(1);
        // About a third of all pairs goes to points known before.
        let evaluations = (search * 2 / 3 / each).max(1) as u32;
        Explorer {
            start: start.to_vec(),
            optimizer: optimizer(plan.method, axes, start, plan.seed, evaluations),
            ledger: Ledger::default(),
            each,
            next: 0,
            spent: 0,
            steps: Vec::new(),
        }
    }

    /// What is known.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// Searches with this number of pairs, and finds the best of all that is known.
    ///
    /// # Errors
    /// Those of the trials.
    pub fn search(&mut self, trials: &mut dyn Trials, pairs: usize) -> Result<Found, Failure> {
        let before = self.spent;
        self.explore(trials, pairs - pairs / FINAL_PART)?;
        self.decide(trials, pairs - (self.spent - before))
    }

    /// Asks the optimizer and tells it until the budget is spent.
    fn explore(&mut self, trials: &mut dyn Trials, pairs: usize) -> Result<(), Failure> {
        let end = self.spent + pairs;
        let mut invalid_in_a_row = 0;
        loop {
            let asked = self.optimizer.ask(&self.ledger);
            if asked.is_empty() || end.saturating_sub(self.spent) < asked.len() * self.each {
                return Ok(());
            }
            let mut step: Vec<Vec<u32>> = Vec::new();
            for levels in &asked {
                if !trials.is_valid(levels)? {
                    self.ledger.refuse(levels);
                } else if !step.contains(levels) {
                    step.push(levels.clone());
                }
            }
            // Nothing valid for long: this would go on for ever.
            invalid_in_a_row = if step.is_empty() { invalid_in_a_row + 1 } else { 0 };
            if invalid_in_a_row > 20 {
                return Ok(());
            }
            let most = end.saturating_sub(self.spent) / self.each;
            self.add_survivors(&mut step, &asked, most);
            let first = self.next;
            self.play(trials, "search", &step, self.each)?;
            let value = |levels: &Vec<u32>| self.value_since(levels, first).unwrap_or(INVALID);
            self.optimizer.tell(&asked.iter().map(value).collect::<Vec<_>>());
            self.note(trials, step);
        }
    }

    /// Adds the file itself in the first step, and those known before that are the most promising, up to `most` in all.
    fn add_survivors(&mut self, step: &mut Vec<Vec<u32>>, asked: &[Vec<u32>], most: usize) {
        if self.ledger.points().is_empty() && !step.contains(&self.start) && step.len() < most {
            step.push(self.start.clone());
        }
        // Optimizers that walk know best themselves where to look.
        let wanted = if self.optimizer.best().is_some() { 1 } else { (asked.len() / 2).max(1) };
        let beliefs = self.optimizer.beliefs(&self.ledger);
        let hope = |row: usize| beliefs[row].mean + HOPE * beliefs[row].deviation;
        for row in ranked(beliefs.len(), hope).into_iter().take(wanted) {
            let levels = &self.ledger.points()[row].levels;
            if step.len() < most && !step.contains(levels) {
                step.push(levels.clone());
            }
        }
    }

    /// Plays `each` further pairs with all of these points, which none of them has played.
    fn play(&mut self, trials: &mut dyn Trials, phase: &str, step: &[Vec<u32>], each: usize) -> Result<(), Failure> {
        let pairs = self.next..self.next + each;
        let asked: Vec<(&[u32], usize)> =
            pairs.clone().flat_map(|pair| step.iter().map(move |levels| (levels.as_slice(), pair))).collect();
        let values = trials.play(phase, &asked)?;
        for ((levels, pair), value) in asked.iter().zip(values) {
            self.ledger.add(levels, *pair, value);
        }
        self.next = pairs.end;
        self.spent += asked.len();
        for _ in 0..SETTLING {
            let beliefs = self.optimizer.beliefs(&self.ledger);
            self.ledger.settle(&beliefs);
        }
        Ok(())
    }

    /// The mean of what a point got in the pairs from `first` on.
    fn value_since(&self, levels: &[u32], first: usize) -> Option<f64> {
        let known = &self.ledger.points()[self.ledger.row(levels)?];
        let values: Vec<f64> =
            known.results.iter().filter(|(pair, _)| *pair >= first).map(|(_, value)| *value).collect();
        (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
    }

    /// Keeps a step for the page.
    fn note(&mut self, trials: &mut dyn Trials, step: Vec<Vec<u32>>) {
        let beliefs = self.optimizer.beliefs(&self.ledger);
        let Some(best) = ranked(beliefs.len(), |row| beliefs[row].mean).first().copied() else { return };
        let worth = credible(beliefs[best]);
        let tried = |levels: Vec<u32>| {
            let known = self.ledger.row(&levels).map(|row| &self.ledger.points()[row]);
            let (value, pairs) = known.map_or((INVALID, 0), |known| (known.mean, known.results.len() as u32));
            Tried { levels, value, pairs }
        };
        let tried = step.into_iter().map(tried).collect();
        let best = self.ledger.points()[best].levels.clone();
        self.steps.push(Step { games: 2 * self.spent as u32, tried, best, worth });
        trials.noted(&self.steps);
    }

    /// The final: rounds of further pairs, the better half of the finalists in the next one.
    fn decide(&mut self, trials: &mut dyn Trials, pairs: usize) -> Result<Found, Failure> {
        let names = self.finalists(trials, FINALISTS.min(pairs / FINAL_LEAST).max(2))?;
        let end = self.spent + pairs;
        let (mut alive, mut rounds) = (names.clone(), names.len().max(2).next_power_of_two().trailing_zeros() as usize);
        while rounds > 0 && alive.len() > 1 {
            let left = end - self.spent;
            let each = (left / rounds / alive.len()).max(usize::from(left >= alive.len()));
            if each == 0 {
                break;
            }
            self.play(trials, "final", &alive, each)?;
            rounds -= 1;
            let worth = self.worths();
            alive.sort_by(|a, b| worth(b).total_cmp(&worth(a)).then_with(|| a.cmp(b)));
            alive.truncate(alive.len().div_ceil(2).max(2));
        }
        Ok(self.found(&names))
    }

    /// What points are believed to be worth; nothing when they never played.
    fn worths(&mut self) -> impl Fn(&Vec<u32>) -> f64 {
        let beliefs = self.optimizer.beliefs(&self.ledger);
        let rows = self.ledger.points().iter().zip(beliefs);
        let worths: std::collections::BTreeMap<Vec<u32>, f64> =
            rows.map(|(known, belief)| (known.levels.clone(), belief.mean)).collect();
        move |levels| worths.get(levels).copied().unwrap_or(INVALID)
    }

    /// The file itself, what the optimizer proposes, and those believed to be best.
    fn finalists(&mut self, trials: &mut dyn Trials, most: usize) -> Result<Vec<Vec<u32>>, Failure> {
        let mut found = vec![self.start.clone()];
        if let Some(best) = self.optimizer.best()
            && !found.contains(&best)
            && trials.is_valid(&best)?
        {
            found.push(best);
        }
        let beliefs = self.optimizer.beliefs(&self.ledger);
        for row in ranked(beliefs.len(), |row| beliefs[row].mean) {
            let levels = &self.ledger.points()[row].levels;
            if found.len() < most && !found.contains(levels) {
                found.push(levels.clone());
            }
        }
        Ok(found)
    }

    fn found(&mut self, names: &[Vec<u32>]) -> Found {
        let beliefs = self.optimizer.beliefs(&self.ledger);
        let belief = |levels: &Vec<u32>| self.ledger.row(levels).map(|row| beliefs[row]);
        let best_of = |names: &[Vec<u32>]| {
            let known: Vec<(&Vec<u32>, f64)> =
                names.iter().filter_map(|levels| Some((levels, belief(levels)?.mean))).collect();
            let order = ranked(known.len(), |row| known[row].1);
            order.first().map(|row| known[*row].0.clone())
        };
        let finalist = |levels: &Vec<u32>| {
            let row = self.ledger.row(levels)?;
            let pairs = self.ledger.points()[row].results.len() as u32;
            Some(Finalist { levels: levels.clone(), worth: credible(beliefs[row]), pairs })
        };
        Found {
            levels: best_of(names).unwrap_or_else(|| self.start.clone()),
            challenger: best_of(&names[1..]),
            steps: self.steps.clone(),
            finalists: names.iter().filter_map(finalist).collect(),
        }
    }
}

/// Rows from the highest value to the lowest, of equals the first first.
fn ranked(count: usize, value: impl Fn(usize) -> f64) -> Vec<usize> {
    let mut rows: Vec<usize> = (0..count).collect();
    rows.sort_by(|a, b| value(*b).total_cmp(&value(*a)).then(a.cmp(b)));
    rows
}

/// A belief with the interval that holds 95 % of it.
fn credible(belief: Belief) -> Estimate {
    let Belief { mean, deviation } = belief;
    Estimate { value: mean, low: mean - Z95 * deviation, high: mean + Z95 * deviation }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::{NoisyTrials, objectives};

    fn searched(method: Method, parts: &[usize]) -> (Found, usize, f64, f64) {
        let objectives = objectives();
        let objective = &objectives[1];
        let plan = SearchPlan { method, seed: 3, pairs: parts[0], each: None };
        let mut explorer = Explorer::new(&objective.axes, &objective.start(), &plan);
        let mut trials = NoisyTrials { objective, seed: 9, played: 0 };
        let mut found = None;
        for pairs in parts {
            found = Some(explorer.search(&mut trials, *pairs).expect("trials cannot fail"));
        }
        let found = found.expect("it searched");
        let (start, best) = (objective.worth(&objective.start()), objective.worth(&found.levels));
        (found, trials.played, start, best)
    }

    #[test]
    fn every_method_keeps_its_budget_and_does_better_than_the_start() {
        for (name, method) in Method::ALL {
            let (found, played, start, best) = searched(method, &[150]);
            assert!(played <= 150 && played > 120, "{name}: {played}");
            // A walk by slopes needs more games where nearly all is lost.
            let least = if method == Method::Spsa { 0.0 } else { 0.15 };
            assert!(best >= start + least, "{name}: {start} to {best}");
            assert_eq!(found.challenger.as_ref(), Some(&found.levels), "{name}");
            assert!(found.finalists.len() > 2 && found.finalists.iter().all(|one| one.pairs > 1), "{name}");
        }
    }

    #[test]
    fn an_extension_begins_with_what_was_known() {
        let (first, ..) = searched(Method::Surrogate, &[60]);
        let (second, played, start, best) = searched(Method::Surrogate, &[60, 60]);
        assert!(played > 100 && best > start);
        let levels = |found: &Found| -> Vec<Vec<Vec<u32>>> {
            found.steps.iter().map(|step| step.tried.iter().map(|one| one.levels.clone()).collect()).collect()
        };
        assert_eq!(levels(&first)[..], levels(&second)[..first.steps.len()]);
        assert!(second.steps.len() > first.steps.len());
    }

    #[test]
    fn a_handful_of_games_tries_nothing_or_little() {
        let (found, played, ..) = searched(Method::Surrogate, &[3]);
        assert!(found.challenger.is_none() && played <= 3, "{found:?}");
    }
}
