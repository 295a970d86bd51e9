//! Ways for units that walk by routes: noted, asked for and looked for, in an order of ids.

use super::arrival;
use super::desired_velocity::DesiredVelocity;
use super::path_following::{self, Ways};
use super::scene::SteerScene;
use super::steering_trace::SteeringTurn;
use super::unit_passability::UnitPassability;
use crate::component::{Motion, TimedEffects};
use crate::flow::FlowFields;
use crate::route::{PathRequester, Routes};
use sandtable_state::Arrange;
use sandtable_state::id::{TeamId, UnitId};

/// Notes how far units have come on their routes, has those looked for that somebody asks for, and tells who asked.
///
/// As with fields they ask by when they were made, whoever owns them.
pub(super) fn provide(
    crowd: &SteerScene<'_>,
    flow: &mut FlowFields,
    routes: &mut Routes,
    wishes: &mut [DesiredVelocity],
) {
    if routes.is_idle() {
        return;
    }
    let mut asking: Vec<(u32, UnitId, usize)> = Vec::new();
    for (row, wish) in wishes.iter().enumerate().filter(|(_, wish)| wish.turn == SteeringTurn::Decides) {
        let (id, team) = (crowd.bodies[row].id, TeamId(crowd.bodies[row].team));
        wish.bearing.leg().into_iter().for_each(|leg| routes.note(team, id, leg));
        if wish.bearing.asks() {
            asking.push((id.serial(), id, row));
        }
    }
    asking.arrange_many();
    asking.iter().for_each(|(.., row)| request(crowd, flow, routes, *row));
    routes.serve(flow);
    let entities = crowd.scene.entities;
    let statuses = entities.column::<TimedEffects>(&entities.units);
    let mut motions = entities.column_mut::<Motion>(&entities.units);
    for (.., row) in asking {
        let (body, ways) = (&crowd.bodies[row], Ways { flow, routes });
        wishes[row] =
            path_following::desired_velocity(crowd, ways, body, &mut motions[row], &statuses[row], wishes[row].track);
    }
}

fn request(crowd: &SteerScene<'_>, flow: &mut FlowFields, routes: &mut Routes, row: usize) {
    let (scene, body) = (&crowd.scene, &crowd.bodies[row]);
    let motion = &scene.entities.column::<Motion>(&scene.entities.units)[row];
    let Some(footing) = UnitPassability::for_body(scene, body) else { return };
    let asker = PathRequester { unit: body.id, navigator: footing.navigator };
    let goal = path_following::goal(flow, &footing, body, motion);
    routes.request(flow, (scene.ground, scene.knowledge), asker, &goal, motion, arrival::target(motion));
}
