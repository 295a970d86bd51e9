//! Steering: moves every unit on the map by its wish, its neighbours and the walls.
//!
//! Each unit reads the frame (where everybody was at the start of the tick) and writes its own motion, so
//! the order of units cannot matter. A wish comes from the flow field of the goal; neighbours add a side step, take off what
//! would run into them, and part what overlaps; walls stop and deflect. Minds are made up by turns, contact and walls count in every tick. Invariant: the centre of a unit
//! lies in a cell that is open to its class and team.

mod arrival;
mod claim;
mod clearing;
mod contact;
mod exchange;
mod forces;
mod gathering;
mod guide;
mod neighbours;
mod patience;
mod rest;
#[cfg(test)]
mod tests;
mod told;
mod traffic;
mod walker;
mod walls;
mod watch;
mod wish;

pub(crate) use clearing::clear;
pub use told::{Beside, Force, Steering, Turn};
pub(crate) use walls::Footing;
pub(crate) use watch::rehearse;
pub(crate) use wish::{MAX_STEP, Wish, speed_on_ground};

use neighbours::Near;

use crate::component::{Agent, Motion, Statuses};
use crate::flow::Flow;
use crate::state::{FillWithJunk, Junk};
use crate::world::World;
use sandtable_math::Vec2;
use sandtable_state::id::{TeamId, UnitId};

/// Everybody makes up its mind every so many ticks, half of all in each, and who gets on as it means to more seldom: neighbours and
/// walls count in every tick.
const TURN_TICKS: u16 = 2;
const FREE_TURN_TICKS: u16 = 4;

/// Whether it is a unit's turn to make up its mind, as it is once in `period` ticks.
#[inline]
pub(crate) fn is_turn(world: &World, id: UnitId, period: u16) -> bool {
    world.parts.clock.tick.wrapping_add(id.serial()).is_multiple_of(u32::from(period))
}

/// Ticks without progress after which one exchanges places with another of its group.
const STUCK_TICKS: u16 = 16;

/// Room to steer in.
#[derive(Default)]
pub(crate) struct Workspace {
    /// Where each unit wants to go, by row of the frame. Of the tick before they keep where its field was found: a hint, which is
    /// looked at before it is believed.
    wishes: Vec<Wish>,
    /// The rows of those who make up their minds in this tick.
    walkers: Vec<usize>,
}

impl FillWithJunk for Workspace {
    /// Where fields were found is left out: as after a load, nobody knows of any.
    fn fill_with_junk(&mut self, junk: &mut Junk) {
        self.wishes = junk.some(|junk| Wish {
            stirs: junk.coin(),
            walks: junk.coin(),
            way: junk.point(),
            target: junk.point(),
            pace: junk.length(),
            speed: junk.length(),
            sees: junk.coin(),
            nearest: junk.coin(),
            walled: junk.coin(),
            patience: junk.number() as u16,
            keeps: junk.coin(),
            asks: junk.coin(),
            ..Wish::default()
        });
        self.walkers = junk.some(|junk| junk.below(40) as usize);
    }
}

/// Moves every unit that is present by one tick: first what each wants, then what the others make of it.
pub(crate) fn run(world: &mut World) {
    let mut flow = std::mem::take(&mut world.parts.flow);
    let mut wishes = std::mem::take(&mut world.workspaces.steer.wishes);
    let walkers = intend(world, &mut flow, &mut wishes);
    move_all(world, &wishes);
    claim::run(world, &wishes, &walkers);
    exchange::run(world);
    world.workspaces.steer = Workspace { wishes, walkers };
    world.parts.flow = flow;
}

