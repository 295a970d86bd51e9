//! A guest's side of a session: it calls the host, steps what the host puts together, and tells what its commanders decide.

use std::collections::VecDeque;
use std::net::SocketAddr;

use sandtable_state::codec::decode_compact;

use super::archive::Archive;
use super::channel::Millis;
use super::connection::{Connection, Datagram, Greeting, Identity, Kind, SPECTATOR, answer};
use super::limits::{CALL_MS, LINGER_MS, MAX_BUNDLES_AHEAD, MAX_MESSAGE_BYTES, MAX_TURNS_KEPT};
use super::message::{Bundle, Divergence, Snapshot, ToGuest, ToHost, Turn};
use super::peer_outcome::PeerEnd;
use super::replica::{Halt, Replica};
use super::seal::{ConnectionNonces, Key};
use super::setup::{PeerSetup, Terms};
use crate::runner::{SeatMemory, Termination};

/// The way to the host.
enum Line {
    /// It is called; since when, and when for the last time.
    Calling { nonce: u128, since: Millis, called_at: Option<Millis> },
    /// It has answered.
    Open { connection: Box<Connection>, ready: bool },
}

/// That the states after a tick went apart, and whether the host was told the hashes of the parts here.
struct ApartStates {
    tick: u32,
    told: bool,
}

/// A guest of a session: a peer that plays, or a spectator.
pub(super) struct Guest<'o> {
    pub replica: Replica<'o>,
    number: u8,
    host: SocketAddr,
    identity: Identity,
    pub terms: Terms,
    nonces: Key,
    calls: u64,
    line: Line,
    /// Whether it is in the match.
    began: bool,
    pub joined_at: u32,
    /// The next turn that the host waits for, as of the last connection.
    due: u32,
    bundles: VecDeque<Bundle>,
    archive: Archive,
    /// The latest own turns.
    turns: VecDeque<Turn>,
    /// The states that went apart.
    apart: Option<ApartStates>,
    /// The state hash at the end.
    over: Option<u64>,
    pub end: Option<PeerEnd>,
    pub termination: Termination,
    ended_at: Millis,
    pub stalls: u32,
    pub most_delay: u8,
    waits: bool,
}

