//! The search for points whose means come nearest to what is wanted.
//!
//! A mean that is wanted in the middle cannot be searched for by its distance in single games: a game is won or lost. So there is a model of
//! the mean of each measure, and the distance is that of the means (composite objectives: Astudillo and Frazier, "Bayesian optimization of
//! composite functions", 2019): the point that is expected to improve on the best known one most comes next. Several goals are searched for
//! in turns, and all learn from every game.

use std::collections::BTreeMap;

use sandtable_match::Failure;
use sandtable_state::rng::Rng;
use sandtable_stats::{Belief, Hyperparameters};

use super::goal::{AimGoal, scales};
use super::mean_model::{MeanModel, extents, in_units};
use crate::ledger::Ledger;
use crate::optimizer::surrogate::{model, spread};
use crate::optimizer::{Axis, Method, draws};

/// The part of the budget that the finals get: one in this number.
const FINAL_PART: usize = 3;
/// Points of a final.
const FINALISTS: usize = 4;
/// Points spread over the box at first, besides one an axis, and the part of the budget that they may be.
const FIRST: usize = 7;
const FIRST_PART: usize = 3;
/// Points of one step at first.
const BATCH: usize = 4;
/// Boxes with no more points than these are looked at as a whole, others by as many draws and some near the best.
const WHOLE: u64 = 512;
const ANYWHERE: usize = 192;
const NEAR: usize = 32;
/// The deviation of a draw near a point, as a part of the axis.
const NEAR_SPREAD: f64 = 0.1;
/// Draws that a distance of uncertain means is the mean of.
const DRAWS: usize = 48;
/// What a new point is expected to come nearer on the mean, in scales, below which points that are known play on instead.
const LEAST_GAIN: f64 = 0.002;
/// How many deviations below what is expected a distance counts, when a point is chosen to play on.
const HOPE: f64 = 0.7;
/// Length scales are fitted anew when there are this number of times the points of the last fit.
const REFIT: f64 = 1.3;
/// Pairs of games that there are for each point of a search by random draws.
const RANDOM_PAIRS: usize = 16;
/// Steps in a row without anything valid after which there is nothing to be found.
const PATIENCE: u32 = 20;

/// What a search asks of the world.
pub(crate) trait MeasuredTrials {
    /// By what was asked, the mean of each measure over the games of a pair.
    fn play(&mut self, phase: &str, asked: &[(&[u32], usize)]) -> Result<Vec<Vec<f64>>, Failure>;

    /// Whether a point can be played.
    fn is_valid(&mut self, levels: &[u32]) -> Result<bool, Failure>;
}

/// A point that was tried, for whoever wants to see it.
#[derive(Clone, Debug)]
pub(crate) struct KnownMeans {
    pub levels: Vec<u32>,
    pub pairs: u32,
    /// What its means are believed to be, by measure, in the measure's unit.
    pub means: Vec<Belief>,
}

/// A search under way.
pub(crate) struct AimSearch {
    axes: Vec<Axis>,
    start: Vec<u32>,
    goals: Vec<AimGoal>,
    is_share: Vec<bool>,
    /// By measure; none before anything was played.
    scales: Option<Vec<f64>>,
    /// By measure, all of the same points.
    ledgers: Vec<Ledger>,
    fitted: Vec<Option<(usize, Hyperparameters)>>,
    /// Results that there were when what was learnt from elsewhere was last fitted.
    learnt: usize,
    /// By measure, the lowest and the highest mean that a known point is believed to have.
    extents: Vec<[f64; 2]>,
    /// Whether points are drawn, and known by their own games alone: what the model must beat.
    is_random: bool,
    rng: Rng,
    first: Vec<Vec<u32>>,
    /// By draw, by measure.
    draws: Vec<Vec<f64>>,
    /// The number of the first pair that was not used.
    next: usize,
    spent: usize,
    turn: usize,
}

