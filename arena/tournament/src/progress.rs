//! What is told of a tournament while it is played: games and pairs, time left, the standings, how the test stands.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::sync::Arc;

use sandtable_match::progress::ProgressSink;
use sandtable_match::runner::clock;
use sandtable_match::score::WinDrawLoss;
use sandtable_stats::SprtState;

use super::record::GameRecord;

/// Strategies that are shown.
const MAX_SHOWN: usize = 12;
/// Characters of the bar of the log-likelihood ratio, on each side of its middle.
const LLR_HALF: usize = 12;

/// The state of a tournament in a few lines, kept up to date.
pub(super) struct Progress {
    sink: Arc<dyn ProgressSink>,
    scores: RefCell<Scores>,
}

struct Scores {
    names: Vec<String>,
    tallies: Vec<WinDrawLoss>,
    games: u32,
    last_pair: Option<u32>,
    pairs: u32,
}

impl Progress {
    pub fn new(names: Vec<String>, sink: Arc<dyn ProgressSink>) -> Progress {
        let tallies = vec![WinDrawLoss::default(); names.len()];
        Progress { sink, scores: RefCell::new(Scores { names, tallies, games: 0, last_pair: None, pairs: 0 }) }
    }

    /// Sets the number of games in all, as far as it is known.
    pub fn expect(&self, games: usize) {
        self.sink.expect(games as u64);
    }

    /// A game was played in an earlier run.
    pub fn before(&self, record: &GameRecord) {
        self.sink.skip(1);
        self.scores.borrow_mut().add(record);
    }

    /// A game's turn to be written came.
    pub fn received(&self, record: &GameRecord, test: Option<&SprtState>) {
        let mut scores = self.scores.borrow_mut();
        scores.add(record);
        if !self.sink.is_shown() {
            return;
        }
        let mut text = scores.table();
        if let Some(test) = test {
            let _ = writeln!(text, "LLR {} {:.2} in {:.2} … {:.2}", llr_bar(test), test.llr, test.lower, test.upper);
        }
        let winner = record.winner.and_then(|team| record.teams.iter().position(|other| *other == team));
        let winner = winner.and_then(|side| record.strategies.get(side)).map_or("draw", String::as_str);
        let meeting = record.strategies.join(" – ");
        let _ = write!(text, "{meeting} on {}: {winner} at {}", record.map, clock(record.ticks));
        self.sink.describe(text);
    }

    pub fn finish(&self) {
        self.sink.finish();
    }

    /// A handle that other threads count games with.
    pub fn counter(&self) -> Arc<dyn ProgressSink> {
        Arc::clone(&self.sink)
    }
}

impl Scores {
    fn add(&mut self, record: &GameRecord) {
        self.games += 1;
        if self.last_pair == Some(record.pair) {
            self.pairs += 1;
        }
        self.last_pair = Some(record.pair);
        for comparison in record.comparisons() {
            for (side, half_points) in comparison.sides.iter().zip([comparison.half_points, 2 - comparison.half_points])
            {
                if let Some(row) = self.names.iter().position(|name| *name == record.strategies[*side]) {
                    self.tallies[row].add(half_points);
                }
            }
        }
    }

    fn table(&self) -> String {
        let mut rows: Vec<(&String, &WinDrawLoss)> = self.names.iter().zip(&self.tallies).collect();
        rows.sort_by(|a, b| b.1.score().total_cmp(&a.1.score()).then_with(|| a.0.cmp(b.0)));
        let width = self.names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let mut text = format!("{} games, {} pairs\n", self.games, self.pairs);
        for (name, tally) in rows.iter().take(MAX_SHOWN) {
            let WinDrawLoss { wins, draws, losses } = tally;
            let score = tally.score() * 100.0;
            let _ = writeln!(text, "  {name:width$}  {score:5.1} %  {wins} – {draws} – {losses}");
        }
        text
    }
}

/// `[·····▓▓▓|·········]`: towards H0 to the left, towards H1 to the right.
fn llr_bar(test: &SprtState) -> String {
    let share = if test.llr < 0.0 { test.llr / test.lower } else { test.llr / test.upper };
    let filled = (share.clamp(0.0, 1.0) * LLR_HALF as f64).round() as usize;
    let (full, empty) = ("▓".repeat(filled), "·".repeat(LLR_HALF - filled));
    let none = "·".repeat(LLR_HALF);
    if test.llr < 0.0 { format!("[{empty}{full}|{none}]") } else { format!("[{none}|{full}{empty}]") }
}
