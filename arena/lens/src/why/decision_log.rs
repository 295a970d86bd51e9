//! A match played again beside its commanders, decision by decision: what each weighed, planned and ordered.

use sandtable_ai::{DecisionTrace, OptionTrace, Registry};
use sandtable_math::Fx;
use sandtable_replay::{Playback, Replay};
use sandtable_sim::World;
use sandtable_sim::order::{Order, StampedOrder};
use sandtable_state::Arrange;
use sandtable_state::id::PlayerId;
use serde_json::{Value, json};

use super::shadow_commander::ShadowCommander;
use super::words::{self, number};
use super::{Purpose, Refusal};
use crate::clock;

/// One decision of a commander.
#[derive(Clone, Debug)]
pub struct LoggedDecision {
    /// Whose.
    pub player: PlayerId,
    /// What it weighed, losers included.
    pub trace: DecisionTrace,
    /// What it ordered, each with what for.
    pub orders: Vec<(Ordered, Option<Purpose>)>,
}

/// An order in words.
#[derive(Clone, Debug)]
pub struct Ordered {
    /// What.
    pub says: String,
    /// To whom.
    pub to: String,
    /// The tick it applies in, and its number there: the order of the record.
    pub tick: u32,
    /// Its number among this player's orders of that tick.
    pub seq: u16,
}

impl LoggedDecision {
    /// The name that links what a decision weighed with what it ordered.
    pub fn id(&self) -> String {
        format!("p{}t{}", self.player.0 + 1, self.trace.tick)
    }
}

/// Plays a replay to a tick and hands out every decision of some players on the way; all of them without a player.
/// `played` is told each tick after it was played.
///
/// # Errors
/// When there is no such player, when a commander cannot be run again or gives other orders than were recorded, or when the replay
/// plays differently here.
pub fn follow(
    replay: &Replay,
    registry: &Registry,
    player: Option<PlayerId>,
    last: u32,
    each: &mut dyn FnMut(LoggedDecision),
    played: &mut dyn FnMut(u32),
) -> Result<(), Refusal> {
    super::playable(replay, last)?;
    let mut playback = Playback::new(replay).map_err(|error| Refusal::Replay(error.to_string()))?;
    let mut shadows = shadows(replay, registry, player, playback.world())?;
    loop {
        let (world, tick) = (playback.world(), playback.world().tick());
        for (player, shadow) in &mut shadows {
            if shadow.decide(world) {
                shadow.trust().map_err(Refusal::Replay)?;
                each(entry(*player, shadow, world));
            }
        }
        if tick >= last {
            return Ok(());
        }
        let orders = playback.chunk().map_or(&[][..], |chunk| chunk.orders_of(tick + 1));
        for (player, shadow) in &mut shadows {
            let own: Vec<&StampedOrder> = orders.iter().filter(|stamped| stamped.player == *player).collect();
            shadow.purposes(tick + 1, &own);
            shadow.trust().map_err(Refusal::Replay)?;
        }
        let chunk = playback.chunk();
        let report = playback.advance().unwrap_or_default();
        shadows.iter_mut().for_each(|(_, shadow)| shadow.hear(orders, &report));
        played(report.tick);
        let done = chunk.filter(|chunk| chunk.last_tick() == report.tick);
        if done.is_some_and(|chunk| chunk.total != playback.world().state_hash()) {
            return Err(Refusal::Replay(format!("plays differently by tick {}; try replay verify", report.tick)));
        }
    }
}

fn shadows(
    replay: &Replay,
    registry: &Registry,
    player: Option<PlayerId>,
    world: &World,
) -> Result<Vec<(PlayerId, ShadowCommander)>, Refusal> {
    let count = replay.header.contestants.len();
    if let Some(player) = player.filter(|player| player.index() >= count) {
        return Err(Refusal::Asked(format!("--player: found {}; expected 1 to {count}", player.0 + 1)));
    }
    let players = (0u8..).map(PlayerId).zip(&replay.header.contestants);
    let asked = players.filter(|(row, _)| player.is_none_or(|player| player == *row));
    let mut shadows = Vec::new();
    for (row, contestant) in asked {
        let mut shadow = ShadowCommander::build(contestant.clone(), row, registry, world.rules());
        shadow.keep_traces();
        // One that was asked for by name has to be there; of all, those that can be run again are told.
        match shadow.trust() {
            Ok(()) => shadows.push((row, shadow)),
            Err(why) if player.is_some() => return Err(Refusal::Asked(format!("--player: {why}"))),
            Err(_) => {}
        }
    }
    Ok(shadows)
}

pub(crate) fn entry(player: PlayerId, shadow: &ShadowCommander, world: &World) -> LoggedDecision {
    let (tick, orders) = shadow.latest();
    let in_words = |(seq, order): (usize, &Order)| {
        let stamped = StampedOrder { tick, player, seq: seq as u16, order: order.clone() };
        let (says, to) = words::order(world, &stamped);
        Ordered { says, to, tick, seq: stamped.seq }
    };
    let orders = orders.iter().enumerate();
    let orders = orders.map(|(seq, (order, purpose))| (in_words((seq, order)), purpose.clone())).collect();
    let trace =
        shadow.trace().cloned().unwrap_or_else(|| DecisionTrace { tick: world.tick(), ..DecisionTrace::default() });
    LoggedDecision { player, trace, orders }
}

