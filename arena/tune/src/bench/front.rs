//! The benchmark of fronts: objectives with two aims that are in each other's way, whose best compromises are known.

use std::fmt::Write as _;

use sandtable_expect::{AimKind, Range};
use sandtable_match::Failure;
use sandtable_match::parallel::in_order;
use sandtable_math::mix;
use sandtable_stats::{Draws, Estimate, hypervolume};
use serde::Serialize;

use super::mean_with_band;
use super::objective::{normal, squares};
use crate::aim::{AimGoal, AimSearch, MeasuredTrials, Term, front_goals};
use crate::optimizer::{Axis, Method};

/// Games of a search, by column of the table.
pub const FRONT_BUDGETS: [u32; 4] = [100, 200, 400, 800];
/// Points of a front.
const POINTS: usize = 6;
/// Seconds of the longest game, and the deviation of the lengths of games.
const LONGEST: f64 = 600.0;
const LENGTH_SPREAD: f64 = 90.0;
/// Points of the best front that its area is taken from.
const FINE: u32 = 200;

/// Two aims over a box: a share of games won, to be raised, and their length, to be lowered.
pub struct FrontObjective {
    /// Its name.
    pub name: &'static str,
    axes: Vec<Axis>,
    start: Vec<f64>,
    /// How good both are by the places of a point, 0 … 1: the share, and the part of the longest game that is saved.
    worths: fn(&[f64]) -> [f64; 2],
    /// The places of the best compromises, from one end of the front, 0, to the other, 1.
    best: fn(f64) -> Vec<f64>,
}

impl FrontObjective {
    fn worths_at(&self, levels: &[u32]) -> [f64; 2] {
        let places: Vec<f64> = self.axes.iter().zip(levels).map(|(axis, level)| axis.place(*level)).collect();
        (self.worths)(&places)
    }

    /// The part of the area of the best front that these points dominate.
    fn part(&self, points: &[Vec<u32>]) -> f64 {
        let area = |worths: Vec<[f64; 2]>| hypervolume(&worths, [0.0; 2]);
        let best = (0..=FINE).map(|step| (self.worths)(&(self.best)(f64::from(step) / f64::from(FINE))));
        area(points.iter().map(|levels| self.worths_at(levels)).collect()) / area(best.collect())
    }
}

/// The objectives of the benchmark: a front that bulges out, one that is hollow, one of many values, and one whose choices matter.
pub fn front_objectives() -> Vec<FrontObjective> {
    let fine = |count: usize| vec![Axis::linear(101); count];
    let one = |name, axes, start, worths, best| FrontObjective { name, axes, start, worths, best };
    vec![
        one(
            "bulge-2",
            fine(2),
            vec![0.9, 0.9],
            |x| {
                let lost = 0.8 * (x[1] - 0.3) * (x[1] - 0.3);
                [0.95 * x[0].sqrt() - lost, 0.95 * (1.0 - x[0]).sqrt() - lost].map(|worth| worth.max(0.01))
            },
            |t| vec![t, 0.3],
        ),
        one(
            "hollow-3",
            fine(3),
            vec![0.9, 0.1, 0.5],
            |x| [0.7, 0.3].map(|middle| 0.95 * libm::exp(-4.0 * squares(x, &[middle; 3])).max(0.01)),
            |t| vec![0.3 + 0.4 * t; 3],
        ),
        one(
            "many-8",
            fine(8),
            vec![0.2; 8],
            |x| {
                let lost = 0.35 * squares(&x[1..], &[0.7, 0.3, 0.55, 0.8, 0.2, 0.65, 0.4]);
                [x[0], 1.0 - x[0] * x[0]].map(|worth| (0.95 * worth - lost).max(0.01))
            },
            |t| vec![t, 0.7, 0.3, 0.55, 0.8, 0.2, 0.65, 0.4],
        ),
        one(
            "choice-4",
            vec![Axis::choice(4), Axis::linear(41), Axis::linear(41), Axis::choice(2)],
            vec![0.0, 0.1, 0.9, 0.0],
            |x| {
                let kind = [0.3, 0.1, 0.0, 0.2][(x[0] * 3.0).round() as usize];
                let lost = kind + 0.6 * (x[2] - 0.4) * (x[2] - 0.4) + 0.15 * (1.0 - x[3]);
                [x[1], 1.0 - x[1]].map(|worth| (0.9 * worth.sqrt() - lost).max(0.01))
            },
            |t| vec![2.0 / 3.0, t, 0.4, 1.0],
        ),
    ]
}

/// Pairs of games of an objective: a seed makes them.
struct FrontTrials<'o> {
    objective: &'o FrontObjective,
    seed: u64,
}

impl FrontTrials<'_> {
    fn pair(&self, levels: &[u32], pair: usize) -> Vec<f64> {
        let [share, saved] = self.objective.worths_at(levels);
        let own = levels.iter().fold(mix(self.seed, pair as u64), |seed, level| mix(seed, u64::from(*level)));
        let mut draws = Draws::new(own);
        let mut game = || {
            let won = if draws.unit() < share { 100.0 } else { 0.0 };
            (won, (LONGEST * (1.0 - saved) + LENGTH_SPREAD * normal(&mut draws)).max(0.0))
        };
        let ((won, length), (also, other)) = (game(), game());
        vec![(won + also) / 2.0, (length + other) / 2.0]
    }
}

