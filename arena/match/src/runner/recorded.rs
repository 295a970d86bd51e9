//! A match played from its recorded orders, without whoever gave them: the result of it, as far as orders tell.

use std::ops::ControlFlow;

use sandtable_replay::Replay;

use super::result::{MatchResult, Termination};
use super::session::{MatchSession, Observer};

impl MatchSession {
    /// Plays the orders of a replay to their end. The referee judges as ever, but what it rules is not ordered again: that is among the
    /// recorded orders. A record that ends before its match does is `Interrupted`. Why a player gave up, orders do not tell.
    pub fn play_recorded(mut self, replay: &Replay, observer: &mut dyn Observer) -> MatchResult {
        let termination = loop {
            self.sample();
            if self.world().outcome().is_some() {
                break Termination::Normal;
            }
            self.rule();
            let tick = self.world().tick() + 1;
            let Some(chunk) = replay.chunk_of(tick) else { break Termination::Interrupted };
            match self.follow(chunk.orders_of(tick), observer) {
                Ok(ControlFlow::Continue(())) => {}
                Ok(ControlFlow::Break(())) => break Termination::Interrupted,
                Err(fault) => break Termination::EngineError { message: fault.message },
            }
        };
        self.finish(termination, observer)
    }
}
