//! Who gets which place: the heaviest first, of equals the nearest, each where it comes from, and those beside it move up.
//!
//! Once given, a place is kept until its holder gives it up, somebody else stands in it, or a heavier one needs it. Now and then two
//! on their way exchange places, where that saves both together a good part of it: greedy matching, bettered by pairs (2-opt), no
//! more than one pair of a target at a time, so that nobody changes places all the time.

use super::availability::{SlotAvailability, is_in_place};
use super::ring::Ring;
use super::round::{Round, number};
use super::tuning::{ASK_TICKS, CHECK_TICKS, EXCHANGE_TICKS, LATE_TICKS, LEAST_GAIN, STUCK_TICKS, UNSETTLED_BEYOND};
use super::{AttackSlots, SlotReservation, SlotReservations, SlotSeeker, Tables, moves};
use crate::component::Motion;
use crate::scene::{Scene, whereabouts};
use crate::steer::is_in_update_slice;
use sandtable_math::{Fx, Vec2, mix3};
use sandtable_nav::attack_slots::{LINES, SlotShapes, WAITS, WITHOUT};
use sandtable_nav::crowd::SpatialRow;
use sandtable_state::id::{TeamId, UnitId};
use sandtable_state::limits::{MAX_RING_SLOTS, MAX_SLOT_ASKS_PER_TICK, RING_POINTS};
use sandtable_state::{Arrange, FillWithJunk, Junk};

/// Who comes before whom: the heavier, then who is nearer to a place that nobody has, then by lot.
type SlotRank = (u16, i64, u64, UnitId);

/// Somebody who has a place, be it one to wait in.
#[derive(Clone, Copy)]
struct HeldSlot {
    row: u32,
    place: Vec2,
    radius: Fx,
    flies: bool,
}

/// Lists that are made anew for each target, and keep their room.
#[derive(Default)]
pub(super) struct AssignmentLists {
    /// By reservation, whether it asks for a place in this tick.
    asks: Vec<bool>,
    /// Who asks, by number: of all targets, then of one.
    asking: Vec<usize>,
    ranked: Vec<(SlotRank, usize)>,
    /// Who has a place round the target.
    held: Vec<HeldSlot>,
    /// Places of a line: how far off, whether to the left, number, where.
    places: Vec<(i64, bool, u16, Vec2)>,
    /// Who is on its way to its place.
    going: Vec<usize>,
    shapes: SlotShapes,
    /// Those who have a place on the line round the target, in its order.
    ring: Ring,
}

impl FillWithJunk for AssignmentLists {
    /// Shapes that were reckoned are right for as long as they are kept; they are forgotten.
    fn fill_with_junk(&mut self, junk: &mut Junk) {
        let held = |junk: &mut Junk| HeldSlot {
            row: junk.below(40) as u32,
            place: junk.point(),
            radius: junk.length(),
            flies: junk.coin(),
        };
        let rank = |junk: &mut Junk| (junk.below(100) as u16, 0, junk.number(), junk.id());
        *self = AssignmentLists {
            asks: junk.some(Junk::coin),
            asking: junk.some(|junk| junk.below(40) as usize),
            ranked: junk.some(|junk| (rank(junk), junk.below(40) as usize)),
            held: junk.some(held),
            places: junk.some(|junk| (0, junk.coin(), junk.below(9) as u16, junk.point())),
            going: junk.some(|junk| junk.below(40) as usize),
            shapes: SlotShapes::default(),
            ring: Ring::default(),
        };
    }
}

/// Gives and takes places, target by target.
pub(super) fn run(
    scene: &Scene<'_>,
    reservations: &mut SlotReservations,
    tables: &mut Tables,
    lists: &mut AssignmentLists,
) {
    let keys = reservations
        .reserved
        .iter()
        .enumerate()
        .map(|(at, reservation)| u64::from(reservation.target.0) << 32 | at as u64);
    tables.by_target.clear();
    tables.by_target.extend(keys);
    tables.by_target.arrange_many();
    let tables = &*tables;
    let round = &mut Round { scene, reservations, tables };
    check(round);
    lists.note_asks(round);
    let motions = scene.entities.column::<Motion>(&scene.entities.units);
    for members in tables.by_target.chunk_by(|one, other| one >> 32 == other >> 32) {
        lists.serve(round, members);
        if is_in_update_slice(scene.clock.tick, round.reservations.reserved[number(&members[0])].target, EXCHANGE_TICKS)
        {
            lists.exchange(round, members, &motions[..]);
        }
    }
}

