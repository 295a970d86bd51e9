//! Groups under way to one point: how many they are, and where, so that each heads for a place of its own round the point
//! and all stop as one pack, rather than queueing for the point itself.
//!
//! Derived anew every tick from where everybody is: nobody is told a place, and nothing is remembered.

use crate::math::{Fx, Vec2};
use crate::world::Body;

/// The pack's radius over the root of its discs' areas over π: looser than they can be packed, by half of what is tolerated.
const ROOM: i64 = 75;
/// How far beyond twice that radius a unit is still one of those who gather, in cells.
const MARGIN: Fx = Fx::from_int(4);
/// A group's spread may be stretched by this much, and no more, to make it round.
const MOST_STRETCH: Fx = Fx::from_int(2);

/// Those who want to get to one point, or stand there already.
#[derive(Clone, Copy, Default)]
struct Group {
    team: u8,
    goal: Vec2,
    /// The sum of squared radii, in 1/2³².
    area: i64,
    /// How many are near the point, the sums of their offsets from it, and of the squares of those, in 1/256 cells.
    near: i64,
    sums: [i64; 2],
    squares: [i64; 2],
    /// The radius of the pack.
    radius: Fx,
    /// The mean offset, and by how much offsets from it are stretched.
    middle: Vec2,
    stretch: Vec2,
}

/// All groups of a tick (scratch).
#[derive(Clone, Default)]
pub struct Muster {
    groups: Vec<Group>,
    /// Open addressing by goal and team: the group's number plus one.
    slots: Vec<u32>,
    /// By row of the frame: the group's number.
    rows: Vec<u32>,
}

const NO_GROUP: u32 = u32::MAX;

impl Muster {
    /// Takes stock of who wants to get where among the frame's units.
    pub(crate) fn fill(&mut self, units: &[Body]) {
        self.groups.clear();
        self.slots.clear();
        self.slots.resize((2 * units.len() + 2).next_power_of_two(), 0);
        self.rows.clear();
        for body in units {
            let row = if body.present && (body.moving || body.arrived) { self.join(body) } else { NO_GROUP };
            self.rows.push(row);
        }
        self.groups.iter_mut().for_each(Group::size);
        for (body, row) in units.iter().zip(&self.rows) {
            if let Some(group) = self.groups.get_mut(*row as usize) {
                group.note(body);
            }
        }
        self.groups.iter_mut().for_each(Group::settle);
    }

    fn join(&mut self, body: &Body) -> u32 {
        let number = self.number(body);
        self.groups[number as usize].area += body.radius.squared_wide();
        number
    }

    /// The number of the body's group, which is founded when there is none.
    fn number(&mut self, body: &Body) -> u32 {
        let last = self.rows.last().copied().unwrap_or(NO_GROUP);
        if self.groups.get(last as usize).is_some_and(|group| group.is_of(body)) {
            return last;
        }
        let mask = self.slots.len() - 1;
        let key = u64::from(body.goal.x.bits() as u32) << 32 | u64::from(body.goal.y.bits() as u32);
        let mut slot = crate::math::mix(u64::from(body.team), key) as usize & mask;
        loop {
            match self.slots[slot] {
                0 => break,
                number if self.groups[number as usize - 1].is_of(body) => return number - 1,
                _ => slot = (slot + 1) & mask,
            }
        }
        self.groups.push(Group { team: body.team, goal: body.goal, ..Group::default() });
        self.slots[slot] = self.groups.len() as u32;
        self.groups.len() as u32 - 1
    }

    /// The place round its goal that the unit in this row heads for; none for one that is alone, or had another goal
    /// when stock was taken.
    pub(super) fn place(&self, row: usize, position: Vec2, goal: Vec2) -> Option<Vec2> {
        let group = self.groups.get(*self.rows.get(row)? as usize)?;
        (group.near > 1 && group.goal == goal).then(|| group.place(position))
    }
}

impl Group {
    fn is_of(&self, body: &Body) -> bool {
        self.goal == body.goal && self.team == body.team
    }

    fn size(&mut self) {
        self.radius = Fx::root_of_wide(self.area / 64 * ROOM);
    }

    fn note(&mut self, body: &Body) {
        let offset = body.position - self.goal;
        let reach = self.radius.add_saturating(self.radius).add_saturating(MARGIN);
        if offset.x.abs() > reach || offset.y.abs() > reach {
            return;
        }
        let coarse = [i64::from(offset.x.bits() / 256), i64::from(offset.y.bits() / 256)];
        self.near += 1;
        for (axis, part) in coarse.into_iter().enumerate() {
            self.sums[axis] += part;
            self.squares[axis] += part * part;
        }
    }

    fn settle(&mut self) {
        let near = self.near.max(1);
        let mean = self.sums.map(|sum| sum / near);
        let stretch = |axis: usize| {
            let variance = self.squares[axis] / near - mean[axis] * mean[axis];
            let spread = Fx::from_bits((variance.max(0) as u64).isqrt() as i32 * 256);
            // In a disc the spread along each axis is half the radius.
            Fx::from_bits(self.radius.bits() / 2).div_trunc(spread.max(Fx::EPSILON)).min(MOST_STRETCH)
        };
        self.stretch = Vec2::new(stretch(0), stretch(1));
        self.middle = Vec2::new(Fx::from_bits(mean[0] as i32 * 256), Fx::from_bits(mean[1] as i32 * 256));
    }

    fn place(&self, position: Vec2) -> Vec2 {
        use super::vector::{limited, times};
        let offset = position - self.goal - self.middle;
        let offset = Vec2::new(times(offset.x, self.stretch.x), times(offset.y, self.stretch.y));
        self.goal + limited(offset, self.radius)
    }
}
