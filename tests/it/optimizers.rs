//! What optimizers of tuning find: how near they get to a known best, and that they are functions of their seed.

use sandtable_tune::{Axis, Ledger, Method, optimizer};

/// How far, at most, the farthest value may be from the best, as a share of its axis, after `points` points.
fn distance(
    method: Method,
    axes: &[Axis],
    budget: u32,
    seed: u64,
    worth: &dyn Fn(&[f64]) -> f64,
    best_places: &[f64],
) -> f64 {
    let start: Vec<u32> = axes.iter().map(|axis| axis.levels / 10).collect();
    let mut search = optimizer(method, axes, &start, seed, budget);
    let mut ledger = Ledger::default();
    let places =
        |levels: &[u32]| -> Vec<f64> { axes.iter().zip(levels).map(|(axis, level)| axis.place(*level)).collect() };
    for pair in 0..budget as usize {
        if ledger.points().iter().map(|known| known.results.len()).sum::<usize>() >= budget as usize {
            break;
        }
        let points = search.ask(&ledger);
        if points.is_empty() {
            break;
        }
        let values: Vec<f64> = points.iter().map(|point| worth(&places(point))).collect();
        points.iter().zip(&values).for_each(|(point, value)| ledger.add(point, pair, *value));
        search.tell(&values);
    }
    let beliefs = search.beliefs(&ledger);
    let rows = (0..beliefs.len()).max_by(|a, b| beliefs[*a].mean.total_cmp(&beliefs[*b].mean));
    let best = search.best().or_else(|| rows.map(|row| ledger.points()[row].levels.clone()));
    let found = places(&best.expect("something was tried"));
    found.iter().zip(best_places).map(|(found, best)| (found - best).abs()).fold(0.0, f64::max)
}

/// A bowl with different widths and one tilted pair of axes.
fn bowl(places: &[f64]) -> f64 {
    let off: Vec<f64> = places.iter().zip(BEST).map(|(place, best)| place - best).collect();
    let squares: f64 = off.iter().enumerate().map(|(row, off)| (1.0 + row as f64) * off * off).sum();
    1.0 - squares - off[0] * off[1]
}

const BEST: [f64; 4] = [0.7, 0.3, 0.55, 0.8];

#[test]
fn every_optimizer_gets_near_a_known_optimum() {
    let axes = [Axis::linear(101), Axis::linear(41), Axis::logarithmic(201, 0.5, 50.5), Axis::linear(1_001)];
    // By method: points, and how far off the farthest axis may be, for each of five seeds.
    let cases = [
        (Method::Surrogate, 120, 0.15),
        (Method::Spsa, 600, 0.06),
        (Method::CmaEs, 400, 0.03),
        (Method::Ntbea, 400, 0.2),
        (Method::Random, 600, 0.25),
        (Method::Grid, 625, 0.15),
    ];
    for (method, budget, allowed) in cases {
        for seed in 1..=5 {
            let off = distance(method, &axes, budget, seed, &bowl, &BEST);
            assert!(off <= allowed, "{method:?}, seed {seed}: {off}");
        }
    }
}

#[test]
fn noise_does_not_keep_them_from_it() {
    let axes = [Axis::linear(101), Axis::linear(41), Axis::linear(201), Axis::linear(1_001)];
    for (method, budget, allowed) in [
        (Method::Surrogate, 200, 0.3),
        (Method::Spsa, 3_000, 0.12),
        (Method::CmaEs, 2_000, 0.25),
        (Method::Ntbea, 800, 0.3),
    ] {
        for seed in 1..=3_u64 {
            let draws = std::cell::RefCell::new(sandtable_stats::Draws::new(seed));
            let noisy = |places: &[f64]| bowl(places) + 0.2 * (draws.borrow_mut().unit() - 0.5);
            let off = distance(method, &axes, budget, seed, &noisy, &BEST);
            assert!(off <= allowed, "{method:?}, seed {seed}: {off}");
        }
    }
}

#[test]
fn choices_are_found_by_the_bandit() {
    let axes = [Axis::choice(5), Axis::choice(2), Axis::choice(7), Axis::linear(11)];
    // The second choice is good with the fourth value of the first only.
    let worth = |places: &[f64]| {
        let level = |row: usize| (places[row] * f64::from(axes[row].levels - 1)).round() as u32;
        let pair = f64::from(u8::from(level(0) == 3 && level(1) == 1)) * 0.4;
        pair + f64::from(u8::from(level(2) == 5)) * 0.3 + 0.2 * places[3]
    };
    for seed in 1..=5 {
        let off = distance(Method::Ntbea, &axes, 400, seed, &worth, &[0.75, 1.0, 5.0 / 6.0, 1.0]);
        assert!(off <= 0.11, "seed {seed}: {off}");
    }
}

#[test]
fn an_optimizer_is_a_function_of_its_seed_and_what_it_is_told() {
    let axes = [Axis::linear(101), Axis::choice(4), Axis::logarithmic(50, 1.0, 50.0)];
    for (name, method) in Method::ALL {
        let run = |seed: u64| {
            let mut search = optimizer(method, &axes, &[50, 1, 20], seed, 40);
            let (mut asked, mut ledger) = (Vec::new(), Ledger::default());
            for pair in 0..5 {
                let points = search.ask(&ledger);
                let worth = |point: &Vec<u32>| f64::from(point[0] + point[1]) / 110.0;
                points.iter().for_each(|point| ledger.add(point, pair, worth(point)));
                search.tell(&points.iter().map(worth).collect::<Vec<_>>());
                asked.push(points);
            }
            asked
        };
        assert_eq!(run(7), run(7), "{name}");
        assert_ne!(run(7), run(8), "{name}");
        assert!(run(7).iter().flatten().all(|point| point.iter().zip(&axes).all(|(level, axis)| *level < axis.levels)));
        assert_eq!(name.parse::<Method>(), Ok(method));
    }
    let first = optimizer(Method::CmaEs, &axes, &[50, 1, 20], 7, 40).ask(&Ledger::default());
    // Sums of products in a fixed order, roots, and `libm`: the same on every platform.
    assert_eq!(first[0], FIRST_DRAW);
}

/// The first point that CMA-ES asks for there.
const FIRST_DRAW: [u32; 3] = [82, 1, 14];
