//! Where the places of attackers round a target lie: evenly on a line that keeps the same distance from all of it.
//!
//! Round a unit that line is a circle, round a building a rectangle with round corners. The places are an even number, and the
//! second half of them is the first one turned by half a circle, to the last bit.

pub use super::layout::{WAITS, WITHOUT};
pub use super::tuning::{LINES, MELEE_RANGE};
use super::tuning::{NEAR_SHARE, REMEMBERED_SHAPES, SHOOTS_WITHIN, SLOT_ROOM, WAITING_GAP};
use crate::crowd::SpatialRow;
use sandtable_math::{Angle, Fx, Vec2};
use sandtable_model::map::Rect;
use sandtable_state::limits::MAX_RING_SLOTS;

/// A quarter of a circle of radius 1, in 1/65536.
const QUARTER: i64 = 102_944;

/// The places for one sort of attacker round one target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SlotLayout {
    /// The middle of the target.
    pub middle: Vec2,
    /// Half the extent of a building; nothing of a unit.
    pub half: Vec2,
    /// From a unit's middle, or a building's edge, to the middle of who stands there.
    pub away: Fx,
    /// Room along the line for one, in cells.
    pub room: Fx,
    /// How many places there are.
    pub count: u16,
}

impl SlotLayout {
    /// The places round a unit for bodies of a radius whose weapon has this least and greatest range, in cells.
    pub fn round_unit(body: &SpatialRow, radius: Fx, least: Fx, range: Fx) -> SlotLayout {
        let away = gap(least, range) + radius + body.radius;
        SlotLayout::round_middle(body.position, Vec2::ZERO, away, radius)
    }

    /// The places round the cells of a building.
    pub fn round_cells(rect: Rect, radius: Fx, least: Fx, range: Fx) -> SlotLayout {
        let half = |cells: u16| Fx::from_halves(i32::from(cells));
        let half = Vec2::new(half(rect.width), half(rect.height));
        SlotLayout::round_middle(rect.centre(), half, gap(least, range) + radius, radius)
    }

    /// The places for bodies of a radius at a distance from what lies round `middle`, with half this extent; all in cells.
    pub fn round_middle(middle: Vec2, half: Vec2, away: Fx, radius: Fx) -> SlotLayout {
        let room = Fx::from_bits(radius.bits().max(1) * 2 * SLOT_ROOM / 16);
        SlotLayout { middle, half, away, room, count: 2 }.counted()
    }

    /// A layout with as many places on its line as there is room for, and otherwise as this one.
    fn counted(self) -> SlotLayout {
        let pairs = self.half_way().bits() / self.room.bits().max(1);
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

    /// The line outside of this one on which those wait who get no place on it, and farther out the lines for those who get none
    /// there: number 0 is this line itself.
    pub fn outer(&self, line: u16) -> SlotLayout {
        let room = self.room;
        let away = self.away + WAITING_GAP + Fx::from_bits(room.bits() * (i32::from(line) + 1));
        // Whoever gets a place later must come through between those who wait.
        let layout = SlotLayout { away, room: room + room, ..*self };
        if line == 0 { *self } else { layout.counted() }
    }

    /// Whether there is a place of this number, on this line or on one of those outside; so also for [`WAITS`] and
    /// [`WITHOUT`], which are no places.
    #[inline]
    pub fn has(&self, slot: u16) -> bool {
        let (line, place) = (slot / MAX_RING_SLOTS, slot % MAX_RING_SLOTS);
        slot >= WITHOUT || line <= LINES && place < self.outer(line).count
    }

    /// The place of this number: the first ones are on this line, the others where one waits.
    #[inline]
    pub fn spot(&self, slot: u16) -> Vec2 {
        self.outer(slot / MAX_RING_SLOTS).place(slot % MAX_RING_SLOTS)
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
    let gap = if range <= MELEE_RANGE { times(range, NEAR_SHARE) } else { range - SHOOTS_WITHIN };
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
