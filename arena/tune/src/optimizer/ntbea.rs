//! The n-tuple bandit evolutionary algorithm (Lucas, Liu and Perez-Liebana, "The N-Tuple Bandit Evolutionary Algorithm for Game
//! Agent Optimisation", 2018): a model keeps the mean of every value, of every pair of values and of every point; what is tried next is the
//! neighbour with the highest hope, which is its mean and what is not known yet. Values need no order.

use std::collections::BTreeMap;

use sandtable_state::rng::Rng;

use super::draws::unit;
use super::{Axis, Optimizer};
use crate::ledger::Ledger;

/// Values of an axis the model tells apart.
const MAX_BINS: u32 = 16;
/// Points at a time.
const BATCH: usize = 4;
/// Neighbours that are looked at for each of them.
const NEIGHBOURS: usize = 50;
/// The weight of what is not known, for values in 0 … 1.
const CURIOSITY: f64 = 0.4;
/// Counts as seen so often, what was not seen.
const EPSILON: f64 = 0.5;

/// What is known of a tuple of values.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Arm {
    count: f64,
    sum: f64,
}

/// A run of the algorithm.
#[derive(Clone, Debug)]
pub struct Ntbea {
    axes: Vec<Axis>,
    start: Vec<u32>,
    rng: Rng,
    /// Where it is, in bins.
    current: Vec<u32>,
    /// By axis and bin.
    singles: Vec<Vec<Arm>>,
    /// By pair of axes, then both bins.
    pairs: Vec<Vec<Arm>>,
    /// Whole points that were valued.
    points: BTreeMap<Vec<u32>, Arm>,
    valued: f64,
    asked: Vec<Vec<u32>>,
}

impl Ntbea {
    /// One that begins with `start` itself.
    pub fn new(axes: &[Axis], start: &[u32], seed: u64) -> Ntbea {
        let bins = |axis: &Axis| axis.levels.min(MAX_BINS) as usize;
        let pairs = couples(axes.len()).map(|(a, b)| vec![Arm::default(); bins(&axes[a]) * bins(&axes[b])]);
        let mut ntbea = Ntbea {
            start: start.to_vec(),
            rng: Rng::stream(seed, "tune ntbea"),
            current: Vec::new(),
            singles: axes.iter().map(|axis| vec![Arm::default(); bins(axis)]).collect(),
            pairs: pairs.collect(),
            axes: axes.to_vec(),
            points: BTreeMap::new(),
            valued: 0.0,
            asked: Vec::new(),
        };
        ntbea.current = (0..axes.len()).map(|row| ntbea.bin(row, start[row])).collect();
        ntbea
    }

    fn bins(&self, row: usize) -> u32 {
        self.singles[row].len() as u32
    }

    fn bin(&self, row: usize, level: u32) -> u32 {
        let (axis, last) = (&self.axes[row], f64::from(self.bins(row) - 1));
        if axis.levels <= MAX_BINS { level } else { (axis.place(level) * last).round() as u32 }
    }

    /// The level of a bin; that of the start where it lies in the bin.
    fn level(&self, row: usize, bin: u32) -> u32 {
        let axis = &self.axes[row];
        match () {
            () if self.bin(row, self.start[row]) == bin => self.start[row],
            () if axis.levels <= MAX_BINS => bin,
            () => axis.level(f64::from(bin) / f64::from(self.bins(row) - 1)),
        }
    }

    /// Every arm that a point pulls.
    fn arms<'a>(&'a self, point: &'a [u32], whole: Option<Arm>) -> impl Iterator<Item = Arm> + 'a {
        let singles = point.iter().zip(&self.singles).map(|(bin, arms)| arms[*bin as usize]);
        let pair =
            move |((a, b), arms): ((usize, usize), &Vec<Arm>)| arms[(point[a] * self.bins(b) + point[b]) as usize];
        singles.chain(couples(point.len()).zip(&self.pairs).map(pair)).chain([whole.unwrap_or_default()])
    }

