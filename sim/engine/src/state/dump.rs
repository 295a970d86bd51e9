//! The state as text: a line for each field of each entity, from the same list as hash and snapshot.

use super::Record;
use super::entity::EntityState;
use crate::world::{BuildingBundle, NodeBundle, Roster, ShotBundle, UnitBundle, World};

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
    let mut lines = vec![
        line("clock", "match", "tick", &world.parts.clock.tick),
        line("clock", "match", "seed", &world.parts.clock.seed),
        line("clock", "match", "neutral_serial", &world.parts.clock.neutral_serial),
        line("clock", "match", "shot_serial", &world.parts.clock.shot_serial),
        line("clock", "match", "outcome", &world.parts.clock.outcome),
    ];
    for (row, player) in world.parts.players.iter().enumerate() {
        Record::show(player, &mut |field, value| lines.push(line("players", &format!("p{}", row + 1), field, value)));
    }
    crate::sight::show_knowledge(world, &mut |team, field, value| {
        lines.push(line("knowledge", &format!("t{}", team + 1), field, value));
    });
    crate::flow::show(world, &mut |team, field, value| {
        lines.push(line("flow", &format!("t{}", team + 1), field, value));
    });
    crate::route::show(world, &mut |team, field, value| {
        lines.push(line("routes", &format!("t{}", team + 1), field, value));
    });
    crate::ring::show(world, &mut |owner, field, value| lines.push(line("rings", &owner, field, value)));
    crate::squad::show(world, &mut |squad, field, value| {
        lines.push(line("squads", &squad.to_string(), field, value));
    });
    crate::agent::show_minds(world, &mut |owner, field, value| {
        lines.push(line("minds", &owner, field, value));
    });
    crate::senses::show(world, &mut |owner, field, value| lines.push(line("senses", &owner, field, value)));
    crate::schedule::show(world, &mut |name, field, value| {
        lines.push(line("schedules", name, field, value));
    });
    dump_class::<UnitBundle>(world, &world.entities.units, &mut lines);
    dump_class::<BuildingBundle>(world, &world.entities.buildings, &mut lines);
    dump_class::<NodeBundle>(world, &world.entities.nodes, &mut lines);
    dump_class::<ShotBundle>(world, &world.entities.shots, &mut lines);
    lines
}

fn line(part: &'static str, owner: &str, field: &'static str, value: &dyn std::fmt::Debug) -> DumpLine {
    DumpLine { part, owner: owner.to_owned(), field, value: format!("{value:?}") }
}

fn dump_class<T: EntityState>(world: &World, roster: &Roster, lines: &mut Vec<DumpLine>) {
    let columns = T::columns(roster.archetype(&world.entities.ecs));
    for (id, row) in roster.ids().iter().zip(roster.rows()) {
        let owner = id.to_string();
        T::show(&columns, *row as usize, &mut |part, field, value| lines.push(line(part, &owner, field, value)));
    }
}
