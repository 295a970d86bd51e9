//! A peer of a session, without sockets, clock or sleep: datagrams and the time come in, datagrams go out.

use std::fmt;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use sandtable_sim::snapshot::PART_NAMES;

use super::channel::Millis;
use super::connection::{Datagram, SPECTATOR};
use super::desync::desync_record;
use super::guest::Guest;
use super::host::Host;
use super::message::Divergence;
use super::setup::PeerSetup;
use crate::Failure;
use crate::runner::{MatchResult, Termination};
use crate::store::{Product, write_replay};

/// How a session ended for a peer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PeerEnd {
    /// The match was played out, and all peers that play saw the same states to the end.
    Played,
    /// Another peer is gone, or sent what no peer sends.
    Lost {
        /// The last tick stepped here.
        tick: u32,
        /// What happened.
        why: String,
    },
    /// The worlds are not the same, or a commander does not do the same twice.
    Divergence(Divergence),
    /// The engine failed here, or whoever takes the record stopped the match.
    Stopped,
}

impl fmt::Display for PeerEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PeerEnd::Played => write!(f, "the same states to the end"),
            PeerEnd::Lost { tick, why } => write!(f, "the session was lost after tick {tick}: {why}"),
            PeerEnd::Divergence(Divergence { tick, peers, parts }) => {
                write!(f, "the worlds differ after tick {tick}")?;
                if !parts.is_empty() {
                    write!(f, ", in {}", parts.join(", "))?;
                }
                if !peers.is_empty() {
                    let peers: Vec<String> = peers.iter().map(u8::to_string).collect();
                    write!(f, " (peer {} against peer 1)", peers.join(", "))?;
                }
                Ok(())
            }
            PeerEnd::Stopped => write!(f, "stopped"),
        }
    }
}

/// The result of a session for a peer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeerOutcome {
    /// The match as this peer saw it.
    pub result: MatchResult,
    /// How the session ended.
    pub end: PeerEnd,
    /// Ticks that had to wait for orders.
    pub stalls: u32,
    /// The tick whose snapshot it joined with; 0 when it was there from the start.
    pub joined_at: u32,
    /// The longest input delay there was, in ticks.
    pub most_delay: u8,
    /// Whether the input delay adapts.
    pub adapts: bool,
    /// The whole record of the match.
    pub record: Vec<u8>,
    /// After a divergence, a record with the states before and after the first tick that differs, for bisection.
    pub desync: Option<Vec<u8>>,
}

impl PeerOutcome {
    /// How the session went for a peer of this name, in a line.
    pub fn summary(&self, name: &str) -> String {
        let PeerOutcome { result, end, stalls, joined_at, most_delay, adapts, .. } = self;
        let mut text = format!("{name}: {end}; waited in {stalls} of {} ticks", result.ticks);
        if *adapts {
            text += &format!("; input delay up to {most_delay}");
        }
        if *joined_at > 0 {
            text += &format!("; joined after tick {joined_at}");
        }
        text
    }

    /// Why the match does not count for the peer; none when it was played out and nobody forfeited.
    pub fn failure(&self) -> Option<Failure> {
        match &self.end {
            PeerEnd::Played => self.result.is_forfeited().then_some(Failure::Checked),
            PeerEnd::Lost { .. } => Some(Failure::Incomplete),
            PeerEnd::Divergence(_) => Some(Failure::Checked),
            PeerEnd::Stopped => {
                let error = self.result.engine_error();
                Some(error.map_or(Failure::Incomplete, |message| Failure::Engine(message.to_owned())))
            }
        }
    }

    /// Writes what bisection needs after a divergence, beside the replay or, without one, here; where it is, if there was a divergence.
    ///
    /// # Errors
    /// The file cannot be written, or is something else.
    pub fn keep_desync(&self, replay: Option<&Path>, name: &str) -> Result<Option<PathBuf>, Failure> {
        let Some(record) = &self.desync else { return Ok(None) };
        let path = match replay {
            Some(path) => path.with_extension("desync.replay"),
            None => PathBuf::from(format!("{}.desync.replay", name.replace(' ', "-"))),
        };
        Product::Replay.may_replace(&path)?;
        write_replay(&path, record)?;
        Ok(Some(path))
    }
}

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
            return Err(format!("there is no peer {} that calls; expected 2 to {peers}", u32::from(number) + 1));
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

/// The parts whose hashes differ.
pub(super) fn differing(own: &[u64], theirs: &[u64]) -> Vec<String> {
    let pairs = PART_NAMES.iter().zip(own.iter().zip(theirs));
    pairs.filter(|(_, (own, theirs))| own != theirs).map(|(name, _)| (*name).to_owned()).collect()
}
