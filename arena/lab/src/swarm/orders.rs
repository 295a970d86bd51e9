//! Drawing orders: what a player might say, what none would, and what only somebody who means harm says.

use sandtable_math::{Fx, Vec2};
use sandtable_model::OrderKind;
use sandtable_model::map::Cell;
use sandtable_model::{Formation, FormationShape};
use sandtable_sim::World;
use sandtable_sim::order::{Order, OrderSubject, Queueing, StampedOrder};
use sandtable_sim::view::View;
use sandtable_state::id::{AbilityId, Handle, KindId, PlayerId, SquadId, TechId};
use sandtable_state::rng::Rng;

/// What a player knows of, as handles.
struct Known {
    own: Vec<Handle>,
    foreign: Vec<Handle>,
    nodes: Vec<Handle>,
    squads: Vec<SquadId>,
}

/// The orders of the next tick, of all players: mostly none or few, now and then a flood.
pub(super) fn draw(world: &World, rng: &mut Rng) -> Vec<StampedOrder> {
    let (tick, mut orders) = (world.tick() + 1, Vec::new());
    for row in 0..world.players().len() as u8 {
        let count = match rng.below(400) {
            0 => 150,
            lot if lot < 60 => 1 + lot % 4,
            _ => 0,
        };
        if count == 0 {
            continue;
        }
        let known = known(world, PlayerId(row));
        for seq in 0..count as u16 {
            orders.push(StampedOrder { tick, player: PlayerId(row), seq, order: order(world, &known, rng) });
        }
    }
    orders
}

fn known(world: &World, player: PlayerId) -> Known {
    let view = View::new(world, player);
    let units = view.own_units().into_iter().map(|unit| unit.handle);
    let buildings = view.own_buildings().into_iter().map(|building| building.handle);
    let mut own: Vec<Handle> = units.chain(buildings).collect();
    own.sort_unstable();
    Known {
        own,
        foreign: view.foreign().into_iter().map(|foreign| foreign.handle).collect(),
        nodes: view.nodes().into_iter().map(|node| node.handle).collect(),
        squads: view.own_squads().into_iter().map(|squad| squad.id).collect(),
    }
}

fn one_of<T: Copy>(list: &[T], rng: &mut Rng) -> Option<T> {
    if list.is_empty() { None } else { Some(list[rng.below(list.len() as u32) as usize]) }
}

fn order(world: &World, known: &Known, rng: &mut Rng) -> Order {
    let hostile = rng.below(12) == 0;
    let queueing = [Queueing::Replace, Queueing::Append, Queueing::Front][rng.below(3) as usize];
    let priority = if rng.below(8) == 0 { rng.below(256) as u8 } else { 0 };
    Order { subject: subject(known, hostile, rng), verb: verb(world, known, hostile, rng), queueing, priority }
}

fn subject(known: &Known, hostile: bool, rng: &mut Rng) -> OrderSubject {
    if hostile {
        return match rng.below(5) {
            0 => OrderSubject::Player,
            1 => OrderSubject::Squad(SquadId(rng.next_u32())),
            2 => OrderSubject::Units(Vec::new()),
            3 => OrderSubject::Units((0..600).map(|_| Handle(rng.next_u32())).collect()),
            _ => OrderSubject::Units(vec![Handle(rng.next_u32()), Handle(0)]),
        };
    }
    if let (0, Some(squad)) = (rng.below(4), one_of(&known.squads, rng)) {
        return OrderSubject::Squad(squad);
    }
    let most = [1, 3, 12, 60][rng.below(4) as usize];
    let first = rng.below(known.own.len().max(1) as u32) as usize;
    OrderSubject::Units(known.own.iter().skip(first).take(most).copied().collect())
}

fn handle(known: &Known, hostile: bool, rng: &mut Rng) -> Handle {
    let list = match rng.below(3) {
        0 => &known.own,
        1 => &known.foreign,
        _ => &known.nodes,
    };
    let known = one_of(list, rng).unwrap_or(Handle::NONE);
    if hostile { Handle(rng.next_u32()) } else { known }
}

fn point(world: &World, hostile: bool, rng: &mut Rng) -> Vec2 {
    let bounds = world.scenario().map.bounds();
    if hostile {
        return Vec2 { x: Fx::from_bits(rng.next_u32() as i32), y: Fx::from_bits(rng.next_u32() as i32) };
    }
    let along = |cells: u16, rng: &mut Rng| Fx::from_bits(rng.below(u32::from(cells) << 16) as i32);
    Vec2 { x: along(bounds.width, rng), y: along(bounds.height, rng) }
}

fn verb(world: &World, known: &Known, hostile: bool, rng: &mut Rng) -> OrderKind {
    let rules = world.rules();
    let number = |length: usize, rng: &mut Rng| match hostile {
        true => rng.below(256) as u16,
        false => rng.below(length.max(1) as u32) as u16,
    };
    let (to, it) = (point(world, hostile, rng), handle(known, hostile, rng));
    match rng.below(23) {
        0 => OrderKind::Move(to),
        1 => OrderKind::AttackMove(to),
        2 => OrderKind::Attack(it),
        3 => OrderKind::Patrol(to),
        4 => OrderKind::Hold,
        5 => OrderKind::Stop,
        6 => OrderKind::Follow(it),
        7 => OrderKind::Guard(it),
        8 => OrderKind::Gather(one_of(&known.nodes, rng).filter(|_| !hostile).unwrap_or(it)),
        9 => OrderKind::ReturnCargo,
        10 | 11 => OrderKind::Build { kind: KindId(number(rules.kinds.len(), rng)), cell: Cell::at(to) },
        12 => OrderKind::Repair(it),
        13 | 14 => OrderKind::Train(KindId(number(rules.kinds.len(), rng))),
        15 => OrderKind::Research(TechId(number(rules.techs.len(), rng))),
        16 => OrderKind::Cancel(rng.below(6) as u8),
        17 => OrderKind::Rally { point: to, target: it },
        18 => OrderKind::Load(it),
        19 => OrderKind::Unload(to),
        20 => {
            OrderKind::Ability { ability: AbilityId(number(rules.abilities.len(), rng) as u8), target: it, point: to }
        }
        21 => OrderKind::Form(Formation::in_shape(
            [FormationShape::Line, FormationShape::Column, FormationShape::Loose][rng.below(3) as usize],
        )),
        _ => match (rng.below(40), one_of(&known.squads, rng)) {
            (0, _) if hostile => OrderKind::Surrender,
            (lot, Some(squad)) if lot < 30 => OrderKind::Join(squad),
            _ => OrderKind::Join(SquadId::NONE),
        },
    }
}
