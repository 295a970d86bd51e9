//! The commander that reads its orders off a list: a timeline in a strategy file.
//!
//! ```toml
//! bot = "scripted"
//! about = "Trains a soldier after ten seconds and sends everyone east after a minute."
//!
//! [[orders]]
//! at = 10
//! who = "barracks"
//! order = "train"
//! what = "swordsman"
//!
//! [[orders]]
//! at = 60
//! who = "swordsman"
//! order = "attack-move"
//! to = [40, 12]
//! ```

use sandtable_sim::codec::{self, DecodeError};
use sandtable_sim::content::Reader;
use sandtable_sim::id::{Handle, KindId};
use sandtable_sim::limits::{MAX_MAP_SIDE, MAX_ORDER_UNITS, MAX_TICKS};
use sandtable_sim::map::Cell;
use sandtable_sim::math::Vec2;
use sandtable_sim::order::{Order, Verb};
use sandtable_sim::rules::Rules;
use sandtable_sim::rules::ranges::Bounds;
use sandtable_sim::view::View;

use crate::commander::{Commander, Orders};
use crate::registry::Brief;

/// Bytes of what it remembers.
const MEMORY_BYTES: usize = 4;

/// Gives listed orders at listed times.
#[derive(Clone, Debug)]
pub struct Scripted {
    name: String,
    timetable: Timetable,
    next: u32,
}

/// Orders by time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Timetable {
    /// By time.
    entries: Vec<Entry>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    at_tick: u32,
    who: Option<KindId>,
    count: u16,
    deed: Deed,
    cell: Cell,
    what: Option<KindId>,
}

#[derive(Clone, Copy, Debug)]
enum Deed {
    Move,
    AttackMove,
    Patrol,
    Hold,
    Stop,
    Gather,
    Build,
    Train,
    Load,
    Unload,
    Surrender,
}

const DEEDS: [(&str, Deed); 11] = [
    ("move", Deed::Move),
    ("attack-move", Deed::AttackMove),
    ("patrol", Deed::Patrol),
    ("hold", Deed::Hold),
    ("stop", Deed::Stop),
    ("gather", Deed::Gather),
    ("build", Deed::Build),
    ("train", Deed::Train),
    ("load", Deed::Load),
    ("unload", Deed::Unload),
    ("surrender", Deed::Surrender),
];

/// Builds it from a strategy file with a list of `orders`.
pub fn build(file: &Reader<'_>, brief: &Brief<'_>) -> Box<dyn Commander> {
    Box::new(Scripted { name: brief.name.to_owned(), timetable: timetable(file, brief.rules), next: 0 })
}

/// Reads the list of `orders`.
pub(crate) fn timetable(file: &Reader<'_>, rules: &Rules) -> Timetable {
    let mut entries: Vec<Entry> = file.tables("orders").iter().map(|entry| read(entry, rules)).collect();
    entries.sort_by_key(|entry| entry.at_tick);
    Timetable { entries }
}

impl Timetable {
    /// Gives what is due; entries before `next` have been given.
    pub fn give(&self, next: &mut u32, view: &View<'_>, orders: &mut Orders) {
        while let Some(entry) = self.entries.get(*next as usize).filter(|entry| entry.at_tick <= view.tick()) {
            if let Some(order) = entry.order(view) {
                orders.give(order);
            }
            *next += 1;
        }
    }
}

fn read(entry: &Reader<'_>, rules: &Rules) -> Entry {
    let at_tick = entry.seconds("at", Bounds::new(0, MAX_TICKS)).required();
    let deed = entry.choice("order", &DEEDS).required();
    let count = entry.int("count", Bounds::new(1, MAX_ORDER_UNITS as u16)).or(MAX_ORDER_UNITS as u16);
    let to = entry.int_list("to", Bounds::new(0, i64::from(MAX_MAP_SIDE) - 1));
    let needs_place = matches!(deed, Deed::Move | Deed::AttackMove | Deed::Patrol | Deed::Build | Deed::Unload);
    let to = if needs_place { to.required() } else { to.or(Vec::new()) };
    if !to.is_empty() && to.len() != 2 {
        entry.error("to", format!("{} numbers", to.len()), "a column and a row");
    }
    let cell = Cell::new(to.first().map_or(0, |x| *x as i16), to.get(1).map_or(0, |y| *y as i16));
    let needs_what = matches!(deed, Deed::Build | Deed::Train | Deed::Gather | Deed::Load);
    let who = (!matches!(deed, Deed::Surrender)).then(|| kind(entry, "who", rules)).flatten();
    let what = needs_what.then(|| kind(entry, "what", rules)).flatten();
    Entry { at_tick, who, count, deed, cell, what }
}

