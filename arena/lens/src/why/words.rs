//! The words and figures of an explanation, the same in text and JSON.

use sandtable_decide::NodeStatus;
use sandtable_math::{Angle, Fx, Vec2};
use sandtable_model::FormationShape;
use sandtable_model::OrderKind;
use sandtable_model::Stance;
use sandtable_model::rules::{HOSTILITIES, Hostility, Rules};
use sandtable_sim::World;
use sandtable_sim::component::{AgentTask, CurrentAction, OrderEnd, TaskKind};
use sandtable_sim::order::{OrderSubject, StampedOrder};
use sandtable_sim::senses::AwarenessRole;
use sandtable_sim::squad::SquadPhase;
use sandtable_sim::trace::SteeringTurn;
use sandtable_state::id::{Handle, PlayerId, UnitId};

/// A number for JSON and for pages.
pub fn number(value: Fx) -> f64 {
    f64::from(value.bits()) / 65_536.0
}

/// A point or offset in cells.
pub fn point(at: Vec2) -> String {
    format!("{:.2},{:.2}", at.x, at.y)
}

/// A velocity: its size and direction, or `none`.
pub fn velocity(of: Vec2) -> String {
    if of == Vec2::ZERO { "none".to_owned() } else { format!("{:.4} towards {}", of.length_floor(), direction(of)) }
}

/// The direction of a vector, in degrees clockwise from north.
pub fn direction(of: Vec2) -> String {
    let steps = u32::from(Angle::from_vector(of).0.wrapping_add(Angle::QUARTER.0));
    format!("{}°", (steps * 360 + (1 << 15)) / (1 << 16) % 360)
}

/// What a task kind is called.
pub const fn task_name(kind: TaskKind) -> &'static str {
    match kind {
        TaskKind::Goto => "go to",
        TaskKind::Follow => "follow",
        TaskKind::Patrol => "patrol",
        TaskKind::Hold => "hold",
        TaskKind::Serve => "go where its action requires",
        TaskKind::Keep => "keep its place in the squad",
        TaskKind::Strike => "attack",
        TaskKind::Engage => "attack what comes near",
        TaskKind::Gather => "gather from",
        TaskKind::Deliver => "deliver",
        TaskKind::Build => "build",
        TaskKind::Repair => "repair",
        TaskKind::Board => "board",
        TaskKind::Unload => "unload",
        TaskKind::Cast => "use ability",
        TaskKind::Guard => "guard",
        TaskKind::Fetch => "take aboard",
    }
}

/// How an order ended, in words.
pub fn end(end: OrderEnd) -> String {
    let why = match end {
        OrderEnd::None | OrderEnd::Arrived | OrderEnd::Done => return end.kind().to_owned(),
        OrderEnd::Walled => "its goal is inside a wall",
        OrderEnd::NoWay => "there is no path to it",
        OrderEnd::Full => "its place is taken",
        OrderEnd::Blocked => "others block its way",
        OrderEnd::Lost => "its target is lost",
        OrderEnd::Unable => "it was unable to do it then",
    };
    format!("{}: {why}", end.kind())
}

/// The points of a task that mean something: where to, and the other end or own place.
pub fn task_points(task: &AgentTask) -> (Option<Vec2>, Option<Vec2>) {
    match task.kind {
        TaskKind::Goto | TaskKind::Patrol | TaskKind::Keep => {
            (Some(task.point), (task.other != task.point).then_some(task.other))
        }
        TaskKind::Unload => (Some(task.point), None),
        TaskKind::Cast if task.target.is_none() => (Some(task.point), None),
        _ => (None, None),
    }
}

/// The ability that a task uses.
pub fn ability<'r>(rules: &'r Rules, task: &AgentTask) -> Option<&'r str> {
    let used = (task.kind == TaskKind::Cast).then(|| rules.abilities.get(usize::from(task.row))).flatten();
    used.map(|ability| ability.name.as_str())
}

/// A task in words.
pub fn task(rules: &Rules, task: &AgentTask) -> String {
    let (to, other) = task_points(task);
    let mut text = task_name(task.kind).to_owned();
    if let Some(ability) = ability(rules, task) {
        text += &format!(" {ability}");
    }
    if task.target.is_some() {
        text += &format!(" {}", task.target);
    }
    if let Some(to) = to {
        text += &format!(" {}", point(to));
    }
    if let Some(other) = other {
        let what = if task.kind == TaskKind::Patrol { "and" } else { "own place" };
        text += &format!(", {what} {}", point(other));
    }
    if task.priority > 0 { format!("{text} (priority {})", task.priority) } else { text }
}

/// An entity that a player's order names; none for none, or one it never knew.
fn named(world: &World, player: PlayerId, handle: Handle) -> String {
    let id = if handle.is_none() { None } else { world.observe_handle(player, handle) };
    id.map_or_else(|| "-".to_owned(), |id| id.to_string())
}

