//! What is told of an opening.

use std::fmt::Write as _;

use sandtable_state::limits::TICKS_PER_SECOND;
use serde::Serialize;

use super::OpeningRequest;
use super::order_file::{BuildOrderFile, OrderStep};
use super::solo::{StepTicks, cost};

/// When a step was had.
#[derive(Clone, Debug, Serialize)]
pub struct StepTime {
    /// What it asks for.
    pub step: String,
    /// Mean over the games that had it, in game seconds; none where none had.
    pub mean_seconds: Option<f64>,
    /// The first of the games.
    pub first_seconds: Option<f64>,
    /// The last of them.
    pub last_seconds: Option<f64>,
    /// Games that had it.
    pub games: usize,
}

/// An opening as it was played.
pub struct OpeningReport {
    pub(super) file: BuildOrderFile,
    strategy: String,
    maps: Vec<String>,
    seed: u64,
    tries: u32,
    games: usize,
    own: (Vec<StepTime>, u64),
    better: Option<(Vec<StepTime>, u64, String)>,
}

impl OpeningReport {
    pub(super) fn new(request: &OpeningRequest<'_>, file: BuildOrderFile, games: Vec<StepTicks>) -> OpeningReport {
        let own = (times(&file.steps, &games), cost(&games, file.until_seconds));
        OpeningReport {
            file,
            strategy: request.strategy.to_owned(),
            maps: request.maps.to_vec(),
            seed: request.seed,
            tries: request.search,
            games: games.len(),
            own,
            better: None,
        }
    }

    /// Mean tick at which all of the file's own order was had.
    pub(super) fn own_cost(&self) -> u64 {
        self.own.1
    }

    pub(super) fn take_better(&mut self, steps: Vec<OrderStep>, text: String, games: &[StepTicks]) {
        self.better = Some((times(&steps, games), cost(games, self.file.until_seconds), text));
    }

    /// The text of the strategy with the better order; none where none was found.
    pub fn better_text(&self) -> Option<String> {
        self.better.as_ref().map(|(.., text)| self.file.own_text(text))
    }

    /// When the steps of the file's own order were had.
    pub fn steps(&self) -> &[StepTime] {
        &self.own.0
    }

    /// Mean time in game seconds at which all was had, of the file's own order and of the better one. What was never had counts as twice
    /// the time that the order has.
    pub fn seconds(&self) -> (f64, Option<f64>) {
        (seconds(self.own.1 as f64), self.better.as_ref().map(|better| seconds(better.1 as f64)))
    }

    /// The report as text.
    pub fn tell(&self) -> String {
        let mut text =
            format!("{} on {}, {} games, seed {}\n\n", self.strategy, self.maps.join(", "), self.games, self.seed);
        tell_order(&mut text, &self.own.0, self.games);
        let whole = |cost: u64| clock(seconds(cost as f64));
        let _ = writeln!(text, "\ncomplete at {} on average", whole(self.own.1));
        match &self.better {
            Some((steps, cost, _)) => {
                let sooner = 100.0 * (1.0 - *cost as f64 / self.own.1.max(1) as f64);
                let _ = writeln!(
                    text,
                    "\nbest of {} orders: complete at {}, {sooner:.1} % sooner\n",
                    self.tries,
                    whole(*cost)
                );
                tell_order(&mut text, steps, self.games);
            }
            None if self.tries > 0 => {
                let _ = writeln!(text, "none of {} other orders completes sooner", self.tries);
            }
            None => {}
        }
        text
    }

    /// The report as JSON.
    pub fn json(&self) -> serde_json::Value {
        let (own, better) = self.seconds();
        serde_json::json!({
            "strategy": self.strategy,
            "maps": self.maps,
            "seed": self.seed,
            "games": self.games,
            "steps": self.own.0,
            "all_seconds": own,
            "tried": self.tries,
            "better": self.better.as_ref().map(|(steps, ..)| steps),
            "better_seconds": better,
        })
    }
}

fn tell_order(text: &mut String, steps: &[StepTime], games: usize) {
    let width = steps.iter().map(|time| time.step.len()).max().unwrap_or(0).max(4);
    let _ = writeln!(text, "  {:width$}  done at first – last", "step");
    for time in steps {
        let shown = |seconds: Option<f64>| seconds.map_or_else(|| "never".to_owned(), clock);
        let range = format!("{} – {}", shown(time.first_seconds), shown(time.last_seconds));
        let _ = write!(text, "  {:width$}  {:>6}  {range}", time.step, shown(time.mean_seconds));
        if time.games < games {
            let _ = write!(text, "  in {} of {games} games", time.games);
        }
        text.push('\n');
    }
}

fn times(steps: &[OrderStep], games: &[StepTicks]) -> Vec<StepTime> {
    let time = |(row, step): (usize, &OrderStep)| {
        let ticks: Vec<u32> = games.iter().filter_map(|game| game[row]).collect();
        let mean = ticks.iter().map(|tick| f64::from(*tick)).sum::<f64>() / ticks.len().max(1) as f64;
        let one = |tick: Option<&u32>| tick.map(|tick| seconds(f64::from(*tick)));
        StepTime {
            step: step.says(),
            mean_seconds: (!ticks.is_empty()).then(|| seconds(mean)),
            first_seconds: one(ticks.iter().min()),
            last_seconds: one(ticks.iter().max()),
            games: ticks.len(),
        }
    };
    steps.iter().enumerate().map(time).collect()
}

fn seconds(ticks: f64) -> f64 {
    ticks / f64::from(TICKS_PER_SECOND)
}

/// Minutes and seconds.
fn clock(seconds: f64) -> String {
    let whole = seconds.round() as u64;
    format!("{}:{:02}", whole / 60, whole % 60)
}
