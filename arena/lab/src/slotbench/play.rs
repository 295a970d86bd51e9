//! Plays a layout, with attack slots or without, and counts the results.

use std::sync::Arc;

use sandtable_math::{Fx, Vec2};
use sandtable_model::OrderKind;
use sandtable_model::map::{Cell, Map};
use sandtable_model::rules::{AttackCapacity, Class, Defect, Kind, Rules};
use sandtable_model::scenario::{PlacedEntity, PlayerFeatures, PlayerSetup, Scenario};
use sandtable_sim::World;
use sandtable_sim::order::{Order, StampedOrder};
use sandtable_sim::view::View;
use sandtable_state::id::{Handle, KindId, PlayerId, UnitId};
use sandtable_state::limits::TICKS_PER_SECOND;

use super::layouts::{DrawnAttackers, DrawnFight, DrawnTarget, SIDE, TargetShape};
use super::seen::each_attacker;
use super::watch::{FightSeen, FightWatch};
use crate::movebench::Grid;

/// How long a layout is played, in ticks.
const PLAY_TICKS: u32 = 25 * TICKS_PER_SECOND;
/// A walking target turns to its next point within this many cells of the last one.
const TURNS_WITHIN: i16 = 1;
/// The capacity that bars nobody.
const UNLIMITED: AttackCapacity = AttackCapacity {
    grid_capacity: Some(1_000),
    attack_capacity: Some(1_000),
    grid_weight: Some(1),
    attack_weight: Some(1),
};

/// A length in cells as the engine counts.
fn fixed(value: f64) -> Fx {
    Fx::from_bits((value * 65_536.0).round() as i32)
}

fn per_tick(speed: f64) -> Fx {
    fixed(speed / f64::from(TICKS_PER_SECOND))
}

/// The rules of the movement benchmark with the kinds of a layout: capacities are without limit.
fn rules(base: &Rules, fight: &DrawnFight) -> Rules {
    let mut rules = base.clone();
    rules.slots = true;
    let like = |name: &str| base.kind_named(name).map(|kind| base.kind(kind).clone());
    let plain = like("soldier").unwrap_or_else(|| Kind::plain("soldier", Class::Unit));
    let weapon = like("sapper").and_then(|kind| kind.weapon);
    for (row, target) in fight.targets.iter().enumerate() {
        let mut kind = match target.shape {
            TargetShape::Body(_) => plain.clone(),
            TargetShape::Building(_) => like("slab_1").unwrap_or_else(|| plain.clone()),
        };
        shape(&mut kind, target);
        kind.name = format!("target_{row}");
        rules.kinds.push(kind);
    }
    for (row, group) in fight.attackers.iter().enumerate() {
        let mut kind = Kind { name: format!("attacker_{row}"), weapon: weapon.clone(), ..plain.clone() };
        arm(&mut kind, group);
        rules.kinds.push(kind);
    }
    rules.kinds.iter_mut().for_each(|kind| kind.crowd = UNLIMITED);
    rules
}

fn shape(kind: &mut Kind, target: &DrawnTarget) {
    kind.max_hp = Fx::from_int(20_000);
    match target.shape {
        TargetShape::Body(radius) => {
            if let Some(body) = &mut kind.body {
                (body.radius, body.speed) = (fixed(radius), per_tick(target.speed.max(0.1)));
                body.mass = 10_000;
            }
        }
        TargetShape::Building([width, height]) => {
            if let Some(cells) = &mut kind.footprint {
                (cells.width, cells.height) = (width as u8, height as u8);
            }
        }
    }
}

fn arm(kind: &mut Kind, group: &DrawnAttackers) {
    if let Some(body) = &mut kind.body {
        (body.radius, body.speed) = (fixed(group.radius), per_tick(group.speed));
    }
    if let Some(weapon) = &mut kind.weapon {
        (weapon.range, weapon.acquire) = (fixed(group.range), Fx::from_int(6).max(fixed(group.range)));
        (weapon.damage, weapon.windup_ticks, weapon.cooldown_ticks) = (Fx::from_int(4), 4, 12);
    }
}

fn map(rules: &Rules, walls: &[[i64; 4]]) -> Map {
    let mut plan = Grid::clear(SIDE as usize, SIDE as usize);
    walls.iter().for_each(|wall| plan.fill(*wall, false));
    plan.to_map("slots", rules)
}

