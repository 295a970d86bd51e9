//! The line round a target: a newcomer gets a place where it comes from, and those who have places beside it move up.
//!
//! Thus nobody has to walk round the others to a gap on the far side: the gap comes to it. Where the line is full and far enough off the
//! target, one on it steps in between those beside it, and the newcomer gets its place.

use super::availability::SlotAvailability;
use super::round::{Round, number};
use super::tuning::{MOST_MOVED_UP, SCANNED_POINTS};
use sandtable_math::Vec2;
use sandtable_nav::attack_slots::SlotLayout;
use sandtable_state::Arrange;
use sandtable_state::limits::RING_POINTS;

/// One who has a place, or could have.
#[derive(Clone, Copy)]
struct Placed {
    /// The number of its reservation.
    at: usize,
    /// The point of its line.
    slot: u16,
    layout: SlotLayout,
    /// How many points of the line it and a newcomer must be apart at least.
    room: u16,
}

impl Placed {
    /// How many points of the line two beside each other are apart at least.
    fn apart(&self, other: &Placed) -> u16 {
        self.layout.apart(&other.layout)
    }

    fn is_clear_of(&self, others: &[Placed]) -> bool {
        others.iter().all(|other| is_apart([self.slot, other.slot], self.apart(other)))
    }
}

/// Lists for giving one a place, which keep their room.
#[derive(Default)]
pub(super) struct Ring {
    /// Who has a place on the line, in its order.
    placed: Vec<Placed>,
    /// Who has one inside of it, fights otherwise, or is on another line so far off that a newcomer is never in its way. They keep
    /// their places.
    keeping: Vec<Placed>,
    /// Who gets another place for it.
    moved: Vec<(usize, u16)>,
    /// Places that could be had: how far off, whether to the left, number.
    places: Vec<(i64, bool, u16)>,
}

/// How far it is from one point of a line to another, to the right.
fn onward(from: u16, to: u16) -> u16 {
    to.wrapping_sub(from) % RING_POINTS
}

/// Whether two points of a line are so far apart, whichever way.
fn is_apart([one, other]: [u16; 2], room: u16) -> bool {
    onward(one, other) >= room && onward(other, one) >= room
}

/// Whether a newcomer at this point of its line keeps off those who have places.
fn leaves_room(slot: u16, placed: &[Placed]) -> bool {
    placed.iter().all(|placed| is_apart([slot, placed.slot], placed.room))
}

impl Ring {
    /// Gives one a place, if there is room.
    pub(super) fn insert(&mut self, round: &mut Round<'_>, members: &[u64], at: usize) -> bool {
        let Some((newcomer, from)) = self.note(round, members, at) else { return false };
        let mut found = None;
        if !self.is_full(newcomer) {
            let beside = self.beside(round, newcomer).filter(|slot| self.are_clear(Placed { slot: *slot, ..newcomer }));
            found = beside.or_else(|| self.gap(round, newcomer, from));
        }
        let found = found.or_else(|| self.step_in(round, newcomer, from));
        let Some(slot) = found else { return false };
        for (at, slot) in self.moved.iter().copied().chain([(at, slot)]) {
            let seeker = &mut round.reservations.seekers[at];
            (round.reservations.reserved[at].slot, seeker.place) = (slot, seeker.layout.spot(slot));
        }
        true
    }

    /// Notes who has places round the target of a newcomer that could be in its way, and where it comes from.
    fn note(&mut self, round: &Round<'_>, members: &[u64], at: usize) -> Option<(Placed, Vec2)> {
        let bodies = &round.scene.frame.bodies;
        let own = &round.reservations.seekers[at];
        let body = bodies.get(own.row as usize)?;
        self.placed.clear();
        self.keeping.clear();
        for other in members.iter().map(number).filter(|other| *other != at) {
            let (seeker, reservation) = (&round.reservations.seekers[other], &round.reservations.reserved[other]);
            let Some(fellow) = bodies.get(seeker.row as usize) else { continue };
            if !reservation.has_place() || fellow.flies() != body.flies() {
                continue;
            }
            let inner = if reservation.slot < RING_POINTS { None } else { seeker.layout.inner() };
            let (slot, layout) = (reservation.slot % RING_POINTS, inner.unwrap_or(seeker.layout));
            let placed = Placed { at: other, slot, layout, room: own.layout.apart(&layout) };
            let keeps = inner.is_some() || placed.room == 0 || seeker.melee != own.melee;
            (if keeps { &mut self.keeping } else { &mut self.placed }).push(placed);
        }
        self.placed.arrange_by_unique_key(|placed| (placed.slot, placed.at));
        let slot = own.layout.nearest(body.position);
        Some((Placed { at, slot, layout: own.layout, room: 0 }, body.position))
    }

