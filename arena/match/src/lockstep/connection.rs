//! Connections: how two ends prove to each other that they know the secret, and find each other again.
//!
//! A guest calls with a greeting and a nonce of its own; the host answers with one of its own. From both follow the connection's number and
//! keys. The connection counts for the host from the first datagram under these keys on: a call that somebody recorded and repeats comes to
//! nothing.

use std::net::SocketAddr;

use sandtable_state::codec::{decode_compact, encode_compact};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::channel::{Channel, Millis};
use super::limits::{GREET_MS, MAX_DATAGRAM_BYTES};
use super::seal::{ConnectionNonces, Key, Secret};

/// A datagram to or from an address.
pub type Datagram = (SocketAddr, Vec<u8>);

/// The number of a peer that commands nobody.
pub(super) const SPECTATOR: u8 = u8::MAX;

/// What peers must have in common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Identity {
    pub protocol: u16,
    pub sim_version: u32,
    /// The fingerprint of the scenario, input delay included.
    pub scenario: u64,
    pub seed: u64,
    /// The peer of each player, from 0.
    pub owners: Vec<u8>,
    pub checks_commanders: bool,
}

impl Identity {
    /// What a caller has that is not so here.
    pub fn difference(&self, caller: &Identity) -> Option<&'static str> {
        let differs = [
            (caller.protocol != self.protocol, "protocol version"),
            (caller.sim_version != self.sim_version, "engine version"),
            (caller.scenario != self.scenario, "scenario or input delay"),
            (caller.seed != self.seed, "match seed"),
            (caller.owners != self.owners, "number of peers or split of the players"),
            (caller.checks_commanders != self.checks_commanders, "setting of --check-commanders"),
        ];
        differs.iter().find(|(differs, _)| *differs).map(|(_, what)| *what)
    }
}

/// The first thing a guest says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Greeting {
    pub identity: Identity,
    pub peer: u8,
    /// The last tick whose orders it has, when it was in the match before.
    pub has: Option<u32>,
    pub nonce: u128,
}

/// What the host answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Welcome {
    guest_nonce: u128,
    host_nonce: u128,
}

/// That the host does not take a guest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct CallRefusal {
    guest_nonce: u128,
    why: String,
}

/// The kinds of datagrams, by their first byte.
const GREETING: u8 = 1;
const WELCOME: u8 = 2;
const REFUSAL: u8 = 3;
const PACKET: u8 = 4;

/// What a datagram is, before its tag is looked at.
pub(super) enum Kind {
    Greeting,
    Answer,
    /// Of the connection with this number.
    Packet(u64),
    Noise,
}

impl Kind {
    pub fn of_datagram(bytes: &[u8]) -> Kind {
        match bytes.first() {
            _ if bytes.len() > MAX_DATAGRAM_BYTES => Kind::Noise,
            Some(&GREETING) => Kind::Greeting,
            Some(&(WELCOME | REFUSAL)) => Kind::Answer,
            Some(&PACKET) => match bytes.get(1..9).and_then(|bytes| bytes.first_chunk()) {
                Some(number) => Kind::Packet(u64::from_le_bytes(*number)),
                None => Kind::Noise,
            },
            _ => Kind::Noise,
        }
    }
}

fn seal<T: Serialize>(secret: &Secret, kind: u8, value: &T) -> Vec<u8> {
    let mut bytes = vec![kind];
    bytes.extend(encode_compact(value));
    secret.key().seal(bytes)
}

fn open<T: Serialize + DeserializeOwned>(secret: &Secret, kind: u8, datagram: &[u8]) -> Option<T> {
    let bytes = secret.key().open(datagram)?;
    decode_compact(bytes.strip_prefix(&[kind])?, MAX_DATAGRAM_BYTES).ok()
}

impl Greeting {
    pub fn seal(&self, secret: &Secret) -> Vec<u8> {
        seal(secret, GREETING, self)
    }

    /// The greeting of somebody who knows the secret.
    pub fn open(secret: &Secret, datagram: &[u8]) -> Option<Greeting> {
        open(secret, GREETING, datagram)
    }

    pub fn welcome(&self, secret: &Secret, host_nonce: u128) -> Vec<u8> {
        seal(secret, WELCOME, &Welcome { guest_nonce: self.nonce, host_nonce })
    }

    pub fn refuse(&self, secret: &Secret, why: String) -> Vec<u8> {
        seal(secret, REFUSAL, &CallRefusal { guest_nonce: self.nonce, why })
    }
}

/// What the host answered to a call: its nonce, or why it refuses. None when it is no answer to this one.
pub(super) fn answer(secret: &Secret, nonce: u128, datagram: &[u8]) -> Option<Result<u128, String>> {
    if let Some(welcome) = open::<Welcome>(secret, WELCOME, datagram) {
        return (welcome.guest_nonce == nonce).then_some(Ok(welcome.host_nonce));
    }
    let refusal = open::<CallRefusal>(secret, REFUSAL, datagram)?;
    (refusal.guest_nonce == nonce).then_some(Err(refusal.why))
}

/// One end of a connection.
pub(super) struct Connection {
    pub number: u64,
    address: SocketAddr,
    /// When something last came.
    pub heard_at: Millis,
    /// When something was last sent; none before the first datagram, which proves the connection.
    said_at: Option<Millis>,
    incoming: Key,
    outgoing: Key,
    pub channel: Channel,
}

impl Connection {
    pub fn new(
        secret: &Secret,
        nonces: ConnectionNonces,
        is_host: bool,
        address: SocketAddr,
        now: Millis,
    ) -> Connection {
        let key = |from_host| secret.key().of_connection(nonces, from_host);
        Connection {
            number: nonces.host as u64,
            address,
            heard_at: now,
            said_at: None,
            incoming: key(!is_host),
            outgoing: key(is_host),
            channel: Channel::new(),
        }
    }

    /// Takes a datagram: the messages that are whole by it; none when it is not of this connection.
    pub fn hear(&mut self, now: Millis, from: SocketAddr, datagram: &[u8]) -> Option<Vec<Vec<u8>>> {
        let bytes = self.incoming.open(datagram)?;
        let messages = self.channel.hear(now, bytes.get(9..)?)?;
        // Whoever has another address now is still the same.
        (self.heard_at, self.address) = (now, from);
        Some(messages)
    }

    /// The datagrams to send now.
    pub fn say(&mut self, now: Millis, out: &mut Vec<Datagram>) {
        let packets = self.channel.say(now, self.said_at.is_none_or(|said| now >= said + GREET_MS));
        for packet in packets {
            self.said_at = Some(now);
            out.push((self.address, self.datagram(&packet)));
        }
    }

    /// The datagram that carries a packet.
    pub fn datagram(&self, packet: &[u8]) -> Vec<u8> {
        let mut bytes = vec![PACKET];
        bytes.extend_from_slice(&self.number.to_le_bytes());
        bytes.extend_from_slice(packet);
        self.outgoing.seal(bytes)
    }

    /// Queues a message; false when too much waits already.
    pub fn send<T: Serialize>(&mut self, message: &T) -> bool {
        self.channel.send(&encode_compact(message))
    }
}
