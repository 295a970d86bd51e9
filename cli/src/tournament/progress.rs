//! The live progress line of a tournament: games, games a second, time left.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::record::GameRecord;
use crate::runner::clock;

/// A progress bar on standard error; nothing where that is no terminal.
pub(super) struct Progress {
    bar: ProgressBar,
}

impl Progress {
    pub fn new(games: u64, shown: bool) -> Progress {
        let target = if shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let style = "{bar:32} {pos}/{len} games  {per_sec}  {eta} left  {msg}";
        let bar = ProgressBar::with_draw_target(Some(games), target);
        if let Ok(style) = ProgressStyle::with_template(style) {
            bar.set_style(style);
        }
        Progress { bar }
    }

    /// A game was played, in whatever order.
    pub fn played(&self) {
        self.bar.inc(1);
    }

    /// A game's turn to be written came.
    pub fn received(&self, record: &GameRecord) {
        let winner = record.winner.and_then(|side| record.strategies.get(usize::from(side) - 1));
        let winner = winner.map_or("draw", String::as_str);
        let meeting = record.strategies.join(" – ");
        self.bar.set_message(format!("{meeting} on {}: {winner} at {}", record.map, clock(record.ticks)));
    }

    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
