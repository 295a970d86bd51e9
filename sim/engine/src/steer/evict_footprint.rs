//! Putting units out of cells in which something has just been put up: each to the nearest open place that nobody has taken.

use super::unit_passability::UnitPassability;
use crate::component::{Identity, Motion};
use crate::scene::Scene;
use sandtable_math::{Fx, Vec2, mix3};
use sandtable_model::map::{Cell, Rect};
use sandtable_nav::crowd::SpatialRow;
use sandtable_state::Arrange;

/// Somebody who stands or has been put somewhere.
struct Stander {
    row: usize,
    position: Vec2,
    radius: Fx,
    flies: bool,
}

/// Puts out those who stand in walls within `rect`, in an order drawn from the seed. Who finds no room among the others is put
/// to the nearest open place all the same.
pub(crate) fn clear(scene: &Scene<'_>, rect: Rect) {
    let bodies = &scene.frame.bodies;
    let mut standers = standers(scene, bodies);
    let mut shut: Vec<usize> =
        (0..standers.len()).filter(|place| is_shut_in(scene, bodies, rect, &standers[*place])).collect();
    shut.arrange_by_key(|place| {
        let id = bodies[standers[*place].row].id;
        (mix3(scene.clock.seed, u64::from(scene.clock.tick), u64::from(id.0)), id)
    });
    for place in shut {
        let body = &bodies[standers[place].row];
        let Some(out) = place_for(scene, body, &standers, place) else { continue };
        standers[place].position = out;
        let motion = &mut scene.entities.column_mut::<Motion>(&scene.entities.units)[standers[place].row];
        (motion.position, motion.velocity, motion.steered) = (out, Vec2::ZERO, Vec2::ZERO);
        if !motion.moves() {
            motion.post = out;
        }
    }
}

/// Everybody who can be met, where they are now.
fn standers(scene: &Scene<'_>, bodies: &[SpatialRow]) -> Vec<Stander> {
    let (identity, motion) = (
        scene.entities.column::<Identity>(&scene.entities.units),
        scene.entities.column::<Motion>(&scene.entities.units),
    );
    let units = bodies.iter().take(motion.len()).enumerate();
    let here =
        units.filter(|(row, body)| body.is_present() && body.id == identity[*row].id && motion[*row].aboard.is_none());
    here.map(|(row, body)| Stander { row, position: motion[row].position, radius: body.radius, flies: body.flies() })
        .collect()
}

fn is_shut_in(scene: &Scene<'_>, bodies: &[SpatialRow], rect: Rect, stander: &Stander) -> bool {
    let cell = Cell::at(stander.position);
    rect.contains(cell)
        && UnitPassability::for_body(scene, &bodies[stander.row]).is_some_and(|footing| !footing.is_open(cell))
}

fn place_for(scene: &Scene<'_>, body: &SpatialRow, standers: &[Stander], own: usize) -> Option<Vec2> {
    let footing = UnitPassability::for_body(scene, body)?;
    let from = standers[own].position;
    let is_free = |at: Vec2| {
        let others = standers.iter().enumerate().filter(|(place, other)| *place != own && other.flies == body.flies());
        let mut others = others.map(|(_, other)| (other.position, (other.radius + body.radius).squared_wide()));
        others.all(|(position, reach)| position.distance_squared_wide(at) >= reach)
    };
    footing.way_out(from, is_free).or_else(|| footing.way_out(from, |_| true))
}
