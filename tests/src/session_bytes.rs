//! What is done with what another end of a session sends: a peer is fed with it, whatever it is.
//!
//! The bytes of the fuzz target `lockstep` are who the peer is and a list of things that reach it. They come under tags that are right:
//! hardly anything gets past those by chance.

use std::net::SocketAddr;
use std::slice;
use std::sync::{Arc, OnceLock};

use sandtable_ai::Registry;
use sandtable_match::lockstep::{
    Divergence, Impostor, InputDelay, Millis, Peer, PeerEnd, PeerSetup, PlannedFaults, Secret, Terms,
};
use sandtable_match::replays::commanders;
use sandtable_model::OrderKind;
use sandtable_replay::CHUNK_TICKS;
use sandtable_sim::order::{Order, StampedOrder};
use sandtable_sim::{Threads, World};
use sandtable_state::codec::encode_compact;
use sandtable_state::id::{Handle, PlayerId};

use crate::golden;
use crate::hostile::duel;

/// Things that reach a peer, of one input.
const MAX_THINGS: usize = 1_024;
/// Ticks of a match that transcripts are made of: with a snapshot in them.
const TICKS: u32 = CHUNK_TICKS as u32 + 40;
/// The message with which a host asks how far the match is.
const ASK: u8 = 3;
/// The number with which a spectator calls.
const SPECTATOR: u8 = u8::MAX;

/// The peer that is fed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FedPeer {
    Host,
    /// A host that is called by one that was in the match before.
    HostAgain,
    Guest,
    Spectator,
}

/// How the feeder answers who calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Manner {
    Welcomes,
    Refuses,
    /// It hears nothing.
    Deaf,
}

/// Who is fed, and who feeds; each of four, in two bits of a byte.
#[derive(Clone, Copy, Debug)]
struct Choice {
    peer: FedPeer,
    variant: u8,
    manner: Manner,
}

impl Choice {
    fn from_byte(byte: u8) -> Choice {
        let peer = [FedPeer::Host, FedPeer::HostAgain, FedPeer::Guest, FedPeer::Spectator][usize::from(byte % 4)];
        let manner = [Manner::Welcomes, Manner::Refuses, Manner::Deaf, Manner::Welcomes][usize::from(byte / 16 % 4)];
        Choice { peer, variant: byte / 4 % 4, manner }
    }

    const fn byte(self) -> u8 {
        self.manner as u8 * 16 + self.variant * 4 + self.peer as u8
    }

    /// Who welcomes a peer, as its own variant.
    const fn plain(peer: FedPeer) -> Choice {
        Choice { peer, variant: 0, manner: Manner::Welcomes }
    }

    fn peer(self) -> Peer<'static> {
        let setup = setup(0, self.variant == 1);
        let made = match self.peer {
            FedPeer::Host | FedPeer::HostAgain => Peer::host(setup, 0),
            FedPeer::Guest => Peer::guest(setup, 1, FEEDER, 0),
            FedPeer::Spectator => Peer::spectator(setup, FEEDER, 0),
        };
        made.unwrap_or_else(|why| panic!("{why}"))
    }

    /// Who feeds: variant 1 was in the match for a short time, 2 plays another match, 3 calls itself by another number.
    fn feeder(self) -> Impostor {
        let setup = setup(u64::from(self.variant == 2), false);
        let number = if self.variant == 3 { SPECTATOR - self.peer as u8 } else { 1 };
        match self.peer {
            FedPeer::Host => Impostor::guest(&setup, number, None),
            FedPeer::HostAgain => Impostor::guest(&setup, number, Some(if self.variant == 1 { 2 } else { TICKS })),
            _ if self.manner == Manner::Refuses => Impostor::refusing(&secret(), "there is no seat for it"),
            FedPeer::Guest | FedPeer::Spectator => Impostor::host(&secret()),
        }
    }
}

/// What reaches the peer.
#[derive(Clone, Debug)]
enum Thing {
    /// A message, by the connection's own packets.
    Message(Vec<u8>),
    /// A packet of the connection.
    Packet(Vec<u8>),
    /// A datagram with the tag of greetings.
    Greeting(Vec<u8>),
    /// A datagram as it is.
    Datagram(Vec<u8>),
    /// Nothing, for a time in milliseconds.
    Silence(u16),
}

impl Thing {
    /// A kind, a length of two bytes, and that many bytes; the length of a silence is its time.
    fn split(bytes: &[u8]) -> Option<(Thing, &[u8])> {
        let [kind, low, high, rest @ ..] = bytes else { return None };
        let length = u16::from_le_bytes([*low, *high]);
        if kind % 5 == 4 {
            return Some((Thing::Silence(length), rest));
        }
        let (payload, rest) = rest.split_at(usize::from(length).min(rest.len()));
        let make = [Thing::Message, Thing::Packet, Thing::Greeting, Thing::Datagram][usize::from(kind % 5)];
        Some((make(payload.to_vec()), rest))
    }

