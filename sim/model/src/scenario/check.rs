//! What a scenario must hold, whether it came from text or from the bytes of a replay.

use sandtable_math::Bounds;
use sandtable_state::id::KindId;
use sandtable_state::limits::{
    MAX_MAP_SIDE, MAX_ORDER_DELAY, MAX_PLAYERS, MAX_SCHEDULE_SLICES, MAX_SCHEDULES, MAX_SQUAD_MEMBERS, MAX_SQUADS,
    MAX_TICKS, MAX_UNITS_PER_PLAYER,
};

use super::limits::{MAX_PLACED, MAX_TITLE_BYTES, MIN_MAP_SIDE};
use super::{PlacedEntity, PlayerSetup, Scenario};
use crate::map::{Cell, Map, Rect};
use crate::rules::checker::{Checker, Defect};
use crate::rules::{Class, Rules, is_name, ranges};
use crate::schedule::{ScheduleAction, ScheduleEntry, SchedulePlan};

/// All defects of a scenario, in the order of its parts; later parts are looked at only when they can be.
pub(super) fn check(scenario: &Scenario) -> Vec<Defect> {
    let mut defects = crate::rules::check::check(&scenario.rules);
    if defects.is_empty() {
        check_map(&scenario.map, &scenario.rules, &mut at(&mut defects, "map"));
    }
    if defects.is_empty() {
        check_terms(scenario, &mut at(&mut defects, ""));
        check_players(scenario, &mut at(&mut defects, "players"));
        check_placed(scenario, &mut at(&mut defects, "placed"));
    }
    if defects.is_empty() {
        check_places(scenario, &mut at(&mut defects, "placed"));
        check_schedules(scenario, &mut at(&mut defects, "schedules"));
    }
    defects
}

fn at<'a>(defects: &'a mut Vec<Defect>, path: &str) -> Checker<'a> {
    Checker { defects, path: path.to_owned() }
}

fn check_map(map: &Map, rules: &Rules, checker: &mut Checker<'_>) {
    let side = Bounds::new(MIN_MAP_SIDE, MAX_MAP_SIDE as u16);
    checker.count("name", map.name.len(), 1..=MAX_TITLE_BYTES);
    checker.within("width", map.width, side);
    checker.within("height", map.height, side);
    checker.count("terrain", map.terrain.len(), map.cells()..=map.cells());
    checker.count("heights", map.heights.len(), map.cells()..=map.cells());
    checker.count("starts", map.starts.len(), 0..=MAX_PLAYERS);
    checker.count("nodes", map.nodes.len(), 0..=MAX_PLACED);
    if let Some(row) = map.terrain.iter().find(|row| usize::from(**row) >= rules.terrain.len()) {
        checker.row("terrain", usize::from(*row), rules.terrain.len(), "a terrain");
    }
    if let Some(height) = map.heights.iter().find(|height| !ranges::HEIGHT.contains(**height)) {
        checker.within("heights", *height, ranges::HEIGHT);
    }
    if map.nodes.iter().any(|(kind, _)| class(rules, *kind) != Some(Class::Node)) {
        checker.defect("nodes", "a kind that is no node", "kinds of node");
    }
}

fn check_terms(scenario: &Scenario, checker: &mut Checker<'_>) {
    checker.count("name", scenario.name.len(), 1..=MAX_TITLE_BYTES);
    checker.within("time_limit", scenario.time_limit_ticks, Bounds::new(1, MAX_TICKS));
    checker.within("order_delay", scenario.order_delay_ticks, Bounds::new(0, MAX_ORDER_DELAY));
}

fn check_players(scenario: &Scenario, checker: &mut Checker<'_>) {
    checker.count("", scenario.players.len(), 1..=MAX_PLAYERS);
    let mut taken = [false; MAX_PLAYERS];
    for (row, setup) in scenario.players.iter().enumerate() {
        checker.path = format!("players[{}]", row + 1);
        check_player(setup, scenario, checker);
        let Some(start) = setup.start.map(usize::from) else { continue };
        if taken.get_mut(start).is_some_and(|taken| std::mem::replace(taken, true)) {
            checker.defect("start", format!("start {}, used by another player", start + 1), "a start for each player");
        }
    }
}

