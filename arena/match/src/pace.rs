//! How far a run is and how fast it goes, for the page that shows it while it goes on.

use std::time::{Duration, Instant};

use crate::clock;

/// A page is made anew when this many times as long has passed as making it took.
const PAGE_COST: u32 = 20;

/// The pace of a run by units of work, and when its page is due again.
#[derive(Clone, Debug)]
pub struct Pace {
    every: Option<Duration>,
    due: Instant,
    began: Instant,
    total: u64,
    before: u64,
    now: u64,
}

impl Pace {
    /// A run that begins now, whose page is due at once and then about this often: of zero always, of none never.
    #[must_use]
    pub fn new(every: Option<Duration>) -> Pace {
        let began = Instant::now();
        Pace { every, due: began, began, total: 0, before: 0, now: 0 }
    }

    /// How many units there are in all, as far as is known.
    pub fn expect(&mut self, total: u64) {
        self.total = total;
    }

    /// Units done in an earlier run, which say nothing of how long the others will take.
    pub fn skip(&mut self, done: u64) {
        self.before += done;
    }

    /// Units done now.
    pub fn advance(&mut self, done: u64) {
        self.now += done;
    }

    /// Units done and units in all; more are not done than there are.
    #[must_use]
    pub fn counts(&self) -> [u64; 2] {
        let done = self.before + self.now;
        [done, self.total.max(done)]
    }

    /// Whether the page is to be written now.
    #[must_use]
    pub fn is_due(&self) -> bool {
        self.every.is_some() && Instant::now() >= self.due
    }

    /// The page was written, and took so long to be made.
    pub fn page_written(&mut self, took: Duration) {
        let every = self.every.unwrap_or_default();
        self.due = Instant::now() + if every.is_zero() { every } else { every.max(took * PAGE_COST) };
    }

    /// How far it is in words, with the time that is left by the pace of this run, and the time of day in UTC.
    #[must_use]
    pub fn told(&self, unit: &str) -> String {
        let [done, total] = self.counts();
        format!("{done} of about {total} {unit}{}; written {}", self.left_told(unit), clock::now())
    }

    fn left_told(&self, unit: &str) -> String {
        if self.now == 0 {
            return String::new();
        }
        let [done, total] = self.counts();
        let each = self.began.elapsed().as_secs_f64() / self.now as f64;
        let left = each * (total - done) as f64;
        format!(", {:.1} {unit} a second, about {} left", 1.0 / each.max(1e-9), span(left as u64))
    }
}

/// Seconds as hours, minutes and seconds: `1:02:03`, `2:03`.
fn span(seconds: u64) -> String {
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_have_hours_from_an_hour_on() {
        assert_eq!((span(62), span(3_723)), ("1:02".to_owned(), "1:02:03".to_owned()));
    }

    #[test]
    fn what_was_done_before_says_nothing_of_the_pace() {
        let mut pace = Pace::new(None);
        pace.expect(100);
        pace.skip(40);
        assert!(pace.told("games").starts_with("40 of about 100 games; written "), "{}", pace.told("games"));
        pace.began -= Duration::from_secs(10);
        pace.advance(10);
        let told = pace.told("games");
        assert!(told.starts_with("50 of about 100 games, 1.0 games a second, about 0:5"), "{told}");
    }

    #[test]
    fn a_page_is_due_at_once_and_then_after_its_time() {
        assert!(!Pace::new(None).is_due());
        let mut pace = Pace::new(Some(Duration::from_millis(1)));
        assert!(pace.is_due());
        pace.page_written(Duration::from_secs(1));
        assert!(!pace.is_due(), "a page that takes a second is due after twenty");
        let mut pace = Pace::new(Some(Duration::ZERO));
        pace.page_written(Duration::from_secs(1));
        assert!(pace.is_due());
    }
}
