//! Bodies against walls: grazing them, standing in them.

use super::gait::moves;
use super::grid::{Grid, Point};
use super::setup::Setup;
use super::trajectory::Trajectory;

/// A gap to the wall smaller than this is a touch, in cells.
const TOUCH: f64 = 1.0 / 64.0;

/// What was counted at walls.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Walls {
    /// Moving units times ticks that touched a wall.
    pub touching: u64,
    /// Moving units times ticks.
    pub moving: u64,
    /// The deepest that a body reached into a wall, as a part of its radius.
    pub deepest: f64,
    /// Units times ticks whose middle lay in a wall.
    pub inside: u64,
}

/// Looks at every unit in every tick.
pub fn walls(setup: &Setup, trajectory: &Trajectory) -> Walls {
    let mut counted = Walls::default();
    for tick in 1..trajectory.frames.len() {
        let plan = trajectory.plan(tick as u32);
        for (row, actor) in setup.actors.iter().enumerate() {
            let at = trajectory.frames[tick][row].at();
            let gap = gap(plan, at) - actor.radius;
            counted.deepest = counted.deepest.max(-gap / actor.radius);
            counted.inside += u64::from(!plan.is_open(at[0].floor() as i64, at[1].floor() as i64));
            if moves(setup, trajectory, row, tick) {
                counted.moving += 1;
                counted.touching += u64::from(gap < TOUCH);
            }
        }
    }
    counted
}

/// The distance to the nearest wall, as far as the next cell; the edge of the map is none.
fn gap(plan: &Grid, at: Point) -> f64 {
    let (x, y) = (at[0].floor() as i64, at[1].floor() as i64);
    let mut gap = 1.0f64;
    for (dx, dy) in [(-1, -1), (0, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (0, 1), (1, 1)] {
        let (column, row) = (x + dx, y + dy);
        if plan.index(column, row).is_none() || plan.is_open(column, row) {
            continue;
        }
        let off = |value: f64, low: i64| (low as f64 - value).max(value - low as f64 - 1.0).max(0.0);
        let (across, down) = (off(at[0], column), off(at[1], row));
        gap = gap.min((across * across + down * down).sqrt());
    }
    gap
}
