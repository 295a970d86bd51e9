//! Who gets which place: the heaviest first, of equals the nearest, each the nearest place that is free.
//!
//! Once given, a place is kept until its holder gives it up, somebody else stands in it, or a heavier one needs it. Now and then two
//! on their way exchange places, where that saves both together a good part of it: greedy matching, bettered by pairs (2-opt), no
//! more than one pair of a target at a time, so that nobody changes places all the time.

use super::room::Room;
use super::{LINES, Rings, Seeker, WAITS};
use crate::component::Motion;
use crate::id::UnitId;
use crate::limits::{MAX_RING_SLOTS, MAX_SLOT_ASKS_PER_TICK};
use crate::math::{Fx, Vec2, mix3};
use crate::world::{Body, World};

/// Ticks between two looks: of those who wait for a place, of holders whether theirs is still to be had, and for an exchange.
const ASK_TICKS: u32 = 8;
const CHECK_TICKS: u32 = 8;
const EXCHANGE_TICKS: u32 = 4;
/// An exchange must save two of them so much of their ways, in cells.
const GAIN: Fx = Fx::HALF;
/// Who is farther than this from its place may be made to leave it, in cells.
const UNSETTLED: Fx = Fx::from_bits(1 << 14);

/// Gives and takes places, target by target.
pub(super) fn run(rings: &mut Rings, world: &World) {
    let mut order = std::mem::take(&mut rings.by_target);
    order.clear();
    order.extend((0..rings.claims.len()).map(|at| u64::from(rings.claims[at].target.0) << 32 | at as u64));
    order.sort_unstable();
    check(rings, world);
    let asks = asks(rings, world);
    for group in order.chunk_by(|one, other| one >> 32 == other >> 32) {
        let members: Vec<usize> = group.iter().map(|key| *key as u32 as usize).collect();
        let asking = members.iter().copied().filter(|at| asks[*at]);
        let mut asking: Vec<_> = asking.map(|at| (rank(rings, world, &members, at), at)).collect();
        asking.sort_unstable();
        for (_, at) in asking {
            if !take_place(rings, world, &members, at) && !displace(rings, world, &members, at) {
                wait(rings, world, &members, at);
            }
        }
        if is_turn(world, rings.claims[members[0]].target, EXCHANGE_TICKS) {
            exchange(rings, world, &members);
        }
    }
    rings.by_target = order;
}

fn is_turn(world: &World, id: UnitId, period: u32) -> bool {
    world.tick.wrapping_add(id.serial()).is_multiple_of(period)
}

/// Takes places from those in whose stead somebody stands.
fn check(rings: &mut Rings, world: &World) {
    for at in 0..rings.claims.len() {
        let claim = rings.claims[at];
        if claim.has_spot() && is_turn(world, claim.unit, CHECK_TICKS) {
            let place = rings.seekers[at].place;
            let lost = Room::of(world, rings, &rings.seekers[at], claim.target).is_none_or(|room| room.is_taken(place));
            rings.claims[at].slot = if lost { WAITS } else { claim.slot };
        }
    }
}

/// Who looks for a place in this tick; where there are too many, those who have waited longest.
fn asks(rings: &Rings, world: &World) -> Vec<bool> {
    let waits = |at: &usize| {
        let claim = &rings.claims[*at];
        !claim.has_place() && (claim.since == world.tick || is_turn(world, claim.target, ASK_TICKS))
    };
    let mut asking: Vec<usize> = (0..rings.claims.len()).filter(waits).collect();
    if asking.len() > MAX_SLOT_ASKS_PER_TICK {
        let lot = |id: UnitId| mix3(world.seed, u64::from(world.tick), u64::from(id.serial()));
        asking.sort_unstable_by_key(|at| {
            let claim = &rings.claims[*at];
            (claim.since, lot(claim.unit), claim.unit)
        });
        asking.truncate(MAX_SLOT_ASKS_PER_TICK);
    }
    let mut asks = vec![false; rings.claims.len()];
    asking.into_iter().for_each(|at| asks[at] = true);
    asks
}

