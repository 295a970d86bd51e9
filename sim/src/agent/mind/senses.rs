//! What a thinker notices: foes its team sees, friends, who has fallen. Cheap tests come first: whether any enemy is about at all.

use super::thinker::Thinker;
use crate::combat::{MAX_RADIUS, hostile};
use crate::decide::TagId;
use crate::id::UnitId;
use crate::limits::TICKS_PER_SECOND;
use crate::math::{Fx, Vec2};
use crate::rules::Class;
use crate::world::Body;

/// The greatest distance anybody asks about, in cells.
pub(super) const FAR: Fx = Fx::from_int(64);
/// How far the nearest foe is looked for, in cells: nobody cares about one beyond, and whole maps need not be searched.
pub(super) const FOE_CELLS: Fx = Fx::from_int(24);
/// How far who is near is listed, in cells.
const NEAR: Fx = Fx::from_int(11);
/// How far the nearest foe is looked for, one radius after the other, in cells.
const LOOKS: [Fx; 3] = [Fx::from_int(3), Fx::from_int(10), FOE_CELLS];

/// Whether the edge of a body is within `radius` of a point.
fn is_within(body: &Body, point: Vec2, radius: Fx) -> bool {
    body.offset_from(point).length_squared_wide() <= (radius + body.radius).squared_wide()
}

impl<'w> Thinker<'w> {
    /// Whether units or buildings of another team are within `radius` of `point`, seen or not: a look at coarse blocks.
    pub(super) fn enemies_near(&self, point: Vec2, radius: Fx) -> bool {
        let teams = self.world.volley.presence.around(point, radius + MAX_RADIUS);
        let own = 1u8.checked_shl(u32::from(self.body.team)).unwrap_or(0);
        (teams.units | teams.buildings) & !own != 0
    }

    /// Whether a kind is meant: any without a tag.
    fn is_meant(&self, body: &Body, tag: Option<TagId>) -> bool {
        tag.is_none_or(|tag| self.world.minds.has_tag(body.kind, tag.0))
    }

    /// Whether a body is of another team, and its own sees it.
    fn is_foe(&self, body: &Body) -> bool {
        hostile(self.body, body) && body.present && body.seen_by_team(self.body.team)
    }

    fn is_friend(&self, body: &Body) -> bool {
        body.team == self.body.team && body.id != self.body.id && body.present
    }

    /// Lists who is near, once for all questions of a thought; only where enemies are about.
    pub(super) fn survey(&mut self) {
        let (mut foes, mut friends) =
            (std::mem::take(&mut self.thoughts.foes), std::mem::take(&mut self.thoughts.friends));
        foes.clear();
        friends.clear();
        if self.enemies_near(self.body.position, NEAR) {
            let frame = &self.world.frame;
            frame.grid.for_each_within(self.body.position, NEAR + MAX_RADIUS, |row| {
                let Some(body) = frame.bodies.get(row) else { return };
                if self.is_friend(body) {
                    friends.push(row as u32);
                } else if self.is_foe(body) {
                    foes.push(row as u32);
                }
            });
            self.surveyed = NEAR;
        }
        (self.thoughts.foes, self.thoughts.friends) = (foes, friends);
    }

    /// Whether the lists hold everybody within `radius` of `point`.
    fn is_surveyed(&self, point: Vec2, radius: Fx) -> bool {
        let rest = self.surveyed - radius;
        rest >= Fx::ZERO && self.body.position.distance_squared_wide(point) <= rest.squared_wide()
    }

    /// Calls `each` with every foe in sight whose edge is within `radius` of `point`: units, and buildings with a weapon.
    pub(super) fn each_foe(&self, point: Vec2, radius: Fx, tag: Option<TagId>, mut each: impl FnMut(&'w Body)) {
        let frame = &self.world.frame;
        let mut meet = |body: &'w Body| {
            if is_within(body, point, radius) && self.is_meant(body, tag) {
                each(body);
            }
        };
        let teams = self.world.volley.presence.around(point, radius + MAX_RADIUS);
        let others = !1u8.checked_shl(u32::from(self.body.team)).unwrap_or(0);
        if teams.units & others != 0 {
            if self.is_surveyed(point, radius) {
                self.thoughts.foes.iter().for_each(|row| meet(&frame.bodies[*row as usize]));
            } else {
                frame.grid.for_each_within(point, radius + MAX_RADIUS, |row| {
                    frame.bodies.get(row).into_iter().filter(|body| self.is_foe(body)).for_each(&mut meet);
                });
            }
        }
        if teams.buildings & others != 0 {
            let armed = |body: &&Body| self.is_foe(body) && self.world.kind(body.kind).weapon.is_some();
            frame.bodies.iter().skip(frame.units).filter(armed).for_each(&mut meet);
        }
    }

