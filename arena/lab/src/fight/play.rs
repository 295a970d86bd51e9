//! One game: both armies are told again and again to attack where the others are, until one is gone; or, where the scenario has
//! schedules, what those say.

use std::collections::BTreeSet;
use std::sync::Arc;

use sandtable_match::Failure;
use sandtable_match::parallel::in_order;
use sandtable_match::progress::ProgressSink;
use sandtable_match::runner::course;
use sandtable_math::{Vec2, mix};
use sandtable_model::OrderKind;
use sandtable_model::scenario::Scenario;
use sandtable_sim::World;
use sandtable_sim::order::{Order, StampedOrder};
use sandtable_state::id::{Handle, PlayerId, SquadId};
use sandtable_state::limits::MAX_ORDER_UNITS;

use super::fight_end::FightEnd;
use super::score::FightScore;
use super::starting_positions::scatter;

/// Ticks between two orders to advance.
const ADVANCE_TICKS: u32 = 128;

/// Plays `count` games of the scenario's first two players, on `threads` threads. A game that went as one before it did, from the same
/// side, is counted once.
///
/// # Errors
/// When threads cannot be had.
pub fn games(
    scenario: &Scenario,
    seed: u64,
    count: u32,
    threads: usize,
    progress: &dyn ProgressSink,
) -> Result<FightScore, Failure> {
    let mut score = FightScore::default();
    let play = |number: u32| {
        let (seed, turned) = game_of(seed, number);
        (number % 2, fight(scenario, seed, turned))
    };
    let mut seen = BTreeSet::new();
    in_order(count, threads, play, |(side, end)| {
        score.played += 1;
        if seen.insert((side, end.course)) {
            score.add(&end);
        }
        progress.advance(1);
        Ok(())
    })?;
    Ok(score)
}

/// The seed of a game of a series, by its number from 0, and whether its sides are swapped.
pub(super) fn game_of(seed: u64, number: u32) -> (u64, bool) {
    (mix(seed, u64::from(number / 2)), number % 2 == 1)
}

/// Plays one game.
pub fn fight(scenario: &Scenario, seed: u64, turned: bool) -> FightEnd {
    play(&Arc::new(scatter(scenario, seed, turned)), seed, |_, _| {}).0
}

/// Plays a game of a scenario whose units are scattered already; `each` is shown the world after each tick, with the orders of that
/// tick. Gives the world at the end, too.
pub(super) fn play(
    scattered: &Arc<Scenario>,
    seed: u64,
    mut each: impl FnMut(&World, &[StampedOrder]),
) -> (FightEnd, World) {
    let mut world = World::new(Arc::clone(scattered), seed);
    let (mut disobeyed, scheduled) = (0, !scattered.schedules.is_empty());
    let mut standing = left(&world);
    while world.tick() < scattered.time_limit_ticks && !standing.contains(&0) {
        let due = !scheduled && world.tick().is_multiple_of(ADVANCE_TICKS);
        let orders: Vec<StampedOrder> = (0..2).filter(|_| due).flat_map(|side| advance(&world, side)).collect();
        let report = world.step(&orders);
        each(&world, &orders);
        let defies =
            |event: &&sandtable_sim::event::Event| matches!(event, sandtable_sim::event::Event::Disobeyed { .. });
        disobeyed += report.events.iter().filter(defies).count() as u32;
        // Counting takes about as long as a tick of few units: only when there are fewer, or more.
        let changes = |event: &sandtable_sim::event::Event| {
            use sandtable_sim::event::Event;
            matches!(event, Event::Died { .. } | Event::Born { .. })
        };
        if report.events.iter().any(changes) {
            standing = left(&world);
        }
    }
    let scores = scheduled.then(|| [0, 1].map(|player| world.score(PlayerId(player))));
    (FightEnd { left: standing, tick: world.tick(), disobeyed, scores, course: course(&world) }, world)
}

/// The orders that send all of a side's squads, and units in none, to the middle of what the other one has left.
fn advance(world: &World, side: u8) -> Vec<StampedOrder> {
    let player = PlayerId(side);
    let (own, others): (Vec<_>, Vec<_>) = world.observe_units().partition(|unit| unit.id.owner() == player);
    let Some(middle) = Vec2::mean_trunc(others.iter().map(|unit| unit.position)) else { return Vec::new() };
    let verb = OrderKind::AttackMove(middle);
    let squads: BTreeSet<SquadId> = own.iter().map(|unit| unit.squad).filter(|squad| !squad.is_none()).collect();
    let squads = squads.into_iter().map(|squad| Order::squad(squad, verb));
    let alone: Vec<Handle> = own.iter().filter(|unit| unit.squad.is_none()).map(|unit| Handle(unit.id.0)).collect();
    let alone = alone.chunks(MAX_ORDER_UNITS).map(|units| Order::to(units.iter().copied(), verb));
    let stamp = |(seq, order)| StampedOrder { tick: world.tick() + 1, player, seq: seq as u16, order };
    squads.chain(alone).enumerate().map(stamp).collect()
}

fn left(world: &World) -> [u32; 2] {
    let mut left = [0, 0];
    for unit in world.observe_units() {
        if let Some(count) = left.get_mut(unit.id.owner().index()) {
            *count += 1;
        }
    }
    left
}
