//! One look at a world, as every kind of lapse needs it.

use sandtable_math::{Fx, Vec2};
use sandtable_model::map::Rect;
use sandtable_model::rules::{Kind, Locomotion, Weapon};
use sandtable_sim::{ObservedBuilding, ObservedUnit, World};
use sandtable_state::id::{PlayerId, UnitId};

use super::tuning::UNDER_ATTACK_TICKS;

/// What stands in the world in one tick.
pub(super) struct Look<'w> {
    pub world: &'w World,
    pub tick: u32,
    /// Living units, by ascending id, those aboard included.
    pub units: Vec<ObservedUnit>,
    /// Buildings in every stage, by ascending id.
    pub buildings: Vec<ObservedBuilding>,
}

/// Where somebody is, as those who would strike him see it.
#[derive(Clone, Copy)]
pub(super) struct Body {
    pub area: BodyArea,
    pub flies: bool,
}

/// The ground somebody takes.
#[derive(Clone, Copy)]
pub(super) enum BodyArea {
    /// A disc: middle and radius.
    Disc(Vec2, Fx),
    /// Cells of a building.
    Cells(Rect),
}

impl<'w> Look<'w> {
    pub fn new(world: &'w World) -> Look<'w> {
        Look {
            world,
            tick: world.tick(),
            units: world.observe_units().collect(),
            buildings: world.observe_buildings().collect(),
        }
    }

    pub fn kind_of(&self, unit: &ObservedUnit) -> &'w Kind {
        self.world.rules().kind(unit.kind)
    }

    pub fn is_foe(&self, one: PlayerId, other: PlayerId) -> bool {
        let scenario = self.world.scenario();
        !other.is_neutral() && scenario.team_of(one) != scenario.team_of(other)
    }

    /// Whether somebody who was last hurt in this tick is under attack.
    pub fn is_under_attack(&self, hurt_tick: u32) -> bool {
        hurt_tick > 0 && hurt_tick + UNDER_ATTACK_TICKS >= self.tick
    }

    /// Whether a player's team sees whom `seen_by` tells of.
    pub fn sees(&self, player: PlayerId, seen_by: u8) -> bool {
        self.world.scenario().team_of(player).is_some_and(|team| seen_by & (1 << team.0) != 0)
    }

    pub fn unit(&self, id: UnitId) -> Option<&ObservedUnit> {
        self.units.binary_search_by_key(&id, |unit| unit.id).ok().map(|row| &self.units[row])
    }

    pub fn building(&self, id: UnitId) -> Option<&ObservedBuilding> {
        self.buildings.binary_search_by_key(&id, |building| building.id).ok().map(|row| &self.buildings[row])
    }

    /// The weapon of a unit that fights: of one that neither works nor heals.
    pub fn weapon_of_soldier(&self, unit: &ObservedUnit) -> Option<&'w Weapon> {
        let kind = self.kind_of(unit);
        kind.weapon.as_ref().filter(|weapon| !weapon.heals && kind.worker.is_none() && unit.aboard.is_none())
    }

    /// Where a unit or a building is.
    pub fn body(&self, id: UnitId) -> Option<Body> {
        if let Some(unit) = self.unit(id) {
            let body = self.kind_of(unit).body.as_ref()?;
            let flies = body.locomotion == Locomotion::Air;
            return Some(Body { area: BodyArea::Disc(unit.position, body.radius), flies });
        }
        let building = self.building(id)?;
        let size = self.world.rules().kind(building.kind).footprint.as_ref()?;
        let (x, y) = (building.cell.x, building.cell.y);
        let cells = Rect { x, y, width: u16::from(size.width), height: u16::from(size.height) };
        Some(Body { area: BodyArea::Cells(cells), flies: false })
    }
}

impl Body {
    /// Whether a weapon reaches the layer it is in.
    pub fn can_be_hit_by(&self, weapon: &Weapon) -> bool {
        if self.flies { weapon.hits.air } else { weapon.hits.ground }
    }

    /// Whether its edge is within `reach` of a point.
    pub fn is_within(&self, point: Vec2, reach: Fx) -> bool {
        let (nearest, radius) = match self.area {
            BodyArea::Disc(middle, radius) => (middle, radius),
            BodyArea::Cells(cells) => (cells.nearest(point), Fx::ZERO),
        };
        is_near(nearest, point, reach + radius)
    }
}

/// Whether two points are within `reach` of each other.
pub(super) fn is_near(one: Vec2, other: Vec2, reach: Fx) -> bool {
    one.distance_squared_wide(other) <= reach.squared_wide()
}