    fn write(&self, out: &mut Vec<u8>) {
        let (kind, payload) = match self {
            Thing::Message(bytes) => (0, bytes),
            Thing::Packet(bytes) => (1, bytes),
            Thing::Greeting(bytes) => (2, bytes),
            Thing::Datagram(bytes) => (3, bytes),
            Thing::Silence(time) => {
                out.push(4);
                return out.extend_from_slice(&time.to_le_bytes());
            }
        };
        out.push(kind);
        out.extend_from_slice(&(payload.len() as u16).to_le_bytes());
        out.extend_from_slice(payload);
    }
}

const fn address(port: u16) -> SocketAddr {
    SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), port)
}

const FED: SocketAddr = address(1);
const FEEDER: SocketAddr = address(2);

fn secret() -> Secret {
    Secret::new(b"what the feeder knows")
}

/// The recorded duel, each side a peer, in the match of the seed or another.
fn setup(other: u64, adapts: bool) -> PeerSetup<'static> {
    static GOLDEN: OnceLock<sandtable_replay::ReplayHeader> = OnceLock::new();
    let header = GOLDEN.get_or_init(|| golden("duel").header);
    let replay =
        sandtable_replay::Replay { header: header.clone(), chunks: Vec::new(), keyframes: Vec::new(), end: None };
    let commanders = commanders(&replay, &Registry::standard(), &duel().rules).expect("they are in the record");
    PeerSetup {
        scenario: Arc::clone(duel()),
        seed: header.seed + other,
        commanders,
        contestants: header.contestants.clone(),
        sources: Vec::new(),
        terms: Terms {
            owners: vec![0, 1],
            delay: if adapts { InputDelay::Adaptive { most: 8 } } else { InputDelay::Fixed },
            checks_commanders: true,
            patience_ms: 3_000,
            tick_ms: 0,
            secret: secret(),
        },
        threads: Threads::default(),
        entropy: [7; 32],
        record: None,
        note: None,
        faults: PlannedFaults::default(),
    }
}

/// A peer, and who feeds it.
struct Feeding {
    peer: Peer<'static>,
    feeder: Impostor,
    is_deaf: bool,
    now: Millis,
    /// What the peer has said that nobody has taken.
    said: Vec<Vec<u8>>,
}

impl Feeding {
    fn begin(choice: Choice) -> Feeding {
        let (peer, feeder, is_deaf) = (choice.peer(), choice.feeder(), choice.manner == Manner::Deaf);
        let mut feeding = Feeding { peer, feeder, is_deaf, now: 0, said: Vec::new() };
        if let Some(call) = feeding.feeder.call() {
            feeding.peer.hear(0, FEEDER, &call);
        }
        // There, back, and there again.
        (0..2).for_each(|_| feeding.exchange());
        feeding
    }

    /// Lets both say what they have to say.
    fn exchange(&mut self) {
        let Feeding { peer, feeder, is_deaf, now, said } = self;
        while peer.advance(*now) {}
        for (_, datagram) in peer.say(*now).into_iter().filter(|_| !*is_deaf) {
            said.extend(feeder.hear(*now, FED, &datagram));
        }
        feeder.say(*now).iter().for_each(|(_, datagram)| peer.hear(*now, FEEDER, datagram));
        *now += 10;
    }

    /// The messages that the peer has sent since.
    fn listen(&mut self) -> Vec<Vec<u8>> {
        self.exchange();
        std::mem::take(&mut self.said)
    }

    fn feed(&mut self, thing: Thing) {
        match thing {
            Thing::Message(bytes) => self.feeder.send(&bytes),
            Thing::Packet(bytes) => {
                let datagram = self.feeder.packet(&bytes);
                datagram.iter().for_each(|datagram| self.peer.hear(self.now, FEEDER, datagram));
            }
            Thing::Greeting(bytes) => self.peer.hear(self.now, FEEDER, &self.feeder.sealed(&bytes)),
            Thing::Datagram(bytes) => self.peer.hear(self.now, FEEDER, &bytes),
            Thing::Silence(time) => self.now += Millis::from(time),
        }
        self.exchange();
    }
}

/// A peer of a session, and what another end sends it; whether the peer took all of it.
pub fn lockstep(bytes: &[u8]) -> bool {
    let Some((choice, mut rest)) = bytes.split_first() else { return false };
    let mut feeding = Feeding::begin(Choice::from_byte(*choice));
    for _ in 0..MAX_THINGS {
        let Some((thing, after)) = Thing::split(rest) else { break };
        feeding.feed(thing);
        rest = after;
    }
    feeding.exchange();
    let (connected, done) = (feeding.feeder.is_connected(), feeding.peer.is_done(feeding.now));
    assert!(!done || !feeding.peer.advance(feeding.now), "a session that has ended goes on");
    connected && !matches!(feeding.peer.finish().end, PeerEnd::Lost { .. })
}

