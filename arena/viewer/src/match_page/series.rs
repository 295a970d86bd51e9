//! Each player's figures over time.

use sandtable_model::rules::Kind;
use sandtable_sim::World;
use sandtable_state::id::PlayerId;

use super::bytes::Packer;

/// Ticks between two points of a series (two game seconds).
pub(super) const SERIES_TICKS: u32 = 32;

/// The names of a point's figures, in order; the stock of each resource follows.
pub(super) const FIGURES: [&str; 13] = [
    "supply",
    "supply_cap",
    "workers",
    "army",
    "army_value",
    "buildings",
    "gathered",
    "kills",
    "razed",
    "lost_units",
    "lost_buildings",
    "value_killed",
    "value_lost",
];

/// The points of all players.
#[derive(Default)]
pub(super) struct Series {
    points: u32,
    last: Vec<u32>,
    figures: Packer,
}

impl Series {
    /// Notes a point.
    pub fn point(&mut self, world: &World) {
        let figures: Vec<u32> =
            (0..world.players().len() as u8).flat_map(|player| figures(world, PlayerId(player))).collect();
        self.last.resize(figures.len(), 0);
        for (was, now) in self.last.iter().zip(&figures) {
            self.figures.difference(*was, *now);
        }
        self.last = figures;
        self.points += 1;
    }

    /// How many points there are.
    pub fn points(&self) -> u32 {
        self.points
    }

    /// How many bytes they take.
    pub fn bytes(&self) -> usize {
        self.figures.len()
    }

    /// By point, then player, then figure: the difference from the point before.
    pub fn pack(&self) -> &Packer {
        &self.figures
    }
}

fn figures(world: &World, id: PlayerId) -> Vec<u32> {
    let (player, rules) = (&world.players()[id.index()], world.rules());
    let (mut workers, mut army, mut army_value) = (0, 0, 0);
    for unit in world.observe_units().filter(|unit| unit.id.owner() == id) {
        let kind = rules.kind(unit.kind);
        if kind.worker.is_some() {
            workers += 1;
        } else {
            army += 1;
            army_value += value(kind);
        }
    }
    let buildings = world.observe_buildings().filter(|building| building.id.owner() == id).count() as u32;
    let totals = &player.totals;
    let gathered = totals.gathered.iter().fold(0u32, |sum, amount| sum.saturating_add(*amount));
    let mut figures = vec![
        u32::from(player.supply_used),
        u32::from(player.supply_cap),
        workers,
        army,
        army_value,
        buildings,
        gathered,
        totals.units_killed,
        totals.buildings_razed,
        totals.units_lost,
        totals.buildings_lost,
        totals.value_killed,
        totals.value_lost,
    ];
    debug_assert_eq!(figures.len(), FIGURES.len());
    figures.extend(&player.resources[..rules.resources.len()]);
    figures
}

/// What something cost, all resources added.
pub(super) fn value(kind: &Kind) -> u32 {
    kind.cost.iter().map(|amount| u32::from(*amount)).sum()
}
