//! The Kung-Fu circle (Dawe, "Beyond the Kung-Fu Circle", Game AI Pro ch. 28): places round every target, and who stands in which.
//!
//! Whoever closes in on a target asks for a place round it. Places lie where a weapon reaches (`Layout`), as many as bodies fit
//! beside each other; those in walls, taken by others or behind foes do not count. Who gets none waits outside, and takes the next
//! that falls free. A place returns when its holder dies, turns to something else or leaves, or a heavier one needs it. How much
//! weight may stand round a target, and how much may strike at once, follows from its size or from content ([`Sizes`]).
//!
//! Claims are made from the frame at the start of a tick, so that it does not matter whose turn comes first. They are state; where
//! a place lies is reckoned anew in each tick, from where the target is.

mod assign;
mod layout;
mod observed;
mod room;
mod saved;
mod weight;

pub(crate) use layout::{Layout, MELEE_RANGE};
pub use observed::ObservedClaim;
pub(crate) use room::is_in_place;
pub use weight::Sizes;

use crate::component::Arms;
use crate::scene::{Body, Scene, Whereabouts, whereabouts};
use crate::state::{Derived, FillWithJunk, Junk, Scratch};
use crate::world::World;
use sandtable_math::{Fx, Vec2};
use sandtable_model::scenario::Scenario;
use sandtable_state::id::{KindId, PlayerId, TeamId, UnitId};
use sandtable_state::limits::MAX_RING_SLOTS;
use sandtable_state::state_struct;

/// The number of the place of one who has none even to wait in.
const WAITS: u16 = u16::MAX;
/// The lines outside of the places on which one waits.
const LINES: u16 = 3;
/// How much farther than its reach from its target one asks for a place, in cells.
const NEAR: Fx = Fx::from_bits(9 << 15);
/// How much farther off a target counts for who would have to wait for a place there, in cells.
const CROWDED: Fx = Fx::from_int(3);

state_struct! {
    /// One who closes in on a target.
    #[derive(Copy)]
    pub struct Claim {
        /// Who.
        pub unit: UnitId,
        /// On whom.
        pub target: UnitId,
        /// Which place it has, as its layout counts them: from [`MAX_RING_SLOTS`] on one on the lines where one waits, the greatest
        /// number when there is none even there.
        pub slot: u16,
        /// Since when it has closed in on that target.
        pub since: u32,
    }
}

impl Claim {
    /// Whether it has a place on the inner line.
    pub(crate) fn has_place(&self) -> bool {
        self.slot < MAX_RING_SLOTS
    }

    /// Whether it has a place, be it one to wait in.
    fn has_spot(&self) -> bool {
        self.slot != WAITS
    }
}

/// What is known of a claim in this tick.
#[derive(Clone, Copy)]
pub(crate) struct Seeker {
    /// The row of the unit.
    row: u32,
    /// The range of its weapon.
    range: Fx,
    layout: Layout,
    /// Where its place is.
    place: Vec2,
    /// Whether it strikes from near by, and takes room there.
    melee: bool,
    /// The room it takes.
    weight: u16,
    /// The room that the target has.
    capacity: u16,
}

/// Where a claim tells a unit to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stand {
    /// In its place; it goes by this point.
    Place(Vec2, Vec2),
    /// In a place outside, until there is a better one; it goes by this point.
    Outside(Vec2, Vec2),
    /// Where it is, as soon as it has come near.
    Anywhere,
}

/// All claims of a world. A world whose rules have no slots has none.
#[derive(Clone, Default)]
pub(crate) struct Rings {
    /// Weights and capacities by kind; none without slots. Never changes.
    sizes: Derived<Option<Vec<Sizes>>>,
    /// The claims, by the ids of units.
    pub(crate) claims: Vec<Claim>,
    /// What is known of each; of claims just loaded nothing yet.
    seekers: Scratch<Vec<Seeker>>,
    /// Both as they were in the tick before.
    past: Scratch<(Vec<Claim>, Vec<Seeker>)>,
    /// One more than the number of the claim of each unit, by row; 0 for none.
    of_row: Scratch<Vec<u32>>,
    /// Targets for which somebody waits, by row of the frame.
    full: Scratch<Vec<bool>>,
    any_full: Scratch<bool>,
    /// Targets and numbers of claims on them, the greater half of a key each.
    by_target: Scratch<Vec<u64>>,
    /// Lists for giving places, and for weighing attacks.
    desk: Scratch<assign::Desk>,
    scales: Scratch<weight::Scales>,
    /// Whom each weapon was on when permissions were given, and who got none, by row.
    aims: Scratch<Vec<UnitId>>,
    barred: Scratch<Vec<bool>>,
}

