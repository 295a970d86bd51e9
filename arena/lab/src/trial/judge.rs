//! Judging a match while it is played.

use std::ops::ControlFlow;

use sandtable_match::runner::{MatchResult, Observer};
use sandtable_sim::World;
use sandtable_sim::event::TickReport;
use sandtable_sim::order::StampedOrder;

use super::watch::{Follows, MatchWatch};
use super::{Expectation, Measure, When};

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
    expectations: &'e [Expectation],
    watch: MatchWatch,
    /// By expectation: what came of it; none while it is open.
    findings: Vec<Option<ExpectationFinding>>,
}

impl<'e> Judge<'e> {
    pub fn new(expectations: &'e [Expectation]) -> Judge<'e> {
        let any = |is: fn(&Measure) -> bool| expectations.iter().any(|one| is(&one.measure));
        let follows = Follows {
            walks: any(|measure| matches!(measure, Measure::StuckSeconds(_))),
            thoughts: any(|measure| matches!(measure, Measure::Thoughts(_))),
        };
        Judge { expectations, watch: MatchWatch::new(follows), findings: vec![None; expectations.len()] }
    }

    /// What came of the expectations, in their order. What is still open when a match was broken off has failed.
    pub fn findings(self) -> Vec<ExpectationFinding> {
        self.findings.into_iter().map(Option::unwrap_or_default).collect()
    }

    fn look(&mut self, world: &World, is_over: bool) {
        let tick = world.tick();
        for (expectation, finding) in self.expectations.iter().zip(&mut self.findings) {
            if finding.is_none() && (is_over || concerns(expectation.when, tick)) {
                let value = expectation.measure.value(world, &self.watch);
                *finding = judge(expectation, value, tick, is_over);
            }
        }
    }
}

/// Whether an expectation has to be looked at after this tick.
fn concerns(when: When, tick: u32) -> bool {
    match when {
        When::End => false,
        When::At(at) => tick == at,
        When::By(last) => tick <= last,
        When::During(from, to) => from <= tick && tick <= to,
    }
}

/// What a value says of an expectation; none while later ones may say more.
fn judge(expectation: &Expectation, value: i64, tick: u32, is_over: bool) -> Option<ExpectationFinding> {
    let holds = expectation.allows(value);
    let decided = match expectation.when {
        When::End | When::At(_) => true,
        When::By(last) => holds || tick >= last,
        When::During(_, to) => !holds || tick >= to,
    };
    (decided || is_over).then_some(ExpectationFinding { holds, value, tick })
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
