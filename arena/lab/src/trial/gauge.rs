//! Measuring a match while it is played, without judging it: for who wants means over many games.

use std::ops::ControlFlow;

use sandtable_content::{Document, reading};
use sandtable_diagnostics::Issues;
use sandtable_expect::{Aim, When, read_aims};
use sandtable_match::runner::{MatchResult, Observer};
use sandtable_model::scenario::Scenario;
use sandtable_sim::World;
use sandtable_sim::event::TickReport;
use sandtable_sim::order::StampedOrder;

use super::Measure;
use super::file::measure;
use super::measure::follows_of;
use super::watch::MatchWatch;

/// The `[[aim]]` tables of the match file called `label`, under the scenario that it is; none in most.
///
/// # Errors
/// Every problem found.
pub fn aims(label: &str, text: &str, scenario: &Scenario) -> Result<Vec<Aim<Measure>>, Issues> {
    let read = |text: &str| {
        let document = Document::parse(label, text)?;
        let root = document.root();
        // The rest has been read, and judged, as the match that it is.
        root.keys().iter().filter(|key| key.text != "aim").for_each(|key| root.skip(key.text));
        let aims = read_aims(&root, |metric, keys| measure(keys, metric, scenario));
        document.finish(aims)
    };
    reading(label, text, read).map(|checked| checked.value)
}

/// Looks on, and takes the values of some measures, each when it is to be taken.
pub struct Gauge<'a> {
    aims: &'a [Aim<Measure>],
    watch: MatchWatch,
    /// By aim; none while its time has not come.
    values: Vec<Option<i64>>,
}

impl<'a> Gauge<'a> {
    /// One for what these aims are of.
    pub fn new(aims: &'a [Aim<Measure>]) -> Gauge<'a> {
        let follows = follows_of(aims.iter().map(|aim| &aim.measure));
        Gauge { aims, watch: MatchWatch::new(follows), values: vec![None; aims.len()] }
    }

    /// The values by aim; 0 of what a match that was broken off never came to.
    pub fn values(self) -> Vec<i64> {
        self.values.into_iter().map(Option::unwrap_or_default).collect()
    }

    fn take(&mut self, world: &World, is_over: bool) {
        for (aim, value) in self.aims.iter().zip(&mut self.values) {
            if value.is_none() && (is_over || aim.when == When::At(world.tick())) {
                *value = Some(aim.measure.value(world, &self.watch));
            }
        }
    }
}

impl Observer for Gauge<'_> {
    fn tick(&mut self, world: &World, _: &[StampedOrder], report: &TickReport) -> ControlFlow<()> {
        self.watch.note(world, &report.events);
        self.take(world, false);
        ControlFlow::Continue(())
    }

    fn finished(&mut self, world: Option<&World>, _: &MatchResult) {
        if let Some(world) = world {
            self.take(world, true);
        }
    }
}