/// What an order says, its targets by the names of the world.
pub fn verb(rules: &Rules, verb: &OrderKind, name: impl Fn(Handle) -> String) -> String {
    match *verb {
        OrderKind::Move(to) => format!("move to {}", point(to)),
        OrderKind::AttackMove(to) => format!("attack-move to {}", point(to)),
        OrderKind::Attack(it) => format!("attack {}", name(it)),
        OrderKind::Patrol(to) => format!("patrol to {}", point(to)),
        OrderKind::Hold => "hold".to_owned(),
        OrderKind::Stop => "stop".to_owned(),
        OrderKind::Follow(it) => format!("follow {}", name(it)),
        OrderKind::Guard(it) => format!("guard {}", name(it)),
        OrderKind::Gather(it) => format!("gather from {}", name(it)),
        OrderKind::ReturnCargo => "return cargo".to_owned(),
        OrderKind::Build { kind, cell } => format!("build {} at {},{}", rules.kind(kind).name, cell.x, cell.y),
        OrderKind::Repair(it) => format!("repair {}", name(it)),
        OrderKind::Train(kind) => format!("train {}", rules.kind(kind).name),
        OrderKind::Research(tech) => format!("research {}", rules.tech(tech).name),
        OrderKind::Cancel(entry) => format!("cancel {entry}"),
        OrderKind::Rally { point: at, .. } => format!("rally at {}", point(at)),
        OrderKind::Load(it) => format!("load {}", name(it)),
        OrderKind::Unload(at) => format!("unload at {}", point(at)),
        OrderKind::Ability { ability, target, point: at } => {
            let used = rules.abilities.get(usize::from(ability.0)).map_or("?", |ability| ability.name.as_str());
            let on = if target.is_none() { format!("at {}", point(at)) } else { format!("on {}", name(target)) };
            format!("use ability {used} {on}")
        }
        OrderKind::Form(_) => "form a squad".to_owned(),
        OrderKind::Join(squad) => format!("join squad {squad}"),
        OrderKind::Surrender => "surrender".to_owned(),
    }
}

/// What a player's order says in words, its targets by the names of the world.
pub fn told(world: &World, player: PlayerId, says: &OrderKind) -> String {
    verb(world.rules(), says, |handle| named(world, player, handle))
}

/// A recorded order in words: to whom, and what.
pub fn order(world: &World, stamped: &StampedOrder) -> (String, String) {
    let says = told(world, stamped.player, &stamped.order.verb);
    let to = match &stamped.order.subject {
        OrderSubject::Squad(squad) => format!("squad {squad}"),
        OrderSubject::Units(units) if units.len() == 1 => "it alone".to_owned(),
        OrderSubject::Units(units) => format!("{} units", units.len()),
        OrderSubject::Player => "the player".to_owned(),
    };
    (says, to)
}

/// A level of hostility by its name in content files.
pub fn hostility(level: Hostility) -> &'static str {
    HOSTILITIES.iter().find(|(_, known)| *known == level).map_or("", |(name, _)| name)
}

/// The part a unit has in what interests it.
pub fn role(role: AwarenessRole) -> &'static str {
    match role {
        AwarenessRole::None => "none",
        AwarenessRole::Sentry => "sentry",
        AwarenessRole::Investigator => "investigator",
        AwarenessRole::Bystander => "bystander",
    }
}

/// What JSON has instead of the id of an entity where there is none.
pub const NOBODY: &str = "nobody";

/// An entity by its id, or [`NOBODY`].
pub fn id(of: UnitId) -> String {
    if of.is_some() { of.to_string() } else { NOBODY.to_owned() }
}

/// What a stance is called.
pub const fn stance(stance: Stance) -> &'static str {
    match stance {
        Stance::Defensive => "defensive",
        Stance::Standing => "standing",
        Stance::Passive => "passive",
    }
}

/// What a mind has decided on, in words.
pub const fn current_action(action: CurrentAction) -> &'static str {
    match action {
        CurrentAction::Obey => "obeys its queues",
        CurrentAction::Hold => "stands still",
        CurrentAction::Strike => "strikes from where it stands",
        CurrentAction::Chase => "chases its target",
        CurrentAction::Walk => "walks to a place",
        CurrentAction::Near => "keeps near",
    }
}

/// How a node of a behaviour tree came out, in words.
pub const fn status(status: NodeStatus) -> &'static str {
    match status {
        NodeStatus::Running => "running",
        NodeStatus::Success => "succeeded",
        NodeStatus::Failure => "failed",
    }
}

/// What a squad is at, in words.
pub const fn phase(phase: SquadPhase) -> &'static str {
    match phase {
        SquadPhase::Holding => "holding",
        SquadPhase::Forming => "forming",
        SquadPhase::Marching => "marching",
        SquadPhase::Waiting => "waiting",
        SquadPhase::Closing => "closing",
    }
}

/// What a formation is called.
pub const fn shape(shape: FormationShape) -> &'static str {
    match shape {
        FormationShape::Loose => "loose",
        FormationShape::Line => "line",
        FormationShape::Column => "column",
        FormationShape::Wedge => "wedge",
        FormationShape::Box => "box",
    }
}

/// What steering does about a unit in a tick, in words.
pub const fn turn(turn: SteeringTurn) -> &'static str {
    match turn {
        SteeringTurn::Stands => "stands",
        SteeringTurn::GivesWay => "has no goal, and makes way for others",
        SteeringTurn::Keeps => "keeps its last decision",
        SteeringTurn::Decides => "decides where to go",
    }
}