/// Bytes for [`lockstep`].
fn input(peer: FedPeer, variant: u8, things: &[Thing]) -> Vec<u8> {
    chosen(Choice { variant, ..Choice::plain(peer) }, things)
}

fn chosen(choice: Choice, things: &[Thing]) -> Vec<u8> {
    let mut bytes = vec![choice.byte()];
    things.iter().for_each(|thing| thing.write(&mut bytes));
    bytes
}

fn messages(bytes: &[Vec<u8>]) -> Vec<Thing> {
    bytes.iter().cloned().map(Thing::Message).collect()
}

/// What two peers told each other in a match of [`TICKS`], and what a spectator and a host that asks are told after that.
struct Transcript {
    to_host: Vec<Vec<u8>>,
    to_guest: Vec<Vec<u8>>,
    to_spectator: Vec<Vec<u8>>,
    to_host_again: Vec<Vec<u8>>,
}

impl Transcript {
    fn record() -> Transcript {
        let mut host = Feeding::begin(Choice::plain(FedPeer::Host));
        let mut guest = Feeding::begin(Choice::plain(FedPeer::Guest));
        let (mut to_host, mut to_guest) = (Vec::new(), Vec::new());
        for _ in 0..8 * TICKS {
            if host.peer.tick() >= TICKS {
                break;
            }
            for message in host.listen() {
                guest.feeder.send(&message);
                to_guest.push(message);
            }
            for message in guest.listen() {
                host.feeder.send(&message);
                to_host.push(message);
            }
        }
        guest.feeder.send(&[ASK]);
        let mut to_host_again = Vec::new();
        (0..40).for_each(|_| to_host_again.extend(guest.listen()));
        // Turns that were under way come before the answer.
        to_host_again.retain(|message| message.first() == Some(&3));
        host.feeder = Impostor::guest(&setup(0, false), SPECTATOR, None);
        host.feeder.call().iter().for_each(|call| host.peer.hear(host.now, FEEDER, call));
        let mut to_spectator = Vec::new();
        (0..40).for_each(|_| to_spectator.extend(host.listen()));
        Transcript { to_host, to_guest, to_spectator, to_host_again }
    }
}

/// A message by the row of its kind, and the bytes of what it has.
fn told(row: u8, what: &[u8]) -> Thing {
    Thing::Message([&[row], what].concat())
}

/// What a fuzzer begins from: what peers say, and what ends a session in each way that a message can.
pub(crate) fn seeds() -> Vec<Vec<u8>> {
    static SEEDS: OnceLock<Vec<Vec<u8>>> = OnceLock::new();
    SEEDS.get_or_init(|| [sessions(), endings()].concat()).clone()
}

fn sessions() -> Vec<Vec<u8>> {
    let Transcript { to_host, to_guest, to_spectator, to_host_again } = Transcript::record();
    let short = |all: &[Vec<u8>]| messages(&all[..all.len().min(24)]);
    let mut resumed = messages(&to_host_again);
    // The turns after the state that the guest says the match is in.
    resumed.extend(messages(&to_host[to_host.len().saturating_sub(24)..]));
    vec![
        input(FedPeer::Host, 0, &short(&to_host)),
        input(FedPeer::Host, 1, &messages(&to_host)),
        input(FedPeer::Guest, 0, &short(&to_guest)),
        input(FedPeer::Guest, 1, &messages(&to_guest)),
        input(FedPeer::Spectator, 0, &messages(&to_spectator)),
        input(FedPeer::Spectator, 2, &short(&to_guest)),
        input(FedPeer::HostAgain, 0, &resumed),
        input(FedPeer::HostAgain, 1, &resumed),
    ]
}

