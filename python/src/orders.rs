//! Orders as rows of whole numbers.

use pyo3::prelude::*;
use sandtable_env::slots::SLOT_VERBS;
use sandtable_math::{Fx, Vec2};
use sandtable_model::map::Cell;
use sandtable_model::{Formation, FormationShape, OrderKind};
use sandtable_sim::order::{Order, OrderSubject, Queueing};
use sandtable_state::id::{AbilityId, Handle, KindId, SquadId, TechId};

use crate::assembly::refused;

/// What the columns of an order say. Verbs have their codes in the protocol of bots; points are in 65,536ths of a cell, and of `build` in cells.
pub const ORDER_COLUMNS: [&str; 9] = ["verb", "unit", "squad", "target", "arg", "x", "y", "queue", "priority"];

const SHAPES: [FormationShape; 5] =
    [FormationShape::Loose, FormationShape::Line, FormationShape::Column, FormationShape::Wedge, FormationShape::Box];

/// The order that a row says; none where its verb can have no such argument or place.
///
/// # Errors
/// The column that is out of range.
pub fn order(row: &[i64]) -> PyResult<Option<Order>> {
    let [verb, unit, squad, target, arg, x, y, queue, priority] = *row else {
        return Err(refused(format!(
            "orders: found {} columns; expected {}: {}",
            row.len(),
            ORDER_COLUMNS.len(),
            ORDER_COLUMNS.join(", ")
        )));
    };
    let queueing = match queue {
        0 => Queueing::Replace,
        1 => Queueing::Append,
        2 => Queueing::Front,
        _ => return Err(out_of_range("queue", queue, "0, 1 or 2")),
    };
    let squad = SquadId(narrow("squad", squad)?);
    let subject = if verb == 21 {
        OrderSubject::Player
    } else if squad.is_none() {
        OrderSubject::Units(vec![Handle(narrow("unit", unit)?)])
    } else {
        OrderSubject::Squad(squad)
    };
    if !(0..=21).contains(&verb) {
        return Err(out_of_range("verb", verb, "0 to 21"));
    }
    let (target, arg, priority) =
        (Handle(narrow("target", target)?), narrow("arg", arg)?, narrow("priority", priority)?);
    let said = said(verb, target, arg, [narrow("x", x)?, narrow("y", y)?]);
    Ok(said.map(|verb| Order { subject, verb, queueing, priority }))
}

fn said(verb: i64, target: Handle, arg: u32, [x, y]: [i32; 2]) -> Option<OrderKind> {
    let point = Vec2 { x: Fx::from_bits(x), y: Fx::from_bits(y) };
    Some(match verb {
        0 => OrderKind::Move(point),
        1 => OrderKind::AttackMove(point),
        2 => OrderKind::Attack(target),
        3 => OrderKind::Patrol(point),
        4 => OrderKind::Hold,
        5 => OrderKind::Stop,
        6 => OrderKind::Follow(target),
        7 => OrderKind::Guard(target),
        8 => OrderKind::Gather(target),
        9 => OrderKind::ReturnCargo,
        10 => OrderKind::Build {
            kind: KindId(arg.try_into().ok()?),
            cell: Cell::new(x.try_into().ok()?, y.try_into().ok()?),
        },
        11 => OrderKind::Repair(target),
        12 => OrderKind::Train(KindId(arg.try_into().ok()?)),
        13 => OrderKind::Research(TechId(arg.try_into().ok()?)),
        14 => OrderKind::Cancel(arg.try_into().ok()?),
        15 => OrderKind::Rally { point, target },
        16 => OrderKind::Load(target),
        17 => OrderKind::Unload(point),
        18 => OrderKind::Ability { ability: AbilityId(arg.try_into().ok()?), target, point },
        19 => OrderKind::Form(Formation::in_shape(*SHAPES.get(arg as usize)?)),
        20 => OrderKind::Join(SquadId(arg)),
        _ => OrderKind::Surrender,
    })
}

/// The name of a verb.
pub const fn name(verb: &OrderKind) -> &'static str {
    let code = match verb {
        OrderKind::Move(_) => 0,
        OrderKind::AttackMove(_) => 1,
        OrderKind::Attack(_) => 2,
        OrderKind::Patrol(_) => 3,
        OrderKind::Hold => 4,
        OrderKind::Stop => 5,
        OrderKind::Follow(_) => 6,
        OrderKind::Guard(_) => 7,
        OrderKind::Gather(_) => 8,
        OrderKind::ReturnCargo => 9,
        OrderKind::Build { .. } => 10,
        OrderKind::Repair(_) => 11,
        OrderKind::Train(_) => 12,
        OrderKind::Research(_) => 13,
        OrderKind::Cancel(_) => 14,
        OrderKind::Rally { .. } => 15,
        OrderKind::Load(_) => 16,
        OrderKind::Unload(_) => 17,
        OrderKind::Ability { .. } => 18,
        OrderKind::Form(_) => 19,
        OrderKind::Join(_) => 20,
        OrderKind::Surrender => 21,
    };
    // The first slot verb is that of doing nothing.
    SLOT_VERBS[1 + code]
}

fn narrow<T: TryFrom<i64>>(column: &str, value: i64) -> PyResult<T> {
    T::try_from(value).map_err(|_| out_of_range(column, value, std::any::type_name::<T>()))
}

fn out_of_range(column: &str, found: i64, expected: &str) -> PyErr {
    refused(format!("orders, column {column}: found {found}; expected {expected}"))
}
