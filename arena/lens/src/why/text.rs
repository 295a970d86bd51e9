//! An explanation as indented text: a line for each link of the chain, what it is made of below.

use sandtable_sim::Explanation;
use sandtable_sim::component::OrderEnd;
use sandtable_sim::senses::ObservedSenses;
use sandtable_sim::trace::{GoalRank, MindTrace, SlotTrace, SquadTrace, SteeringCourse, SteeringTrace, SteeringTurn};
use sandtable_state::id::UnitId;

use super::words::{self, direction, point, velocity};
use super::{KEPT_TICKS, Purpose, Scheduled, UnitExplanation};
use crate::clock;

/// Lines with a depth.
#[derive(Default)]
struct Page(String);

impl Page {
    fn line(&mut self, depth: usize, text: &str) {
        self.0 += &format!("{:width$}{text}\n", "", width = depth * 2);
    }
}

/// Tells an explanation.
pub fn tell(found: &UnitExplanation) -> String {
    let (mut page, now) = (Page::default(), &found.now);
    let kind = &found.scenario.rules.kind(now.unit.kind).name;
    let (unit, tick) = (&now.unit, found.tick);
    page.line(
        0,
        &format!("{}, {kind} of player {}, after tick {tick} ({})", unit.id, unit.id.owner().0 + 1, clock(tick)),
    );
    page.line(1, &format!("at {}, {:.1} of {:.1} hit points", point(unit.position), unit.hp, unit.max_hp));
    commander(&mut page, found);
    if let Some(squad) = &now.squad {
        tell_squad(&mut page, found, squad);
    }
    queues(&mut page, found);
    work(&mut page, found);
    match &now.mind {
        Some(mind) => tell_mind(&mut page, found, mind),
        None => page.line(0, "mind: none, it carries out the heads of its queues"),
    }
    if let Some(senses) = &now.senses {
        tell_senses(&mut page, senses);
    }
    weapon(&mut page, now);
    if let Some(place) = &now.place {
        tell_place(&mut page, place);
    }
    match &now.steering {
        Some(steering) => tell_steering(&mut page, found, steering),
        None => page.line(0, &format!("steering: none, it is aboard {}", unit.aboard)),
    }
    page.0
}

fn commander(page: &mut Page, found: &UnitExplanation) {
    let state = &found.commander;
    let file = if state.strategy.is_empty() { String::new() } else { format!(" ({})", state.strategy) };
    page.line(0, &format!("commander: {}{file}", state.name));
    match &state.pursuits {
        Ok(pursuits) if pursuits.is_empty() => page.line(1, "no goals"),
        Ok(pursuits) => pursuits.iter().for_each(|reason| {
            let steps = if reason.steps.is_empty() { "no step begun".to_owned() } else { reason.steps.join("; ") };
            page.line(1, &format!("goal {}, priority {:.2}: {steps}", reason.goal, reason.priority));
        }),
        Err(why) => page.line(1, &format!("goals unknown: {why}")),
    }
    if let Some(turn) = &found.schedule {
        let Scheduled { name, entry, tick, says } = turn;
        return page
            .line(0, &format!("order: {says}, by entry {entry} of schedule {name} at tick {tick} ({})", clock(*tick)));
    }
    let Some(given) = &found.order else {
        return page.line(0, "order: none; tasks chosen by the unit or set by a rally point");
    };
    let (stamped, (says, to)) = (&given.stamped, &found.ordered);
    let (by, at) = (stamped.player.0 + 1, stamped.tick);
    page.line(0, &format!("order: {says}, to {to}, by player {by} at tick {at} ({})", clock(at)));
    match &given.purpose {
        Some(Purpose::Plan(reason)) => {
            let steps = reason.steps.join("; ");
            page.line(1, &format!("for goal {}, priority {:.2}, step: {steps}", reason.goal, reason.priority));
        }
        Some(Purpose::Duty(duty)) => page.line(1, &format!("for a standing duty, {duty}")),
        None => {}
    }
}

fn tell_squad(page: &mut Page, found: &UnitExplanation, squad: &SquadTrace) {
    let SquadTrace { id, members, formation, leader, .. } = squad;
    let shape = words::shape(formation.shape);
    page.line(0, &format!("squad: {id}, {members} members, {shape}, led by {leader}, {}", words::phase(squad.phase)));
    found.told.iter().for_each(|says| page.line(1, &format!("squad order: {says}")));
    let heard = if squad.told { "has its order from the squad" } else { "has no order from the squad" };
    let late = if squad.late { ", the squad no longer waits for it" } else { "" };
    page.line(1, &format!("its slot: {}, {heard}{late}; the squad goes to {}", squad.slot, point(squad.goal)));
}

