//! The memories of a world's minds: a row for each unit, and who fell of late. A world whose rules know no minds has none.

use std::sync::Arc;

use crate::component::{Identity, Recall, Will};
use crate::decide::{Behaviours, Faculties};
use crate::id::{KindId, PlayerId, TeamId, UnitId};
use crate::limits::{MAX_LOSSES, TICKS_PER_SECOND};
use crate::math::{Fx, Vec2};
use crate::rules::Rules;
use crate::scenario::Scenario;
use crate::state::{Derived, Field, Folder, Malformed, Reader, Record, Sink};
use crate::state_struct;
use crate::world::World;

/// For how long a loss is felt, in ticks.
pub(crate) const LOSS_TICKS: u32 = 10 * TICKS_PER_SECOND;

state_struct! {
    /// A unit that fell.
    #[derive(Copy)]
    pub struct Loss {
        /// Its team.
        pub team: u8,
        /// Where.
        pub at: Vec2,
        /// When.
        pub tick: u32,
    }
}

/// What all minds of a world remember.
#[derive(Clone, Default)]
pub(crate) struct Minds {
    /// What they follow; never changes.
    behaviours: Option<Arc<Behaviours>>,
    /// By kind: a bit for each tag of the behaviours that the kind has. Never changes.
    tags: Vec<u64>,
    /// By row of the units; empty in a world without minds.
    pub(crate) recalls: Vec<Recall>,
    /// The digest of each, 0 of one without a mind: made anew whenever a memory changes.
    pub(super) digests: Derived<Vec<u64>>,
    /// Who fell within the last seconds, the oldest first.
    pub(crate) losses: Vec<Loss>,
}

/// Room to think in, and what all who think read.
#[derive(Default)]
pub(crate) struct Workspace {
    /// Whom everybody's weapon was on when the tick began, by row of the frame.
    pub(crate) aims: Vec<UnitId>,
    /// How many hostile weapons point at each body, by row of the frame.
    pub(crate) aimed_at: Vec<u16>,
    /// What a blow of each of those does to it together, by row of the frame.
    pub(crate) pledged: Vec<Fx>,
    /// Who is being healed by whom.
    pub(in crate::agent) mending: Vec<super::lines::Mending>,
    /// Who is where, as each team sees it.
    pub(in crate::agent) overview: super::overview::Overview,
    /// Abilities that minds want used in this tick.
    pub(crate) casts: Vec<crate::agent::Duty>,
    /// What each chunk of units came to.
    pub(in crate::agent) thoughts: Vec<super::Thoughts>,
}

impl Minds {
    /// The minds of a world nobody has thought in yet.
    pub(crate) fn new(scenario: &Scenario) -> Minds {
        let rules = &scenario.rules;
        let followed = rules.conduct.as_ref().filter(|_| scenario.players.iter().any(|player| player.minds));
        let behaviours = followed.map(|conduct| Arc::clone(conduct.behaviours()));
        let tags = behaviours.as_ref().map(|behaviours| tags_of(rules, behaviours)).unwrap_or_default();
        Minds { behaviours, tags, ..Minds::default() }
    }

    /// What they follow; none in a world without minds.
    pub(crate) fn behaviours(&self) -> Option<&Behaviours> {
        self.behaviours.as_deref()
    }

    /// Whether there are any.
    #[inline]
    pub(crate) fn exist(&self) -> bool {
        self.behaviours.is_some()
    }

    /// Notes a unit born in the next row, whether or not it has a mind.
    pub(crate) fn add(&mut self, (recall, digest): (Recall, u64)) {
        if self.exist() {
            self.recalls.push(recall);
            self.digests.push(digest);
        }
    }

    /// Notes that a row was removed, and the last row moved into its place.
    pub(crate) fn remove(&mut self, row: u32) {
        if self.exist() {
            self.recalls.swap_remove(row as usize);
            self.digests.swap_remove(row as usize);
        }
    }

    /// Calls the unit in a row, which is of this id, against a foe, unless it has a target.
    pub(super) fn call(&mut self, row: usize, id: UnitId, target: UnitId) {
        let (Some(recall), Some(noted)) = (self.recalls.get_mut(row), self.digests.get_mut(row)) else { return };
        if *noted != 0 && recall.target.is_none() {
            (recall.target, recall.due_tick) = (target, 0);
            *noted = digest(id, recall);
        }
    }

    /// Lets the unit in a row, which is of this id, think in the next tick.
    pub(crate) fn wake(&mut self, row: usize, id: UnitId) {
        let (Some(recall), Some(noted)) = (self.recalls.get_mut(row), self.digests.get_mut(row)) else { return };
        if *noted != 0 && recall.due_tick != 0 {
            recall.due_tick = 0;
            *noted = digest(id, recall);
        }
    }

    /// Notes that a unit of this team fell.
    pub(crate) fn mourn(&mut self, team: u8, at: Vec2, tick: u32) {
        if self.exist() {
            self.losses.push(Loss { team, at, tick });
        }
    }

    /// Forgets losses of old, and the oldest of too many.
    pub(super) fn forget(&mut self, tick: u32) {
        self.losses.retain(|loss| loss.tick.saturating_add(LOSS_TICKS) > tick);
        let many = self.losses.len().saturating_sub(MAX_LOSSES);
        self.losses.drain(..many);
    }

    /// What the unit in a row wills; none where there are no minds.
    #[inline]
    pub(crate) fn will(&self, row: usize) -> Option<Will> {
        self.recalls.get(row).map(|recall| recall.will)
    }

