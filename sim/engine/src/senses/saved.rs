//! What is perceived as state: its hash, its bytes, and what a snapshot may say of it.

use super::{Awareness, Perceived};
use crate::id::UnitId;
use crate::limits::MAX_INTERESTS;
use crate::math::mix;
use crate::state::{Field, Folder, Malformed, Reader, Record, Sink};
use crate::world::World;

/// The digest of what the unit of this id is aware of; never 0.
pub(super) fn digest(id: UnitId, awareness: &Awareness) -> u64 {
    let mut folder = Folder::new(u64::from(id.0));
    Field::put(awareness, &mut folder);
    folder.finish() | 1
}

/// The hash of all of it; 0 in a world without senses.
pub(crate) fn hash(world: &World) -> u64 {
    let Perceived { units: _, digests, concerns, last, .. } = &world.parts.senses;
    if !world.parts.senses.exist() {
        return 0;
    }
    let mut folder = Folder::new(0);
    concerns.put(&mut folder);
    last.put(&mut folder);
    mix(folder.finish(), digests.iter().fold(0, |sum: u64, digest| sum.wrapping_add(*digest)))
}

/// The rows of units with senses, in the order of ids.
fn sensing(world: &World) -> impl Iterator<Item = (UnitId, usize)> + '_ {
    let units = &world.entities.units;
    let rows = units.ids().iter().zip(units.rows()).map(|(id, row)| (*id, *row as usize));
    rows.filter(|(_, row)| world.parts.senses.of(*row).is_some())
}

/// Appends the bytes of all of it; nothing in a world without senses.
pub(crate) fn put<S: Sink>(world: &World, sink: &mut S) {
    if world.parts.senses.exist() {
        world.parts.senses.concerns.put(sink);
        world.parts.senses.last.put(sink);
        sensing(world).for_each(|(_, row)| Field::put(&world.parts.senses.units[row], sink));
    }
}

/// Reads it back into a world whose units are loaded.
pub(crate) fn take(world: &mut World, reader: &mut Reader<'_>) -> Result<(), Malformed> {
    if !world.parts.senses.exist() {
        return Ok(());
    }
    world.parts.senses.concerns = Field::take(reader)?;
    world.parts.senses.last = Field::take(reader)?;
    let rows: Vec<(UnitId, usize)> = sensing(world).collect();
    for (id, row) in rows {
        let awareness = Field::take(reader)?;
        (world.parts.senses.digests[row], world.parts.senses.units[row]) = (digest(id, &awareness), awareness);
    }
    Ok(())
}

/// Whether a world whose units are loaded can perceive this.
pub(crate) fn are_possible(world: &World) -> bool {
    let (senses, map) = (&world.parts.senses, &world.scenario.map);
    let on_map = |point: crate::math::Vec2| map.contains(crate::map::Cell::at(point));
    let perception = &world.rules().perception;
    let sound = senses.concerns.iter().all(|concern| {
        concern.player.index() < world.parts.players.len()
            && (1..=senses.last).contains(&concern.id)
            && perception.interest(concern.incident).is_some()
            && on_map(concern.at)
            && concern.tick <= world.parts.clock.tick
    });
    let few = senses.concerns.len() <= MAX_INTERESTS * world.parts.players.len();
    let ordered = senses.concerns.windows(2).all(|pair| pair[0].id < pair[1].id);
    let aware = sensing(world).all(|(_, row)| {
        let awareness: &Awareness = &senses.units[row];
        on_map(awareness.heard_at) && awareness.strength_percent <= 100 && awareness.concern <= senses.last
    });
    sound && few && ordered && aware
}

/// Shows each field of each: concerns, then units in the order of ids.
pub(crate) fn show(world: &World, each: &mut dyn FnMut(String, &'static str, &dyn std::fmt::Debug)) {
    if !world.parts.senses.exist() {
        return;
    }
    each("match".to_owned(), "last", &world.parts.senses.last);
    for concern in &world.parts.senses.concerns {
        Record::show(concern, &mut |field, value| each(format!("concern {}", concern.id), field, value));
    }
    for (id, row) in sensing(world) {
        Record::show(&world.parts.senses.units[row], &mut |field, value| each(id.to_string(), field, value));
    }
}