/// The scenario of a layout: player 1 attacks, with or without slots, player 2 owns the targets.
///
/// # Errors
/// What does not fit.
pub fn scenario(base: &Rules, fight: &DrawnFight, slots: bool) -> Result<Scenario, Vec<Defect>> {
    let rules = rules(base, fight);
    let features = PlayerFeatures::ALL.without(PlayerFeatures::JOBS);
    let player = |row: u8| PlayerSetup {
        minds: false,
        features: if slots { features } else { features.without(PlayerFeatures::SLOTS) },
        ..PlayerSetup::numbered(row)
    };
    let first = base.kinds.len();
    let put = |kind: usize, owner: u8, [x, y]: [i64; 2]| {
        PlacedEntity::new(KindId(kind as u16), PlayerId(owner), Cell::new(x as i16, y as i16), 1)
    };
    let attackers = fight.attackers.iter().enumerate();
    let attackers = attackers.flat_map(|(row, group)| {
        let kind = first + fight.targets.len() + row;
        group.cells.iter().map(move |cell| put(kind, 0, *cell))
    });
    let targets = fight.targets.iter().enumerate().map(|(row, target)| put(first + row, 1, target.at));
    let map = map(&rules, &fight.walls);
    let scenario = Scenario {
        placed: attackers.chain(targets).collect(),
        time_limit_ticks: PLAY_TICKS + TICKS_PER_SECOND,
        ..Scenario::sandbox("slots", rules, map, vec![player(0), player(1)])
    };
    let defects = scenario.check();
    if defects.is_empty() { Ok(scenario) } else { Err(defects) }
}

/// Plays a layout, and counts.
///
/// # Errors
/// What of it does not fit.
pub fn play(base: &Rules, fight: &DrawnFight, seed: u64, slots: bool) -> Result<FightSeen, Vec<Defect>> {
    let mut world = World::new(Arc::new(scenario(base, fight, slots)?), seed);
    let targets = targets_of(&world, fight);
    let mut watch = FightWatch::over(fight, &targets, &world);
    let mut legs = vec![0usize; fight.targets.len()];
    for tick in 0..PLAY_TICKS {
        let mut orders = if tick == 0 { opening(&world, fight, &targets) } else { Vec::new() };
        orders.extend(walking(&world, fight, &targets, &mut legs, tick));
        world.step(&orders);
        watch.look(&world);
    }
    Ok(watch.finish())
}

/// The targets as the world has them, in the order of the layout.
fn targets_of(world: &World, fight: &DrawnFight) -> Vec<UnitId> {
    let named = |row: usize| world.rules().kind_named(&format!("target_{row}")).unwrap_or_default();
    let find = |kind: KindId| {
        let unit = world.observe_units().find(|unit| unit.kind == kind).map(|unit| unit.id);
        unit.or_else(|| world.observe_buildings().find(|building| building.kind == kind).map(|building| building.id))
    };
    (0..fight.targets.len()).map(|row| find(named(row)).unwrap_or(UnitId::NONE)).collect()
}

fn stamped(world: &World, player: u8, seq: usize, order: Order) -> StampedOrder {
    StampedOrder { tick: world.tick() + 1, player: PlayerId(player), seq: seq as u16, order }
}

/// Attackers are told to attack the one target, or to go where several are; targets stand.
fn opening(world: &World, fight: &DrawnFight, targets: &[UnitId]) -> Vec<StampedOrder> {
    let own: Vec<Handle> = each_attacker(world).map(|unit| Handle(unit.id.0)).collect();
    let view = View::new(world, PlayerId(0));
    let verb = if fight.targets.len() == 1 {
        let seen =
            view.foreign().into_iter().find(|body| world.observe_handle(PlayerId(0), body.handle) == Some(targets[0]));
        OrderKind::Attack(seen.map_or(Handle::NONE, |body| body.handle))
    } else {
        OrderKind::AttackMove(Vec2::new(Fx::from_int((SIDE / 2) as i16), Fx::from_int((SIDE / 2) as i16)))
    };
    let stand = world.observe_units().filter(|unit| unit.id.owner() == PlayerId(1)).map(|unit| Handle(unit.id.0));
    let stand = Order::to(stand, OrderKind::Hold);
    vec![stamped(world, 0, 0, Order::to(own, verb)), stamped(world, 1, 0, stand)]
}

/// Sends walking targets to their next points.
fn walking(world: &World, fight: &DrawnFight, targets: &[UnitId], legs: &mut [usize], tick: u32) -> Vec<StampedOrder> {
    let mut orders = Vec::new();
    for ((target, id), leg) in fight.targets.iter().zip(targets).zip(legs) {
        let Some(unit) = world.observe_units().find(|unit| unit.id == *id && !target.way.is_empty()) else { continue };
        let point = |leg: usize| {
            let [x, y] = target.way[leg % target.way.len()];
            Vec2::new(Fx::from_int(x as i16) + Fx::HALF, Fx::from_int(y as i16) + Fx::HALF)
        };
        let there = unit.position.distance_squared_wide(point(*leg)) < Fx::from_int(TURNS_WITHIN).squared_wide();
        *leg += usize::from(there);
        if there || tick == 1 {
            let order = Order::to([Handle(id.0)], OrderKind::Move(point(*leg)));
            orders.push(stamped(world, 1, orders.len() + 1, order));
        }
    }
    orders
}
