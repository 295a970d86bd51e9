//! Ways for units that walk by routes: noted, asked for and looked for, in an order of ids.

use super::arrival;
use super::walls::Footing;
use super::wish::{self, Wish};
use crate::component::{Motion, Statuses};
use crate::flow::Flow;
use crate::route::{Asker, Routes};
use crate::world::World;
use sandtable_state::id::{TeamId, UnitId};

/// Notes how far units have come on their routes, has those looked for that somebody asks for, and tells who asked.
///
/// As with fields they ask by when they were made, whoever owns them.
pub(super) fn provide(world: &mut World, flow: &mut Flow, wishes: &mut [Wish]) {
    if world.parts.routes.is_idle() {
        return;
    }
    let mut routes = std::mem::take(&mut world.parts.routes);
    let mut asking: Vec<(u32, UnitId, usize)> = Vec::new();
    for (row, wish) in wishes.iter().enumerate().filter(|(_, wish)| wish.walks) {
        let (id, team) = (world.workspaces.frame.bodies[row].id, TeamId(world.workspaces.frame.bodies[row].team));
        wish.bearing.leg().into_iter().for_each(|leg| routes.note(team, id, leg));
        if wish.bearing.asks() {
            asking.push((id.serial(), id, row));
        }
    }
    asking.sort_unstable();
    asking.iter().for_each(|(.., row)| request(world, flow, &mut routes, *row));
    routes.serve(flow);
    world.parts.routes = routes;
    let statuses = world.column::<Statuses>(&world.entities.units);
    let mut motions = world.column_mut::<Motion>(&world.entities.units);
    for (.., row) in asking {
        let body = &world.workspaces.frame.bodies[row];
        wishes[row] = wish::of(world, flow, body, &mut motions[row], &statuses[row], wishes[row].track);
    }
}

fn request(world: &World, flow: &mut Flow, routes: &mut Routes, row: usize) {
    let (body, motions) = (&world.workspaces.frame.bodies[row], world.column::<Motion>(&world.entities.units));
    let Some(footing) = Footing::of(world, body) else { return };
    let (motion, asker) = (&motions[row], Asker { unit: body.id, navigator: footing.navigator });
    let goal = wish::goal(flow, &footing, body, motion);
    routes.request(
        flow,
        (&world.derived.ground, &world.parts.knowledge),
        asker,
        &goal,
        motion,
        arrival::target(motion),
    );
}
