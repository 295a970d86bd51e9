//! Where the places of attackers round a target lie: on a line that keeps the same distance from all of it, just within reach.
//!
//! Round a unit that line is a circle, round a building a rectangle with round corners. A place is one of its [`RING_POINTS`], the second
//! half of which is the first one turned by half a circle, to the last bit. Those who wait farther out have places at even distances.

pub use super::layout::{WAITS, WITHOUT};
use super::tuning::{BESIDE_GAP, INNER_FROM, REMEMBERED_SHAPES, SHOOTS_WITHIN, SLOT_ROOM, STRIKES_WITHIN, WAITING_GAP};
pub use super::tuning::{LINES, MELEE_RANGE};
use crate::crowd::SpatialRow;
use sandtable_math::{Angle, Fx, Vec2};
use sandtable_model::map::Rect;
use sandtable_state::limits::{MAX_RING_SLOTS, RING_POINTS};

/// A quarter of a circle of radius 1, in 1/65536.
const QUARTER: i64 = 102_944;

/// From one point of a circle to the next, as an angle.
const ANGLE_STEP: u16 = (65_536 / RING_POINTS as u32) as u16;

/// The places for one sort of attacker round one target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlotLayout {
    /// The middle of the target.
    pub middle: Vec2,
    /// Half the extent of a building; nothing of a unit.
    pub half: Vec2,
    /// From a unit's middle, or a building's edge, to the middle of who stands there.
    pub away: Fx,
    /// How far outside of where bodies touch the target, or stand at its wall.
    pub depth: Fx,
    /// Room along the line for one, in cells.
    pub room: Fx,
    /// How many places there are beside each other.
    pub count: u16,
}

impl SlotLayout {
    /// The places round a unit for bodies of a radius whose weapon has this least and greatest range, in cells.
    pub fn round_unit(body: &SpatialRow, radius: Fx, [least, range]: [Fx; 2]) -> SlotLayout {
        let depth = gap(least, range);
        let away = depth + radius + body.radius;
        SlotLayout { depth, ..SlotLayout::round_middle(body.position, Vec2::ZERO, away, radius) }
    }

    /// The places round the cells of a building.
    pub fn round_cells(rect: Rect, radius: Fx, [least, range]: [Fx; 2]) -> SlotLayout {
        let half = |cells: u16| Fx::from_halves(i32::from(cells));
        let half = Vec2::new(half(rect.width), half(rect.height));
        let depth = gap(least, range);
        SlotLayout { depth, ..SlotLayout::round_middle(rect.centre(), half, depth + radius, radius) }
    }

    /// The places for bodies of a radius at a distance from what lies round `middle`, with half this extent; all in cells.
    pub fn round_middle(middle: Vec2, half: Vec2, distance: Fx, radius: Fx) -> SlotLayout {
        let room = Fx::from_bits(radius.bits().max(1) / 32 * SLOT_ROOM);
        SlotLayout { middle, half, away: distance, depth: Fx::ZERO, room, count: 2 }.counted()
    }

    /// A layout with as many places on its line as there is room for, and otherwise as this one.
    fn counted(self) -> SlotLayout {
        let pairs = if self.is_round() {
            // A chord, not an arc, is as long as a body is wide.
            let half = Fx::from_bits(self.room.bits() / 2);
            let along = Fx::root_of_wide((self.away.squared_wide() - half.squared_wide()).max(0));
            let step = 2 * i32::from(Angle::from_vector(Vec2::new(along, half)).0);
            0x8000 / step.max(1)
        } else {
            self.half_way().bits() / self.room.bits().max(1)
        };
        SlotLayout { count: 2 * pairs.clamp(1, i32::from(MAX_RING_SLOTS / 2)) as u16, ..self }
    }

    /// Half the length of the line.
    fn half_way(&self) -> Fx {
        self.half.x + self.half.x + self.half.y + self.half.y + self.quarter() + self.quarter()
    }

    fn quarter(&self) -> Fx {
        times(self.away, QUARTER)
    }

    /// Whether the target is a unit.
    #[inline]
    pub fn is_round(&self) -> bool {
        self.half == Vec2::ZERO
    }

    /// The line inside of this one, beside the target, where it is far enough within.
    pub fn inner(&self) -> Option<SlotLayout> {
        let inner = SlotLayout { away: self.away - self.depth + BESIDE_GAP, depth: Fx::ZERO, ..*self };
        (self.depth.bits() >= self.room.bits() / 16 * INNER_FROM).then_some(inner)
    }

