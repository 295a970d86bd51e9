//! What one unit does this tick: the decision over its two queue heads.

mod close;
mod current_action;
mod vain;

use super::Surroundings;
use super::movement::{pursue, walk_beside, walk_to};
use super::tuning::{CROWDED_PLACE, FOLLOW_REACH, LEASH, OWN_PLACE};
use crate::attack_slots::SlotState;
use crate::component::{
    Agent, AgentTask, CurrentAction, Identity, Motion, OrderEnd, TaskKind, WeaponState, WorkerState,
};
use crate::scene::{Scene, Whereabouts, whereabouts};
use crate::tasks::{REACH_WORK, is_active_work, is_beside};
use sandtable_math::{Fx, Vec2};
use sandtable_model::Stance;
use sandtable_model::rules::Kind;
use sandtable_state::id::UnitId;

/// One unit under consideration.
struct ConsideredUnit<'p> {
    scene: &'p Scene<'p>,
    identity: &'p Identity,
    worker: &'p WorkerState,
    agent: &'p mut Agent,
    motion: &'p mut Motion,
    weapons: &'p mut WeaponState,
    /// Whom it closed in on when places were given, and where that leaves it.
    slot: Option<(UnitId, SlotState)>,
}

/// Decides for the unit in a row, which is on the map and wills what it recalls if it has a mind; returns its action head when
/// other passes carry it out.
pub(super) fn think(
    around: &Surroundings<'_>,
    identity: &Identity,
    worker: &WorkerState,
    agent: &mut Agent,
    motion: &mut Motion,
    weapons: &mut WeaponState,
    row: usize,
) -> Option<AgentTask> {
    let Surroundings { scene, slots, minds } = around;
    let slot = if weapons.closes { slots.slot_state(row, motion.position, weapons.target) } else { None };
    let slot = slot.map(|slot| (weapons.target, slot));
    // Who winds up has not turned away.
    weapons.closes &= weapons.windup > 0;
    let mut hand = ConsideredUnit { scene, identity, worker, agent, motion, weapons, slot };
    let memory = minds.memories.get(row);
    hand.act();
    match memory.filter(|memory| memory.will != CurrentAction::Obey) {
        Some(memory) => hand.follow(memory),
        None => hand.walk(),
    }
    hand.agent.acts.head().filter(|task| is_active_work(task.kind)).copied()
}