/// Short sessions with something in them that is seldom said, or never.
fn endings() -> Vec<Vec<u8>> {
    let differs = |parts: &[&str]| {
        let parts = parts.iter().map(|part| (*part).to_owned()).collect();
        encode_compact(&Divergence { tick: 3, peers: vec![2], parts })
    };
    let begin = told(0, &encode_compact(&(0_u32, None::<u8>)));
    let to_guest = [
        told(4, &encode_compact(&0_u32)),
        told(5, &differs(&["players"])),
        told(6, &encode_compact(&77_u64)),
        told(7, &encode_compact(&"enough")),
        told(2, &encode_compact(&(0_u32, Vec::<u8>::new()))),
        told(3, &[]),
        told(99, &[]),
    ];
    let turn = |tick: u32, total: u64| told(0, &encode_compact(&(tick, total, Vec::<u8>::new(), Vec::<u8>::new())));
    let to_host = [
        told(1, &encode_compact(&(0_u32, vec![1_u64, 2]))),
        told(2, &differs(&["memory.p1"])),
        told(3, &encode_compact(&(None::<u8>, Vec::<u8>::new()))),
        told(4, &[]),
        turn(0, 1),
        turn(9, 1),
        told(99, &[]),
    ];
    let others = [
        Thing::Packet(vec![9; 40]),
        Thing::Packet(Vec::new()),
        Thing::Greeting(vec![1, 2, 3]),
        Thing::Greeting(vec![3; 40]),
        Thing::Datagram(vec![4; 12]),
        Thing::Datagram(vec![9; 2_000]),
        Thing::Datagram(Vec::new()),
        Thing::Silence(900),
        Thing::Silence(9_000),
    ];
    let hosts = to_host.iter().chain(&others).flat_map(|thing| {
        [FedPeer::Host, FedPeer::HostAgain].map(|peer| input(peer, 0, &[thing.clone(), turn(0, 5), turn(0, 6)]))
    });
    let guests = to_guest.iter().chain(&others).map(|thing| input(FedPeer::Guest, 0, &[begin.clone(), thing.clone()]));
    let callers = (0..48).map(|byte| vec![byte]);
    hosts.chain(guests).chain(callers).chain(seldom()).collect()
}

/// What one commander decided: its player, its orders, the hash of its memory, how it failed.
type Decision = (PlayerId, Vec<Order>, u64, Option<u8>);

fn bundle(tick: u32, agreed: u64, decisions: &[(u32, Decision)]) -> Thing {
    told(1, &encode_compact(&(tick, 0_u8, (0_u32, agreed), decisions)))
}

/// Sessions that go wrong, or end, by what is in order as a message: states and commanders that differ, a match that is over.
fn seldom() -> Vec<Vec<u8>> {
    let begin = told(0, &encode_compact(&(0_u32, None::<u8>)));
    let none = Vec::<u8>::new();
    let no_state = (3_u32, &none, &none, &none, &none);
    let surrender = Order::surrender();
    let over = bundle(1, 0, &[(7, (PlayerId(0), vec![surrender.clone()], 0, None))]);
    let guest = |things: &[Thing]| input(FedPeer::Guest, 0, &[slice::from_ref(&begin), things].concat());
    let turn = |decisions: &[Decision], seats: &[(u8, [Option<u8>; 2])]| {
        told(0, &encode_compact(&(0_u32, start_total(), decisions, seats)))
    };
    let units = Order::to([Handle::new(PlayerId(1), 1)], OrderKind::Stop);
    let deaf = |peer| Choice { manner: Manner::Deaf, ..Choice::plain(peer) };
    let call = Impostor::guest(&setup(0, false), 1, None).call().map(Thing::Datagram);
    vec![
        guest(&[bundle(9, 0, &[])]),
        guest(&[bundle(1, 0, &[(0, (PlayerId(0), Vec::new(), 1, None))])]),
        guest(slice::from_ref(&over)),
        guest(&[over.clone(), told(6, &encode_compact(&7_u64))]),
        guest(&[told(6, &encode_compact(&total_after(&surrender))), over]),
        guest(&[bundle(1, 0, &[]), Thing::Silence(9_000), begin.clone()]),
        input(FedPeer::Guest, 0, &[told(0, &encode_compact(&(0_u32, Some(no_state))))]),
        input(FedPeer::Guest, 0, &[Thing::Datagram(vec![4, 1])]),
        input(FedPeer::Spectator, 0, &[begin.clone(), bundle(1, 7, &[])]),
        input(FedPeer::Host, 0, &[turn(&[(PlayerId(0), Vec::new(), 0, None)], &[])]),
        input(FedPeer::Host, 0, &[turn(&[(PlayerId(1), vec![units], 0, None)], &[(0, [None; 2])])]),
        chosen(deaf(FedPeer::Guest), &[Thing::Silence(3_500)]),
        chosen(deaf(FedPeer::Host), &call.into_iter().collect::<Vec<Thing>>()),
    ]
}

/// The world that [`setup`] begins with.
fn start() -> World {
    World::new(Arc::clone(duel()), setup(0, false).seed)
}

fn start_total() -> u64 {
    start().state_hash()
}

/// The hash of the state that an order of player 1 in the first tick leads to.
fn total_after(order: &Order) -> u64 {
    let mut world = start();
    world.step(&[StampedOrder { tick: 1, player: PlayerId(0), seq: 0, order: order.clone() }]);
    world.state_hash()
}
