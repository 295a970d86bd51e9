//! Clock and players as parts of the state: how they begin, are written, read and shown.

use super::player::{Aliases, PlayerTotals};
use super::{Clock, Ending, MatchOutcome, PartSetting, Player, SnapshotError, StatePart};
use sandtable_math::mix;
use sandtable_model::scenario::{PlayerSetup, Scenario};
use sandtable_state::id::TeamId;
use sandtable_state::{ByteReader, Field, Record, Sink, StateHasher};

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

fn new_player(setup: &PlayerSetup) -> Player {
    Player {
        team: setup.team,
        resources: setup.resources.map(u32::from),
        supply_used: 0,
        supply_cap: 0,
        researched: 0,
        researching: 0,
        serial: 0,
        squad_serial: 0,
        out: false,
        surrendered: false,
        totals: PlayerTotals::default(),
        aliases: Aliases::default(),
    }
}

impl StatePart for Vec<Player> {
    const NAME: &'static str = "players";

    fn new(scenario: &Scenario) -> Vec<Player> {
        scenario.players.iter().map(new_player).collect()
    }

    fn hash(&self) -> u64 {
        self.iter().enumerate().fold(0, |total, (row, player)| {
            let mut folder = StateHasher::new(row as u64);
            Field::put(player, &mut folder);
            mix(total, folder.finish())
        })
    }

    fn put<S: Sink>(&self, _setting: PartSetting<'_>, sink: &mut S) {
        self.iter().for_each(|player| Field::put(player, sink));
    }

    fn take(&mut self, _setting: PartSetting<'_>, reader: &mut ByteReader<'_>) -> Result<(), SnapshotError> {
        for expected in self {
            let player = <Player as Record>::take(reader)?;
            if player.team != expected.team {
                return Err(SnapshotError::Inconsistent("a player is on another team"));
            }
            *expected = player;
        }
        Ok(())
    }

    fn show(&self, _setting: PartSetting<'_>, each: &mut dyn FnMut(&str, &'static str, &dyn std::fmt::Debug)) {
        for (row, player) in self.iter().enumerate() {
            let owner = format!("p{}", row + 1);
            Record::show(player, &mut |field, value| each(&owner, field, value));
        }
    }
}
