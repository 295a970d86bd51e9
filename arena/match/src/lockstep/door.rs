//! Who calls a host: strangers are not answered, callers wait until they have proven that they heard the answer.

use std::collections::VecDeque;
use std::net::SocketAddr;

use super::channel::Millis;
use super::connection::{Connection, Datagram, Greeting, Identity, SPECTATOR};
use super::limits::MAX_CALLERS;
use super::seal::{ConnectionNonces, Key, Secret};

struct Caller {
    greeting: Greeting,
    host_nonce: u128,
    connection: Connection,
}

/// A caller that has proven that it is one.
pub(super) struct Proven {
    pub greeting: Greeting,
    pub connection: Connection,
    pub messages: Vec<Vec<u8>>,
}

/// The host's door.
pub(super) struct Door {
    identity: Identity,
    secret: Secret,
    nonces: Key,
    count: u64,
    callers: VecDeque<Caller>,
    /// What is to be sent to callers.
    pub answers: Vec<Datagram>,
}

impl Door {
    pub fn new(identity: Identity, secret: Secret, entropy: [u8; 32]) -> Door {
        let nonces = Key::of_entropy(entropy);
        Door { identity, secret, nonces, count: 0, callers: VecDeque::new(), answers: Vec::new() }
    }

    /// Answers a greeting, if it is one of somebody who knows the secret.
    pub fn greet(&mut self, now: Millis, from: SocketAddr, datagram: &[u8], peers: u8, may_watch: bool) {
        let Some(greeting) = Greeting::open(&self.secret, datagram) else { return };
        if let Some(why) = self.objection(&greeting, peers, may_watch) {
            self.answers.push((from, greeting.refuse(&self.secret, why)));
            return;
        }
        let known = self.callers.iter().find(|caller| caller.greeting.nonce == greeting.nonce);
        let host_nonce = match known {
            Some(caller) => caller.host_nonce,
            None => self.note(now, from, greeting.clone()),
        };
        self.answers.push((from, greeting.welcome(&self.secret, host_nonce)));
    }

    fn objection(&self, greeting: &Greeting, peers: u8, may_watch: bool) -> Option<String> {
        if let Some(what) = self.identity.difference(&greeting.identity) {
            return Some(format!("its {what} differs"));
        }
        match greeting.peer {
            SPECTATOR if may_watch => None,
            SPECTATOR => Some("the number of spectators is at its limit".to_owned()),
            peer if (1..peers).contains(&peer) => None,
            peer => Some(format!("found peer {}; expected 2 to {peers}", u32::from(peer) + 1)),
        }
    }

    fn note(&mut self, now: Millis, from: SocketAddr, greeting: Greeting) -> u128 {
        self.count += 1;
        let host_nonce = self.nonces.nonce(self.count);
        let nonces = ConnectionNonces { guest: greeting.nonce, host: host_nonce };
        let connection = Connection::new(&self.secret, nonces, true, from, now);
        self.callers.push_back(Caller { greeting, host_nonce, connection });
        if self.callers.len() > MAX_CALLERS {
            self.callers.pop_front();
        }
        host_nonce
    }

    /// The caller whose first datagram under its connection's key this is.
    pub fn prove(&mut self, now: Millis, from: SocketAddr, datagram: &[u8]) -> Option<Proven> {
        for row in 0..self.callers.len() {
            if let Some(messages) = self.callers[row].connection.hear(now, from, datagram) {
                let Caller { greeting, connection, .. } = self.callers.remove(row)?;
                return Some(Proven { greeting, connection, messages });
            }
        }
        None
    }
}
