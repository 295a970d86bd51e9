//! Who gets which place: the heaviest first, of equals the nearest, each the nearest place that is free.
//!
//! Once given, a place is kept until its holder gives it up, somebody else stands in it, or a heavier one needs it. Now and then two
//! on their way exchange places, where that saves both together a good part of it: greedy matching, bettered by pairs (2-opt), no
//! more than one pair of a target at a time, so that nobody changes places all the time.

use super::layout::Shapes;
use super::room::Room;
use super::{LINES, Rings, Seeker, WAITS};
use crate::component::Motion;
use crate::scene::Body;
use crate::scene::{Frame, Scene};
use crate::steer::is_turn;
use crate::world::World;
use sandtable_math::{Fx, Vec2, mix3};
use sandtable_state::id::UnitId;
use sandtable_state::limits::{MAX_RING_SLOTS, MAX_SLOT_ASKS_PER_TICK};

/// Ticks between two looks: of those who wait for a place, of holders whether theirs is still to be had, and for an exchange.
const ASK_TICKS: u16 = 8;
const CHECK_TICKS: u16 = 8;
const EXCHANGE_TICKS: u16 = 4;
/// An exchange must save two of them so much of their ways, in cells.
const GAIN: Fx = Fx::HALF;
/// Who is farther than this from its place may be made to leave it, in cells.
const UNSETTLED: Fx = Fx::from_bits(1 << 14);

/// Who comes before whom: the heavier, then who is nearer to a place that nobody has, then by lot.
type Rank = (u16, i64, u64, UnitId);

/// Somebody who has a place, be it one to wait in.
#[derive(Clone, Copy)]
struct Held {
    row: u32,
    place: Vec2,
    radius: Fx,
    flies: bool,
}

/// Lists that are made anew for each target, and keep their room.
#[derive(Clone, Default)]
pub(super) struct Desk {
    /// By claim, whether it asks for a place in this tick.
    asks: Vec<bool>,
    /// Who asks, by number: of all targets, then of one.
    asking: Vec<usize>,
    ranked: Vec<(Rank, usize)>,
    /// Who has a place round the target.
    held: Vec<Held>,
    /// Places of a line: how far off, whether to the left, number, where.
    places: Vec<(i64, bool, u16, Vec2)>,
    /// Who is on its way to its place.
    going: Vec<usize>,
    shapes: Shapes,
}

/// Gives and takes places, target by target.
pub(super) fn run(rings: &mut Rings, world: &World) {
    let mut order = std::mem::take(&mut rings.by_target);
    order.clear();
    order.extend((0..rings.claims.len()).map(|at| u64::from(rings.claims[at].target.0) << 32 | at as u64));
    order.sort_unstable();
    check(rings, world);
    let mut desk = std::mem::take(&mut rings.desk);
    desk.note_asks(rings, world);
    let motions = world.column::<Motion>(&world.entities.units);
    for members in order.chunk_by(|one, other| one >> 32 == other >> 32) {
        desk.serve(rings, world, members);
        if is_turn(world.parts.clock.tick, rings.claims[number(&members[0])].target, EXCHANGE_TICKS) {
            desk.exchange(rings, world, members, &motions[..]);
        }
    }
    (rings.by_target, rings.desk) = (order, desk);
}

/// The number of the claim that a key of [`Rings::by_target`] stands for.
fn number(key: &u64) -> usize {
    *key as u32 as usize
}

/// Takes places from those in whose stead somebody stands.
fn check(rings: &mut Rings, world: &World) {
    for at in 0..rings.claims.len() {
        let claim = rings.claims[at];
        if claim.has_spot() && is_turn(world.parts.clock.tick, claim.unit, CHECK_TICKS) {
            let place = rings.seekers[at].place;
            let lost = Room::of(&world.scene(), rings, &rings.seekers[at], claim.target)
                .is_none_or(|room| room.is_taken(place));
            rings.claims[at].slot = if lost { WAITS } else { claim.slot };
        }
    }
}

fn position(rings: &Rings, world: &World, at: usize) -> Vec2 {
    world.workspaces.frame.bodies.get(rings.seekers[at].row as usize).map_or(Vec2::ZERO, |body| body.position)
}

/// The room that those with places near the target take.
fn used(rings: &Rings, members: &[u64]) -> u32 {
    let near = members.iter().map(number).filter(|at| rings.claims[*at].has_place() && rings.seekers[*at].melee);
    near.map(|at| u32::from(rings.seekers[at].weight)).sum()
}