fn check_player(setup: &PlayerSetup, scenario: &Scenario, checker: &mut Checker<'_>) {
    checker.count("name", setup.name.len(), 1..=MAX_TITLE_BYTES);
    checker.count("strategy", setup.strategy.len(), 0..=MAX_TITLE_BYTES);
    checker.row("team", setup.team.index(), MAX_PLAYERS, "a team");
    if let Some(start) = setup.start {
        checker.row("start", start.into(), scenario.map.starts.len(), "a start of the map");
    }
    if setup.resources.iter().skip(scenario.rules.resources.len()).any(|amount| *amount > 0) {
        checker.defect("resources", "an amount of no resource", "resources of the ruleset");
    }
}

fn check_placed(scenario: &Scenario, checker: &mut Checker<'_>) {
    let mut total = scenario.map.nodes.len();
    let mut units = [0usize; MAX_PLAYERS];
    let mut squads = [0usize; MAX_PLAYERS];
    for (row, placed) in scenario.placed.iter().enumerate() {
        checker.path = format!("placed[{}]", row + 1);
        let Some(class) = class(&scenario.rules, placed.kind) else {
            checker.row("kind", placed.kind.index(), scenario.rules.kinds.len(), "a kind");
            continue;
        };
        if placed.owner.is_neutral() != (class == Class::Node) {
            checker.defect("owner", "a node with an owner, or something else without", "nodes alone without an owner");
        } else if !placed.owner.is_neutral() && placed.owner.index() >= scenario.players.len() {
            checker.row("owner", placed.owner.index(), scenario.players.len(), "a player");
        } else if class == Class::Unit {
            units[placed.owner.index()] += usize::from(placed.count);
        }
        if placed.count == 0 || (class != Class::Unit && placed.count != 1) {
            checker.defect("count", placed.count.to_string(), "1, or more for units");
        }
        if placed.formation.is_some() {
            check_squad(placed, class, &mut squads, checker);
        }
        if !scenario.map.contains(placed.cell) {
            checker.defect("at", shown(placed.cell), "a cell of the map");
        }
        total += usize::from(placed.count);
    }
    checker.path = "placed".to_owned();
    checker.count("", total, 0..=MAX_PLACED);
    let most = units.into_iter().max().unwrap_or(0);
    checker.count("count", most, 0..=MAX_UNITS_PER_PLAYER);
}

/// Units that are a squad from the start.
fn check_squad(placed: &PlacedEntity, class: Class, squads: &mut [usize; MAX_PLAYERS], checker: &mut Checker<'_>) {
    if class != Class::Unit {
        checker.defect("formation", "a formation of what does not walk", "units");
    }
    if !placed.formation.is_none_or(|formation| formation.is_possible()) {
        checker.defect("formation", "a spacing or cohesion out of range", "up to 4 cells, up to 100 percent");
    }
    checker.count("count", usize::from(placed.count), 1..=MAX_SQUAD_MEMBERS);
    let Some(squads) = squads.get_mut(placed.owner.index()) else { return };
    *squads += 1;
    checker.count("formation", *squads, 0..=MAX_SQUADS);
}

/// Schedules tell units of their own players, at places on the map.
fn check_schedules(scenario: &Scenario, checker: &mut Checker<'_>) {
    checker.count("", scenario.schedules.len(), 0..=MAX_SCHEDULES);
    for (row, plan) in scenario.schedules.iter().enumerate() {
        checker.path = format!("schedules[{}]", row + 1);
        check_plan(scenario, plan, checker);
        if scenario.schedules[..row].iter().any(|other| other.name == plan.name) {
            checker.defect("name", format!("duplicate name {:?}", plan.name), "a unique name");
        }
        for (entry, slice) in plan.slices.iter().enumerate() {
            checker.path = format!("schedules[{}].entries[{}]", row + 1, entry + 1);
            check_slice(scenario, slice, checker);
        }
    }
}

