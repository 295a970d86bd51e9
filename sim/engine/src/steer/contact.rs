//! Contact: what neighbours leave of the velocity that steering meant, and how overlaps are parted.
//!
//! Nobody may use more of the gap to a neighbour than its share, so that two who see the same old state do not run
//! into each other (the half planes of buffered Voronoi cells: Zhou et al. 2017). What overlaps all the same is parted by
//! position, each body taking its share at once (Müller et al., "Position Based Dynamics", 2007).

use super::arrival;
use super::contact_limit::{ContactBounds, ContactLimit};
use super::moving_agent::MovingAgent;
use super::neighbours::Neighbour;
use super::tuning::{
    CONTACT_SLACK, COUNTED_SPEED, COUNTED_SPEED_PRESSED, CUSHION, FIRM, FOLLOWED_GAP, MAX_CORRECTION, ROUND_AFTER,
    SOFT_PART,
};
use crate::component::Motion;
use sandtable_math::{Fx, Vec2, mix3};
use sandtable_nav::vector::{dot, limited, scaled, times};
use sandtable_state::limits::MAX_NEIGHBOURS;

/// The part of an overlap that goes in a tick, by how many one has.
const RELAX: [Fx; MAX_NEIGHBOURS + 1] = {
    let mut parts = [Fx::HALF; MAX_NEIGHBOURS + 1];
    let mut overlaps = 3;
    while overlaps <= MAX_NEIGHBOURS {
        parts[overlaps] = Fx::from_bits((1 << 16) / overlaps as i32);
        overlaps += 1;
    }
    parts
};

/// The velocity with what goes `toward` faster than `most`, which is not negative, taken off.
#[inline]
fn held(velocity: Vec2, toward: Vec2, most: Fx) -> Vec2 {
    let along = velocity.dot_wide(toward);
    // Most neighbours lie behind.
    if along <= 0 {
        return velocity;
    }
    let excess = Fx::from_bits((along / (1 << 16)) as i32) - most;
    if excess > Fx::ZERO { velocity - scaled(toward, excess) } else { velocity }
}

/// The way out of all overlaps.
#[derive(Default)]
struct Parting {
    sum: Vec2,
    count: usize,
}

impl Parting {
    fn add(&mut self, way: Vec2) {
        self.sum += way;
        self.count += 1;
    }

    /// Everybody parts at once: in the middle of many, each moving as for one alone would overshoot.
    fn way(&self) -> Vec2 {
        limited(scaled(self.sum, RELAX[self.count]), MAX_CORRECTION)
    }
}

/// A unit in contact with others.
pub(super) struct Contact<'a> {
    walker: &'a MovingAgent<'a>,
    moving: bool,
    holds: bool,
    /// Reckoned when first needed.
    insists: std::cell::OnceCell<u32>,
}