fn kind(entry: &Reader<'_>, key: &str, rules: &Rules) -> Option<KindId> {
    let word = entry.reference(key, "a kind").required();
    let kind = rules.kind_named(word.text);
    if kind.is_none() && !word.text.is_empty() {
        word.unknown("a kind", rules.kinds.iter().map(|kind| kind.name.as_str()));
    }
    kind
}

impl Commander for Scripted {
    fn name(&self) -> &str {
        &self.name
    }

    fn decide(&mut self, view: &View<'_>, orders: &mut Orders) {
        self.timetable.give(&mut self.next, view, orders);
    }

    fn save(&self) -> Option<Vec<u8>> {
        Some(codec::encode(&self.next))
    }

    fn restore(&mut self, bytes: &[u8]) -> Result<(), DecodeError> {
        let next: u32 = codec::decode(bytes, MEMORY_BYTES)?;
        if next as usize > self.timetable.entries.len() {
            return Err(DecodeError::Malformed("past the end of the list of orders".to_owned()));
        }
        self.next = next;
        Ok(())
    }
}

impl Entry {
    fn order(&self, view: &View<'_>) -> Option<Order> {
        let to = self.cell.centre();
        let verb = match self.deed {
            Deed::Surrender => return Some(Order::surrender()),
            Deed::Move => Verb::Move(to),
            Deed::AttackMove => Verb::AttackMove(to),
            Deed::Patrol => Verb::Patrol(to),
            Deed::Hold => Verb::Hold,
            Deed::Stop => Verb::Stop,
            Deed::Build => Verb::Build { kind: self.what?, cell: self.cell },
            Deed::Train => Verb::Train(self.what?),
            Deed::Load => Verb::Load(nearest_own(view, self.what?, self.subjects(view).first()?.1)?),
            Deed::Unload => Verb::Unload(to),
            Deed::Gather => Verb::Gather(nearest_node(view, self.what?, self.subjects(view).first()?.1)?),
        };
        let subjects = self.subjects(view);
        (!subjects.is_empty()).then(|| Order::to(subjects.iter().map(|subject| subject.0), verb))
    }

    /// The first own entities of the kind, by handle.
    fn subjects(&self, view: &View<'_>) -> Vec<(Handle, Vec2)> {
        let units = view.own_units().into_iter().map(|unit| (unit.kind, unit.handle, unit.position));
        let buildings = view.own_buildings().into_iter().map(|it| (it.kind, it.handle, it.position));
        let ours = units.chain(buildings).filter(|(kind, ..)| Some(*kind) == self.who);
        ours.map(|(_, handle, position)| (handle, position)).take(self.count as usize).collect()
    }
}

/// The nearest own unit of a kind that nobody carries.
fn nearest_own(view: &View<'_>, kind: KindId, from: Vec2) -> Option<Handle> {
    let units = view.own_units().into_iter().filter(|unit| unit.kind == kind && unit.aboard.is_none());
    units.min_by_key(|unit| (unit.position.distance_squared_wide(from), unit.handle)).map(|unit| unit.handle)
}

fn nearest_node(view: &View<'_>, kind: KindId, from: Vec2) -> Option<Handle> {
    let nodes = view.nodes().into_iter().filter(|node| node.kind == kind);
    nodes.min_by_key(|node| (node.position.distance_squared_wide(from), node.handle)).map(|node| node.handle)
}
