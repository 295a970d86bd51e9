//! Claims as state: their hash, their bytes, and what a snapshot may say of them.

use super::{Claim, LINES, WAITS};
use crate::component::Identity;
use crate::limits::{MAX_ENTITIES, MAX_RING_SLOTS};
use crate::math::mix;
use crate::state::{Field, Folder, Malformed, Reader, Record, Sink};
use crate::world::World;

/// The hash of all claims; 0 in a world without slots.
pub(crate) fn hash(world: &World) -> u64 {
    if !world.parts.rings.exist() {
        return 0;
    }
    world.parts.rings.claims.iter().fold(0, |total, claim| {
        let mut folder = Folder::new(u64::from(claim.unit.0));
        Field::put(claim, &mut folder);
        mix(total, folder.finish())
    })
}

/// Appends the bytes of all claims; nothing in a world without slots.
pub(crate) fn put<S: Sink>(world: &World, sink: &mut S) {
    if world.parts.rings.exist() {
        world.parts.rings.claims.put(sink);
    }
}

/// Reads them back into a world whose units are loaded.
pub(crate) fn take(world: &mut World, reader: &mut Reader<'_>) -> Result<(), Malformed> {
    if world.parts.rings.exist() {
        world.parts.rings.claims = Field::take(reader)?;
        world.parts.rings.seekers.clear();
    }
    Ok(())
}

/// Whether a world whose units are loaded can have these claims.
pub(crate) fn are_possible(world: &World) -> bool {
    let claims = &world.parts.rings.claims;
    let kinds = world.column::<Identity>(&world.entities.units);
    let armed = |claim: &Claim| {
        let row = world
            .entities
            .units
            .ids()
            .binary_search(&claim.unit)
            .ok()
            .map(|at| world.entities.units.rows()[at] as usize);
        row.is_some_and(|row| world.kind(kinds[row].kind).weapon.is_some())
    };
    claims.len() <= MAX_ENTITIES
        && claims.windows(2).all(|pair| pair[0].unit < pair[1].unit)
        && claims.iter().all(|claim| (claim.slot / MAX_RING_SLOTS <= LINES || claim.slot == WAITS) && armed(claim))
}

/// Shows each field of each, in the order of ids.
pub(crate) fn show(world: &World, each: &mut dyn FnMut(String, &'static str, &dyn std::fmt::Debug)) {
    for claim in &world.parts.rings.claims {
        Record::show(claim, &mut |field, value| each(claim.unit.to_string(), field, value));
    }
}