impl AimSearch {
    /// A search from `start` with about this number of pairs.
    pub fn new(
        axes: &[Axis],
        start: &[u32],
        goals: Vec<AimGoal>,
        is_share: Vec<bool>,
        (seed, method): (u64, Method),
        pairs: usize,
    ) -> AimSearch {
        let mut rng = Rng::stream(seed, "tune aims");
        let count = (FIRST + axes.len()).min(pairs / FIRST_PART).max(1);
        let first = match method {
            Method::Random => drawn(axes, (pairs / RANDOM_PAIRS).max(1), &mut rng),
            _ => spread(axes, count, &mut rng),
        };
        let measures = is_share.len();
        let draws = (0..DRAWS).map(|_| (0..measures).map(|_| draws::normal(&mut rng)).collect()).collect();
        AimSearch {
            axes: axes.to_vec(),
            start: start.to_vec(),
            goals,
            is_share,
            scales: None,
            ledgers: vec![Ledger::default(); measures],
            fitted: vec![None; measures],
            learnt: 0,
            extents: vec![[0.0, 1.0]; measures],
            is_random: method == Method::Random,
            rng,
            first,
            draws,
            next: 0,
            spent: 0,
            turn: 0,
        }
    }

    /// Searches with this number of pairs, and finds the point for each goal that is believed to come nearest to it.
    pub fn search(&mut self, trials: &mut dyn MeasuredTrials, pairs: usize) -> Result<Vec<Vec<u32>>, Failure> {
        let end = self.spent + pairs;
        self.explore(trials, end - pairs / FINAL_PART)?;
        let goals = self.goals.clone();
        let mut found = Vec::new();
        for (row, goal) in goals.iter().enumerate() {
            let part = (end - self.spent) / (goals.len() - row);
            found.push(self.decide(trials, goal, part)?);
        }
        Ok(found)
    }

    /// Known points by what is expected of them for a goal, the nearest first.
    pub fn nearest(&mut self, goal: usize) -> Vec<Vec<u32>> {
        let goal = self.goals[goal].clone();
        self.best(&goal, None)
    }

    /// Points that may come near a goal, with what their means are believed to be, by measure, in its unit: known ones, and of a model others
    /// that it was asked about.
    pub fn outlook(&mut self, goal: usize) -> Vec<(Vec<u32>, Vec<Belief>)> {
        let (goal, scales) = (self.goals[goal].clone(), self.scales.clone().unwrap_or_default());
        let Some(models) = self.models() else { return Vec::new() };
        let known = self.ranked(&models, &goal);
        let mut points: Vec<Vec<u32>> = known.iter().map(|(_, _, levels)| levels.clone()).collect();
        if !self.is_random {
            points.extend(self.candidates(&known));
        }
        points.sort();
        points.dedup();
        let beliefs = |levels: &[u32]| in_units(&self.at(&models, levels), &scales);
        points.iter().map(|levels| (levels.clone(), beliefs(levels))).collect()
    }

    /// Takes what pairs brought a point that the search did not ask for, by pair and measure.
    pub fn learn(&mut self, levels: &[u32], pairs: &[Vec<f64>]) {
        let Some(scales) = self.scales.clone() else { return };
        for values in pairs {
            for ((ledger, value), scale) in self.ledgers.iter_mut().zip(values).zip(&scales) {
                ledger.add(levels, self.next, value / scale);
            }
            self.next += 1;
        }
        // Games of proofs add to points that are known: what they say of length scales and noise counts as well.
        let results = self.ledgers[0].points().iter().map(|known| known.results.len()).sum::<usize>();
        if results as f64 >= REFIT * self.learnt as f64 {
            self.fitted.fill(None);
            self.learnt = results;
        }
        self.settle();
    }

    /// All that was tried, in the order it came.
    pub fn known(&mut self) -> Vec<KnownMeans> {
        let (beliefs, scales) = (self.beliefs(), self.scales.clone().unwrap_or_default());
        let points = self.ledgers[0].points();
        let known = points.iter().zip(beliefs).map(|(known, beliefs)| KnownMeans {
            levels: known.levels.clone(),
            pairs: known.results.len() as u32,
            means: in_units(&beliefs, &scales),
        });
        known.collect()
    }

    /// Plays step after step until as many pairs are spent.
    fn explore(&mut self, trials: &mut dyn MeasuredTrials, end: usize) -> Result<(), Failure> {
        let mut in_vain = 0;
        while in_vain <= PATIENCE {
            let mut step = Vec::new();
            for levels in self.propose() {
                if self.ledgers[0].row(&levels).is_some() || trials.is_valid(&levels)? {
                    step.push(levels);
                } else {
                    self.ledgers[0].refuse(&levels);
                }
            }
            if self.spent + step.len() > end {
                return Ok(());
            }
            in_vain = if step.is_empty() { in_vain + 1 } else { 0 };
            self.play(trials, "search", &step)?;
        }
        Ok(())
    }