/// Takes places from those in whose stead somebody stands, whose target has moved so that they lie in a wall, and who cannot strike
/// from them.
fn check(round: &mut Round<'_>) {
    for at in 0..round.reservations.reserved.len() {
        let reservation = round.reservations.reserved[at];
        if reservation.has_spot() && is_in_update_slice(round.scene.clock.tick, reservation.unit, CHECK_TICKS) {
            let seeker = &round.reservations.seekers[at];
            let room = SlotAvailability::round_target(round.scene, round.slots(), seeker, reservation.target);
            let can_stay = |room: SlotAvailability<'_>| room.is_standable(seeker.place) && !room.is_taken(seeker.place);
            let slot = match room.is_some_and(can_stay) {
                true if reservation.has_place() && is_late(round.scene, &reservation, seeker) => WAITS,
                true if reservation.has_place() && is_vain(round.scene, &reservation, seeker) => WITHOUT,
                true => reservation.slot,
                false => WAITS,
            };
            round.reservations.reserved[at].slot = slot;
        }
    }
}

/// Whether one cannot strike from its place, nor get to one from which it could. Who shoots has come to it, or as near as it gets, and
/// its target stands as well. Who strikes from near by may be pressed out of reach by others for a while, and round a single unit waits
/// for its way to be clear: it gives up what no way leads to.
fn is_vain(scene: &Scene<'_>, reservation: &SlotReservation, seeker: &SlotSeeker) -> bool {
    let motions = scene.entities.column::<Motion>(&scene.entities.units);
    let row = seeker.row as usize;
    let Some(motion) = motions.get(row) else { return false };
    let is_settled = || !motion.moves() && is_in_place(motion, seeker.place) && !moves(scene, reservation.target);
    let is_stuck = motion.stuck_ticks >= STUCK_TICKS;
    let gets_no_nearer = match (seeker.melee, seeker.layout.is_round()) {
        (false, _) => is_stuck || is_settled(),
        (true, false) => is_stuck || motion.is_cut_off(),
        (true, true) => motion.is_cut_off(),
    };
    gets_no_nearer && is_out_of_reach(scene, reservation, seeker)
}

/// Whether one out of reach has come no nearer to its place for a while.
fn is_late(scene: &Scene<'_>, reservation: &SlotReservation, seeker: &SlotSeeker) -> bool {
    let motions = scene.entities.column::<Motion>(&scene.entities.units);
    let is_stuck = |motion: &Motion| motion.stuck_ticks >= LATE_TICKS;
    seeker.melee
        && motions.get(seeker.row as usize).is_some_and(is_stuck)
        && is_out_of_reach(scene, reservation, seeker)
}

fn is_out_of_reach(scene: &Scene<'_>, reservation: &SlotReservation, seeker: &SlotSeeker) -> bool {
    scene.frame.bodies.get(seeker.row as usize).is_some_and(|body| {
        let target = whereabouts(scene, TeamId(body.team), reservation.target);
        target.is_some_and(|at| !at.is_within(body.position, seeker.range + body.radius))
    })
}

fn position(round: &Round<'_>, at: usize) -> Vec2 {
    round.scene.frame.bodies.get(round.reservations.seekers[at].row as usize).map_or(Vec2::ZERO, |body| body.position)
}

/// The room that those with places near the target take.
fn used(reservations: &SlotReservations, members: &[u64]) -> u32 {
    let near = members
        .iter()
        .map(number)
        .filter(|at| reservations.reserved[*at].has_place() && reservations.seekers[*at].melee);
    near.map(|at| u32::from(reservations.seekers[at].weight)).sum()
}

/// Those who have a place round a target.
fn held<'r>(
    scene: &'r Scene<'_>,
    reservations: &'r SlotReservations,
    members: &'r [u64],
) -> impl Iterator<Item = HeldSlot> + 'r {
    let settled = members.iter().map(number).filter(|at| reservations.reserved[*at].has_spot());
    settled.filter_map(|at| {
        let SlotSeeker { row, place, .. } = reservations.seekers[at];
        let body = scene.frame.bodies.get(row as usize)?;
        Some(HeldSlot { row, place, radius: body.radius, flies: body.flies() })
    })
}

/// Whether a body that stood in a place would stand in nobody else's.
fn is_free(held: &[HeldSlot], (row, own): (u32, &SpatialRow), place: Vec2) -> bool {
    held.iter().all(|other| {
        let reach = (own.radius + other.radius).squared_wide();
        other.row == row || own.flies() != other.flies || other.place.distance_squared_wide(place) >= reach
    })
}

