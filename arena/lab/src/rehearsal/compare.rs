//! One fight, played by the engine and rehearsed from where it stood a few seconds after it began.

use std::sync::Arc;

use sandtable_ai::{FightGround, FightPlan, FightSide, Fighter, rehearse};
use sandtable_match::Failure;
use sandtable_match::library::Library;
use sandtable_match::parallel::in_order;
use sandtable_match::progress::ProgressSink;
use sandtable_math::{Vec2, mix, mix3};
use sandtable_model::OrderKind;
use sandtable_model::map::Walk;
use sandtable_model::rules::{Stats, derive_stats};
use sandtable_sim::World;
use sandtable_sim::component::ConstructionStage;
use sandtable_sim::order::{Order, StampedOrder};
use sandtable_state::id::{Handle, PlayerId};
use sandtable_state::limits::TICKS_PER_SECOND;

use super::comparison::FightComparison;
use super::draw;
use super::report::RehearsalReport;

/// Ticks that a fight is looked ahead.
const HORIZON_TICKS: u32 = 30 * TICKS_PER_SECOND;
/// Unit-steps that a rehearsal may take.
const UNIT_STEPS: u32 = 9_000;
/// Ticks between two orders to advance.
const ADVANCE_TICKS: u32 = 2 * TICKS_PER_SECOND;
/// Draws for one fight until there is room for it.
const DRAWS: u64 = 8;

/// Draws and compares `count` fights under a ruleset.
///
/// # Errors
/// When threads cannot be had, or the ruleset is not there.
pub fn fights(
    rules: &str,
    seed: u64,
    count: u32,
    threads: usize,
    progress: &dyn ProgressSink,
) -> Result<RehearsalReport, Failure> {
    sandtable_match::assemble::load_rules(&mut Library::here(), rules)?;
    let mut report = RehearsalReport::default();
    let one = |number: u32| compare(rules, mix(seed, u64::from(number)));
    in_order(count, threads, one, |fight| {
        report.add(fight);
        progress.advance(1);
        Ok(())
    })?;
    Ok(report)
}

/// Draws one fight, and compares; none when no draw had room for one.
pub fn compare(rules: &str, seed: u64) -> Option<FightComparison> {
    let mut library = Library::here();
    let drawn = (0..DRAWS).find_map(|draw| draw::scenario(mix3(seed, 1, draw), rules, &mut library))?;
    let scenario = Arc::new(drawn);
    let mut world = World::new(Arc::clone(&scenario), seed);
    let begun = (seed % 6) as u32 * TICKS_PER_SECOND;
    while world.tick() < begun {
        step(&mut world);
    }
    let stats = derive_stats(&scenario.rules, 0);
    let sides = [0, 1].map(|player| side(&world, player, &stats));
    if sides.iter().any(|side| side.fighters.is_empty()) {
        return None;
    }
    let full = sides.clone().map(|side| worth(&world, &side));
    let walk = Walk::at_start(&scenario.map, &scenario.rules);
    let [from, to] = [0, 1].map(|row: usize| middle(&sides[row]));
    let ground = FightGround::between(from, to, |cell| walk.open(cell));
    let rehearsed = rehearse(&scenario.rules, &sides[0], &sides[1], ground, HORIZON_TICKS, UNIT_STEPS);
    let exchanged = rehearse(&scenario.rules, &sides[1], &sides[0], ground, HORIZON_TICKS, UNIT_STEPS);
    while world.tick() < begun + HORIZON_TICKS {
        step(&mut world);
    }
    let left = [0, 1].map(|player| side(&world, player, &stats));
    let share = |row: usize| (worth(&world, &left[row]) * 1_000 / full[row].max(1)) as u16;
    Some(FightComparison {
        played: [share(0), share(1)],
        rehearsed: [rehearsed.own_left, rehearsed.foe_left],
        exchanged: [exchanged.foe_left, exchanged.own_left],
        unit_steps: rehearsed.unit_steps,
    })
}

/// A tick; both sides are told again and again to attack where the other is.
fn step(world: &mut World) {
    let due = world.tick().is_multiple_of(ADVANCE_TICKS);
    let orders: Vec<StampedOrder> = (0..2).filter(|_| due).filter_map(|player| advance(world, player)).collect();
    world.step(&orders);
}

fn advance(world: &World, player: u8) -> Option<StampedOrder> {
    let of = |player: u8| world.observe_units().filter(move |unit| unit.id.owner() == PlayerId(player));
    let foes = of(1 - player).map(|unit| unit.position);
    let towers = world.observe_buildings().filter(|it| it.id.owner() == PlayerId(1 - player)).map(|it| it.position);
    let to = Vec2::mean_trunc(foes.collect::<Vec<_>>()).or_else(|| towers.into_iter().next())?;
    let order = Order::to(of(player).map(|unit| Handle(unit.id.0)), OrderKind::AttackMove(to));
    Some(StampedOrder { tick: world.tick() + 1, player: PlayerId(player), seq: 0, order })
}

fn side<'a>(world: &World, player: u8, stats: &'a [Stats]) -> FightSide<'a> {
    let units = world.observe_units().filter(|unit| unit.id.owner() == PlayerId(player));
    let units = units.map(|it| Fighter { kind: it.kind, position: it.position, hp: it.hp, arrives_ticks: 0 });
    let buildings = world.observe_buildings().filter(|it| it.id.owner() == PlayerId(player));
    let armed = buildings.filter(|it| it.stage == ConstructionStage::Complete);
    let armed = armed.map(|it| Fighter { kind: it.kind, position: it.position, hp: it.hp, arrives_ticks: 0 });
    FightSide { fighters: units.chain(armed).collect(), stats, plan: FightPlan::Charge }
}

fn middle(side: &FightSide<'_>) -> Vec2 {
    Vec2::mean_trunc(side.fighters.iter().map(|it| it.position)).unwrap_or(Vec2::ZERO)
}

/// A quarter of the price for who lives, the rest by hit points, times four.
fn worth(world: &World, side: &FightSide<'_>) -> u64 {
    let of = |it: &Fighter| {
        let price: u64 = world.scenario().rules.kind(it.kind).cost.iter().map(|amount| u64::from(*amount)).sum();
        let full = side.stats[it.kind.index()].max_hp.bits().max(1) as u64;
        price + price * 3 * (it.hp.bits().max(0) as u64).min(full) / full
    };
    side.fighters.iter().map(of).sum()
}
