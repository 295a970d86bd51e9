//! Walls that come and go while a situation is played, or stand in it all along without being part of its plan.

use sandtable_content::TableReader;
use sandtable_math::Bounds;
use sandtable_model::rules::{Class, Rules};
use sandtable_state::id::KindId;

use super::groups::numbers;

/// A building put up or brought down, or one that stands.
#[derive(Clone, Debug)]
pub struct Change {
    /// When it is ordered, in ticks; 0 for a wall that only stands.
    pub tick: u32,
    /// The building.
    pub kind: KindId,
    /// Its cells: north-west cell, width, height.
    pub rect: [i64; 4],
    /// Whether it is put up, rather than there from the start.
    pub builds: bool,
    /// The cell of the mason or sapper who does it; none for a wall that only stands.
    pub by: Option<[i64; 2]>,
}

impl Change {
    /// Reads one table of `changes`.
    pub fn read(table: &TableReader<'_>, rules: &Rules) -> Change {
        let (builds, stands) = (table.has("builds"), table.has("stands"));
        let key = if builds {
            "builds"
        } else if stands {
            "stands"
        } else {
            "destroys"
        };
        let (kind, side) = read_slab(table, key, rules);
        let [x, y] = required(table, "cell");
        let rect = [x, y, side, side];
        if stands && !builds {
            return Change { tick: 0, kind, rect, builds, by: None };
        }
        let tick = table.seconds("at", Bounds::new(1, 16 * 600)).required();
        Change { tick, kind, rect, builds, by: Some(required(table, "by")) }
    }
}

/// A square building, so that it can be turned, and its side.
fn read_slab(table: &TableReader<'_>, key: &str, rules: &Rules) -> (KindId, i64) {
    let word = table.reference(key, "a square building").required();
    let square = |side: &sandtable_model::rules::FootprintSize| side.width == side.height;
    let slabs = || rules.kinds().filter(|(_, kind)| kind.footprint.as_ref().is_some_and(square));
    let slabs = || slabs().filter(|(_, kind)| kind.class == Class::Building);
    let found = slabs().find(|(_, kind)| kind.name == word.text);
    if found.is_none() && !word.text.is_empty() {
        word.unknown("a square building", slabs().map(|(_, kind)| kind.name.as_str()));
    }
    let side = |kind: &sandtable_model::rules::Kind| kind.footprint.as_ref().map_or(1, |side| i64::from(side.width));
    found.map_or((KindId(0), 1), |(id, kind)| (id, side(kind)))
}

fn required(table: &TableReader<'_>, key: &str) -> [i64; 2] {
    if !table.has(key) {
        table.error(key, "nothing", format!("{key} = [x, y], a cell"));
    }
    numbers(table, key).unwrap_or_default()
}
