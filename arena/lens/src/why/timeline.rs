//! A unit's decisions over time: what it was told and what it made of that, a line for each change.

use std::fmt::Write;

use sandtable_ai::Registry;
use sandtable_replay::Replay;
use sandtable_sim::component::OrderEnd;
use sandtable_sim::trace::{GoalRank, MindTrace};
use sandtable_sim::{Explanation, World};
use sandtable_state::id::UnitId;
use serde_json::{Value, json};

use super::replay_cursor::{self, ReplayCursor, UnitWatch};
use super::{Purpose, Refusal, playable, words};
use crate::clock;

/// What changed in a unit's decisions at a tick.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecisionChange {
    /// The tick after which it was so, as [`why`](super::why) is asked.
    pub tick: u32,
    /// The parts that are new, each with its name and what it is now, in words.
    pub parts: Vec<(&'static str, String)>,
}

/// A unit's decisions after each tick from one to another, where they changed; the first says all of them. `played` is told
/// each tick after it was played.
///
/// # Errors
/// When there are no such ticks, when the unit lives in none of them, or when the replay plays differently here.
pub fn timeline(
    replay: &Replay,
    registry: &Registry,
    unit: UnitId,
    (from, to): (u32, u32),
    played: &mut dyn FnMut(u32),
) -> Result<Vec<DecisionChange>, Refusal> {
    playable(replay, to)?;
    if from > to {
        return Err(Refusal::Asked(format!("--from: found {from}, after --tick {to}; expected 0 to {to}")));
    }
    let mut last: Vec<(&'static str, String)> = Vec::new();
    let mut changes = Vec::new();
    let mut tell = |cursor: &ReplayCursor, world: &World, told: &Explanation| {
        let now = parts(cursor, world, told);
        let is_over = |(name, _): &&(&str, String)| now.iter().all(|(other, _)| other != name);
        let over = last.iter().filter(is_over).map(|(name, _)| (*name, "none".to_owned()));
        let parts: Vec<_> = now.iter().filter(|part| !last.contains(part)).cloned().chain(over).collect();
        if !parts.is_empty() {
            changes.push(DecisionChange { tick: world.tick(), parts });
        }
        last = now;
    };
    let cursor = replay_cursor::play(replay, registry, unit, to, Some(UnitWatch { from, tell: &mut tell }), played)?;
    if changes.is_empty() {
        return Err(Refusal::Asked(cursor.missing(unit)));
    }
    if let Some((tick, by)) = cursor.death {
        let by = if by.is_some() { format!("by {by}") } else { "by nobody".to_owned() };
        changes.push(DecisionChange { tick, parts: vec![("died", by)] });
    }
    Ok(changes)
}

/// Everything that a unit was told and decided, in words.
fn parts(cursor: &ReplayCursor, world: &World, told: &Explanation) -> Vec<(&'static str, String)> {
    let rules = world.rules();
    let head = |queue: usize| told.queues[queue].first().map_or("nothing".to_owned(), |task| words::task(rules, task));
    let mut parts = vec![("order", order(cursor, world, told)), ("movement", head(0)), ("action", head(1))];
    if told.ended.end != OrderEnd::None {
        parts.push(("ended", format!("{} at tick {}", words::end(told.ended.end), told.ended.tick)));
    }
    if let Some(squad) = &told.squad {
        parts.push(("squad", format!("{}, {}", squad.id, words::phase(squad.phase))));
    }
    if let Some(mind) = &told.mind {
        parts.extend(thoughts(mind));
    }
    parts.push(("target", words::id(told.weapon.target)));
    parts
}

fn order(cursor: &ReplayCursor, world: &World, told: &Explanation) -> String {
    let Some(given) = cursor.order_of(told.squad.as_ref().map(|squad| squad.id)) else { return "none".to_owned() };
    let (says, _) = words::order(world, &given.stamped);
    match &given.purpose {
        Some(Purpose::Plan(reason)) => format!("{says}, for goal {}: {}", reason.goal, reason.steps.join("; ")),
        Some(Purpose::Duty(duty)) => format!("{says}, for a standing duty, {duty}"),
        None => says,
    }
}

/// The goal that a mind follows, and where it is in its machine and tree.
fn thoughts(mind: &MindTrace) -> Vec<(&'static str, String)> {
    let followed = mind.goals.iter().find(|goal| goal.rank == GoalRank::Followed);
    let states = mind.machine.iter().map(|machine| ("machine", format!("{machine}: {}", mind.states.join(" > "))));
    let runs = if mind.running.is_empty() { "nothing runs".to_owned() } else { mind.running.join(" > ") };
    let tree = mind.tree.iter().map(|tree| ("tree", format!("{tree}: {runs}")));
    let reaction = mind.reactions.last().map(|(name, _)| ("reaction", name.clone()));
    followed.map(|goal| ("goal", goal.name.clone())).into_iter().chain(states).chain(tree).chain(reaction).collect()
}

/// Tells changes as text, a line each.
pub fn tell_timeline(changes: &[DecisionChange]) -> String {
    changes.iter().fold(String::new(), |mut text, change| {
        let parts = change.parts.iter().map(|(name, part)| {
            let part: &str = if part == words::NOBODY { "none" } else { part };
            format!("{name} {part}")
        });
        let parts: Vec<String> = parts.collect();
        let _ = writeln!(text, "{:>6} tick {:<6} {}", clock(change.tick), change.tick, parts.join("; "));
        text
    })
}

/// Changes as an array of objects: `tick`, and each part that is new by its name.
pub fn timeline_json(changes: &[DecisionChange]) -> Value {
    let object = |change: &DecisionChange| {
        let mut object = json!({ "tick": change.tick });
        for (name, says) in &change.parts {
            object[*name] = json!(says);
        }
        object
    };
    changes.iter().map(object).collect()
}
