//! Progress bars on standard error; nothing where that is no terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use sandtable_match::progress::ProgressSink;

/// A bar with how many games there are, how fast they go, and what is told of them below it.
const GAMES: &str = "{bar:32} {pos}/{len} games  {per_sec}  {eta} left\n{msg}";
/// A bar with the file that was done last.
const REPLAYS: &str = "{bar:32} {pos}/{len} replays  {eta} left  {msg}";

/// A bar for games.
#[derive(Debug)]
pub struct GameBar(ProgressBar);

impl GameBar {
    /// One that is filled by as many games as it is told to expect.
    pub fn new() -> GameBar {
        GameBar(bar(0, ProgressDrawTarget::stderr(), GAMES))
    }
}

impl ProgressSink for GameBar {
    fn is_shown(&self) -> bool {
        !self.0.is_hidden()
    }

    fn expect(&self, total: u64) {
        self.0.set_length(total);
    }

    fn advance(&self, done: u64) {
        self.0.inc(done);
    }

    fn skip(&self, done: u64) {
        self.0.inc(done);
        self.0.reset_eta();
    }

    fn describe(&self, text: String) {
        self.0.set_message(text);
    }

    fn finish(&self) {
        self.0.finish_and_clear();
    }
}

/// A bar for replays, shown when there are several.
pub fn replay_bar(replays: u64) -> ProgressBar {
    bar(replays, if replays > 1 { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() }, REPLAYS)
}

fn bar(length: u64, target: ProgressDrawTarget, template: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(length), target);
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}
