//! What a player has at a tick, and has done up to it.

use sandtable_model::rules::Kind;
use sandtable_sim::World;
use sandtable_state::id::PlayerId;

/// What a player has, and has done up to now. Values are costs, all resources added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Units that work.
    pub workers: u32,
    /// All other units.
    pub army: u32,
    /// Their value.
    pub army_value: u32,
    /// Units on the map that have nothing to do.
    pub idle: u32,
    /// Buildings in every stage.
    pub buildings: u32,
    /// What it has in stock, all resources added.
    pub bank: u32,
    /// What it ever gathered, all resources added.
    pub gathered: u32,
    /// The value of what it ever lost.
    pub value_lost: u32,
}

impl Standing {
    /// Looks at a player.
    #[must_use]
    pub fn measure(world: &World, id: PlayerId) -> Standing {
        let (player, rules) = (&world.players()[id.index()], world.rules());
        let sum = |amounts: &[u32]| amounts.iter().fold(0u32, |sum, amount| sum.saturating_add(*amount));
        let mut standing = Standing {
            buildings: world.observe_buildings().filter(|building| building.id.owner() == id).count() as u32,
            bank: sum(&player.resources[..rules.resources.len()]),
            gathered: sum(&player.totals.gathered),
            value_lost: player.totals.value_lost,
            ..Standing::default()
        };
        for unit in world.observe_units().filter(|unit| unit.id.owner() == id) {
            let kind = rules.kind(unit.kind);
            standing.idle += u32::from(unit.task.is_none() && !unit.aboard.is_some() && !unit.target.is_some());
            if kind.worker.is_some() {
                standing.workers += 1;
            } else {
                standing.army += 1;
                standing.army_value += value(kind);
            }
        }
        standing
    }
}

/// What something cost, all resources added.
pub(crate) fn value(kind: &Kind) -> u32 {
    kind.cost.iter().map(|amount| u32::from(*amount)).sum()
}
