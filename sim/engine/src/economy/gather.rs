//! Gathering: walk to the node, fill a load, carry it to the nearest drop-off, come back.

use super::tuning::{NEXT_NODE_WITHIN, TURNS};
use super::work_pass::WorkPass;
use crate::component::{ConstructionStage, OrderEnd, ResourceAmount, TaskKind, WorkerState};
use crate::event::Event;
use crate::scene::has_open_side;
use crate::sight::FrozenEntity;
use crate::spawn::LifecycleContext;
use crate::tasks::{ActiveWork, is_at_will};
use sandtable_math::mix3;
use sandtable_model::rules::Class;
use sandtable_model::scenario::Scenario;
use sandtable_state::id::{ResourceId, UnitId};

impl<'w> WorkPass<'w> {
    /// One tick of a worker that gathers.
    pub(super) fn gather(&mut self, work: &ActiveWork) {
        let worker = self.workers[work.row as usize];
        if worker.progress > 0 && (worker.node != work.task.target || !self.is_at(work.row, worker.node)) {
            self.release(work.row);
        } else if worker.progress > 0 {
            self.fill(work, worker);
        } else if worker.drop_off.is_some() {
            self.bring_in(work);
        } else if !self.is_believed_in(work) {
            self.next_node(work, OrderEnd::Lost);
        } else if self.is_shut_out(work) {
            self.next_node(work, OrderEnd::NoWay);
        } else if worker.amount > 0 {
            self.choose_drop_off(work);
        }
    }

