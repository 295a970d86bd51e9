//! The Kung-Fu circle (Dawe, "Beyond the Kung-Fu Circle", Game AI Pro ch. 28): places round every target, and who stands in which.
//!
//! Whoever closes in on a target asks for a place round it. Places lie where a weapon reaches (`SlotLayout`): each where
//! its holder comes from, and those who have places beside it move up, as long as bodies fit beside each other; those in walls, taken by
//! others or behind foes do not count. Where the reach is long, one steps in beside the target for another behind it. Who gets no place
//! waits outside, and takes the next that falls free. A place returns when its holder dies, turns to something else or leaves, or a heavier one needs it; and when its
//! holder cannot strike from it, who then does without: it goes straight for its target, as everybody would without slots. How much
//! weight may stand round a target, and how much may strike at once, follows from its size or from content ([`SlotWeights`]).
//!
//! Reservations are made from the frame at the start of a tick, so that it does not matter whose turn comes first. They are state; where
//! a place lies is reckoned anew in each tick, from where the target is.

mod ask;
mod assign;
mod availability;
mod lookup;
mod observed;
mod ring;
mod round;
mod saved;
mod tuning;
mod weight;

pub(crate) use availability::is_in_place;
pub(crate) use lookup::AttackSlots;
pub use observed::ObservedReservation;
pub(crate) use observed::{attack_weight, observe};
pub use weight::SlotWeights;

use crate::component::WeaponState;
use crate::scene::{Scene, Whereabouts, whereabouts};
use crate::state::{Derived, Scratch};
use sandtable_math::{Fx, Vec2};
use sandtable_model::scenario::{PlayerFeatures, Scenario};
use sandtable_nav::attack_slots::{MELEE_RANGE, SlotLayout, WAITS, WITHOUT};
use sandtable_nav::crowd::SpatialRow;
use sandtable_state::id::{KindId, PlayerId, TeamId, UnitId};
use sandtable_state::limits::RING_POINTS;
use sandtable_state::{FillWithJunk, Junk, state_struct};
use tuning::ASKS_WITHIN;

state_struct! {
    /// One who closes in on a target.
    #[derive(Copy)]
    pub struct SlotReservation {
        /// Who.
        pub unit: UnitId,
        /// On whom.
        pub target: UnitId,
        /// Which place it has, as its layout counts them: from [`RING_POINTS`] on one inside of the line, from twice as many on one where
        /// one waits, the greatest number when there is none even there, and [`WITHOUT`] when it does without.
        pub slot: u16,
        /// Since when it has closed in on that target.
        pub since: u32,
    }
}

impl SlotReservation {
    /// Whether it has a place from which it can strike.
    pub(crate) fn has_place(&self) -> bool {
        self.slot < 2 * RING_POINTS
    }

    /// Whether it has a place, be it one to wait in.
    fn has_spot(&self) -> bool {
        self.slot < WITHOUT
    }

    /// Whether it could not strike from the place it had, and goes straight for its target since.
    fn does_without(&self) -> bool {
        self.slot == WITHOUT
    }
}

/// What is known of a reservation in this tick.
#[derive(Clone, Copy)]
pub(crate) struct SlotSeeker {
    /// The row of the unit.
    row: u32,
    /// The range of its weapon.
    range: Fx,
    layout: SlotLayout,
    /// Where its place is.
    place: Vec2,
    /// Whether it strikes from near by, and takes room there.
    melee: bool,
    /// The room it takes.
    weight: u16,
    /// The room that the target has.
    capacity: u16,
}

impl SlotSeeker {
    fn junk(junk: &mut Junk) -> SlotSeeker {
        SlotSeeker {
            row: junk.below(40) as u32,
            range: junk.length(),
            layout: SlotLayout::round_middle(junk.point(), Vec2::ZERO, junk.length(), Fx::HALF),
            place: junk.point(),
            melee: junk.coin(),
            weight: junk.below(100) as u16,
            capacity: junk.below(100) as u16,
        }
    }
}

/// Where a reservation tells a unit to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SlotState {
    /// In its place; it goes by this point.
    Place(Vec2, Vec2),
    /// In a place outside, until there is a better one; it goes by this point.
    Outside(Vec2, Vec2),
    /// Where it is, as soon as it has come near.
    Anywhere,
}

/// All reservations of a world. A world whose rules have no slots has none.
#[derive(Clone, Default)]
pub(crate) struct SlotReservations {
    /// Weights and capacities by kind; none without slots. Never changes.
    sizes: Derived<Option<Vec<SlotWeights>>>,
    /// The reservations, by the ids of units.
    pub(crate) reserved: Vec<SlotReservation>,
    /// What is known of each; of reservations just loaded nothing yet.
    seekers: Scratch<Vec<SlotSeeker>>,
}

