//! The entries of a strategy file with a list of orders.

use sandtable_content::{TableReader, read_formation};
use sandtable_math::Bounds;
use sandtable_model::map::Cell;
use sandtable_model::rules::Rules;
use sandtable_state::Arrange;
use sandtable_state::id::KindId;
use sandtable_state::limits::{MAX_MAP_SIDE, MAX_ORDER_UNITS, MAX_SERIAL, MAX_TICKS};

use super::timetable::{OrderTimetable, ScriptedAction, ScriptedOrder, ScriptedSubject};
use crate::place_queries::PlaceQueries;

const ACTIONS: [(&str, ScriptedAction); 17] = [
    ("move", ScriptedAction::Move),
    ("attack-move", ScriptedAction::AttackMove),
    ("attack", ScriptedAction::Attack),
    ("patrol", ScriptedAction::Patrol),
    ("hold", ScriptedAction::Hold),
    ("stop", ScriptedAction::Stop),
    ("follow", ScriptedAction::Follow),
    ("guard", ScriptedAction::Guard),
    ("gather", ScriptedAction::Gather),
    ("build", ScriptedAction::Build),
    ("train", ScriptedAction::Train),
    ("load", ScriptedAction::Load),
    ("unload", ScriptedAction::Unload),
    ("form", ScriptedAction::Form),
    ("join", ScriptedAction::Join),
    ("leave", ScriptedAction::Leave),
    ("surrender", ScriptedAction::Surrender),
];

/// Reads the list of `orders` of a file.
pub(crate) fn timetable(file: &TableReader<'_>, rules: &Rules) -> OrderTimetable {
    let read = |entry: &TableReader<'_>| {
        let at_tick = entry.seconds("at", Bounds::new(0, MAX_TICKS)).required();
        Some(ScriptedOrder { at_tick, ..read(entry, rules, None)? })
    };
    let mut entries: Vec<ScriptedOrder> = file.rows("orders").iter().filter_map(read).collect();
    entries.arrange_by_key(|entry| entry.at_tick);
    OrderTimetable { entries }
}

/// Reads a list of `orders` without times. Their places can be found by queries of the file.
pub(crate) fn orders_at_once(table: &TableReader<'_>, rules: &Rules, places: &PlaceQueries) -> Vec<ScriptedOrder> {
    table.rows("orders").iter().filter_map(|entry| read(entry, rules, Some(places))).collect()
}

/// None, and that is recorded, for an entry without an order: which other keys it may have is the order's to say.
fn read(entry: &TableReader<'_>, rules: &Rules, places: Option<&PlaceQueries>) -> Option<ScriptedOrder> {
    let Some(action) = entry.choice("order", &ACTIONS).required_valid() else {
        entry.skip_others(&["at", "order"]);
        return None;
    };
    let needs_what = matches!(
        action,
        ScriptedAction::Attack
            | ScriptedAction::Follow
            | ScriptedAction::Guard
            | ScriptedAction::Build
            | ScriptedAction::Train
            | ScriptedAction::Gather
            | ScriptedAction::Load
    );
    let formation = if action == ScriptedAction::Form { read_formation(entry) } else { None };
    if action == ScriptedAction::Form && formation.is_none() {
        entry.error("formation", "nothing", "the formation to take");
    }
    let number = Bounds::new(1, MAX_SERIAL);
    let place = places.filter(|_| needs_place(action)).and_then(|places| places.query(entry, "place"));
    let is_found = places.is_some() && entry.has("place");
    Some(ScriptedOrder {
        at_tick: 0,
        who: who(entry, rules, action),
        action,
        place,
        cell: if is_found { Cell::new(0, 0) } else { cell(entry, action) },
        what: needs_what.then(|| kind(entry, "what", rules)).flatten(),
        formation: formation.unwrap_or_default(),
        squad: if action == ScriptedAction::Join { entry.int("to_squad", number).required() } else { 0 },
    })
}

/// Whom an entry is for: `who` and `count`, or `squad`.
fn who(entry: &TableReader<'_>, rules: &Rules, action: ScriptedAction) -> ScriptedSubject {
    if action == ScriptedAction::Surrender {
        return ScriptedSubject::Nobody;
    }
    if entry.has("squad") {
        let number = entry.int("squad", Bounds::new(1, MAX_SERIAL)).optional().unwrap_or(1);
        if entry.has("who") {
            entry.error("who", "besides `squad`", "one of `who` and `squad`");
        }
        return ScriptedSubject::Squad(number);
    }
    let count = entry.int("count", Bounds::new(1, MAX_ORDER_UNITS as u16)).or(MAX_ORDER_UNITS as u16);
    kind(entry, "who", rules).map_or(ScriptedSubject::Nobody, |kind| ScriptedSubject::Kind(kind, count))
}

fn needs_place(action: ScriptedAction) -> bool {
    matches!(
        action,
        ScriptedAction::Move
            | ScriptedAction::AttackMove
            | ScriptedAction::Patrol
            | ScriptedAction::Build
            | ScriptedAction::Unload
    )
}

fn cell(entry: &TableReader<'_>, action: ScriptedAction) -> Cell {
    let to = entry.int_list("to", Bounds::new(0, i64::from(MAX_MAP_SIDE) - 1));
    let to = if needs_place(action) { to.required() } else { to.or(Vec::new()) };
    if !to.is_empty() && to.len() != 2 {
        entry.error("to", format!("{} numbers", to.len()), "a column and a row");
    }
    Cell::new(to.first().map_or(0, |x| *x as i16), to.get(1).map_or(0, |y| *y as i16))
}

fn kind(entry: &TableReader<'_>, key: &str, rules: &Rules) -> Option<KindId> {
    let word = entry.reference(key, "a kind").required();
    let kind = rules.kind_named(word.text);
    if kind.is_none() && !word.text.is_empty() {
        word.unknown("a kind", rules.kinds.iter().map(|kind| kind.name.as_str()));
    }
    kind
}