impl<'p> ConsideredUnit<'p> {
    fn kind(&self) -> &'p Kind {
        self.scene.kind(self.identity.kind)
    }

    fn radius(&self) -> Fx {
        self.kind().body.as_ref().map_or(Fx::ZERO, |body| body.radius)
    }

    fn range(&self) -> Fx {
        self.scene.stats(self.identity.owner(), self.identity.kind).range
    }

    /// Whether its weapon reaches what is there.
    fn reaches(&self, at: Whereabouts<'_>) -> bool {
        at.is_within(self.motion.position, self.range() + self.radius())
    }

    /// Drops what is over from the action queue, and points the weapon where an order says.
    fn act(&mut self) {
        let Some(&AgentTask { kind, target, tag, .. }) = self.agent.acts.head() else {
            self.weapons.ordered = false;
            return;
        };
        match kind {
            TaskKind::Strike if self.prey(target).is_some() => {
                self.weapons.aim_at(target, true);
            }
            TaskKind::Strike => {
                // What it aimed at in the last tick its team saw then, so that it saw it fall.
                let fell = self.weapons.ordered && self.weapons.target == target && self.scene.place(target).is_none();
                self.agent.end_action(if fell { OrderEnd::Done } else { OrderEnd::Lost }, self.scene.clock.tick);
                self.weapons.aim_at(UnitId::NONE, false);
            }
            TaskKind::Engage if !self.agent.moves.iter().any(|other| other.tag == tag) => {
                self.drop_action();
            }
            TaskKind::Guard if self.whereabouts(target).is_none() => self.drop_action(),
            _ => self.weapons.ordered = false,
        }
    }

    fn drop_action(&mut self) {
        self.agent.acts.pop();
        self.weapons.aim_at(UnitId::NONE, false);
    }

    /// Where this one's team believes an entity to be.
    fn whereabouts(&self, id: UnitId) -> Option<Whereabouts<'p>> {
        let team = self.scene.team(self.identity.owner())?;
        whereabouts(self.scene, team, id)
    }

    /// Where the target is, if as far as the team knows it is there to be struck.
    fn prey(&self, target: UnitId) -> Option<Whereabouts<'p>> {
        let aboard = |at: &Whereabouts<'_>| matches!(at, Whereabouts::Unit(body) if !body.is_present());
        self.whereabouts(target).filter(|at| !aboard(at))
    }

    /// Turns the movement head into a goal.
    fn walk(&mut self) {
        if self.weapons.windup > 0 && self.kind().weapon.as_ref().is_some_and(|weapon| !weapon.on_the_move) {
            self.motion.stop();
            return;
        }
        match self.agent.moves.head().copied() {
            None => self.hold_post(),
            Some(task) => self.follow_task(task),
        }
    }

    fn follow_task(&mut self, task: AgentTask) {
        match task.kind {
            TaskKind::Goto if self.fights_on_the_way() => {}
            TaskKind::Goto => {
                self.go(task.point, task.other, true);
                self.give_up_where_barred();
            }
            TaskKind::Keep if self.fights_on_the_way() => {}
            TaskKind::Keep => self.keep_place(task),
            TaskKind::Patrol if self.fights_on_the_way() => {}
            TaskKind::Patrol => self.patrol(task),
            TaskKind::Follow if self.fights_for_the_ward() => {}
            TaskKind::Follow => self.stay_near(task.target),
            TaskKind::Hold => self.motion.stop(),
            _ => self.serve(task.tag),
        }
    }

    /// Walks to a place of its own at a point; pops the task on arrival.
    fn go(&mut self, point: Vec2, place: Vec2, pop: bool) -> bool {
        // In a crowd steering may have let it take the spot where it stands for its place.
        let has_place =
            self.motion.place == place || self.motion.has_arrived() && self.motion.place == self.motion.post;
        let on_the_way = self.motion.goal == point && has_place && self.motion.goal_width == 0;
        if !on_the_way || !(self.motion.moves() || self.motion.has_arrived()) {
            // Also after a stop on the way (to strike, say): only steering tells that it has arrived.
            walk_to(self.motion, point, place, Fx::ZERO);
            return false;
        }
        if self.motion.has_arrived() && pop {
            self.agent.end_walk(self.motion.arrival(), self.scene.clock.tick);
        }
        self.motion.has_arrived()
    }

    /// Goes to its place in a formation, wherever that is by now. Who stands there has not *arrived*: the others are not to be
    /// content beside it.
    fn keep_place(&mut self, task: AgentTask) {
        let near = if self.motion.has_arrived() { CROWDED_PLACE } else { OWN_PLACE };
        if self.motion.position.distance_squared_wide(task.other) <= near.squared_wide() {
            self.motion.stand_idle();
        } else {
            walk_to(self.motion, task.point, task.other, Fx::ZERO);
        }
    }

    fn patrol(&mut self, task: AgentTask) {
        if self.go(task.point, task.point, false)
            && let Some(head) = self.agent.moves.head_mut()
        {
            (head.point, head.other) = (task.other, task.point);
        }
    }

    fn stay_near(&mut self, ward: UnitId) {
        match self.whereabouts(ward) {
            None => {
                self.agent.end_walk(OrderEnd::Lost, self.scene.clock.tick);
                self.motion.stop();
            }
            Some(at) if at.is_within(self.motion.position, FOLLOW_REACH + self.radius()) => self.motion.stop(),
            Some(at) => pursue(self.motion, at, FOLLOW_REACH),
        }
    }

    /// With an `Engage` task: goes for what the weapon has found. Returns whether it does.
    fn fights_on_the_way(&mut self) -> bool {
        let engages = self.agent.acts.head().is_some_and(|task| task.kind == TaskKind::Engage);
        engages && self.chase_target(None)
    }

    /// With a `Guard` task: goes for what threatens the ward. Returns whether it does.
    fn fights_for_the_ward(&mut self) -> bool {
        let ward = self.agent.acts.head().filter(|task| task.kind == TaskKind::Guard).map(|task| task.target);
        let post = ward.and_then(|ward| self.whereabouts(ward)).map(|at| at.position());
        post.is_some() && self.chase_target(post)
    }

    /// Goes for the weapon's target if there is one, and it is within the leash of `post` when given.
    fn chase_target(&mut self, post: Option<Vec2>) -> bool {
        if self.weapons.target.is_none() {
            return false;
        }
        let Some(at) = self.prey(self.weapons.target) else { return false };
        let leashed = |post: Vec2| post.distance_squared_wide(at.position()) <= LEASH.squared_wide();
        if !post.is_none_or(leashed) {
            return false;
        }
        self.close_in(at);
        true
    }

    /// No movement task: defends its surroundings, then goes back to where it stood.
    fn hold_post(&mut self) {
        if self.agent.stance != Stance::Defensive {
            self.motion.stop();
            return;
        }
        let post = if self.agent.has_post { self.agent.post } else { self.motion.position };
        if self.chase_target(Some(post)) {
            self.agent.post = post;
            self.agent.has_post = true;
        } else if self.agent.has_post {
            if self.go(post, post, false) {
                self.agent.has_post = false;
            }
        } else {
            self.motion.stop();
        }
    }

    /// Goes where the action task of the same order needs to be; done when that is gone.
    fn serve(&mut self, tag: u16) {
        let is_waiting = self.agent.acts.iter().chain(self.agent.cargo.iter()).any(|action| action.tag == tag);
        let heads = [self.agent.acts.head(), self.agent.cargo.head()];
        let served = heads.into_iter().flatten().find(|action| action.tag == tag).copied();
        match served {
            Some(action) if self.serves_in_vain(&action) => self.give_up_work(&action),
            Some(action) => self.serve_action(action),
            None if is_waiting => self.motion.stop(),
            None => {
                self.agent.moves.pop();
                self.motion.stop();
            }
        }
    }

    fn serve_action(&mut self, action: AgentTask) {
        match action.kind {
            TaskKind::Strike => {
                if let Some(at) = self.whereabouts(action.target) {
                    self.close_in(at);
                }
            }
            TaskKind::Cast => self.approach_for_cast(action),
            TaskKind::Unload => {
                self.go(action.point, action.point, false);
            }
            TaskKind::Board | TaskKind::Fetch => {
                if let Some(at) = self.whereabouts(action.target) {
                    pursue(self.motion, at, REACH_WORK);
                }
            }
            _ => self.approach_work(action),
        }
    }

    fn approach_for_cast(&mut self, action: AgentTask) {
        let range = self.scene.rules().abilities.get(action.row as usize).map_or(Fx::ZERO, |ability| ability.range);
        match self.whereabouts(action.target) {
            Some(at) if !at.is_within(self.motion.position, range + self.radius()) => pursue(self.motion, at, range),
            None if action.target.is_none() => {
                let away = self.motion.position.distance_squared_wide(action.point);
                if away > range.squared_wide() {
                    if self.motion.goal != action.point {
                        walk_to(self.motion, action.point, action.point, range.percent_floor(80));
                    }
                } else {
                    self.motion.stop();
                }
            }
            _ => self.motion.stop(),
        }
    }

    /// Goes beside the node, site or drop-off that the work is at.
    fn approach_work(&mut self, action: AgentTask) {
        let at = if self.worker.drop_off.is_some() { self.worker.drop_off } else { action.target };
        let Some(Whereabouts::Cells(rect)) = self.whereabouts(at) else {
            self.motion.stop();
            return;
        };
        if is_beside(self.motion.position, self.radius(), rect, REACH_WORK) {
            self.motion.stand_at_work();
        } else if !self.motion.moves() || self.motion.goal != rect.centre() {
            walk_beside(self.motion, rect, REACH_WORK);
        }
    }
}
