//! Production queues: training and research.

use super::bank::refund;
use super::gather::last_resource;
use super::{recount_supply_of, with_production};
use crate::component::{
    AgentTask, ConstructionStage, Footprint, Health, Identity, Production, ProductionEntry, ProductionItem, TaskKind,
};
use crate::entities::Entities;
use crate::event::{Event, Rejection};
use crate::group_places::MoveRequest;
use crate::spawn::LifecycleContext;
use crate::state::Player;
use crate::tasks::{Queueing, TaskAssignment, enqueue_tasks};
use sandtable_model::map::Cell;
use sandtable_model::rules::derive_stats;
use sandtable_state::id::{KindId, PlayerId, TechId, UnitId};
use sandtable_state::limits::MAX_PRODUCTION;

/// Pays for a unit or technology and queues it in the building in `row`.
///
/// # Errors
/// [`Rejection::QueueFull`] or [`Rejection::CannotAfford`]; nothing is changed then.
pub(crate) fn enqueue(
    life: &mut LifecycleContext<'_>,
    owner: PlayerId,
    row: u32,
    job: ProductionEntry,
) -> Result<(), Rejection> {
    if life.entities.column::<Production>(&life.entities.buildings)[row as usize].queued as usize >= MAX_PRODUCTION {
        return Err(Rejection::QueueFull);
    }
    let cost = job_cost(life, job);
    if !super::pay(life.players, owner, &cost) {
        return Err(Rejection::CannotAfford);
    }
    with_production(life.entities, row, |production| {
        production.queue[production.queued as usize] = job;
        production.queued += 1;
    });
    if let Some(tech) = job.tech() {
        life.players[owner.index()].researching |= 1 << tech.0;
    }
    recount_supply_of(life, owner);
    Ok(())
}

fn job_cost(life: &LifecycleContext<'_>, job: ProductionEntry) -> sandtable_model::rules::Cost {
    match job.product {
        ProductionItem::Unit => life.kind(KindId(job.row)).cost,
        ProductionItem::Tech => life.rules().tech(TechId(job.row)).cost,
    }
}

/// Cancels an entry of the queue of the building in `row`, with a refund; false when there is no such entry.
pub(crate) fn cancel_job(life: &mut LifecycleContext<'_>, id: UnitId, row: u32, entry: u8) -> bool {
    let Some(job) = with_production(life.entities, row, |production| take_entry(production, entry)) else {
        return false;
    };
    let cost = job_cost(life, job);
    refund(life, id.owner(), &cost);
    if let Some(tech) = job.tech() {
        life.players[id.owner().index()].researching &= !(1 << tech.0);
    }
    recount_supply_of(life, id.owner());
    life.events.push(Event::Cancelled { id });
    true
}

fn take_entry(production: &mut Production, entry: u8) -> Option<ProductionEntry> {
    let at = entry as usize;
    if entry >= production.queued {
        return None;
    }
    let job = production.queue[at];
    production.queue.copy_within(at + 1.., at);
    production.queue[MAX_PRODUCTION - 1] = ProductionEntry::default();
    production.queued -= 1;
    if at == 0 {
        production.progress = 0;
    }
    Some(job)
}

/// What a fallen building had queued is lost; its technologies can be started elsewhere.
pub(super) fn drop_queue(entities: &Entities, players: &mut [Player], row: u32) {
    let production = entities.column::<Production>(&entities.buildings)[row as usize];
    let owner = entities.column::<Identity>(&entities.buildings)[row as usize].owner();
    for tech in production.queue[..production.queued as usize].iter().filter_map(ProductionEntry::tech) {
        players[owner.index()].researching &= !(1 << tech.0);
    }
}

/// One tick of every production queue.
pub(super) fn run(life: &mut LifecycleContext<'_>, move_requests: &mut Vec<MoveRequest>) {
    for row in work_on(life) {
        complete(life, move_requests, row);
    }
}

/// Works on the first entry of every complete building's queue; returns the rows of those whose work is done, in the order of ids.
fn work_on(life: &LifecycleContext<'_>) -> Vec<u32> {
    let roster = &life.entities.buildings;
    let mut production = life.entities.column_mut::<Production>(roster);
    let mut done = Vec::new();
    if production.iter().all(|production| production.queued == 0) {
        return done;
    }
    let footprint = life.entities.column::<Footprint>(roster);
    for row in roster.rows() {
        let production = &mut production[*row as usize];
        if production.queued == 0 || footprint[*row as usize].stage != ConstructionStage::Complete {
            continue;
        }
        if production.progress < make_ticks(life, production.queue[0]) {
            production.progress += 1;
        } else {
            done.push(*row);
        }
    }
    done
}

fn make_ticks(life: &LifecycleContext<'_>, job: ProductionEntry) -> u32 {
    match job.product {
        ProductionItem::Unit => life.kind(KindId(job.row)).make_ticks,
        ProductionItem::Tech => life.rules().tech(TechId(job.row)).make_ticks,
    }
}

