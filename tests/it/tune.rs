//! Tuning: what files may mark, what optimizers find, and that a tuned strategy is proved to be better, the same on every machine.

use sandtable::tune::{Axis, Method, Optimizer, Search, parameters, with_levels};
use sandtable_tests::command::{Folder, error_of, sandtable};

const FILE: &str = r#"# What it is for.
bot = "goals"
about = "A test."
rules = "duel"
noise_percent = 20   # some

[goals.defend]
priority = 90
militia = 4

[goals.economy]
priority = 80
workers = 5
when = [
    { input = "workers", times = [[4, 1], [5, 0.5]] }, # the sixth can wait
]

[goals.rush]
priority = 60.5
mix = { light = 4, ranged = 1 }
size = 3
buildings = { barracks = 1 }

[systems]
spend = false
"#;

fn read(table: &str) -> Result<Vec<String>, String> {
    let found = parameters("s.toml", &format!("{FILE}\n[tune]\n{table}")).map_err(|issues| issues.to_string())?;
    Ok(found
        .iter()
        .map(|one| format!("{} = {} in {} of {}", one.path, one.written, one.range(), one.levels()))
        .collect())
}

#[test]
fn values_are_marked_by_path() {
    let table = r#"
"goals.rush.size" = { range = [1, 9] }
"goals.rush.priority" = { range = [20, 90], step = 0.5 }
"goals.economy.when[1].times[2][2]" = { range = [0.1, 1], step = 0.05, scale = "log" }
"systems.spend" = { choice = [true, false] }
noise_percent = { range = [0, 50], step = 5 }
"#;
    let found = read(table).expect("it is in order");
    let expected = [
        "goals.rush.size = 3 in 1 … 9 of 9",
        "goals.rush.priority = 60.5 in 20 … 90 of 141",
        "goals.economy.when[1].times[2][2] = 0.5 in 0.1 … 1, log of 19",
        "systems.spend = false in true, false of 2",
        "noise_percent = 20 in 0 … 50 of 11",
    ];
    assert_eq!(found, expected);
}

#[test]
fn what_cannot_be_tuned_is_named_with_its_place() {
    let cases = [
        ("\"goals.rush.sise\" = { range = [1, 9] }", "did you mean \"size\"?"),
        ("\"goals.rush\" = { range = [1, 9] }", "a path to a table or a list"),
        ("\"goals.economy.when[2].min\" = { range = [1, 9] }", "after that [1] to [1]"),
        ("\"about\" = { range = [1, 9] }", "a path to a string"),
        ("\"goals.rush.size\" = { range = [4, 9] }", "found 3 in the file; expected a value of its range, 4 to 9"),
        ("\"goals.rush.size\" = { range = [9, 1] }", "no range"),
        ("\"goals.rush.size\" = { range = [1, 9], step = 3 }", "steps that do not fit"),
        ("\"goals.rush.size\" = { range = [1, 9], stp = 1 }", "did you mean \"step\"?"),
        ("\"goals.rush.size\" = { range = [0, 9], scale = \"log\" }", "more than 0"),
        ("\"goals.rush.size\" = { range = [1, 9], scale = \"lgo\" }", "did you mean \"log\"?"),
        ("\"goals.rush.size\" = { choice = [4, 5] }", "found 3 in the file; expected one of 4, 5"),
        ("\"goals.rush.size\" = { choice = [3] }", "no choice"),
        ("\"goals.rush.size\" = { range = [1, 9], choice = [3, 4] }", "either range or choice"),
        ("\"goals..size\" = { range = [1, 9] }", "no path"),
        ("\"goals.rush.size\" = 4", "no table"),
    ];
    for (line, expected) in cases {
        let error = read(line).expect_err(line);
        assert!(error.contains(expected) && error.starts_with("s.toml:28:"), "{line}: {error}");
    }
}

