//! One peer: its world, its commanders, and the loop that keeps step with the other.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use sandtable_ai::Commander;
use sandtable_model::scenario::Scenario;
use sandtable_sim::SIM_VERSION;
use sandtable_sim::order::StampedOrder;
use sandtable_sim::snapshot::PART_NAMES;
use sandtable_sim::{Threads, World};
use sandtable_state::id::PlayerId;
use sandtable_state::limits::MAX_ORDERS_PER_TICK;

use super::frame::{Frame, Hello, PROTOCOL};
use super::link::{Link, LinkError};
use crate::runner::{MatchResult, MatchSession, Observer, Termination, leave_out_an_order};

/// How a match ended for a peer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PeerEnd {
    /// It was played out, and both saw the same states to the end.
    Played,
    /// The other is gone, or sent what no peer sends.
    Lost {
        /// The last tick stepped here.
        tick: u32,
        /// What happened.
        why: String,
    },
    /// The worlds are not the same.
    Divergence(Divergence),
    /// The engine failed here, or the observer stopped the match.
    Stopped,
}

/// Where two worlds went apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// The first tick after which they were not the same.
    pub tick: u32,
    /// The parts that differed: of the state, or of a commander's what it ordered or remembers (`orders.p1`, `memory.p1`). Empty when the
    /// other did not tell its own.
    pub parts: Vec<String>,
}

impl fmt::Display for PeerEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PeerEnd::Played => write!(f, "the same states to the end"),
            PeerEnd::Lost { tick, why } => write!(f, "the other peer was lost after tick {tick}: {why}"),
            PeerEnd::Divergence(Divergence { tick, parts }) if parts.is_empty() => {
                write!(f, "the worlds differ after tick {tick}")
            }
            PeerEnd::Divergence(Divergence { tick, parts }) => {
                write!(f, "the worlds differ after tick {tick}, in {}", parts.join(", "))
            }
            PeerEnd::Stopped => write!(f, "stopped"),
        }
    }
}

/// What came of a match for a peer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeerOutcome {
    /// The match as this peer saw it.
    pub result: MatchResult,
    /// How it ended.
    pub end: PeerEnd,
    /// Ticks that had to wait for the other's orders.
    pub stalls: u32,
}

/// The state after a tick, as far as it is compared.
struct Seen {
    tick: u32,
    total: u64,
    parts: Vec<u64>,
}

/// A peer of a match between two.
pub struct Peer<'o> {
    number: u8,
    delay: u32,
    players: u8,
    session: MatchSession,
    link: Link,
    observer: &'o mut dyn Observer,
    /// Orders by the tick they apply in.
    orders: BTreeMap<u32, Vec<StampedOrder>>,
    /// The latest own states, oldest first.
    seen: VecDeque<Seen>,
    /// Hashes of ticks that this peer has not come to yet.
    ahead: BTreeMap<u32, u64>,
    /// The other's latest turn.
    heard: Option<u32>,
    stalls: u32,
    diverge_at: Option<u32>,
    /// What the other's commanders do here, in turns not yet compared; none when they are not run.
    expected: Option<BTreeMap<u32, ExpectedTurn>>,
    /// Turns of the other that this peer has not come to yet.
    announced: BTreeMap<u32, ExpectedTurn>,
}

/// What a peer's commanders decided after a tick.
#[derive(Clone, PartialEq, Eq)]
struct ExpectedTurn {
    orders: Vec<StampedOrder>,
    memories: Vec<u64>,
}

/// Whose turn a peer commands: the players whose row is odd or even as its number.
fn commands(peer: u8, player: PlayerId) -> bool {
    player.0 % 2 == peer
}

