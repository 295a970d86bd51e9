//! The production manager: keeps training buildings at work on what plans ask for.

use sandtable_sim::component::Stage;
use sandtable_sim::id::{KindId, TechId};
use sandtable_sim::order::Verb;

use crate::desk::Desk;
use crate::plan::{Mix, Status};

/// Units started in one decision by one step.
const MAX_STARTS: u8 = 8;

/// Has this many workers, those in training counted, or a few more than the nodes have room for when that is less.
pub(crate) fn workers(desk: &mut Desk<'_, '_>, count: u16) -> Status {
    let room = super::economy::places_near(desk).max(4) + 3;
    match desk.roles.worker {
        Some(worker) => have(desk, worker, count.min(room)),
        None => Status::Done,
    }
}

/// Has this many units of a kind.
pub(crate) fn have(desk: &mut Desk<'_, '_>, kind: KindId, count: u16) -> Status {
    let owned = desk.situation.count_of(kind);
    if owned.all() < count && !train(desk, kind) {
        // Units come one by one: what was asked for later need not wait for a busy building.
        return Status::Running;
    }
    if owned.whole >= count { Status::Done } else { Status::Running }
}

/// Has this many soldiers in the shares of `mix`; trains on beyond that.
pub(crate) fn army(desk: &mut Desk<'_, '_>, mix: &Mix, size: u16) -> Status {
    for _ in 0..MAX_STARTS {
        if !train_from(desk, mix) {
            break;
        }
    }
    if desk.situation.soldiers.len() >= usize::from(size) { Status::Done } else { Status::Running }
}

/// Has this many soldiers, new ones in the shares of `mix`.
pub(crate) fn raise(desk: &mut Desk<'_, '_>, mix: &Mix, size: u16) -> Status {
    let coming: u16 = mix.iter().map(|(kind, _)| desk.situation.count_of(*kind).coming).sum();
    let owned = desk.situation.soldiers.len() as u16;
    for _ in owned + coming..size.min(owned + coming + u16::from(MAX_STARTS)) {
        if !train_from(desk, mix) {
            break;
        }
    }
    if owned >= size { Status::Done } else { Status::Waiting }
}

/// Knows a technology.
pub(crate) fn know(desk: &mut Desk<'_, '_>, tech: TechId) -> Status {
    if desk.view.has_tech(tech) {
        return Status::Done;
    }
    if desk.view.is_researching(tech) {
        return Status::Running;
    }
    let row = desk.rules.tech(tech);
    if !desk.view.meets(&row.needs) {
        return Status::Waiting;
    }
    let labs = &desk.roles.labs[tech.index()];
    let Some(lab) = open_building(desk, labs) else { return Status::Waiting };
    if !desk.ledger.spend(&row.cost) {
        desk.ledger.save(&row.cost);
        return Status::Waiting;
    }
    let handle = desk.situation.buildings[lab as usize].handle;
    desk.situation.given[lab as usize] += 1;
    desk.order(handle, Verb::Research(tech));
    Status::Running
}

/// Trains the kind of the mix that lags behind its share most and can be trained; false when none can.
fn train_from(desk: &mut Desk<'_, '_>, mix: &Mix) -> bool {
    let lag = |(row, (kind, share)): (usize, &(KindId, u16))| {
        let count = desk.situation.count_of(*kind).all() + desk.situation.started[kind.index()];
        (u32::from(count) * 1024 / u32::from((*share).max(1)), row)
    };
    let mut order: [u8; 16] = std::array::from_fn(|row| row as u8);
    let count = mix.len().min(order.len());
    order[..count].sort_unstable_by_key(|row| lag((*row as usize, &mix[*row as usize])));
    order[..count].iter().any(|row| train(desk, mix[*row as usize].0))
}

/// Queues one unit in an open building, or saves for it when only the money is missing.
fn train(desk: &mut Desk<'_, '_>, kind: KindId) -> bool {
    let row = desk.rules.kind(kind);
    let makers = &desk.roles.makers[kind.index()];
    if !desk.view.meets(&row.needs) {
        return false;
    }
    let Some(maker) = open_building(desk, makers) else { return false };
    if !desk.ledger.covers(&row.cost) {
        desk.ledger.save(&row.cost);
        return false;
    }
    if !desk.ledger.house(row.supply_cost) {
        return false;
    }
    desk.ledger.spend(&row.cost);
    let handle = desk.situation.buildings[maker as usize].handle;
    desk.situation.given[maker as usize] += 1;
    desk.situation.started[kind.index()] += 1;
    desk.order(handle, Verb::Train(kind));
    true
}

/// The complete building of these kinds with the least to do and room for more, as a row.
fn open_building(desk: &Desk<'_, '_>, kinds: &[KindId]) -> Option<u32> {
    let situation = &*desk.situation;
    let load = |row: &u32| {
        let building = &situation.buildings[*row as usize];
        // The last fifth of a job counts as done, so that the next one stands ready.
        let queued = building.queue.len() as u8 - u8::from(!building.queue.is_empty() && building.made_percent >= 80);
        queued + situation.given[*row as usize]
    };
    let fits = |row: &u32| {
        let building = &situation.buildings[*row as usize];
        building.stage == Stage::Complete && kinds.contains(&building.kind) && load(row) == 0
    };
    (0..situation.buildings.len() as u32).find(fits)
}

/// Whether every complete building that trains the kind is at work (and there is one).
pub(crate) fn all_busy(desk: &Desk<'_, '_>, kinds: &[KindId]) -> bool {
    open_building(desk, kinds).is_none()
}