impl FillWithJunk for Rings {
    /// What is scratch, but for what is known of claims: that is kept from tick to tick, and made anew where it is missing.
    fn fill_with_junk(&mut self, junk: &mut Junk) {
        // Without slots nobody makes lists, and they stay as they were made.
        if !self.exist() {
            return;
        }
        let claim = |junk: &mut Junk| Claim { unit: junk.id(), target: junk.id(), slot: 0, since: 0 };
        self.past.0 = junk.some(claim);
        *self.of_row = junk.some(|junk| junk.below(4) as u32);
        *self.full = junk.some(Junk::coin);
        *self.any_full = junk.coin();
        *self.by_target = junk.some(Junk::number);
        *self.aims = junk.some(Junk::id);
        *self.barred = junk.some(Junk::coin);
    }
}

impl Rings {
    /// Whether there are slots.
    #[inline]
    pub(crate) fn exist(&self) -> bool {
        self.sizes.is_some()
    }

    /// The weights and capacities of a kind.
    #[inline]
    pub(crate) fn sizes(&self, kind: KindId) -> Option<&Sizes> {
        self.sizes.as_ref()?.get(kind.index())
    }

    fn number(&self, row: usize) -> Option<usize> {
        self.of_row.get(row).and_then(|number| number.checked_sub(1)).map(|number| number as usize)
    }

    /// The claim of the unit in a row.
    pub(crate) fn claim(&self, row: usize) -> Option<&Claim> {
        self.claims.get(self.number(row)?)
    }

    /// Where the unit in a row, which is at this point, is to be while it closes in on a target.
    pub(crate) fn stand(&self, row: usize, from: Vec2, target: UnitId) -> Option<Stand> {
        let number = self.number(row)?;
        let (claim, seeker) = (self.claims.get(number)?, self.seekers.get(number)?);
        if claim.target != target {
            return None;
        }
        let by = || room::way_round(&seeker.layout, from, seeker.place).unwrap_or(seeker.place);
        match claim.has_spot() {
            true if claim.has_place() => Some(Stand::Place(seeker.place, by())),
            true => Some(Stand::Outside(seeker.place, by())),
            false => seeker.melee.then_some(Stand::Anywhere),
        }
    }

    /// The place of the unit in a row round its target.
    pub(crate) fn place(&self, row: usize) -> Option<Vec2> {
        let number = self.number(row)?;
        self.claims.get(number).filter(|claim| claim.has_place())?;
        self.seekers.get(number).map(|seeker| seeker.place)
    }

    /// How much farther off a target counts for a unit that would have to wait for a place there, in cells.
    #[inline]
    pub(crate) fn detour(&self, scene: &Scene<'_>, unit: UnitId, target: UnitId) -> Fx {
        if !*self.any_full {
            return Fx::ZERO;
        }
        let full = scene.frame_row(target).is_some_and(|row| self.full.get(row).copied().unwrap_or(false));
        let claim = || scene.frame_row(unit).and_then(|row| self.claim(row));
        let placed = || claim().is_some_and(|claim| claim.target == target && claim.has_place());
        if full && !placed() { CROWDED } else { Fx::ZERO }
    }

    /// Whether the unit in a row may begin an attack on a target in this tick. Whose weapon has turned on it only now waits for
    /// the next one.
    #[inline]
    pub(crate) fn may_attack(&self, scene: &Scene<'_>, row: usize, target: UnitId) -> bool {
        let Some(body) = self.sizes.as_ref().and_then(|_| scene.frame.bodies.get(row)) else { return true };
        let weightless = row >= scene.frame.units || self.sizes(body.kind).is_none_or(|sizes| sizes.attack_weight == 0);
        weightless
            || !takes_places(scene.scenario, body.owner())
            || self.aims.get(row) == Some(&target) && !self.barred.get(row).copied().unwrap_or(false)
    }

    /// The free places round a body for the unit in a row, as it would have them: those in the order of their numbers.
    pub(crate) fn free_places(&self, world: &World, row: usize, target: UnitId) -> Vec<Vec2> {
        let Some(seeker) = self.exist().then(|| seeker(world, self, row, target, None)).flatten() else {
            return Vec::new();
        };
        assign::free_places(self, world, &seeker, target)
    }

    /// Ends the claim of a unit that is no more.
    fn release(&mut self, unit: UnitId) {
        if let Ok(at) = self.claims.binary_search_by_key(&unit, |claim| claim.unit) {
            self.claims.remove(at);
            if at < self.seekers.len() {
                self.seekers.remove(at);
            }
        }
    }

    /// Notes round whom somebody waits.
    fn note(&mut self, world: &World) {
        self.full.clear();
        self.full.resize(world.workspaces.frame.bodies.len(), false);
        *self.any_full = false;
        for (claim, seeker) in self.claims.iter().zip(&*self.seekers).filter(|(claim, _)| !claim.has_place()) {
            if let Some(row) =
                world.frame_row(claim.target).filter(|_| seeker.melee && claim.since < world.parts.clock.tick)
            {
                (self.full[row], *self.any_full) = (true, true);
            }
        }
    }