/// Hands out what the building in `row` has made.
fn complete(life: &mut LifecycleContext<'_>, move_requests: &mut Vec<MoveRequest>, row: u32) {
    let identity = life.entities.column::<Identity>(&life.entities.buildings)[row as usize];
    let job = life.entities.column::<Production>(&life.entities.buildings)[row as usize].queue[0];
    let done = match job.product {
        ProductionItem::Unit => deliver_unit(life, move_requests, identity.id, row, KindId(job.row)),
        ProductionItem::Tech => {
            finish_tech(life, identity.owner(), TechId(job.row));
            true
        }
    };
    if done {
        with_production(life.entities, row, |production| take_entry(production, 0));
        recount_supply_of(life, identity.owner());
    }
}

/// Puts a trained unit beside its building, towards the rally point, and sends it there. False when there is
/// no room (it is tried again).
fn deliver_unit(
    life: &mut LifecycleContext<'_>,
    move_requests: &mut Vec<MoveRequest>,
    building: UnitId,
    row: u32,
    kind: KindId,
) -> bool {
    let owner = building.owner();
    let Some(cell) = exit_cell(life, building, row, kind) else { return false };
    let Some(id) = life.spawn_unit(kind, owner, cell.centre()) else { return false };
    life.players[owner.index()].totals.units_made += 1;
    life.events.push(Event::Born { id, kind });
    let production = life.entities.column::<Production>(&life.entities.buildings)[row as usize];
    if production.rallies {
        send_to_rally(life, move_requests, id, production);
    }
    true
}

/// The free cell around the building nearest to the rally point, or to the middle of the map: a rule that a
/// rotation of the map carries along.
fn exit_cell(life: &LifecycleContext<'_>, building: UnitId, row: u32, kind: KindId) -> Option<Cell> {
    let production = life.entities.column::<Production>(&life.entities.buildings)[row as usize];
    let rect = life.entities.rect_of(building)?;
    let class = life.kind(kind).body.as_ref()?.locomotion;
    let team = life.base().team(building.owner())?;
    let towards = if production.rallies { production.rally } else { life.scenario.map.bounds().centre() };
    let middle = rect.centre();
    let key = |cell: &Cell| {
        let centre = cell.centre();
        (centre.distance_squared_wide(towards), centre.distance_squared_wide(middle), *cell)
    };
    let taken = |cell: Cell| life.frame.bodies[..life.frame.units].iter().any(|body| Cell::at(body.position) == cell);
    let ring = |margin: i16| {
        let free = rect.grown(margin).cells().filter(move |cell| !rect.grown(margin - 1).contains(*cell));
        free.filter(move |cell| life.ground.passable(*cell, class, team))
    };
    let open = (1..=3).find_map(|margin| ring(margin).filter(|cell| !taken(*cell)).min_by_key(key));
    open.or_else(|| (1..=3).find_map(|margin| ring(margin).min_by_key(key)))
}

/// Sends a fresh unit where its building's rally points; at a bare point it gets a place of its own beside those who are there.
fn send_to_rally(
    life: &mut LifecycleContext<'_>,
    move_requests: &mut Vec<MoveRequest>,
    id: UnitId,
    production: Production,
) {
    let Some(place) = life.entities.place(id) else { return };
    let kind = life.entities.column::<Identity>(&life.entities.units)[place.row as usize].kind;
    let gathers = life.kind(kind).worker.is_some() && last_resource(life.scenario, production.rally_target).is_some();
    let assignment = if gathers {
        TaskAssignment::work(AgentTask {
            kind: TaskKind::Gather,
            target: production.rally_target,
            ..AgentTask::default()
        })
    } else {
        TaskAssignment::walk(AgentTask {
            kind: TaskKind::Goto,
            point: production.rally,
            other: production.rally,
            ..AgentTask::default()
        })
    };
    // A fresh unit's queues are empty, so the assignment always fits.
    let _ = enqueue_tasks(&life.base(), place.row, assignment, Queueing::Replace, 0);
    if !gathers {
        move_requests.push(MoveRequest { player: id.owner(), point: production.rally, id, kept: None });
    }
}

/// Notes a finished technology and lifts what lives by what it adds to full hit points.
fn finish_tech(life: &mut LifecycleContext<'_>, player: PlayerId, tech: TechId) {
    let state = &mut life.players[player.index()];
    state.researched |= 1 << tech.0;
    state.researching &= !(1 << tech.0);
    let researched = state.researched;
    let fresh = derive_stats(life.rules(), researched);
    let old = std::mem::replace(&mut life.stats[player.index()], fresh);
    let fresh = &life.stats[player.index()];
    for roster in [&life.entities.units, &life.entities.buildings] {
        let identity = life.entities.column::<Identity>(roster);
        let mut health = life.entities.column_mut::<Health>(roster);
        for (_, row) in roster.of(player) {
            let kind = identity[row].kind.index();
            let gain = fresh[kind].max_hp - old[kind].max_hp;
            health[row].hp = (health[row].hp + gain).max(sandtable_math::Fx::EPSILON);
        }
    }
    life.events.push(Event::Researched { player, tech });
}
