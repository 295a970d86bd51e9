//! The schedules of a match file.

use sandtable_math::Bounds;
use sandtable_model::map::Cell;
use sandtable_model::rules::ranges::{JITTER_TICKS, NAME_CHARS};
use sandtable_model::rules::{Class, Rules};
use sandtable_model::schedule::{ReinforcementWave, ScheduleAction, ScheduleEntry, SchedulePlan};
use sandtable_state::id::{KindId, PlayerId};
use sandtable_state::limits::{MAX_SCHEDULE_SLICES, MAX_SCHEDULES, MAX_TICKS, MAX_UNITS_PER_PLAYER};

use super::TableReader;
use super::place::read_cell;

/// Where an order leads whose place has not been read yet.
const NOWHERE: Cell = Cell::new(0, 0);

/// What a group can be told, by name.
const ORDERS: [(&str, ScheduleAction); 5] = [
    ("move", ScheduleAction::Move(NOWHERE)),
    ("attack_move", ScheduleAction::AttackMove(NOWHERE)),
    ("patrol", ScheduleAction::Patrol(NOWHERE)),
    ("hold", ScheduleAction::Hold),
    ("stop", ScheduleAction::Stop),
];

/// Reads all schedules; `groups` are the names that entries of what is placed say they belong to.
pub(super) fn read(
    root: &TableReader<'_>,
    rules: &Rules,
    players: usize,
    groups: &[Option<&str>],
) -> Vec<SchedulePlan> {
    let tables = root.rows("schedules");
    if tables.len() > MAX_SCHEDULES {
        root.error("schedules", format!("{} tables", tables.len()), format!("at most {MAX_SCHEDULES}"));
    }
    tables.iter().take(MAX_SCHEDULES).map(|table| plan(table, rules, players, groups)).collect()
}

/// Records the groups of what is placed that no schedule tells anything.
pub(super) fn check_groups(root: &TableReader<'_>, plans: &[SchedulePlan]) {
    // One whose name was refused may be any that is meant.
    if plans.iter().any(|plan| plan.name.is_empty()) {
        return;
    }
    for table in root.rows("placed") {
        if let Some(word) = table.reference("group", "a schedule").optional()
            && !plans.iter().any(|plan| plan.name == word.text)
        {
            word.unknown("a schedule", plans.iter().map(|plan| plan.name.as_str()));
        }
    }
}

fn plan(table: &TableReader<'_>, rules: &Rules, players: usize, groups: &[Option<&str>]) -> SchedulePlan {
    let name = table.text("name", NAME_CHARS).required().to_owned();
    let belongs = |(row, group): (usize, &Option<&str>)| (*group == Some(name.as_str())).then_some(row as u16);
    let placed = groups.iter().enumerate().filter_map(belongs).collect();
    let entries = table.rows("entries");
    if entries.is_empty() || entries.len() > MAX_SCHEDULE_SLICES {
        table.error("entries", format!("{} entries", entries.len()), format!("1 to {MAX_SCHEDULE_SLICES}"));
    }
    SchedulePlan {
        player: PlayerId(table.int("player", Bounds::new(1, players.max(1) as u8)).required() - 1),
        placed,
        start_tick: table.seconds("starts", Bounds::new(0, MAX_TICKS)).or(0).max(1),
        repeats: table.boolean("repeats").or(false),
        slices: entries.iter().take(MAX_SCHEDULE_SLICES).map(|entry| slice(entry, rules)).collect(),
        name,
    }
}

fn slice(entry: &TableReader<'_>, rules: &Rules) -> ScheduleEntry {
    ScheduleEntry {
        ticks: entry.seconds(entry.renamed("lasts", "duration"), Bounds::new(1, MAX_TICKS)).required(),
        jitter_ticks: entry.seconds("jitter", JITTER_TICKS).or(0),
        wave: wave(entry, rules),
        action: action(entry),
    }
}

fn wave(entry: &TableReader<'_>, rules: &Rules) -> Option<ReinforcementWave> {
    let Some(word) = entry.reference("spawn", "a unit").optional() else {
        if entry.has("spawn") {
            // What goes with it was not looked at.
            ["count", "at"].iter().for_each(|key| entry.skip(key));
        }
        return None;
    };
    let units = || rules.kinds().filter(|(_, kind)| kind.class == Class::Unit);
    let kind = units().find(|(_, kind)| kind.name == word.text).map(|(id, _)| id);
    if kind.is_none() {
        word.unknown("a unit", units().map(|(_, kind)| kind.name.as_str()));
    }
    let count = entry.int("count", Bounds::new(1, MAX_UNITS_PER_PLAYER as u16)).or(1);
    Some(ReinforcementWave { kind: kind.unwrap_or(KindId(0)), count, cell: read_cell(entry, "at") })
}

fn action(entry: &TableReader<'_>) -> Option<ScheduleAction> {
    let to = || read_cell(entry, "to");
    let Some(order) = entry.choice("order", &ORDERS).optional() else {
        if entry.has("order") {
            entry.skip("to");
        }
        return None;
    };
    Some(match order {
        ScheduleAction::Move(_) => ScheduleAction::Move(to()),
        ScheduleAction::AttackMove(_) => ScheduleAction::AttackMove(to()),
        ScheduleAction::Patrol(_) => ScheduleAction::Patrol(to()),
        other => other,
    })
}
