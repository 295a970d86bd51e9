//! The host's side of a session: it takes turns in, puts the orders of ticks together, and sends them to everybody.

use std::collections::{BTreeMap, VecDeque};
use std::net::SocketAddr;

use sandtable_sim::snapshot::PART_NAMES;

use super::channel::Millis;
use super::connection::{Datagram, Kind, SPECTATOR};
use super::door::{Door, Proven};
use super::limits::{LINGER_MS, MAX_SPECTATORS, PARTS_MS};
use super::message::{Bundle, Divergence, Snapshot, ToGuest, ToHost, Turn};
use super::peer_outcome::PeerEnd;
use super::replica::{Halt, Replica};
use super::seat::{GuestSeat, Said};
use super::sequencer::{Refused, Sequencer};
use super::setup::{PeerSetup, Terms};
use crate::runner::Termination;

/// States that went apart: who has told the hashes of its parts.
struct Trial {
    tick: u32,
    told: BTreeMap<u8, Vec<u64>>,
    until: Millis,
}

/// The host of a session, which plays along.
pub(super) struct Host<'o> {
    pub replica: Replica<'o>,
    pub terms: Terms,
    door: Door,
    sequencer: Sequencer,
    /// The guests that play, by number, then spectators.
    guests: Vec<GuestSeat>,
    began: bool,
    /// The orders of ticks since the snapshot, or the match's beginning.
    bundles: VecDeque<Bundle>,
    snapshot: Option<Snapshot>,
    /// What a guest says of a match that was on before this host.
    state: Option<(Option<Box<Snapshot>>, Vec<Bundle>)>,
    pub joined_at: u32,
    /// The tick that waits for its orders.
    wanted: u32,
    next_tick_at: Millis,
    trial: Option<Trial>,
    pub end: Option<PeerEnd>,
    pub termination: Termination,
    ended_at: Millis,
    pub stalls: u32,
    pub most_delay: u8,
}