fn queues(page: &mut Page, found: &UnitExplanation) {
    let (now, rules) = (&found.now, &found.scenario.rules);
    page.line(0, &format!("queues in tick {}, stance {}", now.tick, words::stance(now.stance)));
    for (name, queue) in ["movement", "action", "cargo"].iter().zip(&now.queues) {
        let tasks: Vec<String> = queue.iter().map(|task| words::task(rules, task)).collect();
        match tasks.is_empty() {
            true if *name == "cargo" => {}
            true => page.line(1, &format!("{name}: empty")),
            false => page.line(1, &format!("{name}: {}", tasks.join(", then "))),
        }
    }
    if now.ended.end != OrderEnd::None {
        let since = match now.since {
            0 => "its latest".to_owned(),
            since => format!("{since} newer"),
        };
        let tick = now.ended.tick;
        page.line(
            1,
            &format!("last order that ended: {} at tick {tick} ({}), {since}", words::end(now.ended.end), clock(tick)),
        );
    }
}

fn work(page: &mut Page, found: &UnitExplanation) {
    let now = &found.now;
    if now.job.is_some() {
        page.line(0, &format!("job: chosen by the unit, reserved at {}", now.job));
    }
    let carries = now.unit.carries.map(|(resource, amount)| {
        let name = found.scenario.rules.resources.get(resource.index()).map_or("resource", |it| it.as_str());
        format!("carries {amount} {name}")
    });
    let node = now.labour.node.is_some().then(|| format!("gathers from {}", now.labour.node));
    let drop_off = now.labour.drop_off.is_some().then(|| format!("brings it to {}", now.labour.drop_off));
    let told: Vec<String> = [carries, node, drop_off].into_iter().flatten().collect();
    if !told.is_empty() {
        page.line(0, &format!("work: {}", told.join(", ")));
    }
}

fn tell_mind(page: &mut Page, found: &UnitExplanation, mind: &MindTrace) {
    let memory = &mind.memory;
    page.line(0, &format!("mind: {}, morale {:.0} %", mind.name, memory.morale));
    match (mind.thinks, &found.thought) {
        (true, _) => page.line(1, &format!("thinks in tick {}", found.now.tick)),
        (false, _) => page.line(
            1,
            &format!("thought last in tick {}, thinks again by tick {}", memory.thought_tick, memory.due_tick),
        ),
    }
    let thought = found.thought.as_ref().and_then(|told| told.mind.as_ref()).unwrap_or(mind);
    for (name, until) in &mind.reactions {
        page.line(1, &format!("reaction {name}, over at tick {until}"));
    }
    for goal in &thought.goals {
        let how = match goal.rank {
            GoalRank::Followed => "followed",
            GoalRank::Stands => "active",
            GoalRank::Fallen => "inactive",
        };
        let score = goal.score.map_or(String::new(), |score| format!(", score {score:.2}"));
        let active = format!("active from {:.2}, until below {:.2}", goal.starts_at, goal.ends_below);
        page.line(1, &format!("personal goal {}: {how}{score} ({active})", goal.name));
    }
    if let Some(machine) = &mind.machine {
        page.line(1, &format!("machine {machine}: {}", mind.states.join(" > ")));
    }
    if let Some(tree) = &thought.tree {
        page.line(1, &format!("tree {tree}"));
    }
    for node in &thought.nodes {
        let score = node.score.map_or(String::new(), |score| format!(", score {score:.2}"));
        page.line(2 + usize::from(node.depth), &format!("{}: {}{score}", node.label, words::status(node.status)));
    }
    let action = words::current_action(memory.will);
    let [target, subject, patient] = [memory.target, memory.whom, memory.patient].map(unit_or_none);
    page.line(1, &format!("action: {action}; target: {target}, acts on: {subject}, patient: {patient}"));
}

/// A unit by its id, or `none`.
fn unit_or_none(id: UnitId) -> String {
    if id.is_some() { id.to_string() } else { "none".to_owned() }
}

fn tell_senses(page: &mut Page, senses: &ObservedSenses) {
    let sees: Vec<String> =
        senses.sees.iter().map(|(level, unit)| format!("{unit} ({})", words::hostility(*level))).collect();
    let sees = if sees.is_empty() { "no unit it registers".to_owned() } else { sees.join(", ") };
    let heard =
        senses.heard.map_or(String::new(), |(tick, at)| format!("; heard something at {} in tick {tick}", point(at)));
    page.line(0, &format!("senses: {}, sees {sees}{heard}", senses.name));
    let Some(concern) = &senses.concern else { return };
    let (first, last) = concern.ticks;
    let what = format!("{} of {} at {}", concern.incident.name(), concern.subject, point(concern.at));
    page.line(1, &format!("interest: {what}, since tick {first}, last in {last}, worth {:.2}", concern.value));
    let goes: Vec<String> = concern.investigators.iter().filter(|id| id.is_some()).map(ToString::to_string).collect();
    let goes = if goes.is_empty() { "none".to_owned() } else { goes.join(", ") };
    page.line(
        1,
        &format!(
            "its role: {}; sentry {}, investigators {goes}",
            words::role(concern.role),
            unit_or_none(concern.sentry)
        ),
    );
}

