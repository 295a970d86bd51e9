//! A match under way: the world, who commands in it, and the orders on their way.

use std::ops::ControlFlow;

use sandtable_ai::{
    Commander, CommanderFailure, FailureKind, IdleCommander, Orders, RefusedOrder, TwinFactory, TwinFindings,
    TwinnedCommander,
};
use sandtable_sim::event::TickReport;
use sandtable_sim::order::{Order, StampedOrder};
use sandtable_sim::view::View;
use sandtable_sim::{Threads, World};
use sandtable_state::codec::DecodeError;
use sandtable_state::fingerprint;
use sandtable_state::id::PlayerId;

use super::pending::Pending;
use super::phase;
use super::referee::{Referee, Why};
use super::refusals::Refusals;
use super::result::{Forfeited, MatchResult, SAMPLE_TICKS, Side, Termination};
use super::saved::{PlayedSeat, PlayedTable, Saved, SavedSeat};
use super::{Fault, guarded};

/// Looks on while a match is played; nothing it does changes the match, but stopping it.
pub trait Observer {
    /// Called after each tick with the orders that were applied in it.
    fn tick(&mut self, world: &World, orders: &[StampedOrder], report: &TickReport) -> ControlFlow<()>;

    /// Called after that: whoever keeps what a match can be continued from can take it from the session.
    fn keep(&mut self, _session: &MatchSession) {}

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

/// A player's place in the session.
pub(super) struct Seat {
    pub(super) player: PlayerId,
    pub(super) commander: Box<dyn Commander>,
    interval: u32,
    /// Ticks by which its decisions are shifted: [`phase`].
    phase: u32,
    pub(super) forfeited: Option<Forfeited>,
    /// How it failed when it was told of a refused order; that counts when it is to decide again.
    trouble: Option<Fault>,
    /// Why orders of the player were refused.
    pub(super) refusals: Refusals,
}

impl Seat {
    fn new(player: PlayerId, commander: Box<dyn Commander>, match_seed: u64) -> Seat {
        let interval = guarded(|| commander.interval_ticks()).unwrap_or(1).max(1);
        let phase = phase(match_seed, u64::from(player.0), interval);
        Seat { player, commander, interval, phase, forfeited: None, trouble: None, refusals: Refusals::default() }
    }

    /// Tells its commander of an order of its own that was refused.
    fn hear(&mut self, refused: &RefusedOrder) {
        self.refusals.count(refused.why);
        if self.forfeited.is_none() && self.trouble.is_none() {
            self.trouble = guarded(|| self.commander.refused(refused)).err();
        }
    }

    /// Lets its commander decide, and hears how it failed in that.
    fn decide(&mut self, world: &World, orders: &mut Orders) -> Result<Option<CommanderFailure>, Fault> {
        if let Some(trouble) = self.trouble.take() {
            return Err(trouble);
        }
        guarded(|| {
            self.commander.decide(&View::new(world, self.player), orders);
            self.commander.failure()
        })
    }

    fn is_due(&self, tick: u32) -> bool {
        self.forfeited.is_none() && tick % self.interval == self.phase
    }

    /// What its commander remembers; none when that cannot be saved.
    pub(super) fn memory(&self) -> Option<Vec<u8>> {
        // Whoever forfeited is never asked again, and what a panic left of it means nothing.
        match &self.forfeited {
            None => guarded(|| self.commander.save()).ok().flatten(),
            Some(_) => Some(Vec::new()),
        }
    }

    /// What a keyframe's seat is compared with.
    fn played(&self, absent: &[PlayerId]) -> PlayedSeat<'_> {
        PlayedSeat {
            player: self.player,
            commander: self.commander.as_ref(),
            present: !absent.contains(&self.player),
            memory: self.memory(),
            forfeited: self.forfeited.clone(),
        }
    }
}

