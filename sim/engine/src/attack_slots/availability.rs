//! Whether somebody can have a place: no wall there, nobody in it, no foe in the way to it.

use super::tuning::{AHEAD_PART, PLACE_SLACK, ROUND_STEP};
use super::{AttackSlots, SlotSeeker};
use crate::component::Motion;
use crate::scene::Scene;
use crate::steer::UnitPassability;
use sandtable_math::{Angle, Fx, Vec2};
use sandtable_model::map::Cell;
use sandtable_nav::attack_slots::{SlotLayout, toward};
use sandtable_nav::crowd::SpatialRow;
use sandtable_nav::footprint::is_clear_of_walls;
use sandtable_nav::line::{NOTHING, is_clear};
use sandtable_state::id::UnitId;

/// One who looks for a place.
pub(super) struct SlotAvailability<'w> {
    scene: &'w Scene<'w>,
    slots: AttackSlots<'w>,
    body: &'w SpatialRow,
    target: UnitId,
    passability: UnitPassability<'w>,
    seeker: &'w SlotSeeker,
}

impl<'w> SlotAvailability<'w> {
    /// The room for one round a target.
    pub(super) fn round_target(
        scene: &'w Scene<'w>,
        slots: AttackSlots<'w>,
        seeker: &'w SlotSeeker,
        target: UnitId,
    ) -> Option<SlotAvailability<'w>> {
        let body = scene.frame.bodies.get(seeker.row as usize)?;
        let passability = UnitPassability::of_kind(scene, body.kind, body.owner())?;
        Some(SlotAvailability { scene, slots, body, target, passability, seeker })
    }

    /// Who looks for one.
    pub(super) fn body(&self) -> &'w SpatialRow {
        self.body
    }

    /// Whether a place is open ground where nobody stands, and there is a way to it.
    pub(super) fn has(&self, place: Vec2) -> bool {
        self.is_standable(place) && !self.is_taken(place) && (!self.seeker.melee || self.is_reached(place))
    }

    /// Whether its body can be in a place: no wall reaches into it by more than who stands there may be off.
    pub(super) fn is_standable(&self, place: Vec2) -> bool {
        is_clear_of_walls(|cell| self.is_open(cell), place, self.body.radius - PLACE_SLACK)
    }

    fn is_open(&self, cell: Cell) -> bool {
        self.scene.scenario.map.contains(cell) && self.passability.is_open(cell)
    }

    /// Whether somebody it knows of stands in a place. Those who have places round the same target do not count: they are on
    /// their way to those.
    pub(super) fn is_taken(&self, place: Vec2) -> bool {
        let frame = self.scene.frame;
        let mut taken = false;
        frame.grid.for_each_within(place, self.body.radius + SpatialRow::MAX_RADIUS, |row| {
            let body = &frame.bodies[row];
            let reach = self.body.radius + body.radius - PLACE_SLACK;
            // Nearness first: most bodies of the buckets around are farther off, and it costs least to find out.
            taken |= body.position.distance_squared_wide(place) < reach.squared_wide() && self.is_in_the_way(row, body);
        });
        taken
    }

    fn is_in_the_way(&self, row: usize, body: &SpatialRow) -> bool {
        if body.id == self.body.id || body.id == self.target || body.flies() != self.body.flies() {
            return false;
        }
        match self.body.is_hostile_to(body) {
            true => body.seen_by_team(self.body.team),
            false => {
                !body.moves() && self.slots.reservation(row).is_none_or(|reservation| reservation.target != self.target)
            }
        }
    }

    /// Whether no wall and no foe but the target is in the way to a place, straight or by the side of the target.
    fn is_reached(&self, place: Vec2) -> bool {
        let layout = &self.seeker.layout;
        let from = self.body.position;
        if !layout.is_round() {
            return self.is_passable(from, place);
        }
        match way_round(layout, from, place) {
            None => self.is_straight(from, place),
            Some(side) => self.is_straight(from, side) && self.is_straight(side, place),
        }
    }

    fn is_straight(&self, from: Vec2, to: Vec2) -> bool {
        is_clear(|cell| self.is_open(cell), from, to, NOTHING) && self.is_passable(from, to)
    }

    /// Whether no foe it sees stands on the way between two points.
    fn is_passable(&self, from: Vec2, to: Vec2) -> bool {
        let (frame, offset) = (self.scene.frame, to - from);
        let length = offset.length_floor();
        let along = offset.with_length_trunc(Fx::ONE);
        let middle = from + Vec2::new(Fx::from_bits(offset.x.bits() / 2), Fx::from_bits(offset.y.bits() / 2));
        let part = |wide: i64| Fx::from_bits((wide >> Fx::FRACTION_BITS) as i32);
        let mut passable = true;
        frame.grid.for_each_within(middle, Fx::from_bits(length.bits() / 2) + SpatialRow::MAX_RADIUS, |row| {
            let body = &frame.bodies[row];
            if !self.body.is_hostile_to(body) || !self.is_in_the_way(row, body) {
                return;
            }
            let to = body.position - from;
            let (ahead, aside) = (part(to.dot_wide(along)), part(to.dot_wide(along.quarter_turn())));
            let wide = Fx::from_bits((self.body.radius + body.radius).bits() / 8 * 7);
            passable &= ahead <= Fx::ZERO || ahead >= length || aside.abs() >= wide;
        });
        passable
    }
}

/// The point by which one gets round a unit to a place: outside of those who stand round it already, until the place is straight
/// ahead. None when it is.
pub(super) fn way_round(layout: &SlotLayout, from: Vec2, place: Vec2) -> Option<Vec2> {
    let (own, there) = (from - layout.middle, place - layout.middle);
    let (along, across) = (own.dot_wide(there), own.dot_wide(there.quarter_turn()).abs());
    let ahead = along > 0 && across <= along / 16 * AHEAD_PART;
    if ahead || !layout.is_round() {
        return None;
    }
    let bearing = Angle::from_vector(own);
    let step = bearing.turn_to(Angle::from_vector(there)).clamp(-ROUND_STEP, ROUND_STEP);
    Some(layout.middle + toward(Angle(bearing.0.wrapping_add_signed(step)), layout.away + layout.room))
}

/// Whether a unit stands in its place, or has come as near to it as others let it.
pub(crate) fn is_in_place(motion: &Motion, place: Vec2) -> bool {
    let near = |point: Vec2, within: Fx| point.distance_squared_wide(place) <= within.squared_wide();
    near(motion.position, PLACE_SLACK) || motion.has_arrived() && near(motion.goal, PLACE_SLACK + PLACE_SLACK)
}
