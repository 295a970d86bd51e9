//! The minds of units at work: who thinks in a tick, what it notices, and what comes of it.
//!
//! A thought reads the frame and writes the thinker's own memory; whatever concerns others or the queues collects as
//! [`Effect`]s, which take hold in the order of ids. Between two thoughts a unit carries out what it wills
//! ([`Will`](crate::component::Will)). Orders set the frame that a mind moves in ([`Leave`]).

mod attention;
mod deeds;
mod facts;
mod foes;
mod ground;
mod lattice;
mod lines;
mod measures;
mod morale;
mod observed;
mod overview;
mod patients;
mod perceived;
mod rehearse;
mod saved;
mod senses;
mod store;
mod thinker;

pub use observed::ObservedMind;
pub(crate) use rehearse::rehearse;
pub(crate) use store::{Minds, Workspace};

use super::Duty;
use crate::component::{Agent, Arms, Identity, Motion, Recall, Statuses, Vitals};
use crate::event::Event;
use crate::world::{Junk, World};
use sandtable_decide::{Mind, Shortlist, Thought, TreeObserver};
use sandtable_math::{Angle, Fx, Vec2, mix3};
use sandtable_model::Stance;
use sandtable_state::id::UnitId;
use thinker::Thinker;

/// Whether a unit has a mind, and its orders leave it to that what it does and where.
pub(crate) fn is_free(world: &World, row: usize, unit: UnitId) -> bool {
    let kind = world
        .column::<Identity>(&world.entities.units)
        .get(row)
        .filter(|identity| identity.id == unit)
        .map(|it| it.kind);
    let mind = kind.and_then(|kind| store::mind_of(&world.scenario, unit.owner(), kind));
    world.parts.minds.exist() && mind.is_some() && thinker::may_go(&world.column::<Agent>(&world.entities.units)[row])
}

/// What a thought does beyond the thinker's own memory.
#[derive(Clone, Copy, Debug)]
enum Effect {
    /// It takes a stance.
    Stance(Stance),
    /// It faces this way.
    Face(Angle),
    /// It is back at its post.
    Home,
    /// It uses an ability.
    Cast(Duty),
    /// It calls friends near it against a foe.
    Help { target: UnitId, at: Vec2, radius: Fx },
    /// It looks for a job.
    Job,
    /// It has been where something happened, and looked.
    Answered,
    /// It follows the goal in this row against its orders.
    Disobeyed(u8),
}

/// What the thoughts of a chunk of units came to, and room to think in.
#[derive(Clone, Default)]
pub(crate) struct Thoughts {
    effects: Vec<(UnitId, u32, Effect)>,
    shortlist: Shortlist,
    /// Whom the comrades of who thinks attack.
    aims: Vec<UnitId>,
}

impl Thoughts {
    /// Those of nobody in particular.
    fn junk(junk: &mut Junk) -> Thoughts {
        let effects = junk.some(|junk| (junk.id(), junk.below(40) as u32, Effect::Face(Angle(junk.number() as u16))));
        Thoughts { effects, shortlist: Shortlist::default(), aims: junk.some(Junk::id) }
    }
}

/// The columns that thinkers read, by row of the units.
#[derive(Clone, Copy)]
struct Columns<'w> {
    identity: &'w [Identity],
    agents: &'w [Agent],
    motions: &'w [Motion],
    arms: &'w [Arms],
    vitals: &'w [Vitals],
    statuses: &'w [Statuses],
}

/// Lets the minds think whose turn it is.
pub(super) fn run(world: &mut World) {
    if !world.parts.minds.exist() {
        return;
    }
    prepare(world);
    let mut recalls = std::mem::take(&mut world.parts.minds.recalls);
    let mut digests = std::mem::take(&mut world.parts.minds.digests);
    let mut thoughts = std::mem::take(&mut world.workspaces.minds.thoughts);
    thoughts.iter_mut().for_each(|chunk| chunk.effects.clear());
    think_all(world, &mut recalls, &mut digests, &mut thoughts);
    (world.parts.minds.recalls, world.parts.minds.digests) = (recalls, digests);
    let mut effects: Vec<(UnitId, u32, Effect)> = Vec::new();
    thoughts.iter_mut().for_each(|chunk| effects.append(&mut chunk.effects));
    world.workspaces.minds.thoughts = thoughts;
    // Of one unit they keep the order in which it thought of them.
    effects.sort_by_key(|(id, ..)| *id);
    settle(world, &effects);
}

/// Gathers what all thinkers of a tick read.
fn prepare(world: &mut World) {
    world.parts.minds.forget(world.parts.clock.tick);
    lines::draw(world);
    overview::gather(world);
}