impl<'o> Guest<'o> {
    pub fn new(setup: PeerSetup<'o>, number: u8, host: SocketAddr, now: Millis) -> Guest<'o> {
        let (identity, terms, nonces) = (setup.identity(), setup.terms.clone(), Key::of_entropy(setup.entropy));
        let most_delay = setup.scenario.order_delay_ticks;
        let mut guest = Guest {
            replica: Replica::new(setup, number),
            number,
            host,
            identity,
            terms,
            nonces,
            calls: 0,
            line: Line::Calling { nonce: 0, since: now, called_at: None },
            began: false,
            joined_at: 0,
            due: 0,
            bundles: VecDeque::new(),
            archive: Archive::default(),
            turns: VecDeque::new(),
            apart: None,
            over: None,
            end: None,
            termination: Termination::Normal,
            ended_at: now,
            stalls: 0,
            most_delay,
            waits: false,
        };
        guest.call(now);
        guest
    }

    /// Begins to call, under a nonce of its own.
    fn call(&mut self, now: Millis) {
        self.calls += 1;
        self.line = Line::Calling { nonce: self.nonces.nonce(self.calls), since: now, called_at: None };
    }

    pub fn hear(&mut self, now: Millis, from: SocketAddr, datagram: &[u8]) {
        match (Kind::of_datagram(datagram), &mut self.line) {
            (Kind::Answer, Line::Calling { nonce, .. }) => match answer(&self.terms.secret, *nonce, datagram) {
                Some(Ok(host_nonce)) => {
                    let nonces = ConnectionNonces { guest: *nonce, host: host_nonce };
                    let connection = Box::new(Connection::new(&self.terms.secret, nonces, false, from, now));
                    self.line = Line::Open { connection, ready: false };
                }
                Some(Err(why)) => self.lose(now, why),
                None => {}
            },
            (Kind::Packet(number), Line::Open { connection, .. }) if connection.number == number => {
                let messages = connection.hear(now, from, datagram).unwrap_or_default();
                for message in messages {
                    match decode_compact(&message, MAX_MESSAGE_BYTES) {
                        Ok(message) => self.take(now, message),
                        Err(_) => self.lose(now, "it sent an invalid message".to_owned()),
                    }
                }
            }
            _ => {}
        }
    }

    fn lose(&mut self, now: Millis, why: String) {
        self.finish(now, PeerEnd::Lost { tick: self.replica.tick(), why });
    }

    fn finish(&mut self, now: Millis, end: PeerEnd) {
        if self.end.is_none() {
            (self.end, self.ended_at) = (Some(end), now);
            self.send(&ToHost::Bye);
        }
    }

    fn send(&mut self, message: &ToHost) {
        if let Line::Open { connection, .. } = &mut self.line {
            // What a guest has to say is little: a host that takes none of it is found to be silent.
            let _ = connection.send(message);
        }
    }

    fn take(&mut self, now: Millis, message: ToGuest) {
        match message {
            _ if self.end.is_some() => {}
            ToGuest::Begin { due, snapshot } => self.begin(now, due, snapshot),
            ToGuest::Bundle(bundle) => self.queue(now, bundle),
            ToGuest::Seats { tick, seats } => self.keep_snapshot(tick, &seats),
            ToGuest::Ask => {
                let (snapshot, bundles) = self.archive.state();
                self.send(&ToHost::State { snapshot, bundles });
            }
            ToGuest::Apart { tick } => self.apart = Some(ApartStates { tick, told: false }),
            ToGuest::Verdict(divergence) => self.finish(now, PeerEnd::Divergence(divergence)),
            ToGuest::Over { total } => self.over = Some(total),
            ToGuest::Stop(why) => self.lose(now, why),
        }
    }

    fn begin(&mut self, now: Millis, due: u32, snapshot: Option<Box<Snapshot>>) {
        (self.due, self.apart) = (due, None);
        if let Line::Open { ready, .. } = &mut self.line {
            *ready = true;
        }
        // One that was in the match goes on where it is.
        if let (Some(snapshot), false) = (snapshot, self.began) {
            (self.began, self.joined_at) = (true, snapshot.tick);
            self.archive.begin(Snapshot::clone(&snapshot));
            if let Err(why) = self.replica.take_up(*snapshot) {
                self.lose(now, format!("the snapshot it sent cannot be loaded: {why}"));
            }
        } else if !self.began {
            self.began = true;
            self.turn();
            return;
        }
        for row in 0..self.turns.len() {
            let turn = self.turns[row].clone();
            if turn.tick >= due {
                self.send(&ToHost::Turn(turn));
            }
        }
    }

    fn queue(&mut self, now: Millis, bundle: Bundle) {
        let next = self.bundles.back().map_or(self.replica.tick(), |bundle| bundle.tick) + 1;
        if bundle.tick > next || self.bundles.len() >= MAX_BUNDLES_AHEAD {
            return self
                .lose(now, format!("it sent the orders of tick {}; expected those of tick {next}", bundle.tick));
        }
        // What is here already was sent again after a new connection.
        if bundle.tick == next {
            if self.number != SPECTATOR {
                self.archive.note(&bundle);
            }
            self.bundles.push_back(bundle);
        }
    }

    /// Keeps a snapshot, with the state that it has of that tick.
    fn keep_snapshot(&mut self, tick: u32, seats: &[SeatMemory]) {
        if let Some(snapshot) = self.replica.snapshot(|at| (at == tick).then(|| seats.to_vec())) {
            self.archive.keep(snapshot);
        }
    }

    /// Does what there is to do; whether it stepped a tick.
    pub fn advance(&mut self, now: Millis) -> bool {
        self.look_at_line(now);
        if self.end.is_some() || !self.began {
            return false;
        }
        let tick = self.replica.tick();
        if self.apart.as_ref().is_some_and(|apart| tick >= apart.tick) {
            self.tell_parts();
            return false;
        }
        if self.replica.is_over() {
            self.compare_end(now, tick);
            return false;
        }
        let Some(bundle) = self.bundles.pop_front() else {
            self.stalls += u32::from(!self.waits);
            self.waits = true;
            return false;
        };
        self.waits = false;
        self.step(now, &bundle)
    }

    fn look_at_line(&mut self, now: Millis) {
        let patience = self.terms.patience_ms;
        match &self.line {
            Line::Open { connection, .. } if now > connection.heard_at + self.terms.silence_ms() => self.call(now),
            Line::Calling { since, .. } if now > since + patience => {
                self.lose(now, format!("it did not answer within {} s", patience / 1_000));
            }
            _ => {}
        }
    }

    fn step(&mut self, now: Millis, bundle: &Bundle) -> bool {
        self.most_delay = self.most_delay.max(bundle.delay);
        match self.replica.step(bundle) {
            Ok(()) => {}
            Err(Halt::Astray(divergence)) => {
                self.send(&ToHost::Astray(divergence.clone()));
                self.finish(now, PeerEnd::Divergence(divergence));
                return false;
            }
            Err(Halt::Stopped(termination)) => {
                self.termination = termination;
                self.finish(now, PeerEnd::Stopped);
                return false;
            }
        }
        self.turn();
        self.compare_agreed(now, bundle.agreed);
        true
    }

    /// A spectator's turns nobody waits for: it compares its states itself.
    fn compare_agreed(&mut self, now: Millis, (tick, total): (u32, u64)) {
        let differs = self.replica.moment(tick).is_some_and(|moment| moment.total != total);
        if differs && self.number == SPECTATOR {
            self.finish(now, PeerEnd::Divergence(Divergence { tick, peers: Vec::new(), parts: Vec::new() }));
        } else if !differs {
            self.replica.agree(tick);
        }
    }

    fn compare_end(&mut self, now: Millis, tick: u32) {
        match self.over {
            Some(total) if total == self.replica.total() => self.finish(now, PeerEnd::Played),
            Some(_) => {
                self.finish(now, PeerEnd::Divergence(Divergence { tick, peers: Vec::new(), parts: Vec::new() }));
            }
            None => {}
        }
    }

    fn turn(&mut self) {
        let turn = self.replica.turn();
        if self.number == SPECTATOR {
            return;
        }
        if turn.tick >= self.due && matches!(self.line, Line::Open { ready: true, .. }) {
            self.send(&ToHost::Turn(turn.clone()));
        }
        self.turns.push_back(turn);
        if self.turns.len() > MAX_TURNS_KEPT {
            self.turns.pop_front();
        }
    }

    fn tell_parts(&mut self) {
        let Some(ApartStates { tick, told }) = self.apart.as_mut().filter(|apart| !apart.told) else { return };
        *told = true;
        let tick = *tick;
        let hashes = self.replica.moment(tick).map(|moment| moment.parts.clone()).unwrap_or_default();
        self.send(&ToHost::Parts { tick, hashes });
    }

    pub fn say(&mut self, now: Millis) -> Vec<Datagram> {
        let mut out = Vec::new();
        match &mut self.line {
            Line::Open { connection, .. } => connection.say(now, &mut out),
            Line::Calling { nonce, called_at, .. } => {
                if self.end.is_none() && called_at.is_none_or(|at| now >= at + CALL_MS) {
                    *called_at = Some(now);
                    let last = self.bundles.back().map_or(self.replica.tick(), |bundle| bundle.tick);
                    let has = self.began.then_some(last);
                    let greeting = Greeting { identity: self.identity.clone(), peer: self.number, has, nonce: *nonce };
                    out.push((self.host, greeting.seal(&self.terms.secret)));
                }
            }
        }
        out
    }

    /// Whether the host knows how it ended, or had the time to hear it.
    pub fn is_done(&self, now: Millis) -> bool {
        let heard = match &self.line {
            Line::Open { connection, .. } => connection.channel.is_idle(),
            Line::Calling { .. } => true,
        };
        self.end.is_some() && (heard || now >= self.ended_at + LINGER_MS)
    }
}
