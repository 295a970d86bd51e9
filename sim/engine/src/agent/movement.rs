//! Setting where a unit walks.

use super::tuning::AIM_WITHIN;
use crate::component::{GoalProgress, Motion};
use crate::scene::Whereabouts;
use crate::tasks::REACH_WORK;
use sandtable_math::{Fx, Vec2};
use sandtable_model::map::{Cell, Rect};

/// Walks to a point, or to the own place there.
pub(super) fn walk_to(motion: &mut Motion, point: Vec2, place: Vec2, reach: Fx) {
    if motion.place != place {
        motion.progress.set(GoalProgress::HAS_SLOT, false);
    }
    motion.exchanges = if motion.goal == point { motion.exchanges } else { 0 };
    motion.goal = point;
    motion.place = place;
    motion.goal_cell = Cell::at(point);
    motion.goal_width = 0;
    motion.goal_height = 0;
    motion.reach = reach;
    motion.set_out();
}

/// Walks to the edge of a rectangle of cells.
pub(super) fn walk_beside(motion: &mut Motion, rect: Rect, reach: Fx) {
    motion.goal = rect.centre();
    motion.place = motion.goal;
    motion.goal_cell = Cell::new(rect.x, rect.y);
    motion.goal_width = rect.width as u8;
    motion.goal_height = rect.height as u8;
    motion.reach = (reach - AIM_WITHIN).max(AIM_WITHIN);
    motion.set_out();
}

/// Walks until the unit's edge is within `range` of what is pursued, by its edge. A chased unit's goal is
/// renewed only when it has moved a quarter of the distance, so that chases share flow fields.
pub(super) fn pursue(motion: &mut Motion, at: Whereabouts<'_>, range: Fx) {
    let reach = range.percent_floor(80);
    match at {
        Whereabouts::Cells(rect) => {
            if !motion.moves() || motion.goal != rect.centre() {
                walk_beside(motion, rect, range.max(REACH_WORK));
                motion.reach = reach;
            }
        }
        Whereabouts::Unit(body) => {
            let drift = motion.goal.distance_squared_wide(body.position);
            let away = motion.position.distance_squared_wide(body.position);
            if !motion.moves() || drift > away / 16 {
                walk_to(motion, body.position, body.position, reach + body.radius);
            }
        }
    }
}
