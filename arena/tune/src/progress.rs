//! What is told of a tuning run under way: games, the phase, the best so far with its interval.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use sandtable_match::pace::Pace;
use sandtable_match::progress::ProgressSink;
use sandtable_stats::Estimate;

/// The part of the games of a proof that it takes, mostly: it ends as soon as it is decided.
const PROOF_PART: u32 = 2;

/// The page of a run under way, which is written again and again.
pub(super) trait RunPage {
    /// Writes it, with the phase that goes on and the games by phase.
    fn write(&self, pace: &mut Pace, phase: &str, games: &BTreeMap<String, u32>);
}

/// The games of a proof under way.
pub(super) struct ProofGames {
    /// Those that it may still play.
    pub left: usize,
    /// Those that it needs, by what it has seen.
    pub needed: usize,
}

/// The state of a run in a line, kept up to date.
pub(super) struct Progress {
    sink: Arc<dyn ProgressSink>,
    /// For the page of the run.
    pub pace: Pace,
    phase: String,
    best: String,
    done: u64,
    expected: u64,
    /// Games that proofs after this one may play.
    later: u64,
}

impl Progress {
    /// A run of `games` for certain, and a proof of up to `proof`, whose page is written about `every` so long.
    pub fn new([games, proof]: [u32; 2], sink: Arc<dyn ProgressSink>, every: Option<Duration>) -> Progress {
        let (phase, best) = (String::new(), String::new());
        let mut progress = Progress { sink, pace: Pace::new(every), phase, best, done: 0, expected: 0, later: 0 };
        progress.expect(u64::from(games) + u64::from(proof / PROOF_PART));
        progress
    }

    /// Expects this number of games in all, and no fewer than were played: a proof may take longer than most.
    fn expect(&mut self, games: u64) {
        self.expected = games.max(self.done);
        self.sink.expect(self.expected);
        self.pace.expect(self.expected);
    }

    fn tell(&self) {
        self.sink.describe(format!("{}{}", self.phase, self.best));
    }

    /// A phase goes on, and this number of its games were there already.
    pub fn known(&mut self, games: u64, phase: &str) {
        phase.clone_into(&mut self.phase);
        self.tell();
        if games > 0 {
            self.done += games;
            self.sink.skip(games);
            self.pace.skip(games);
        }
    }

    /// Games that were played.
    pub fn played(&mut self, games: u64) {
        self.done += games;
        self.sink.advance(games);
        self.pace.advance(games);
        if self.done > self.expected {
            self.expect(self.done);
        }
    }

    /// Expects the games of a proof under way.
    pub fn expect_of_proof(&mut self, games: ProofGames) {
        self.expect(self.done + games.left.min(games.needed) as u64 + self.later);
    }

    /// Further proofs follow, of up to this number of games.
    pub fn expect_later(&mut self, games: u64) {
        self.later = games / u64::from(PROOF_PART);
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
