//! Distances and shapes: small questions about places that everything asks.

use sandtable_math::{Fx, Vec2};
use sandtable_model::map::{Cell, Rect};
use sandtable_model::rules::{Class, Rules};
use sandtable_sim::component::TaskKind;
use sandtable_sim::view::{ForeignBody, OwnUnit};
use sandtable_state::id::{Handle, KindId};

/// The square of a distance in whole cells, wide.
pub(crate) fn wide_square(cells: i16) -> i64 {
    Fx::from_int(cells).squared_wide()
}

/// Whether a point lies within `cells` of another.
pub(crate) fn near(a: Vec2, b: Vec2, cells: i16) -> bool {
    a.distance_squared_wide(b) <= wide_square(cells)
}

/// What a unit builds or repairs.
pub(crate) fn building_of(unit: &OwnUnit) -> Option<Handle> {
    match unit.acting {
        Some((TaskKind::Build | TaskKind::Repair, target, _)) => Some(target),
        _ => None,
    }
}

/// The cells a building or node of `kind` takes with its north-west cell at `cell`.
pub(crate) fn footprint(rules: &Rules, kind: KindId, cell: Cell) -> Rect {
    let size = rules.kind(kind).footprint.as_ref();
    let (width, height) = size.map_or((1, 1), |size| (u16::from(size.width), u16::from(size.height)));
    Rect { x: cell.x, y: cell.y, width, height }
}

/// Whether a foreign thing is a building.
pub(crate) fn is_building(it: &ForeignBody) -> bool {
    it.class == Class::Building
}
