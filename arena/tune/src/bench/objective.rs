//! Objectives made up for measuring optimizers: a chance to win by point, known exactly, and noisy pairs of games as an arena would play them.

use sandtable_match::Failure;
use sandtable_math::mix;
use sandtable_stats::Draws;

use crate::optimizer::Axis;
use crate::trials::Trials;

/// How much harder or easier than others a pair is for everybody, as log odds: one standard deviation.
const PAIR_SPREAD: f64 = 0.7;
/// The part of a game's worth that the share of scores is, as games have it.
const SHARE_PART: f64 = 0.25;

/// An objective.
pub struct NoisyObjective {
    /// Its name.
    pub name: &'static str,
    /// Its values.
    pub axes: Vec<Axis>,
    /// Where a search begins, as places 0 … 1.
    start: Vec<f64>,
    /// Log odds of winning a game by the places of a point.
    odds: fn(&[f64]) -> f64,
}

impl NoisyObjective {
    /// The levels a search begins with.
    pub fn start(&self) -> Vec<u32> {
        self.axes.iter().zip(&self.start).map(|(axis, place)| axis.level(*place)).collect()
    }

    fn odds_at(&self, levels: &[u32]) -> f64 {
        let places: Vec<f64> = self.axes.iter().zip(levels).map(|(axis, level)| axis.place(*level)).collect();
        (self.odds)(&places)
    }

    /// The chance to win a usual game, which a search is to raise.
    pub fn worth(&self, levels: &[u32]) -> f64 {
        chance(self.odds_at(levels))
    }
}

fn chance(odds: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-odds))
}

fn bump(places: &[f64], best: &[f64], width: f64) -> f64 {
    let squares: f64 = places.iter().zip(best).map(|(place, best)| (place - best) * (place - best)).sum();
    libm::exp(-squares / (2.0 * width * width))
}

pub(super) fn squares(places: &[f64], best: &[f64]) -> f64 {
    places.iter().zip(best).map(|(place, best)| (place - best) * (place - best)).sum()
}

const SPOTS: [f64; 20] =
    [0.7, 0.3, 0.55, 0.8, 0.2, 0.65, 0.4, 0.9, 0.15, 0.5, 0.75, 0.35, 0.6, 0.25, 0.85, 0.45, 0.1, 0.95, 0.3, 0.7];

/// The objectives of these names; all of them when there is no name.
///
/// # Errors
/// A name of none, with those there are.
pub fn objectives_named(names: &[String]) -> Result<Vec<NoisyObjective>, String> {
    let mut all = objectives();
    let known: Vec<&str> = all.iter().map(|one| one.name).collect();
    if let Some(name) = names.iter().find(|name| !known.contains(&name.as_str())) {
        return Err(format!("found {name}; expected one of {}", known.join(", ")));
    }
    all.retain(|one| names.is_empty() || names.iter().any(|name| name == one.name));
    Ok(all)
}

