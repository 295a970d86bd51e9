//! The benchmark of tuning itself: every method on objectives whose best is known, by budget and seed, against random draws.

mod front;
mod objective;

use sandtable_match::Failure;
use sandtable_match::parallel::in_order;
use sandtable_math::mix;
use sandtable_stats::{Draws, bands, holm, sign_flip};
use serde::Serialize;

pub use front::{FRONT_BUDGETS, FrontCell, FrontObjective, front_objectives, front_table, measure_fronts};
pub use objective::{NoisyObjective, NoisyTrials, objectives, objectives_named};

use super::optimizer::Method;
use super::search::{Explorer, SearchPlan};

/// Games of a search, by column of the table.
pub const BUDGETS: [u32; 5] = [50, 100, 200, 400, 800];
/// Rounds of drawing seeds again for an interval.
const ROUNDS: u32 = 1_000;
/// Corrected tests below this are significant.
const RISK: f64 = 0.05;

/// The method of a run: by name, or chosen by [`Method::suited`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// What a run without a method takes.
    Default,
    /// A method by name.
    Named(Method),
}

impl Entry {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Entry::Default => "default",
            Entry::Named(method) => method.name(),
        }
    }

    /// The entries of these names; all there are when there is no name.
    ///
    /// # Errors
    /// A name of none, with those there are.
    pub fn all_named(names: &[String]) -> Result<Vec<Entry>, String> {
        if names.is_empty() {
            return Ok([Entry::Default]
                .into_iter()
                .chain(Method::ALL.map(|(_, method)| Entry::Named(method)))
                .collect());
        }
        let entry = |name: &String| match name.as_str() {
            "default" => Ok(Entry::Default),
            name => name.parse().map(Entry::Named).map_err(|error| format!("{error}, or default")),
        };
        names.iter().map(entry).collect()
    }

    /// The method for an objective and a budget.
    pub fn method(self, objective: &NoisyObjective, games: u32) -> Method {
        match self {
            Entry::Default => Method::suited(&objective.axes, games).0,
            Entry::Named(method) => method,
        }
    }
}

/// A method on an objective with a budget.
#[derive(Clone, Debug, Serialize)]
pub struct BenchCell {
    /// The method.
    pub method: &'static str,
    /// The objective.
    pub objective: &'static str,
    /// Games of each search.
    pub games: u32,
    /// The true chance to win of what each seed's search returned, 0 … 1.
    pub worths: Vec<f64>,
    /// The mean of these less that of random draws with the same seeds, with its 95 % interval.
    pub gain: sandtable_stats::Estimate,
    /// How often chance alone would make it look so much worse than random draws, corrected for all cells of the method (Holm).
    pub worse: f64,
}

/// What the benchmark found.
#[derive(Clone, Debug, Serialize)]
pub struct TuneBench {
    /// Seeds of every cell, from 1.
    pub seeds: u32,
    /// All cells, by method, objective and budget.
    pub cells: Vec<BenchCell>,
}

/// Runs the benchmark: every entry on every objective, with every budget and seeds from 1 to `seeds`. The same figures for any number of
/// threads.
///
/// # Errors
/// That threads cannot be started.
pub fn measure(
    entries: &[Entry],
    objectives: &[NoisyObjective],
    seeds: u32,
    threads: usize,
    mut done: impl FnMut(),
) -> Result<TuneBench, Failure> {
    let mut wanted: Vec<(Entry, usize, u32)> = Vec::new();
    for entry in [Entry::Named(Method::Random)].iter().chain(entries.iter().filter(|entry| entry.name() != "random")) {
        for row in 0..objectives.len() {
            wanted.extend(BUDGETS.map(|games| (*entry, row, games)));
        }
    }
    let run = |number: u32| {
        let (entry, row, games) = wanted[(number / seeds) as usize];
        worth(&objectives[row], entry.method(&objectives[row], games), games, u64::from(number % seeds) + 1)
    };
    let mut worths: Vec<f64> = Vec::new();
    in_order(wanted.len() as u32 * seeds, threads, run, |worth| {
        worths.push(worth?);
        done();
        Ok(())
    })?;
    let worths: Vec<&[f64]> = worths.chunks(seeds as usize).collect();
    let mut cells = Vec::new();
    let each = objectives.len() * BUDGETS.len();
    for (at, (entry, row, games)) in wanted.iter().enumerate() {
        let random = worths[at % each];
        let differences: Vec<f64> = worths[at].iter().zip(random).map(|(own, random)| own - random).collect();
        let seed = mix(at as u64, u64::from(*games));
        cells.push(BenchCell {
            method: entry.name(),
            objective: objectives[*row].name,
            games: *games,
            worths: worths[at].to_vec(),
            gain: mean_with_band(&differences, seed),
            worse: if entry.name() == "random" { 1.0 } else { sign_flip(&differences, seed) },
        });
    }
    for own in cells.chunks_mut(each) {
        let corrected = holm(&own.iter().map(|cell| cell.worse).collect::<Vec<_>>());
        own.iter_mut().zip(corrected).for_each(|(cell, worse)| cell.worse = worse);
    }
    Ok(TuneBench { seeds, cells })
}