/// The places round a target that one could have, in the order of their numbers.
pub(super) fn free_places(scene: &Scene<'_>, slots: AttackSlots<'_>, seeker: &SlotSeeker, target: UnitId) -> Vec<Vec2> {
    let AttackSlots { reservations, tables } = slots;
    let after = |key: &u64| key >> 32 <= u64::from(target.0);
    let (from, to) = (
        tables.by_target.partition_point(|key| key >> 32 < u64::from(target.0)),
        tables.by_target.partition_point(after),
    );
    let held: Vec<HeldSlot> = held(scene, reservations, &tables.by_target[from..to]).collect();
    let Some(room) = SlotAvailability::round_target(scene, slots, seeker, target) else { return Vec::new() };
    let places = (0..seeker.layout.count).map(|slot| seeker.layout.place(slot));
    places.filter(|place| is_free(&held, (seeker.row, room.body()), *place) && room.has(*place)).collect()
}

impl AssignmentLists {
    /// Finds out who looks for a place in this tick; where there are too many, those who have waited longest.
    fn note_asks(&mut self, round: &Round<'_>) {
        let waits = |at: &usize| {
            let reservation = &round.reservations.reserved[*at];
            !reservation.has_place()
                && !reservation.does_without()
                && (reservation.since == round.scene.clock.tick
                    || is_in_update_slice(round.scene.clock.tick, reservation.target, ASK_TICKS))
        };
        self.asking.clear();
        self.asking.extend((0..round.reservations.reserved.len()).filter(waits));
        if self.asking.len() > MAX_SLOT_ASKS_PER_TICK {
            let lot =
                |id: UnitId| mix3(round.scene.clock.seed, u64::from(round.scene.clock.tick), u64::from(id.serial()));
            self.asking.arrange_many_by_unique_key(|at| {
                let reservation = &round.reservations.reserved[*at];
                (reservation.since, lot(reservation.unit), reservation.unit)
            });
            self.asking.truncate(MAX_SLOT_ASKS_PER_TICK);
        }
        self.asks.clear();
        self.asks.resize(round.reservations.reserved.len(), false);
        self.asking.iter().for_each(|at| self.asks[*at] = true);
    }

    /// Gives places round one target to those who ask.
    fn serve(&mut self, round: &mut Round<'_>, members: &[u64]) {
        let (mut ranked, asks) = (std::mem::take(&mut self.ranked), &self.asks);
        ranked.clear();
        let asking = members.iter().map(number).filter(|at| asks[*at]);
        ranked.extend(asking.map(|at| ((0, 0, 0, round.reservations.reserved[at].unit), at)));
        if !ranked.is_empty() {
            self.note_held(round, members);
        }
        if ranked.len() > 1 {
            ranked.iter_mut().for_each(|(rank, at)| *rank = self.rank(round, *at));
            ranked.arrange();
        }
        for (_, at) in &ranked {
            if !self.take_place(round, members, *at) && !self.displace(round, members, *at) {
                self.wait(round, members, *at);
            }
        }
        self.ranked = ranked;
    }

    fn note_held(&mut self, round: &Round<'_>, members: &[u64]) {
        self.held.clear();
        self.held.extend(held(round.scene, round.reservations, members));
    }

    fn rank(&mut self, round: &Round<'_>, at: usize) -> SlotRank {
        let (seeker, unit) = (&round.reservations.seekers[at], round.reservations.reserved[at].unit);
        let lot = mix3(round.scene.clock.seed, u64::from(round.scene.clock.tick), u64::from(unit.serial()));
        let from = position(round, at);
        let away = seeker.layout.spot(seeker.layout.nearest(from)).distance_squared_wide(from);
        (u16::MAX - seeker.weight, away, lot, unit)
    }

    /// Gives one the place nearest to where it comes from, if there is any and its weight fits.
    fn take_place(&mut self, round: &mut Round<'_>, members: &[u64], at: usize) -> bool {
        let seeker = round.reservations.seekers[at];
        let fits =
            !seeker.melee || used(round.reservations, members) + u32::from(seeker.weight) <= u32::from(seeker.capacity);
        let taken = fits && self.ring.insert(round, members, at);
        if taken {
            self.note_held(round, members);
        }
        taken
    }

    /// Gives one the nearest place to wait in on a line that it can have.
    fn settle(&mut self, round: &mut Round<'_>, members: &[u64], at: usize, line: u16) -> bool {
        let Some((slot, place)) = self.nearest(round, at, line) else { return false };
        (round.reservations.reserved[at].slot, round.reservations.seekers[at].place) = (slot, place);
        self.note_held(round, members);
        true
    }

    /// Gives one a place to wait in, on the innermost line that has one; who has one keeps it.
    fn wait(&mut self, round: &mut Round<'_>, members: &[u64], at: usize) {
        if !round.reservations.reserved[at].has_spot() && round.reservations.seekers[at].melee {
            (1..=LINES).any(|line| self.settle(round, members, at, line));
        }
    }