    /// The points of the next step: those of the beginning, or the most promising new one and known one for the goal whose turn it is.
    fn propose(&mut self) -> Vec<Vec<u32>> {
        if self.ledgers[0].points().is_empty() && self.ledgers[0].invalid().is_empty() {
            return vec![self.start.clone()];
        }
        if !self.first.is_empty() {
            let left = self.first.len().saturating_sub(BATCH);
            let mut step = self.first.split_off(left);
            step.retain(|levels| !self.ledgers[0].knows(levels));
            step.dedup();
            return step;
        }
        let goal = self.goals[self.turn % self.goals.len()].clone();
        self.turn += 1;
        let Some(models) = self.models() else { return vec![self.start.clone()] };
        let known = self.ranked(&models, &goal);
        let best = known.iter().map(|(loss, _, _)| *loss).fold(f64::INFINITY, f64::min);
        let mut step: Vec<Vec<u32>> = match self.is_random {
            true => Vec::new(),
            false => self.new_point(&models, &goal, best, &known).into_iter().collect(),
        };
        step.extend(known.into_iter().take(if step.is_empty() { 2 } else { 1 }).map(|(_, _, levels)| levels));
        step
    }

    /// Known points: what distance is expected, what is hoped for, and the levels; by hope, the best first.
    fn ranked(&self, models: &[MeanModel], goal: &AimGoal) -> Vec<(f64, f64, Vec<u32>)> {
        let mut ranked: Vec<(f64, f64, Vec<u32>)> = Vec::new();
        for known in self.ledgers[0].points() {
            let losses = self.losses(&self.at(models, &known.levels), goal);
            let mean = losses.iter().sum::<f64>() / losses.len() as f64;
            let variance = losses.iter().map(|loss| (loss - mean) * (loss - mean)).sum::<f64>() / losses.len() as f64;
            ranked.push((mean, mean - HOPE * variance.sqrt(), known.levels.clone()));
        }
        ranked.sort_by(|a, b| a.1.total_cmp(&b.1).then_with(|| a.2.cmp(&b.2)));
        ranked
    }

    /// The point nobody tried that is expected to be better than `best` by most; none when none is by much.
    fn new_point(
        &mut self,
        models: &[MeanModel],
        goal: &AimGoal,
        best: f64,
        known: &[(f64, f64, Vec<u32>)],
    ) -> Option<Vec<u32>> {
        let mut points = self.candidates(known);
        points.retain(|point| !self.ledgers[0].knows(point));
        points.sort();
        points.dedup();
        let gain = |point: &Vec<u32>| {
            let losses = self.losses(&self.at(models, point), goal);
            losses.iter().map(|loss| (best - loss).max(0.0)).sum::<f64>()
        };
        let valued: Vec<(f64, Vec<u32>)> = points.into_iter().map(|point| (gain(&point), point)).collect();
        let best = valued.into_iter().reduce(|best, other| if other.0 > best.0 { other } else { best });
        best.filter(|(gain, _)| *gain >= LEAST_GAIN * DRAWS as f64).map(|(_, point)| point)
    }

    /// Points that are looked at: all of a small box, else some anywhere and some near the best.
    fn candidates(&mut self, known: &[(f64, f64, Vec<u32>)]) -> Vec<Vec<u32>> {
        let size = self.axes.iter().fold(1_u64, |size, axis| size.saturating_mul(u64::from(axis.levels)));
        if size <= WHOLE {
            let mut all = vec![Vec::new()];
            for axis in &self.axes {
                let with = |point: &Vec<u32>| {
                    (0..axis.levels).map(|level| [point.as_slice(), &[level]].concat()).collect::<Vec<_>>()
                };
                all = all.iter().flat_map(with).collect();
            }
            return all;
        }
        let AimSearch { axes, rng, .. } = self;
        let mut points: Vec<Vec<u32>> = Vec::new();
        for _ in 0..ANYWHERE {
            points.push(axes.iter().map(|axis| rng.below(axis.levels)).collect());
        }
        for (_, _, levels) in known.iter().take(BATCH) {
            for _ in 0..NEAR {
                points.push(axes.iter().zip(levels).map(|(axis, level)| near(axis, *level, rng)).collect());
            }
        }
        points
    }