/// The true worth of what a search returns.
fn worth(objective: &NoisyObjective, method: Method, games: u32, seed: u64) -> Result<f64, Failure> {
    let pairs = games as usize / 2;
    let plan = SearchPlan { method, seed, pairs, each: None };
    let mut explorer = Explorer::new(&objective.axes, &objective.start(), &plan);
    let mut trials = NoisyTrials { objective, seed: mix(seed, 77), played: 0 };
    let found = explorer.search(&mut trials, pairs)?;
    Ok(objective.worth(&found.levels))
}

/// A mean with the 95 % interval of the percentile bootstrap.
fn mean_with_band(values: &[f64], seed: u64) -> sandtable_stats::Estimate {
    let mean = |values: &[f64]| values.iter().sum::<f64>() / (values.len() as f64).max(1.0);
    let mut draws = Draws::new(seed);
    let mut again = || {
        let drawn: Vec<f64> = values.iter().map(|_| values[draws.below(values.len() as u32) as usize]).collect();
        vec![mean(&drawn)]
    };
    let drawn: Vec<Vec<f64>> = (0..ROUNDS).map(|_| again()).collect();
    bands(&[mean(values)], &drawn)[0]
}

impl TuneBench {
    /// The methods, random draws first.
    pub fn methods(&self) -> Vec<&'static str> {
        let mut names: Vec<&'static str> = Vec::new();
        for cell in &self.cells {
            if !names.contains(&cell.method) {
                names.push(cell.method);
            }
        }
        names
    }

    /// The gain of a method over random draws by budget: the mean over all objectives, seed by seed.
    pub fn gain(&self, method: &str, games: u32) -> sandtable_stats::Estimate {
        let of = |name: &str| -> Vec<&BenchCell> {
            self.cells.iter().filter(|cell| cell.method == name && cell.games == games).collect()
        };
        let (own, random) = (of(method), of("random"));
        let difference = |seed: usize| {
            let sum: f64 = own.iter().zip(&random).map(|(own, random)| own.worths[seed] - random.worths[seed]).sum();
            sum / (own.len() as f64).max(1.0)
        };
        let differences: Vec<f64> = (0..self.seeds as usize).map(difference).collect();
        mean_with_band(&differences, u64::from(games))
    }

    /// The mean true worth of a method by budget.
    pub fn mean(&self, method: &str, games: u32) -> f64 {
        let cells = self.cells.iter().filter(|cell| cell.method == method && cell.games == games);
        let worths: Vec<f64> = cells.flat_map(|cell| cell.worths.iter().copied()).collect();
        worths.iter().sum::<f64>() / (worths.len() as f64).max(1.0)
    }

    /// Whether the method of the program's own choice was measured, and does not beat random draws at every budget, or is significantly
    /// worse in a cell.
    pub fn default_fails(&self) -> bool {
        let default = Entry::Default.name();
        let beats = BUDGETS.iter().all(|games| self.gain(default, *games).value > 0.0);
        self.methods().contains(&default) && !(beats && self.worse(default).is_empty())
    }

    /// Cells in which a method is significantly worse than random draws.
    pub fn worse(&self, method: &str) -> Vec<&BenchCell> {
        self.cells.iter().filter(|cell| cell.method == method && cell.worse < RISK).collect()
    }

    /// The table as Markdown.
    pub fn table(&self) -> String {
        use std::fmt::Write as _;
        let mut text = "| method |".to_owned();
        BUDGETS.iter().for_each(|games| _ = write!(text, " {games} games |"));
        text += " worse in |\n|---|";
        BUDGETS.iter().for_each(|_| text += "--:|");
        text += "--:|\n";
        for method in self.methods() {
            let _ = write!(text, "| {method} |");
            for games in BUDGETS {
                let (mean, gain) = (100.0 * self.mean(method, games), self.gain(method, games));
                if method == "random" {
                    let _ = write!(text, " {mean:.1} |");
                } else {
                    let [value, low, high] = [gain.value, gain.low, gain.high].map(|one| 100.0 * one);
                    let _ = write!(text, " {mean:.1} ({value:+.1}, {low:+.1} … {high:+.1}) |");
                }
            }
            let worse: Vec<String> =
                self.worse(method).iter().map(|cell| format!("{} {}", cell.objective, cell.games)).collect();
            let worse = if worse.is_empty() { "none".to_owned() } else { worse.join(", ") };
            let _ = writeln!(text, " {worse} |");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_the_same_for_any_number_of_threads() {
        let mut chosen = objectives();
        chosen.truncate(1);
        let entries = [Entry::Default, Entry::Named(Method::Spsa)];
        let run = |threads: usize| {
            let mut done = 0;
            let found = measure(&entries, &chosen, 2, threads, || done += 1).expect("threads can be started");
            assert_eq!(done, 3 * BUDGETS.len() * 2);
            found
        };
        let (one, three) = (run(1), run(3));
        assert_eq!(one.table(), three.table());
        assert_eq!(one.methods(), ["random", "default", "spsa"]);
        assert!(one.worse("random").is_empty() && one.table().contains("| random |"));
    }

    #[test]
    fn objectives_have_room_above_their_start() {
        for objective in objectives() {
            let start = objective.worth(&objective.start());
            assert!((0.0..0.93).contains(&start), "{}: {start}", objective.name);
        }
        assert_eq!(objectives().len(), 12);
    }
}