/// Those who have a place round a target.
fn held<'r>(rings: &'r Rings, frame: &'r Frame, members: &'r [u64]) -> impl Iterator<Item = Held> + 'r {
    let settled = members.iter().map(number).filter(|at| rings.claims[*at].has_spot());
    settled.filter_map(|at| {
        let Seeker { row, place, .. } = rings.seekers[at];
        frame.bodies.get(row as usize).map(|body| Held { row, place, radius: body.radius, flies: body.flies })
    })
}

/// Whether a body that stood in a place would stand in nobody else's.
fn is_free(held: &[Held], (row, own): (u32, &Body), place: Vec2) -> bool {
    held.iter().all(|other| {
        let reach = (own.radius + other.radius).squared_wide();
        other.row == row || own.flies != other.flies || other.place.distance_squared_wide(place) >= reach
    })
}

/// The places round a target that one could have, in the order of their numbers.
pub(super) fn free_places(rings: &Rings, scene: &Scene<'_>, seeker: &Seeker, target: UnitId) -> Vec<Vec2> {
    let after = |key: &u64| key >> 32 <= u64::from(target.0);
    let (from, to) = (
        rings.by_target.partition_point(|key| key >> 32 < u64::from(target.0)),
        rings.by_target.partition_point(after),
    );
    let held: Vec<Held> = held(rings, scene.frame, &rings.by_target[from..to]).collect();
    let Some(room) = Room::of(scene, rings, seeker, target) else { return Vec::new() };
    let places = (0..seeker.layout.count).map(|slot| seeker.layout.place(slot));
    places.filter(|place| is_free(&held, (seeker.row, room.body()), *place) && room.has(*place)).collect()
}

impl Desk {
    /// Finds out who looks for a place in this tick; where there are too many, those who have waited longest.
    fn note_asks(&mut self, rings: &Rings, world: &World) {
        let waits = |at: &usize| {
            let claim = &rings.claims[*at];
            !claim.has_place()
                && (claim.since == world.parts.clock.tick || is_turn(world.parts.clock.tick, claim.target, ASK_TICKS))
        };
        self.asking.clear();
        self.asking.extend((0..rings.claims.len()).filter(waits));
        if self.asking.len() > MAX_SLOT_ASKS_PER_TICK {
            let lot =
                |id: UnitId| mix3(world.parts.clock.seed, u64::from(world.parts.clock.tick), u64::from(id.serial()));
            self.asking.sort_unstable_by_key(|at| {
                let claim = &rings.claims[*at];
                (claim.since, lot(claim.unit), claim.unit)
            });
            self.asking.truncate(MAX_SLOT_ASKS_PER_TICK);
        }
        self.asks.clear();
        self.asks.resize(rings.claims.len(), false);
        self.asking.iter().for_each(|at| self.asks[*at] = true);
    }

    /// Gives places round one target to those who ask.
    fn serve(&mut self, rings: &mut Rings, world: &World, members: &[u64]) {
        let (mut ranked, asks) = (std::mem::take(&mut self.ranked), &self.asks);
        ranked.clear();
        let asking = members.iter().map(number).filter(|at| asks[*at]);
        ranked.extend(asking.map(|at| ((0, 0, 0, rings.claims[at].unit), at)));
        if !ranked.is_empty() {
            self.note_held(rings, world, members);
        }
        if ranked.len() > 1 {
            ranked.iter_mut().for_each(|(rank, at)| *rank = self.rank(rings, world, *at));
            ranked.sort_unstable();
        }
        for (_, at) in &ranked {
            if !self.take_place(rings, world, members, *at) && !self.displace(rings, world, members, *at) {
                self.wait(rings, world, members, *at);
            }
        }
        self.ranked = ranked;
    }

    fn note_held(&mut self, rings: &Rings, world: &World, members: &[u64]) {
        self.held.clear();
        self.held.extend(held(rings, &world.workspaces.frame, members));
    }

    fn rank(&mut self, rings: &Rings, world: &World, at: usize) -> Rank {
        let (seeker, unit) = (&rings.seekers[at], rings.claims[at].unit);
        let lot = mix3(world.parts.clock.seed, u64::from(world.parts.clock.tick), u64::from(unit.serial()));
        let mut away = i64::MAX;
        if let Some(body) = world.workspaces.frame.bodies.get(seeker.row as usize) {
            for place in self.shapes.places(&seeker.layout) {
                let far = place.distance_squared_wide(body.position);
                if far < away && is_free(&self.held, (seeker.row, body), place) {
                    away = far;
                }
            }
        }
        (u16::MAX - seeker.weight, away, lot, unit)
    }

    /// Gives one the nearest place that is to be had, if there is any and its weight fits.
    fn take_place(&mut self, rings: &mut Rings, world: &World, members: &[u64], at: usize) -> bool {
        let seeker = rings.seekers[at];
        let fits = !seeker.melee || used(rings, members) + u32::from(seeker.weight) <= u32::from(seeker.capacity);
        fits && self.settle(rings, world, members, at, 0)
    }

