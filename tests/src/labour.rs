//! How much workers bring in: those who choose their jobs against the best that a fixed assignment of workers to nodes can do.

use std::collections::BTreeMap;
use std::sync::Arc;

use sandtable_model::OrderKind;
use sandtable_model::scenario::{PlacedEntity, PlayerFeatures, Scenario};
use sandtable_sim::World;
use sandtable_sim::order::{Order, StampedOrder};
use sandtable_state::id::{Handle, PlayerId, UnitId};

/// The player that is measured; the other one's workers stand.
const PLAYER: PlayerId = PlayerId(0);

/// A field of work: player 1's base with a number of workers.
pub struct Labour {
    scenario: Arc<Scenario>,
    seed: u64,
    ticks: u32,
}

/// How many workers are sent to each node.
pub type Split = BTreeMap<UnitId, u32>;

impl Labour {
    /// The scenario's first player with this many workers, who have `seconds` game seconds.
    pub fn new(scenario: &Scenario, workers: u16, seconds: u32, seed: u64) -> Labour {
        let mut scenario = scenario.clone();
        scenario.victory.annihilation = false;
        scenario.players.iter_mut().for_each(|player| player.features.set(PlayerFeatures::JOBS, false));
        let worker = scenario.rules.start.units.iter().find(|(kind, _)| scenario.rules.kind(*kind).worker.is_some());
        let (kind, count) = *worker.expect("a ruleset whose players start with workers");
        let start = scenario.players[0].start.and_then(|start| scenario.map.starts.get(usize::from(start)));
        let cell = *start.expect("a player with a start");
        if let Some(more) = workers.checked_sub(count).filter(|more| *more > 0) {
            scenario.placed.push(PlacedEntity::new(kind, PLAYER, cell, more));
        }
        Labour { scenario: Arc::new(scenario), seed, ticks: seconds * 16 }
    }

    /// The same field of work, with workers who choose for themselves.
    pub fn at_will(&self) -> Scenario {
        let mut scenario = Scenario::clone(&self.scenario);
        scenario.players[0].features.set(PlayerFeatures::JOBS, true);
        scenario
    }

    /// What workers bring in who choose for themselves.
    pub fn chosen(&self) -> u32 {
        let mut world = World::new(Arc::new(self.at_will()), self.seed);
        self.play(&mut world, Vec::new())
    }

    /// What they bring in with a fixed number at each node.
    pub fn assigned(&self, split: &Split) -> u32 {
        let mut world = World::new(Arc::clone(&self.scenario), self.seed);
        let mut workers = self.workers(&world);
        let mut orders = Vec::new();
        for (node, count) in split {
            // Who is nearest goes, so that no assignment suffers from a silly start.
            let at = world.observe_nodes().find(|it| it.id == *node).map(|it| it.position);
            let Some(at) = at else { continue };
            workers.sort_by_key(|(_, from)| std::cmp::Reverse(from.distance_squared_wide(at)));
            let sent: Vec<Handle> = (0..*count).filter_map(|_| workers.pop()).map(|(id, _)| Handle(id.0)).collect();
            if !sent.is_empty() {
                let order = Order::to(sent, OrderKind::Gather(Handle(node.0)));
                orders.push(StampedOrder { tick: 1, player: PLAYER, seq: orders.len() as u16, order });
            }
        }
        self.play(&mut world, orders)
    }

    /// The best assignment to the nodes nearest to the base, `nodes` of all resources together, that a search over splits finds: from
    /// one that fills the nodes by what a worker more brings in, workers are moved one at a time, as long as that brings in more.
    pub fn best_assignment(&self, nodes: usize) -> (Split, u32) {
        let nodes = self.nodes(nodes);
        let world = World::new(Arc::clone(&self.scenario), self.seed);
        let count = self.workers(&world).len() as u32;
        let mut best = self.filled(&nodes, count);
        let mut income = self.assigned(&best);
        let mut improved = true;
        while improved {
            improved = false;
            for (from, to) in nodes.iter().flat_map(|from| nodes.iter().map(move |to| (*from, *to))) {
                if from == to || best.get(&from).is_none_or(|count| *count == 0) {
                    continue;
                }
                let mut next = best.clone();
                *next.entry(from).or_default() -= 1;
                *next.entry(to).or_default() += 1;
                let brought = self.assigned(&next);
                if brought > income {
                    (best, income, improved) = (next, brought, true);
                }
            }
        }
        best.retain(|_, count| *count > 0);
        (best, income)
    }

    /// Each worker in turn to where a trial says that it adds most.
    fn filled(&self, nodes: &[UnitId], count: u32) -> Split {
        let mut split = Split::new();
        for _ in 0..count {
            let with = |node: &UnitId| {
                let mut next = split.clone();
                *next.entry(*node).or_default() += 1;
                next
            };
            let best = nodes.iter().map(with).max_by_key(|next| self.assigned(next));
            split = best.unwrap_or(split);
        }
        split
    }

    fn workers(&self, world: &World) -> Vec<(UnitId, sandtable_math::Vec2)> {
        let own = world.observe_units().filter(|unit| unit.id.owner() == PLAYER);
        own.filter(|unit| world.rules().kind(unit.kind).worker.is_some()).map(|unit| (unit.id, unit.position)).collect()
    }

    /// The nodes nearest to the base.
    fn nodes(&self, count: usize) -> Vec<UnitId> {
        let world = World::new(Arc::clone(&self.scenario), self.seed);
        let base = world.observe_buildings().find(|building| building.id.owner() == PLAYER).expect("a base").position;
        let mut nodes: Vec<_> = world.observe_nodes().collect();
        nodes.sort_by_key(|node| (node.position.distance_squared_wide(base), node.id));
        // As many of each resource, or one kind would take all the room.
        let resources = world.rules().resources.len();
        let of = |resource: usize| {
            let rules = world.rules();
            let fits =
                move |kind| rules.kind(kind).stock.as_ref().is_some_and(|stock| stock.resource.index() == resource);
            nodes.iter().filter(move |node| fits(node.kind)).take(count / resources)
        };
        (0..resources).flat_map(of).map(|node| node.id).collect()
    }

    fn play(&self, world: &mut World, orders: Vec<StampedOrder>) -> u32 {
        world.step(&orders);
        (1..self.ticks).for_each(|_| drop(world.step(&[])));
        world.players()[PLAYER.index()].totals.gathered.iter().sum()
    }
}
