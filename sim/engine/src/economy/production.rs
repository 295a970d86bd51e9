//! Production queues: training and research.

use super::treasury::refund;
use super::{recount_supply_of, with_works};
use crate::component::{Identity, Job, Product, Site, Stage, Task, TaskKind, Vitals, Works};
use crate::event::Event;
use crate::order::{March, Queueing, Rejection};
use crate::tasks::{Errand, give};
use crate::world::World;
use sandtable_model::map::Cell;
use sandtable_model::rules::derive_stats;
use sandtable_state::id::{KindId, PlayerId, TechId, UnitId};
use sandtable_state::limits::MAX_PRODUCTION;

/// Pays for a unit or technology and queues it in the building in `row`.
///
/// # Errors
/// [`Rejection::QueueFull`] or [`Rejection::CannotAfford`]; nothing is changed then.
pub(crate) fn enqueue(world: &mut World, owner: PlayerId, row: u32, job: Job) -> Result<(), Rejection> {
    if world.column::<Works>(&world.entities.buildings)[row as usize].queued as usize >= MAX_PRODUCTION {
        return Err(Rejection::QueueFull);
    }
    let cost = job_cost(world, job);
    if !super::pay(world, owner, &cost) {
        return Err(Rejection::CannotAfford);
    }
    with_works(world, row, |works| {
        works.queue[works.queued as usize] = job;
        works.queued += 1;
    });
    if let Some(tech) = job.tech() {
        world.parts.players[owner.index()].researching |= 1 << tech.0;
    }
    recount_supply_of(world, owner);
    Ok(())
}

fn job_cost(world: &World, job: Job) -> sandtable_model::rules::Cost {
    match job.product {
        Product::Unit => world.kind(KindId(job.row)).cost,
        Product::Tech => world.rules().tech(TechId(job.row)).cost,
    }
}

/// Cancels an entry of the queue of the building in `row`, with a refund; false when there is no such entry.
pub(crate) fn cancel_job(world: &mut World, id: UnitId, row: u32, entry: u8) -> bool {
    let Some(job) = with_works(world, row, |works| take_entry(works, entry)) else { return false };
    let cost = job_cost(world, job);
    refund(world, id.owner(), &cost);
    if let Some(tech) = job.tech() {
        world.parts.players[id.owner().index()].researching &= !(1 << tech.0);
    }
    recount_supply_of(world, id.owner());
    world.workspaces.events.push(Event::Cancelled { id });
    true
}

fn take_entry(works: &mut Works, entry: u8) -> Option<Job> {
    let at = entry as usize;
    if entry >= works.queued {
        return None;
    }
    let job = works.queue[at];
    works.queue.copy_within(at + 1.., at);
    works.queue[MAX_PRODUCTION - 1] = Job::default();
    works.queued -= 1;
    if at == 0 {
        works.progress = 0;
    }
    Some(job)
}

/// What a fallen building had queued is lost; its technologies can be started elsewhere.
pub(super) fn drop_queue(world: &mut World, row: u32) {
    let works = world.column::<Works>(&world.entities.buildings)[row as usize];
    let owner = world.column::<Identity>(&world.entities.buildings)[row as usize].owner();
    for tech in works.queue[..works.queued as usize].iter().filter_map(Job::tech) {
        world.parts.players[owner.index()].researching &= !(1 << tech.0);
    }
}

/// One tick of every production queue.
pub(super) fn run(world: &mut World) {
    for row in work_on(world) {
        complete(world, row);
    }
}

/// Works on the first entry of every complete building's queue; returns the rows of those whose work is done, in the order of ids.
fn work_on(world: &World) -> Vec<u32> {
    let roster = &world.entities.buildings;
    let (mut works, site) = (world.column_mut::<Works>(roster), world.column::<Site>(roster));
    let mut done = Vec::new();
    for row in roster.rows() {
        let works = &mut works[*row as usize];
        if works.queued == 0 || site[*row as usize].stage != Stage::Complete {
            continue;
        }
        if works.progress < make_ticks(world, works.queue[0]) {
            works.progress += 1;
        } else {
            done.push(*row);
        }
    }
    done
}

fn make_ticks(world: &World, job: Job) -> u32 {
    match job.product {
        Product::Unit => world.kind(KindId(job.row)).make_ticks,
        Product::Tech => world.rules().tech(TechId(job.row)).make_ticks,
    }
}