fn think_all(world: &World, recalls: &mut [Recall], digests: &mut [u64], thoughts: &mut Vec<Thoughts>) {
    with_columns(world, |columns| think_by_turns(world, columns, recalls, digests, thoughts));
}

/// Lends the columns that thinkers read.
fn with_columns<R>(world: &World, read: impl FnOnce(Columns<'_>) -> R) -> R {
    let roster = &world.entities.units;
    let (identity, agents) = (world.column::<Identity>(roster), world.column::<Agent>(roster));
    let (motions, arms) = (world.column::<Motion>(roster), world.column::<Arms>(roster));
    let (vitals, statuses) = (world.column::<Vitals>(roster), world.column::<Statuses>(roster));
    read(Columns {
        identity: &identity[..],
        agents: &agents[..],
        motions: &motions[..],
        arms: &arms[..],
        vitals: &vitals[..],
        statuses: &statuses[..],
    })
}

fn think_by_turns(
    world: &World,
    columns: Columns<'_>,
    recalls: &mut [Recall],
    digests: &mut [u64],
    thoughts: &mut Vec<Thoughts>,
) {
    let turn = attention::turn(world, &columns, recalls);
    world.threads.by_chunks_into((recalls, digests), thoughts, |first, (recalls, digests), thoughts| {
        for (row, (recall, digest)) in (first..).zip(recalls.iter_mut().zip(digests)) {
            if turn.is_of(world, &columns, row, recall) {
                think(world, columns, row, recall, thoughts, &mut ());
                *digest = store::digest(columns.identity[row].id, recall);
            }
        }
    });
}

/// One thought of one unit; `trace` is told of its tree. None without a mind.
fn think(
    world: &World,
    columns: Columns<'_>,
    row: usize,
    recall: &mut Recall,
    thoughts: &mut Thoughts,
    trace: &mut impl TreeObserver,
) -> Option<Thought> {
    let identity = &columns.identity[row];
    let mind = store::mind_of(&world.scenario, identity.owner(), identity.kind);
    let mind = mind.zip(world.parts.minds.behaviours()).and_then(|(row, behaviours)| Mind::of(behaviours, row));
    let (mind, body) = mind.zip(world.workspaces.frame.bodies.get(row))?;
    let mind = mind.with(store::faculties_of(world, identity.owner()));
    let mut state = recall.mind;
    let mut thinker = Thinker::new(world, columns, row, body, recall, thoughts);
    thinker.come_to();
    let thought = mind.tick(&mut state, &mut thinker, trace);
    thinker.conclude(thought.verdict);
    recall.mind = state;
    Some(thought)
}

/// Lets effects take hold.
fn settle(world: &mut World, effects: &[(UnitId, u32, Effect)]) {
    for (id, row, effect) in effects {
        let at = *row as usize;
        match *effect {
            Effect::Stance(stance) => world.column_mut::<Agent>(&world.entities.units)[at].stance = stance,
            Effect::Face(heading) => world.column_mut::<Motion>(&world.entities.units)[at].heading = heading,
            Effect::Home => world.column_mut::<Agent>(&world.entities.units)[at].has_post = false,
            Effect::Cast(duty) => world.workspaces.minds.casts.push(duty),
            Effect::Help { .. } => {}
            Effect::Job => {
                let mut crowd = crate::job::Crowd::of(world);
                crate::job::seek(world, *id, &mut crowd);
            }
            Effect::Answered => crate::senses::answer(world, at),
            Effect::Disobeyed(goal) => {
                let at = world.workspaces.frame.bodies.get(at).map_or(Vec2::ZERO, |body| body.position);
                world.workspaces.events.push(Event::Disobeyed { id: *id, goal, at });
            }
        }
    }
    call_all(world, effects);
}

/// Whoever is called and has no target takes that of the caller. Which of several callers is heard does not depend on whose
/// they are.
fn call_all(world: &mut World, effects: &[(UnitId, u32, Effect)]) {
    let (seed, tick) = (world.parts.clock.seed, u64::from(world.parts.clock.tick));
    let mut calls: Vec<(u64, UnitId, UnitId, Vec2, Fx)> = Vec::new();
    for (id, _, effect) in effects {
        if let Effect::Help { target, at, radius } = *effect {
            calls.push((mix3(seed, tick, u64::from(id.0)), *id, target, at, radius));
        }
    }
    calls.sort_unstable();
    for (_, caller, target, at, radius) in calls {
        let mut heard = Vec::new();
        let bodies = &world.workspaces.frame.bodies;
        world.workspaces.frame.grid.for_each_within(at, radius, |row| {
            let friend = bodies.get(row).is_some_and(|body| body.id != caller && body.owner() == caller.owner());
            heard.extend(friend.then_some(row));
        });
        for row in heard {
            let id = world.workspaces.frame.bodies[row].id;
            world.parts.minds.call(row, id, target);
        }
    }
}
