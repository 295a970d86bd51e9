//! Members of a group who are in each other's way to their places exchange them: the one who stands there moves up, and the one
//! who could not get by takes what was left. Each asks when its turn comes.

use super::arrival::is_bare;
use super::neighbours::TOUCH;
use super::{FREE_TURN_TICKS, STUCK_TICKS, is_turn};
use crate::component::{Agent, Motion, TaskKind};
use crate::id::UnitId;
use crate::math::Vec2;
use crate::world::World;

/// Ticks without getting nearer to its place after which one at rest exchanges it.
const REST_STUCK_TICKS: u16 = 8;

/// One no farther than this from its place stands on it, in 1/65,536 cells.
const AT_HOME: i64 = 1 << 14;
/// What a bend in the line of two and a place may cost, in 1/65,536 cells.
const LINE: i64 = 1 << 13;

/// Exchanges places between those who are stuck and those they touch, in the order of ids; each at most once in a tick.
pub(super) fn run(world: &World) {
    let bodies = &world.frame.bodies[..world.frame.units];
    let mut motions = world.column_mut::<Motion>(&world.units);
    let asks = |row: usize, motion: &Motion| is_stuck(motion) && is_turn(world, bodies[row].id, FREE_TURN_TICKS);
    let stuck = |(row, motion): (usize, &Motion)| asks(row, motion).then(|| (bodies[row].id, row));
    let mut stuck: Vec<(UnitId, usize)> = motions.iter().enumerate().filter_map(stuck).collect();
    if stuck.is_empty() {
        return;
    }
    stuck.sort_unstable();
    let mut agents = world.column_mut::<Agent>(&world.units);
    let mut done: Vec<usize> = Vec::new();
    for (_, row) in stuck {
        let partner = partner(world, &motions, row).filter(|other| !done.contains(other) && !done.contains(&row));
        if let Some(other) = partner {
            exchange(&mut motions, &mut agents, row, other);
            done.extend([row, other]);
        }
    }
}

fn is_stuck(motion: &Motion) -> bool {
    let patience = if motion.moving { STUCK_TICKS } else { REST_STUCK_TICKS };
    motion.stuck_ticks >= patience && is_bare(motion) && (motion.moving || motion.arrived)
}

/// Whom the unit in a row exchanges places with: one of its group and size that stands there, touches it, and is so placed that
/// both have less far to go.
fn partner(world: &World, motions: &[Motion], row: usize) -> Option<usize> {
    let (own, body) = (&motions[row], &world.frame.bodies[row]);
    let grid = &world.frame.grid;
    let mut best: Option<(i64, UnitId, usize)> = None;
    grid.for_each_near(body.position, body.radius + body.radius + TOUCH + TOUCH, |_, entry, _| {
        let other_row = entry.row as usize;
        let other = &motions[other_row];
        let alike = entry.radius == body.radius && entry.team == body.team && entry.flies() == body.flies;
        let settled = !other.moving && other.arrived && other.goal == own.goal && is_bare(other);
        if other_row == row || !alike || !settled || !gains(own, other) {
            return;
        }
        let key = (other.position.distance_squared_wide(own.place), world.frame.bodies[other_row].id, other_row);
        best = Some(best.map_or(key, |best| best.min(key)));
    });
    best.map(|(.., other)| other)
}

/// Whether both together have less far to go when they exchange, and the one who stands there is the nearer.
fn gains(own: &Motion, other: &Motion) -> bool {
    let way = |from: Vec2, to: Vec2| i64::from((to - from).length_floor().bits());
    let (own_way, other_way) = (way(own.position, own.place), way(other.position, other.place));
    let (moves_up, falls_back) = (way(other.position, own.place), way(own.position, other.place));
    // In one line with its place one that walks gains nothing by the place of one who stands on his; otherwise there must be a gain, or
    // places would go round.
    let least = if own.moving && other_way < AT_HOME { -LINE } else { LINE / 2 };
    moves_up < own_way && moves_up + falls_back + least < own_way + other_way
}

/// Gives each of two the place of the other.
pub(super) fn exchange(motions: &mut [Motion], agents: &mut [Agent], row: usize, other: usize) {
    let (mine, theirs, point) = (motions[row].place, motions[other].place, motions[row].goal);
    for (row, place) in [(row, theirs), (other, mine)] {
        let motion = &mut motions[row];
        (motion.place, motion.stuck_ticks, motion.remedy_ticks) = (place, 0, 0);
        if !motion.moving {
            motion.post = place;
        }
        let tasks = agents[row].moves.iter_mut();
        for task in tasks.filter(|task| task.kind == TaskKind::Goto && task.point == point) {
            task.other = place;
        }
    }
}