    /// What the worker's team knows of the node it is sent to.
    fn memory(&self, work: &ActiveWork) -> Option<&'w FrozenEntity> {
        let team = self.scene.team(work.id.owner())?;
        self.scene.knowledge[team.index()].memory(work.task.target)
    }

    /// Whether the worker's team knows of the node it is sent to: unless one sees it, one walks there to find it gone.
    fn is_believed_in(&self, work: &ActiveWork) -> bool {
        self.memory(work).is_some()
    }

    /// Whether the worker got as near as it can to a node that others enclose.
    fn is_shut_out(&self, work: &ActiveWork) -> bool {
        let shut = |memory| !self.has_open_side(work, memory) && !self.is_at(work.row, work.task.target);
        self.motion[work.row as usize].has_arrived() && self.memory(work).is_some_and(shut)
    }

    /// Whether, as far as the team knows, the worker could stand beside the node.
    fn has_open_side(&self, work: &ActiveWork, node: &FrozenEntity) -> bool {
        let worker = self.identity[work.row as usize].kind;
        has_open_side(&self.scene, work.id.owner(), worker, node.kind, node.cell)
    }

    fn fill(&mut self, work: &ActiveWork, worker: WorkerState) {
        let row = work.row as usize;
        // A node that something is left of, and what of.
        let node = self.row_of(worker.node).filter(|at| self.deposits[*at].amount > 0);
        let stock = node.and_then(|at| Some((at, self.scene.kind(self.nodes[at].kind).stock.as_ref()?.resource)));
        let Some((at, resource)) = stock else { return self.release(work.row) };
        let stats = self.scene.stats(work.id.owner(), self.identity[row].kind);
        let (ticks, load) = (stats.gather_ticks[resource.index()], stats.load[resource.index()]);
        if worker.progress < ticks {
            self.workers[row].progress += 1;
            return;
        }
        self.release(work.row);
        let deposit = &mut self.deposits[at];
        let taken = u32::from(load).min(deposit.amount);
        deposit.amount -= taken;
        (self.workers[row].resource, self.workers[row].amount) = (resource.0, taken as u16);
        self.choose_drop_off(work);
    }

    /// Sends the worker to the nearest own drop-off for what it carries; without one it waits.
    fn choose_drop_off(&mut self, work: &ActiveWork) {
        let (scene, worker) = (self.scene, &mut self.workers[work.row as usize]);
        let position = self.motion[work.row as usize].position;
        let (buildings, footprints) = (&self.buildings[..], &self.footprints[..]);
        let takes = |row: &usize| {
            footprints[*row].stage == ConstructionStage::Complete
                && scene.kind(buildings[*row].kind).drop_off & (1 << worker.resource) != 0
        };
        let own = scene.entities.buildings.of(work.id.owner()).filter(|(_, row)| takes(row));
        let nearest = own.min_by_key(|(id, row)| {
            let rect = scene.entities.buildings.rect(*row as u32);
            (rect.nearest(position).distance_squared_wide(position), *id)
        });
        worker.drop_off = nearest.map_or(UnitId::NONE, |(id, _)| id);
    }

    /// Delivers at the chosen drop-off once there.
    fn bring_in(&mut self, work: &ActiveWork) {
        let drop_off = self.workers[work.row as usize].drop_off;
        if self.scene.place(drop_off).is_none() {
            self.choose_drop_off(work);
        } else if self.is_at(work.row, drop_off) {
            let worker = &mut self.workers[work.row as usize];
            worker.drop_off = UnitId::NONE;
            let amount = u32::from(std::mem::take(&mut worker.amount));
            self.delivered[work.id.owner().index()][worker.resource as usize] += amount;
        }
    }

    /// A worker told only to deliver: done when it carries nothing, given up when nobody takes what it carries.
    pub(super) fn deliver_only(&mut self, work: &ActiveWork) {
        let worker = self.workers[work.row as usize];
        if worker.progress > 0 {
            self.release(work.row);
        }
        if worker.amount == 0 {
            self.finish(work.row, OrderEnd::Done);
        } else if worker.drop_off.is_none() {
            self.choose_drop_off(work);
            if work.task.kind == TaskKind::Deliver && self.workers[work.row as usize].drop_off.is_none() {
                self.finish(work.row, OrderEnd::Lost);
            }
        } else {
            self.bring_in(work);
        }
    }

    /// Turns to another node of the same resource near the last one; delivers what is left and stops when
    /// there is none, or when it is for the worker itself to choose again: `end` is why it turns from the last one.
    fn next_node(&mut self, work: &ActiveWork, end: OrderEnd) {
        let row = work.row as usize;
        let at_will = is_at_will(&self.agents[row]);
        match self.nearest_node(work).filter(|_| !at_will) {
            Some(node) => {
                self.workers[row].node = node;
                if let Some(task) = self.agents[row].acts.head_mut() {
                    task.target = node;
                }
            }
            None if self.workers[row].amount > 0 => self.deliver_only(work),
            None => self.finish(work.row, end),
        }
    }

    fn nearest_node(&self, work: &ActiveWork) -> Option<UnitId> {
        let scene = self.scene;
        let team = scene.team(work.id.owner())?;
        let wanted = last_resource(scene.scenario, work.task.target)?;
        let position = self.motion[work.row as usize].position;
        let reach = NEXT_NODE_WITHIN.squared_wide();
        let known = scene.knowledge[team.index()].memories().iter().filter(|memory| {
            memory.amount > 0 && scene.kind(memory.kind).stock.as_ref().is_some_and(|stock| stock.resource == wanted)
        });
        let near = known.filter_map(|memory| {
            let from = scene.rect(memory.kind, memory.cell).nearest(position);
            let distance = from.distance_squared_wide(position);
            (distance <= reach).then_some((distance, memory))
        });
        let open = near.filter(|(_, memory)| self.has_open_side(work, memory));
        let tie = |id: UnitId| mix3(scene.clock.seed, u64::from(work.id.0), u64::from(id.0));
        let best = open.min_by_key(|(distance, memory)| (self.is_full(work, memory), *distance, tie(memory.id)));
        best.map(|(_, memory)| memory.id)
    }

    /// Whether others of its player gather from a node already, [`TURNS`] for each who finds room there at a time: one more would
    /// only wait.
    fn is_full(&self, work: &ActiveWork, node: &FrozenEntity) -> bool {
        let room = self.scene.kind(node.kind).stock.as_ref().map_or(0, |stock| usize::from(stock.workers) * TURNS);
        let gathers = |row: usize| {
            row != work.row as usize
                && self.agents[row]
                    .acts
                    .head()
                    .is_some_and(|task| task.kind == TaskKind::Gather && task.target == node.id)
        };
        self.scene.entities.units.of(work.id.owner()).filter(|(_, row)| gathers(*row)).take(room).count() >= room
    }
}

/// The resource a node holds, or held before it was gathered empty: nodes are numbered as the map and
/// the scenario list them, so the dead can still be asked.
pub(crate) fn last_resource(scenario: &Scenario, node: UnitId) -> Option<ResourceId> {
    if !node.owner().is_neutral() {
        return None;
    }
    let at = (node.serial() as usize).checked_sub(1)?;
    let placed = scenario.placed.iter().filter(|placed| scenario.rules.kind(placed.kind).class == Class::Node);
    let mut kinds = scenario.map.nodes.iter().map(|(kind, _)| *kind).chain(placed.map(|placed| placed.kind));
    scenario.rules.kind(kinds.nth(at)?).stock.as_ref().map(|stock| stock.resource)
}

/// Removes the nodes that were gathered empty.
pub(super) fn clear_depleted(life: &mut LifecycleContext<'_>) {
    let mut empty: Option<UnitId> = None;
    loop {
        {
            let nodes = &life.entities.nodes;
            let deposit = life.entities.column::<ResourceAmount>(nodes);
            let mut rows = nodes.ids().iter().zip(nodes.rows());
            if let Some((id, _)) = rows.find(|(_, row)| deposit[**row as usize].amount == 0) {
                empty = Some(*id);
            }
        }
        let Some(id) = empty.take() else { return };
        life.events.push(Event::Depleted { id });
        life.remove_footprint(id);
    }
}