/// Hands out what the building in `row` has made.
fn complete(world: &mut World, row: u32) {
    let identity = world.column::<Identity>(&world.entities.buildings)[row as usize];
    let job = world.column::<Works>(&world.entities.buildings)[row as usize].queue[0];
    let done = match job.product {
        Product::Unit => deliver_unit(world, identity.id, row, KindId(job.row)),
        Product::Tech => {
            finish_tech(world, identity.owner(), TechId(job.row));
            true
        }
    };
    if done {
        with_works(world, row, |works| take_entry(works, 0));
        recount_supply_of(world, identity.owner());
    }
}

/// Puts a trained unit beside its building, towards the rally point, and sends it there. False when there is
/// no room (it is tried again).
fn deliver_unit(world: &mut World, building: UnitId, row: u32, kind: KindId) -> bool {
    let owner = building.owner();
    let Some(cell) = exit_cell(world, building, row, kind) else { return false };
    let Some(id) = world.spawn_unit(kind, owner, cell.centre()) else { return false };
    world.parts.players[owner.index()].totals.units_made += 1;
    world.workspaces.events.push(Event::Born { id, kind });
    let works = world.column::<Works>(&world.entities.buildings)[row as usize];
    if works.rallies {
        send_to_rally(world, id, works);
    }
    true
}

/// The free cell around the building nearest to the rally point, or to the middle of the map: a rule that a
/// rotation of the map carries along.
fn exit_cell(world: &World, building: UnitId, row: u32, kind: KindId) -> Option<Cell> {
    let works = world.column::<Works>(&world.entities.buildings)[row as usize];
    let rect = world.rect_of(building)?;
    let class = world.kind(kind).body.as_ref()?.locomotion;
    let team = world.team(building.owner())?;
    let towards = if works.rallies { works.rally } else { world.scenario.map.bounds().centre() };
    let middle = rect.centre();
    let key = |cell: &Cell| {
        let centre = cell.centre();
        (centre.distance_squared_wide(towards), centre.distance_squared_wide(middle), *cell)
    };
    let taken = |cell: Cell| {
        world.workspaces.frame.bodies[..world.workspaces.frame.units].iter().any(|body| Cell::at(body.position) == cell)
    };
    let ring = |margin: i16| {
        let free = rect.grown(margin).cells().filter(move |cell| !rect.grown(margin - 1).contains(*cell));
        free.filter(move |cell| world.derived.ground.passable(*cell, class, team))
    };
    let open = (1..=3).find_map(|margin| ring(margin).filter(|cell| !taken(*cell)).min_by_key(key));
    open.or_else(|| (1..=3).find_map(|margin| ring(margin).min_by_key(key)))
}

/// Sends a fresh unit where its building's rally points; at a bare point it gets a place of its own beside those who are there.
fn send_to_rally(world: &mut World, id: UnitId, works: Works) {
    let Some(place) = world.place(id) else { return };
    let kind = world.column::<Identity>(&world.entities.units)[place.row as usize].kind;
    let gathers = world.kind(kind).worker.is_some() && world.last_resource(works.rally_target).is_some();
    let errand = if gathers {
        Errand::work(Task { kind: TaskKind::Gather, target: works.rally_target, ..Task::default() })
    } else {
        Errand::walk(Task { kind: TaskKind::Goto, point: works.rally, other: works.rally, ..Task::default() })
    };
    // A fresh unit's queues are empty, so the errand always fits.
    let _ = give(&world.base(), place.row, errand, Queueing::Replace, 0);
    if !gathers {
        world.workspaces.orders.marches.push(March { player: id.owner(), point: works.rally, id, kept: None });
    }
}

/// Notes a finished technology and lifts what lives by what it adds to full hit points.
fn finish_tech(world: &mut World, player: PlayerId, tech: TechId) {
    let state = &mut world.parts.players[player.index()];
    state.researched |= 1 << tech.0;
    state.researching &= !(1 << tech.0);
    let researched = state.researched;
    let fresh = derive_stats(world.rules(), researched);
    let old = std::mem::replace(&mut world.derived.stats[player.index()], fresh);
    let fresh = &world.derived.stats[player.index()];
    for roster in [&world.entities.units, &world.entities.buildings] {
        let identity = world.column::<Identity>(roster);
        let mut vitals = world.column_mut::<Vitals>(roster);
        for (_, row) in roster.of(player) {
            let kind = identity[row].kind.index();
            let gain = fresh[kind].max_hp - old[kind].max_hp;
            vitals[row].hp = (vitals[row].hp + gain).max(sandtable_math::Fx::EPSILON);
        }
    }
    world.workspaces.events.push(Event::Researched { player, tech });
}
