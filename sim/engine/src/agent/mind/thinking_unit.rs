//! One unit as it thinks: what it has at hand, and what its orders leave to it.

use std::cell::Cell;

use super::local_odds::LocalStrengths;
use super::{Columns, MindScene, ThoughtEffect, Thoughts};
use crate::component::{Agent, CurrentAction, Health, MindMemory, Motion, TaskKind, TimedEffects, WeaponState};
use crate::minds::OrderLeave;
use crate::scene::{Whereabouts, whereabouts};
use crate::squad::Squad;
use sandtable_decide::GoalVerdict;
use sandtable_math::{Fx, Vec2, mix3};
use sandtable_model::rules::{Kind, Stats, Weapon};
use sandtable_nav::attack_slots::MELEE_RANGE;
use sandtable_nav::crowd::SpatialRow;
use sandtable_state::id::{KindId, PlayerId, TeamId, UnitId};

/// A unit that thinks.
pub(super) struct ThinkingUnit<'w> {
    pub(super) scene: &'w MindScene<'w>,
    pub(super) row: usize,
    pub(super) body: &'w SpatialRow,
    pub(super) kind: &'w Kind,
    pub(super) stats: &'w Stats,
    pub(super) weapon: Option<&'w Weapon>,
    pub(super) team: TeamId,
    pub(super) agent: &'w Agent,
    pub(super) motion: &'w Motion,
    pub(super) weapons: &'w WeaponState,
    pub(super) health: &'w Health,
    pub(super) statuses: &'w TimedEffects,
    pub(super) columns: Columns<'w>,
    pub(super) memory: &'w mut MindMemory,
    pub(super) thoughts: &'w mut Thoughts,
    /// What its orders leave to it.
    leave: OrderLeave,
    /// Whether the goal it follows may go against its orders.
    disobeys: bool,
    /// Whether it has decided on something in this thought.
    decided: bool,
    /// The tallies it has asked for last.
    pub(super) tallies: LocalStrengths,
    /// What a blow of its own does to units of the kind it has asked about last, and of whom.
    blow: Cell<Option<(KindId, PlayerId, Fx)>>,
}