    /// Who has the places on both sides of a newcomer.
    fn sides(&self, newcomer: Placed) -> (usize, usize) {
        let (after, count) = (self.placed.partition_point(|placed| placed.slot <= newcomer.slot), self.placed.len());
        ((after + count - 1) % count, after % count)
    }

    /// Whether there is no room on the line, however those on it move up.
    fn is_full(&self, newcomer: Placed) -> bool {
        if self.placed.is_empty() {
            return false;
        }
        let (left, right) = self.sides(newcomer);
        let pairs = self.placed.iter().zip(self.placed.iter().cycle().skip(1)).enumerate();
        let kept = pairs.filter(|(row, _)| *row != left).map(|(_, (one, other))| u32::from(one.apart(other)));
        let own = [left, right].map(|row| u32::from(self.placed[row].room));
        kept.chain(own).sum::<u32>() > u32::from(RING_POINTS)
    }

    /// The place where a newcomer comes from, or as near as those beside it leave one when they move up.
    fn beside(&mut self, round: &Round<'_>, newcomer: Placed) -> Option<u16> {
        self.moved.clear();
        let count = self.placed.len();
        if count == 0 {
            return self.can_have(round, newcomer).then_some(newcomer.slot);
        }
        let (left, right) = self.sides(newcomer);
        let (before, behind) = (self.placed[left], self.placed[right]);
        let (to_left, to_right) = (before.room, behind.room);
        let gap = if count == 1 { RING_POINTS } else { onward(before.slot, behind.slot) };
        let off = onward(before.slot, newcomer.slot);
        let lack = (to_left + to_right).saturating_sub(gap);
        let at = |off: u16| Placed { slot: (before.slot + off) % RING_POINTS, ..newcomer };
        if lack == 0 {
            let newcomer = at(off.clamp(to_left, gap - to_right));
            return self.can_have(round, newcomer).then_some(newcomer.slot);
        }
        // Each side gives way as far as the newcomer is off it; or one side all of the way.
        [to_left.saturating_sub(off).min(lack), 0, lack].into_iter().find_map(|share| {
            let newcomer = at(RING_POINTS + to_left - share);
            self.moved.clear();
            let fits = self.can_have(round, newcomer)
                && self.move_up(round, newcomer, right, true)
                && self.move_up(round, newcomer, left, false);
            fits.then_some(newcomer.slot)
        })
    }

    /// Moves those up who are too near to a newcomer on one side, and those who are too near to them then.
    fn move_up(&mut self, round: &Round<'_>, newcomer: Placed, first: usize, to_right: bool) -> bool {
        let count = self.placed.len();
        let most = MOST_MOVED_UP.min(count / 2);
        let mut last = newcomer;
        for step in 0..=most {
            let next = self.placed[(first + if to_right { step } else { count - step }) % count];
            let apart = last.apart(&next);
            let far = if to_right { onward(last.slot, next.slot) } else { onward(next.slot, last.slot) };
            if (apart..=RING_POINTS - apart).contains(&far) {
                return true;
            }
            let turned = if to_right { apart } else { RING_POINTS - apart };
            last = Placed { slot: (last.slot + turned) % RING_POINTS, ..next };
            if step == most || !self.can_move(round, last) {
                return false;
            }
            self.moved.push((last.at, last.slot));
        }
        false
    }

    /// Whether a newcomer and those who move up for it keep off all others. Where the lines of bodies and ranges of several sizes lie
    /// close together, the next along one need not be the nearest in the way.
    fn are_clear(&self, newcomer: Placed) -> bool {
        let moved = |at: usize| self.moved.iter().find(|(other, _)| *other == at).map(|(_, slot)| *slot);
        let now = |placed: &Placed| Placed { slot: moved(placed.at).unwrap_or(placed.slot), ..*placed };
        let is_clear = |one: Placed| {
            let others = self.placed.iter().filter(|other| other.at != one.at).map(now);
            others
                .chain([newcomer])
                .filter(|other| other.at != one.at)
                .all(|other| is_apart([one.slot, other.slot], one.apart(&other)))
        };
        is_clear(newcomer) && self.placed.iter().filter(|one| moved(one.at).is_some()).map(now).all(is_clear)
    }