impl<'o> Host<'o> {
    pub fn new(setup: PeerSetup<'o>, now: Millis) -> Host<'o> {
        let terms = setup.terms.clone();
        let door = Door::new(setup.identity(), terms.secret.clone(), setup.entropy);
        let (least, delay, peers) = (setup.scenario.order_delay_ticks, terms.delay, terms.peers());
        let replica = Replica::new(setup, 0);
        let sequencer = Sequencer::new(terms.owners.clone(), peers, delay, least, replica.total());
        Host {
            replica,
            door,
            sequencer,
            guests: (1..peers).map(|number| GuestSeat::new(number, now)).collect(),
            terms,
            began: false,
            bundles: VecDeque::new(),
            snapshot: None,
            state: None,
            joined_at: 0,
            wanted: 0,
            next_tick_at: now,
            trial: None,
            end: None,
            termination: Termination::Normal,
            ended_at: now,
            stalls: 0,
            most_delay: least,
        }
    }

    pub fn hear(&mut self, now: Millis, from: SocketAddr, datagram: &[u8]) {
        match Kind::of_datagram(datagram) {
            Kind::Greeting => {
                let watching = self.guests.iter().filter(|guest| guest.number == SPECTATOR).count();
                self.door.greet(now, from, datagram, self.terms.peers(), watching < MAX_SPECTATORS);
            }
            Kind::Packet(number) => match self.guests.iter().position(|guest| guest.is_connected_as(number)) {
                Some(row) => {
                    let said = self.guests[row].hear(now, from, datagram);
                    self.answer(now, row, said);
                }
                None => {
                    if let Some(proven) = self.door.prove(now, from, datagram) {
                        self.admit(now, proven);
                    }
                }
            },
            Kind::Answer | Kind::Noise => {}
        }
    }

    /// Gives a caller its seat, in the place of whoever had it.
    fn admit(&mut self, now: Millis, proven: Proven) {
        let Proven { greeting, connection, messages } = proven;
        let number = greeting.peer;
        if number == SPECTATOR {
            self.guests.push(GuestSeat::new(SPECTATOR, now));
        }
        let found = self.guests.iter().rposition(|guest| guest.number == number);
        let Some(row) = found else { return };
        if let Some(mut former) = self.guests[row].sit(greeting, connection) {
            former.send(&ToGuest::Stop("another process has connected as this peer".to_owned()));
            former.say(now, &mut self.door.answers);
        }
        if self.began {
            self.begin(row);
        }
        let said = GuestSeat::read(messages);
        self.answer(now, row, said);
    }

    /// Tells a guest all it needs to go on.
    fn begin(&mut self, row: usize) {
        let guest = &mut self.guests[row];
        let first = self.bundles.front().map_or(0, |bundle| bundle.tick - 1);
        let (snapshot, from) = match (guest.has(), &self.snapshot) {
            (Some(has), _) if has < first => {
                return guest.send(&ToGuest::Stop(format!("its tick {has} is too old to continue from")));
            }
            (Some(has), _) => (None, has),
            (None, Some(snapshot)) => (Some(Box::new(snapshot.clone())), snapshot.tick),
            (None, None) => (None, 0),
        };
        guest.send(&ToGuest::Begin { due: self.sequencer.due(guest.number), snapshot });
        guest.begun = true;
        self.bundles.iter().filter(|bundle| bundle.tick > from).for_each(|bundle| {
            guest.send(&ToGuest::Bundle(bundle.clone()));
        });
        if let Some(trial) = &self.trial {
            guest.send(&ToGuest::Apart { tick: trial.tick });
        }
        if let Some(end) = &self.end {
            guest.send(&told(end, &self.replica));
        }
    }

    fn answer(&mut self, now: Millis, row: usize, said: Said) {
        let number = self.guests[row].number;
        match said {
            Said::Nothing => {}
            Said::Noise if number == SPECTATOR => self.guests[row].leave(now),
            Said::Noise => self.stop(now, format!("peer {} sent an invalid message", number + 1)),
            Said::Messages(messages) => messages.into_iter().for_each(|message| match message {
                ToHost::Bye => self.guests[row].bye = true,
                _ if number == SPECTATOR || self.end.is_some() => {}
                ToHost::Turn(turn) => self.take(now, number, turn),
                ToHost::Parts { tick, hashes } => {
                    if let Some(trial) = self.trial.as_mut().filter(|trial| trial.tick == tick) {
                        trial.told.insert(number, hashes);
                    }
                }
                ToHost::State { snapshot, bundles } if !self.began => self.state = Some((snapshot, bundles)),
                ToHost::State { .. } => {}
                ToHost::Astray(divergence) => self.finish(now, PeerEnd::Divergence(divergence)),
            }),
        }
    }

    fn take(&mut self, now: Millis, peer: u8, turn: Turn) {
        match self.sequencer.take(peer, turn) {
            Ok(()) => {}
            Err(Refused::Protocol(why)) => self.stop(now, format!("peer {}: {why}", peer + 1)),
            Err(Refused::Apart { .. }) if self.trial.is_some() => {}
            Err(Refused::Apart { tick }) => {
                self.trial = Some(Trial { tick, told: BTreeMap::new(), until: now + PARTS_MS });
                self.tell_all(&ToGuest::Apart { tick });
            }
        }
    }

    fn tell_all(&mut self, message: &ToGuest) {
        self.guests.iter_mut().filter(|guest| guest.begun).for_each(|guest| guest.send(message));
    }

    fn stop(&mut self, now: Millis, why: String) {
        self.finish(now, PeerEnd::Lost { tick: self.replica.tick(), why });
    }

    fn finish(&mut self, now: Millis, end: PeerEnd) {
        if self.end.is_none() {
            let message = told(&end, &self.replica);
            // Also those who wait for the match to begin.
            self.guests.iter_mut().for_each(|guest| guest.send(&message));
            (self.end, self.ended_at) = (Some(end), now);
        }
    }

    /// Does what there is to do; whether it stepped a tick.
    pub fn advance(&mut self, now: Millis) -> bool {
        self.look_for_missing(now);
        if self.end.is_some() {
            return false;
        }
        if !self.began && !self.start(now) {
            return false;
        }
        match self.trial {
            Some(_) => self.judge(now),
            None => self.release(),
        }
        self.end.is_none() && self.step(now)
    }

    /// Begins the match when all are there, or takes it up where its guests are; whether it is on.
    fn start(&mut self, now: Millis) -> bool {
        let playing = || self.guests.iter().filter(|guest| guest.number != SPECTATOR);
        if !playing().all(GuestSeat::is_connected) {
            return false;
        }
        // Guests that were in the match before: it is the host that has been started again.
        let furthest = playing().filter(|guest| guest.has().is_some()).max_by_key(|guest| guest.has());
        match (furthest.map(|guest| guest.number), self.state.take()) {
            (Some(number), None) => {
                let asked = self.guests.iter_mut().filter(|guest| guest.number == number);
                asked.for_each(|guest| guest.ask());
                return false;
            }
            (Some(_), Some((snapshot, bundles))) => {
                if let Err(why) = self.resume(snapshot, bundles) {
                    self.stop(now, why);
                    return false;
                }
            }
            (None, _) => {}
        }
        (self.began, self.next_tick_at) = (true, now);
        (0..self.guests.len()).for_each(|row| self.begin(row));
        if self.replica.tick() == 0 {
            let turn = self.replica.turn();
            self.take(now, 0, turn);
        }
        true
    }

    /// Takes a match up that its guests are in.
    fn resume(&mut self, snapshot: Option<Box<Snapshot>>, bundles: Vec<Bundle>) -> Result<(), String> {
        if let Some(snapshot) = &snapshot {
            let taken = self.replica.take_up(Snapshot::clone(snapshot));
            taken.map_err(|why| format!("the snapshot of a guest cannot be loaded: {why}"))?;
        }
        let tick = self.replica.tick();
        if !bundles.iter().map(|bundle| bundle.tick).eq(tick + 1..=tick + bundles.len() as u32) {
            return Err("the orders of a guest are not of consecutive ticks".to_owned());
        }
        self.joined_at = tick;
        self.sequencer.resume((tick, self.replica.total()), &bundles);
        (self.snapshot, self.bundles) = (snapshot.map(|snapshot| *snapshot), bundles.into());
        Ok(())
    }

    fn look_for_missing(&mut self, now: Millis) {
        let (silence, patience) = (self.terms.silence_ms(), self.terms.patience_ms);
        self.guests.iter_mut().for_each(|guest| guest.give_up_after(now, silence));
        self.guests.retain(|guest| guest.number != SPECTATOR || guest.is_connected());
        let missing = self.guests.iter().find(|guest| guest.is_missing(now, patience));
        if let Some((number, came)) = missing.filter(|_| self.end.is_none()).map(|guest| (guest.number, guest.begun)) {
            let what = if came { "did not reconnect" } else { "did not connect" };
            self.stop(now, format!("peer {} {what} within {} s", number + 1, patience / 1_000));
        }
    }

    fn release(&mut self) {
        while !self.replica.is_over() {
            let next = self.bundles.back().map_or(self.snapshot_tick(), |bundle| bundle.tick) + 1;
            let Some(bundle) = self.sequencer.release(self.wanted == next) else { break };
            self.most_delay = self.most_delay.max(bundle.delay);
            self.tell_all(&ToGuest::Bundle(bundle.clone()));
            self.bundles.push_back(bundle);
        }
        self.replica.agree(self.sequencer.agreed().0);
        let (replica, sequencer) = (&mut self.replica, &mut self.sequencer);
        if let Some(snapshot) = replica.snapshot(|tick| sequencer.seats_at(tick)) {
            self.bundles.retain(|bundle| bundle.tick > snapshot.tick);
            self.tell_all(&ToGuest::Seats { tick: snapshot.tick, seats: snapshot.seats.clone() });
            self.snapshot = Some(snapshot);
        }
    }

    fn snapshot_tick(&self) -> u32 {
        self.snapshot.as_ref().map_or(0, |snapshot| snapshot.tick)
    }

    fn step(&mut self, now: Millis) -> bool {
        let tick = self.replica.tick();
        if self.trial.as_ref().is_some_and(|trial| tick >= trial.tick) {
            return false;
        }
        if self.replica.is_over() {
            if self.sequencer.agreed().0 >= tick {
                self.finish(now, PeerEnd::Played);
            }
            return false;
        }
        if now < self.next_tick_at {
            return false;
        }
        let ahead = (tick + 1).wrapping_sub(self.bundles.front().map_or(u32::MAX, |bundle| bundle.tick));
        let Some(bundle) = self.bundles.get(ahead as usize) else {
            self.stalls += u32::from(self.wanted != tick + 1);
            self.wanted = tick + 1;
            return false;
        };
        if let Err(halt) = self.replica.step(bundle) {
            self.halt(now, halt);
            return false;
        }
        let pace = self.terms.tick_ms;
        self.next_tick_at = now.saturating_sub(pace).max(self.next_tick_at) + pace;
        let turn = self.replica.turn();
        self.take(now, 0, turn);
        true
    }

    fn halt(&mut self, now: Millis, halt: Halt) {
        match halt {
            Halt::Astray(divergence) => self.finish(now, PeerEnd::Divergence(divergence)),
            Halt::Stopped(termination) => {
                self.termination = termination;
                self.finish(now, PeerEnd::Stopped);
            }
        }
    }

    /// Names the parts that differ, when all have told theirs or the time is over.
    fn judge(&mut self, now: Millis) {
        let Some(trial) = &mut self.trial else { return };
        if let Some(moment) = self.replica.moment(trial.tick) {
            trial.told.entry(0).or_insert_with(|| moment.parts.clone());
        }
        if trial.told.len() < usize::from(self.terms.peers()) && now < trial.until {
            return;
        }
        let own = trial.told.get(&0).cloned().unwrap_or_default();
        let others: Vec<(u8, Vec<String>)> =
            trial.told.iter().map(|(peer, hashes)| (peer + 1, differing(&own, hashes))).collect();
        let peers = others.iter().filter(|(_, parts)| !parts.is_empty()).map(|(peer, _)| *peer).collect();
        let mut parts: Vec<String> = others.into_iter().flat_map(|(_, parts)| parts).collect();
        parts.sort_unstable();
        parts.dedup();
        let tick = trial.tick;
        self.finish(now, PeerEnd::Divergence(Divergence { tick, peers, parts }));
    }

    pub fn say(&mut self, now: Millis) -> Vec<Datagram> {
        let mut out = std::mem::take(&mut self.door.answers);
        self.guests.iter_mut().for_each(|guest| guest.say(now, &mut out));
        out
    }

    /// Whether everybody has heard how it ended, or had the time to.
    pub fn is_done(&self, now: Millis) -> bool {
        let Some(end) = &self.end else { return false };
        let gone = now.saturating_sub(self.ended_at);
        self.guests.iter().all(|guest| {
            // Who is away when a match is played out may come back for its end.
            let comes_back = *end == PeerEnd::Played && guest.number != SPECTATOR;
            let waits = if comes_back { self.terms.patience_ms } else { LINGER_MS };
            guest.bye || gone >= waits || !comes_back && !guest.is_connected()
        })
    }
}

/// How a session ended, as guests are told.
fn told(end: &PeerEnd, replica: &Replica<'_>) -> ToGuest {
    match end {
        PeerEnd::Played => ToGuest::Over { total: replica.total() },
        PeerEnd::Divergence(divergence) => ToGuest::Verdict(divergence.clone()),
        PeerEnd::Lost { why, .. } => ToGuest::Stop(why.clone()),
        PeerEnd::Stopped => ToGuest::Stop("the host stopped".to_owned()),
    }
}

/// The parts whose hashes differ.
fn differing(own: &[u64], theirs: &[u64]) -> Vec<String> {
    let pairs = PART_NAMES.iter().zip(own.iter().zip(theirs));
    pairs.filter(|(_, (own, theirs))| own != theirs).map(|(name, _)| (*name).to_owned()).collect()
}
