//! What is told of a tuning run under way: games, the phase, the best so far with its interval.

use std::sync::Arc;

use sandtable_match::progress::ProgressSink;
use sandtable_stats::Estimate;

/// The state of a run in a line, kept up to date.
pub(super) struct Progress {
    sink: Arc<dyn ProgressSink>,
    best: String,
}

impl Progress {
    pub fn new(games: u32, sink: Arc<dyn ProgressSink>) -> Progress {
        sink.expect(u64::from(games));
        Progress { sink, best: String::new() }
    }

    /// Counts further games that were played, or were there.
    pub fn played(&self, games: u64, phase: &str) {
        self.sink.describe(format!("{phase}{}", self.best));
        self.sink.advance(games);
    }

    /// The best candidate so far.
    pub fn best(&mut self, worth: Estimate) {
        let Estimate { value, low, high } = worth;
        self.best = format!(": best so far {value:.3} ({low:.3} … {high:.3})");
    }

    pub fn finish(&self) {
        self.sink.finish();
    }
}
