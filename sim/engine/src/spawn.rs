//! Births and removals: the only place where entities come and go.
//!
//! Systems that bring forth units, mark out buildings or exhaust nodes do it in the middle of their work, so they borrow what that
//! takes. Parts of the state that keep a row for each unit hear of births when the system is through: until then nobody asks them.

use crate::component::{
    Agent, ConstructionStage, Footprint, Health, Identity, Motion, Production, ResourceAmount, Sightings, TimedEffects,
    WeaponState, WorkerState,
};
use crate::entities::{BuildingBundle, Entities, NodeBundle, UnitBundle};
use crate::event::Event;
use crate::scene::{Scene, SpatialSnapshot};
use crate::sight::{Knowledge, Sight};
use crate::state::{Clock, Newborn, Player, SceneBase};
use crate::threads::Threads;
use sandtable_math::{Fx, Vec2};
use sandtable_model::map::{Cell, Rect};
use sandtable_model::rules::{Class, Kind, Rules, Stats};
use sandtable_model::scenario::Scenario;
use sandtable_nav::ground::GroundMap;
use sandtable_state::id::{KindId, PlayerId, UnitId};
use sandtable_state::limits::{MAX_ENTITIES, MAX_SERIAL, MAX_UNITS_PER_PLAYER};

/// What entities come and go by.
pub(crate) struct LifecycleContext<'w> {
    pub(crate) scenario: &'w Scenario,
    pub(crate) threads: &'w Threads,
    pub(crate) frame: &'w SpatialSnapshot,
    /// Changed by technologies.
    pub(crate) stats: &'w mut [Vec<Stats>],
    /// Numbers who is nobody's.
    pub(crate) clock: &'w mut Clock,
    /// Number their own, and pay for them.
    pub(crate) players: &'w mut [Player],
    /// What it is about.
    pub(crate) entities: &'w mut Entities,
    /// Blocked by what stands on it.
    pub(crate) ground: &'w mut GroundMap,
    /// Loses the stamps of who is gone, and with them what teams see.
    pub(crate) sight: &'w mut Sight,
    pub(crate) knowledge: &'w mut [Knowledge],
    /// Units that the parts of the state have not heard of yet.
    pub(crate) newborns: &'w mut Vec<Newborn>,
    /// Told of what came and went.
    pub(crate) events: &'w mut Vec<Event>,
}