impl MeasuredTrials for FrontTrials<'_> {
    fn play(&mut self, _: &str, asked: &[(&[u32], usize)]) -> Result<Vec<Vec<f64>>, Failure> {
        Ok(asked.iter().map(|(levels, pair)| self.pair(levels, *pair)).collect())
    }

    fn is_valid(&mut self, _: &[u32]) -> Result<bool, Failure> {
        Ok(true)
    }
}

/// An objective with a budget.
#[derive(Clone, Debug, Serialize)]
pub struct FrontCell {
    /// The objective.
    pub objective: &'static str,
    /// Games of each search.
    pub games: u32,
    /// By seed, the true part of the best front's area that the points of a search by model dominate, 0 … 1.
    pub model: Vec<f64>,
    /// As of random draws with the same seeds and games.
    pub random: Vec<f64>,
    /// The mean difference, with its 95 % interval.
    pub gain: Estimate,
}

/// Searches every objective for a front by model and by random draws, with every budget and seeds from 1 to `seeds`; the same for any
/// number of threads.
///
/// # Errors
/// That threads cannot be started.
pub fn measure_fronts(seeds: u32, threads: usize, mut done: impl FnMut()) -> Result<Vec<FrontCell>, Failure> {
    let objectives = front_objectives();
    let budgets = FRONT_BUDGETS.len() as u32;
    let run = |number: u32| {
        let (cell, seed) = (number / seeds, u64::from(number % seeds) + 1);
        let (objective, games) = (&objectives[(cell / budgets) as usize], FRONT_BUDGETS[(cell % budgets) as usize]);
        let part = |method: Method| part(objective, method, games, seed);
        Ok((part(Method::Surrogate)?, part(Method::Random)?))
    };
    let mut parts: Vec<(f64, f64)> = Vec::new();
    in_order(objectives.len() as u32 * budgets * seeds, threads, run, |found: Result<(f64, f64), Failure>| {
        parts.push(found?);
        done();
        Ok(())
    })?;
    let cell = |(at, parts): (usize, &[(f64, f64)])| {
        let (model, random): (Vec<f64>, Vec<f64>) = parts.iter().copied().unzip();
        let differences: Vec<f64> = parts.iter().map(|(model, random)| model - random).collect();
        let (row, column) = (at / FRONT_BUDGETS.len(), at % FRONT_BUDGETS.len());
        let gain = mean_with_band(&differences, at as u64);
        FrontCell { objective: objectives[row].name, games: FRONT_BUDGETS[column], model, random, gain }
    };
    Ok(parts.chunks(seeds as usize).enumerate().map(cell).collect())
}

/// What a search with this number of games comes to.
fn part(objective: &FrontObjective, method: Method, games: u32, seed: u64) -> Result<f64, Failure> {
    let term = |measure, kind| Term { measure, kind, range: Range::default() };
    let plain = AimGoal { terms: vec![term(0, AimKind::Maximize), term(1, AimKind::Minimize)], weights: Vec::new() };
    let start: Vec<u32> = objective.axes.iter().zip(&objective.start).map(|(axis, place)| axis.level(*place)).collect();
    let (goals, pairs) = (front_goals(&plain, POINTS, seed), games as usize / 2);
    let mut search = AimSearch::new(&objective.axes, &start, goals, vec![true, false], (seed, method), pairs);
    let found = search.search(&mut FrontTrials { objective, seed: mix(seed, 78) }, pairs)?;
    Ok(objective.part(&found))
}

/// The table as Markdown: the part of the best front's area in percent, and the gain over random draws.
pub fn front_table(cells: &[FrontCell]) -> String {
    let mut text = "| objective |".to_owned();
    FRONT_BUDGETS.iter().for_each(|games| _ = write!(text, " {games} games |"));
    text += "\n|---|";
    FRONT_BUDGETS.iter().for_each(|_| text += "--:|");
    text.push('\n');
    for row in cells.chunks(FRONT_BUDGETS.len()) {
        let _ = write!(text, "| {} |", row[0].objective);
        for cell in row {
            let mean = 100.0 * cell.model.iter().sum::<f64>() / cell.model.len().max(1) as f64;
            let [value, low, high] = [cell.gain.value, cell.gain.low, cell.gain.high].map(|one| 100.0 * one);
            let _ = write!(text, " {mean:.1} ({value:+.1}, {low:+.1} … {high:+.1}) |");
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_front_dominates_all_of_itself_and_no_point_leaves_it() {
        for objective in front_objectives() {
            let levels = |places: Vec<f64>| -> Vec<u32> {
                objective.axes.iter().zip(places).map(|(axis, place)| axis.level(place)).collect()
            };
            let best: Vec<Vec<u32>> =
                (0..=FINE).map(|step| levels((objective.best)(f64::from(step) / f64::from(FINE)))).collect();
            assert!(objective.part(&best) > 0.97, "{}: {}", objective.name, objective.part(&best));
            let mut draws = Draws::new(5);
            let mut drawn = || objective.axes.iter().map(|axis| draws.below(axis.levels)).collect::<Vec<u32>>();
            let any: Vec<Vec<u32>> = (0..4_000).map(|_| drawn()).collect();
            assert!(objective.part(&any) <= 1.01, "{}: {}", objective.name, objective.part(&any));
        }
    }

    #[test]
    fn a_model_finds_more_of_a_front_than_random_draws() {
        let objectives = front_objectives();
        let mean = |method: Method| {
            let part = |seed: u64| part(&objectives[0], method, 200, seed).expect("trials cannot fail");
            (1..=5).map(part).sum::<f64>() / 5.0
        };
        let [model, random] = [Method::Surrogate, Method::Random].map(mean);
        assert!(model > random && model > 0.7, "{model} and {random}");
    }
}