impl<'o> Peer<'o> {
    /// Peer 0 or 1 of a match. `commanders` are those of all players; of the other's none is asked.
    pub fn new(
        number: u8,
        scenario: &Arc<Scenario>,
        seed: u64,
        commanders: Vec<Box<dyn Commander>>,
        link: Link,
        observer: &'o mut dyn Observer,
    ) -> Peer<'o> {
        let session = MatchSession::new(World::new(Arc::clone(scenario), seed), commanders);
        Peer {
            number,
            delay: u32::from(scenario.order_delay_ticks),
            players: scenario.players.len() as u8,
            session,
            link,
            observer,
            orders: BTreeMap::new(),
            seen: VecDeque::new(),
            ahead: BTreeMap::new(),
            heard: None,
            stalls: 0,
            diverge_at: None,
            expected: None,
            announced: BTreeMap::new(),
        }
    }

    /// Runs the other's commanders as well, those that are pure, and holds what they order and remember to what it says.
    pub fn checking_commanders(self, checks: bool) -> Peer<'o> {
        Peer { expected: checks.then(BTreeMap::new), ..self }
    }

    /// Makes its session step on several threads.
    pub fn on(self, threads: Threads) -> Peer<'o> {
        Peer { session: self.session.on(threads), ..self }
    }

    /// Leaves an order out, in the first tick from this one on that has any: to see that it is found out.
    pub fn diverge_at(self, tick: Option<u32>) -> Peer<'o> {
        Peer { diverge_at: tick, ..self }
    }

    /// Plays the match to its end, or to what ends it before.
    pub fn play(mut self) -> PeerOutcome {
        let mut termination = Termination::Normal;
        let end = match self.greet().and_then(|()| self.keep_step(&mut termination)) {
            Ok(end) | Err(end) => end,
        };
        if matches!(end, PeerEnd::Lost { .. } | PeerEnd::Divergence(_)) {
            termination = Termination::Interrupted;
        }
        let result = self.session.finish(termination, self.observer);
        PeerOutcome { result, end, stalls: self.stalls }
    }

    fn lost(&self, why: impl fmt::Display) -> PeerEnd {
        PeerEnd::Lost { tick: self.session.world().tick(), why: why.to_string() }
    }

    fn send(&mut self, frame: &Frame) -> Result<(), PeerEnd> {
        self.link.send(frame).map_err(|error| self.lost(error))
    }

    fn receive(&mut self) -> Result<(Frame, bool), PeerEnd> {
        self.link.receive().map_err(|error| self.lost(error))
    }

    fn greet(&mut self) -> Result<(), PeerEnd> {
        let world = self.session.world();
        let (scenario, seed) = (sandtable_content::codec::scenario_fingerprint(world.scenario()), world.seed());
        let own = Hello { protocol: PROTOCOL, sim_version: SIM_VERSION, scenario, seed, peer: self.number };
        self.send(&Frame::Hello(own))?;
        let (Frame::Hello(other), _) = self.receive()? else { return Err(self.lost("it began without a greeting")) };
        let expected = Hello { peer: 1 - self.number, ..own };
        let differs = [
            (other.protocol != own.protocol, "protocol version"),
            (other.sim_version != own.sim_version, "engine version"),
            (other.scenario != own.scenario, "scenario or input delay"),
            (other.seed != own.seed, "match seed"),
            (other.peer != expected.peer, "number: both are the same peer"),
        ];
        match differs.iter().find(|(differs, _)| *differs) {
            Some((_, what)) => Err(self.lost(format!("it has another {what}"))),
            None => Ok(()),
        }
    }

    fn keep_step(&mut self, termination: &mut Termination) -> Result<PeerEnd, PeerEnd> {
        loop {
            self.session.sample();
            let over = self.session.world().outcome().is_some();
            let now = self.session.world().tick();
            let decided = if over { ExpectedTurn::nothing() } else { self.decide(self.number) };
            if !over && self.expected.is_some() {
                let theirs = self.decide(1 - self.number);
                self.expect(now, theirs)?;
            }
            self.take_turn(now, decided)?;
            // The orders of the next tick were decided `delay` ticks ago; at the end the very last state is compared.
            let needed = if over { Some(now) } else { now.checked_sub(self.delay) };
            let mut waited = false;
            while needed.is_some_and(|needed| self.heard.is_none_or(|heard| heard < needed)) {
                waited |= self.hear()?;
            }
            self.stalls += u32::from(waited);
            if over {
                return Ok(PeerEnd::Played);
            }
            let mut orders = self.orders.remove(&(now + 1)).unwrap_or_default();
            orders.sort_by_key(|order| (order.player, order.seq));
            self.go_astray(&mut orders);
            match self.session.follow(&orders, self.observer) {
                Ok(ControlFlow::Continue(())) => {}
                Ok(ControlFlow::Break(())) => {
                    *termination = Termination::Interrupted;
                    return Ok(PeerEnd::Stopped);
                }
                Err(fault) => {
                    *termination = Termination::EngineError { message: fault.message };
                    return Ok(PeerEnd::Stopped);
                }
            }
        }
    }

    /// What a peer's commanders order after the present tick, and remember then.
    fn decide(&mut self, number: u8) -> ExpectedTurn {
        let mut turn = ExpectedTurn::nothing();
        for player in (0..self.players).map(PlayerId).filter(|player| commands(number, *player)) {
            let decides = self.session.is_due(player);
            if number == self.number || self.session.is_pure(player) {
                turn.orders.extend(self.session.decide_ahead(player));
            }
            turn.memories.push(if decides { self.session.memory_hash(player) } else { 0 });
        }
        turn
    }

    /// Notes what the other's commanders do here, or compares it with what it said.
    fn expect(&mut self, tick: u32, theirs: ExpectedTurn) -> Result<(), PeerEnd> {
        match self.announced.remove(&tick) {
            Some(said) => self.hold(tick, &theirs, &said),
            None => {
                self.expected.get_or_insert_default().insert(tick, theirs);
                Ok(())
            }
        }
    }

    /// Holds what the other says of its commanders to what they do here.
    fn hold(&mut self, tick: u32, here: &ExpectedTurn, said: &ExpectedTurn) -> Result<(), PeerEnd> {
        let players = (0..self.players).map(PlayerId).filter(|player| !commands(self.number, *player));
        let of = |turn: &ExpectedTurn, player: PlayerId| -> Vec<StampedOrder> {
            turn.orders.iter().filter(|order| order.player == player).cloned().collect()
        };
        for (row, player) in players.enumerate().filter(|(_, player)| self.session.is_pure(*player)) {
            let known = |turn: &ExpectedTurn| turn.memories.get(row).copied().filter(|hash| *hash != 0);
            let remembers = matches!((known(here), known(said)), (Some(here), Some(said)) if here != said);
            if remembers || of(here, player) != of(said, player) {
                // The other ends with this as well, if it still hears it.
                let _ = self.link.send(&Frame::Stray { tick, player, remembers });
                return Err(stray(tick, player, remembers));
            }
        }
        Ok(())
    }

    /// Notes and sends the state of this tick and what was decided after it.
    fn take_turn(&mut self, tick: u32, decided: ExpectedTurn) -> Result<(), PeerEnd> {
        let ExpectedTurn { orders: decided, memories } = decided;
        let world = self.session.world();
        let total = world.state_hash();
        let parts = world.part_hashes().iter().map(|part| part.hash).collect();
        self.seen.push_back(Seen { tick, total, parts });
        // The other can be as far behind as orders are under way.
        while self.seen.len() > self.delay as usize + 2 {
            self.seen.pop_front();
        }
        self.orders.entry(tick + 1 + self.delay).or_default().extend(decided.iter().cloned());
        self.send(&Frame::Turn { tick, total, orders: decided, memories })?;
        match self.ahead.remove(&tick) {
            Some(theirs) if theirs != total => Err(self.tell_apart(tick)),
            _ => Ok(()),
        }
    }

    /// Takes one frame of the other's; whether it had to be waited for.
    fn hear(&mut self) -> Result<bool, PeerEnd> {
        let (frame, waited) = self.receive()?;
        match frame {
            Frame::Turn { tick, total, orders, memories } => {
                self.admit(tick, &orders)?;
                self.heard = Some(tick);
                self.compare_turn(tick, ExpectedTurn { orders: orders.clone(), memories })?;
                self.orders.entry(tick + 1 + self.delay).or_default().extend(orders);
                match self.seen.iter().find(|seen| seen.tick == tick) {
                    Some(seen) if seen.total != total => Err(self.tell_apart(tick)),
                    Some(_) => Ok(waited),
                    None => {
                        self.ahead.insert(tick, total);
                        Ok(waited)
                    }
                }
            }
            Frame::Parts { tick, hashes } => {
                // The other found it out first: it waits for what this one has.
                let own = self.parts(tick);
                let _ = self.link.send(&Frame::Parts { tick, hashes: own.clone() });
                Err(PeerEnd::Divergence(Divergence { tick, parts: differing(&own, &hashes) }))
            }
            Frame::Stray { tick, player, remembers } => Err(stray(tick, player, remembers)),
            Frame::Hello(_) => Err(self.lost("it greeted twice")),
        }
    }

    /// Compares what the other says of its commanders with what they did here, or notes it until they do.
    fn compare_turn(&mut self, tick: u32, said: ExpectedTurn) -> Result<(), PeerEnd> {
        let Some(expected) = &mut self.expected else { return Ok(()) };
        match expected.remove(&tick) {
            Some(here) => self.hold(tick, &here, &said),
            None => {
                // At the end nobody decides any more.
                if self.session.world().outcome().is_none() {
                    self.announced.insert(tick, said);
                }
                Ok(())
            }
        }
    }

    /// Holds a turn to what a peer may send.
    fn admit(&self, tick: u32, orders: &[StampedOrder]) -> Result<(), PeerEnd> {
        let due = self.heard.map_or(0, |heard| heard + 1);
        let (now, other) = (self.session.world().tick(), 1 - self.number);
        let stamped = |order: &StampedOrder| {
            order.tick == tick + 1 + self.delay && order.player.0 < self.players && commands(other, order.player)
        };
        let in_order = orders.is_sorted_by_key(|order| (order.player, order.seq));
        let most = MAX_ORDERS_PER_TICK * usize::from(self.players);
        if tick != due || tick > now + self.delay + 1 {
            Err(self.lost(format!("it sent turn {tick}, where {due} was due")))
        } else if orders.len() > most || !in_order || !orders.iter().all(stamped) {
            Err(self.lost(format!("its orders of turn {tick} are not its own")))
        } else {
            Ok(())
        }
    }

    fn parts(&self, tick: u32) -> Vec<u64> {
        self.seen.iter().find(|seen| seen.tick == tick).map(|seen| seen.parts.clone()).unwrap_or_default()
    }

    /// Sends the hashes of the parts and waits for the other's: which differ.
    fn tell_apart(&mut self, tick: u32) -> PeerEnd {
        let own = self.parts(tick);
        let mut told = self.link.send(&Frame::Parts { tick, hashes: own.clone() }).is_ok();
        while told {
            match self.link.receive() {
                Ok((Frame::Parts { tick: theirs, hashes }, _)) if theirs == tick => {
                    return PeerEnd::Divergence(Divergence { tick, parts: differing(&own, &hashes) });
                }
                Ok(_) => {}
                Err(LinkError::Closed | LinkError::Silent(_) | LinkError::Broken(_)) => told = false,
            }
        }
        PeerEnd::Divergence(Divergence { tick, parts: Vec::new() })
    }

    fn go_astray(&mut self, orders: &mut Vec<StampedOrder>) {
        if self.diverge_at.is_some_and(|from| leave_out_an_order(orders, from)) {
            self.diverge_at = None;
        }
    }
}

fn differing(own: &[u64], theirs: &[u64]) -> Vec<String> {
    let pairs = PART_NAMES.iter().zip(own.iter().zip(theirs));
    pairs.filter(|(_, (own, theirs))| own != theirs).map(|(name, _)| (*name).to_owned()).collect()
}

/// That a commander does not do what it does on the other's side.
fn stray(tick: u32, player: PlayerId, remembers: bool) -> PeerEnd {
    let part = if remembers { "memory" } else { "orders" };
    PeerEnd::Divergence(Divergence { tick, parts: vec![format!("{part}.p{}", u32::from(player.0) + 1)] })
}

impl ExpectedTurn {
    fn nothing() -> ExpectedTurn {
        ExpectedTurn { orders: Vec::new(), memories: Vec::new() }
    }
}
