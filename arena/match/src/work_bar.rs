//! Progress bars on standard error; nothing where that is no terminal.

use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::progress::ProgressSink;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

/// The unit of most bars.
const GAMES: &str = "games";
/// A bar with the file that was done last.
const REPLAYS: &str = "{bar:32} {pos}/{len} replays  {left}  {msg}";
/// Work of which nobody knows how much there is.
const ENDLESS: &str = "{spinner} {elapsed}  {msg}";
/// How often what has no bar shows that it goes on.
const TURN_EVERY: Duration = Duration::from_millis(200);
/// No time is estimated before: the first units say little of the others.
const ESTIMATED_FROM: Duration = Duration::from_secs(1);

/// A progress bar: units of work, their rate, the time left, and a message.
#[derive(Clone, Debug)]
pub struct WorkBar {
    bar: ProgressBar,
    stop: Option<Arc<AtomicBool>>,
    /// Units of an earlier run, which say nothing of how long the others will take.
    skipped: Arc<AtomicU64>,
}

impl WorkBar {
    /// A bar of games, filled by as many as it is told to expect.
    pub fn new() -> WorkBar {
        WorkBar::counting(GAMES)
    }

    /// A bar of other units, by their name in the plural.
    pub fn counting(unit: &str) -> WorkBar {
        let template = format!("{{bar:32}} {{pos}}/{{len}} {unit}  {{rate}}  {{left}}\n{{msg}}");
        WorkBar::drawn(&template)
    }

    /// A bar of replays, with the one that was done last.
    pub fn of_replays() -> WorkBar {
        WorkBar::drawn(REPLAYS)
    }

    /// A mark that turns while units are counted of which nobody knows how many there are.
    pub fn unmeasured(unit: &str) -> WorkBar {
        let template = format!("{{spinner}} {{pos}} {unit}  {{rate}}  {{msg}}");
        WorkBar::drawn(&template)
    }

    /// A mark that turns while there is work of which nobody knows how much it is, with what is told of it.
    pub fn endless() -> WorkBar {
        let mark = WorkBar::drawn(ENDLESS);
        mark.bar.enable_steady_tick(TURN_EVERY);
        mark
    }

    /// A bar or a mark of this form. What it estimates is by the mean of this run: a bar that weighs the last units most begins far off.
    fn drawn(template: &str) -> WorkBar {
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr());
        let skipped = Arc::new(AtomicU64::new(0));
        if let Ok(style) = ProgressStyle::with_template(template) {
            let before = Arc::clone(&skipped);
            let done = move |state: &ProgressState| state.pos().saturating_sub(before.load(Ordering::Relaxed));
            let done_too = done.clone();
            let left = move |state: &ProgressState, text: &mut dyn Write| {
                let rest = state.len().unwrap_or(0).saturating_sub(state.pos());
                let _ = text.write_str(&time_left(done(state), state.elapsed(), rest));
            };
            let rate = move |state: &ProgressState, text: &mut dyn Write| {
                let _ = text.write_str(&rate(done_too(state), state.elapsed()));
            };
            bar.set_style(style.with_key("left", left).with_key("rate", rate));
        }
        WorkBar { bar, stop: None, skipped }
    }

    /// The bar of work that stops when the flag is set.
    pub fn stopped_by(self, flag: Arc<AtomicBool>) -> WorkBar {
        WorkBar { stop: Some(flag), ..self }
    }

    /// Runs what prints, with the bar out of its way.
    pub fn suspended<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }
}

impl Default for WorkBar {
    fn default() -> WorkBar {
        WorkBar::new()
    }
}

impl ProgressSink for WorkBar {
    fn is_shown(&self) -> bool {
        !self.bar.is_hidden()
    }

    fn expect(&self, total: u64) {
        self.bar.set_length(total);
    }

    fn advance(&self, done: u64) {
        self.bar.inc(done);
    }

    fn skip(&self, done: u64) {
        self.skipped.fetch_add(done, Ordering::Relaxed);
        self.bar.inc(done);
    }

    fn describe(&self, text: String) {
        self.bar.set_message(text);
    }

    fn restart(&self) {
        self.skipped.store(0, Ordering::Relaxed);
        self.bar.reset();
    }

    fn finish(&self) {
        self.bar.finish_and_clear();
    }

    fn is_interrupted(&self) -> bool {
        self.stop.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

/// How long the rest takes when it goes on as it went, in words; nothing before there is something to estimate it by.
fn time_left(done: u64, elapsed: Duration, rest: u64) -> String {
    if done == 0 || elapsed < ESTIMATED_FROM {
        return String::new();
    }
    let left = elapsed.as_secs_f64() * rest as f64 / done as f64;
    Duration::try_from_secs_f64(left).map_or_else(|_| String::new(), |left| format!("{:#} left", HumanDuration(left)))
}

/// Units a second.
fn rate(done: u64, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
    if done == 0 || seconds <= 0.0 { String::new() } else { format!("{:.1}/s", done as f64 / seconds) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_estimated_before_anything_is_done() {
        let told = |done, millis| time_left(done, Duration::from_millis(millis), 6);
        assert_eq!([told(0, 2_000), told(3, 999), told(3, 1_500)], ["", "", "3s left"]);
    }

    #[test]
    fn rates_have_one_decimal_and_are_of_this_run() {
        let told = |done, millis| rate(done, Duration::from_millis(millis));
        assert_eq!([told(0, 50), told(3, 185), told(9, 2)], ["", "16.2/s", "4500.0/s"]);
        let bar = WorkBar::counting("games");
        bar.expect(10);
        bar.skip(4);
        bar.advance(2);
        assert_eq!((bar.bar.position(), bar.skipped.load(Ordering::Relaxed)), (6, 4));
        bar.restart();
        assert_eq!((bar.bar.position(), bar.skipped.load(Ordering::Relaxed)), (0, 0));
    }
}