/// A match under way.
pub struct MatchSession {
    pub(super) world: World,
    pub(super) seats: Vec<Seat>,
    pending: Pending,
    orders: Orders,
    pub(super) sides: Vec<Side>,
    referee: Option<Box<dyn Referee>>,
    /// What the referee ruled; it has gone home then.
    pub(super) ruled: Option<Why>,
    /// What kept a commander from playing that is not its fault.
    broken: Option<Fault>,
}

impl MatchSession {
    /// Commanders, in the order of the players, over a world at its start.
    pub fn new(world: World, commanders: Vec<Box<dyn Commander>>) -> MatchSession {
        let players = world.players().len();
        let seats = commanders
            .into_iter()
            .take(players)
            .enumerate()
            .map(|(row, commander)| Seat::new(PlayerId(row as u8), commander, world.seed()));
        MatchSession {
            seats: seats.collect(),
            pending: Pending::new(world.scenario().order_delay_ticks),
            orders: Orders::new(),
            sides: (0..players as u8).map(|row| Side::new(&world, PlayerId(row))).collect(),
            referee: None,
            ruled: None,
            broken: None,
            world,
        }
    }

    /// Puts the session under a referee, whose rules may end it before its outcome.
    pub fn judged_by(mut self, referee: Option<Box<dyn Referee>>) -> MatchSession {
        self.referee = referee;
        self
    }

    /// Makes the world step on several threads.
    pub fn on(mut self, threads: Threads) -> MatchSession {
        self.world.use_threads(threads);
        self
    }

    /// Holds its commanders to twins, new ones at that interval: each to one that `build` builds for its player, where it builds any.
    pub fn twinned(
        mut self,
        build: impl Fn(PlayerId) -> Option<TwinFactory<'static>>,
        every: u32,
        told: &TwinFindings,
    ) -> Self {
        for seat in &mut self.seats {
            if let Some(build) = build(seat.player) {
                let commander = std::mem::replace(&mut seat.commander, Box::new(IdleCommander::named("replaced")));
                seat.commander = Box::new(TwinnedCommander::new(commander, build, every, told));
            }
        }
        self
    }

    /// The hash of what each player's commander remembers; 0 where that cannot be saved.
    pub fn memory_hashes(&self) -> Vec<u64> {
        (0..self.seats.len() as u8).map(|row| self.memory_hash(PlayerId(row))).collect()
    }

    /// The hash of what a player's commander remembers; 0 when that cannot be saved.
    pub fn memory_hash(&self, player: PlayerId) -> u64 {
        let memory = self.seats.get(player.index()).and_then(Seat::memory);
        memory.map_or(0, |memory| fingerprint(&memory).max(1))
    }

    /// The names of the commanders, in the order of their players; empty where one has none to tell.
    pub fn commander_names(&self) -> Vec<String> {
        let name = |seat: &Seat| guarded(|| seat.commander.name().to_owned()).unwrap_or_default();
        self.seats.iter().map(name).collect()
    }

    /// Whether it is a player's turn to decide now.
    pub(crate) fn is_due(&self, player: PlayerId) -> bool {
        self.seats.get(player.index()).is_some_and(|seat| seat.is_due(self.world.tick()))
    }

    /// Whether a player's commander decides by nothing but what it is shown.
    pub(crate) fn is_pure(&self, player: PlayerId) -> bool {
        self.seats.get(player.index()).is_some_and(|seat| seat.commander.is_pure())
    }

    /// The world as it is.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// What the match is besides its world: memories of commanders, orders under way, figures so far. None when a commander
    /// cannot be saved.
    pub fn save(&self) -> Option<Vec<u8>> {
        let seat = |seat: &Seat| Some(SavedSeat { memory: seat.memory()?, forfeited: seat.forfeited.clone() });
        let seats = self.seats.iter().map(seat).collect::<Option<_>>()?;
        let saved = Saved { pending: self.pending.under_way(self.world.tick()), seats, sides: self.sides.clone() };
        Some(sandtable_state::codec::encode_compact(&saved))
    }