#[test]
fn every_way_to_load_a_strategy_looks_at_its_marks() {
    let home = Folder::new("tune-marks");
    let good = home.file("good.toml", &format!("{FILE}\n[tune]\n\"goals.rush.size\" = {{ range = [1, 9] }}\n"));
    sandtable(&["check", &good.to_string_lossy()]).expect("it is in order");
    let bad = home.file("bad.toml", &format!("{FILE}\n[tune]\n\"goals.rush.sze\" = {{ range = [1, 9] }}\n"));
    let (code, _) = error_of(&["check", &bad.to_string_lossy()]);
    assert_eq!(code, 1);
    let (code, said) =
        error_of(&["match", "--map", "duel16", "--rules", "duel", "--p1", &bad.to_string_lossy(), "--p2", "duel/rush"]);
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("did you mean \"size\"?"), "{said}");
}

#[test]
fn a_tuned_text_is_the_same_but_for_its_values() {
    let text = format!(
        "{FILE}\n[tune]\n\"goals.rush.size\" = {{ range = [1, 9] }}\n\"goals.rush.priority\" = {{ range = [20, 90], step = 0.5 }}\n\
         \"goals.economy.when[1].times[2][2]\" = {{ range = [0.1, 1] }}\n\"systems.spend\" = {{ choice = [true, false] }}\n"
    );
    let found = parameters("s.toml", &text).expect("it is in order");
    let current: Vec<u32> = found.iter().map(|one| one.current).collect();
    assert_eq!(with_levels(&text, &found, &current).expect("it can be written"), text);
    let tuned = with_levels(&text, &found, &[6, 0, 5, 0]).expect("it can be written");
    let expected = text
        .replace("size = 3\n", "size = 7\n")
        .replace("priority = 60.5", "priority = 20.0")
        .replace("[5, 0.5]", "[5, 0.15]")
        .replace("spend = false", "spend = true");
    assert_eq!(tuned, expected);
    assert_eq!(parameters("s.toml", &tuned).expect("it is in order").len(), 4);
}

/// How far, at most, the farthest value may be from the best, as a share of its axis, after so many points.
fn distance(method: Method, axes: &[Axis], budget: u32, seed: u64, worth: &dyn Fn(&[f64]) -> f64, best: &[f64]) -> f64 {
    let start: Vec<u32> = axes.iter().map(|axis| axis.levels / 10).collect();
    let mut search = Search::new(method, axes, &start, seed, budget);
    let places =
        |levels: &[u32]| -> Vec<f64> { axes.iter().zip(levels).map(|(axis, level)| axis.place(*level)).collect() };
    let mut valued = 0;
    while valued < budget {
        let points = search.ask();
        if points.is_empty() {
            break;
        }
        valued += points.len() as u32;
        search.tell(&points.iter().map(|point| worth(&places(point))).collect::<Vec<_>>());
        // Its state can be saved at any time.
        let saved = serde_json::to_string(&search).expect("it can be saved");
        search = serde_json::from_str(&saved).expect("it can be loaded");
    }
    let found = places(&search.best());
    found.iter().zip(best).map(|(found, best)| (found - best).abs()).fold(0.0, f64::max)
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
    for (method, budget, allowed) in
        [(Method::Spsa, 3_000, 0.12), (Method::CmaEs, 2_000, 0.25), (Method::Ntbea, 800, 0.3)]
    {
        for seed in 1..=3_u64 {
            let draws = std::cell::RefCell::new(sandtable::stats::Draws::new(seed));
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
            let mut search = Search::new(method, &axes, &[50, 1, 20], seed, 40);
            let mut asked = Vec::new();
            for _ in 0..5 {
                let points = search.ask();
                search.tell(&points.iter().map(|point| f64::from(point[0] + point[1])).collect::<Vec<_>>());
                asked.push(points);
            }
            asked
        };
        assert_eq!(run(7), run(7), "{name}");
        assert_ne!(run(7), run(8), "{name}");
        assert!(run(7).iter().flatten().all(|point| point.iter().zip(&axes).all(|(level, axis)| *level < axis.levels)));
        assert_eq!(name.parse::<Method>(), Ok(method));
    }
    let first = Search::new(Method::CmaEs, &axes, &[50, 1, 20], 7, 40).ask();
    // Sums of products in a fixed order, roots, and `libm`: the same on every platform.
    assert_eq!(first[0], FIRST_DRAW);
}

/// The first point that CMA-ES asks for there.
const FIRST_DRAW: [u32; 3] = [82, 1, 14];
