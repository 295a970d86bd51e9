//! The actions of unit agents: each decides on what the unit wills until it thinks again.

use super::ThoughtEffect;
use super::thinking_unit::ThinkingUnit;
use super::tuning::{ARRIVED_WITHIN, STRIDE};
use crate::attack_slots::is_in_place;
use crate::component::{AgentTask, CurrentAction, TaskKind};
use crate::minds::mind_features_of;
use crate::tasks::{ActiveWork, is_at_will};
use sandtable_decide::MindFeatures;
use sandtable_decide::{BehaviourHost, Call, NodeStatus, PersonalGoal};
use sandtable_math::{Angle, Fx, Vec2, mix};
use sandtable_model::Stance;
use sandtable_model::rules::{AbilityTarget, Class};
use sandtable_model::vocabulary::Action;
use sandtable_nav::crowd::SpatialRow;
use sandtable_state::id::UnitId;

/// Turns by which it steps back when the straight way is closed, the smallest first.
const TURNS: [i16; 7] = [0, 0x1555, -0x1555, 0x2AAA, -0x2AAA, 0x4000, -0x4000];

impl BehaviourHost for ThinkingUnit<'_> {
    fn now(&self) -> u32 {
        self.scene.clock.tick
    }

    fn act(&mut self, action: &Call, fresh: bool) -> NodeStatus {
        let Some(word) = Action::of(action) else { return NodeStatus::Failure };
        match word {
            Action::Obey => self.obey(),
            Action::Hold if self.may_fight() => self.decide(CurrentAction::Hold, NodeStatus::Running),
            Action::PickFoe => self.pick_foe(action),
            Action::DropTarget => {
                self.memory.target = UnitId::NONE;
                NodeStatus::Success
            }
            Action::Strike if self.may_fight() => self.strike(fresh),
            Action::Attack if self.may_fight() => self.attack(fresh),
            Action::TakeSlot if self.may_walk() => self.take_slot(),
            Action::Approach if self.may_walk() => self.approach(action, NodeStatus::Success),
            Action::Follow if self.may_walk() => self.approach(action, NodeStatus::Running),
            Action::StepBack if self.may_walk() => self.step_back(action.number(0)),
            Action::GoTo if self.may_walk() => self.go_to(action),
            Action::ReturnToPost if self.may_walk() => self.return_to_post(),
            Action::FaceTarget => self.face_target(),
            Action::SetStance => {
                let stances = [Stance::Defensive, Stance::Standing, Stance::Passive];
                let stance = stances.get(usize::from(action.choice(0))).copied().unwrap_or_default();
                self.effect(ThoughtEffect::Stance(stance));
                NodeStatus::Success
            }
            Action::Cast if self.may_fight() => self.cast(action),
            Action::PickPatient => self.pick_patient(action),
            Action::Heal if self.may_fight() => self.heal(),
            Action::TakeJob => self.take_job(),
            Action::PickSeen => self.pick_seen(),
            Action::Investigate if self.may_walk() => self.investigate(),
            Action::Watch if self.may_walk() => self.watch(),
            Action::CallHelp => self.call_help(action.number(0)),
            _ => NodeStatus::Failure,
        }
    }

    /// Its action is decided in every thought: there is nothing to release.
    fn abort(&mut self, _: &Call) {}

    fn wants(&mut self, goal: Option<&PersonalGoal>) {
        self.may_disobey(goal.is_some_and(|goal| goal.disobeys));
    }
}

