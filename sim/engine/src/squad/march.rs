//! The march of a formation: its front goes along the field of its goal, as fast as its members keep up.

use super::formation_keeping::{FormationKeeper, are_fighting, is_tired, keepers, lag, tell};
use super::formation_places::{FormationPlaces, SquadGround, places};
use super::front::{go_on, is_home, middle, set_out};
use super::state::{Squad, SquadCommand, SquadPhase, SquadWidth};
use super::tuning::{EASY_LAG, FORMED_WITHIN, STRAGGLER_LAG};
use crate::component::{Identity, Motion, TaskKind};
use crate::flow::FlowFields;
use crate::group_places::MoveRequest;
use crate::scene::Scene;
use crate::steer::MAX_STEP;
use crate::task_assignment::held_to_map;
use sandtable_math::{Fx, Vec2};
use sandtable_model::OrderKind;
use sandtable_nav::formation::{Slot, assign, slots};
use sandtable_nav::vector::limited;

/// Takes up an order: where to, and who takes which slot. One that leads where the squad goes or stands already moves nobody but
/// those who are not in their places.
pub(super) fn begin(scene: &Scene<'_>, flow: &mut FlowFields, squad: &mut Squad, command: SquadCommand) {
    let (OrderKind::Move(to) | OrderKind::AttackMove(to) | OrderKind::Patrol(to)) = command.verb else { return };
    let to = held_to_map(&scene.scenario.map, to);
    let under_way = matches!(squad.phase, SquadPhase::Forming | SquadPhase::Marching | SquadPhase::Waiting);
    let patrols = matches!(command.verb, OrderKind::Patrol(_));
    let resumes = if under_way {
        squad.goal == to || patrols && squad.home == to
    } else {
        squad.goal == to && is_home(scene, squad)
    };
    if !resumes {
        squad.home = middle(scene, squad);
        set_out(scene, flow, squad, to);
    } else if !under_way {
        squad.phase = SquadPhase::Forming;
    }
    squad.waited = 0;
    squad.members.iter_mut().for_each(|member| member.late = false);
    assign_slots(scene, squad);
}

/// Gives the members the slots of the shape as it stands.
fn assign_slots(scene: &Scene<'_>, squad: &mut Squad) {
    let Some(ground) = SquadGround::for_squad(scene, squad) else { return };
    let (motions, identity) = (
        scene.entities.column::<Motion>(&scene.entities.units),
        scene.entities.column::<Identity>(&scene.entities.units),
    );
    let reach = |row: usize| scene.stats(squad.id.owner(), identity[row].kind).range;
    let of = |row: usize| (motions[row].position, reach(row));
    let rows = squad.members.iter().map(|member| scene.place(member.id).map_or(0, |place| place.row as usize));
    let members: Vec<(Vec2, Fx)> = rows.map(of).collect();
    let slots = slots(squad.formation.shape, squad.members.len());
    let places: Vec<Vec2> = slots.iter().map(|slot| ground.at(squad.pose, *slot)).collect();
    for (member, slot) in squad.members.iter_mut().zip(assign(&members, &places)) {
        member.slot = slot;
    }
}

