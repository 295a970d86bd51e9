//! The economy manager: every worker at a node, the resources in the proportion that plans ask for, houses in time.

use sandtable_sim::component::{Stage, TaskKind};
use sandtable_sim::id::Handle;
use sandtable_sim::limits::MAX_RESOURCES;
use sandtable_sim::math::Vec2;
use sandtable_sim::order::Verb;
use sandtable_sim::view::OwnUnit;
use serde::{Deserialize, Serialize};

use super::construction;
use crate::desk::Desk;
use crate::roles::resource_of;
use crate::situation::{building_of, wide_square};

/// Cells from a drop-off within which a node is worked without a detour.
const NEAR_CELLS: i16 = 10;
/// Cells beyond which no worker is sent.
const FAR_CELLS: i16 = 40;

/// What the economy manager remembers.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Economy {
    /// By resource: what plans asked for lately, an exponential average.
    wanted: [u32; MAX_RESOURCES],
    /// By resource: how the controller stands.
    controllers: [Controller; MAX_RESOURCES],
}

/// A node that can be worked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pit {
    handle: Handle,
    position: Vec2,
    resource: usize,
    /// Equal nodes are chosen between by lot.
    lot: u64,
    /// Squared distance to the nearest drop-off, wide.
    apart: i64,
    /// Workers that still fit.
    room: i32,
}

/// Supply in good time: builds a house when what is left would be used up while one is built.
pub(crate) fn keep_supply(desk: &mut Desk<'_, '_>) {
    let Some(house) = desk.roles.house else { return };
    let (used, cap) = desk.view.supply();
    if cap >= desk.rules.supply_limit {
        return;
    }
    let given = u32::from(desk.rules.kind(house).supply_given);
    let situation = &*desk.situation;
    let coming: u32 = situation
        .buildings
        .iter()
        .filter(|it| it.stage != Stage::Complete)
        .map(|it| desk.rules.kind(it.kind).supply_given)
        .map(u32::from)
        .sum();
    let trains = |kind| !desk.rules.kind(kind).trains.is_empty();
    let makers = situation.buildings.iter().filter(|it| it.stage == Stage::Complete && trains(it.kind)).count() as u32;
    let margin = (2 + makers * 2).min(given * 2);
    if u32::from(used) + margin > u32::from(cap) + coming {
        let count = desk.situation.count_of(house).all() + 1;
        let _ = construction::have(desk, house, count);
    }
}

/// Puts idle workers to work, and moves some where more is wanted.
pub(crate) fn employ(desk: &mut Desk<'_, '_>, economy: &mut Economy) {
    let mut pits = pits(desk).to_vec();
    if pits.is_empty() {
        return;
    }
    let mut gatherers = [0u32; MAX_RESOURCES];
    let mut idle: Vec<u32> = Vec::new();
    let mut working: Vec<(u32, usize)> = Vec::new();
    for (row, unit) in desk.situation.worker_units() {
        if desk.situation.busy[row as usize] || unit.aboard != Handle::NONE || building_of(unit).is_some() {
            continue;
        }
        match gathered_from(unit, &pits) {
            Work::Node(pit) => {
                gatherers[pits[pit].resource] += 1;
                pits[pit].room -= 1;
                working.push((row, pit));
            }
            Work::Elsewhere(resource) => gatherers[resource] += 1,
            Work::None => idle.push(row),
        }
    }
    let total = gatherers.iter().sum::<u32>() + idle.len() as u32;
    let targets = economy.targets(desk, total, &pits);
    for row in idle {
        send_to_work(desk, row, &mut pits, &targets, &mut gatherers);
    }
    shift_one(desk, &working, &mut pits, &targets, &gatherers);
}

enum Work {
    /// A node of the list.
    Node(usize),
    /// A delivery or a node that is not listed.
    Elsewhere(usize),
    None,
}

fn gathered_from(unit: &OwnUnit, pits: &[Pit]) -> Work {
    match unit.acting {
        Some((TaskKind::Gather, node, _)) => match pits.binary_search_by_key(&node, |pit| pit.handle) {
            Ok(row) => Work::Node(row),
            Err(_) => Work::Elsewhere(unit.carries.map_or(0, |load| load.0.index())),
        },
        Some((TaskKind::Deliver, ..)) => Work::Elsewhere(unit.carries.map_or(0, |load| load.0.index())),
        Some(_) => Work::None,
        None => Work::None,
    }
}

