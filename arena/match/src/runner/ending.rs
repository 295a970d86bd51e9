//! The end of a match: the commanders are heard out, and the result of it is said.

use sandtable_ai::FailureKind;
use sandtable_sim::victory::Ending;

use super::guarded;
use super::referee::Why;
use super::result::{Forfeited, MatchResult, Termination};
use super::session::{MatchSession, Observer};

impl MatchSession {
    /// Ends the match: hears the commanders out and says the result of it, a normal end in more detail.
    pub fn finish(mut self, termination: Termination, observer: &mut dyn Observer) -> MatchResult {
        let result = self.close(termination);
        let failed = matches!(result.termination, Termination::EngineError { .. });
        observer.finished((!failed).then_some(&self.world), &result);
        result
    }

    /// Ends the match as [`finish`](MatchSession::finish) does, and leaves its world to be looked at. The figures are in the result then,
    /// and nothing is to be played any more.
    pub fn close(&mut self, termination: Termination) -> MatchResult {
        let termination = match (termination, self.world.outcome()) {
            // Who stops a match in the tick that decides it stops nothing.
            (Termination::Normal | Termination::Interrupted, Some(outcome)) => self.how_it_ended(outcome.ending),
            (other, _) => other,
        };
        self.close_sides();
        let refusals = self.seats.iter_mut().map(|seat| std::mem::take(&mut seat.refusals)).collect();
        MatchResult { refusals, ..MatchResult::new(&self.world, std::mem::take(&mut self.sides), termination) }
    }

    fn how_it_ended(&self, ending: Ending) -> Termination {
        let failed = || self.seats.iter().filter_map(|seat| Some((seat.player.0 + 1, seat.forfeited.as_ref()?)));
        // Of several that failed, the first one's failure names the end; each one's own is with its side.
        let first = failed().min_by_key(|(player, forfeited)| (forfeited.tick, *player));
        let how = first.map(|(_, forfeited)| forfeited.how);
        let players = |how| failed().filter(|failed| failed.1.how == how).map(|failed| failed.0).collect();
        match (self.ruled, ending, how) {
            (Some(Why::IllegalOrders), _, _) => Termination::IllegalOrders,
            (Some(why), _, _) => Termination::Adjudicated { why },
            (None, Ending::Score | Ending::TimeLimit, _) => Termination::Limit,
            (None, Ending::Surrender | Ending::MutualDestruction, Some(how)) => {
                Termination::of_failing(how, players(how))
            }
            (None, Ending::MutualDestruction, None) => Termination::MutualDestruction,
            (None, _, _) => Termination::Normal,
        }
    }

    fn close_sides(&mut self) {
        let outcome = self.world.outcome();
        for seat in &mut self.seats {
            let side = &mut self.sides[seat.player.index()];
            side.forfeited = seat.forfeited.take();
            let told = guarded(|| {
                // Whatever it makes of the end, the match is played.
                let _ = seat.commander.end(outcome);
                side.commander = seat.commander.name().to_owned();
                side.note_goals(seat.commander.goals());
            });
            if let (Err(fault), None) = (told, &side.forfeited) {
                let tick = self.world.tick();
                side.forfeited = Some(Forfeited { tick, how: FailureKind::BotPanic, message: fault.message });
            }
        }
    }
}