    /// Calls `each` with every other unit of its team whose edge is within `radius` of `point`.
    pub(super) fn each_friend(&self, point: Vec2, radius: Fx, tag: Option<TagId>, mut each: impl FnMut(&'w Body)) {
        let frame = &self.world.frame;
        let mut meet = |body: &'w Body| {
            if is_within(body, point, radius) && self.is_meant(body, tag) {
                each(body);
            }
        };
        if self.is_surveyed(point, radius) {
            self.thoughts.friends.iter().for_each(|row| meet(&frame.bodies[*row as usize]));
            return;
        }
        frame.grid.for_each_within(point, radius + MAX_RADIUS, |row| {
            frame.bodies.get(row).into_iter().filter(|body| self.is_friend(body)).for_each(&mut meet);
        });
    }

    /// How many foes in sight are within `radius` of `point`.
    pub(super) fn count_foes(&self, point: Vec2, radius: Fx, tag: Option<TagId>) -> u32 {
        let mut count = 0;
        self.each_foe(point, radius, tag, |_| count += 1);
        count
    }

    /// How many other units of its team are within `radius` of `point`.
    pub(super) fn count_friends(&self, point: Vec2, radius: Fx, tag: Option<TagId>) -> u32 {
        let mut count = 0;
        self.each_friend(point, radius, tag, |_| count += 1);
        count
    }

    /// The nearest foe in sight to `point` within `radius`, by its edge, and how far that is. It is looked for near by first.
    pub(super) fn nearest_foe(&self, point: Vec2, radius: Fx, tag: Option<TagId>) -> Option<(Fx, &'w Body)> {
        LOOKS.iter().find_map(|look| {
            let last = *look >= radius;
            let found = self.nearest_foe_within(point, radius.min(*look), tag);
            if last { Some(found) } else { found.map(Some) }
        })?
    }

    fn nearest_foe_within(&self, point: Vec2, radius: Fx, tag: Option<TagId>) -> Option<(Fx, &'w Body)> {
        let mut best: Option<((Fx, u64), &'w Body)> = None;
        self.each_foe(point, radius, tag, |body| {
            let away = body.distance_from(point);
            if best.is_none_or(|((least, claim), _)| away < least || away == least && self.claim(body.id) < claim) {
                best = Some(((away, self.claim(body.id)), body));
            }
        });
        best.map(|((gap, _), body)| (gap, body))
    }

    /// How many friends fell within `radius` since a tick.
    pub(super) fn losses_since(&self, tick: u32, radius: Fx) -> i32 {
        let near = |at: Vec2| at.distance_squared_wide(self.body.position) <= radius.squared_wide();
        let losses = self.world.minds.losses.iter().rev();
        losses.take_while(|loss| loss.tick >= tick).filter(|loss| loss.team == self.body.team && near(loss.at)).count()
            as i32
    }

    /// Might of friends within `radius`, its own included, of that of foes there; 1000 without foes.
    pub(super) fn odds_percent(&self, radius: Fx) -> Fx {
        let (mut own, mut foes) = (self.might(self.body), 0);
        let point = self.body.position;
        self.each_foe(point, radius, None, |body| foes += self.might(body));
        if foes == 0 {
            return Fx::from_int(1_000);
        }
        self.each_friend(point, radius, None, |body| own += self.might(body));
        Fx::ratio_floor(own.saturating_mul(100), foes).min(Fx::from_int(1_000))
    }

    /// Hit points × damage a second, in steps of no meaning of their own.
    #[inline]
    fn might(&self, body: &Body) -> i64 {
        let damage = self.damage_a_second(body);
        (i64::from(body.hp.bits()) >> 8) * (i64::from(damage.bits()) >> 8)
    }

    /// Hit points that the weapon of a body takes in a second, before table and armour; none of one that heals.
    pub(super) fn damage_a_second(&self, body: &Body) -> Fx {
        let Some(weapon) = self.world.kind(body.kind).weapon.as_ref().filter(|weapon| !weapon.heals) else {
            return Fx::ZERO;
        };
        let stats = self.world.stats(body.owner(), body.kind);
        let ticks = i32::from(weapon.windup_ticks + stats.cooldown_ticks).max(1);
        Fx::from_bits((i64::from(stats.damage.bits()) * i64::from(TICKS_PER_SECOND) / i64::from(ticks)) as i32)
    }

    /// What a body's weapon is on.
    pub(super) fn aim_of(&self, id: UnitId) -> UnitId {
        let row = self.world.frame_row(id);
        row.and_then(|row| self.world.minds.aims.get(row)).copied().unwrap_or(UnitId::NONE)
    }

    /// How many weapons of foes in sight are on a body.
    pub(super) fn attackers_of(&self, id: UnitId) -> u16 {
        let row = self.world.frame_row(id);
        row.and_then(|row| self.world.minds.aimed_at.get(row)).copied().unwrap_or(0)
    }

    /// Whether a body is a unit.
    pub(super) fn is_unit(body: &Body) -> bool {
        body.class == Class::Unit
    }
}