    /// The distances from a goal that means drawn from beliefs have.
    fn losses(&self, beliefs: &[Belief], goal: &AimGoal) -> Vec<f64> {
        let scales = self.scales.as_deref().unwrap_or_default();
        let loss = |draw: &Vec<f64>| {
            let mean = |(belief, z): (&Belief, &f64)| belief.mean + belief.deviation * z;
            let means: Vec<f64> = beliefs.iter().zip(draw).map(mean).collect();
            goal.loss(&means, scales, &self.extents)
        };
        self.draws.iter().map(loss).collect()
    }

    fn at(&self, models: &[MeanModel], levels: &[u32]) -> Vec<Belief> {
        models.iter().map(|model| model.at(&self.axes, levels)).collect()
    }

    /// The model of each measure, with length scales that are fitted now and then; none before anything was played.
    fn models(&mut self) -> Option<Vec<MeanModel>> {
        if self.is_random {
            let own = |ledger: &Ledger| {
                let levels = ledger.points().iter().map(|known| known.levels.clone());
                MeanModel::Own(levels.zip(ledger.shrunk()).collect())
            };
            return (!self.ledgers[0].points().is_empty()).then(|| self.ledgers.iter().map(own).collect());
        }
        let mut models = Vec::new();
        for (ledger, fitted) in self.ledgers.iter().zip(&mut self.fitted) {
            let count = ledger.points().len();
            let kept = fitted.as_ref().filter(|(before, _)| (count as f64) < REFIT * *before as f64);
            let process = model(&self.axes, ledger, kept.map(|(_, hyper)| hyper))?;
            if kept.is_none() {
                *fitted = Some((count, process.hyperparameters().clone()));
            }
            models.push(MeanModel::Process(Box::new(process)));
        }
        Some(models)
    }

    /// What the means of all known points are believed to be, by measure.
    fn beliefs(&mut self) -> Vec<Vec<Belief>> {
        let Some(models) = self.models() else { return Vec::new() };
        self.ledgers[0].points().iter().map(|known| self.at(&models, &known.levels)).collect()
    }

    /// Plays one further pair with each of these points.
    fn play(&mut self, trials: &mut dyn MeasuredTrials, phase: &str, step: &[Vec<u32>]) -> Result<(), Failure> {
        let asked: Vec<(&[u32], usize)> = step.iter().map(|levels| (levels.as_slice(), self.next)).collect();
        let values = trials.play(phase, &asked)?;
        let scales = match (&self.scales, values.first()) {
            (Some(scales), _) => scales.clone(),
            (None, Some(first)) => scales(&self.is_share, &self.goals, first),
            (None, None) => return Ok(()),
        };
        for (levels, values) in step.iter().zip(&values) {
            for ((ledger, value), scale) in self.ledgers.iter_mut().zip(values).zip(&scales) {
                ledger.add(levels, self.next, value / scale);
            }
        }
        self.scales = Some(scales);
        self.next += 1;
        self.spent += step.len();
        self.settle();
        Ok(())
    }

    /// Estimates the effects of pairs anew.
    fn settle(&mut self) {
        let beliefs = self.beliefs();
        self.extents = extents(&beliefs);
        for (row, ledger) in self.ledgers.iter_mut().enumerate() {
            ledger.settle(&beliefs.iter().map(|of_point| of_point[row]).collect::<Vec<_>>());
        }
    }

    /// The final of a goal: rounds of further pairs, the better half of the finalists in the next one.
    fn decide(&mut self, trials: &mut dyn MeasuredTrials, goal: &AimGoal, pairs: usize) -> Result<Vec<u32>, Failure> {
        let end = self.spent + pairs;
        let mut alive = self.best(goal, None);
        alive.truncate(FINALISTS);
        let mut rounds = alive.len().max(2).next_power_of_two().trailing_zeros() as usize;
        while rounds > 0 && alive.len() > 1 {
            let each = end.saturating_sub(self.spent) / rounds / alive.len();
            for _ in 0..each {
                self.play(trials, "final", &alive)?;
            }
            rounds -= 1;
            alive = self.best(goal, Some(&alive));
            alive.truncate(alive.len().div_ceil(2).max(usize::from(rounds > 0) + 1));
        }
        Ok(alive.into_iter().next().unwrap_or_else(|| self.start.clone()))
    }

