//! Judging a match while it is played.

use std::ops::ControlFlow;

use sandtable_expect::Expectation;
use sandtable_match::runner::{MatchResult, Observer};
use sandtable_sim::World;
use sandtable_sim::event::TickReport;
use sandtable_sim::order::StampedOrder;

use super::Measure;
use super::measure::follows_of;
use super::watch::MatchWatch;

/// What was found of an expectation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExpectationFinding {
    /// Whether it holds.
    pub holds: bool,
    /// The value it was judged by.
    pub value: i64,
    /// The tick of that value.
    pub tick: u32,
}

/// Looks on, and judges each expectation as soon as it can be.
pub(super) struct Judge<'e> {
    expectations: &'e [Expectation<Measure>],
    watch: MatchWatch,
    /// By expectation: the result of it; none while it is open.
    findings: Vec<Option<ExpectationFinding>>,
}

impl<'e> Judge<'e> {
    pub fn new(expectations: &'e [Expectation<Measure>]) -> Judge<'e> {
        let follows = follows_of(expectations.iter().map(|one| &one.measure));
        Judge { expectations, watch: MatchWatch::new(follows), findings: vec![None; expectations.len()] }
    }

    /// The result of the expectations, in their order. What is still open when a match was broken off has failed.
    pub fn findings(self) -> Vec<ExpectationFinding> {
        self.findings.into_iter().map(Option::unwrap_or_default).collect()
    }

    fn look(&mut self, world: &World, is_over: bool) {
        let tick = world.tick();
        for (expectation, finding) in self.expectations.iter().zip(&mut self.findings) {
            if finding.is_none() && (is_over || expectation.when.concerns(tick)) {
                let value = expectation.measure.value(world, &self.watch);
                let holds = expectation.range.allows(value as f64);
                let is_decided = is_over || expectation.when.is_decided(holds, tick);
                *finding = is_decided.then_some(ExpectationFinding { holds, value, tick });
            }
        }
    }
}

impl Observer for Judge<'_> {
    fn tick(&mut self, world: &World, _: &[StampedOrder], report: &TickReport) -> ControlFlow<()> {
        self.watch.note(world, &report.events);
        self.look(world, false);
        if self.findings.iter().all(Option::is_some) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn finished(&mut self, world: Option<&World>, _: &MatchResult) {
        if let Some(world) = world {
            self.look(world, true);
        }
    }
}