fn position(rings: &Rings, world: &World, at: usize) -> Vec2 {
    world.frame.bodies.get(rings.seekers[at].row as usize).map_or(Vec2::ZERO, |body| body.position)
}

/// The heavier before the lighter, then who is nearer to a place that nobody has, then by lot.
fn rank(rings: &Rings, world: &World, members: &[usize], at: usize) -> (u16, i64, u64, UnitId) {
    let (seeker, unit, from) = (&rings.seekers[at], rings.claims[at].unit, position(rings, world, at));
    let places = (0..seeker.layout.count).map(|slot| seeker.layout.place(slot));
    let free = places.filter(|place| is_free(rings, world, members, seeker, *place));
    let away = free.map(|place| place.distance_squared_wide(from)).min();
    let lot = mix3(world.seed, u64::from(world.tick), u64::from(unit.serial()));
    (u16::MAX - seeker.weight, away.unwrap_or(i64::MAX), lot, unit)
}

/// The room that those with places near the target take.
fn used(rings: &Rings, members: &[usize]) -> u32 {
    let near = members.iter().filter(|at| rings.claims[**at].has_place() && rings.seekers[**at].melee);
    near.map(|at| u32::from(rings.seekers[*at].weight)).sum()
}

/// Gives one the nearest place that is to be had, if there is any and its weight fits.
fn take_place(rings: &mut Rings, world: &World, members: &[usize], at: usize) -> bool {
    let seeker = rings.seekers[at];
    let fits = used(rings, members) + u32::from(seeker.weight) <= u32::from(seeker.capacity);
    let slot = if fits || !seeker.melee { nearest(rings, world, members, at, 0) } else { None };
    slot.is_some_and(|slot| settle(rings, at, slot))
}

fn settle(rings: &mut Rings, at: usize, slot: u16) -> bool {
    rings.claims[at].slot = slot;
    rings.seekers[at].place = rings.seekers[at].layout.spot(slot);
    true
}

/// Gives one a place to wait in, on the innermost line that has one; who has one keeps it.
fn wait(rings: &mut Rings, world: &World, members: &[usize], at: usize) {
    if rings.claims[at].has_spot() || !rings.seekers[at].melee {
        return;
    }
    if let Some(slot) = (1..=LINES).find_map(|line| nearest(rings, world, members, at, line)) {
        settle(rings, at, slot);
    }
}

/// The nearest place on a line that one could have.
fn nearest(rings: &Rings, world: &World, members: &[usize], at: usize, line: u16) -> Option<u16> {
    let (seeker, from) = (&rings.seekers[at], position(rings, world, at));
    let room = Room::of(world, rings, seeker, rings.claims[at].target)?;
    let mut places: Vec<(i64, bool, u16, Vec2)> = Vec::with_capacity(usize::from(MAX_RING_SLOTS));
    let layout = seeker.layout.outer(line);
    for slot in 0..layout.count {
        let place = layout.place(slot);
        // Of two that are as near, the one to the right: so it is too after a half turn.
        let aside = (place - from).dot_wide((seeker.layout.middle - from).quarter_turn()) < 0;
        places.push((place.distance_squared_wide(from), aside, slot, place));
    }
    places.sort_unstable_by_key(|(away, aside, slot, _)| (*away, *aside, *slot));
    let free = |place: Vec2| is_free(rings, world, members, seeker, place);
    places
        .iter()
        .find(|(.., place)| free(*place) && room.has(*place))
        .map(|(.., slot, _)| line * MAX_RING_SLOTS + *slot)
}

/// Whether one who stood in a place would stand in nobody else's.
fn is_free(rings: &Rings, world: &World, members: &[usize], seeker: &Seeker, place: Vec2) -> bool {
    let body = |seeker: &Seeker| world.frame.bodies.get(seeker.row as usize);
    let Some(own) = body(seeker) else { return false };
    members.iter().filter(|other| rings.claims[**other].has_spot()).all(|other| {
        let other = &rings.seekers[*other];
        let apart = |others: &Body| {
            let reach = (own.radius + others.radius).squared_wide();
            own.flies != others.flies || other.place.distance_squared_wide(place) >= reach
        };
        other.row == seeker.row || body(other).is_none_or(apart)
    })
}