    /// Known points, or those given, by the distance that is expected of them, the nearest first.
    fn best(&mut self, goal: &AimGoal, among: Option<&[Vec<u32>]>) -> Vec<Vec<u32>> {
        let Some(models) = self.models() else { return vec![self.start.clone()] };
        let mut worths: BTreeMap<Vec<u32>, f64> = BTreeMap::new();
        for (loss, _, levels) in self.ranked(&models, goal) {
            if among.is_none_or(|among| among.contains(&levels)) {
                worths.insert(levels, loss);
            }
        }
        let mut found: Vec<(Vec<u32>, f64)> = worths.into_iter().collect();
        found.sort_by(|a, b| a.1.total_cmp(&b.1).then_with(|| a.0.cmp(&b.0)));
        found.into_iter().map(|(levels, _)| levels).collect()
    }
}

/// Points drawn anywhere in the box.
fn drawn(axes: &[Axis], count: usize, rng: &mut Rng) -> Vec<Vec<u32>> {
    let mut points = Vec::new();
    for _ in 0..count {
        points.push(axes.iter().map(|axis| rng.below(axis.levels)).collect());
    }
    points
}

/// A level near another.
fn near(axis: &Axis, level: u32, rng: &mut Rng) -> u32 {
    if axis.ordered {
        return axis.level(axis.place(level) + NEAR_SPREAD * draws::normal(rng));
    }
    if rng.below(4) == 0 { rng.below(axis.levels) } else { level }
}

#[cfg(test)]
mod tests {
    use sandtable_expect::{AimKind, Range};

    use super::super::goal::Term;
    use super::*;

    /// Games whose chance to be won grows with the first value and whose length with the second.
    struct Chances {
        played: usize,
    }

    fn chance(levels: &[u32]) -> f64 {
        1.0 / (1.0 + libm::exp(8.0 - f64::from(levels[0]) / 2.5))
    }

    impl MeasuredTrials for Chances {
        fn play(&mut self, _: &str, asked: &[(&[u32], usize)]) -> Result<Vec<Vec<f64>>, Failure> {
            self.played += asked.len();
            let game = |levels: &[u32], pair: usize, game: u64| {
                let mut rng = Rng::stream(sandtable_math::mix(pair as u64, game), "chances");
                if draws::unit(&mut rng) < chance(levels) { 100.0 } else { 0.0 }
            };
            let pair = |(levels, pair): &(&[u32], usize)| {
                let won = (game(levels, *pair, 0) + game(levels, *pair, 1)) / 2.0;
                vec![won, 300.0 + 20.0 * f64::from(levels[1])]
            };
            Ok(asked.iter().map(pair).collect())
        }

        fn is_valid(&mut self, levels: &[u32]) -> Result<bool, Failure> {
            Ok(levels[1] != 7)
        }
    }

    fn target(middle: f64) -> Term {
        Term { measure: 0, kind: AimKind::Target, range: Range { min: Some(middle - 5.0), max: Some(middle + 5.0) } }
    }

    #[test]
    fn targets_are_found_within_their_constraint_from_one_search() {
        let range = Range { min: Some(500.0), max: Some(600.0) };
        let length = Term { measure: 1, kind: AimKind::Constrain, range };
        let goals: Vec<AimGoal> =
            [30.0, 70.0].map(|middle| AimGoal { terms: vec![target(middle), length], weights: Vec::new() }).to_vec();
        let axes = [Axis::linear(41), Axis::linear(31)];
        let mut off = 0.0;
        for seed in 0..6 {
            let mut search =
                AimSearch::new(&axes, &[2, 2], goals.clone(), vec![true, false], (seed, Method::Surrogate), 250);
            let mut trials = Chances { played: 0 };
            let found = search.search(&mut trials, 250).expect("trials cannot fail");
            assert!(trials.played <= 250 && trials.played > 220, "{}", trials.played);
            for (levels, wanted) in found.iter().zip([0.3, 0.7]) {
                assert!((9..=16).contains(&levels[1]), "{levels:?}: the length is {}", 300 + 20 * levels[1]);
                off += (chance(levels) - wanted).abs() / 12.0;
            }
        }
        assert!(off < 0.1, "{off} off on the mean");
    }
}