/// The nodes with a drop-off in reach, by handle, before anybody was sent to them in this decision.
fn pits<'d>(desk: &'d Desk<'_, '_>) -> &'d [Pit] {
    desk.situation.pits.get_or_init(|| find_pits(desk))
}

fn find_pits(desk: &Desk<'_, '_>) -> Vec<Pit> {
    let situation = &*desk.situation;
    let takes =
        |it: &&sandtable_sim::view::OwnBuilding| it.stage == Stage::Complete && desk.rules.kind(it.kind).drop_off != 0;
    let drop_offs: Vec<(Vec2, u8)> =
        situation.buildings.iter().filter(takes).map(|it| (it.position, desk.rules.kind(it.kind).drop_off)).collect();
    let pit = |node: &sandtable_sim::view::KnownNode| {
        let resource = resource_of(desk.rules, node.kind)?.index();
        let fitting = drop_offs.iter().filter(|(_, takes)| takes & (1 << resource) != 0);
        let apart = fitting.map(|(place, _)| place.distance_squared_wide(node.position)).min()?;
        let room = desk.rules.kind(node.kind).stock.as_ref().map_or(0, |stock| i32::from(stock.workers));
        let fits = apart <= wide_square(FAR_CELLS) && node.amount > 0;
        let (position, lot) = (node.position, situation.lot_of(node.position));
        fits.then_some(Pit { handle: node.handle, position, resource, lot, apart, room })
    };
    situation.nodes.iter().filter_map(pit).collect()
}

impl Economy {
    /// Workers wanted at each resource, adding up to `total`: in proportion to what plans ask for beyond the stock.
    fn targets(&mut self, desk: &Desk<'_, '_>, total: u32, pits: &[Pit]) -> [u32; MAX_RESOURCES] {
        let stock = desk.view.resources();
        let count = desk.rules.resources.len();
        let mut weights = [0u32; MAX_RESOURCES];
        for row in 0..count {
            // In sixteenths, a sixteenth of the new and fifteen of the old: about the last quarter of a minute.
            self.wanted[row] = self.wanted[row] - self.wanted[row] / 16 + desk.ledger.demand()[row].min(10_000);
            let lately = self.wanted[row] / 16;
            let short = (lately * 2).saturating_sub(stock[row]);
            let reachable = pits.iter().any(|pit| pit.resource == row);
            let pull = match desk.systems.pid {
                true => self.controllers[row].pull(i64::from(lately * 2) - i64::from(stock[row])),
                false => short + lately / 8,
            };
            weights[row] = if reachable { pull + 1 } else { 0 };
        }
        share_out(total, &weights)
    }
}

/// A PID controller of one resource: how strongly workers are wanted, from how much is missing, how long it has been, and how fast
/// it changes.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct Controller {
    /// The sum of what was missing, held to [`MAX_SUM`] either way.
    sum: i64,
    /// What was missing at the last look.
    last: i64,
}

/// A sum that is held to this does not wind up.
const MAX_SUM: i64 = 20_000;

impl Controller {
    /// The pull for `missing` resources; never below 0. Gains: 1, 1/16 a look, 2 looks.
    fn pull(&mut self, missing: i64) -> u32 {
        let missing = missing.clamp(-10_000, 10_000);
        self.sum = (self.sum + missing).clamp(-MAX_SUM, MAX_SUM);
        let trend = missing - self.last;
        self.last = missing;
        (missing + self.sum / 16 + 2 * trend).max(0) as u32
    }
}

/// Splits `total` in proportion to the weights; what rounding leaves goes to the heaviest.
fn share_out(total: u32, weights: &[u32; MAX_RESOURCES]) -> [u32; MAX_RESOURCES] {
    let sum: u64 = weights.iter().map(|weight| u64::from(*weight)).sum();
    let mut shares = [0; MAX_RESOURCES];
    if sum == 0 {
        return shares;
    }
    for (share, weight) in shares.iter_mut().zip(weights) {
        *share = (u64::from(total) * u64::from(*weight) / sum) as u32;
    }
    let heaviest = (0..MAX_RESOURCES).max_by_key(|row| weights[*row]).unwrap_or(0);
    shares[heaviest] += total - shares.iter().sum::<u32>();
    shares
}

