//! What commanders weighed, decision by decision: the lanes of their goals, and each account as long as there is room.

use sandtable_model::rules::Rules;
use sandtable_sim::World;
use serde::Serialize;
use serde_json::{Value, json};

use crate::why::words::number;
use crate::why::{CommanderState, ShadowCommander, entry, entry_json};

/// Bytes of accounts kept of one match; of later decisions only the lanes are.
const MAX_ACCOUNT_BYTES: usize = 24 << 20;

/// One decision as the lanes show it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Lane {
    pub tick: u32,
    /// What commands the goals: its stances and goals, each with its name's row, priority in hundredths, place (255 for a loser) and
    /// whether it was barred.
    pub goals: Vec<(u16, i32, u8, bool)>,
}

/// The decisions of one player.
pub(crate) struct PlayerDecisions {
    pub names: Vec<String>,
    pub lanes: Vec<Lane>,
    states: Vec<CommanderState>,
    /// By decision: its account as JSON; empty when there was no room.
    accounts: Vec<String>,
    first: CommanderState,
}

/// The decisions of all players.
pub(crate) struct Decisions {
    pub players: Vec<PlayerDecisions>,
    bytes: usize,
}

impl Decisions {
    pub fn new(players: usize, shadows: &[ShadowCommander], rules: &Rules) -> Decisions {
        let nobody = || CommanderState {
            name: "nobody".to_owned(),
            strategy: String::new(),
            pursuits: Err("the record names no commander for this player".to_owned()),
        };
        let player = |row: usize| {
            let shadow = shadows.iter().find(|shadow| shadow.player().index() == row);
            let first = shadow.map_or_else(nobody, |shadow| shadow.state(rules));
            let (names, lanes, states, accounts) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
            PlayerDecisions { names, lanes, states, accounts, first }
        };
        Decisions { players: (0..players).map(player).collect(), bytes: 0 }
    }

    /// Notes the decision a commander has just made.
    pub fn note(&mut self, shadow: &ShadowCommander, world: &World) {
        let Some(player) = self.players.get_mut(shadow.player().index()) else { return };
        let logged = entry(shadow.player(), shadow, world);
        let mut goals = Vec::new();
        for goal in &logged.trace.goals {
            let row = player.names.iter().position(|name| *name == goal.name).unwrap_or_else(|| {
                player.names.push(goal.name.clone());
                player.names.len() - 1
            });
            let hundredths = (number(goal.priority) * 100.0) as i32;
            goals.push((row as u16, hundredths, goal.place.unwrap_or(u8::MAX), goal.barred.is_some()));
        }
        let account = if self.bytes < MAX_ACCOUNT_BYTES { entry_json(&logged).to_string() } else { String::new() };
        self.bytes += account.len();
        player.lanes.push(Lane { tick: world.tick(), goals });
        player.states.push(shadow.state(world.rules()));
        player.accounts.push(account);
    }
}

impl PlayerDecisions {
    /// The number of decisions up to a tick.
    fn upto(&self, tick: u32) -> usize {
        self.lanes.partition_point(|lane| lane.tick <= tick)
    }

    /// How the commander stood after a tick.
    pub fn state(&self, tick: u32) -> CommanderState {
        self.upto(tick).checked_sub(1).map_or_else(|| self.first.clone(), |row| self.states[row].clone())
    }

    /// The account of the latest decision up to a tick, as JSON; null without one.
    pub fn account(&self, tick: u32) -> &str {
        let row = self.upto(tick).checked_sub(1);
        row.map(|row| self.accounts[row].as_str()).filter(|account| !account.is_empty()).unwrap_or("null")
    }

    /// All lanes, as JSON.
    pub fn lanes_json(&self) -> Value {
        json!({ "names": self.names, "decisions": self.lanes })
    }
}