    /// Gives one the nearest place on a line that it can have.
    fn settle(&mut self, rings: &mut Rings, world: &World, members: &[u64], at: usize, line: u16) -> bool {
        let Some((slot, place)) = self.nearest(rings, world, at, line) else { return false };
        (rings.claims[at].slot, rings.seekers[at].place) = (slot, place);
        self.note_held(rings, world, members);
        true
    }

    /// Gives one a place to wait in, on the innermost line that has one; who has one keeps it.
    fn wait(&mut self, rings: &mut Rings, world: &World, members: &[u64], at: usize) {
        if !rings.claims[at].has_spot() && rings.seekers[at].melee {
            (1..=LINES).any(|line| self.settle(rings, world, members, at, line));
        }
    }

    /// The nearest place on a line that one could have, and its number.
    fn nearest(&mut self, rings: &Rings, world: &World, at: usize, line: u16) -> Option<(u16, Vec2)> {
        let seeker = &rings.seekers[at];
        let room = Room::of(&world.scene(), rings, seeker, rings.claims[at].target)?;
        let (body, middle) = (room.body(), seeker.layout.middle);
        let (from, right) = (body.position, (middle - body.position).quarter_turn());
        self.places.clear();
        for (slot, place) in (0..).zip(self.shapes.places(&seeker.layout.outer(line))) {
            // Of two that are as near, the one to the right: so it is too after a half turn.
            let aside = (place - from).dot_wide(right) < 0;
            self.places.push((place.distance_squared_wide(from), aside, slot, place));
        }
        self.places.sort_unstable_by_key(|(away, aside, slot, _)| (*away, *aside, *slot));
        let can_be_had = |place: Vec2| is_free(&self.held, (seeker.row, body), place) && room.has(place);
        let found = self.places.iter().find(|(.., place)| can_be_had(*place));
        found.map(|(.., slot, place)| (line * MAX_RING_SLOTS + slot, *place))
    }

    /// Lets a heavier one take the place of the lightest who is not in it yet.
    fn displace(&mut self, rings: &mut Rings, world: &World, members: &[u64], at: usize) -> bool {
        let own = rings.seekers[at].weight;
        let unsettled = |other: usize| {
            let seeker = &rings.seekers[other];
            let lighter = seeker.melee && seeker.weight < own && rings.claims[other].has_place();
            let away = position(rings, world, other).distance_squared_wide(seeker.place);
            (lighter && away > UNSETTLED.squared_wide()).then_some((seeker.weight, std::cmp::Reverse(away)))
        };
        let lot = |other: usize| {
            mix3(
                world.parts.clock.seed,
                u64::from(world.parts.clock.tick),
                u64::from(rings.claims[other].unit.serial()),
            )
        };
        let lighter = members.iter().map(number).filter_map(|other| Some((unsettled(other)?, lot(other), other)));
        let Some((.., victim)) = lighter.min() else { return false };
        let slot = std::mem::replace(&mut rings.claims[victim].slot, WAITS);
        self.note_held(rings, world, members);
        let taken = self.take_place(rings, world, members, at);
        if !taken {
            rings.claims[victim].slot = slot;
            self.note_held(rings, world, members);
        }
        taken
    }

    /// Lets the two exchange their places whom it saves most.
    fn exchange(&mut self, rings: &mut Rings, world: &World, members: &[u64], motions: &[Motion]) {
        let goes = |at: &usize| {
            let seeker = &rings.seekers[*at];
            let moving = motions.get(seeker.row as usize).is_some_and(|motion| motion.moving);
            seeker.melee && moving && rings.claims[*at].has_place()
        };
        self.going.clear();
        self.going.extend(members.iter().map(number).filter(goes).take(usize::from(MAX_RING_SLOTS)));
        let way = |at: usize, place: Vec2| (position(rings, world, at) - place).length_floor();
        let mut best: Option<(Fx, u64, usize, usize)> = None;
        for (number, one) in self.going.iter().enumerate() {
            for other in &self.going[number + 1..] {
                let (first, second) = (&rings.seekers[*one], &rings.seekers[*other]);
                if first.layout != second.layout {
                    continue;
                }
                let now = way(*one, first.place) + way(*other, second.place);
                let gain = now - way(*one, second.place) - way(*other, first.place);
                let pair = rings.claims[*one].unit.serial() ^ rings.claims[*other].unit.serial();
                let lot = mix3(world.parts.clock.seed, u64::from(world.parts.clock.tick), u64::from(pair));
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
}
