//! An explanation as JSON: the same figures under the same names.

use sandtable_ai::OrderReason;
use sandtable_math::Vec2;
use sandtable_model::rules::Rules;
use sandtable_sim::component::{AgentTask, OrderEnd};
use sandtable_sim::senses::ObservedSenses;
use sandtable_sim::trace::{GoalRank, MindTrace, SquadTrace, SteeringCourse, SteeringTrace};
use serde_json::{Value, json};

use super::words::{self, number};
use super::{Purpose, UnitExplanation};

/// An explanation as one object.
pub fn json(found: &UnitExplanation) -> Value {
    let (now, rules) = (&found.now, &found.scenario.rules);
    let earlier = found.thought.as_ref().map(|told| json!({ "tick": told.tick, "mind": told.mind.as_ref().map(mind) }));
    let decided = found.decided.as_ref();
    json!({
        "unit": now.unit.id.to_string(),
        "kind": rules.kind(now.unit.kind).name,
        "player": now.unit.id.owner().0 + 1,
        "tick": found.tick,
        "state": format!("{:016x}", found.state),
        "position": at(now.unit.position),
        "hp": number(now.unit.hp),
        "max_hp": number(now.unit.max_hp),
        "commander": commander(found),
        "order": order(found),
        "schedule": found.schedule.as_ref().map(|it| json!({
            "name": it.name, "entry": it.entry, "tick": it.tick, "says": it.says,
        })),
        "squad": now.squad.as_ref().map(|it| squad(found, it)),
        "stance": words::stance(now.stance),
        "movement": tasks(rules, &now.queues[0]),
        "action": tasks(rules, &now.queues[1]),
        "cargo": tasks(rules, &now.queues[2]),
        "ended": (now.ended.end != OrderEnd::None).then(|| json!({
            "how": now.ended.end.kind(), "reason": now.ended.end.reason(), "tick": now.ended.tick, "since": now.since,
        })),
        "job": now.job.is_some().then(|| now.job.to_string()),
        "mind": now.mind.as_ref().map(mind),
        "thought": earlier,
        "senses": now.senses.as_ref().map(senses),
        "weapon": {
            "target": words::id(now.weapon.target), "ordered": now.weapon.ordered, "windup": now.weapon.windup,
            "cooldown": now.weapon.cooldown, "may_attack": now.may_attack,
        },
        "ring": now.place.map(|place| json!({
            "target": place.reservation.target.to_string(), "since": place.since, "weight": place.reservation.weight,
            "slot": place.reservation.place.map(|(slot, _)| slot), "at": place.reservation.place.map(|(_, place)| at(place)),
        })),
        "steering": now.steering.as_ref().map(steering),
        "decided": decided.map(|told| json!({ "tick": told.tick, "steering": told.steering.as_ref().map(steering) })),
    })
}

fn at(point: Vec2) -> Value {
    json!([number(point.x), number(point.y)])
}

fn reason(reason: &OrderReason) -> Value {
    json!({ "goal": reason.goal, "priority": number(reason.priority), "steps": reason.steps })
}

fn commander(found: &UnitExplanation) -> Value {
    let state = &found.commander;
    let goals = state.pursuits.as_ref().ok().map(|all| all.iter().map(reason).collect::<Vec<_>>());
    json!({
        "name": state.name, "strategy": state.strategy, "goals": goals,
        "unknown": state.pursuits.as_ref().err(),
    })
}

fn order(found: &UnitExplanation) -> Option<Value> {
    let given = found.order.as_ref()?;
    let (says, to) = &found.ordered;
    let (plan, duty) = match &given.purpose {
        Some(Purpose::Plan(why)) => (Some(reason(why)), None),
        Some(Purpose::Duty(duty)) => (None, Some(*duty)),
        None => (None, None),
    };
    let (player, tick) = (given.stamped.player.0 + 1, given.stamped.tick);
    Some(json!({ "says": says, "to": to, "player": player, "tick": tick, "plan": plan, "duty": duty }))
}

fn squad(found: &UnitExplanation, squad: &SquadTrace) -> Value {
    json!({
        "id": squad.id.to_string(), "leader": squad.leader.to_string(), "members": squad.members,
        "shape": words::shape(squad.formation.shape), "phase": words::phase(squad.phase), "goal": at(squad.goal),
        "orders": found.told,
        "slot": squad.slot, "told": squad.told, "late": squad.late,
    })
}

