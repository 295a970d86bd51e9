//! An observer that may stop its match from outside: Ctrl-C in a long command.

use std::ops::ControlFlow;

use sandtable_sim::World;
use sandtable_sim::event::TickReport;
use sandtable_sim::order::StampedOrder;

use super::result::MatchResult;
use super::session::{MatchSession, Observer};

/// Looks on as another observer does, and stops the match after the tick in which `stop` says so.
pub struct Stoppable<'o> {
    /// Who looks on.
    pub observer: &'o mut dyn Observer,
    /// Whether the match is to stop.
    pub stop: &'o dyn Fn() -> bool,
}

impl Observer for Stoppable<'_> {
    fn tick(&mut self, world: &World, orders: &[StampedOrder], report: &TickReport) -> ControlFlow<()> {
        let flow = self.observer.tick(world, orders, report);
        if (self.stop)() { ControlFlow::Break(()) } else { flow }
    }

    fn keep(&mut self, session: &MatchSession) {
        self.observer.keep(session);
    }

    fn finished(&mut self, world: Option<&World>, result: &MatchResult) {
        self.observer.finished(world, result);
    }
}