impl ThinkingUnit<'_> {
    pub(super) fn decide(&mut self, action: CurrentAction, status: NodeStatus) -> NodeStatus {
        self.decide_on(action);
        status
    }

    fn obey(&mut self) -> NodeStatus {
        if self.agent.moves.is_empty() && self.agent.acts.is_empty() {
            return NodeStatus::Failure;
        }
        self.decide(CurrentAction::Obey, NodeStatus::Running)
    }

    /// Whether it is at a job of its own choice.
    pub(super) fn has_job(&self) -> bool {
        is_at_will(self.agent)
    }

    /// Whether nobody has told it anything.
    pub(super) fn is_idle(&self) -> bool {
        self.agent.moves.is_empty() && self.agent.acts.is_empty() && self.agent.squad.is_none()
    }

    fn take_job(&mut self) -> NodeStatus {
        let since = self.scene.clock.tick.saturating_sub(self.memory.thought_tick);
        if self.has_job() {
            if crate::job::looks_round(self.scene, self.body.id, since) {
                self.effect(ThoughtEffect::Job);
            }
            return self.decide(CurrentAction::Obey, NodeStatus::Running);
        }
        if !self.is_idle() || !crate::job::is_offered(&self.scene.jobs(), self.body.id) {
            return NodeStatus::Failure;
        }
        self.effect(ThoughtEffect::Job);
        self.decide(CurrentAction::Obey, NodeStatus::Running)
    }

    fn strike(&mut self, fresh: bool) -> NodeStatus {
        let Some(target) = self.target().filter(|body| self.can_hurt(body)) else { return NodeStatus::Failure };
        let (ready, winds) = (self.weapons.cooldown <= 1, self.weapons.windup > 0 && self.weapons.target == target.id);
        if !fresh && !ready && !winds {
            return self.decide(CurrentAction::Hold, NodeStatus::Success);
        }
        let begins = ready && self.reaches_from(self.body.position, target);
        if !(winds || begins) {
            return NodeStatus::Failure;
        }
        self.memory.whom = target.id;
        self.decide(CurrentAction::Strike, NodeStatus::Running)
    }

    fn attack(&mut self, fresh: bool) -> NodeStatus {
        if self.prey(self.memory.target).is_none() {
            let killed = !fresh && self.memory.saw_target;
            return if killed { NodeStatus::Success } else { NodeStatus::Failure };
        }
        self.memory.whom = self.memory.target;
        let reached = self.target().is_some_and(|body| self.reaches_from(self.body.position, body));
        match reached || self.may_walk() {
            true => self.decide(
                if self.may_walk() { CurrentAction::Chase } else { CurrentAction::Strike },
                NodeStatus::Running,
            ),
            false => NodeStatus::Failure,
        }
    }

    /// Goes for its target as one who attacks it, until it stands in its place.
    fn take_slot(&mut self) -> NodeStatus {
        if !self.scene.slots.exist() || self.prey(self.memory.target).is_none() {
            return NodeStatus::Failure;
        }
        self.memory.whom = self.memory.target;
        let there = self.own_place().is_some_and(|place| is_in_place(self.motion, place));
        self.decide(CurrentAction::Chase, if there { NodeStatus::Success } else { NodeStatus::Running })
    }

    /// Whom a choice of `whom` means.
    fn whom(&self, choice: u8) -> Option<&SpatialRow> {
        match choice {
            0 => self.target(),
            1 => self.ward(),
            2 => self.patient(),
            3 => self.leader(),
            _ => self.in_sight(self.health.hurt_by),
        }
    }

    fn approach(&mut self, call: &Call, arrived: NodeStatus) -> NodeStatus {
        let Some(body) = self.whom(call.choice(0)) else { return NodeStatus::Failure };
        let (id, near) = (body.id, self.body.within(body, call.number(1)));
        if near {
            return self.decide(CurrentAction::Hold, arrived);
        }
        (self.memory.whom, self.memory.reach) = (id, call.number(1));
        self.decide(CurrentAction::Near, NodeStatus::Running)
    }

    fn step_back(&mut self, cells: Fx) -> NodeStatus {
        let here = self.body.position;
        let Some((gap, foe)) = self.nearest_foe(here, cells + self.body.radius, None) else {
            return self.decide(CurrentAction::Hold, NodeStatus::Success);
        };
        let way = cells - (gap - self.body.radius).clamp(Fx::ZERO, cells) + STRIDE;
        let away = Angle::from_vector(here - foe.position);
        let step = |turn: &i16| here + Angle(away.0.wrapping_add_signed(*turn)).direction().scale_floor(way);
        match TURNS.iter().map(step).find(|place| self.is_clear_way(*place)) {
            Some(place) => self.walk_to(place),
            None => NodeStatus::Failure,
        }
    }

    pub(super) fn walk_to(&mut self, place: Vec2) -> NodeStatus {
        (self.memory.place, self.memory.asked) = (place, 0);
        self.decide(CurrentAction::Walk, NodeStatus::Running)
    }

    /// Whether it stands at a place, or as near as others let it.
    pub(super) fn is_at(&self, place: Vec2) -> bool {
        let near = self.body.position.distance_squared_wide(place) <= ARRIVED_WITHIN.squared_wide();
        near || self.motion.has_arrived() && self.motion.goal == place
    }

    fn go_to(&mut self, call: &Call) -> NodeStatus {
        self.ask(call);
        if !self.memory.found {
            return NodeStatus::Failure;
        }
        if self.is_at(self.memory.place) {
            return self.decide(CurrentAction::Hold, NodeStatus::Success);
        }
        self.decide(CurrentAction::Walk, NodeStatus::Running)
    }

    /// Asks the query for a place, unless it did lately: one without a result is not asked again at once either.
    fn ask(&mut self, call: &Call) {
        let asked = call.query(0).map_or(0, |query| query.0.saturating_add(1));
        let fresh = self.scene.clock.tick.saturating_sub(self.memory.asked_tick) < call.ticks(1);
        if self.memory.asked == asked && fresh {
            return;
        }
        let place = self.find(call);
        (self.memory.asked, self.memory.asked_tick) = (asked, self.scene.clock.tick);
        self.memory.found = place.is_some();
        self.memory.place = place.unwrap_or(self.body.position);
    }

    /// The place that a query finds.
    fn find(&mut self, call: &Call) -> Option<Vec2> {
        if !mind_features_of(self.scene.scenario, self.body.owner()).contains(MindFeatures::QUERIES) {
            return None;
        }
        let query = call.query(0)?;
        let query = self.scene.lore.behaviours?.query(query)?;
        let mut shortlist = std::mem::take(&mut self.thoughts.shortlist);
        let own = mix(self.scene.clock.seed, u64::from(self.body.id.0));
        let mix_of = |place: Vec2| mix(own, (place.x.bits() as u64) << 32 ^ place.y.bits() as u64);
        let found = query.find(&*self, self.body.position, mix_of, &mut shortlist);
        self.thoughts.shortlist = shortlist;
        found.map(|found| found.place).filter(|place| self.is_on_map(*place))
    }

    fn return_to_post(&mut self) -> NodeStatus {
        if !self.agent.has_post {
            return NodeStatus::Failure;
        }
        if self.is_at(self.agent.post) {
            self.effect(ThoughtEffect::Home);
            return self.decide(CurrentAction::Hold, NodeStatus::Success);
        }
        self.walk_to(self.agent.post)
    }

    fn face_target(&mut self) -> NodeStatus {
        let Some(target) = self.target() else { return NodeStatus::Failure };
        self.effect(ThoughtEffect::Face(Angle::from_vector(target.position - self.body.position)));
        NodeStatus::Success
    }

    fn cast(&mut self, call: &Call) -> NodeStatus {
        let place = call.choice(0);
        let id = self.kind.abilities.get(usize::from(place)).filter(|_| self.is_ready(place));
        let Some((id, ability)) = id.and_then(|id| Some((id, self.scene.rules().abilities.get(id.0 as usize)?))) else {
            return NodeStatus::Failure;
        };
        let on = match call.choice(1) {
            0 => Some(self.body),
            1 => self.target(),
            2 => self.patient(),
            _ => self.ward(),
        };
        let friendly = |body: &SpatialRow| body.team == self.body.team && body.class == Class::Unit;
        let fits = |body: &&SpatialRow| match ability.target {
            AbilityTarget::Oneself => body.id == self.body.id,
            AbilityTarget::Friend => friendly(body) && self.body.within(body, ability.range),
            AbilityTarget::Enemy => !friendly(body) && self.body.within(body, ability.range),
            AbilityTarget::Point => self.body.within(body, ability.range),
        };
        let Some(body) = on.filter(fits) else { return NodeStatus::Failure };
        let row = u16::from(id.0);
        let task =
            AgentTask { kind: TaskKind::Cast, row, target: body.id, point: body.position, ..AgentTask::default() };
        self.effect(ThoughtEffect::Cast(ActiveWork { id: self.body.id, row: self.row as u32, task, unbidden: true }));
        NodeStatus::Success
    }

    fn heal(&mut self) -> NodeStatus {
        let Some(whole) = self.friend(self.memory.patient).map(|_| self.patient().is_none()) else {
            return NodeStatus::Failure;
        };
        if whole {
            return NodeStatus::Success;
        }
        if !self.weapon.is_some_and(|weapon| weapon.heals) {
            return NodeStatus::Failure;
        }
        self.memory.whom = self.memory.patient;
        let will = if self.may_walk() { CurrentAction::Chase } else { CurrentAction::Strike };
        self.decide(will, NodeStatus::Running)
    }

    fn call_help(&mut self, radius: Fx) -> NodeStatus {
        if let Some(target) = self.target().map(|body| body.id) {
            self.effect(ThoughtEffect::Help { target, at: self.body.position, radius });
        }
        NodeStatus::Success
    }
}