fn send_to_work(
    desk: &mut Desk<'_, '_>,
    row: u32,
    pits: &mut [Pit],
    targets: &[u32; MAX_RESOURCES],
    gatherers: &mut [u32; MAX_RESOURCES],
) {
    let lack = |resource: usize| i64::from(targets[resource]) - i64::from(gatherers[resource]);
    let mut resources: [usize; MAX_RESOURCES] = std::array::from_fn(|row| row);
    resources.sort_by_key(|resource| -lack(*resource));
    let from = desk.situation.units[row as usize].position;
    let Some(pit) = resources.iter().find_map(|resource| best_pit(pits, *resource, from)) else { return };
    pits[pit].room -= 1;
    gatherers[pits[pit].resource] += 1;
    desk.employ(row, Verb::Gather(pits[pit].handle));
}

/// The node of a resource with room: near a drop-off before far from one, then near to the worker.
fn best_pit(pits: &[Pit], resource: usize, from: Vec2) -> Option<usize> {
    let open = (0..pits.len()).filter(|row| pits[*row].resource == resource && pits[*row].room > 0);
    open.min_by_key(|row| {
        let pit = &pits[*row];
        let beyond = (pit.apart - wide_square(NEAR_CELLS)).max(0);
        (beyond, pit.position.distance_squared_wide(from) / 4 + pit.apart, pit.lot)
    })
}

/// Moves one worker from the resource with most too many to the one with most too few, when both are off by two.
fn shift_one(
    desk: &mut Desk<'_, '_>,
    working: &[(u32, usize)],
    pits: &mut [Pit],
    targets: &[u32; MAX_RESOURCES],
    gatherers: &[u32; MAX_RESOURCES],
) {
    let over = |row: usize| i64::from(gatherers[row]) - i64::from(targets[row]);
    let Some(most) = (0..MAX_RESOURCES).max_by_key(|row| over(*row)) else { return };
    let Some(least) = (0..MAX_RESOURCES).min_by_key(|row| over(*row)) else { return };
    if over(most) < 2 || over(least) > -2 {
        return;
    }
    // One that carries nothing loses nothing.
    let loose =
        |row: &u32| !desk.situation.busy[*row as usize] && desk.situation.units[*row as usize].carries.is_none();
    let mover = working.iter().find(|(row, pit)| pits[*pit].resource == most && loose(row)).map(|entry| entry.0);
    let Some(row) = mover else { return };
    let from = desk.situation.units[row as usize].position;
    if let Some(pit) = best_pit(pits, least, from) {
        desk.employ(row, Verb::Gather(pits[pit].handle));
    }
}

/// Workers that nodes near the bases have room for.
pub(crate) fn places_near(desk: &Desk<'_, '_>) -> u16 {
    let near = pits(desk).iter().filter(|pit| pit.apart <= wide_square(NEAR_CELLS + 3));
    near.map(|pit| pit.room.max(0) as u32).sum::<u32>().min(u32::from(u16::MAX)) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_controller_pulls_harder_the_longer_and_lets_go() {
        let mut controller = Controller::default();
        let pulls: Vec<u32> = (0..6).map(|_| controller.pull(160)).collect();
        assert_eq!(pulls, [490, 180, 190, 200, 210, 220]);
        (0..1_000).for_each(|_| _ = controller.pull(9_000));
        assert_eq!(controller.sum, MAX_SUM);
        assert_eq!(controller.pull(-9_000), 0);
    }

    #[test]
    fn shares_add_up_and_follow_the_weights() {
        for (total, weights, shares) in [
            (10, [1, 1, 0, 0], [5, 5, 0, 0]),
            (11, [3, 1, 0, 0], [9, 2, 0, 0]),
            (7, [0, 0, 0, 0], [0, 0, 0, 0]),
            (0, [5, 5, 5, 5], [0, 0, 0, 0]),
        ] {
            assert_eq!(share_out(total, &weights), shares);
        }
    }
}
