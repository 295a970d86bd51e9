//! What a terminal shows while tuning: games, time left, the phase, the best so far with its interval.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use sandtable_stats::Estimate;

/// A live display on standard error; nothing where that is no terminal.
pub(super) struct Progress {
    bar: ProgressBar,
    best: String,
}

impl Progress {
    pub fn new(games: u32, shown: bool) -> Progress {
        let target = if shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(Some(u64::from(games)), target);
        if let Ok(style) = ProgressStyle::with_template("{bar:32} {pos}/{len} games  {per_sec}  {eta} left\n{msg}") {
            bar.set_style(style);
        }
        Progress { bar, best: String::new() }
    }

    /// So many games more are played or were.
    pub fn played(&self, games: u64, phase: &str) {
        self.bar.set_message(format!("{phase}{}", self.best));
        self.bar.inc(games);
    }

    /// The best candidate so far.
    pub fn best(&mut self, worth: Estimate) {
        let Estimate { value, low, high } = worth;
        self.best = format!(": best so far {value:.3} ({low:.3} … {high:.3})");
    }

    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