    /// A bit for each tag of the behaviours that a kind has.
    #[inline]
    pub(super) fn tags_of(&self, kind: KindId) -> u64 {
        self.tags.get(kind.index()).copied().unwrap_or(0)
    }

    /// Whether a kind has the tag with this number in the behaviours.
    #[inline]
    pub(super) fn has_tag(&self, kind: KindId, tag: u8) -> bool {
        self.tags_of(kind) >> (tag & 63) & 1 != 0
    }
}

/// The row of the mind that a kind of this player's follows.
pub(crate) fn mind_of(world: &World, owner: PlayerId, kind: KindId) -> Option<u8> {
    let follows = world.scenario.players.get(owner.index()).is_some_and(|player| player.minds);
    world.kind(kind).mind.filter(|_| follows)
}

/// The parts of their minds that a player's units use.
pub(super) fn faculties_of(world: &World, owner: PlayerId) -> Faculties {
    world.scenario.players.get(owner.index()).map_or(Faculties::ALL, |player| player.faculties)
}

fn tags_of(rules: &Rules, behaviours: &Behaviours) -> Vec<u64> {
    let bits = |tags: &[String]| {
        let named = behaviours.tags().iter().take(64).enumerate();
        named.filter(|(_, tag)| tags.contains(tag)).fold(0, |bits, (row, _)| bits | 1 << row)
    };
    rules.kinds.iter().map(|kind| bits(&kind.tags)).collect()
}

/// The units with a mind, by id, with their rows.
fn minded(world: &World) -> impl Iterator<Item = (UnitId, usize)> + '_ {
    let units = &world.entities.units;
    let kinds = world.column::<Identity>(units);
    let rows: Vec<(UnitId, usize)> =
        units.ids().iter().zip(units.rows()).map(|(id, row)| (*id, *row as usize)).collect();
    let all = rows.into_iter().filter(|_| world.parts.minds.exist());
    all.filter(move |(id, row)| mind_of(world, id.owner(), kinds[*row].kind).is_some())
}

/// The digest of what the unit of this id remembers.
pub(super) fn digest(id: UnitId, recall: &Recall) -> u64 {
    let mut folder = Folder::new(u64::from(id.0));
    Field::put(recall, &mut folder);
    folder.finish()
}

/// The memory of a unit just made, and its digest, which is 0 without a mind.
pub(crate) fn newborn(world: &World, identity: &Identity, hp: Fx, place: Vec2) -> (Recall, u64) {
    let recall = Recall { place, ..Recall::fresh(hp) };
    let minded = world.parts.minds.exist() && mind_of(world, identity.owner(), identity.kind).is_some();
    (recall, if minded { digest(identity.id, &recall) } else { 0 })
}

/// The hash of all that minds remember; 0 in a world without them.
pub(crate) fn hash(world: &World) -> u64 {
    if !world.parts.minds.exist() {
        return 0;
    }
    let mut losses = Folder::new(0);
    world.parts.minds.losses.put(&mut losses);
    world.parts.minds.digests.iter().fold(losses.finish(), |sum, digest| sum.wrapping_add(*digest))
}

/// Appends the bytes of all memories, by id; nothing in a world without minds.
pub(crate) fn put<S: Sink>(world: &World, sink: &mut S) {
    if world.parts.minds.exist() {
        world.parts.minds.losses.put(sink);
        minded(world).for_each(|(_, row)| Field::put(&world.parts.minds.recalls[row], sink));
    }
}

/// Reads them back into a world whose units are loaded.
pub(crate) fn take(world: &mut World, reader: &mut Reader<'_>) -> Result<(), Malformed> {
    if !world.parts.minds.exist() {
        return Ok(());
    }
    world.parts.minds.losses = Field::take(reader)?;
    let rows: Vec<(UnitId, usize)> = minded(world).collect();
    for (id, row) in rows {
        let recall = Field::take(reader)?;
        (world.parts.minds.digests[row], world.parts.minds.recalls[row]) = (digest(id, &recall), recall);
    }
    Ok(())
}

/// Whether a world whose units are loaded can have these memories.
pub(crate) fn are_possible(world: &World) -> bool {
    let (minds, map) = (&world.parts.minds, &world.scenario.map);
    let within = |value: Fx, cells: u16| (0..i32::from(cells) << 16).contains(&value.bits());
    let on_map = |point: Vec2| within(point.x, map.width) && within(point.y, map.height);
    let teams = world.scenario.teams();
    let losses = minds.losses.iter().all(|loss| on_map(loss.at) && TeamId(loss.team).index() < teams);
    let most = Fx::from_int(128);
    losses
        && minds.losses.len() <= MAX_LOSSES + world.entities.units.len()
        && minded(world).all(|(_, row)| {
            let recall = &minds.recalls[row];
            on_map(recall.place)
                && (Fx::ZERO..=most).contains(&recall.reach)
                && (Fx::ZERO..=Fx::from_int(100)).contains(&recall.morale)
                && (Fx::ZERO..=Fx::from_int(30_000)).contains(&recall.hp)
        })
}

/// Shows each field of each, units in the order of ids.
pub(crate) fn show(world: &World, each: &mut dyn FnMut(String, &'static str, &dyn std::fmt::Debug)) {
    if !world.parts.minds.exist() {
        return;
    }
    each("match".to_owned(), "losses", &world.parts.minds.losses);
    for (id, row) in minded(world) {
        Record::show(&world.parts.minds.recalls[row], &mut |field, value| each(id.to_string(), field, value));
    }
}
