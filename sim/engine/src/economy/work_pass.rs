//! Workers at work: what those of one pass share, and who of them needs more than a step on.

use super::tuning::LOOK_TICKS;
use crate::component::{Agent, Footprint, Health, Identity, Motion, OrderEnd, ResourceAmount, TaskKind, WorkerState};
use crate::scene::Scene;
use crate::tasks::{ActiveWork, let_go, make_room};
use sandtable_math::mix3;
use sandtable_model::rules::Class;
use sandtable_state::Arrange;
use sandtable_state::id::UnitId;
use sandtable_state::limits::{MAX_PLAYERS, MAX_RESOURCES};

/// The workers of a pass over work, with the columns they read and change borrowed once for all of them.
pub(super) struct WorkPass<'w> {
    pub(super) scene: Scene<'w>,
    pub(super) identity: hecs::ArchetypeColumn<'w, Identity>,
    pub(super) motion: hecs::ArchetypeColumn<'w, Motion>,
    pub(super) agents: hecs::ArchetypeColumnMut<'w, Agent>,
    pub(super) workers: hecs::ArchetypeColumnMut<'w, WorkerState>,
    pub(super) nodes: hecs::ArchetypeColumn<'w, Identity>,
    pub(super) deposits: hecs::ArchetypeColumnMut<'w, ResourceAmount>,
    pub(super) buildings: hecs::ArchetypeColumn<'w, Identity>,
    pub(super) footprints: hecs::ArchetypeColumnMut<'w, Footprint>,
    pub(super) health: hecs::ArchetypeColumnMut<'w, Health>,
    /// Since it was made.
    pub(super) delivered: Delivered,
}

/// What was delivered, by player and resource.
pub(super) type Delivered = [[u32; MAX_RESOURCES]; MAX_PLAYERS];

impl<'w> WorkPass<'w> {
    pub(super) fn new(scene: Scene<'w>) -> WorkPass<'w> {
        let (units, nodes, buildings) = (&scene.entities.units, &scene.entities.nodes, &scene.entities.buildings);
        WorkPass {
            scene,
            identity: scene.entities.column(units),
            motion: scene.entities.column(units),
            agents: scene.entities.column_mut(units),
            workers: scene.entities.column_mut(units),
            nodes: scene.entities.column(nodes),
            deposits: scene.entities.column_mut(nodes),
            buildings: scene.entities.column(buildings),
            footprints: scene.entities.column_mut(buildings),
            health: scene.entities.column_mut(buildings),
            delivered: Delivered::default(),
        }
    }

    /// Carries out work; false, and nothing done, when it concerns more than workers, nodes and sites.
    pub(super) fn carry_out(&mut self, work: &ActiveWork) -> bool {
        match work.task.kind {
            TaskKind::Gather => self.gather(work),
            TaskKind::Deliver => self.deliver_only(work),
            TaskKind::Build | TaskKind::Repair => return self.build(work),
            _ => return false,
        }
        true
    }

    /// Lets go of the columns; returns what was delivered.
    pub(super) fn disband(self) -> Delivered {
        self.delivered
    }

    /// Ends the action task at a worker's head.
    pub(super) fn finish(&mut self, row: u32, end: OrderEnd) {
        self.agents[row as usize].end_action(end, self.scene.clock.tick);
    }

    /// Walks or gathers on for a tick; false, and nothing done, when the work asks for more than that. Most do nothing else in
    /// most ticks, so whether all is as it was is looked at every [`LOOK_TICKS`] only.
    pub(super) fn pick(&mut self, work: &ActiveWork) -> bool {
        let row = work.row as usize;
        let looks = (self.scene.clock.tick + work.id.serial()).is_multiple_of(LOOK_TICKS);
        if work.task.kind != TaskKind::Gather || looks {
            return false;
        }
        if self.motion[row].moves() {
            return true;
        }
        let worker = &mut self.workers[row];
        if worker.progress == 0 || worker.node != work.task.target {
            return false;
        }
        let stats = self.scene.stats(work.id.owner(), self.identity[row].kind);
        let goes_on = worker.progress < stats.gather_ticks[worker.resource as usize];
        worker.progress += u16::from(goes_on);
        goes_on
    }

    /// Lets workers that stand at a node begin to gather, as many as the node takes. Places are contested by a
    /// mix of seed, tick and id, so that no player is served first.
    pub(super) fn admit(&mut self, active_work: &[ActiveWork], requests: &mut Vec<(u64, UnitId, u32, UnitId)>) {
        requests.clear();
        requests.extend(active_work.iter().filter(|work| self.would_begin(work)).map(|work| {
            let tie_break = mix3(self.scene.clock.seed, u64::from(self.scene.clock.tick), u64::from(work.id.0));
            (tie_break, work.id, work.row, work.task.target)
        }));
        requests.arrange();
        for (_, _, row, node) in requests {
            self.begin(*row, *node);
        }
    }

    fn would_begin(&self, work: &ActiveWork) -> bool {
        let worker = &self.workers[work.row as usize];
        let free = worker.progress == 0 && worker.drop_off.is_none() && worker.amount == 0;
        free && work.task.kind == TaskKind::Gather && self.is_at(work.row, work.task.target)
    }

    fn begin(&mut self, row: u32, node: UnitId) {
        let Some(at) = self.row_of(node) else { return };
        let Some(stock) = self.scene.kind(self.nodes[at].kind).stock.as_ref() else { return };
        let deposit = &mut self.deposits[at];
        if deposit.workers < stock.workers && deposit.amount > 0 {
            deposit.workers += 1;
            let worker = &mut self.workers[row as usize];
            (worker.progress, worker.node, worker.resource) = (1, node, stock.resource.0);
        }
    }

    /// The row of a living node.
    pub(super) fn row_of(&self, node: UnitId) -> Option<usize> {
        self.scene.place(node).filter(|place| place.class == Class::Node).map(|place| place.row as usize)
    }

    /// Whether the worker in `row` stands beside the building or node.
    pub(super) fn is_at(&self, row: u32, id: UnitId) -> bool {
        let row = row as usize;
        super::is_beside(&self.scene, &self.identity[row], &self.motion[row], id)
    }

    /// Frees the place at the node that the worker in `row` held.
    pub(super) fn release(&mut self, row: u32) {
        let node = let_go(&mut self.workers[row as usize]);
        if let Some(at) = node.and_then(|node| self.row_of(node)) {
            make_room(&mut self.deposits[at]);
        }
    }
}
