//! The clock of a match: which tick it is, what was counted, and how it ended.

use super::{Ending, MatchOutcome, PartSetting, SnapshotError, StatePart};
use sandtable_model::scenario::Scenario;
use sandtable_state::id::TeamId;
use sandtable_state::{ByteReader, Field, Sink, StateHasher};

/// What of the state is nobody's.
#[derive(Clone, Default)]
pub(crate) struct Clock {
    /// The last tick that was stepped; 0 at the start.
    pub(crate) tick: u32,
    /// The match seed; never changes.
    pub(crate) seed: u64,
    /// The serial of the last neutral entity.
    pub(crate) neutral_serial: u32,
    /// The serial of the last projectile.
    pub(crate) shot_serial: u32,
    /// How it ended; none while it goes on.
    pub(crate) outcome: Option<MatchOutcome>,
}

impl Clock {
    fn put<S: Sink>(&self, sink: &mut S) {
        self.tick.put(sink);
        self.seed.put(sink);
        self.neutral_serial.put(sink);
        self.shot_serial.put(sink);
        let (ending, winner, tick) = match &self.outcome {
            None => (0, 0xFF, 0),
            Some(outcome) => (outcome.ending as u8 + 1, outcome.winner.map_or(0xFF, |team| team.0), outcome.tick),
        };
        ending.put(sink);
        winner.put(sink);
        tick.put(sink);
    }
}

impl StatePart for Clock {
    const NAME: &'static str = "clock";

    fn new(_scenario: &Scenario) -> Clock {
        Clock::default()
    }

    fn hash(&self) -> u64 {
        let mut folder = StateHasher::new(0);
        Clock::put(self, &mut folder);
        folder.finish()
    }

    fn put<S: Sink>(&self, _setting: PartSetting<'_>, sink: &mut S) {
        Clock::put(self, sink);
    }

    fn take(&mut self, setting: PartSetting<'_>, reader: &mut ByteReader<'_>) -> Result<(), SnapshotError> {
        self.tick = reader.named("tick")?;
        self.seed = reader.named("seed")?;
        self.neutral_serial = reader.named("neutral_serial")?;
        self.shot_serial = reader.named("shot_serial")?;
        self.outcome = take_outcome(setting.scenario, reader)?;
        Ok(())
    }

    fn show(&self, _setting: PartSetting<'_>, each: &mut dyn FnMut(&str, &'static str, &dyn std::fmt::Debug)) {
        each("match", "tick", &self.tick);
        each("match", "seed", &self.seed);
        each("match", "neutral_serial", &self.neutral_serial);
        each("match", "shot_serial", &self.shot_serial);
        each("match", "outcome", &self.outcome);
    }
}

fn take_outcome(scenario: &Scenario, reader: &mut ByteReader<'_>) -> Result<Option<MatchOutcome>, SnapshotError> {
    let (ending, winner, tick): (u8, u8, u32) =
        (reader.named("ending")?, reader.named("winner")?, reader.named("end_tick")?);
    let ending = match ending {
        0 => return Ok(None),
        1 => Ending::Annihilation,
        2 => Ending::Surrender,
        3 => Ending::Score,
        4 => Ending::TimeLimit,
        5 => Ending::MutualDestruction,
        _ => return Err(SnapshotError::Inconsistent("no such ending")),
    };
    let winner = (winner != 0xFF).then_some(TeamId(winner));
    if winner.is_some_and(|team| team.index() >= scenario.teams()) {
        return Err(SnapshotError::Inconsistent("the winner is no team of this scenario"));
    }
    Ok(Some(MatchOutcome { winner, ending, tick }))
}
