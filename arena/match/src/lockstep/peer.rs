//! A peer of a session, without sockets, clock or sleep: datagrams and the time come in, datagrams go out.

use std::net::SocketAddr;

use super::channel::Millis;
use super::connection::{Datagram, SPECTATOR};
use super::desync::desync_record;
use super::guest::Guest;
use super::host::Host;
use super::peer_outcome::{PeerEnd, PeerOutcome};
use super::setup::PeerSetup;
use crate::runner::Termination;

enum PeerRole<'o> {
    Host(Box<Host<'o>>),
    Guest(Box<Guest<'o>>),
}

/// A peer of a session.
///
/// The caller turns three handles: it passes in what came ([`Peer::hear`]), lets the peer do what there is to do ([`Peer::advance`]), and
/// sends what it says ([`Peer::say`]), until it [is done](Peer::is_done). Times are milliseconds of one clock of the caller's.
pub struct Peer<'o>(PeerRole<'o>);

impl<'o> Peer<'o> {
    /// The host: peer 0, which the others call.
    ///
    /// # Errors
    /// What is wrong with the split of the players.
    pub fn host(setup: PeerSetup<'o>, now: Millis) -> Result<Peer<'o>, String> {
        check(&setup)?;
        Ok(Peer(PeerRole::Host(Box::new(Host::new(setup, now)))))
    }

    /// A guest, with its number from 1, that calls the host at an address.
    ///
    /// # Errors
    /// What is wrong with the split of the players, or that there is no such peer.
    pub fn guest(setup: PeerSetup<'o>, number: u8, host: SocketAddr, now: Millis) -> Result<Peer<'o>, String> {
        check(&setup)?;
        let peers = setup.terms.peers();
        if !(1..peers).contains(&number) {
            return Err(format!("found peer {}; expected 2 to {peers}, for peer 1 is the host", u32::from(number) + 1));
        }
        Ok(Peer(PeerRole::Guest(Box::new(Guest::new(setup, number, host, now)))))
    }

    /// A spectator, which commands nobody and is waited for by nobody.
    ///
    /// # Errors
    /// What is wrong with the split of the players.
    pub fn spectator(setup: PeerSetup<'o>, host: SocketAddr, now: Millis) -> Result<Peer<'o>, String> {
        check(&setup)?;
        Ok(Peer(PeerRole::Guest(Box::new(Guest::new(setup, SPECTATOR, host, now)))))
    }

    /// Takes a datagram that came from an address. Whatever is none of the session's is left.
    pub fn hear(&mut self, now: Millis, from: SocketAddr, datagram: &[u8]) {
        match &mut self.0 {
            PeerRole::Host(host) => host.hear(now, from, datagram),
            PeerRole::Guest(guest) => guest.hear(now, from, datagram),
        }
    }

    /// Does what there is to do, a tick at most; whether it stepped one, and there may be more to do at once.
    pub fn advance(&mut self, now: Millis) -> bool {
        match &mut self.0 {
            PeerRole::Host(host) => host.advance(now),
            PeerRole::Guest(guest) => guest.advance(now),
        }
    }

    /// The datagrams to send now.
    pub fn say(&mut self, now: Millis) -> Vec<Datagram> {
        match &mut self.0 {
            PeerRole::Host(host) => host.say(now),
            PeerRole::Guest(guest) => guest.say(now),
        }
    }

    /// Whether the session has ended for it, and nobody waits for what it says.
    pub fn is_done(&self, now: Millis) -> bool {
        match &self.0 {
            PeerRole::Host(host) => host.is_done(now),
            PeerRole::Guest(guest) => guest.is_done(now),
        }
    }

    /// The last tick stepped.
    pub fn tick(&self) -> u32 {
        match &self.0 {
            PeerRole::Host(host) => host.replica.tick(),
            PeerRole::Guest(guest) => guest.replica.tick(),
        }
    }

    fn adapts(&self) -> bool {
        match &self.0 {
            PeerRole::Host(host) => host.terms.adapts(),
            PeerRole::Guest(guest) => guest.terms.adapts(),
        }
    }

    /// The result; of a session that has not ended, that it was stopped.
    pub fn finish(self) -> PeerOutcome {
        let adapts = self.adapts();
        let (replica, end, termination, stalls, joined_at, most_delay) = match self.0 {
            PeerRole::Host(host) => {
                (host.replica, host.end, host.termination, host.stalls, host.joined_at, host.most_delay)
            }
            PeerRole::Guest(guest) => {
                (guest.replica, guest.end, guest.termination, guest.stalls, guest.joined_at, guest.most_delay)
            }
        };
        let end = end.unwrap_or(PeerEnd::Stopped);
        let termination = match (&end, termination) {
            (PeerEnd::Played, termination) => termination,
            (_, Termination::Normal) => Termination::Interrupted,
            (_, other) => other,
        };
        let (result, record, moments) = replica.finish(termination);
        let desync = match &end {
            PeerEnd::Divergence(divergence) => desync_record(&record, divergence.tick, &moments),
            _ => None,
        };
        PeerOutcome { result, end, stalls, joined_at, most_delay, adapts, record, desync }
    }
}

fn check(setup: &PeerSetup<'_>) -> Result<(), String> {
    setup.terms.fault(setup.scenario.players.len()).map_or(Ok(()), Err)
}
