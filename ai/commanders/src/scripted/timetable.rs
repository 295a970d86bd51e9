//! Orders by time, and whom each is for when its time comes.

use sandtable_math::Vec2;
use sandtable_model::Formation;
use sandtable_model::OrderKind;
use sandtable_model::map::Cell;
use sandtable_sim::order::Order;
use sandtable_sim::view::View;
use sandtable_state::id::{Handle, KindId, SquadId};

use crate::commander::Orders;
use crate::place_queries::SiteQuery;

/// Orders by time.
#[derive(Clone, Debug, Default)]
pub(crate) struct OrderTimetable {
    /// By time.
    pub(super) entries: Vec<ScriptedOrder>,
}

/// Whom an entry is for.
#[derive(Clone, Copy, Debug)]
pub(super) enum ScriptedSubject {
    /// The player itself, or nobody that could be read.
    Nobody,
    /// The first N own entities of a kind, by handle.
    Kind(KindId, u16),
    /// The squad of this number.
    Squad(u32),
}

/// An order of a file.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScriptedOrder {
    pub(super) at_tick: u32,
    pub(super) who: ScriptedSubject,
    pub(super) action: ScriptedAction,
    pub(super) cell: Cell,
    /// The query that finds the place, instead of the cell.
    pub(super) place: Option<SiteQuery>,
    pub(super) what: Option<KindId>,
    pub(super) formation: Formation,
    /// The squad that is joined; 0 for none.
    pub(super) squad: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ScriptedAction {
    Move,
    AttackMove,
    Attack,
    Patrol,
    Hold,
    Stop,
    Follow,
    Guard,
    Gather,
    Build,
    Train,
    Load,
    Unload,
    Form,
    Join,
    Leave,
    Surrender,
}

impl OrderTimetable {
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

impl ScriptedOrder {
    /// The query that finds its place, and the kind that is built there.
    pub fn query(&self) -> Option<(SiteQuery, Option<KindId>)> {
        Some((self.place?, self.what.filter(|_| self.action == ScriptedAction::Build)))
    }

    /// This order at a cell.
    pub fn at(self, cell: Cell) -> ScriptedOrder {
        ScriptedOrder { cell, ..self }
    }

    /// The order as it is given now; none without anybody to order or anything to be ordered.
    pub fn order(&self, view: &View<'_>) -> Option<Order> {
        if self.action == ScriptedAction::Surrender {
            return Some(Order::surrender());
        }
        let subjects = self.subjects(view);
        let verb = self.verb(view, subjects.first()?.1)?;
        Some(match self.who {
            ScriptedSubject::Squad(number) => Order::squad(SquadId::new(view.me(), number), verb),
            _ => Order::to(subjects.iter().map(|subject| subject.0), verb),
        })
    }

    /// What the order says, to subjects the first of whom is here.
    fn verb(&self, view: &View<'_>, here: Vec2) -> Option<OrderKind> {
        let to = self.cell.centre();
        Some(match self.action {
            ScriptedAction::Surrender => return None,
            ScriptedAction::Move => OrderKind::Move(to),
            ScriptedAction::AttackMove => OrderKind::AttackMove(to),
            ScriptedAction::Attack => OrderKind::Attack(nearest_foreign(view, self.what?, here)?),
            ScriptedAction::Patrol => OrderKind::Patrol(to),
            ScriptedAction::Hold => OrderKind::Hold,
            ScriptedAction::Stop => OrderKind::Stop,
            ScriptedAction::Follow => OrderKind::Follow(nearest_own(view, self.what?, here)?),
            ScriptedAction::Guard => OrderKind::Guard(nearest_own(view, self.what?, here)?),
            ScriptedAction::Build => OrderKind::Build { kind: self.what?, cell: self.cell },
            ScriptedAction::Train => OrderKind::Train(self.what?),
            ScriptedAction::Load => OrderKind::Load(nearest_own(view, self.what?, here)?),
            ScriptedAction::Unload => OrderKind::Unload(to),
            ScriptedAction::Gather => OrderKind::Gather(nearest_node(view, self.what?, here)?),
            ScriptedAction::Form => OrderKind::Form(self.formation),
            ScriptedAction::Join => OrderKind::Join(SquadId::new(view.me(), self.squad)),
            ScriptedAction::Leave => OrderKind::Join(SquadId::NONE),
        })
    }

    /// Those it is for, by handle, and where they are.
    fn subjects(&self, view: &View<'_>) -> Vec<(Handle, Vec2)> {
        let units = view.own_units().into_iter();
        match self.who {
            ScriptedSubject::Nobody => Vec::new(),
            ScriptedSubject::Squad(number) => {
                let members = units.filter(|unit| unit.squad.serial() == number);
                members.map(|unit| (unit.handle, unit.position)).collect()
            }
            ScriptedSubject::Kind(kind, count) => {
                let units = units.map(|unit| (unit.kind, unit.handle, unit.position));
                let buildings = view.own_buildings().into_iter().map(|it| (it.kind, it.handle, it.position));
                let ours = units.chain(buildings).filter(|(own, ..)| *own == kind);
                ours.map(|(_, handle, position)| (handle, position)).take(count.into()).collect()
            }
        }
    }
}

/// The nearest own unit of a kind that nobody carries.
fn nearest_own(view: &View<'_>, kind: KindId, from: Vec2) -> Option<Handle> {
    let units = view.own_units().into_iter().filter(|unit| unit.kind == kind && unit.aboard.is_none());
    units.min_by_key(|unit| (unit.position.distance_squared_wide(from), unit.handle)).map(|unit| unit.handle)
}

/// The nearest foreign entity of a kind that is known of.
fn nearest_foreign(view: &View<'_>, kind: KindId, from: Vec2) -> Option<Handle> {
    let foreign = view.foreign().into_iter().filter(|it| it.kind == kind);
    foreign.min_by_key(|it| (it.position.distance_squared_wide(from), it.handle)).map(|it| it.handle)
}

fn nearest_node(view: &View<'_>, kind: KindId, from: Vec2) -> Option<Handle> {
    let nodes = view.nodes().into_iter().filter(|node| node.kind == kind);
    nodes.min_by_key(|node| (node.position.distance_squared_wide(from), node.handle)).map(|node| node.handle)
}
