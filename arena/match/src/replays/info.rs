//! What a record holds, told without playing it.

use std::fmt::Write as _;
use std::path::Path;

use sandtable_content::codec::rules_fingerprint;
use sandtable_replay::{RecordStatus, Replay, ReplayError, ReplayHeader};
use sandtable_state::limits::TICKS_PER_SECOND;
use serde_json::{Value, json};

use super::claim::in_a_line;
use super::other_versions::recorded_versions;
use super::summary::verdict;
use crate::library::Library;
use crate::runner::clock;
use sandtable_content::seed::seed_told;

const fn status_name(status: RecordStatus) -> &'static str {
    match status {
        RecordStatus::Complete => "complete",
        RecordStatus::Incomplete => "incomplete",
        RecordStatus::EngineError => "engine error",
    }
}

/// What a record holds, in words.
pub fn info_text(file: &Path, replay: &Replay) -> String {
    let header = &replay.header;
    let (ticks, titles) = (replay.last_tick(), &header.titles);
    let mut text = format!("{}\n", file.display());
    let mut line = |name: &str, value: String| {
        let _ = writeln!(text, "  {name:<10} {}", in_a_line(&value));
    };
    line("scenario", format!("{} (map {}, rules {})", titles.scenario, titles.map, titles.rules));
    recorded_versions(header).into_iter().for_each(|(name, told)| line(name, told));
    line("rules", format!("{:016x}, {}", header.rules_fingerprint, rules_here(header)));
    line("seed", seed_told(header.seed));
    for (row, contestant) in header.contestants.iter().enumerate() {
        let from = if contestant.strategy.is_empty() { "no file" } else { &contestant.strategy };
        line(&format!("player {}", row + 1), format!("{} ({from})", contestant.name));
    }
    line("status", status_name(replay.status()).to_owned());
    line("ending", format!("{} at {} (tick {ticks})", verdict(replay), clock(ticks)));
    line("orders", replay.orders().to_string());
    line("keyframes", replay.keyframes.len().to_string());
    line("sources", header.sources.iter().map(|source| source.name.clone()).collect::<Vec<_>>().join(", "));
    if let Some(end) = &replay.end {
        for forfeit in &end.forfeits {
            line("forfeit", format!("player {} at {}: {}", forfeit.player.0 + 1, clock(forfeit.tick), forfeit.why));
        }
        if !end.note.is_empty() {
            line("note", end.note.clone());
        }
    }
    text
}

/// How the rules of a replay stand to those of that name that would be played now.
fn rules_here(header: &ReplayHeader) -> String {
    let name = &header.titles.rules;
    match crate::assemble::load_rules(&mut Library::here(), name) {
        Err(_) => format!("embedded; no ruleset {name} here"),
        Ok(rules) => match rules_fingerprint(&rules) {
            same if same == header.rules_fingerprint => format!("equal to {name} here"),
            other => format!("embedded; {name} here differs: {other:016x}"),
        },
    }
}

/// What a record holds, as JSON.
pub fn info_json(file: &Path, replay: &Replay) -> Value {
    let header = &replay.header;
    let outcome = replay.outcome();
    let contestants: Vec<Value> = header
        .contestants
        .iter()
        .map(|contestant| json!({ "name": contestant.name, "strategy": contestant.strategy, "seed": contestant.seed }))
        .collect();
    let has_number = !matches!(header.decode_scenario(), Err(ReplayError::OldLayout { .. }));
    json!({
        "file": file.display().to_string(),
        "scenario": header.titles.scenario,
        "map": header.titles.map,
        "rules": header.titles.rules,
        "sim_version": header.sim_version,
        "commanders_version": Some(header.provenance.commanders).filter(|version| *version != 0),
        "scenario_layout": has_number.then_some(header.provenance.scenario_layout),
        "build": Some(&header.provenance.build).filter(|build| !build.is_empty()),
        "rules_fingerprint": format!("{:016x}", header.rules_fingerprint),
        "seed": header.seed,
        "contestants": contestants,
        "status": status_name(replay.status()),
        "outcome": outcome,
        "ticks": replay.last_tick(),
        "seconds": replay.last_tick() / TICKS_PER_SECOND,
        "orders": replay.orders(),
        "keyframes": replay.keyframes.len(),
        "sources": header.sources.iter().map(|source| &source.name).collect::<Vec<_>>(),
    })
}
