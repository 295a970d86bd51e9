//! A rehearsal of the tick in which one unit is watched.

use super::agent_update;
use super::desired_velocity::DesiredVelocity;
use super::neighbours::NearestNeighbours;
use super::scene::SteerScene;
use super::steering_trace::{SteeringTrace, SteeringTurn};
use super::unit_passability::UnitPassability;
use super::{SteerContext, SteerWorkspace, intend};
use crate::component::{Agent, Motion};
use sandtable_state::id::UnitId;

/// What steering makes of a unit in this tick; for a copy of the world, whose wishes it settles. None for one that is not there.
pub(crate) fn rehearse(cx: SteerContext<'_>, unit: UnitId) -> Option<SteeringTrace> {
    let SteerContext { scene, flow, routes, workspace } = cx;
    let row = scene.place(unit).filter(|place| (place.row as usize) < scene.frame.units)?.row as usize;
    let SteerWorkspace { wishes, walkers, gates } = workspace;
    gates.count(&scene);
    let crowd = SteerScene::new(scene, gates);
    intend(&crowd, flow, routes, wishes, walkers);
    let wish = *wishes.get(row)?;
    let mut motion = scene.entities.column::<Motion>(&scene.entities.units)[row];
    let mut steering = begin(&crowd, row, &motion, &wish)?;
    if wish.turn != SteeringTurn::Stands {
        let (from, agents) = (motion.position, scene.entities.column::<Agent>(&scene.entities.units));
        agent_update::advance(
            &crowd,
            row,
            &mut motion,
            &agents[row],
            &wish,
            &mut NearestNeighbours::nobody(),
            &mut steering,
        );
        steering.moved = motion.position - from;
        steering.arrives = wish.turn == SteeringTurn::Decides && motion.has_arrived();
    }
    Some(steering)
}

/// What is known before it moves.
fn begin(crowd: &SteerScene<'_>, row: usize, motion: &Motion, wish: &DesiredVelocity) -> Option<SteeringTrace> {
    let body = crowd.bodies.get(row)?;
    Some(SteeringTrace {
        turn: wish.turn,
        navigator: UnitPassability::for_body(&crowd.scene, body)?.navigator,
        goal: motion.goal,
        place: wish.target,
        way: wish.way,
        pace: wish.pace,
        speed: wish.speed,
        course: wish.course,
        waits_for_field: wish.asks,
        stuck_ticks: motion.stuck_ticks,
        ..SteeringTrace::default()
    })
}
