//! How small a failing match is by now, told every few seconds while it is reduced.

use std::time::{Duration, Instant};

use super::reduce::Reproducer;

/// Between two lines that tell how far it has come.
const TELLING: Duration = Duration::from_secs(2);

/// When it began, and when something was told last.
#[derive(Clone, Copy, Debug)]
pub struct ReductionPace {
    began: Instant,
    told: Instant,
    time: Option<Duration>,
}

impl ReductionPace {
    /// The pace of a reduction that begins now and may take this time.
    pub fn new(time: Option<Duration>) -> ReductionPace {
        ReductionPace { began: Instant::now(), told: Instant::now(), time }
    }

    /// The line to be told after these tries; none when one was told a moment ago.
    pub fn line(&mut self, best: &Reproducer, tries: u32) -> Option<String> {
        if self.told.elapsed() < TELLING {
            return None;
        }
        self.told = Instant::now();
        let rest = self.time.map(|time| time.saturating_sub(self.began.elapsed()).as_secs());
        let rest = rest.map_or_else(String::new, |seconds| format!("; at most {seconds} s more"));
        Some(format!("{tries} tries: {} ticks, {} orders left{rest}", best.ticks, best.orders.len()))
    }
}
