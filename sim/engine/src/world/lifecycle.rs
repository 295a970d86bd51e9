//! What births and deaths mean for the state beside the entities, and the burial of who died in a tick.

use super::World;
use crate::component::{ConstructionStage, Footprint, Health, Identity, Motion};
use crate::entities::EntityLocation;
use crate::event::{Event, TickReport};
use crate::state::{Newborn, PartSetting, SceneBase};
use sandtable_math::{Fx, Vec2};
use sandtable_model::map::{Cell, Rect};
use sandtable_model::rules::Class;
use sandtable_state::id::{KindId, PlayerId, UnitId};

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

    /// Spawns units on free cells around `middle`, nearest first, one to a cell; returns their ids, ascending.
    pub(crate) fn spawn_around(&mut self, kind: KindId, owner: PlayerId, middle: Vec2, count: u16) -> Vec<UnitId> {
        let units = self.lifecycle_context().spawn_around(kind, owner, middle, count);
        self.note_births();
        units
    }

    /// Puts up a building at some stage. None when a limit is reached.
    pub(crate) fn spawn_building(
        &mut self,
        kind: KindId,
        owner: PlayerId,
        cell: Cell,
        stage: ConstructionStage,
    ) -> Option<UnitId> {
        self.lifecycle_context().spawn_building(kind, owner, cell, stage)
    }

    /// Tells the parts of the state of the units that have been born since they were last told.
    pub(crate) fn note_births(&mut self) {
        let World { scenario, entities, parts, workspaces, .. } = self;
        for newborn in workspaces.newborns.drain(..) {
            parts.born(PartSetting { scenario, entities }, &newborn);
        }
    }

    /// Tells the parts of the state of a unit in the next row.
    pub(crate) fn note_birth(&mut self, newborn: &Newborn) {
        let World { scenario, entities, parts, .. } = self;
        parts.born(PartSetting { scenario, entities }, newborn);
    }

    /// Removes a unit, building or node: frees its cells, its stamp and its id. Nothing else is told.
    pub(crate) fn remove(&mut self, id: UnitId) {
        let Some(place) = self.place(id) else { return };
        if place.class != Class::Unit {
            return self.lifecycle_context().remove_footprint(id);
        }
        let World { scenario, entities, parts, derived, threads, .. } = self;
        let (clock, players, stats) = (&parts.clock, &parts.players, &derived.stats);
        let base = SceneBase { scenario, clock, players, stats, entities, threads };
        crate::sight::unstamp(base, &mut derived.sight, &mut parts.knowledge, place);
        crate::squad::leave(&base, &mut parts.squads, place.row);
        let identity = Identity { id, kind: self.entities.kind_at(place) };
        self.parts.died(identity, place.row);
        self.entities.remove(id, place);
    }

    /// Removes what has no hit points left, in the order of ids, and settles what depended on it.
    pub(crate) fn bury_the_dead(&mut self) {
        let mut dead = Vec::new();
        for class in [Class::Unit, Class::Building] {
            let roster = if class == Class::Unit { &self.entities.units } else { &self.entities.buildings };
            let health = self.column::<Health>(roster);
            if health.iter().all(|health| health.hp > Fx::ZERO) {
                continue;
            }
            let fallen =
                roster.ids().iter().zip(roster.rows()).filter(|(_, row)| health[**row as usize].hp <= Fx::ZERO);
            dead.extend(fallen.map(|(id, row)| (*id, health[*row as usize].hurt_by)));
        }
        let mut bereaved = 0u8;
        for (id, by) in dead {
            self.bury(id, by);
            bereaved |= 1 << (id.owner().0 & 7);
        }
        for player in (0..self.parts.players.len() as u8).filter(|player| bereaved & (1 << player) != 0) {
            crate::economy::recount_supply_of(&mut self.lifecycle_context(), PlayerId(player));
        }
    }

    /// Removes one entity that was killed by `by`: counts it, tells of it, refunds nothing.
    fn bury(&mut self, id: UnitId, by: UnitId) {
        let Some(place) = self.place(id) else { return };
        let (kind, at) = self.kind_and_position(place);
        crate::economy::settle_death(&self.entities, &mut self.parts.players, place);
        if place.class == Class::Unit {
            let team = self.team(id.owner()).map_or(u8::MAX, |team| team.0);
            self.parts.minds.mourn(team, at, self.parts.clock.tick);
            if self.kind(kind).cargo.is_some() {
                crate::economy::cargo::blame(&self.entities, id, by);
            }
        }
        self.count_death(id, by, kind);
        self.workspaces.events.push(Event::Died { id, kind, by, at });
        self.remove(id);
    }

    fn kind_and_position(&self, place: EntityLocation) -> (KindId, Vec2) {
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
                (kind, self.rect(kind, self.column::<Footprint>(roster)[row].cell).centre())
            }
        }
    }

    fn count_death(&mut self, id: UnitId, by: UnitId, kind: KindId) {
        let value: u32 = self.kind(kind).cost.iter().map(|amount| u32::from(*amount)).sum();
        let unit = self.kind(kind).class == Class::Unit;
        let hostile = !by.is_none() && self.hostile(id.owner(), by.owner());
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