fn tasks(rules: &Rules, queue: &[AgentTask]) -> Vec<Value> {
    let told = |task: &AgentTask| {
        let (to, other) = words::task_points(task);
        json!({
            "task": words::task_name(task.kind), "target": task.target.is_some().then(|| task.target.to_string()),
            "point": to.map(at), "other": other.map(at), "priority": task.priority,
            "ability": words::ability(rules, task),
        })
    };
    queue.iter().map(told).collect()
}

fn mind(mind: &MindTrace) -> Value {
    let memory = &mind.memory;
    let goals = mind.goals.iter().map(|goal| {
        json!({
            "goal": goal.name, "followed": goal.rank == GoalRank::Followed, "stands": goal.rank != GoalRank::Fallen, "score": goal.score.map(number),
            "starts_at": number(goal.starts_at), "ends_below": number(goal.ends_below), "disobeys": goal.disobeys,
        })
    });
    let nodes = mind.nodes.iter().map(|node| {
        let (status, score) = (words::status(node.status), node.score.map(number));
        json!({ "depth": node.depth, "node": node.label, "status": status, "score": score })
    });
    json!({
        "name": mind.name, "thinks": mind.thinks, "reacted": mind.reacted, "morale": number(memory.morale),
        "thought_tick": memory.thought_tick, "due_tick": memory.due_tick,
        "reactions": mind.reactions.iter().map(|(name, until)| json!({ "name": name, "until": until })).collect::<Vec<_>>(),
        "goals": goals.collect::<Vec<_>>(), "machine": mind.machine, "states": mind.states, "tree": mind.tree,
        "running": mind.running, "nodes": nodes.collect::<Vec<_>>(), "action": words::current_action(memory.will),
        "target": words::id(memory.target), "whom": words::id(memory.whom), "patient": words::id(memory.patient),
    })
}

fn senses(senses: &ObservedSenses) -> Value {
    let sees =
        senses.sees.iter().map(|(level, unit)| json!({ "level": words::hostility(*level), "unit": unit.to_string() }));
    let interest = senses.concern.as_ref().map(|concern| {
        let goes = concern.investigators.iter().filter(|id| id.is_some()).map(ToString::to_string);
        json!({
            "incident": concern.incident.name(), "subject": concern.subject.to_string(), "at": at(concern.at),
            "since": concern.ticks.0, "tick": concern.ticks.1, "role": words::role(concern.role),
            "value": number(concern.value), "sentry": words::id(concern.sentry), "investigators": goes.collect::<Vec<_>>(),
        })
    });
    json!({
        "name": senses.name, "sees": sees.collect::<Vec<_>>(),
        "heard": senses.heard.map(|(tick, place)| json!({ "tick": tick, "at": at(place) })), "interest": interest,
    })
}

fn steering(steering: &SteeringTrace) -> Value {
    let forces = steering
        .forces
        .iter()
        .map(|force| json!({ "force": force.name, "asked": at(force.asked), "given": at(force.given) }));
    let near = steering.near.iter().map(|near| {
        json!({
            "unit": near.id.to_string(), "offset": at(near.offset), "gap": near.gap.map(number), "moves": near.moves,
            "holds": near.holds, "limit": near.limit.map(number),
        })
    });
    json!({
        "turn": words::turn(steering.turn), "navigator": steering.navigator.name(), "goal": at(steering.goal),
        "place": at(steering.place), "way": at(steering.way), "pace": number(steering.pace), "speed": number(steering.speed),
        "straight": steering.course == SteeringCourse::Straight, "nearest": steering.course == SteeringCourse::Nearest,
        "hidden": steering.course == SteeringCourse::Hidden, "waits_for_field": steering.waits_for_field,
        "stuck_ticks": steering.stuck_ticks, "remedy": steering.remedy, "heading": at(steering.heading),
        "forces": forces.collect::<Vec<_>>(), "near": near.collect::<Vec<_>>(), "meant": at(steering.meant),
        "step": at(steering.step), "moved": at(steering.moved), "arrives": steering.arrives,
    })
}
