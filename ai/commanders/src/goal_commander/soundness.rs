//! Whether a memory that was read can be one of a match: its numbers are looked at by the types and the names of their fields.
//!
//! What passes may still be the memory of another match; whoever decides by it does so without failing.

use sandtable_model::rules::Rules;
use sandtable_state::limits::{MAX_MAP_SIDE, MAX_TICKS};
use sandtable_state::named::named_fields;

use super::state::CommanderState;

/// Ticks that lie this far ahead are nobody's: no match is as long, and nobody rests as long behind its end.
const MAX_TICK: u32 = 4 * MAX_TICKS;
/// Parts of a cell, of a fixed-point number.
const CELL_BITS: u32 = 1 << 16;

/// How many rows the tables of a ruleset have.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowCounts {
    kinds: usize,
    techs: usize,
    resources: usize,
    abilities: usize,
}

impl RowCounts {
    pub fn from_rules(rules: &Rules) -> RowCounts {
        let (kinds, techs) = (rules.kinds.len(), rules.techs.len());
        RowCounts { kinds, techs, resources: rules.resources.len(), abilities: rules.abilities.len() }
    }
}

/// Whether all rows are of such rules, all ticks of a match, and all places near a map.
pub(super) fn is_sound(state: &CommanderState, rows: RowCounts) -> bool {
    let below = |number: i128, bound: usize| number >= 0 && number < bound as i128;
    named_fields(state).iter().all(|field| {
        let Some(number) = field.number else { return true };
        let name = field.path.rsplit('.').next().unwrap_or_default();
        match field.kind {
            "KindId" => below(number, rows.kinds),
            "TechId" => below(number, rows.techs),
            "ResourceId" => below(number, rows.resources),
            "AbilityId" => below(number, rows.abilities),
            "Vec2" => number.unsigned_abs() <= u128::from(2 * MAX_MAP_SIDE * CELL_BITS),
            "Cell" => number.unsigned_abs() <= u128::from(2 * MAX_MAP_SIDE),
            "Handle" | "UnitId" | "SquadId" | "PlayerId" | "Rng" => true,
            // Nobody reckons on from these, and what never comes again is at the end of all ticks.
            _ if name == "next_tick" || name.starts_with("ready_ticks") => true,
            _ if name.contains("tick") || name.contains("since") || name.contains("until") => {
                number <= i128::from(MAX_TICK)
            }
            _ => true,
        }
    })
}
