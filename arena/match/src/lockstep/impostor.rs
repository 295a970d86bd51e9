//! An end of a session that nobody plays: it knows the secret, so that it is listened to, and says whatever it is told to.
//!
//! Tests and fuzzers hold peers to what strangers cannot say, for whoever knows the secret may be broken, too.

use std::net::SocketAddr;

use super::channel::Millis;
use super::connection::{Connection, Datagram, Greeting, Kind, answer};
use super::seal::{ConnectionNonces, Secret};
use super::setup::PeerSetup;

/// The nonce of all connections that one takes as a host.
const HOST_NONCE: u128 = 0x1AFF;
/// The nonce under which one calls as a guest.
const GUEST_NONCE: u128 = 0xCA11;

/// An end of a session that sends given messages with valid tags.
pub struct Impostor {
    secret: Secret,
    /// How it calls; none of a host, which is called.
    greeting: Option<Greeting>,
    /// Why it refuses whoever calls, if it does.
    refusal: Option<String>,
    connection: Option<Connection>,
    answers: Vec<Datagram>,
}

impl Impostor {
    /// One that waits for guests.
    pub fn host(secret: &Secret) -> Impostor {
        Impostor { secret: secret.clone(), greeting: None, refusal: None, connection: None, answers: Vec::new() }
    }

    /// One that waits for guests and refuses each of them for this reason.
    pub fn refusing(secret: &Secret, why: &str) -> Impostor {
        Impostor { refusal: Some(why.to_owned()), ..Impostor::host(secret) }
    }

    /// One that calls the host of a session as the guest of that number, which has the orders up to the tick `has` when it claims to have
    /// been in the match before.
    pub fn guest(setup: &PeerSetup<'_>, number: u8, has: Option<u32>) -> Impostor {
        let greeting = Greeting { identity: setup.identity(), peer: number, has, nonce: GUEST_NONCE };
        Impostor { greeting: Some(greeting), ..Impostor::host(&setup.terms.secret) }
    }

    /// The datagram with which a guest calls; none of a host.
    pub fn call(&self) -> Option<Vec<u8>> {
        self.greeting.as_ref().map(|greeting| greeting.seal(&self.secret))
    }

    /// Takes a datagram: the messages that are whole by it. Who calls, or answers a call, is connected with.
    pub fn hear(&mut self, now: Millis, from: SocketAddr, datagram: &[u8]) -> Vec<Vec<u8>> {
        match (Kind::of_datagram(datagram), &self.greeting) {
            (Kind::Greeting, None) => {
                if let Some(greeting) = Greeting::open(&self.secret, datagram) {
                    self.answer(now, from, &greeting);
                }
            }
            (Kind::Answer, Some(_)) => {
                if let Some(Ok(host_nonce)) = answer(&self.secret, GUEST_NONCE, datagram) {
                    self.connect(now, from, ConnectionNonces { guest: GUEST_NONCE, host: host_nonce });
                }
            }
            (Kind::Packet(_), _) => {
                let connection = self.connection.as_mut();
                return connection.and_then(|connection| connection.hear(now, from, datagram)).unwrap_or_default();
            }
            _ => {}
        }
        Vec::new()
    }

    fn answer(&mut self, now: Millis, from: SocketAddr, greeting: &Greeting) {
        let answer = match self.refusal.clone() {
            Some(why) => greeting.refuse(&self.secret, why),
            None => {
                self.connect(now, from, ConnectionNonces { guest: greeting.nonce, host: HOST_NONCE });
                greeting.welcome(&self.secret, HOST_NONCE)
            }
        };
        self.answers.push((from, answer));
    }

    fn connect(&mut self, now: Millis, from: SocketAddr, nonces: ConnectionNonces) {
        let is_host = self.greeting.is_none();
        self.connection = Some(Connection::new(&self.secret, nonces, is_host, from, now));
    }

    /// Whether it has the connection that messages and packets need.
    pub const fn is_connected(&self) -> bool {
        self.connection.is_some()
    }

    /// Queues these bytes as a message; without a connection they are lost.
    pub fn send(&mut self, message: &[u8]) {
        if let Some(connection) = &mut self.connection {
            // What is more than a queue holds nobody hears.
            let _ = connection.channel.send(message);
        }
    }

    /// A datagram of these bytes with the tag of its connection; none without a connection.
    pub fn packet(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        self.connection.as_ref().map(|connection| connection.datagram(bytes))
    }

    /// A datagram of these bytes with the tag of greetings and their answers.
    pub fn sealed(&self, bytes: &[u8]) -> Vec<u8> {
        self.secret.key().seal(bytes.to_vec())
    }

    /// The datagrams to send now.
    pub fn say(&mut self, now: Millis) -> Vec<Datagram> {
        let mut out = std::mem::take(&mut self.answers);
        self.connection.iter_mut().for_each(|connection| connection.say(now, &mut out));
        out
    }
}
