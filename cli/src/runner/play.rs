//! The loop of a match.

use std::ops::ControlFlow;
use std::sync::Arc;

use sandtable_ai::{Commander, Orders};
use sandtable_sim::event::TickReport;
use sandtable_sim::id::PlayerId;
use sandtable_sim::math::mix3;
use sandtable_sim::order::StampedOrder;
use sandtable_sim::scenario::Scenario;
use sandtable_sim::victory::{Ending, Outcome};
use sandtable_sim::view::View;
use sandtable_sim::{Threads, World};

use super::fault::guarded;
use super::pending::Pending;
use super::referee::{Referee, Why};
use super::result::{Forfeited, MatchResult, SAMPLE_TICKS, Side, Termination};

/// The stream of the mixer that staggers commanders.
const STAGGER: u64 = 0x5354_4147;

/// The stream of the mixer that gives commanders their seeds.
const COMMANDERS: u64 = 0x434F_4D4D;

/// The seed of a commander: `mix3(match seed, 0x434F4D4D, player)`.
pub fn commander_seed(match_seed: u64, player: PlayerId) -> u64 {
    mix3(match_seed, COMMANDERS, u64::from(player.0))
}

/// The tick within its interval at which a player's commander decides, drawn from the match seed: which of two thinks first is as
/// often the one as the other.
pub(crate) fn phase(match_seed: u64, row: u64, interval: u32) -> u32 {
    (mix3(match_seed, STAGGER, row) % u64::from(interval.max(1))) as u32
}

/// Looks on while a match is played; nothing it does changes the match, but stopping it.
pub trait Observer {
    /// Called after each tick with the orders that were applied in it.
    fn tick(&mut self, world: &World, orders: &[StampedOrder], report: &TickReport) -> ControlFlow<()>;

    /// Called once at the end; without a world when the engine failed and what is left of it means nothing.
    fn finished(&mut self, _world: Option<&World>, _result: &MatchResult) {}
}

/// Looks away.
pub struct Silent;

impl Observer for Silent {
    fn tick(&mut self, _: &World, _: &[StampedOrder], _: &TickReport) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Plays a match to its end: a pure function of its arguments.
///
/// `commanders` are in the order of the scenario's players; a player without one stands idle.
pub fn run_match(scenario: &Arc<Scenario>, commanders: Vec<Box<dyn Commander>>, seed: u64) -> MatchResult {
    run_match_with(scenario, commanders, seed, &mut Silent)
}

/// The same, watched.
pub fn run_match_with(
    scenario: &Arc<Scenario>,
    commanders: Vec<Box<dyn Commander>>,
    seed: u64,
    observer: &mut dyn Observer,
) -> MatchResult {
    run_match_on(scenario, commanders, seed, observer, Threads::default())
}

/// The same on several threads, which make it no other match.
pub fn run_match_on(
    scenario: &Arc<Scenario>,
    commanders: Vec<Box<dyn Commander>>,
    seed: u64,
    observer: &mut dyn Observer,
    threads: Threads,
) -> MatchResult {
    let result = guarded(|| {
        let mut world = World::new(Arc::clone(scenario), seed);
        world.use_threads(threads);
        play(world, commanders, observer, None)
    });
    result.unwrap_or_else(|fault| MatchResult::of_failure(scenario, seed, fault))
}

/// The same under rules that may end it before its outcome.
pub fn run_match_judged(
    scenario: &Arc<Scenario>,
    commanders: Vec<Box<dyn Commander>>,
    seed: u64,
    observer: &mut dyn Observer,
    referee: Option<Box<dyn Referee>>,
) -> MatchResult {
    let result = guarded(|| play(World::new(Arc::clone(scenario), seed), commanders, observer, referee));
    result.unwrap_or_else(|fault| MatchResult::of_failure(scenario, seed, fault))
}

fn play(
    world: World,
    commanders: Vec<Box<dyn Commander>>,
    observer: &mut dyn Observer,
    referee: Option<Box<dyn Referee>>,
) -> MatchResult {
    let mut table = Table::new(world, commanders, referee);
    let termination = loop {
        table.sample();
        if let Some(outcome) = table.world.outcome() {
            break table.how_it_ended(outcome);
        }
        table.decide();
        table.rule();
        match table.step(observer) {
            Ok(ControlFlow::Continue(())) => {}
            Ok(ControlFlow::Break(())) => break Termination::Interrupted,
            Err(fault) => break Termination::EngineError { message: fault.message },
        }
    };
    let failed = matches!(termination, Termination::EngineError { .. });
    table.close_sides();
    let result = MatchResult::new(&table.world, table.sides, termination);
    observer.finished((!failed).then_some(&table.world), &result);
    result
}

/// A player's place at the table.
struct Seat {
    player: PlayerId,
    commander: Box<dyn Commander>,
    interval: u32,
    /// Ticks by which its decisions are shifted: [`phase`].
    phase: u32,
    forfeited: Option<Forfeited>,
}

impl Seat {
    fn is_due(&self, tick: u32) -> bool {
        self.forfeited.is_none() && tick % self.interval == self.phase
    }
}

/// A match under way.
struct Table {
    world: World,
    seats: Vec<Seat>,
    pending: Pending,
    orders: Orders,
    sides: Vec<Side>,
    referee: Option<Box<dyn Referee>>,
    /// What the referee ruled; it has gone home then.
    ruled: Option<Why>,
}

impl Table {
    fn new(world: World, commanders: Vec<Box<dyn Commander>>, referee: Option<Box<dyn Referee>>) -> Table {
        let players = world.players().len();
        let seats = commanders.into_iter().take(players).enumerate().map(|(row, commander)| {
            let interval = guarded(|| commander.interval_ticks()).unwrap_or(1).max(1);
            let phase = phase(world.seed(), row as u64, interval);
            Seat { player: PlayerId(row as u8), commander, interval, phase, forfeited: None }
        });
        Table {
            seats: seats.collect(),
            pending: Pending::new(world.scenario().order_delay_ticks),
            orders: Orders::new(),
            sides: (0..players as u8).map(|row| Side::new(&world, PlayerId(row))).collect(),
            referee,
            ruled: None,
            world,
        }
    }

