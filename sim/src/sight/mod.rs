//! Sight and what teams know.

mod bits;
mod knowledge;
mod known;
mod memory;

pub use bits::BitGrid;
pub(crate) use bits::Bits;
pub use knowledge::Knowledge;
pub(crate) use known::{can_place, handle_for, known_entity, resolve};
pub use memory::Memory;

use crate::math::mix;
use crate::scenario::Scenario;
use crate::state::{Field, Malformed, Reader, Record};
use crate::world::{Place, World};

/// Visibility of a cell to a team.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visibility {
    /// Never seen.
    Unexplored,
    /// Seen before.
    Explored,
    /// Seen now.
    Visible,
}

/// Masks and stamps.
#[derive(Clone, Default)]
pub struct Sight {}

/// The knowledge and stamps before anything is seen.
pub(crate) fn fresh(scenario: &Scenario) -> (Vec<Knowledge>, Sight) {
    ((0..scenario.teams()).map(|_| Knowledge::new(scenario)).collect(), Sight::default())
}

pub(crate) fn run(_world: &mut World) {}
pub(crate) fn unstamp(_world: &mut World, _place: Place) {}
pub(crate) fn rebuild(_world: &mut World) {}

/// The hash of what all teams know, kept up with each change.
pub(crate) fn knowledge_hash(world: &World) -> u64 {
    world.knowledge.iter().fold(0, |total, knowledge| mix(total, knowledge.hash()))
}

/// Shows each field of what each team knows, with the team's number.
pub(crate) fn show_knowledge(world: &World, each: &mut dyn FnMut(usize, &'static str, &dyn std::fmt::Debug)) {
    for (team, knowledge) in world.knowledge.iter().enumerate() {
        Record::show(knowledge, &mut |field, value| each(team, field, value));
    }
}

/// Appends what all teams know.
pub(crate) fn put_knowledge(world: &World, bytes: &mut Vec<u8>) {
    for knowledge in &world.knowledge {
        Field::put(knowledge, bytes);
    }
}

/// Reads back what all teams know. Derived parts are made by [`rebuild`], when everything is loaded.
pub(crate) fn take_knowledge(world: &mut World, reader: &mut Reader<'_>) -> Result<(), Malformed> {
    for knowledge in &mut world.knowledge {
        let taken = <Knowledge as Record>::take(reader)?;
        if !taken.is_possible(&world.scenario) {
            return Err(reader.malformed("knowledge of another map"));
        }
        *knowledge = taken;
    }
    Ok(())
}
