//! The entries of a strategy file with a list of orders.

use sandtable_sim::content::{Reader, read_formation};
use sandtable_sim::id::KindId;
use sandtable_sim::limits::{MAX_MAP_SIDE, MAX_ORDER_UNITS, MAX_SERIAL, MAX_TICKS};
use sandtable_sim::map::Cell;
use sandtable_sim::rules::Rules;
use sandtable_sim::rules::ranges::Bounds;

use super::timetable::{Deed, Entry, Timetable, Who};

const DEEDS: [(&str, Deed); 17] = [
    ("move", Deed::Move),
    ("attack-move", Deed::AttackMove),
    ("attack", Deed::Attack),
    ("patrol", Deed::Patrol),
    ("hold", Deed::Hold),
    ("stop", Deed::Stop),
    ("follow", Deed::Follow),
    ("guard", Deed::Guard),
    ("gather", Deed::Gather),
    ("build", Deed::Build),
    ("train", Deed::Train),
    ("load", Deed::Load),
    ("unload", Deed::Unload),
    ("form", Deed::Form),
    ("join", Deed::Join),
    ("leave", Deed::Leave),
    ("surrender", Deed::Surrender),
];

/// Reads the list of `orders` of a file.
pub(crate) fn timetable(file: &Reader<'_>, rules: &Rules) -> Timetable {
    let mut entries: Vec<Entry> = file.tables("orders").iter().map(|entry| read(entry, rules)).collect();
    entries.sort_by_key(|entry| entry.at_tick);
    Timetable { entries }
}

fn read(entry: &Reader<'_>, rules: &Rules) -> Entry {
    let at_tick = entry.seconds("at", Bounds::new(0, MAX_TICKS)).required();
    let deed = entry.choice("order", &DEEDS).required();
    let needs_what = matches!(
        deed,
        Deed::Attack | Deed::Follow | Deed::Guard | Deed::Build | Deed::Train | Deed::Gather | Deed::Load
    );
    let formation = if deed == Deed::Form { read_formation(entry) } else { None };
    if deed == Deed::Form && formation.is_none() {
        entry.error("formation", "nothing", "the formation to take");
    }
    let number = Bounds::new(1, MAX_SERIAL);
    Entry {
        at_tick,
        who: who(entry, rules, deed),
        deed,
        cell: cell(entry, deed),
        what: needs_what.then(|| kind(entry, "what", rules)).flatten(),
        formation: formation.unwrap_or_default(),
        squad: if deed == Deed::Join { entry.int("to_squad", number).required() } else { 0 },
    }
}

/// Whom an entry is for: `who` and `count`, or `squad`.
fn who(entry: &Reader<'_>, rules: &Rules, deed: Deed) -> Who {
    if deed == Deed::Surrender {
        return Who::Nobody;
    }
    if let Some(number) = entry.int("squad", Bounds::new(1, MAX_SERIAL)).optional() {
        if entry.has("who") {
            entry.error("who", "besides `squad`", "one of `who` and `squad`");
        }
        return Who::Squad(number);
    }
    let count = entry.int("count", Bounds::new(1, MAX_ORDER_UNITS as u16)).or(MAX_ORDER_UNITS as u16);
    kind(entry, "who", rules).map_or(Who::Nobody, |kind| Who::Kind(kind, count))
}

fn cell(entry: &Reader<'_>, deed: Deed) -> Cell {
    let needs_place = matches!(deed, Deed::Move | Deed::AttackMove | Deed::Patrol | Deed::Build | Deed::Unload);
    let to = entry.int_list("to", Bounds::new(0, i64::from(MAX_MAP_SIDE) - 1));
    let to = if needs_place { to.required() } else { to.or(Vec::new()) };
    if !to.is_empty() && to.len() != 2 {
        entry.error("to", format!("{} numbers", to.len()), "a column and a row");
    }
    Cell::new(to.first().map_or(0, |x| *x as i16), to.get(1).map_or(0, |y| *y as i16))
}

fn kind(entry: &Reader<'_>, key: &str, rules: &Rules) -> Option<KindId> {
    let word = entry.reference(key, "a kind").required();
    let kind = rules.kind_named(word.text);
    if kind.is_none() && !word.text.is_empty() {
        word.unknown("a kind", rules.kinds.iter().map(|kind| kind.name.as_str()));
    }
    kind
}
