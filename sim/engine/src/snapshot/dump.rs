//! The state as text: a line for each field of each entity, from the same list as hash and snapshot.

use crate::entities::{EachClass, EntityState, Roster};
use crate::world::{Parts, World};

/// One field of the state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DumpLine {
    /// The part, one of [`super::PART_NAMES`].
    pub part: &'static str,
    /// Whose: an entity's id, a player, a team.
    pub owner: String,
    /// The field.
    pub field: &'static str,
    /// Its value.
    pub value: String,
}

impl std::fmt::Display for DumpLine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {} {} = {}", self.part, self.owner, self.field, self.value)
    }
}

/// Every field of the state, parts in order, entities in the order of ids.
pub fn dump(world: &World) -> Vec<DumpLine> {
    let mut lines = DumpLines(Vec::new());
    Parts::show(world, &mut |part, owner, field, value| lines.add(part, owner, field, value));
    world.entities.each_class(&mut lines);
    lines.0
}

struct DumpLines(Vec<DumpLine>);

impl DumpLines {
    fn add(&mut self, part: &'static str, owner: &str, field: &'static str, value: &dyn std::fmt::Debug) {
        self.0.push(DumpLine { part, owner: owner.to_owned(), field, value: format!("{value:?}") });
    }
}

impl EachClass for DumpLines {
    fn class<T: EntityState>(&mut self, roster: &Roster, ecs: &hecs::World) {
        let columns = T::columns(roster.archetype(ecs));
        for (id, row) in roster.ids().iter().zip(roster.rows()) {
            let owner = id.to_string();
            T::show(&columns, *row as usize, &mut |part, field, value| self.add(part, &owner, field, value));
        }
    }
}
