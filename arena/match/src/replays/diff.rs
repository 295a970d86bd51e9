//! Two replays compared: what they say of themselves, what was ordered, how states, keyframes and figures went apart.

use sandtable_replay::{Playback, Replay, ReplayHeader};
use sandtable_sim::order::StampedOrder;

use super::first_decision::FirstDecision;
use super::keyframes::first_differing_keyframe;
use super::summary::ReplaySummary;
use super::trace::{first_differing_tick, first_other_parts, last_common_tick};
use crate::runner::clock;

/// What two replays do not have in common, a line each (`-` the first, `+` the second, or a sentence); empty for replays of the same match.
pub fn diff(first: &Replay, second: &Replay) -> Vec<String> {
    let mut lines = Vec::new();
    for ((name, one), (_, other)) in header_lines(&first.header).into_iter().zip(header_lines(&second.header)) {
        pair(&mut lines, &name, &one, &other);
    }
    lines.extend(first_differing_order(first, second));
    if let Some(tick) = first_differing_tick(first, second) {
        lines.push(format!("first state that differs: tick {tick} ({})", clock(tick)));
    }
    if let Some((tick, parts)) = first_other_parts(first, second) {
        let what = if parts.is_empty() { "one record has no hashes".to_owned() } else { parts.join(", ") };
        lines.push(format!("first hashes of parts that differ: tick {tick} ({}): {what}", clock(tick)));
    }
    lines.extend(first_differing_keyframe(first, second));
    let (one, other) = (ReplaySummary::from_replay(first).lines(), ReplaySummary::from_replay(second).lines());
    for row in 0..one.len().max(other.len()) {
        let line = |lines: &[String]| lines.get(row).cloned().unwrap_or_default();
        pair(&mut lines, "", &line(&one), &line(&other));
    }
    lines
}

fn pair(lines: &mut Vec<String>, name: &str, one: &str, other: &str) {
    if one != other {
        let signed = [("-", one), ("+", other)].into_iter().filter(|(_, text)| !text.is_empty());
        lines.extend(signed.map(|(sign, text)| format!("{sign} {name}{text}")));
    }
}

/// What a header says, named; as many lines for any header as there can be players.
fn header_lines(header: &ReplayHeader) -> Vec<(String, String)> {
    let mut lines = vec![
        ("engine version ".to_owned(), header.sim_version.to_string()),
        ("scenario ".to_owned(), header.titles.scenario.clone()),
        ("map ".to_owned(), header.titles.map.clone()),
        ("rules ".to_owned(), format!("{} {:016x}", header.titles.rules, header.rules_fingerprint)),
        ("seed ".to_owned(), header.seed.to_string()),
        ("state at the start ".to_owned(), format!("{:016x}", header.start_total)),
    ];
    for row in 0..sandtable_state::limits::MAX_PLAYERS {
        let commander = header.contestants.get(row).map(|contestant| {
            let text = sandtable_state::fingerprint(contestant.source.as_bytes());
            format!("{} (seed {}, text {text:016x})", contestant.name, contestant.seed)
        });
        lines.push((format!("player {} ", row + 1), commander.unwrap_or_default()));
    }
    lines
}

/// The first order that two records do not have in common, in the words that the first one's world gives it; none when they have all in
/// common, as far as both go.
pub fn first_differing_orders(first: &Replay, second: &Replay) -> Option<FirstDecision> {
    let tick = first_tick_of_other_orders(first, second)?;
    let playback = Playback::at(first, tick - 1).ok()?;
    Some(FirstDecision::between(first, playback.world(), &orders_of(first, tick), &orders_of(second, tick), &[]))
}

fn orders_of(replay: &Replay, tick: u32) -> Vec<StampedOrder> {
    replay.chunk_of(tick).map_or_else(Vec::new, |chunk| chunk.orders_of(tick).to_vec())
}

fn first_tick_of_other_orders(first: &Replay, second: &Replay) -> Option<u32> {
    (1..=last_common_tick(first, second)).find(|tick| orders_of(first, *tick) != orders_of(second, *tick))
}

/// The first tick whose orders are not the same, told in words where it can be played.
fn first_differing_order(first: &Replay, second: &Replay) -> Option<String> {
    let tick = first_tick_of_other_orders(first, second)?;
    let Some(decision) = first_differing_orders(first, second) else {
        let (one, other) = (orders_of(first, tick).len(), orders_of(second, tick).len());
        return Some(format!("first orders that differ: tick {tick}, {one} and {other} of them"));
    };
    let or_none = |order: &Option<String>| order.clone().unwrap_or_else(|| "nothing more".to_owned());
    Some(format!(
        "first order that differs: tick {tick} ({}), player {} ({}), order {}: {} here, {} there",
        clock(tick),
        decision.player.0 + 1,
        decision.commander,
        decision.number,
        or_none(&decision.recorded),
        or_none(&decision.given),
    ))
}