/// Settles what each unit wishes, by row, before anybody moves; returns the rows of those who want to get somewhere.
fn intend(world: &mut World, flow: &mut Flow, wishes: &mut Vec<Wish>) -> Vec<usize> {
    let rebuilt = flow.is_rebuilt(&world.derived.ground);
    wish_all(world, flow, rebuilt, wishes);
    let mut walkers = std::mem::take(&mut world.workspaces.steer.walkers);
    walkers.clear();
    walkers.extend((0..wishes.len()).filter(|row| wishes[*row].walks));
    provide(world, flow, wishes, &walkers);
    guide::provide(world, flow, wishes);
    gathering::run(world, wishes, &walkers);
    walkers
}

/// Fills in the wish of each unit, by row. Those at rest have none, unless something was put up, perhaps on top of them
/// (`rebuilt`).
fn wish_all(world: &World, flow: &Flow, rebuilt: bool, wishes: &mut Vec<Wish>) {
    let statuses = world.column::<Statuses>(&world.entities.units);
    let mut motions = world.column_mut::<Motion>(&world.entities.units);
    let bodies = &world.workspaces.frame.bodies[..world.workspaces.frame.units];
    wishes.resize(bodies.len(), Wish::default());
    let rows = (bodies, &mut motions[..], &statuses[..], &mut wishes[..]);
    world.threads.by_chunks(rows, |_, (bodies, motions, statuses, wishes)| {
        for (row, body) in bodies.iter().enumerate() {
            let (motion, track) = (&mut motions[row], std::mem::take(&mut wishes[row]).track);
            if !body.present || motion.aboard.is_some() {
                continue;
            }
            if motion.moving || rest::is_disturbed(world, body) {
                wishes[row] = wish::of(world, flow, body, motion, &statuses[row], track);
                continue;
            }
            motion.velocity = Vec2::ZERO;
            if rebuilt {
                wish::keep_footing(world, body, motion);
            }
        }
    });
}

/// Notes which fields are in use by `walkers`, has those made that somebody asks for, and tells who asked.
///
/// A team's budget may not do for all, so they ask in an order of their own: by when they were made, whoever owns them.
fn provide(world: &World, flow: &mut Flow, wishes: &mut [Wish], walkers: &[usize]) {
    let bodies = &world.workspaces.frame.bodies;
    let mut asking: Vec<(u32, UnitId, usize)> = Vec::new();
    // Squads lie together and walk by one field.
    let mut last = None;
    for row in walkers.iter().copied() {
        let wish = &wishes[row];
        let (id, team) = (bodies[row].id, TeamId(bodies[row].team));
        if last.replace((team, wish.track)) != Some((team, wish.track)) {
            flow.touch(team, wish.track, world.parts.clock.tick);
        }
        if wish.asks {
            asking.push((id.serial(), id, row));
        }
    }
    asking.sort_unstable();
    let mut motions = world.column_mut::<Motion>(&world.entities.units);
    for (.., row) in &asking {
        let (body, motion) = (&bodies[*row], &motions[*row]);
        let Some(footing) = Footing::of(world, body) else { continue };
        let goal = wish::goal(flow, &footing, body, motion);
        let way = [motion.position, arrival::target(motion)];
        flow.request(&world.derived.ground, &world.parts.knowledge, &goal, way, world.parts.clock.tick);
    }
    flow.serve();
    let statuses = world.column::<Statuses>(&world.entities.units);
    for (.., row) in asking {
        wishes[row] = wish::of(world, flow, &bodies[row], &mut motions[row], &statuses[row], wishes[row].track);
    }
}

fn move_all(world: &World, wishes: &[Wish]) {
    let agents = world.column::<Agent>(&world.entities.units);
    let mut motions = world.column_mut::<Motion>(&world.entities.units);
    world.threads.by_chunks((&mut motions[..], &agents[..], wishes), |first, (motions, agents, wishes)| {
        let mut near = Near::nobody();
        for (row, wish) in wishes.iter().enumerate().filter(|(_, wish)| wish.stirs) {
            walker::advance(world, first + row, &mut motions[row], &agents[row], wish, &mut near, &mut ());
        }
    });
}
