//! What a peer is made of, and on what terms peers play.

use std::sync::Arc;

use sandtable_ai::Commander;
use sandtable_model::scenario::Scenario;
use sandtable_replay::{Contestant, SourceText};
use sandtable_sim::{SIM_VERSION, Threads};

use super::connection::Identity;
use super::delay::InputDelay;
use super::limits::MAX_PEERS;
use super::message::PROTOCOL;
use super::seal::Secret;
use crate::Failure;
use crate::runner::ReplaySink;

/// The terms of a session.
#[derive(Clone)]
pub struct Terms {
    /// The peer of each player, from 0; the host is peer 0.
    pub owners: Vec<u8>,
    /// How long orders take.
    pub delay: InputDelay,
    /// Whether every peer runs the others' commanders as well, those that decide by nothing but what they are shown, and compares.
    pub checks_commanders: bool,
    /// Milliseconds to wait for a peer: to come, or to come back.
    pub patience_ms: u64,
    /// Milliseconds of a tick as the host paces it; 0 for as fast as it goes.
    pub tick_ms: u64,
    /// What all peers know.
    pub secret: Secret,
}

impl Terms {
    /// The peer of each player when they are dealt out in turn.
    pub fn dealt(players: usize, peers: u8) -> Vec<u8> {
        (0..players).map(|row| (row % usize::from(peers.max(1))) as u8).collect()
    }

    /// The peer of each player, from 0, of a number of peers (2 when none is named): as `split` names them, counted from 1, or else dealt
    /// out in turn.
    ///
    /// # Errors
    /// That the players are split among another number of peers than is named: of more peers than players some would have nothing to do.
    pub fn split(players: usize, peers: Option<u8>, split: &[u8]) -> Result<Vec<u8>, Failure> {
        let owners = match split {
            [] => Terms::dealt(players, peers.unwrap_or(2)),
            split => split.iter().map(|peer| peer.saturating_sub(1)).collect(),
        };
        let found = peers_of(&owners);
        let named = if split.is_empty() { peers.unwrap_or(2) } else { peers.unwrap_or(found) };
        if found == named {
            return Ok(owners);
        }
        let found =
            format!("{players} players are split among {found} peers; expected --peers {found}, or another --split");
        Err(Failure::Usage(format!("--peers {named}: {found}")))
    }

    /// The number of peers that command somebody, the host counted whether it does or not.
    pub fn peers(&self) -> u8 {
        peers_of(&self.owners)
    }

    /// What is wrong with the split of the players; none when nothing is.
    pub fn fault(&self, players: usize) -> Option<String> {
        let (owners, peers) = (self.owners.len(), self.peers());
        let idle = (1..peers).find(|peer| !self.owners.contains(peer));
        if owners != players {
            Some(format!("the split names {owners} players; the match has {players}"))
        } else if peers > MAX_PEERS {
            Some(format!("the split names peer {peers}; at most {MAX_PEERS} can play"))
        } else {
            idle.map(|peer| format!("peer {} has no player; name fewer peers, or connect it as a spectator", peer + 1))
        }
    }

    pub(super) const fn adapts(&self) -> bool {
        matches!(self.delay, InputDelay::Adaptive { .. })
    }

    /// Milliseconds of silence after which a connection is given up, to be made again.
    pub(super) fn silence_ms(&self) -> u64 {
        (self.patience_ms / 3).max(1_000)
    }
}

fn peers_of(owners: &[u8]) -> u8 {
    owners.iter().copied().max().unwrap_or(0).saturating_add(1)
}

/// Defects made on purpose in one peer, to see that they are found out.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlannedFaults {
    /// Leave out an order, in the first tick from this one on that has any.
    pub leave_out_from: Option<u32>,
    /// Let chance fall otherwise from this tick on.
    pub reseed_at: Option<u32>,
}

/// What a peer is made of.
pub struct PeerSetup<'o> {
    /// What is played.
    pub scenario: Arc<Scenario>,
    /// The match seed.
    pub seed: u64,
    /// The commanders of all players; only the peer's own are asked, unless the terms say otherwise.
    pub commanders: Vec<Box<dyn Commander>>,
    /// How the record names them.
    pub contestants: Vec<Contestant>,
    /// The texts that the scenario was read from, for the record.
    pub sources: Vec<SourceText>,
    /// On what terms.
    pub terms: Terms,
    /// Threads that step the world.
    pub threads: Threads,
    /// Random bytes, which nobody else has.
    pub entropy: [u8; 32],
    /// Where the record goes while it is made, besides the outcome.
    pub record: Option<&'o mut dyn ReplaySink>,
    /// What the record notes at the end of a match that is played out: what is claimed of it.
    pub note: Option<String>,
    /// Defects made on purpose.
    pub faults: PlannedFaults,
}

impl PeerSetup<'_> {
    pub(super) fn identity(&self) -> Identity {
        Identity {
            protocol: PROTOCOL,
            sim_version: SIM_VERSION,
            scenario: sandtable_content::codec::scenario_fingerprint(&self.scenario),
            seed: self.seed,
            owners: self.terms.owners.clone(),
            checks_commanders: self.terms.checks_commanders,
        }
    }
}
