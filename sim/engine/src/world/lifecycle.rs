//! Births and deaths: the only place where entities come and go.

use super::{BuildingBundle, NodeBundle, Place, UnitBundle, World};
use crate::component::{
    Agent, Arms, Deposit, Identity, Labour, Motion, Sightings, Site, Stage, Statuses, Vitals, Works,
};
use crate::event::{Event, TickReport};
use crate::state::{Newborn, Setting};
use sandtable_math::{Fx, Vec2};
use sandtable_model::map::{Cell, Rect};
use sandtable_model::rules::{Class, Kind};
use sandtable_state::id::{KindId, PlayerId, ResourceId, UnitId};
use sandtable_state::limits::{MAX_ENTITIES, MAX_SERIAL, MAX_UNITS_PER_PLAYER};

impl World {
    pub(crate) fn begin_tick(&mut self) {
        self.parts.clock.tick += 1;
        self.workspaces.begin_tick();
    }

    pub(crate) fn end_tick(&mut self) -> TickReport {
        TickReport { tick: self.parts.clock.tick, events: std::mem::take(&mut self.workspaces.events) }
    }

    /// The cells a building or node of `kind` stands on with its north-west corner at `cell`.
    #[inline]
    pub(crate) fn rect(&self, kind: KindId, cell: Cell) -> Rect {
        self.base().rect(kind, cell)
    }

    /// The cells of a living building or node.
    pub(crate) fn rect_of(&self, id: UnitId) -> Option<Rect> {
        self.base().rect_of(id)
    }

    /// The kind of a living unit or building.
    pub(crate) fn body_kind(&self, id: UnitId) -> Option<&Kind> {
        self.base().body_kind(id)
    }

    /// The resource a node holds, or held before it was gathered empty: nodes are numbered as the map and
    /// the scenario list them, so the dead can still be asked.
    pub(crate) fn last_resource(&self, node: UnitId) -> Option<ResourceId> {
        if !node.owner().is_neutral() {
            return None;
        }
        let at = (node.serial() as usize).checked_sub(1)?;
        let placed = self.scenario.placed.iter().filter(|placed| self.kind(placed.kind).class == Class::Node);
        let mut kinds = self.scenario.map.nodes.iter().map(|(kind, _)| *kind).chain(placed.map(|placed| placed.kind));
        self.kind(kinds.nth(at)?).stock.as_ref().map(|stock| stock.resource)
    }

