//! The cells that a unit of the world can be in.

use sandtable_nav::passability::{self, Passability};

use crate::scene::Scene;
use sandtable_math::{Fx, Vec2};
use sandtable_model::map::Cell;
use sandtable_model::rules::{Locomotion, Navigator};
use sandtable_model::scenario::Scenario;
use sandtable_nav::crowd::SpatialRow;
use sandtable_nav::ground::GroundMap;
use sandtable_state::id::{KindId, PlayerId, TeamId};

/// The cells a unit can physically be in.
#[derive(Clone, Copy)]
pub(crate) struct UnitPassability<'w> {
    scenario: &'w Scenario,
    ground: &'w GroundMap,
    pub(crate) class: Locomotion,
    pub(super) team: TeamId,
    pub(super) navigator: Navigator,
}

impl<'w> UnitPassability<'w> {
    /// The footing of a unit; none for who belongs to nobody.
    pub(super) fn for_body(scene: &Scene<'w>, body: &SpatialRow) -> Option<UnitPassability<'w>> {
        UnitPassability::of_kind(scene, body.kind, body.owner())
    }

    /// The footing of an owner's units of this kind; none for who belongs to nobody.
    pub(crate) fn of_kind(scene: &Scene<'w>, kind: KindId, owner: PlayerId) -> Option<UnitPassability<'w>> {
        let body = scene.kind(kind).body.as_ref()?;
        let (class, navigator, team) = (body.locomotion, body.navigator, scene.team(owner)?);
        Some(UnitPassability { scenario: scene.scenario, ground: scene.ground, class, team, navigator })
    }

    #[inline]
    pub(crate) fn is_open(&self, cell: Cell) -> bool {
        self.ground.passable(cell, self.class, self.team)
    }

    /// Where a body of `radius` at `from`, in an open cell, gets by a displacement of less than a cell.
    #[inline]
    pub(crate) fn advance(&self, from: Vec2, displacement: Vec2, radius: Fx) -> Vec2 {
        passability::advance(self, from, displacement, radius)
    }

    /// The nearest acceptable place in an open cell, for a unit in whose cell something was put up; none within 32 cells.
    pub(crate) fn way_out(&self, from: Vec2, is_acceptable: impl Fn(Vec2) -> bool) -> Option<Vec2> {
        passability::way_out(self, self.scenario.map.bounds().centre(), from, is_acceptable)
    }
}

impl Passability for UnitPassability<'_> {
    #[inline]
    fn is_open(&self, cell: Cell) -> bool {
        self.ground.passable(cell, self.class, self.team)
    }

    #[inline]
    fn is_roomy(&self, cell: Cell) -> bool {
        self.ground.is_roomy(cell, self.class)
    }
}