fn check_plan(scenario: &Scenario, plan: &SchedulePlan, checker: &mut Checker<'_>) {
    if !is_name(&plan.name) {
        checker.defect("name", "other letters", "lower-case letters, digits and underscores, at most 32");
    }
    checker.row("player", plan.player.index(), scenario.players.len(), "a player");
    checker.within("starts", plan.start_tick, Bounds::new(1, MAX_TICKS));
    checker.count("entries", plan.slices.len(), 1..=MAX_SCHEDULE_SLICES);
    let owned = |row: &u16| {
        let placed = scenario.placed.get(usize::from(*row));
        placed.is_some_and(|placed| {
            placed.owner == plan.player && class(&scenario.rules, placed.kind) == Some(Class::Unit)
        })
    };
    if !plan.placed.iter().all(owned) {
        checker.defect("player", "a group with others", "a group of this player's units alone");
    }
    let comes = plan.slices.iter().any(|slice| slice.wave.is_some());
    if plan.placed.is_empty() && !comes {
        checker.defect("name", "a group of nobody", "a `group` of what is placed, or an entry with `spawn`");
    }
}

fn check_slice(scenario: &Scenario, slice: &ScheduleEntry, checker: &mut Checker<'_>) {
    checker.within("duration", slice.ticks, Bounds::new(1, MAX_TICKS));
    checker.within("jitter", slice.jitter_ticks, ranges::JITTER_TICKS);
    if let Some(wave) = &slice.wave {
        if class(&scenario.rules, wave.kind) != Some(Class::Unit) {
            checker.defect("spawn", "what is no unit", "a unit");
        }
        checker.within("count", wave.count, Bounds::new(1, MAX_UNITS_PER_PLAYER as u16));
        if !scenario.map.contains(wave.cell) {
            checker.defect("at", shown(wave.cell), "a cell of the map");
        }
    }
    if let Some(cell) = slice.action.and_then(ScheduleAction::cell).filter(|cell| !scenario.map.contains(*cell)) {
        checker.defect("to", shown(cell), "a cell of the map");
    }
}

/// Bases, nodes and placed buildings lie on the map, on ground that bears them, and not upon each other.
fn check_places(scenario: &Scenario, checker: &mut Checker<'_>) {
    let (map, rules) = (&scenario.map, &scenario.rules);
    let mut taken = vec![false; map.cells()];
    let nodes = map.nodes.iter().map(|(kind, cell)| ("map.nodes".to_owned(), *kind, *cell));
    let used = |start: &usize| scenario.players.iter().any(|setup| setup.start == Some(*start as u8));
    let bases = (0..map.starts.len()).filter(|start| scenario.start_forces && used(start));
    let bases = bases.map(|start| ("map.starts".to_owned(), rules.start.base, map.starts[start]));
    let placed = scenario.placed.iter().enumerate();
    let placed = placed.map(|(row, placed)| (format!("placed[{}].at", row + 1), placed.kind, placed.cell));
    for (path, kind, cell) in nodes.chain(bases).chain(placed) {
        checker.path = path;
        check_place(map, rules, kind, cell, &mut taken, checker);
    }
}

fn check_place(map: &Map, rules: &Rules, id: KindId, cell: Cell, taken: &mut [bool], checker: &mut Checker<'_>) {
    let kind = rules.kind(id);
    let Some(footprint) = &kind.footprint else { return };
    let rect = Rect { x: cell.x, y: cell.y, width: footprint.width.into(), height: footprint.height.into() };
    let found = format!("{} at {}", kind.name, shown(cell));
    if !inside(map, rect) {
        checker.defect("", found, "all of it on the map");
        return;
    }
    let bears = |cell: Cell| rules.terrain[usize::from(map.terrain[map.index(cell)])].buildable;
    if kind.class == Class::Building && !rect.cells().all(bears) {
        checker.defect("", found.clone(), "ground that can be built on");
    }
    // Every cell is taken, so no short cut.
    let upon = rect.cells().filter(|cell| std::mem::replace(&mut taken[map.index(*cell)], true)).count();
    if upon > 0 {
        checker.defect("", format!("{found} overlapping another entity"), "free cells");
    }
}

fn class(rules: &Rules, kind: KindId) -> Option<Class> {
    rules.kinds.get(kind.index()).map(|kind| kind.class)
}

fn inside(map: &Map, rect: Rect) -> bool {
    // Judged in wide numbers: a decoded cell may lie anywhere.
    let (x, y) = (i32::from(rect.x), i32::from(rect.y));
    let (right, bottom) = (x + i32::from(rect.width), y + i32::from(rect.height));
    x >= 0 && y >= 0 && right <= i32::from(map.width) && bottom <= i32::from(map.height)
}

fn shown(cell: Cell) -> String {
    format!("({}, {})", cell.x, cell.y)
}
