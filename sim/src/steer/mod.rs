//! Steering: moves every unit on the map by its wish, its neighbours and the walls.
//!
//! Each unit reads the frame (where everybody was at the start of the tick) and writes its own motion, so
//! the order of units cannot matter. A wish comes from the flow field of the goal; neighbours add a side step, take off what
//! would run into them, and part what overlaps; walls stop and deflect. Invariant: the centre of a unit
//! lies in a cell that is open to its class and team.

mod arrival;
pub mod behaviour;
pub mod block;
mod crowd;
mod grid;
mod neighbours;
#[cfg(test)]
mod tests;
mod vector;
mod walker;
mod walls;
mod wish;

pub use grid::Grid;
pub(crate) use wish::Wish;

use crate::component::{Agent, Motion, Statuses};
use crate::flow::Flow;
use crate::world::World;

/// Moves every unit that is present by one tick: first what each wants, then what the others make of it.
pub(crate) fn run(world: &mut World) {
    let mut flow = std::mem::take(&mut world.flow);
    let mut wishes = std::mem::take(&mut world.wishes);
    let rebuilt = flow.catch_up(&world.scenario.map, &world.ground, &world.knowledge);
    wish_all(world, &mut flow, rebuilt, &mut wishes);
    move_all(world, &wishes);
    world.wishes = wishes;
    world.flow = flow;
}

/// Fills in the wish of each unit, by row. Those at rest have none, unless something was put up, perhaps on top of them
/// (`rebuilt`).
fn wish_all(world: &World, flow: &mut Flow, rebuilt: bool, wishes: &mut Vec<Wish>) {
    let statuses = world.column::<Statuses>(&world.units);
    let mut motions = world.column_mut::<Motion>(&world.units);
    wishes.clear();
    wishes.resize(world.frame.units, Wish::default());
    for (row, body) in world.frame.bodies[..world.frame.units].iter().enumerate() {
        let motion = &mut motions[row];
        if !body.present || motion.aboard.is_some() {
            continue;
        }
        if motion.moving || walker::is_disturbed(world, body) {
            wishes[row] = wish::of(world, flow, body, motion, &statuses[row]);
        } else if rebuilt {
            wish::keep_footing(world, body, motion);
        }
    }
}

fn move_all(world: &World, wishes: &[Wish]) {
    let agents = world.column::<Agent>(&world.units);
    let mut motions = world.column_mut::<Motion>(&world.units);
    world.threads.by_chunks((&mut motions[..], &agents[..], wishes), |first, (motions, agents, wishes)| {
        for (row, wish) in wishes.iter().enumerate().filter(|(_, wish)| wish.stirs) {
            walker::advance(world, first + row, &mut motions[row], &agents[row], wish);
        }
    });
}
