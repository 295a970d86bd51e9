//! The economy manager: every worker at a node, the resources in the proportion that plans ask for, houses in time.

use sandtable_math::Vec2;
use sandtable_model::OrderKind;
use sandtable_sim::component::TaskKind;
use sandtable_sim::view::OwnUnit;
use sandtable_state::Arrange;
use sandtable_state::id::Handle;
use sandtable_state::limits::MAX_RESOURCES;
use serde::{Deserialize, Serialize};

use super::tuning::{DEMAND_LOOKS, MAX_DEMAND, MAX_PID_SUM};
use crate::context::DecisionContext;
use crate::perception::{NEAR_DROP_OFF_CELLS, WorkableNode, building_of, wide_square};
use crate::systems::ManagerFeature;

/// What the economy manager remembers.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct EconomyState {
    /// By resource: what plans asked for lately, an exponential average.
    wanted: [u32; MAX_RESOURCES],
    /// By resource: how the controller stands.
    controllers: [PidController; MAX_RESOURCES],
}

/// Puts idle workers to work, and moves some where more is wanted.
pub(crate) fn employ(ctx: &mut DecisionContext<'_, '_>, economy: &mut EconomyState) {
    let mut nodes = ctx.situation.workable_nodes(ctx.view, ctx.roles).to_vec();
    if nodes.is_empty() {
        return;
    }
    let mut gatherers = [0u32; MAX_RESOURCES];
    let mut idle: Vec<u32> = Vec::new();
    let mut working: Vec<(u32, usize)> = Vec::new();
    for (row, unit) in ctx.situation.worker_units() {
        if ctx.situation.busy[row as usize] || unit.aboard != Handle::NONE || building_of(unit).is_some() {
            continue;
        }
        match gathered_from(unit, &nodes) {
            // Who waits its turn where there are enough loses nothing by going elsewhere.
            WorkerTask::Node(node) if nodes[node].room <= 0 && unit.carries.is_none() => idle.push(row),
            WorkerTask::Node(node) => {
                gatherers[nodes[node].resource] += 1;
                nodes[node].room -= 1;
                working.push((row, node));
            }
            WorkerTask::Elsewhere(resource) => gatherers[resource] += 1,
            WorkerTask::None => idle.push(row),
        }
    }
    let total = gatherers.iter().sum::<u32>() + idle.len() as u32;
    let targets = economy.targets(ctx, total, &nodes);
    for row in idle {
        send_to_work(ctx, row, &mut nodes, &targets, &mut gatherers);
    }
    shift_one(ctx, &working, &mut nodes, &targets, &gatherers);
}

enum WorkerTask {
    /// A node of the list.
    Node(usize),
    /// A delivery or a node that is not listed.
    Elsewhere(usize),
    None,
}

fn gathered_from(unit: &OwnUnit, nodes: &[WorkableNode]) -> WorkerTask {
    match unit.acting {
        Some((TaskKind::Gather, node, _)) => match nodes.binary_search_by_key(&node, |node| node.handle) {
            Ok(row) => WorkerTask::Node(row),
            Err(_) => WorkerTask::Elsewhere(unit.carries.map_or(0, |load| load.0.index())),
        },
        Some((TaskKind::Deliver, ..)) => WorkerTask::Elsewhere(unit.carries.map_or(0, |load| load.0.index())),
        Some(_) => WorkerTask::None,
        None => WorkerTask::None,
    }
}

impl EconomyState {
    /// Workers wanted at each resource, adding up to `total`: in proportion to what plans ask for beyond the stock.
    fn targets(&mut self, ctx: &DecisionContext<'_, '_>, total: u32, nodes: &[WorkableNode]) -> [u32; MAX_RESOURCES] {
        let stock = ctx.view.resources();
        let count = ctx.rules.resources.len();
        let mut weights = [0u32; MAX_RESOURCES];
        for row in 0..count {
            // In sixteenths, a sixteenth of the new and fifteen of the old: about the last quarter of a minute.
            self.wanted[row] =
                self.wanted[row] - self.wanted[row] / DEMAND_LOOKS + ctx.budget.demand()[row].min(MAX_DEMAND);
            let lately = self.wanted[row] / DEMAND_LOOKS;
            let short = (lately * 2).saturating_sub(stock[row]);
            let reachable = nodes.iter().any(|node| node.resource == row);
            let pull = match ctx.features.has(ManagerFeature::Pid) {
                true => self.controllers[row].pull(i64::from(lately * 2) - i64::from(stock[row])),
                false => short + lately / 8,
            };
            weights[row] = if reachable { pull + 1 } else { 0 };
        }
        let asked = split_weights(ctx, &weights);
        share_out(total, asked.as_ref().unwrap_or(&weights))
    }
}