/// Room to give places in.
#[derive(Default)]
pub(crate) struct AttackSlotsWorkspace {
    /// What is known of reservations in this tick beside themselves.
    tables: Tables,
    /// Reservations and what was known of them, as they were in the tick before.
    past: (Vec<SlotReservation>, Vec<SlotSeeker>),
    /// Lists for giving places.
    assignment: assign::AssignmentLists,
    /// Lists for weighing attacks.
    weighing: weight::WeighingLists,
}

/// Where to find reservations, and what is to be heeded of them, made anew in each tick.
#[derive(Default)]
struct Tables {
    /// One more than the number of the reservation of each unit, by row; 0 for none.
    of_row: Vec<u32>,
    /// Targets for which somebody waits, by row of the frame.
    full: Vec<bool>,
    any_full: bool,
    /// Targets and numbers of reservations on them, the greater half of a key each.
    by_target: Vec<u64>,
    /// Whom each weapon was on when permissions were given, and who got none, by row.
    aims: Vec<UnitId>,
    barred: Vec<bool>,
}

impl FillWithJunk for AttackSlotsWorkspace {
    fn fill_with_junk(&mut self, junk: &mut Junk) {
        let AttackSlotsWorkspace { tables, past, assignment, weighing } = self;
        let reservation = |junk: &mut Junk| SlotReservation { unit: junk.id(), target: junk.id(), slot: 0, since: 0 };
        *past = (junk.some(reservation), junk.some(SlotSeeker::junk));
        assignment.fill_with_junk(junk);
        weighing.fill_with_junk(junk);
        *tables = Tables {
            of_row: junk.some(|junk| junk.below(4) as u32),
            full: junk.some(Junk::coin),
            any_full: junk.coin(),
            by_target: junk.some(Junk::number),
            aims: junk.some(Junk::id),
            barred: junk.some(Junk::coin),
        };
    }
}

impl SlotReservations {
    /// Whether there are slots.
    #[inline]
    pub(crate) fn exist(&self) -> bool {
        self.sizes.is_some()
    }

    /// The weights and capacities of a kind.
    #[inline]
    pub(crate) fn sizes(&self, kind: KindId) -> Option<&SlotWeights> {
        self.sizes.as_ref()?.get(kind.index())
    }

    /// Ends the reservation of a unit that is no more.
    fn release(&mut self, unit: UnitId) {
        if let Ok(at) = self.reserved.binary_search_by_key(&unit, |reservation| reservation.unit) {
            self.reserved.remove(at);
            if at < self.seekers.len() {
                self.seekers.remove(at);
            }
        }
    }

    /// Takes notice of who closes in on whom: reservations whose unit is gone, or has turned to something else, end.
    fn gather(&mut self, scene: &Scene<'_>, past: &mut (Vec<SlotReservation>, Vec<SlotSeeker>), of_row: &mut Vec<u32>) {
        let units = &scene.entities.units;
        let weapons = scene.entities.column::<WeaponState>(units);
        let (reserved, seekers) = past;
        std::mem::swap(reserved, &mut self.reserved);
        std::mem::swap(seekers, &mut *self.seekers);
        self.reserved.clear();
        self.seekers.clear();
        of_row.clear();
        of_row.resize(scene.frame.units, 0);
        // Reservations just loaded have nobody known to them.
        let known = if seekers.len() == reserved.len() { &seekers[..] } else { &[] };
        let mut at = 0;
        for (id, row) in units.ids().iter().zip(units.rows()) {
            let (row, weapons) = (*row as usize, &weapons[*row as usize]);
            if !weapons.closes || weapons.target.is_none() {
                continue;
            }
            at += reserved[at..].iter().take_while(|reservation| reservation.unit < *id).count();
            let held =
                reserved.get(at).filter(|reservation| (reservation.unit, reservation.target) == (*id, weapons.target));
            let before = held.and_then(|_| known.get(at));
            let Some(mut seeker) = seeker(scene, self, row, weapons.target, before) else { continue };
            let new = SlotReservation { unit: *id, target: weapons.target, slot: WAITS, since: scene.clock.tick };
            // Who does without looks for a place again where the target goes.
            let stays =
                |reservation: &SlotReservation| !(reservation.does_without() && moves(scene, reservation.target));
            let reservation = held
                .copied()
                .filter(|reservation| seeker.keeps(reservation.slot, before) && stays(reservation))
                .unwrap_or(new);
            self.reserved.push(reservation);
            self.seekers.push(seeker);
            of_row[row] = self.reserved.len() as u32;
        }
    }
}