/// The places round a target that one could have, in the order of their numbers.
pub(super) fn free_places(rings: &Rings, world: &World, seeker: &Seeker, target: UnitId) -> Vec<Vec2> {
    let from = rings.by_target.partition_point(|key| key >> 32 < u64::from(target.0));
    let members = rings.by_target[from..].iter().take_while(|key| *key >> 32 == u64::from(target.0));
    let members: Vec<usize> = members.map(|key| *key as u32 as usize).collect();
    let Some(room) = Room::of(world, rings, seeker, target) else { return Vec::new() };
    let places = (0..seeker.layout.count).map(|slot| seeker.layout.place(slot));
    places.filter(|place| is_free(rings, world, &members, seeker, *place) && room.has(*place)).collect()
}

/// Lets a heavier one take the place of the lightest who is not in it yet.
fn displace(rings: &mut Rings, world: &World, members: &[usize], at: usize) -> bool {
    let own = rings.seekers[at].weight;
    let unsettled = |other: &usize| {
        let seeker = &rings.seekers[*other];
        let away = position(rings, world, *other).distance_squared_wide(seeker.place);
        let lighter = seeker.melee && seeker.weight < own && rings.claims[*other].has_place();
        (lighter && away > UNSETTLED.squared_wide()).then_some((seeker.weight, std::cmp::Reverse(away)))
    };
    let lot = |other: usize| mix3(world.seed, u64::from(world.tick), u64::from(rings.claims[other].unit.serial()));
    let lighter = members.iter().filter_map(|other| Some((unsettled(other)?, lot(*other), *other)));
    let Some((.., victim)) = lighter.min() else { return false };
    let slot = std::mem::replace(&mut rings.claims[victim].slot, WAITS);
    let taken = take_place(rings, world, members, at);
    if !taken {
        rings.claims[victim].slot = slot;
    }
    taken
}

/// Lets the two exchange their places whom it saves most.
fn exchange(rings: &mut Rings, world: &World, members: &[usize]) {
    let motions = world.column::<Motion>(&world.units);
    let goes = |at: &usize| {
        let seeker = &rings.seekers[*at];
        let moving = motions.get(seeker.row as usize).is_some_and(|motion| motion.moving);
        seeker.melee && moving && rings.claims[*at].has_place()
    };
    let going: Vec<usize> = members.iter().copied().filter(goes).take(usize::from(MAX_RING_SLOTS)).collect();
    let way = |at: usize, place: Vec2| (position(rings, world, at) - place).length_floor();
    let mut best: Option<(Fx, u64, usize, usize)> = None;
    for (number, one) in going.iter().enumerate() {
        for other in &going[number + 1..] {
            let (first, second) = (&rings.seekers[*one], &rings.seekers[*other]);
            if first.layout != second.layout {
                continue;
            }
            let now = way(*one, first.place) + way(*other, second.place);
            let gain = now - way(*one, second.place) - way(*other, first.place);
            let pair = rings.claims[*one].unit.serial() ^ rings.claims[*other].unit.serial();
            let lot = mix3(world.seed, u64::from(world.tick), u64::from(pair));
            if gain > GAIN && best.is_none_or(|(most, least, ..)| gain > most || gain == most && lot < least) {
                best = Some((gain, lot, *one, *other));
            }
        }
    }
    if let Some((.., one, other)) = best {
        let (first, second) = (rings.claims[one].slot, rings.claims[other].slot);
        (rings.claims[one].slot, rings.claims[other].slot) = (second, first);
        let (first, second) = (rings.seekers[one].place, rings.seekers[other].place);
        (rings.seekers[one].place, rings.seekers[other].place) = (second, first);
    }
}