/// The shares that a goal asks for, of the resources that can be gathered; none when none asks, or none of them can be.
fn split_weights(ctx: &DecisionContext<'_, '_>, reachable: &[u32; MAX_RESOURCES]) -> Option<[u32; MAX_RESOURCES]> {
    let mut weights = [0; MAX_RESOURCES];
    for (resource, share) in ctx.split.iter().filter(|(resource, _)| reachable[resource.index()] > 0) {
        weights[resource.index()] = u32::from(*share);
    }
    weights.iter().any(|weight| *weight > 0).then_some(weights)
}

/// A PID controller of one resource: how strongly workers are wanted, from how much is missing, how long it has been, and how fast
/// it changes.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct PidController {
    /// The sum of what was missing, held to [`MAX_PID_SUM`] either way.
    sum: i64,
    /// What was missing at the last look.
    last: i64,
}

impl PidController {
    /// The pull for `missing` resources; never below 0. Gains: 1, 1/16 a look, 2 looks.
    fn pull(&mut self, missing: i64) -> u32 {
        let missing = missing.clamp(-i64::from(MAX_DEMAND), i64::from(MAX_DEMAND));
        self.sum = (self.sum + missing).clamp(-MAX_PID_SUM, MAX_PID_SUM);
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
    ctx: &mut DecisionContext<'_, '_>,
    row: u32,
    nodes: &mut [WorkableNode],
    targets: &[u32; MAX_RESOURCES],
    gatherers: &mut [u32; MAX_RESOURCES],
) {
    let lack = |resource: usize| i64::from(targets[resource]) - i64::from(gatherers[resource]);
    let mut resources: [usize; MAX_RESOURCES] = std::array::from_fn(|row| row);
    resources.arrange_by_key(|resource| -lack(*resource));
    let from = ctx.situation.units[row as usize].position;
    let Some(node) = resources.iter().find_map(|resource| best_node(nodes, *resource, from)) else { return };
    nodes[node].room -= 1;
    gatherers[nodes[node].resource] += 1;
    ctx.employ(row, OrderKind::Gather(nodes[node].handle));
}

/// The node of a resource with room: near a drop-off before far from one, then near to the worker.
fn best_node(nodes: &[WorkableNode], resource: usize, from: Vec2) -> Option<usize> {
    let open = (0..nodes.len()).filter(|row| nodes[*row].resource == resource && nodes[*row].room > 0);
    open.min_by_key(|row| {
        let node = &nodes[*row];
        let beyond = (node.apart - wide_square(NEAR_DROP_OFF_CELLS)).max(0);
        (beyond, node.position.distance_squared_wide(from) / 4 + node.apart, node.lot)
    })
}

/// Moves one worker from the resource with most too many to the one with most too few, when both are off by two.
fn shift_one(
    ctx: &mut DecisionContext<'_, '_>,
    working: &[(u32, usize)],
    nodes: &mut [WorkableNode],
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
    let loose = |row: &u32| !ctx.situation.busy[*row as usize] && ctx.situation.units[*row as usize].carries.is_none();
    let mover = working.iter().find(|(row, node)| nodes[*node].resource == most && loose(row)).map(|entry| entry.0);
    let Some(row) = mover else { return };
    let from = ctx.situation.units[row as usize].position;
    if let Some(node) = best_node(nodes, least, from) {
        ctx.employ(row, OrderKind::Gather(nodes[node].handle));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_controller_pulls_harder_the_longer_and_lets_go() {
        let mut controller = PidController::default();
        let pulls: Vec<u32> = (0..6).map(|_| controller.pull(160)).collect();
        assert_eq!(pulls, [490, 180, 190, 200, 210, 220]);
        (0..1_000).for_each(|_| _ = controller.pull(9_000));
        assert_eq!(controller.sum, MAX_PID_SUM);
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
