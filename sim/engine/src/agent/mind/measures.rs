//! The inputs of unit agents.

use super::thinking_unit::ThinkingUnit;
use super::tuning::{FAR, FOE_CELLS, MOST_COUNT, MOST_PERCENT, MOST_SECONDS};
use sandtable_decide::{Call, Inputs};
use sandtable_math::{Fx, Vec2};
use sandtable_model::vocabulary::Input;
use sandtable_nav::crowd::SpatialRow;
use sandtable_state::limits::TICKS_PER_SECOND;

impl Inputs<Call> for ThinkingUnit<'_> {
    fn value(&self, input: &Call) -> Fx {
        let Some(word) = Input::of(input) else { return Fx::ZERO };
        let (here, radius) = (self.body.position, input.number(0) + self.body.radius);
        match word {
            Input::HpPercent => percent(self.body.hp, self.stats.max_hp),
            Input::IncomingPercent => percent(self.body.incoming, self.body.hp),
            Input::SecondsSinceHurt => self.since(self.health.hurt_tick),
            Input::CooldownLeft => seconds(u32::from(self.weapons.cooldown)),
            Input::Morale => self.memory.morale,
            Input::OddsPercent => self.odds_percent(input.number(0)),
            Input::FoesWithin => count(self.count_foes(here, radius, input.tag(1))),
            Input::FriendsWithin => count(self.count_friends(here, radius, input.tag(1))),
            Input::LossesWithin => Fx::from_int_saturating(self.losses_since(0, radius).min(MOST_COUNT)),
            Input::Attackers => count(self.attackers_of(self.body.id).into()),
            Input::FoeDistance => {
                let nearest = self.nearest_foe(here, FOE_CELLS, input.tag(0));
                nearest.map_or(FAR, |(gap, _)| (gap - self.body.radius).clamp(Fx::ZERO, FAR))
            }
            Input::Screen => count(self.screen(radius)),
            Input::TargetDistance => self.distance_to(self.target()),
            Input::TargetHpPercent => self.target().map_or(Fx::ZERO, |body| self.hp_percent(body)),
            Input::TargetIncomingPercent => self.target().map_or(Fx::ZERO, |body| percent(body.incoming, body.hp)),
            Input::TargetBlowPercent => self.target().map_or(Fx::ZERO, |body| percent(self.blow_to(body), body.hp)),
            Input::TargetSpeedPercent => self.target().map_or(Fx::ZERO, |body| percent(body.speed, self.body.speed)),
            Input::TargetSlotsFree => count(self.free_places().len() as u32),
            Input::ReachLead => self.target().map_or(Fx::ZERO, |body| self.reach_lead(body)),
            Input::WardDistance => self.distance_to(self.ward()),
            Input::WardHpPercent => self.ward().map_or(Fx::ZERO, |body| self.hp_percent(body)),
            Input::PatientDistance => self.distance_to(self.patient()),
            Input::PatientHpPercent => self.patient().map_or(Fx::from_int(100), |body| self.hp_percent(body)),
            Input::PostDistance if self.agent.has_post => self.far_from(self.agent.post),
            Input::PostDistance => Fx::ZERO,
            Input::LeaderDistance => self.leader().map_or(Fx::ZERO, |body| self.distance_to(Some(body))),
            Input::SquadSpread => self.squad_spread(),
            Input::Interest => self.interest().map_or(Fx::ZERO, |interest| interest.value),
            Input::InterestDistance => self.interest().map_or(FAR, |interest| self.far_from(interest.concern.at)),
            Input::InterestAge => self.since(self.interest().map_or(0, |interest| interest.concern.since)),
            Input::OrderAge => self.since(self.memory.order_tick),
        }
    }
}

/// A share in percent, up to ten times the whole.
pub(super) fn percent(part: Fx, whole: Fx) -> Fx {
    Fx::ratio_floor(i64::from(part.bits()) * 100, i64::from(whole.bits())).clamp(Fx::ZERO, MOST_PERCENT)
}

fn count(count: u32) -> Fx {
    Fx::from_int_saturating(count.min(MOST_COUNT as u32) as i32)
}

fn seconds(ticks: u32) -> Fx {
    Fx::ratio_floor(ticks.into(), TICKS_PER_SECOND.into()).min(Fx::from_int_saturating(MOST_SECONDS))
}

impl ThinkingUnit<'_> {
    /// Seconds since a tick; the most for one that never was.
    fn since(&self, tick: u32) -> Fx {
        if tick == 0 {
            Fx::from_int_saturating(MOST_SECONDS)
        } else {
            seconds(self.scene.clock.tick.saturating_sub(tick))
        }
    }

    fn hp_percent(&self, body: &SpatialRow) -> Fx {
        percent(body.hp, self.scene.stats(body.owner(), body.kind).max_hp)
    }

    fn distance_to(&self, body: Option<&SpatialRow>) -> Fx {
        body.map_or(FAR, |body| self.body.gap(body).min(FAR))
    }

    fn far_from(&self, point: Vec2) -> Fx {
        (point - self.body.position).length_floor().min(FAR)
    }

    /// Friends within a radius that are nearer to the nearest foe than it is.
    fn screen(&self, radius: Fx) -> u32 {
        let Some((gap, foe)) = self.nearest_foe(self.body.position, FOE_CELLS, None) else { return 0 };
        let mut screen = 0;
        self.each_friend(self.body.position, radius, None, |friend| {
            screen += u32::from(foe.distance_from(friend.position) < gap);
        });
        screen
    }

    fn reach_lead(&self, body: &SpatialRow) -> Fx {
        let own = self.weapon.map_or(Fx::ZERO, |_| self.stats.range);
        let armed = self.scene.kind(body.kind).weapon.is_some();
        own - if armed { self.scene.stats(body.owner(), body.kind).range } else { Fx::ZERO }
    }

    fn squad_spread(&self) -> Fx {
        let (Some(middle), Some(squad)) = (self.squad_middle(), self.squad()) else { return Fx::ZERO };
        let bodies = squad.members.iter().filter_map(|member| self.scene.body(member.id));
        let away = |body: &SpatialRow| i64::from((body.position - middle).length_floor().bits());
        let (sum, number) = bodies.fold((0, 0), |(sum, number), body| (sum + away(body), number + 1));
        Fx::from_bits((sum / i64::max(number, 1)) as i32).min(FAR)
    }
}