/// A decision as one object: goals and stances with losers, plans, and orders that name the goal and step they were given for.
pub fn entry_json(entry: &LoggedDecision) -> Value {
    let trace = &entry.trace;
    let order = |(ordered, purpose): &(Ordered, Option<Purpose>)| {
        let (goal, step, duty) = match purpose {
            Some(Purpose::Plan(reason)) => (Some(&reason.goal), Some(&reason.steps), None),
            Some(Purpose::Duty(duty)) => (None, None, Some(duty)),
            None => (None, None, None),
        };
        json!({
            "says": ordered.says, "to": ordered.to, "tick": ordered.tick, "seq": ordered.seq,
            "goal": goal, "steps": step, "duty": duty,
        })
    };
    json!({
        "decision": entry.id(),
        "player": entry.player.0 + 1,
        "tick": trace.tick,
        "stage": trace.stage,
        "report": trace.report,
        "facts": trace.facts,
        "stances": trace.stances.iter().map(weighed).collect::<Vec<_>>(),
        "goals": trace.goals.iter().map(weighed).collect::<Vec<_>>(),
        "orders": entry.orders.iter().map(order).collect::<Vec<_>>(),
    })
}

fn weighed(option: &OptionTrace) -> Value {
    let considered = option.considerations.iter().map(|one| {
        let weight = one.weight.map(|(base, times)| json!({ "base": number(base), "times": number(times) }));
        json!({ "input": one.input, "value": number(one.value), "weight": weight })
    });
    let steps = option.steps.iter().map(|step| json!({ "what": step.what, "status": step.status }));
    json!({
        "name": option.name, "priority": number(option.priority),
        "base": option.weighed.map(|weighed| number(weighed.base)),
        "inertia": option.weighed.map(|weighed| number(weighed.inertia)), "place": option.place, "barred": option.barred,
        "considerations": considered.collect::<Vec<_>>(), "steps": steps.collect::<Vec<_>>(),
    })
}

/// A decision as indented text.
pub fn tell_entry(entry: &LoggedDecision) -> String {
    let trace = &entry.trace;
    let mut text = format!("player {}, decision {} ({})\n", entry.player.0 + 1, entry.id(), clock(trace.tick));
    for (label, line) in [("stage", &trace.stage), ("last plan given up", &trace.report)] {
        if !line.is_empty() {
            text += &format!("{label}: {line}\n");
        }
    }
    if !trace.facts.is_empty() {
        text += &format!("facts: {}\n", trace.facts.join(", "));
    }
    for (label, options) in [("stances", &trace.stances), ("goals", &trace.goals)] {
        if options.is_empty() {
            continue;
        }
        text += &format!("{label}\n");
        let mut sorted: Vec<&OptionTrace> = options.iter().collect();
        sorted.arrange_by_key(|option| (option.place.unwrap_or(u8::MAX), std::cmp::Reverse(option.priority)));
        sorted.iter().for_each(|option| tell_option(&mut text, option));
    }
    text += "orders\n";
    for (ordered, purpose) in &entry.orders {
        let purpose = match purpose {
            Some(Purpose::Plan(reason)) => format!("for goal {}, step: {}", reason.goal, reason.steps.join("; ")),
            Some(Purpose::Duty(duty)) => format!("for a standing duty, {duty}"),
            None => "for an unknown reason".to_owned(),
        };
        text += &format!("  {}, to {}, {purpose}\n", ordered.says, ordered.to);
    }
    text
}

fn tell_option(text: &mut String, option: &OptionTrace) {
    let place = option.place.map_or("lost".to_owned(), |place| format!("{}.", place + 1));
    let barred = option.barred.map_or(String::new(), |why| format!(": {why}"));
    *text += &format!("  {place} {}, priority {:.2}{barred}\n", option.name, option.priority);
    if let Some(weighed) = option.weighed {
        *text += &format!("       base: + {:.2}\n", weighed.base);
    }
    for one in &option.considerations {
        let weight = match one.weight {
            None => "veto".to_owned(),
            Some((base, times)) => format!("+ {base:.2}, × {times:.2}"),
        };
        *text += &format!("       {} {:.2}: {weight}\n", one.input, one.value);
    }
    match option.weighed {
        Some(weighed) if weighed.inertia != Fx::ONE => {
            *text += &format!("       inertia, because it was chosen before: × {:.2}\n", weighed.inertia);
        }
        None if option.priority > Fx::ZERO => *text += "       priority from the rank set by the architecture\n",
        None if option.place.is_none() && option.barred.is_none() => *text += "       not chosen by the architecture\n",
        _ => {}
    }
    for (row, step) in option.steps.iter().enumerate() {
        *text += &format!("       step {}, {}: {}\n", row + 1, step.what, step.status);
    }
}
