//! What a ruleset offers to draw with, told by what terrains and nodes do, not by their names.

use super::tuning::{BASE_AMOUNT, MAX_NODES};
use sandtable_model::map::starting_class;
use sandtable_model::rules::{Class, Locomotion, Rules, Terrain, WALL_COST};
use sandtable_state::id::KindId;

/// Rows of terrain by the part they play, and the nodes of each resource.
pub(super) struct Palette {
    /// The class that everything must be reachable for.
    pub class: Locomotion,
    /// Plain ground: the first terrain.
    pub ground: u8,
    /// What roads are made of.
    pub road: u8,
    /// What fords are made of.
    pub ford: u8,
    /// What one does not see across.
    pub forest: Option<u8>,
    /// The heart of a forest, where nobody walks.
    pub thicket: Option<u8>,
    /// Closed to walkers, open to what floats.
    pub water: Option<u8>,
    /// Water that something floats on.
    pub strait: Option<u8>,
    /// Closed to both.
    pub cliff: Option<u8>,
    /// The node of each resource and how many of it a base has.
    pub deposits: Vec<(KindId, u32)>,
}

impl Palette {
    /// The palette of a ruleset.
    pub fn from_rules(rules: &Rules) -> Palette {
        let class = starting_class(rules);
        let row = |plays: &dyn Fn(&Terrain) -> bool| rules.terrain.iter().position(plays).map(|row| row as u8);
        let walkable = |terrain: &Terrain| terrain.cost(class) != WALL_COST;
        let floats = |terrain: &Terrain| terrain.cost(Locomotion::Hover) != WALL_COST;
        let plain = rules.terrain.first().map_or(WALL_COST, |terrain| terrain.cost(class));
        let water = row(&|terrain| !walkable(terrain) && floats(terrain) && !terrain.blocks_sight);
        let closed = rules.terrain.iter().enumerate().filter(|(_, terrain)| !walkable(terrain) && !floats(terrain));
        let cliff = closed.max_by_key(|(row, terrain)| (terrain.height, *row)).map(|(row, _)| row as u8);
        let fords = rules.terrain.iter().enumerate().filter(|(_, terrain)| walkable(terrain) && !terrain.buildable);
        let ford = fords.filter(|(_, terrain)| floats(terrain) && !terrain.blocks_sight && terrain.cost(class) > plain);
        let ford = ford.min_by_key(|(row, terrain)| (terrain.cost(Locomotion::Hover), *row)).map(|(row, _)| row as u8);
        Palette {
            class,
            ground: 0,
            road: row(&|terrain| terrain.cost(class) < plain).unwrap_or(0),
            ford: ford.unwrap_or(0),
            forest: row(&|terrain| walkable(terrain) && terrain.blocks_sight),
            thicket: row(&|terrain| !walkable(terrain) && terrain.blocks_sight && terrain.height == 0),
            water: water.or(cliff),
            strait: water,
            cliff: cliff.or(water),
            deposits: deposits(rules),
        }
    }
}

fn deposits(rules: &Rules) -> Vec<(KindId, u32)> {
    let first_of = |resource: usize| {
        let holds = |kind: &sandtable_model::rules::Kind| {
            kind.stock.as_ref().is_some_and(|stock| stock.resource.index() == resource)
        };
        let (id, kind) = rules.kinds().find(|(_, kind)| kind.class == Class::Node && holds(kind))?;
        let amount = kind.stock.as_ref().map_or(1, |stock| stock.amount.max(1));
        Some((id, ((BASE_AMOUNT + amount / 2) / amount).clamp(1, MAX_NODES)))
    };
    (0..rules.resources.len()).filter_map(first_of).collect()
}