    /// The nearest place on a line that one could have, and its number.
    fn nearest(&mut self, round: &Round<'_>, at: usize, line: u16) -> Option<(u16, Vec2)> {
        let seeker = &round.reservations.seekers[at];
        let room =
            SlotAvailability::round_target(round.scene, round.slots(), seeker, round.reservations.reserved[at].target)?;
        let (body, middle) = (room.body(), seeker.layout.middle);
        let (from, right) = (body.position, (middle - body.position).quarter_turn());
        self.places.clear();
        for (slot, place) in (0..).zip(self.shapes.places(&seeker.layout.outer(line))) {
            // Of two that are as near, the one to the right: so it is too after a half turn.
            let aside = (place - from).dot_wide(right) < 0;
            self.places.push((place.distance_squared_wide(from), aside, slot, place));
        }
        self.places.arrange_many_by_unique_key(|(away, aside, slot, _)| (*away, *aside, *slot));
        let can_be_had = |place: Vec2| is_free(&self.held, (seeker.row, body), place) && room.has(place);
        let found = self.places.iter().find(|(.., place)| can_be_had(*place));
        found.map(|(.., slot, place)| ((line + 1) * RING_POINTS + slot, *place))
    }

    /// Lets a heavier one take the place of the lightest who is not in it yet.
    fn displace(&mut self, round: &mut Round<'_>, members: &[u64], at: usize) -> bool {
        let own = round.reservations.seekers[at].weight;
        let unsettled = |other: usize| {
            let seeker = &round.reservations.seekers[other];
            let lighter = seeker.melee && seeker.weight < own && round.reservations.reserved[other].has_place();
            let away = position(round, other).distance_squared_wide(seeker.place);
            (lighter && away > UNSETTLED_BEYOND.squared_wide()).then_some((seeker.weight, std::cmp::Reverse(away)))
        };
        let lot = |other: usize| {
            mix3(
                round.scene.clock.seed,
                u64::from(round.scene.clock.tick),
                u64::from(round.reservations.reserved[other].unit.serial()),
            )
        };
        let lighter = members.iter().map(number).filter_map(|other| Some((unsettled(other)?, lot(other), other)));
        let Some((.., victim)) = lighter.min() else { return false };
        let slot = std::mem::replace(&mut round.reservations.reserved[victim].slot, WAITS);
        self.note_held(round, members);
        let taken = self.take_place(round, members, at);
        if !taken {
            round.reservations.reserved[victim].slot = slot;
            self.note_held(round, members);
        }
        taken
    }

    /// Lets the two exchange their places whom it saves most.
    fn exchange(&mut self, round: &mut Round<'_>, members: &[u64], motions: &[Motion]) {
        let goes = |at: &usize| {
            let seeker = &round.reservations.seekers[*at];
            let moving = motions.get(seeker.row as usize).is_some_and(|motion| motion.moves());
            seeker.melee && moving && round.reservations.reserved[*at].has_place()
        };
        self.going.clear();
        self.going.extend(members.iter().map(number).filter(goes).take(usize::from(MAX_RING_SLOTS)));
        let way = |at: usize, place: Vec2| (position(round, at) - place).length_floor();
        let mut best: Option<(Fx, u64, usize, usize)> = None;
        for (number, one) in self.going.iter().enumerate() {
            for other in &self.going[number + 1..] {
                let (first, second) = (&round.reservations.seekers[*one], &round.reservations.seekers[*other]);
                if first.layout != second.layout {
                    continue;
                }
                let now = way(*one, first.place) + way(*other, second.place);
                let gain = now - way(*one, second.place) - way(*other, first.place);
                let pair =
                    round.reservations.reserved[*one].unit.serial() ^ round.reservations.reserved[*other].unit.serial();
                let lot = mix3(round.scene.clock.seed, u64::from(round.scene.clock.tick), u64::from(pair));
                if gain > LEAST_GAIN && best.is_none_or(|(most, least, ..)| gain > most || gain == most && lot < least)
                {
                    best = Some((gain, lot, *one, *other));
                }
            }
        }
        if let Some((.., one, other)) = best {
            let (first, second) = (round.reservations.reserved[one].slot, round.reservations.reserved[other].slot);
            (round.reservations.reserved[one].slot, round.reservations.reserved[other].slot) = (second, first);
            let (first, second) = (round.reservations.seekers[one].place, round.reservations.seekers[other].place);
            (round.reservations.seekers[one].place, round.reservations.seekers[other].place) = (second, first);
        }
    }
}