    /// Takes notice of who closes in on whom: claims whose unit is gone, or has turned to something else, end.
    fn gather(&mut self, world: &World) {
        let arms = world.column::<Arms>(&world.entities.units);
        let (mut claims, mut seekers) = std::mem::take(&mut *self.past);
        std::mem::swap(&mut claims, &mut self.claims);
        std::mem::swap(&mut seekers, &mut *self.seekers);
        self.claims.clear();
        self.seekers.clear();
        self.of_row.clear();
        self.of_row.resize(world.workspaces.frame.units, 0);
        // Claims just loaded have nobody known to them.
        let known = if seekers.len() == claims.len() { &seekers[..] } else { &[] };
        let mut at = 0;
        for (id, row) in world.entities.units.ids().iter().zip(world.entities.units.rows()) {
            let (row, arms) = (*row as usize, &arms[*row as usize]);
            if !arms.closes || arms.target.is_none() {
                continue;
            }
            at += claims[at..].iter().take_while(|claim| claim.unit < *id).count();
            let held = claims.get(at).filter(|claim| (claim.unit, claim.target) == (*id, arms.target));
            let before = held.and_then(|_| known.get(at));
            let Some(mut seeker) = seeker(world, self, row, arms.target, before) else { continue };
            let new = Claim { unit: *id, target: arms.target, slot: WAITS, since: world.parts.clock.tick };
            let claim = held.copied().filter(|claim| seeker.keeps(claim.slot, before)).unwrap_or(new);
            self.claims.push(claim);
            self.seekers.push(seeker);
            self.of_row[row] = self.claims.len() as u32;
        }
        *self.past = (claims, seekers);
    }
}

impl Seeker {
    /// Whether there is still a place of this number, which it then goes to. Round a target that has only walked on it lies as it
    /// lay `before`.
    fn keeps(&mut self, slot: u16, before: Option<&Seeker>) -> bool {
        let carried = before.filter(|before| before.layout.at(self.layout.middle) == self.layout);
        let keeps = carried.is_some() || self.layout.has(slot);
        if keeps && slot != WAITS {
            let walked = |before: &Seeker| before.place + (self.layout.middle - before.layout.middle);
            self.place = carried.map_or_else(|| self.layout.spot(slot), walked);
        }
        keeps
    }
}

/// Whether a player has its units take places.
fn takes_places(scenario: &Scenario, player: PlayerId) -> bool {
    scenario.players.get(player.index()).is_some_and(|player| player.slots)
}

/// What the unit in a row could claim round a target; none when it is too far off, or needs no place. `before` is what it could
/// round the same target in the tick before.
fn seeker(world: &World, rings: &Rings, row: usize, target: UnitId, before: Option<&Seeker>) -> Option<Seeker> {
    let body: &Body = world
        .workspaces
        .frame
        .bodies
        .get(row)
        .filter(|body| body.present && takes_places(&world.scenario, body.owner()))?;
    let weapon = world.kind(body.kind).weapon.as_ref().filter(|weapon| !weapon.heals)?;
    let at = whereabouts(&world.scene(), TeamId(body.team), target)?;
    let range = world.stats(body.owner(), body.kind).range;
    let melee = range <= MELEE_RANGE;
    let reached = !melee && at.is_within(body.position, range + body.radius);
    if reached || !at.is_within(body.position, range + body.radius + NEAR) {
        return None;
    }
    let layout = match (before, &at) {
        (Some(before), Whereabouts::Unit(body)) if before.range == range => before.layout.at(body.position),
        _ => Layout::around(&at, body.radius, weapon.min_range, range),
    };
    let kind = match at {
        Whereabouts::Unit(other) => other.kind,
        Whereabouts::Cells(_) => world.parts.knowledge.get(usize::from(body.team))?.memory(target)?.kind,
    };
    let (own, others) = (rings.sizes(body.kind)?, rings.sizes(kind)?);
    Some(Seeker {
        row: row as u32,
        range,
        layout,
        place: body.position,
        melee,
        weight: if melee { own.grid_weight } else { 0 },
        capacity: others.grid_capacity,
    })
}

/// Lets everybody who closes in on something have its place, and its turn to strike.
pub(crate) fn run(world: &mut World) {
    if !world.parts.rings.exist() {
        return;
    }
    let mut rings = std::mem::take(&mut world.parts.rings);
    rings.gather(world);
    assign::run(&mut rings, world);
    rings.note(world);
    weight::permit(&mut rings, world);
    world.parts.rings = rings;
}