    fn next_serial(&mut self, owner: PlayerId) -> Option<UnitId> {
        let full = self.entities.count() >= MAX_ENTITIES;
        let serial = match self.parts.players.get_mut(owner.index()) {
            Some(player) => &mut player.serial,
            None => &mut self.parts.clock.neutral_serial,
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
        let row = self.kind(kind);
        let stance = row.plain_stance();
        let hp = self.stats(owner, kind).max_hp;
        let cell = Cell::at(position);
        let bundle: UnitBundle = (
            Identity { id, kind },
            Motion { position, post: position, place: position, goal: position, goal_cell: cell, ..Motion::default() },
            Vitals { hp, ..Vitals::default() },
            Arms::default(),
            Agent { stance, patience: crate::tasks::PATIENCE, ..Agent::default() },
            Labour::default(),
            Statuses::default(),
            Sightings::default(),
        );
        self.entities.spawn_unit(bundle);
        self.note_birth(&Newborn { identity: Identity { id, kind }, hp, position });
        Some(id)
    }

    /// Tells the parts of the state of a unit in the next row.
    pub(crate) fn note_birth(&mut self, newborn: &Newborn) {
        let World { scenario, entities, parts, .. } = self;
        parts.born(Setting { scenario, entities }, newborn);
    }

    /// Marks out a building, or puts up a complete one. None when a limit is reached.
    pub(crate) fn spawn_building(&mut self, kind: KindId, owner: PlayerId, cell: Cell, stage: Stage) -> Option<UnitId> {
        let id = self.next_serial(owner)?;
        let max_hp = self.stats(owner, kind).max_hp;
        let hp = if stage == Stage::Complete { max_hp } else { Fx::ONE };
        let bundle: BuildingBundle = (
            Identity { id, kind },
            Site { cell, stage, ..Site::default() },
            Vitals { hp, ..Vitals::default() },
            Arms::default(),
            Works::default(),
            Sightings::default(),
        );
        let rect = self.rect(kind, cell);
        self.entities.spawn_building(bundle, rect);
        if stage != Stage::Planned {
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
            Site { cell, stage: Stage::Complete, ..Site::default() },
            Deposit { amount, workers: 0 },
        );
        let rect = self.rect(kind, cell);
        self.entities.spawn_node(bundle, rect);
        self.block_cells(id, kind, cell);
        Some(id)
    }

    /// Removes a unit, building or node: frees its cells, its stamp and its id. Nothing else is told.
    pub(crate) fn remove(&mut self, id: UnitId) {
        let Some(place) = self.place(id) else { return };
        crate::sight::unstamp(self.sight_context(), place);
        if place.class == Class::Unit {
            crate::squad::leave(self, place.row);
            let identity = Identity { id, kind: self.entities.kind_at(place) };
            self.parts.died(identity, place.row);
        } else {
            self.free_cells(id, place);
        }
        self.entities.remove(id, place);
    }

    /// Marks the cells of a building or node as blocked.
    pub(crate) fn block_cells(&mut self, id: UnitId, kind: KindId, cell: Cell) {
        let rect = self.rect(kind, cell);
        let gate = self.kind(kind).footprint.as_ref().is_some_and(|footprint| footprint.gate);
        let through = if gate { self.team(id.owner()) } else { None };
        self.derived.ground.block(&self.scenario.map, rect, through);
    }

    fn free_cells(&mut self, _id: UnitId, place: Place) {
        let roster = if place.class == Class::Building { &self.entities.buildings } else { &self.entities.nodes };
        let (site, kind) = {
            let site = self.column::<Site>(roster)[place.row as usize];
            (site, self.column::<Identity>(roster)[place.row as usize].kind)
        };
        if site.stage != Stage::Planned {
            let rect = self.rect(kind, site.cell);
            self.derived.ground.free(&self.scenario.map, rect);
        }
    }

    /// Removes what has no hit points left, in the order of ids, and settles what depended on it.
    pub(crate) fn bury_the_dead(&mut self) {
        let mut dead = Vec::new();
        for class in [Class::Unit, Class::Building] {
            let roster = if class == Class::Unit { &self.entities.units } else { &self.entities.buildings };
            let vitals = self.column::<Vitals>(roster);
            if vitals.iter().all(|vitals| vitals.hp > Fx::ZERO) {
                continue;
            }
            let fallen =
                roster.ids().iter().zip(roster.rows()).filter(|(_, row)| vitals[**row as usize].hp <= Fx::ZERO);
            dead.extend(fallen.map(|(id, row)| (*id, vitals[*row as usize].hurt_by)));
        }
        let mut bereaved = 0u8;
        for (id, by) in dead {
            self.bury(id, by);
            bereaved |= 1 << (id.owner().0 & 7);
        }
        for player in (0..self.parts.players.len() as u8).filter(|player| bereaved & (1 << player) != 0) {
            crate::economy::recount_supply_of(self, PlayerId(player));
        }
    }

    /// Removes one entity that was killed by `by`: counts it, tells of it, refunds nothing.
    fn bury(&mut self, id: UnitId, by: UnitId) {
        let Some(place) = self.place(id) else { return };
        let (kind, at) = self.kind_and_position(place);
        crate::economy::settle_death(self, place);
        if place.class == Class::Unit {
            let team = self.team(id.owner()).map_or(u8::MAX, |team| team.0);
            self.parts.minds.mourn(team, at, self.parts.clock.tick);
        }
        self.count_death(id, by, kind);
        self.workspaces.events.push(Event::Died { id, kind, by, at });
        self.remove(id);
    }

    fn kind_and_position(&self, place: Place) -> (KindId, Vec2) {
        let row = place.row as usize;
        match place.class {
            Class::Unit => (
                self.column::<Identity>(&self.entities.units)[row].kind,
                self.column::<Motion>(&self.entities.units)[row].position,
            ),
            Class::Building | Class::Node => {
                let roster =
                    if place.class == Class::Building { &self.entities.buildings } else { &self.entities.nodes };
                let kind = self.column::<Identity>(roster)[row].kind;
                (kind, self.rect(kind, self.column::<Site>(roster)[row].cell).centre())
            }
        }
    }

    fn count_death(&mut self, id: UnitId, by: UnitId, kind: KindId) {
        let value: u32 = self.kind(kind).cost.iter().map(|amount| u32::from(*amount)).sum();
        let unit = self.kind(kind).class == Class::Unit;
        let hostile = self.hostile(id.owner(), by.owner());
        if let Some(player) = self.parts.players.get_mut(id.owner().index()) {
            let totals = &mut player.totals;
            totals.value_lost = totals.value_lost.saturating_add(value);
            *(if unit { &mut totals.units_lost } else { &mut totals.buildings_lost }) += 1;
        }
        if let Some(player) = self.parts.players.get_mut(by.owner().index()).filter(|_| hostile) {
            let totals = &mut player.totals;
            totals.value_killed = totals.value_killed.saturating_add(value);
            *(if unit { &mut totals.units_killed } else { &mut totals.buildings_razed }) += 1;
        }
    }
}
