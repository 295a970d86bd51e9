//! Packs that are as good as complete: who still looks for its place when nobody else is on the way to the pack is content sooner.

use super::arrival::is_bare;
use super::desired_velocity::DesiredVelocity;
use super::scene::SteerScene;
use super::tuning::{PACK_ASKS_AFTER, PACK_LAST_TICKS, PACK_LOOSENESS};
use crate::component::Motion;
use sandtable_math::Fx;
use sandtable_state::Arrange;

/// Whose units are sent where.
type GroupGoalKey = (u8, Fx, Fx, Fx);

/// A group at its goal.
struct Pack {
    key: GroupGoalKey,
    members: i64,
    /// The greatest squared distance, in 1/2³², of those who get on.
    farthest: i64,
}

/// Tells those of `walkers`, the rows of who decides in this tick, who are stuck at their pack for how long they may go on trying, once nobody else is on the way to it.
pub(super) fn run(crowd: &SteerScene<'_>, wishes: &mut [DesiredVelocity], walkers: &[usize]) {
    let (bodies, entities) = (crowd.units(), crowd.scene.entities);
    let motions = entities.column::<Motion>(&entities.units);
    let key = |row: usize| (bodies[row].owner().0, motions[row].goal.x, motions[row].goal.y, bodies[row].radius);
    let asks = |row: &usize| motions[*row].stuck_ticks >= PACK_ASKS_AFTER && is_packed(&motions[*row]);
    let askers: Vec<usize> = walkers.iter().copied().filter(asks).collect();
    if askers.is_empty() {
        return;
    }
    let mut keys: Vec<GroupGoalKey> = askers.iter().map(|row| key(*row)).collect();
    keys.arrange();
    keys.dedup();
    let mut packs: Vec<Pack> = keys.into_iter().map(|key| Pack { key, members: 0, farthest: 0 }).collect();
    // Rows of a group lie together, so that the last answer serves most of them.
    let mut last = None;
    for row in (0..bodies.len()).filter(|row| is_packed(&motions[*row])) {
        let key = key(row);
        let at = match last {
            Some((asked, at)) if asked == key => at,
            _ => packs.binary_search_by_key(&key, |pack| pack.key).ok(),
        };
        last = Some((key, at));
        if let Some(at) = at {
            packs[at].count(&motions[row]);
        }
    }
    for row in askers {
        let at = packs.binary_search_by_key(&key(row), |pack| pack.key);
        let Ok(pack) = at.map(|at| &packs[at]) else { continue };
        if pack.is_complete() && pack.holds(&motions[row]) {
            wishes[row].patience = PACK_LAST_TICKS;
        }
    }
}

/// Whether the unit has, or goes to, a place of its own in a group.
fn is_packed(motion: &Motion) -> bool {
    (motion.moves() || motion.has_arrived()) && is_bare(motion) && motion.place != motion.goal
}

impl Pack {
    fn count(&mut self, motion: &Motion) {
        self.members += 1;
        if motion.moves() && motion.stuck_ticks < PACK_ASKS_AFTER {
            self.farthest = self.farthest.max(motion.goal.distance_squared_wide(motion.position));
        }
    }

    /// The square of the distance within which one is in the pack.
    fn reach(&self) -> i64 {
        self.members * PACK_LOOSENESS * self.key.3.squared_wide() / 16
    }

    fn holds(&self, motion: &Motion) -> bool {
        motion.goal.distance_squared_wide(motion.position) <= self.reach()
    }

    /// Whether all who still get on have come up to it.
    fn is_complete(&self) -> bool {
        self.farthest <= self.reach()
    }
}