    /// The line outside of this one on which those wait who get no place on it, and farther out the lines for those who get none
    /// there: number 0 is this line itself.
    pub fn outer(&self, line: u16) -> SlotLayout {
        let room = self.room;
        let away = self.away + WAITING_GAP + Fx::from_bits(room.bits() * (i32::from(line) + 1));
        // Whoever gets a place later must come through between those who wait.
        let layout = SlotLayout { away, room: room + room, ..*self };
        if line == 0 { *self } else { layout.counted() }
    }

    /// Whether there is a place of this number, on this line, inside of it or on one of those outside; so also for [`WAITS`] and
    /// [`WITHOUT`], which are no places.
    #[inline]
    pub fn has(&self, slot: u16) -> bool {
        let (line, place) = (slot / RING_POINTS, slot % RING_POINTS);
        slot >= WITHOUT || line <= 1 || line <= LINES + 1 && place < self.outer(line - 1).count
    }

    /// The place of this number: the first ones are on this line, the next inside of it, the others where one waits.
    #[inline]
    pub fn spot(&self, slot: u16) -> Vec2 {
        match slot / RING_POINTS {
            0 => SlotLayout { count: RING_POINTS, ..*self }.place(slot),
            1 => self.inner().unwrap_or(*self).spot(slot % RING_POINTS),
            line => self.outer(line - 1).place(slot % RING_POINTS),
        }
    }

    /// The number of the place on this line that is nearest to a point.
    pub fn nearest(&self, point: Vec2) -> u16 {
        const HALF: u16 = RING_POINTS / 2;
        let offset = point - self.middle;
        if self.is_round() {
            let angle = Angle::from_vector(offset).0.wrapping_add(0x4000);
            return angle.wrapping_add(ANGLE_STEP / 2) / ANGLE_STEP % RING_POINTS;
        }
        let Vec2 { x, y } = self.half;
        // The second half of the line is the first one, turned.
        let second = offset.y > y || offset.y >= -y && offset.x < Fx::ZERO || offset.y < -y && offset.x < -x;
        let first = if second { -offset } else { offset };
        let corner = |x: Fx, y: Fx, turn: i64| {
            let angle = i64::from(Angle::from_vector(first - Vec2::new(x, y)).0.wrapping_add(turn as u16).min(0x4000));
            Fx::from_bits((i64::from(self.quarter().bits()) * angle / 0x4000) as i32)
        };
        let along = match (first.x > x, first.y < -y, first.y > y) {
            (false, ..) => first.x + x,
            (true, true, _) => x + x + corner(x, -y, 0x4000),
            (true, _, false) => x + x + self.quarter() + first.y + y,
            (true, ..) => x + x + self.quarter() + y + y + corner(x, y, 0),
        };
        let wide = i64::from(along.bits()) * i64::from(HALF) / i64::from(self.half_way().bits().max(1));
        (wide.clamp(0, i64::from(HALF)) as u16 + if second { HALF } else { 0 }) % RING_POINTS
    }

    /// How far apart along the line, in its points, a place on it and one on another line round the same target must be at least.
    pub fn apart(&self, other: &SlotLayout) -> u16 {
        let both = Fx::from_bits((self.room + other.room).bits() / 2);
        if (self.away - other.away).abs() >= both {
            return 0;
        }
        if !self.is_round() {
            let wide = i64::from(both.bits()) * i64::from(RING_POINTS / 2) / i64::from(self.half_way().bits().max(1));
            return (wide + 1).min(i64::from(RING_POINTS)) as u16;
        }
        // The law of cosines.
        let (one, two) = (i64::from(self.away.bits()), i64::from(other.away.bits()));
        let across = self.away.squared_wide() + other.away.squared_wide() - both.squared_wide();
        let cosine = (across << Fx::FRACTION_BITS) / (2 * one * two).max(1);
        let cosine = Fx::from_bits(cosine.clamp(-(1 << 16), 1 << 16) as i32);
        let sine = Fx::root_of_wide((1 << 32) - cosine.squared_wide());
        Angle::from_vector(Vec2::new(cosine, sine)).0.div_ceil(ANGLE_STEP)
    }

    /// The places round a target that has come to another point.
    #[inline]
    pub fn at(self, middle: Vec2) -> SlotLayout {
        SlotLayout { middle, ..self }
    }

