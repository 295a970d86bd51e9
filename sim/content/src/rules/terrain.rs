//! Terrain and the damage table.

use sandtable_math::{Bounds, Fx};
use sandtable_model::rules::{LOCOMOTIONS, Locomotion, Terrain, WALL_COST, ranges};
use sandtable_state::limits::{MAX_DAMAGE_KINDS, MAX_TERRAINS};

use super::RuleNames;
use crate::TableReader;

/// The range of a terrain's cost as files write it: multiples of a plain cell.
const COST: Bounds<Fx> =
    Bounds::new(eighths(ranges::TERRAIN_COST.low as i32), eighths(ranges::TERRAIN_COST.high as i32));

const fn eighths(count: i32) -> Fx {
    Fx::from_ratio(count, 8)
}

pub(super) fn read_all(root: &TableReader<'_>) -> Vec<Terrain> {
    if !root.has("terrain") {
        root.required_table("terrain");
    }
    root.tables_upto("terrain", MAX_TERRAINS).iter().map(read).collect()
}

fn read(terrain: &TableReader<'_>) -> Terrain {
    Terrain {
        name: terrain.name().text.to_owned(),
        glyph: terrain.text("glyph", 1).required().chars().next().unwrap_or('.'),
        costs: read_costs(&terrain.required_table("cost")),
        height: terrain.int("height", ranges::HEIGHT).or(0),
        blocks_sight: terrain.boolean("blocks_sight").or(false),
        buildable: terrain.boolean("buildable").or(false),
    }
}

/// A class that is not named cannot enter; flyers can, unless the file says otherwise.
fn read_costs(costs: &TableReader<'_>) -> [u8; 5] {
    LOCOMOTIONS.map(|class| {
        let cost = costs.fixed(class.name(), COST, "plain cells").optional();
        let absent = if class == Locomotion::Air { 8 } else { WALL_COST };
        cost.map_or(absent, |cost| cost.mul_int(8).round_int() as u8)
    })
}

/// The names of damage kinds and the table; 100 percent where the file says nothing.
pub(super) fn read_damage(root: &TableReader<'_>, names: &RuleNames<'_>) -> (Vec<String>, Vec<Vec<u16>>) {
    if !root.has("damage") {
        root.required_table("damage");
    }
    let row = |kind: &TableReader<'_>| {
        let percent = |class: &&str| kind.int(class, ranges::DAMAGE_PERCENT).or(100);
        (kind.name().text.to_owned(), names.armour_classes.iter().map(percent).collect())
    };
    root.tables_upto("damage", MAX_DAMAGE_KINDS).iter().map(row).unzip()
}