    /// Takes up what [`save`](MatchSession::save) wrote, over the world of the same tick: a session just made with commanders of the same
    /// strategies then goes on as the saved one did.
    ///
    /// # Errors
    /// When the bytes are of no such session, or a commander refuses its memory.
    pub fn restore(&mut self, world: World, bytes: &[u8]) -> Result<(), DecodeError> {
        let saved = Saved::decode(bytes)?;
        let malformed = |what: &str| DecodeError::Malformed(what.to_owned());
        if saved.seats.len() != self.seats.len() || saved.sides.len() != self.sides.len() {
            return Err(malformed("of a match of other players"));
        }
        for (seat, saved) in self.seats.iter_mut().zip(saved.seats) {
            if saved.forfeited.is_none() {
                let restored = guarded(|| seat.commander.restore(&saved.memory));
                restored.map_err(|fault| malformed(&fault.message))??;
            }
            seat.forfeited = saved.forfeited;
        }
        if !self.pending.take_up(world.tick(), saved.pending) {
            return Err(malformed("orders under way that are not of the next ticks"));
        }
        (self.sides, self.world) = (saved.sides, world);
        Ok(())
    }

    /// What the match is besides its world, to compare with what [`save`](MatchSession::save) wrote. `absent` are players whose
    /// commanders do not decide here.
    pub fn played(&self, absent: &[PlayerId]) -> PlayedTable<'_> {
        PlayedTable {
            seats: self.seats.iter().map(|seat| seat.played(absent)).collect(),
            pending: self.pending.under_way(self.world.tick()),
            sides: &self.sides,
        }
    }

    /// The players whose commanders have failed, and how.
    pub fn forfeits(&self) -> impl Iterator<Item = (PlayerId, &Forfeited)> {
        self.seats.iter().filter_map(|seat| Some((seat.player, seat.forfeited.as_ref()?)))
    }

    /// Whether a player's commander has failed.
    pub fn has_forfeited(&self, player: PlayerId) -> bool {
        self.seats.get(player.index()).is_some_and(|seat| seat.forfeited.is_some())
    }

    /// Lets chance fall otherwise from here on.
    pub fn reseed(&mut self, seed: u64) {
        self.world.reseed(seed);
    }

    /// Seats another commander in the place of a player's: it begins without a memory.
    pub fn seat(&mut self, player: PlayerId, commander: Box<dyn Commander>) {
        let seed = self.world.seed();
        if let Some(seat) = self.seats.get_mut(player.index()) {
            *seat = Seat::new(player, commander, seed);
        }
    }

    /// Notes the figures of all sides, when it is time.
    pub fn sample(&mut self) {
        if self.world.tick().is_multiple_of(SAMPLE_TICKS) {
            for (row, side) in self.sides.iter_mut().enumerate() {
                side.sample(&self.world, PlayerId(row as u8));
            }
        }
    }

    /// Lets everybody decide whose turn it is.
    pub fn decide(&mut self) {
        (0..self.seats.len()).for_each(|row| self.decide_for(row));
    }

    /// Lets one player alone decide, by its row, if it is its turn.
    pub fn decide_for(&mut self, row: usize) {
        let MatchSession { world, seats, pending, orders, broken, .. } = self;
        let now = world.tick();
        let Some(seat) = seats.get_mut(row).filter(|seat| seat.is_due(now)) else { return };
        if world.players()[row].out {
            return;
        }
        orders.clear();
        let CommanderFailure { how, message } = match seat.decide(world, orders) {
            Ok(None) => return pending.add(now, seat.player, orders),
            Ok(Some(failure)) => failure,
            Err(fault) => CommanderFailure::new(FailureKind::BotPanic, fault.message),
        };
        if how == FailureKind::Ours {
            *broken = Some(Fault { message });
        } else {
            pending.surrender(now, seat.player);
            seat.forfeited = Some(Forfeited { tick: now, how, message });
        }
    }

    /// Hears the referee; after the commanders, so that nothing they ordered comes before a ruling.
    pub(super) fn rule(&mut self) {
        let Some(ruling) = self.referee.as_mut().and_then(|referee| referee.judge(&self.world)) else { return };
        self.ruled = Some(ruling.why);
        self.referee = None;
        ruling.losers.into_iter().for_each(|player| self.pending.surrender(self.world.tick(), player));
    }

    /// The orders of the next tick as they stand.
    pub fn next_orders(&mut self) -> &[StampedOrder] {
        let tick = self.world.tick() + 1;
        self.pending.of(tick)
    }

    /// Steps the world under the orders of the next tick.
    ///
    /// # Errors
    /// The engine's failure.
    pub fn step(&mut self, observer: &mut dyn Observer) -> Result<ControlFlow<()>, Fault> {
        let tick = self.world.tick() + 1;
        let flow = stepped(&mut self.world, &mut self.seats, self.pending.of(tick), observer);
        self.end_tick(tick, flow, observer)
    }

    /// Lets a player decide, whose orders are then not under way here but the result: they apply `1 + order delay` ticks later,
    /// those of a commander that fails among them, whose surrender waits its time like any order.
    pub fn decide_ahead(&mut self, player: PlayerId) -> Vec<StampedOrder> {
        let now = self.world.tick();
        let tick = now + 1 + u32::from(self.world.scenario().order_delay_ticks);
        self.decide_for(player.index());
        let failed = |seat: &Seat| seat.forfeited.as_ref().is_some_and(|forfeited| forfeited.tick == now);
        if self.seats.get(player.index()).is_some_and(failed) {
            self.pending.done(now + 1);
            return vec![StampedOrder { tick, player, seq: 0, order: Order::surrender() }];
        }
        let given = self.pending.of(tick).to_vec();
        self.pending.done(tick);
        given
    }

    /// Steps the world under these orders, whatever was decided.
    ///
    /// # Errors
    /// The engine's failure.
    pub fn follow(&mut self, orders: &[StampedOrder], observer: &mut dyn Observer) -> Result<ControlFlow<()>, Fault> {
        let tick = self.world.tick() + 1;
        let flow = stepped(&mut self.world, &mut self.seats, orders, observer);
        self.end_tick(tick, flow, observer)
    }

    /// Forgets the orders of a tick that has been stepped; after a failure nothing of it is kept.
    fn end_tick(
        &mut self,
        tick: u32,
        flow: Result<ControlFlow<()>, Fault>,
        observer: &mut dyn Observer,
    ) -> Result<ControlFlow<()>, Fault> {
        self.pending.done(tick);
        if flow.is_ok() {
            observer.keep(self);
        }
        flow
    }

    /// Plays one tick, if the match is not over; then, why it stopped.
    pub fn advance(&mut self, observer: &mut dyn Observer) -> Option<Termination> {
        self.sample();
        if self.world.outcome().is_some() {
            return Some(Termination::Normal);
        }
        self.decide();
        if let Some(fault) = self.broken.take() {
            return Some(Termination::EngineError { message: fault.message });
        }
        self.rule();
        match self.step(observer) {
            Ok(ControlFlow::Continue(())) => None,
            Ok(ControlFlow::Break(())) => Some(Termination::Interrupted),
            Err(fault) => Some(Termination::EngineError { message: fault.message }),
        }
    }

    /// Plays on to the end.
    pub fn play(mut self, observer: &mut dyn Observer) -> MatchResult {
        let termination = loop {
            if let Some(termination) = self.advance(observer) {
                break termination;
            }
        };
        self.finish(termination, observer)
    }
}

/// Steps the world under orders, tells commanders which of theirs were refused, and shows an observer what happened.
fn stepped(
    world: &mut World,
    seats: &mut [Seat],
    orders: &[StampedOrder],
    observer: &mut dyn Observer,
) -> Result<ControlFlow<()>, Fault> {
    guarded(|| {
        let report = world.step(orders);
        for refused in RefusedOrder::of_tick(orders, &report) {
            if let Some(seat) = seats.get_mut(refused.player.index()) {
                seat.hear(&refused);
            }
        }
        observer.tick(world, orders, &report)
    })
}
