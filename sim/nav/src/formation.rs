//! Slots: which places a shape has, and who gets which.

use sandtable_math::{Fx, Vec2};
use sandtable_model::FormationShape;
use sandtable_state::Arrange;
use sandtable_state::limits::MAX_SLOT_ROUNDS;

/// A place of a shape, in half steps of its lattice from the middle of the front rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Slot {
    /// Behind the front rank.
    pub back: u16,
    /// To the right of the middle.
    pub right: i16,
}

/// The slots of a shape for a number of members, those for the short-ranged first: from the front to the back, of a box from its sides inwards.
///
/// A shape without order has the slots of a square.
pub fn slots(shape: FormationShape, count: usize) -> Vec<Slot> {
    let files = files(shape, count);
    let mut slots = Vec::with_capacity(count);
    let mut rank = 0;
    while slots.len() < count {
        let width = if shape == FormationShape::Wedge { rank + 1 } else { files };
        let width = width.min(count - slots.len());
        let left = 1 - width as i16;
        slots.extend((0..width).map(|file| Slot { back: 2 * rank as u16, right: left + 2 * file as i16 }));
        rank += 1;
    }
    if shape == FormationShape::Box {
        let (side, depth) = (files as i16 - 1, slots.last().map_or(0, |slot| slot.back));
        slots.arrange_by_key(|slot| (side - slot.right.abs()).min(slot.back.min(depth - slot.back) as i16));
    }
    slots
}

/// Members side by side.
fn files(shape: FormationShape, count: usize) -> usize {
    match shape {
        FormationShape::Line => (6 * count).isqrt().max(8),
        FormationShape::Column if count < 4 => 1,
        FormationShape::Column => (count / 3).isqrt().max(2),
        _ => count.isqrt() + usize::from(count.isqrt().pow(2) < count),
    }
    .clamp(1, count.max(1))
}

/// Gives each member a slot: the row of `places` that is its own, every row once. Members are told by where they are and how far
/// they reach; there are as many as places.
///
/// The shorter a member reaches, the earlier is its slot in the list. Among those who reach equally far the slot farthest from
/// their middle chooses first, and takes the member nearest to it: what is left over then lies in the middle, near to everybody.
/// Then pairs exchange who both together have less far to go (by the squares of the ways), a few times round. Ties go by the rows, so that members who stand on their slots keep them.
pub fn assign(members: &[(Vec2, Fx)], places: &[Vec2]) -> Vec<u16> {
    let mut order: Vec<usize> = (0..members.len()).collect();
    order.arrange_by_key(|member| (members[*member].1, *member));
    let mut assigned = vec![0; members.len()];
    let mut first = 0;
    for alike in order.chunk_by(|one, other| members[*one].1 == members[*other].1) {
        let end = (first + alike.len()).min(places.len());
        assign_alike(members, alike, places, first..end, &mut assigned);
        first = end;
    }
    assigned
}

fn assign_alike(
    members: &[(Vec2, Fx)],
    alike: &[usize],
    places: &[Vec2],
    rows: std::ops::Range<usize>,
    assigned: &mut [u16],
) {
    let positions: Vec<Vec2> = alike.iter().map(|member| members[*member].0).collect();
    let middle = mean(&positions, places[0]);
    let mut rows: Vec<usize> = rows.collect();
    rows.arrange_by_key(|row| (std::cmp::Reverse(places[*row].distance_squared_wide(middle)), *row));
    let mut free: Vec<usize> = alike.to_vec();
    for row in rows {
        let key = |at: &usize| (members[free[*at]].0.distance_squared_wide(places[row]), free[*at]);
        let Some(nearest) = (0..free.len()).min_by_key(key) else { return };
        assigned[free.swap_remove(nearest)] = row as u16;
    }
    let positions: Vec<Vec2> = alike.iter().map(|member| members[*member].0).collect();
    let mut own: Vec<u16> = alike.iter().map(|member| assigned[*member]).collect();
    let mut rounds = 0..MAX_SLOT_ROUNDS;
    while rounds.next().is_some() && exchange(&positions, places, &mut own) {}
    alike.iter().zip(own).for_each(|(member, slot)| assigned[*member] = slot);
}

/// One round of exchanges between members at these positions; whether there was any.
fn exchange(positions: &[Vec2], places: &[Vec2], own: &mut [u16]) -> bool {
    let way = |at: Vec2, slot: u16| at.distance_squared_wide(places[usize::from(slot)]);
    let mut ways: Vec<i64> = positions.iter().zip(own.iter()).map(|(at, slot)| way(*at, *slot)).collect();
    let mut exchanged = false;
    for one in 0..own.len() {
        for other in one + 1..own.len() {
            let (mine, theirs) = (way(positions[one], own[other]), way(positions[other], own[one]));
            if mine + theirs < ways[one] + ways[other] {
                own.swap(one, other);
                (ways[one], ways[other], exchanged) = (mine, theirs, true);
            }
        }
    }
    exchanged
}

/// The middle of some points, rounded towards `about`, so that a turn of everything turns it; `about` for none.
pub fn mean(points: &[Vec2], about: Vec2) -> Vec2 {
    let sum = points.iter().fold((0, 0), |(x, y), at| {
        let offset = *at - about;
        (x + i64::from(offset.x.bits()), y + i64::from(offset.y.bits()))
    });
    let part = |sum: i64| Fx::from_bits((sum / (points.len() as i64).max(1)) as i32);
    about + Vec2::new(part(sum.0), part(sum.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(shape: FormationShape, count: usize) -> String {
        let slots = slots(shape, count);
        let left = slots.iter().map(|slot| slot.right).min().unwrap_or(0);
        let mut lines: Vec<Vec<char>> = Vec::new();
        for (row, slot) in slots.iter().enumerate() {
            let (x, y) = ((slot.right - left) as usize, slot.back as usize / 2);
            lines.resize(lines.len().max(y + 1), Vec::new());
            let width = lines[y].len().max(x + 1);
            lines[y].resize(width, ' ');
            // The first half, where the short-ranged go, is marked.
            lines[y][x] = if 2 * row < count { 'x' } else { 'o' };
        }
        lines.iter().map(|line| line.iter().collect::<String>() + "\n").collect()
    }

    #[test]
    fn shapes_look_like_their_names() {
        assert_eq!(drawn(FormationShape::Line, 12), "x x x x x x o o\n    o o o o\n");
        assert_eq!(drawn(FormationShape::Column, 7), "x x\nx x\no o\n o\n");
        assert_eq!(drawn(FormationShape::Wedge, 6), "  x\n x x\no o o\n");
        assert_eq!(drawn(FormationShape::Box, 9), "x x x\nx o x\no o o\n");
    }

    #[test]
    fn nobody_has_no_slots() {
        for shape in [
            FormationShape::Loose,
            FormationShape::Line,
            FormationShape::Column,
            FormationShape::Wedge,
            FormationShape::Box,
        ] {
            assert_eq!(slots(shape, 0), []);
            assert_eq!(slots(shape, 1), [Slot { back: 0, right: 0 }]);
        }
        assert!(assign(&[], &[]).is_empty());
    }
}