impl<'w> ThinkingUnit<'w> {
    pub(super) fn new(
        scene: &'w MindScene<'w>,
        columns: Columns<'w>,
        row: usize,
        body: &'w SpatialRow,
        memory: &'w mut MindMemory,
        thoughts: &'w mut Thoughts,
    ) -> ThinkingUnit<'w> {
        let kind = scene.kind(body.kind);
        ThinkingUnit {
            scene,
            row,
            body,
            kind,
            stats: scene.stats(body.owner(), body.kind),
            weapon: kind.weapon.as_ref(),
            team: TeamId(body.team),
            agent: &columns.agents[row],
            motion: &columns.motions[row],
            weapons: &columns.weapons[row],
            health: &columns.health[row],
            statuses: &columns.statuses[row],
            columns,
            leave: OrderLeave::under(&columns.agents[row]),
            memory,
            thoughts,
            disobeys: false,
            decided: false,
            tallies: LocalStrengths::default(),
            blow: Cell::default(),
        }
    }

    /// Takes notice of what has changed since it last thought.
    pub(super) fn come_to(&mut self) {
        if self.agent.tag != self.memory.tag {
            (self.memory.tag, self.memory.order_tick) = (self.agent.tag, self.scene.clock.tick);
        }
        if self.prey(self.memory.target).is_none() {
            self.memory.target = UnitId::NONE;
        }
        if self.friend(self.memory.patient).is_none() {
            self.memory.patient = UnitId::NONE;
        }
        self.take_heart();
    }

    /// Keeps what the thought came to.
    pub(super) fn conclude(&mut self, verdict: Option<GoalVerdict>) {
        if !self.decided {
            self.decide_on(CurrentAction::Obey);
        }
        let defies = verdict.filter(|verdict| verdict.goal != verdict.before).and_then(|verdict| verdict.goal);
        if let Some(goal) = defies.filter(|_| self.disobeys) {
            self.effect(ThoughtEffect::Disobeyed(goal));
        }
        self.memory.saw_target = self.in_sight(self.memory.target).is_some();
        (self.memory.thought_tick, self.memory.hp) = (self.scene.clock.tick, self.body.hp);
    }

    /// Notes whether what it wants goes against its orders.
    pub(super) fn may_disobey(&mut self, disobeys: bool) {
        self.disobeys = disobeys;
    }

    /// Whether it may fight, at least from where it stands.
    pub(super) fn may_fight(&self) -> bool {
        self.disobeys || self.leave != OrderLeave::Bound
    }

    /// Whether it may walk where it likes.
    pub(super) fn may_walk(&self) -> bool {
        self.disobeys || self.leave == OrderLeave::Free
    }

    /// Decides on what it does until it thinks again.
    pub(super) fn decide_on(&mut self, action: CurrentAction) {
        (self.memory.will, self.decided) = (action, true);
    }

    pub(super) fn effect(&mut self, effect: ThoughtEffect) {
        self.thoughts.effects.push((self.body.id, self.row as u32, effect));
    }

    /// Settles ties between others anew in each tick and for each thinker.
    pub(super) fn tie_break(&self, id: UnitId) -> u64 {
        mix3(self.scene.clock.seed, u64::from(self.scene.clock.tick), u64::from(self.body.id.0) << 32 | u64::from(id.0))
    }

    /// Where its team believes a foe to be that can be met.
    pub(super) fn prey(&self, id: UnitId) -> Option<Whereabouts<'w>> {
        let aboard = |at: &Whereabouts<'_>| matches!(at, Whereabouts::Unit(body) if !body.is_present());
        id.is_some().then(|| whereabouts(self.scene, self.team, id)).flatten().filter(|at| !aboard(at))
    }

    /// A body that its team sees now.
    pub(super) fn in_sight(&self, id: UnitId) -> Option<&'w SpatialRow> {
        let body = if id.is_some() { self.scene.body(id) } else { None };
        body.filter(|body| body.is_present() && (body.team == self.body.team || body.seen_by_team(self.body.team)))
    }

    /// A unit of its team.
    pub(super) fn friend(&self, id: UnitId) -> Option<&'w SpatialRow> {
        self.in_sight(id).filter(|body| body.team == self.body.team && ThinkingUnit::is_unit(body))
    }

    /// Its target, if its team sees that.
    pub(super) fn target(&self) -> Option<&'w SpatialRow> {
        self.in_sight(self.memory.target)
    }

    /// Whom it guards or follows by order.
    pub(super) fn ward_id(&self) -> UnitId {
        let guards = self.agent.acts.head().filter(|task| task.kind == TaskKind::Guard);
        let follows = self.agent.moves.head().filter(|task| task.kind == TaskKind::Follow);
        guards.or(follows).map_or(UnitId::NONE, |task| task.target)
    }

    /// The row of whom it guards or follows by order, if that is in sight.
    pub(super) fn ward(&self) -> Option<&'w SpatialRow> {
        self.in_sight(self.ward_id())
    }

    /// The squad it belongs to.
    pub(super) fn squad(&self) -> Option<&'w Squad> {
        let squads = self.scene.squads;
        squads.binary_search_by_key(&self.agent.squad, |squad| squad.id).ok().map(|at| &squads[at])
    }

    /// The leader of its squad.
    pub(super) fn leader(&self) -> Option<&'w SpatialRow> {
        self.squad().and_then(|squad| self.in_sight(squad.leader))
    }

    /// The middle of its squad.
    pub(super) fn squad_middle(&self) -> Option<Vec2> {
        let members = self.squad()?.members.iter().filter_map(|member| self.scene.body(member.id));
        let sum = members.fold((0i64, 0i64, 0i64), |(count, x, y), body| {
            (count + 1, x + i64::from(body.position.x.bits()), y + i64::from(body.position.y.bits()))
        });
        let mean = |part: i64| Fx::from_bits((part / sum.0) as i32);
        (sum.0 > 0).then(|| Vec2::new(mean(sum.1), mean(sum.2)))
    }

    /// Whether its weapon reaches a body from a point.
    pub(super) fn reaches_from(&self, point: Vec2, body: &SpatialRow) -> bool {
        let Some(weapon) = self.weapon else { return false };
        let gap = body.distance_from(point) - self.body.radius;
        gap <= self.stats.range && gap >= weapon.min_range
    }

    /// Hit points that a blow of its own takes from a body; none if its weapon does not reach where that is, in the air or on the
    /// ground.
    pub(super) fn blow_to(&self, body: &SpatialRow) -> Fx {
        if let Some((_, _, blow)) =
            self.blow.get().filter(|(kind, owner, _)| (*kind, *owner) == (body.kind, body.owner()))
        {
            return blow;
        }
        let damage = self.stats.damage.percent_floor(self.statuses.damage_percent(self.scene.clock.tick));
        let weapon = self.weapon.filter(|weapon| !weapon.heals && crate::combat::weapon_hits(weapon, body));
        let blow =
            weapon.map_or(Fx::ZERO, |weapon| crate::combat::damage_to(self.scene, damage, weapon.damage_kind, body));
        self.blow.set(Some((body.kind, body.owner(), blow)));
        blow
    }

    /// Whether it strikes, from near by, at a target in reach.
    pub(super) fn is_at_blows(&self) -> bool {
        let melee = self.stats.range <= MELEE_RANGE;
        let strikes = melee && matches!(self.memory.will, CurrentAction::Strike | CurrentAction::Chase);
        strikes && self.in_sight(self.memory.whom).is_some_and(|body| self.body.within(body, self.stats.range))
    }
}