fn weapon(page: &mut Page, now: &Explanation) {
    let weapon = &now.weapon;
    if weapon.target.is_none() {
        return;
    }
    let why = if weapon.ordered { "ordered" } else { "chosen by the unit" };
    let state = match (weapon.windup, weapon.cooldown) {
        (0, 0) => "ready".to_owned(),
        (0, left) => format!("cools down {left} ticks"),
        (left, _) => format!("winds up {left} ticks"),
    };
    let may = if now.may_attack { "may begin an attack" } else { "may not begin an attack: no attack capacity left" };
    page.line(0, &format!("weapon: on {} ({why}), {state}, {may}", weapon.target));
}

fn tell_place(page: &mut Page, place: &SlotTrace) {
    let reservation = &place.reservation;
    let what = match reservation.place {
        Some((slot, at)) => format!("place {slot} at {}", point(at)),
        None => "waits outside for a place".to_owned(),
    };
    page.line(
        0,
        &format!(
            "ring: {what}, round {}, weight {}, since tick {}",
            reservation.target, reservation.weight, place.since
        ),
    );
}

fn tell_steering(page: &mut Page, found: &UnitExplanation, steering: &SteeringTrace) {
    page.line(0, &format!("steering in tick {}: {}", found.now.tick, words::turn(steering.turn)));
    if steering.turn == SteeringTurn::Stands {
        return;
    }
    if let Some(decided) = &found.decided
        && let Some(earlier) = &decided.steering
    {
        page.line(1, &format!("as decided in tick {}", decided.tick));
        course(page, 2, earlier);
        neighbours(page, 2, earlier);
    }
    if steering.turn == SteeringTurn::Keeps && found.decided.is_none() {
        page.line(1, &format!("as decided more than {KEPT_TICKS} ticks ago, before it last stood still"));
    }
    if steering.turn == SteeringTurn::Decides {
        course(page, 1, steering);
    }
    neighbours(page, 1, steering);
    page.line(1, &format!("wants {}, neighbours allow {}", velocity(steering.meant), velocity(steering.step)));
    let arrives = if steering.arrives { ", and arrives" } else { "" };
    page.line(1, &format!("moves {}{arrives}", velocity(steering.moved)));
}

fn course(page: &mut Page, depth: usize, steering: &SteeringTrace) {
    let how = match () {
        () if steering.course == SteeringCourse::Nearest => "cannot get nearer",
        () if steering.course == SteeringCourse::Hidden => "to the point, its place is out of sight",
        () if steering.waits_for_field => "straight ahead, its flow field is not ready yet",
        () if steering.course == SteeringCourse::Straight => "straight to its place",
        () => "by its course",
    };
    let (goal, place) = (point(steering.goal), point(steering.place));
    page.line(
        depth,
        &format!("to {goal}, own place {place}, by {}: {how}, {}", steering.navigator.name(), direction(steering.way)),
    );
    let desired = format!("{:.4} of {:.4} cells a tick", steering.pace, steering.speed);
    page.line(depth, &format!("desired velocity: {desired}, stuck for {} ticks", steering.stuck_ticks));
    if let Some(remedy) = steering.remedy {
        page.line(depth, &format!("remedy: {remedy}, heads {}", direction(steering.heading)));
    }
    for force in &steering.forces {
        let cut = if force.given == force.asked { String::new() } else { format!(", given {}", velocity(force.given)) };
        page.line(depth, &format!("{}: {}{cut}", force.name, velocity(force.asked)));
    }
}

fn neighbours(page: &mut Page, depth: usize, steering: &SteeringTrace) {
    for near in &steering.near {
        let gap = near.gap.map_or("not close".to_owned(), |gap| format!("gap {gap:.2}"));
        let does = if near.holds {
            "holds"
        } else if near.moves {
            "moves"
        } else {
            "stands"
        };
        let limit = near.limit.map_or(String::new(), |limit| format!(", limited to {limit:.4} towards it"));
        page.line(depth, &format!("near {}: {gap}, {}, {does}{limit}", near.id, direction(near.offset)));
    }
}
