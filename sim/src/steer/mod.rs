//! Steering: moves every unit on the map by its wish, its neighbours and the walls.
//!
//! Each unit reads the frame (where everybody was at the start of the tick) and writes its own motion, so
//! the order of units cannot matter. A wish comes from the flow field of the goal; neighbours add a side step, take off what
//! would run into them, and part what overlaps; walls stop and deflect. Invariant: the centre of a unit
//! lies in a cell that is open to its class and team.

mod arrival;
pub mod behaviour;
pub mod block;
mod contact;
mod forces;
mod grid;
mod muster;
mod neighbours;
mod patience;
mod rest;
#[cfg(test)]
mod tests;
mod traffic;
mod vector;
mod walker;
mod walls;
mod wish;

pub use grid::Grid;
pub use muster::Muster;

use crate::component::{Agent, Motion, Statuses};
use crate::flow::Flow;
use crate::world::World;

/// Moves every unit that is present by one tick.
pub(crate) fn run(world: &mut World) {
    let mut flow = std::mem::take(&mut world.flow);
    let rebuilt = flow.catch_up(&world.scenario.map, &world.ground, &world.knowledge);
    move_units(world, &mut flow, rebuilt);
    world.flow = flow;
}

/// Units at rest are skipped, unless something was put up, perhaps on top of them (`rebuilt`).
fn move_units(world: &World, flow: &mut Flow, rebuilt: bool) {
    let agents = world.column::<Agent>(&world.units);
    let statuses = world.column::<Statuses>(&world.units);
    let mut motions = world.column_mut::<Motion>(&world.units);
    for (row, body) in world.frame.bodies[..world.frame.units].iter().enumerate() {
        let motion = &mut motions[row];
        if !body.present || motion.aboard.is_some() {
            continue;
        }
        if motion.moving || rest::is_disturbed(world, body) {
            walker::advance(world, flow, row, motion, &agents[row], &statuses[row]);
        } else if rebuilt {
            walker::keep_footing(world, body, motion);
        }
    }
}
