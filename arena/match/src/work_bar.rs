//! Progress bars on standard error; nothing where that is no terminal.

use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::progress::ProgressSink;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// The unit of most bars.
const GAMES: &str = "games";
/// A bar with the file that was done last.
const REPLAYS: &str = "{bar:32} {pos}/{len} replays  {left}  {msg}";

/// A bar with how many units of work there are, how fast they go, how long the others take, and what is told of them below it.
#[derive(Debug)]
pub struct WorkBar(ProgressBar, Option<Arc<AtomicBool>>);

impl WorkBar {
    /// A bar of games, filled by as many as it is told to expect.
    pub fn new() -> WorkBar {
        WorkBar::counting(GAMES)
    }

    /// A bar of other units, by their name in the plural.
    pub fn counting(unit: &str) -> WorkBar {
        let template = format!("{{bar:32}} {{pos}}/{{len}} {unit}  {{per_sec}}  {{left}}\n{{msg}}");
        WorkBar(bar(0, ProgressDrawTarget::stderr(), &template), None)
    }

    /// The bar of work that stops when the flag is set.
    pub fn stopped_by(self, flag: Arc<AtomicBool>) -> WorkBar {
        WorkBar(self.0, Some(flag))
    }

    /// Runs what prints, with the bar out of its way.
    pub fn suspended<T>(&self, print: impl FnOnce() -> T) -> T {
        self.0.suspend(print)
    }
}

impl ProgressSink for WorkBar {
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

    fn restart(&self) {
        self.0.reset();
    }

    fn finish(&self) {
        self.0.finish_and_clear();
    }

    fn is_interrupted(&self) -> bool {
        self.1.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

/// A bar for replays, shown when there are several.
pub fn replay_bar(replays: u64) -> ProgressBar {
    bar(replays, if replays > 1 { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() }, REPLAYS)
}

fn bar(length: u64, target: ProgressDrawTarget, template: &str) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(length), target);
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.with_key("left", |state: &ProgressState, text: &mut dyn Write| {
            let _ = text.write_str(&time_left(state.pos(), state.eta()));
        }));
    }
    bar
}

/// How long the rest takes, in words; nothing before there is something to estimate it by.
fn time_left(done: u64, left: Duration) -> String {
    if done == 0 { String::new() } else { format!("{:#} left", HumanDuration(left)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_estimated_before_anything_is_done() {
        assert_eq!([0, 3].map(|done| time_left(done, Duration::from_secs(3))), ["", "3s left"]);
    }
}