    /// Hears the referee; after the commanders, so that nothing they ordered comes before a ruling.
    fn rule(&mut self) {
        let Some(ruling) = self.referee.as_mut().and_then(|referee| referee.judge(&self.world)) else { return };
        self.ruled = Some(ruling.why);
        self.referee = None;
        ruling.losers.into_iter().for_each(|player| self.pending.surrender(self.world.tick(), player));
    }

    fn how_it_ended(&self, outcome: &Outcome) -> Termination {
        let failed = self.seats.iter().filter(|seat| seat.forfeited.is_some());
        let players: Vec<u8> = failed.map(|seat| seat.player.0 + 1).collect();
        match (self.ruled, outcome.ending) {
            (Some(Why::IllegalOrders), _) => Termination::IllegalOrders,
            (Some(why), _) => Termination::Adjudicated { why },
            (None, Ending::Score | Ending::TimeLimit) => Termination::Limit,
            (None, Ending::Surrender | Ending::MutualDestruction) if !players.is_empty() => {
                Termination::BotPanic { players }
            }
            (None, Ending::MutualDestruction) => Termination::MutualDestruction,
            (None, _) => Termination::Normal,
        }
    }

    fn sample(&mut self) {
        if self.world.tick().is_multiple_of(SAMPLE_TICKS) {
            for (row, side) in self.sides.iter_mut().enumerate() {
                side.sample(&self.world, PlayerId(row as u8));
            }
        }
    }

    fn decide(&mut self) {
        let Table { world, seats, pending, orders, .. } = self;
        let now = world.tick();
        for seat in seats.iter_mut().filter(|seat| seat.is_due(now)) {
            if world.players()[seat.player.index()].out {
                continue;
            }
            orders.clear();
            match guarded(|| seat.commander.decide(&View::new(world, seat.player), orders)) {
                Ok(()) => pending.add(now, seat.player, orders),
                Err(fault) => {
                    pending.surrender(now, seat.player);
                    seat.forfeited = Some(Forfeited { tick: now, message: fault.message });
                }
            }
        }
    }

    fn step(&mut self, observer: &mut dyn Observer) -> Result<ControlFlow<()>, super::Fault> {
        let tick = self.world.tick() + 1;
        let (world, orders) = (&mut self.world, self.pending.of(tick));
        let flow = guarded(|| {
            let report = world.step(orders);
            observer.tick(world, orders, &report)
        });
        self.pending.done(tick);
        flow
    }

    /// Hears the commanders out.
    fn close_sides(&mut self) {
        for seat in &mut self.seats {
            let side = &mut self.sides[seat.player.index()];
            side.forfeited = seat.forfeited.take();
            let told = guarded(|| {
                side.commander = seat.commander.name().to_owned();
                side.note_goals(seat.commander.goals());
            });
            if let (Err(fault), None) = (told, &side.forfeited) {
                side.forfeited = Some(Forfeited { tick: self.world.tick(), message: fault.message });
            }
        }
    }
}