    /// The place of this number on this line.
    #[inline]
    pub fn place(&self, slot: u16) -> Vec2 {
        let offset = self.offset(slot);
        if slot % self.count.max(1) < self.pairs() { self.middle + offset } else { self.middle - offset }
    }

    /// Where who goes on from a place on this line to the target touches it.
    pub fn touching(&self, place: Vec2) -> Vec2 {
        let Vec2 { x, y } = place - self.middle;
        let outward = Vec2::new(x - x.clamp(-self.half.x, self.half.x), y - y.clamp(-self.half.y, self.half.y));
        let part = i64::from(self.depth.bits()) * (1 << 16) / i64::from(self.away.bits().max(1));
        place - Vec2::new(times(outward.x, part), times(outward.y, part))
    }

    fn pairs(&self) -> u16 {
        (self.count / 2).max(1)
    }

    /// Where the place of this number lies from the middle, or the one opposite to it.
    fn offset(&self, slot: u16) -> Vec2 {
        let pairs = self.pairs();
        let along = i64::from(self.half_way().bits()) * i64::from(slot % pairs) / i64::from(pairs);
        self.point(Fx::from_bits(along as i32))
    }

    /// Where one gets who goes so far along the line, from its north-west end round by the east.
    fn point(&self, mut along: Fx) -> Vec2 {
        let Vec2 { x, y } = self.half;
        let sides = [(x, -y, x + x, Angle(0xC000)), (x, y, y + y, Angle(0))];
        for (corner_x, corner_y, length, turn) in sides {
            let corner = Vec2::new(corner_x, corner_y);
            if along < length {
                let back = turn.direction().quarter_turn().scale_floor(along - length);
                return corner + turn.direction().scale_floor(self.away) + back;
            }
            along -= length;
            if along < self.quarter() {
                let part = i64::from(along.bits()) * 0x4000 / i64::from(self.quarter().bits().max(1));
                return corner + Angle(turn.0.wrapping_add(part as u16)).direction().scale_floor(self.away);
            }
            along -= self.quarter();
        }
        Vec2::new(x, y + self.away)
    }
}

/// Where places lie from the middle of a target, reckoned once for each shape: round targets of one size they lie alike.
#[derive(Default)]
pub struct SlotShapes {
    /// A layout round the origin, and the offsets of the first half of its places.
    known: Vec<(SlotLayout, Vec<Vec2>)>,
    /// The row that is forgotten next.
    next: usize,
}

impl SlotShapes {
    /// All places of a layout, in the order of their numbers.
    pub fn places(&mut self, layout: &SlotLayout) -> impl Iterator<Item = Vec2> + '_ {
        let (shape, middle) = (layout.at(Vec2::ZERO), layout.middle);
        let row = self.known.iter().position(|(known, _)| *known == shape).unwrap_or_else(|| self.learn(shape));
        let offsets = &self.known[row].1;
        let first = offsets.iter().map(move |offset| middle + *offset);
        first.chain(offsets.iter().map(move |offset| middle - *offset))
    }

    fn learn(&mut self, shape: SlotLayout) -> usize {
        let row = if self.known.len() < REMEMBERED_SHAPES { self.known.len() } else { self.next };
        self.next = (self.next + 1) % REMEMBERED_SHAPES;
        if row == self.known.len() {
            self.known.push((shape, Vec::new()));
        }
        let (known, offsets) = &mut self.known[row];
        *known = shape;
        offsets.clear();
        offsets.extend((0..shape.pairs()).map(|slot| shape.offset(slot)));
        row
    }
}

/// How far from a target's edge those stand whose weapon has this least and greatest range, in cells.
fn gap(least: Fx, range: Fx) -> Fx {
    let gap = if range <= MELEE_RANGE { (range - STRIKES_WITHIN).max(Fx::ZERO) } else { range - SHOOTS_WITHIN };
    gap.max(least)
}

/// A part of a distance, in 1/65536.
#[inline]
fn times(value: Fx, part: i64) -> Fx {
    Fx::from_bits((i64::from(value.bits()) * part / (1 << 16)) as i32)
}

/// The point so far from the origin in a direction: that of the opposite one is the opposite point.
#[inline]
pub fn toward(direction: Angle, far: Fx) -> Vec2 {
    let way = direction.direction();
    Vec2::new(times(way.x, far.bits().into()), times(way.y, far.bits().into()))
}
