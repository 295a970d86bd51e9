//! The conditions of unit agents.

use super::thinking_unit::ThinkingUnit;
use super::tuning::{LEAST_FLIGHT, STUCK_TICKS};
use sandtable_decide::{Call, Facts};
use sandtable_math::{Fx, Vec2};
use sandtable_model::vocabulary::Condition;
use sandtable_nav::crowd::SpatialRow;
use sandtable_state::id::UnitId;

impl Facts for ThinkingUnit<'_> {
    fn holds(&self, condition: &Call) -> bool {
        let Some(word) = Condition::of(condition) else { return false };
        match word {
            Condition::HasOrder => !self.agent.moves.is_empty() || !self.agent.acts.is_empty(),
            Condition::HasTarget => self.prey(self.memory.target).is_some(),
            Condition::TargetInSight => self.target().is_some(),
            Condition::TargetInReach => self.of_target(|it, body| it.reaches_from(it.body.position, body)),
            Condition::TargetTooNear => self.of_target(ThinkingUnit::is_too_near),
            Condition::TargetDoomed => self.of_target(ThinkingUnit::is_doomed),
            Condition::TargetFinishable => {
                self.of_target(|it, body| it.blow_to(body).add_saturating(body.incoming) >= body.hp)
            }
            Condition::TargetFlees => self.of_target(ThinkingUnit::flees),
            Condition::TargetAimsAtIt => self.of_target(|it, body| it.aim_of(body.id) == it.body.id),
            Condition::HasSlot => self.own_place().is_some(),
            Condition::SlotFree => self.own_place().is_some() || !self.free_places().is_empty(),
            Condition::WeaponReady => self.weapon.is_some() && self.weapons.windup == 0 && self.weapons.cooldown <= 1,
            Condition::WindingUp => self.weapons.windup > 0,
            Condition::HurtLately => self.was_hurt(self.body.id, condition.ticks(0)),
            Condition::HasPost => self.agent.has_post,
            Condition::HasWard => self.ward().is_some(),
            Condition::WardThreatened => {
                self.ward_id().is_some() && self.is_threatened(self.ward_id(), condition.ticks(0))
            }
            Condition::HasPatient => self.patient().is_some(),
            Condition::InSquad => self.squad().is_some(),
            Condition::LeadsSquad => self.squad().is_some_and(|squad| squad.leader == self.body.id),
            Condition::AbilityReady => self.is_ready(condition.choice(0)),
            Condition::JobOffered => {
                self.has_job() || self.is_idle() && crate::job::is_offered(&self.scene.jobs(), self.body.id)
            }
            Condition::Slowed => self.statuses.speed_percent(self.scene.clock.tick) < 100,
            Condition::HasSenses => self.scene.senses.of(self.row).is_some(),
            Condition::Sees => self.seen(condition.choice(0)).is_some(),
            Condition::Heard => self.has_heard(condition.ticks(0)),
            Condition::Interested => self.interest().is_some(),
            Condition::HasRole => {
                self.interest().is_some_and(|interest| interest.role as u8 == condition.choice(0) + 1)
            }
            Condition::InterestIs => {
                self.interest().is_some_and(|interest| interest.concern.incident as u8 == condition.choice(0))
            }
            Condition::Stuck => self.motion.stuck_ticks >= STUCK_TICKS,
            Condition::Gathers => self.agent.gathers(),
            Condition::OrderedToFight => self.agent.is_ordered_to_fight(),
        }
    }
}

impl ThinkingUnit<'_> {
    fn of_target(&self, holds: impl Fn(&Self, &SpatialRow) -> bool) -> bool {
        self.target().is_some_and(|body| holds(self, body))
    }

    /// Its place round its target.
    pub(super) fn own_place(&self) -> Option<Vec2> {
        let slots = self.scene.slots;
        slots.reservation(self.row).filter(|reservation| reservation.target == self.memory.target)?;
        slots.place(self.row)
    }

    /// The places round its target that it could have.
    pub(super) fn free_places(&self) -> Vec<Vec2> {
        self.scene.slots.free_places(self.scene, self.row, self.memory.target)
    }

    fn is_too_near(&self, body: &SpatialRow) -> bool {
        self.weapon.is_some_and(|weapon| self.body.gap(body) < weapon.min_range)
    }

    fn flees(&self, body: &SpatialRow) -> bool {
        let away: Vec2 = body.position - self.body.position;
        let along = away.with_length_trunc(Fx::ONE);
        Fx::from_bits((along.dot_wide(body.velocity) >> Fx::FRACTION_BITS) as i32) > LEAST_FLIGHT
    }

    /// Whether a unit of its team was hurt within the given ticks.
    fn was_hurt(&self, id: UnitId, ticks: u32) -> bool {
        let Some(row) = self.friend(id).and_then(|_| self.scene.frame_row(id)) else { return false };
        let hurt = self.columns.health.get(row).map_or(0, |health| health.hurt_tick);
        hurt != 0 && self.scene.clock.tick.saturating_sub(hurt) <= ticks
    }

    fn is_threatened(&self, id: UnitId, ticks: u32) -> bool {
        self.was_hurt(id, ticks) || self.attackers_of(id) > 0
    }

    /// Whether it has the ability in this place of its kind, and can use it now.
    pub(super) fn is_ready(&self, place: u8) -> bool {
        let place = usize::from(place);
        let ready = self.statuses.ready_tick.get(place);
        place < self.kind.abilities.len() && ready.is_some_and(|tick| *tick <= self.scene.clock.tick)
    }
}
