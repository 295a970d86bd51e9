//! Picking a foe: by nearness, weakness, worth, danger, or what its own blow does best.

use std::cmp::Reverse;

use super::thinker::Thinker;
use crate::combat::weapon_hits;
use crate::component::TaskKind;
use crate::decide::{Call, Status};
use crate::id::UnitId;
use crate::math::Fx;
use crate::world::Body;

/// The choices of `by`, in the order of the vocabulary.
const NEAREST: u8 = 0;
const WEAKEST: u8 = 1;
const MOST_WOUNDED: u8 = 2;
const BEST_HIT: u8 = 3;
const MOST_DANGEROUS: u8 = 4;
const MOST_VALUABLE: u8 = 5;
const ATTACKER: u8 = 6;
const SQUAD: u8 = 7;

/// How many foes a friend counts for, where a blow spreads.
const FRIEND_COUNTS: i64 = 2;

impl Thinker<'_> {
    /// Picks a foe as its target. One that an order names stands before any other, and nobody turns away while winding up.
    pub(super) fn pick_foe(&mut self, call: &Call) -> Status {
        if let Some(named) = self.named_foe() {
            self.recall.target = named;
            return Status::Success;
        }
        if self.arms.windup > 0 && self.arms.target == self.recall.target && self.target().is_some() {
            return Status::Success;
        }
        let (by, radius, tag, spares) = (call.choice(0), call.number(1), call.tag(2), call.choice(3) == 0);
        let mut best = None;
        self.each_foe(self.body.position, radius + self.body.radius, tag, |body| {
            if !self.can_hurt(body) || spares && (self.is_doomed(body) || self.is_spoken_for(body)) {
                return;
            }
            let key = (Reverse(self.merit(by, body)), self.body.gap(body), self.claim(body.id));
            if best.is_none_or(|(least, _)| key < least) {
                best = Some((key, body.id));
            }
        });
        match best {
            Some((_, id)) => {
                self.recall.target = id;
                Status::Success
            }
            None => Status::Failure,
        }
    }

    /// The target that an order names, if its team knows where it is.
    fn named_foe(&self) -> Option<UnitId> {
        let task = self.agent.acts.head().filter(|task| task.kind == TaskKind::Strike)?;
        self.prey(task.target).map(|_| task.target)
    }

    /// Whether its weapon can hurt a body.
    pub(super) fn can_hurt(&self, body: &Body) -> bool {
        self.weapon.is_some_and(|weapon| weapon_hits(weapon, body)) && self.blow_to(body) > Fx::ZERO
    }

    /// Whether damage of others on its way will kill a body.
    pub(super) fn is_doomed(&self, body: &Body) -> bool {
        let own = if self.arms.windup > 0 && self.arms.target == body.id { self.blow_to(body) } else { Fx::ZERO };
        body.incoming - own >= body.hp
    }

    /// Whether the next blows of others whose weapons are on a body will kill it.
    fn is_spoken_for(&self, body: &Body) -> bool {
        let row = self.world.frame_row(body.id);
        let pledged = row.and_then(|row| self.world.minds.pledged.get(row)).copied().unwrap_or(Fx::ZERO);
        let own = if self.arms.target == body.id { self.blow_to(body) } else { Fx::ZERO };
        pledged - own >= body.hp
    }

    /// How good a foe is to pick, by what it is picked by; the greater the better.
    fn merit(&self, by: u8, body: &Body) -> i64 {
        let bits = |value: Fx| i64::from(value.bits());
        match by {
            NEAREST => 0,
            WEAKEST => -bits(body.hp),
            MOST_WOUNDED => -bits(body.hp) * 1_000 / bits(self.world.stats(body.owner(), body.kind).max_hp).max(1),
            BEST_HIT => bits(self.blow_to(body).min(body.hp)) * 1_000 / bits(body.hp).max(1),
            MOST_DANGEROUS => bits(self.damage_a_second(body)),
            MOST_VALUABLE => self.world.kind(body.kind).cost.iter().map(|amount| i64::from(*amount)).sum(),
            ATTACKER => i64::from(self.vitals.hurt_by == body.id) + i64::from(self.aim_of(body.id) == self.body.id),
            SQUAD => self.comrades_on(body.id),
            _ => self.thickness(body),
        }
    }

    /// Foes that a blow on a body would spread to, less the friends.
    fn thickness(&self, body: &Body) -> i64 {
        let splash = self.weapon.map_or(Fx::ZERO, |weapon| weapon.splash);
        let friends = i64::from(self.count_friends(body.position, splash, None));
        i64::from(self.count_foes(body.position, splash, None)) - FRIEND_COUNTS * friends
    }

    /// How many of its squad, or without one of those around it, attack a body.
    fn comrades_on(&self, id: UnitId) -> i64 {
        let mut count = 0;
        if let Some(squad) = self.squad() {
            let others = squad.members.iter().filter(|member| member.id != self.body.id);
            return others.filter(|member| self.aim_of(member.id) == id).count() as i64;
        }
        self.each_friend(self.body.position, Fx::from_int(6), None, |friend| {
            count += i64::from(self.aim_of(friend.id) == id);
        });
        count
    }
}
