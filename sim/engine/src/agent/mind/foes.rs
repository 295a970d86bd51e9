//! Picking a foe: by nearness, weakness, worth, danger, or what its own blow does best.

use super::layout::{
    FOE_ATTACKER, FOE_BEST_HIT, FOE_MOST_DANGEROUS, FOE_MOST_VALUABLE, FOE_MOST_WOUNDED, FOE_NEAREST, FOE_OF_SQUAD,
    FOE_WEAKEST,
};
use super::might::damage_a_second;
use super::thinking_unit::ThinkingUnit;
use super::tuning::{COMRADES, FRIEND_COUNTS, LEAST_DIFFERENCE};
use crate::component::TaskKind;
use sandtable_decide::{Call, NodeStatus};
use sandtable_math::Fx;
use sandtable_nav::attack_slots::MELEE_RANGE;
use sandtable_nav::crowd::SpatialRow;
use sandtable_state::id::UnitId;

impl ThinkingUnit<'_> {
    /// Picks a foe as its target. One that an order names stands before any other, and nobody turns away while winding up.
    pub(super) fn pick_foe(&mut self, call: &Call) -> NodeStatus {
        if let Some(named) = self.named_foe() {
            self.memory.target = named;
            return NodeStatus::Success;
        }
        if self.weapons.windup > 0 && self.weapons.target == self.memory.target && self.target().is_some() {
            return NodeStatus::Success;
        }
        let (by, radius, tag, spares) = (call.choice(0), call.number(1), call.tag(2), call.choice(3) == 0);
        self.note_comrades(by);
        let mut best: Option<(i64, Fx, &SpatialRow)> = None;
        self.each_foe(self.body.position, radius + self.body.radius, tag, |row, body| {
            let blow = self.blow_to(body);
            let merit = self.merit(by, body, blow);
            // Who is plainly farther off than one as good is not measured.
            let loses = |(most, least, _): (i64, Fx, &SpatialRow)| {
                merit < most || merit == most && !self.body.within(body, least + LEAST_DIFFERENCE)
            };
            if blow == Fx::ZERO || best.is_some_and(loses) {
                return;
            }
            if spares && (self.is_doomed_but_for(body, blow) || self.is_spoken_for(row, body, blow)) {
                return;
            }
            let gap = self.body.gap(body) + self.detour(body);
            let wins = |(most, least, other): (i64, Fx, &SpatialRow)| {
                (merit, least) > (most, gap)
                    || (merit, least) == (most, gap) && self.tie_break(body.id) < self.tie_break(other.id)
            };
            if best.is_none_or(wins) {
                best = Some((merit, gap, body));
            }
        });
        match best {
            Some((.., body)) => {
                self.memory.target = body.id;
                NodeStatus::Success
            }
            None => NodeStatus::Failure,
        }
    }

    /// How much farther off a foe counts because it would have to wait for a place round it, in cells.
    fn detour(&self, body: &SpatialRow) -> Fx {
        let melee = self.stats.range <= MELEE_RANGE;
        if melee { self.scene.slots.detour(self.scene, self.body.id, body.id) } else { Fx::ZERO }
    }

    /// The target that an order names, if its team knows where it is.
    fn named_foe(&self) -> Option<UnitId> {
        let task = self.agent.acts.head().filter(|task| task.kind == TaskKind::Strike)?;
        self.prey(task.target).map(|_| task.target)
    }

    /// Whether its weapon can hurt a body.
    pub(super) fn can_hurt(&self, body: &SpatialRow) -> bool {
        self.blow_to(body) > Fx::ZERO
    }

    /// Whether damage of others on its way will kill a body.
    pub(super) fn is_doomed(&self, body: &SpatialRow) -> bool {
        self.is_doomed_but_for(body, self.blow_to(body))
    }

    fn is_doomed_but_for(&self, body: &SpatialRow, blow: Fx) -> bool {
        let own = if self.weapons.windup > 0 && self.weapons.target == body.id { blow } else { Fx::ZERO };
        body.incoming - own >= body.hp
    }

    /// Whether the next blows of others whose weapons are on the body in a row will kill it.
    fn is_spoken_for(&self, row: usize, body: &SpatialRow, blow: Fx) -> bool {
        let pledged = self.scene.lines.pledged.get(row).copied().unwrap_or(Fx::ZERO);
        let own = if self.weapons.target == body.id { blow } else { Fx::ZERO };
        pledged - own >= body.hp
    }

    /// How good a foe is to pick, by what it is picked by; the greater the better.
    fn merit(&self, by: u8, body: &SpatialRow, blow: Fx) -> i64 {
        let bits = |value: Fx| i64::from(value.bits());
        match by {
            FOE_NEAREST => 0,
            FOE_WEAKEST => -bits(body.hp),
            FOE_MOST_WOUNDED => -bits(body.hp) * 1_000 / bits(self.scene.stats(body.owner(), body.kind).max_hp).max(1),
            FOE_BEST_HIT => bits(blow.min(body.hp)) * 1_000 / bits(body.hp).max(1),
            FOE_MOST_DANGEROUS => bits(damage_a_second(self.scene, body)),
            FOE_MOST_VALUABLE => self.scene.kind(body.kind).cost.iter().map(|amount| i64::from(*amount)).sum(),
            FOE_ATTACKER => i64::from(self.health.hurt_by == body.id) + i64::from(self.aim_of(body.id) == self.body.id),
            FOE_OF_SQUAD => self.comrades_on(body.id),
            _ => self.thickness(body),
        }
    }

    /// Foes that a blow on a body would spread to, less the friends.
    fn thickness(&self, body: &SpatialRow) -> i64 {
        let splash = self.weapon.map_or(Fx::ZERO, |weapon| weapon.splash);
        let friends = i64::from(self.count_friends(body.position, splash, None));
        i64::from(self.count_foes(body.position, splash, None)) - FRIEND_COUNTS * friends
    }

    /// How many of its squad, or without one of those around it, attack a body.
    fn comrades_on(&self, id: UnitId) -> i64 {
        self.thoughts.aims.iter().filter(|aim| **aim == id).count() as i64
    }

    /// Notes whom its squad attacks, or without one those around it, where that is asked.
    fn note_comrades(&mut self, by: u8) {
        let mut aims = std::mem::take(&mut self.thoughts.aims);
        aims.clear();
        if by == FOE_OF_SQUAD {
            match self.squad() {
                Some(squad) => {
                    let others = squad.members.iter().filter(|member| member.id != self.body.id);
                    aims.extend(others.map(|member| self.aim_of(member.id)));
                }
                None => {
                    self.each_friend(self.body.position, COMRADES, None, |friend| aims.push(self.aim_of(friend.id)))
                }
            }
        }
        self.thoughts.aims = aims;
    }
}
