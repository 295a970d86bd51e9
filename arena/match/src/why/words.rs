//! The words and figures of an explanation, the same in text and JSON.

use sandtable_decide::Status;
use sandtable_math::{Fx, Vec2};
use sandtable_model::Shape;
use sandtable_model::Stance;
use sandtable_model::Verb;
use sandtable_model::rules::{HOSTILITIES, Hostility, Rules};
use sandtable_sim::World;
use sandtable_sim::component::{Task, TaskKind, Will};
use sandtable_sim::order::{StampedOrder, Subject};
use sandtable_sim::senses::Role;
use sandtable_sim::squad::Phase;
use sandtable_sim::trace::Turn;
use sandtable_state::id::{Handle, PlayerId, UnitId};

/// A number as people read it.
pub fn number(value: Fx) -> f64 {
    f64::from(value.bits()) / 65_536.0
}

/// A point or offset in cells.
pub fn point(at: Vec2) -> String {
    format!("{:.2},{:.2}", number(at.x), number(at.y))
}

/// A velocity: its size and direction, or `none`.
pub fn velocity(of: Vec2) -> String {
    let (x, y) = (number(of.x), number(of.y));
    if of == Vec2::ZERO { "none".to_owned() } else { format!("{:.4} towards {}", x.hypot(y), compass(x, y)) }
}

/// A direction in degrees clockwise from north.
fn compass(x: f64, y: f64) -> String {
    format!("{:.0}°", x.atan2(-y).to_degrees().rem_euclid(360.0))
}

/// The direction of a vector.
pub fn direction(of: Vec2) -> String {
    compass(number(of.x), number(of.y))
}

/// What a task kind is called.
pub const fn task_name(kind: TaskKind) -> &'static str {
    match kind {
        TaskKind::Goto => "go to",
        TaskKind::Follow => "follow",
        TaskKind::Patrol => "patrol",
        TaskKind::Hold => "hold",
        TaskKind::Serve => "go where its action needs",
        TaskKind::Keep => "keep its place of the squad",
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

/// The points of a task that mean something: where to, and the other end or own place.
pub fn task_points(task: &Task) -> (Option<Vec2>, Option<Vec2>) {
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
pub fn ability<'r>(rules: &'r Rules, task: &Task) -> Option<&'r str> {
    let used = (task.kind == TaskKind::Cast).then(|| rules.abilities.get(usize::from(task.row))).flatten();
    used.map(|ability| ability.name.as_str())
}

/// A task in words.
pub fn task(rules: &Rules, task: &Task) -> String {
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
pub fn verb(rules: &Rules, verb: &Verb, name: impl Fn(Handle) -> String) -> String {
    match *verb {
        Verb::Move(to) => format!("move to {}", point(to)),
        Verb::AttackMove(to) => format!("attack-move to {}", point(to)),
        Verb::Attack(it) => format!("attack {}", name(it)),
        Verb::Patrol(to) => format!("patrol to {}", point(to)),
        Verb::Hold => "hold".to_owned(),
        Verb::Stop => "stop".to_owned(),
        Verb::Follow(it) => format!("follow {}", name(it)),
        Verb::Guard(it) => format!("guard {}", name(it)),
        Verb::Gather(it) => format!("gather from {}", name(it)),
        Verb::ReturnCargo => "return cargo".to_owned(),
        Verb::Build { kind, cell } => format!("build {} at {},{}", rules.kind(kind).name, cell.x, cell.y),
        Verb::Repair(it) => format!("repair {}", name(it)),
        Verb::Train(kind) => format!("train {}", rules.kind(kind).name),
        Verb::Research(tech) => format!("research {}", rules.tech(tech).name),
        Verb::Cancel(entry) => format!("cancel {entry}"),
        Verb::Rally { point: at, .. } => format!("rally at {}", point(at)),
        Verb::Load(it) => format!("load {}", name(it)),
        Verb::Unload(at) => format!("unload at {}", point(at)),
        Verb::Ability { ability, target, point: at } => {
            let used = rules.abilities.get(usize::from(ability.0)).map_or("?", |ability| ability.name.as_str());
            let on = if target.is_none() { format!("at {}", point(at)) } else { format!("on {}", name(target)) };
            format!("use ability {used} {on}")
        }
        Verb::Form(_) => "form a squad".to_owned(),
        Verb::Join(squad) => format!("join squad {squad}"),
        Verb::Surrender => "surrender".to_owned(),
    }
}

/// What a player's order says in words, its targets by the names of the world.
pub fn told(world: &World, player: PlayerId, says: &Verb) -> String {
    verb(world.rules(), says, |handle| named(world, player, handle))
}

/// A recorded order in words: to whom, and what.
pub fn order(world: &World, stamped: &StampedOrder) -> (String, String) {
    let says = told(world, stamped.player, &stamped.order.verb);
    let to = match &stamped.order.subject {
        Subject::Squad(squad) => format!("squad {squad}"),
        Subject::Units(units) if units.len() == 1 => "it alone".to_owned(),
        Subject::Units(units) => format!("{} units", units.len()),
        Subject::Player => "the player".to_owned(),
    };
    (says, to)
}

/// An id, or the word for none.
/// A level of hostility by its name in content files.
pub fn hostility(level: Hostility) -> &'static str {
    HOSTILITIES.iter().find(|(_, known)| *known == level).map_or("", |(name, _)| name)
}

/// The part a unit has in what interests it.
pub fn role(role: Role) -> &'static str {
    match role {
        Role::None => "none",
        Role::Sentry => "sentry",
        Role::Investigator => "investigator",
        Role::Bystander => "bystander",
    }
}

pub fn id(of: UnitId) -> String {
    if of.is_some() { of.to_string() } else { "nobody".to_owned() }
}

pub const fn stance(stance: Stance) -> &'static str {
    match stance {
        Stance::Defensive => "defensive",
        Stance::Standing => "standing",
        Stance::Passive => "passive",
    }
}

pub const fn will(will: Will) -> &'static str {
    match will {
        Will::Obey => "obeys its queues",
        Will::Hold => "stands still",
        Will::Strike => "strikes from where it stands",
        Will::Chase => "goes for its prey",
        Will::Walk => "walks to a place",
        Will::Near => "keeps near",
    }
}

pub const fn status(status: Status) -> &'static str {
    match status {
        Status::Running => "running",
        Status::Success => "succeeded",
        Status::Failure => "failed",
    }
}

pub const fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Holding => "holding",
        Phase::Forming => "forming",
        Phase::Marching => "marching",
        Phase::Waiting => "waiting",
        Phase::Closing => "closing",
    }
}

pub const fn shape(shape: Shape) -> &'static str {
    match shape {
        Shape::Loose => "loose",
        Shape::Line => "line",
        Shape::Column => "column",
        Shape::Wedge => "wedge",
        Shape::Box => "box",
    }
}

pub const fn turn(turn: Turn) -> &'static str {
    match turn {
        Turn::Stands => "stands",
        Turn::GivesWay => "wants nowhere, and makes way for others",
        Turn::Keeps => "goes on as it meant to",
        Turn::Decides => "decides where to go",
    }
}