    fn hope(&self, point: &[u32], whole: Option<Arm>) -> f64 {
        let hope = |arm: Arm| {
            let mean = if arm.count > 0.0 { arm.sum / arm.count } else { 0.0 };
            mean + CURIOSITY * (libm::log(1.0 + self.valued) / (arm.count + EPSILON)).sqrt()
        };
        let (sum, count) =
            self.arms(point, whole).map(hope).fold((0.0, 0.0), |(sum, count), hope| (sum + hope, count + 1.0));
        sum / count
    }

    /// What the model makes of a point: the means of its values, of its pairs of values and of itself, one third each. Only of
    /// points that were valued, all of whose arms have therefore been pulled.
    fn mean(&self, point: &[u32], whole: Arm) -> f64 {
        let size = point.len();
        let means: Vec<f64> = self.arms(point, Some(whole)).map(|arm| arm.sum / arm.count.max(1.0)).collect();
        let of = |part: &[f64]| part.iter().sum::<f64>() / f64::max(part.len() as f64, 1.0);
        let (singles, rest) = means.split_at(size);
        let (pairs, whole) = rest.split_at(rest.len() - 1);
        let pairs = if pairs.is_empty() { of(singles) } else { of(pairs) };
        (of(singles) + pairs + of(whole)) / 3.0
    }

    fn neighbour(&mut self) -> Vec<u32> {
        let size = self.current.len();
        let mut point = self.current.clone();
        let sure = self.rng.below(size as u32) as usize;
        for (row, bin) in point.iter_mut().enumerate() {
            if row == sure || unit(&mut self.rng) < 1.0 / size as f64 {
                let others = self.singles[row].len() as u32 - 1;
                let other = self.rng.below(others);
                *bin = other + u32::from(other >= *bin);
            }
        }
        point
    }

    fn learn(&mut self, point: &[u32], value: f64) {
        let pull = |arm: &mut Arm| {
            arm.count += 1.0;
            arm.sum += value;
        };
        let bins: Vec<u32> = (0..point.len()).map(|row| self.bins(row)).collect();
        self.singles.iter_mut().zip(point).for_each(|(arms, bin)| pull(&mut arms[*bin as usize]));
        for ((a, b), arms) in couples(point.len()).zip(&mut self.pairs) {
            pull(&mut arms[(point[a] * bins[b] + point[b]) as usize]);
        }
        pull(self.points.entry(point.to_vec()).or_default());
        self.valued += 1.0;
    }
}

/// Every two of `axes` axes.
fn couples(size: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..size).flat_map(move |a| (a + 1..size).map(move |b| (a, b)))
}

impl Optimizer for Ntbea {
    fn ask(&mut self, _: &Ledger) -> Vec<Vec<u32>> {
        let mut batch = if self.valued == 0.0 { vec![self.current.clone()] } else { Vec::new() };
        while batch.len() < BATCH {
            let mut best: Option<(f64, Vec<u32>)> = None;
            for _ in 0..NEIGHBOURS {
                let point = self.neighbour();
                let hope = self.hope(&point, self.points.get(&point).copied());
                if !batch.contains(&point) && best.as_ref().is_none_or(|(most, _)| hope > *most) {
                    best = Some((hope, point));
                }
            }
            let Some((_, point)) = best else { break };
            batch.push(point);
        }
        self.asked = batch;
        let levels = |point: &Vec<u32>| point.iter().enumerate().map(|(row, bin)| self.level(row, *bin)).collect();
        self.asked.iter().map(levels).collect()
    }

    fn tell(&mut self, values: &[f64]) {
        let asked = std::mem::take(&mut self.asked);
        for (point, value) in asked.iter().zip(values) {
            self.learn(point, *value);
        }
        let hope = |point: &Vec<u32>| self.hope(point, self.points.get(point).copied());
        if let Some(best) = asked.iter().max_by(|a, b| hope(a).total_cmp(&hope(b))) {
            self.current = best.clone();
        }
    }

    fn best(&self) -> Option<Vec<u32>> {
        let worth = |(point, arm): &(&Vec<u32>, &Arm)| self.mean(point, **arm);
        let best = self.points.iter().max_by(|a, b| worth(a).total_cmp(&worth(b)));
        let bins = best.map_or(&self.current, |(point, _)| point);
        Some(bins.iter().enumerate().map(|(row, bin)| self.level(row, *bin)).collect())
    }
}