/// The twelve objectives of the benchmark.
pub fn objectives() -> Vec<NoisyObjective> {
    let fine = |count: usize| vec![Axis::linear(101); count];
    let all = |place: f64, count: usize| vec![place; count];
    let one = |name, axes, start, odds| NoisyObjective { name, axes, start, odds };
    vec![
        one("bowl-2", vec![Axis::linear(9), Axis::logarithmic(41, 1.0, 41.0)], vec![0.0, 1.0], |x| {
            2.0 - 7.0 * squares(x, &[0.5, 0.3])
        }),
        one("bowl-4", fine(4), all(0.1, 4), |x| 2.0 - 5.0 * squares(x, &SPOTS[..4])),
        one("bowl-8", fine(8), all(0.2, 8), |x| 2.0 - 3.5 * squares(x, &SPOTS[..8])),
        one("bowl-20", fine(20), all(0.5, 20), |x| 2.5 - 2.5 * squares(x, &SPOTS)),
        one("valley-4", fine(4), all(0.15, 4), |x| {
            let bend = |row: usize| x[row + 1] - (0.2 + 0.7 * x[row] * x[row]);
            2.0 - 9.0 * (bend(0) * bend(0) + bend(1) * bend(1) + bend(2) * bend(2)) - 2.5 * (0.8 - x[0]) * (0.8 - x[0])
        }),
        one("two-peaks-3", fine(3), vec![0.2, 0.3, 0.2], |x| {
            -2.0 + 2.6 * bump(x, &[0.25, 0.3, 0.3], 0.3) + 4.2 * bump(x, &[0.75, 0.7, 0.65], 0.2)
        }),
        one("steps-4", vec![Axis::linear(61); 4], all(0.05, 4), |x| {
            let step = |row: usize, low: f64, high: f64| f64::from(u8::from(x[row] >= low && x[row] < high));
            -2.0 + 1.4 * step(0, 0.45, 1.1)
                + 1.2 * step(1, 0.2, 0.6)
                + 0.9 * step(2, 0.0, 0.5)
                + 0.9 * step(3, 0.3, 0.9)
        }),
        one(
            "choices-5",
            vec![Axis::choice(5), Axis::choice(2), Axis::choice(7), Axis::choice(3), Axis::linear(11)],
            all(0.0, 5),
            |x| {
                let is = |row: usize, place: f64| f64::from(u8::from((x[row] - place).abs() < 0.01));
                -1.5 + 1.5 * is(0, 0.75) * is(1, 1.0)
                    + is(2, 5.0 / 6.0)
                    + 0.5 * is(0, 0.5)
                    + 0.7 * is(3, 0.5)
                    + 0.8 * x[4]
            },
        ),
        one(
            "mixed-6",
            vec![
                Axis::choice(2),
                Axis::choice(4),
                Axis::linear(41),
                Axis::logarithmic(64, 1.0, 64.0),
                Axis::linear(11),
                Axis::linear(101),
            ],
            vec![0.0, 1.0, 0.9, 0.9, 0.1, 0.1],
            |x| {
                let on = f64::from(u8::from(x[0] > 0.5));
                let kind = [0.6, 0.0, 1.1, 0.2][(x[1] * 3.0).round() as usize];
                on * 0.8 + kind - 4.0 * squares(&x[2..5], &[0.3 + 0.3 * on, 0.4, 0.6]) - 0.5 * (x[5] - 0.5).abs()
            },
        ),
        one("sparse-12", fine(12), all(0.5, 12), |x| 1.6 - 10.0 * squares(&[x[3], x[8]], &[0.85, 0.2])),
        one("near-5", fine(5), vec![0.62, 0.35, 0.5, 0.72, 0.27], |x| 1.2 - 6.0 * squares(x, &SPOTS[..5])),
        one("needle-3", fine(3), vec![0.5, 0.9, 0.1], |x| -1.2 + 3.5 * bump(x, &[0.7, 0.3, 0.6], 0.16) + 0.4 * x[0]),
    ]
}

/// Trials of an objective: a seed makes the pairs.
pub struct NoisyTrials<'o> {
    /// What is tried.
    pub objective: &'o NoisyObjective,
    /// The seed of all noise.
    pub seed: u64,
    /// Pairs so far.
    pub played: usize,
}

impl NoisyTrials<'_> {
    fn pair(&self, levels: &[u32], pair: usize) -> f64 {
        let odds = self.objective.odds_at(levels);
        let mut shared = Draws::new(mix(self.seed, pair as u64));
        let own = levels.iter().fold(mix(self.seed, !(pair as u64)), |seed, level| mix(seed, u64::from(*level)));
        let mut own = Draws::new(own);
        let hard = PAIR_SPREAD * normal(&mut shared);
        let mut game = || {
            // Half of what decides a game is its seed, alike for all; half is how this point plays it.
            let luck = (logit(shared.unit()) + logit(own.unit())) / std::f64::consts::SQRT_2;
            let lead = odds + hard + luck;
            (1.0 - SHARE_PART) * f64::from(u8::from(lead > 0.0)) + SHARE_PART * chance(lead / 2.0)
        };
        (game() + game()) / 2.0
    }
}

fn logit(unit: f64) -> f64 {
    let unit = unit.clamp(1e-9, 1.0 - 1e-9);
    libm::log(unit / (1.0 - unit))
}

pub(super) fn normal(draws: &mut Draws) -> f64 {
    let radius = (-2.0 * libm::log(1.0 - draws.unit())).sqrt();
    radius * libm::cos(2.0 * std::f64::consts::PI * draws.unit())
}

impl Trials for NoisyTrials<'_> {
    fn play(&mut self, _: &str, asked: &[(&[u32], usize)]) -> Result<Vec<f64>, Failure> {
        self.played += asked.len();
        Ok(asked.iter().map(|(levels, pair)| self.pair(levels, *pair)).collect())
    }

    fn is_valid(&mut self, _: &[u32]) -> Result<bool, Failure> {
        Ok(true)
    }
}