impl<'w> LifecycleContext<'w> {
    /// What most systems read.
    #[inline]
    pub(crate) fn base(&self) -> SceneBase<'_> {
        let LifecycleContext { scenario, threads, stats, clock, players, entities, .. } = self;
        SceneBase { scenario, clock, players, stats, entities, threads }
    }

    /// All that is about.
    #[inline]
    pub(crate) fn scene(&self) -> Scene<'_> {
        let LifecycleContext { ground, sight, knowledge, frame, .. } = self;
        Scene { base: self.base(), ground, sight, knowledge, frame }
    }

    /// The rules.
    pub(crate) fn rules(&self) -> &'w Rules {
        &self.scenario.rules
    }

    /// The kind row of `kind`.
    pub(crate) fn kind(&self, kind: KindId) -> &'w Kind {
        self.scenario.rules.kind(kind)
    }

    /// The cells a building or node of `kind` stands on with its north-west corner at `cell`.
    pub(crate) fn rect(&self, kind: KindId, cell: Cell) -> Rect {
        self.base().rect(kind, cell)
    }

    fn next_serial(&mut self, owner: PlayerId) -> Option<UnitId> {
        let full = self.entities.count() >= MAX_ENTITIES;
        let serial = match self.players.get_mut(owner.index()) {
            Some(player) => &mut player.serial,
            None => &mut self.clock.neutral_serial,
        };
        if full || *serial >= MAX_SERIAL {
            return None;
        }
        *serial += 1;
        Some(UnitId::new(owner, *serial))
    }

    /// Puts a unit on the map. None when a limit is reached.
    pub(crate) fn spawn_unit(&mut self, kind: KindId, owner: PlayerId, position: Vec2) -> Option<UnitId> {
        if self.entities.units.of(owner).count() >= MAX_UNITS_PER_PLAYER {
            return None;
        }
        let id = self.next_serial(owner)?;
        let stance = self.kind(kind).plain_stance();
        let hp = self.base().stats(owner, kind).max_hp;
        let cell = Cell::at(position);
        let bundle: UnitBundle = (
            Identity { id, kind },
            Motion { position, post: position, place: position, goal: position, goal_cell: cell, ..Motion::default() },
            Health { hp, ..Health::default() },
            WeaponState::default(),
            Agent { stance, patience: crate::tasks::JOB_PATIENCE, ..Agent::default() },
            WorkerState::default(),
            TimedEffects::default(),
            Sightings::default(),
        );
        self.entities.spawn_unit(bundle);
        self.newborns.push(Newborn { identity: Identity { id, kind }, hp, position });
        Some(id)
    }

    /// Spawns units on free cells around `middle`, nearest first, one to a cell; returns their ids, ascending.
    pub(crate) fn spawn_around(&mut self, kind: KindId, owner: PlayerId, middle: Vec2, count: u16) -> Vec<UnitId> {
        let mut taken: Vec<Cell> = Vec::new();
        let mut units = Vec::new();
        for _ in 0..count {
            let Some(cell) = self.scene().free_cell_near(kind, owner, middle, &taken) else { break };
            taken.push(cell);
            units.extend(self.spawn_unit(kind, owner, cell.centre()));
        }
        units
    }

    /// Marks out a building, or puts up a complete one. None when a limit is reached.
    pub(crate) fn spawn_building(
        &mut self,
        kind: KindId,
        owner: PlayerId,
        cell: Cell,
        stage: ConstructionStage,
    ) -> Option<UnitId> {
        let id = self.next_serial(owner)?;
        let max_hp = self.base().stats(owner, kind).max_hp;
        let hp = if stage == ConstructionStage::Complete { max_hp } else { Fx::ONE };
        let bundle: BuildingBundle = (
            Identity { id, kind },
            Footprint { cell, stage, ..Footprint::default() },
            Health { hp, ..Health::default() },
            WeaponState::default(),
            Production::default(),
            Sightings::default(),
        );
        let rect = self.rect(kind, cell);
        self.entities.spawn_building(bundle, rect);
        if stage != ConstructionStage::Planned {
            self.block_cells(id, kind, cell);
        }
        Some(id)
    }

    /// Puts a resource node on the map. None when a limit is reached.
    pub(crate) fn spawn_node(&mut self, kind: KindId, cell: Cell) -> Option<UnitId> {
        let id = self.next_serial(PlayerId::NEUTRAL)?;
        let amount = self.kind(kind).stock.as_ref().map_or(0, |stock| stock.amount);
        let bundle: NodeBundle = (
            Identity { id, kind },
            Footprint { cell, stage: ConstructionStage::Complete, ..Footprint::default() },
            ResourceAmount { amount, workers: 0 },
        );
        let rect = self.rect(kind, cell);
        self.entities.spawn_node(bundle, rect);
        self.block_cells(id, kind, cell);
        Some(id)
    }

    /// Removes a building or node: frees its cells, its stamp and its id. Nothing else is told. Units go when the dead are buried.
    pub(crate) fn remove_footprint(&mut self, id: UnitId) {
        let Some(place) = self.entities.place(id).filter(|place| place.class != Class::Unit) else { return };
        let LifecycleContext { scenario, threads, stats, clock, players, entities, sight, knowledge, .. } = self;
        let base = SceneBase { scenario, clock, players, stats, entities, threads };
        crate::sight::unstamp(base, sight, knowledge, place);
        let stage = entities.column::<Footprint>(entities.roster(place.class))[place.row as usize].stage;
        if stage != ConstructionStage::Planned {
            let rect = entities.roster(place.class).rect(place.row);
            self.ground.free(&scenario.map, rect);
        }
        self.entities.remove(id, place);
    }

    /// Marks the cells of a building or node as blocked.
    pub(crate) fn block_cells(&mut self, id: UnitId, kind: KindId, cell: Cell) {
        let rect = self.rect(kind, cell);
        let gate = self.kind(kind).footprint.as_ref().is_some_and(|footprint| footprint.gate);
        let through = if gate { self.base().team(id.owner()) } else { None };
        self.ground.block(&self.scenario.map, rect, through);
    }
}