/// One tick of a squad in formation that is under way; returns who is to find a place at the goal by itself.
pub(super) fn advance(scene: &Scene<'_>, flow: &mut FlowFields, squad: &mut Squad) -> Vec<MoveRequest> {
    let Some(ground) = SquadGround::for_squad(scene, squad) else { return Vec::new() };
    if squad.members.iter().any(|member| usize::from(member.slot) >= squad.members.len()) {
        // Somebody has left or died: the others close up.
        assign_slots(scene, squad);
    }
    let slots = slots(squad.formation.shape, squad.members.len());
    let was_narrowed = squad.is_narrowed();
    let FormationPlaces { at: places, open } = places(&ground, squad, &slots);
    if was_narrowed && !squad.is_narrowed() {
        // Behind the passage it forms up again.
        (squad.phase, squad.waited) = (SquadPhase::Forming, 0);
    }
    let keepers = keepers(scene, squad);
    let lag = lag(squad, &keepers, &places);
    let pace = pace(squad, &keepers, lag);
    let anchor = squad.pose.anchor;
    match squad.phase {
        SquadPhase::Forming => {
            if lag <= FORMED_WITHIN || is_tired(squad, &keepers, &places, true) {
                (squad.phase, squad.waited) = (SquadPhase::Marching, 0);
            }
        }
        _ => {
            go_on(scene, flow, squad, &ground, &slots, pace);
            let waits = pace < Fx::EPSILON || squad.pose.anchor == anchor && !squad.reached;
            squad.phase = if waits { SquadPhase::Waiting } else { SquadPhase::Marching };
            let fighting = are_fighting(&keepers);
            if is_tired(squad, &keepers, &places, waits && !fighting) && pace > Fx::ZERO {
                // It was not the stragglers that held it up: it is as near as it gets.
                (squad.reached, squad.beyond) = (true, Fx::ZERO);
            }
        }
    }
    // One that was put out of a wall has made no step.
    squad.velocity = limited(squad.pose.anchor - anchor, MAX_STEP);
    if squad.reached && squad.beyond == Fx::ZERO && squad.phase != SquadPhase::Forming {
        return arrive(scene, flow, squad, &ground, &slots, &keepers);
    }
    let point = if squad.phase == SquadPhase::Forming { squad.pose.anchor } else { squad.goal };
    // One tick for the step that is made in this one, and one more.
    let lead = squad.lead() + squad.lead();
    tell(scene, squad, &keepers, |slot, position| {
        let place = places[slot].unwrap_or(position);
        let ahead = place + lead;
        (TaskKind::Keep, point, if open || ground.fits(place, ahead) { ahead } else { place })
    });
    Vec::new()
}

/// The part of full pace at which the front goes on, 0 … 1.
fn pace(squad: &Squad, keepers: &[Option<FormationKeeper>], lag: Fx) -> Fx {
    if are_fighting(keepers) || squad.phase == SquadPhase::Forming {
        return Fx::ZERO;
    }
    (STRAGGLER_LAG - lag).clamp(Fx::ZERO, STRAGGLER_LAG - EASY_LAG).div_trunc(STRAGGLER_LAG - EASY_LAG)
}

/// At the goal: members go to their last places and rest; a patrol turns back.
fn arrive(
    scene: &Scene<'_>,
    flow: &mut FlowFields,
    squad: &mut Squad,
    ground: &SquadGround<'_>,
    slots: &[Slot],
    keepers: &[Option<FormationKeeper>],
) -> Vec<MoveRequest> {
    squad.velocity = Vec2::ZERO;
    if squad.orders.head().is_some_and(|command| matches!(command.verb, OrderKind::Patrol(_))) {
        let back = std::mem::replace(&mut squad.home, squad.goal);
        set_out(scene, flow, squad, back);
        assign_slots(scene, squad);
        return Vec::new();
    }
    squad.phase = SquadPhase::Closing;
    let places = places(ground, squad, slots).at;
    if squad.is_narrowed() {
        // No room for the shape: they settle around the goal.
        squad.width = SquadWidth::Full;
        squad.trail.clear();
        tell(scene, squad, keepers, |_, _| (TaskKind::Goto, squad.goal, squad.goal));
        let (player, point) = (squad.id.owner(), squad.goal);
        let there = squad.members.iter().zip(keepers).filter(|(_, keeper)| keeper.is_some());
        return there.map(|(member, _)| MoveRequest { player, point, id: member.id, kept: None }).collect();
    }
    squad.waited = 0;
    let anchor = squad.pose.anchor;
    tell(scene, squad, keepers, |slot, position| (TaskKind::Keep, anchor, places[slot].unwrap_or(position)));
    Vec::new()
}