impl Tables {
    /// Notes round whom somebody waits.
    fn note(&mut self, scene: &Scene<'_>, reservations: &SlotReservations) {
        self.full.clear();
        self.full.resize(scene.frame.bodies.len(), false);
        self.any_full = false;
        for (reservation, seeker) in reservations
            .reserved
            .iter()
            .zip(&*reservations.seekers)
            .filter(|(reservation, _)| !reservation.has_place() && !reservation.does_without())
        {
            let waits = seeker.melee && reservation.since < scene.clock.tick;
            if let Some(row) = scene.frame_row(reservation.target).filter(|_| waits) {
                (self.full[row], self.any_full) = (true, true);
            }
        }
    }
}

impl SlotSeeker {
    /// Whether there is still a place of this number, which it then goes to. Round a target that has only walked on it lies as it
    /// lay `before`.
    fn keeps(&mut self, slot: u16, before: Option<&SlotSeeker>) -> bool {
        let carried = before.filter(|before| before.layout.at(self.layout.middle) == self.layout);
        let keeps = carried.is_some() || self.layout.has(slot);
        if keeps && slot < WITHOUT {
            let walked = |before: &SlotSeeker| before.place + (self.layout.middle - before.layout.middle);
            self.place = carried.map_or_else(|| self.layout.spot(slot), walked);
        }
        keeps
    }
}

/// Whether a target goes somewhere.
fn moves(scene: &Scene<'_>, target: UnitId) -> bool {
    scene.frame_row(target).is_some_and(|row| scene.frame.bodies[row].moves())
}

/// Whether a player has its units take places.
fn takes_places(scenario: &Scenario, player: PlayerId) -> bool {
    scenario.players.get(player.index()).is_some_and(|player| player.features.contains(PlayerFeatures::SLOTS))
}

/// What the unit in a row could reserve round a target; none when it is too far off, or needs no place. `before` is what it could
/// round the same target in the tick before.
fn seeker(
    scene: &Scene<'_>,
    reservations: &SlotReservations,
    row: usize,
    target: UnitId,
    before: Option<&SlotSeeker>,
) -> Option<SlotSeeker> {
    let body: &SpatialRow = scene.frame.bodies.get(row)?;
    if !body.is_present() || !takes_places(scene.scenario, body.owner()) {
        return None;
    }
    let weapon = scene.kind(body.kind).weapon.as_ref().filter(|weapon| !weapon.heals)?;
    let at = whereabouts(scene, TeamId(body.team), target)?;
    let range = scene.stats(body.owner(), body.kind).range;
    let melee = range <= MELEE_RANGE;
    let reached = !melee && at.is_within(body.position, range + body.radius);
    if reached || !at.is_within(body.position, range + body.radius + ASKS_WITHIN) {
        return None;
    }
    let layout = match (before, &at) {
        (Some(before), Whereabouts::Unit(body)) if before.range == range => before.layout.at(body.position),
        (_, Whereabouts::Unit(target)) => SlotLayout::round_unit(target, body.radius, [weapon.min_range, range]),
        (_, Whereabouts::Cells(rect)) => SlotLayout::round_cells(*rect, body.radius, [weapon.min_range, range]),
    };
    let kind = match at {
        Whereabouts::Unit(other) => other.kind,
        Whereabouts::Cells(_) => scene.knowledge.get(usize::from(body.team))?.memory(target)?.kind,
    };
    let (own, others) = (reservations.sizes(body.kind)?, reservations.sizes(kind)?);
    Some(SlotSeeker {
        row: row as u32,
        range,
        layout,
        place: body.position,
        melee,
        weight: if melee { own.grid_weight } else { 0 },
        capacity: others.grid_capacity,
    })
}

/// What giving places borrows of a world.
pub(crate) struct SlotContext<'w> {
    pub(crate) scene: Scene<'w>,
    /// What it is about.
    pub(crate) reservations: &'w mut SlotReservations,
    /// Its own, which the rest of the tick asks.
    pub(crate) workspace: &'w mut AttackSlotsWorkspace,
}

/// Lets everybody who closes in on something have its place, and its turn to strike.
pub(crate) fn run(cx: SlotContext<'_>) {
    let SlotContext { scene, reservations, workspace } = cx;
    let AttackSlotsWorkspace { tables, past, assignment, weighing } = workspace;
    if !reservations.exist() {
        tables.any_full = false;
        return;
    }
    reservations.gather(&scene, past, &mut tables.of_row);
    assign::run(&scene, reservations, tables, assignment);
    tables.note(&scene, reservations);
    weight::permit(&scene, reservations, tables, weighing);
}