    /// The nearest place that is free as all stand.
    fn gap(&mut self, round: &Round<'_>, newcomer: Placed, from: Vec2) -> Option<u16> {
        self.moved.clear();
        let beside = self
            .placed
            .iter()
            .flat_map(|placed| [placed.room, RING_POINTS - placed.room].map(|room| placed.slot + room));
        let all = (0..SCANNED_POINTS).map(|point| newcomer.slot + point * (RING_POINTS / SCANNED_POINTS));
        let free = all.chain(beside).map(|slot| slot % RING_POINTS).filter(|slot| leaves_room(*slot, &self.placed));
        sort_places(&mut self.places, newcomer.layout, from, free);
        let mut slots = self.places.iter().map(|(.., slot)| *slot);
        slots.find(|slot| self.can_have(round, Placed { slot: *slot, ..newcomer }))
    }

    /// Lets one on the line step in between those beside it; the newcomer gets its place.
    fn step_in(&mut self, round: &Round<'_>, newcomer: Placed, from: Vec2) -> Option<u16> {
        self.moved.clear();
        let layout = newcomer.layout.inner()?;
        let between = self.placed.iter().enumerate().map(|(row, placed)| {
            let next = &self.placed[(row + 1) % self.placed.len()];
            placed.slot + onward(placed.slot, next.slot) / 2
        });
        sort_places(&mut self.places, layout, from, between);
        let alike = |placed: &&Placed| placed.layout == newcomer.layout;
        let steps = |slot: u16| {
            let inside = Placed { slot, layout, ..newcomer };
            if !inside.is_clear_of(&self.placed) || !inside.is_clear_of(&self.keeping) {
                return None;
            }
            let off = |placed: &&Placed| onward(placed.slot, slot).min(onward(slot, placed.slot));
            let first = self.placed.iter().filter(alike).min_by_key(off)?;
            let fits = self.can_have(round, Placed { slot: first.slot, ..newcomer })
                && self.can_move(round, Placed { at: first.at, ..inside });
            fits.then_some((first.at, slot, first.slot))
        };
        let (at, slot, left) = self.places.iter().find_map(|(.., slot)| steps(*slot))?;
        self.moved.push((at, RING_POINTS + slot));
        Some(left)
    }

    /// Whether a newcomer can have a place, and gets there.
    fn can_have(&self, round: &Round<'_>, newcomer: Placed) -> bool {
        leaves_room(newcomer.slot, &self.keeping)
            && room(round, newcomer).is_some_and(|room| room.has(newcomer.layout.spot(newcomer.slot)))
    }

    /// Whether one who is near can have another place.
    fn can_move(&self, round: &Round<'_>, placed: Placed) -> bool {
        let place = placed.layout.spot(placed.slot);
        placed.is_clear_of(&self.keeping)
            && room(round, placed).is_some_and(|room| room.is_standable(place) && !room.is_taken(place))
    }
}

fn room<'r>(round: &'r Round<'_>, placed: Placed) -> Option<SlotAvailability<'r>> {
    let (seeker, target) = (&round.reservations.seekers[placed.at], round.reservations.reserved[placed.at].target);
    SlotAvailability::round_target(round.scene, round.slots(), seeker, target)
}

/// Sorts points of a line by how far off they are; of two that are as near, the one to the right comes first.
fn sort_places(places: &mut Vec<(i64, bool, u16)>, layout: SlotLayout, from: Vec2, points: impl Iterator<Item = u16>) {
    let right = (layout.middle - from).quarter_turn();
    places.clear();
    places.extend(points.map(|point| {
        let (slot, place) = (point % RING_POINTS, layout.spot(point % RING_POINTS));
        (place.distance_squared_wide(from), (place - from).dot_wide(right) < 0, slot)
    }));
    places.arrange_by_unique_key(|place| *place);
}