impl<'a> Contact<'a> {
    pub(super) fn new(walker: &'a MovingAgent<'a>, motion: &Motion) -> Contact<'a> {
        Contact { walker, moving: motion.moves(), holds: motion.holds(), insists: std::cell::OnceCell::new() }
    }

    /// The step that neighbours leave of `steered`, with the way out of overlaps with them.
    pub(super) fn resolve(&self, steered: Vec2, near: &mut [Neighbour]) -> Vec2 {
        let fastest = self.walker.speed + self.walker.speed;
        let mut parting = Parting::default();
        let mut count = 0;
        for near in near.iter_mut().filter(|near| near.gap <= fastest) {
            near.limit = self.limit(near);
            count += 1;
            if near.gap < -CONTACT_SLACK {
                parting.add(self.part_from(near));
            }
        }
        if count == 0 {
            return steered;
        }
        let met = |near: &&mut Neighbour| near.gap <= fastest;
        let velocity = self.clipped(steered, near, met);
        let step = if parting.count == 0 { velocity } else { velocity + parting.way() };
        let pressed = |step: Vec2| {
            let met = near.iter().filter(|near| near.gap <= fastest);
            met.fold(step, |step, near| held(step, near.toward, near.limit.pressed))
        };
        let once = pressed(step);
        // What changed may break what came before, so it is clipped once more.
        if once == step { once } else { pressed(once) }
    }

    fn clipped(&self, steered: Vec2, near: &mut [Neighbour], met: impl Fn(&&mut Neighbour) -> bool) -> Vec2 {
        let mut held_back = |velocity: Vec2| {
            near.iter_mut().filter(&met).fold(velocity, |velocity, near| self.held_back(velocity, near))
        };
        let once = held_back(steered);
        let twice = if once == steered { once } else { held_back(once) };
        // What walls leave may run into somebody again: then it is cut short, which breaks nothing.
        let from = self.walker.body.position;
        let walled = self.walker.footing.advance(from, twice, self.walker.body.radius) - from;
        if once == twice && walled == twice {
            return walled;
        }
        near.iter_mut().filter(met).fold(walled, |velocity, near| self.shortened(velocity, near))
    }

    /// The velocity with what goes too fast towards a neighbour taken off.
    #[inline]
    fn held_back(&self, velocity: Vec2, near: &mut Neighbour) -> Vec2 {
        if velocity.dot_wide(near.toward) <= 0 {
            return velocity;
        }
        held(velocity, near.toward, self.bounds(near).meant)
    }

    /// The velocity shortened until it does not run into a neighbour.
    #[inline]
    fn shortened(&self, velocity: Vec2, near: &mut Neighbour) -> Vec2 {
        let into = dot(velocity, near.toward);
        if into <= Fx::ZERO {
            return velocity;
        }
        let most = self.bounds(near).most;
        if into > most { scaled(velocity, most.div_trunc(into)) } else { velocity }
    }

    #[inline]
    fn limit(&self, near: &Neighbour) -> ContactLimit {
        let soft = Fx::from_bits((self.walker.body.radius + near.entry.radius).bits() / SOFT_PART);
        let leaves = dot(near.entry.velocity, near.toward).max(Fx::ZERO);
        let pressed = (Fx::from_bits(near.gap.bits() / 2) + soft).max(Fx::ZERO) + leaves;
        ContactLimit { leaves, soft, pressed, bounds: None }
    }

    #[inline]
    fn bounds(&self, near: &mut Neighbour) -> ContactBounds {
        if let Some(bounds) = near.limit.bounds {
            return bounds;
        }
        let bounds = self.bounds_of(near);
        near.limit.bounds = Some(bounds);
        bounds
    }

    fn bounds_of(&self, near: &Neighbour) -> ContactBounds {
        let ContactLimit { leaves, soft, .. } = near.limit;
        let cushion = if near.entry.moves() { CUSHION } else { Fx::ZERO };
        let press = Fx::from_bits((near.gap + soft).max(Fx::ZERO).bits() / 2);
        let share = self.share(near);
        let shove = self.shove(near);
        let allowed = |cushion: Fx| {
            let leaves = times(leaves, if near.gap > cushion { COUNTED_SPEED } else { COUNTED_SPEED_PRESSED });
            leaves + times((near.gap - cushion).max(Fx::ZERO), share) + shove
        };
        // Who goes ahead may stop at once.
        let most = near.gap.max(Fx::ZERO) + soft;
        ContactBounds { meant: allowed(cushion).min(most), most: (allowed(Fx::ZERO) + press).min(most) }
    }

    /// The part of a gap that is this one's: the more the farther it is ahead on the way that both go, so that streams
    /// merge like a zipper. The shares of two who are as fast as each other add up to one.
    fn share(&self, near: &Neighbour) -> Fx {
        let (own, others) = (self.walker.body.steered, near.entry.steered);
        let (own_comes, others_comes) = (own.dot_wide(near.offset), -others.dot_wide(near.offset));
        if (own_comes > 0) != (others_comes > 0) {
            return if own_comes > 0 { FOLLOWED_GAP } else { Fx::ONE - FOLLOWED_GAP };
        }
        // Both at full speed one way weigh as a direction.
        let lead = (own_comes - others_comes) / i64::from(self.walker.speed.bits().max(1)) / 2;
        Fx::HALF - Fx::from_bits(lead.clamp(-(1 << 15), 1 << 15) as i32)
    }

    /// The part of its speed at which it pushes a body out of its way, 0 … 1/4: the heavier the harder, friends
    /// at rest more than others, nobody who was told to stand.
    fn shove(&self, near: &Neighbour) -> Fx {
        if near.entry.holds() || near.gap < -CUSHION {
            return Fx::ZERO;
        }
        let (own, others) = (u32::from(self.walker.body.mass), u32::from(near.entry.mass));
        let yields = !near.entry.moves() && near.entry.team == self.walker.body.team && !self.shares_goal(near);
        let lead = if yields { own } else { own.saturating_sub(others) };
        if lead == 0 {
            return Fx::ZERO;
        }
        times(self.walker.speed, Fx::from_bits(((lead << 14) / (own + others).max(1)) as i32))
    }

    /// Whether a neighbour stands where both were sent: nobody is pushed off for another of the group.
    fn shares_goal(&self, near: &Neighbour) -> bool {
        near.entry.is_settled() && arrival::is_same_goal(self.walker.body.goal, self.walker.goal_of(near))
    }

    /// The way out of an overlap with a neighbour, in cells.
    fn part_from(&self, near: &Neighbour) -> Vec2 {
        let overlap = -near.gap - CONTACT_SLACK;
        let way = i64::from(overlap.bits()) * i64::from(self.yielding(near)) / (1 << 14);
        scaled(near.toward, -Fx::from_bits(way as i32))
    }

    /// This one's part in parting, in 1/16384.
    fn yielding(&self, near: &Neighbour) -> u32 {
        match (self.holds, near.entry.holds()) {
            (true, false) => return 0,
            (false, true) => return 1 << 14,
            _ => {}
        }
        let stranger = near.entry.team != self.walker.body.team;
        let firm = |walks: bool| if walks || stranger { FIRM } else { 1 };
        let insists = *self.insists.get_or_init(|| self.insistence(self.walker.body.id.0));
        let own = u32::from(self.walker.body.mass) * firm(self.moving) * insists;
        let other = self.walker.crowd.bodies[near.entry.row as usize].id.0;
        let others = u32::from(near.entry.mass) * firm(near.entry.moves()) * self.insistence(other);
        (others << 12) / (own + others).max(1) * 4
    }

    /// Some insist more than others, and not always the same: or arches would stand for ever.
    fn insistence(&self, id: u32) -> u32 {
        let crowd = self.walker.crowd;
        1 + (mix3(crowd.seed, u64::from(id), u64::from(crowd.tick / u32::from(ROUND_AFTER))) & 1) as u32
    }
}
