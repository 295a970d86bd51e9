//! One peer of a match between processes: its socket, its record, and what bisection needs after a divergence.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use sandtable_ai::Registry;

use super::{isolation_note, withhold_records};
use crate::Failure;
use crate::lockstep::{
    Peer, PeerEnd, PeerOutcome, PeerSetup, PlannedFaults, Role, Terms, entropy, paths_of_peers, play,
};
use crate::runner::{ReplaySink, tell, threads_of_a_match};
use crate::setup::MatchSetup;
use crate::store::{StreamedReplay, SystemDisk, partial};

/// How a peer plays.
#[derive(Clone)]
pub struct PeerTerms<'a> {
    /// What it is in the session.
    pub role: Role<'a>,
    /// The terms of the session.
    pub session: Terms,
    /// The match seed.
    pub seed: u64,
    /// The file that the match is recorded to; none for no record.
    pub replay: Option<&'a Path>,
    /// Threads that step the world.
    pub threads: u16,
    /// Drop an order, in the first tick from this one on that has any, in the first peer that calls: tests that the desync is detected.
    pub leave_out_from: Option<u32>,
}

/// A peer that has played.
#[derive(Clone, Debug)]
pub struct PlayedPeer {
    /// How the session went.
    pub outcome: PeerOutcome,
    /// The replay for bisection after a divergence; none without one.
    pub desync: Option<PathBuf>,
}

impl PlayedPeer {
    /// The result of the match, how the session went, and the files that were written.
    pub fn tell(&self, role: Role<'_>, replay: Option<&Path>) -> String {
        let PlayedPeer { outcome, desync } = self;
        let mut text = format!("{}\n{}\n", tell(&outcome.result), outcome.summary(&role.name()));
        if let Some(path) = desync {
            text += &format!("for replay bisect: {}\n", path.display());
        }
        if let Some(path) = replay {
            text += &format!("\nreplay: {}\n", path.display());
        }
        text
    }
}

/// Plays one peer of a match between processes, whose commanders the registry built. `listening` is told the address of a host before it
/// waits there.
///
/// # Errors
/// That the address cannot be used, the peer does not fit the session, nobody else came, or the record cannot be written.
pub fn play_peer(
    setup: MatchSetup,
    registry: &Registry,
    terms: PeerTerms<'_>,
    listening: impl FnOnce(SocketAddr),
) -> Result<PlayedPeer, Failure> {
    let (role, replay) = (terms.role, terms.replay);
    // Peers of one command are on one machine, and write side by side.
    let peers = 1..=terms.session.peers();
    let records =
        replay.map(|path| role.number().map_or_else(|| vec![path.to_owned()], |own| paths_of_peers(path, own, peers)));
    withhold_records(registry, records.iter().flatten().map(PathBuf::as_path));
    let (socket, host) = role.open_socket()?;
    if matches!(role, Role::Host(_)) {
        listening(host);
    }
    let mut file = replay.map(|path| StreamedReplay::create(&SystemDisk, path)).transpose()?;
    let record = file.as_mut().map(|file| file as &mut dyn ReplaySink);
    let setup = PeerSetup { note: isolation_note(registry), ..peer_setup(setup, terms, record)? };
    let made = match role {
        Role::Host(_) => Peer::host(setup, 0),
        Role::Guest(number, _) => Peer::guest(setup, number, host, 0),
        Role::Spectator(_) => Peer::spectator(setup, host, 0),
    };
    let peer = made.map_err(|why| Failure::Usage(format!("--peers, --split: {why}")))?;
    let outcome = play(peer, &socket).map_err(|error| role.refuse(&error.to_string()))?;
    if let PeerEnd::Lost { tick: 0, why } = &outcome.end {
        // Nothing was played, so there is nothing to keep.
        drop(file);
        replay.iter().for_each(|path| drop(std::fs::remove_file(partial(path))));
        return Err(role.refuse(&format!("{why}; expected all peers with the same match and secret")));
    }
    if let Some(file) = file {
        file.finish()?;
    }
    let desync = outcome.keep_desync(replay, &role.name())?;
    Ok(PlayedPeer { outcome, desync })
}

fn peer_setup<'o>(
    setup: MatchSetup,
    terms: PeerTerms<'_>,
    record: Option<&'o mut dyn ReplaySink>,
) -> Result<PeerSetup<'o>, Failure> {
    let MatchSetup { scenario, commanders, contestants, sources } = setup;
    let leaves_out = matches!(terms.role, Role::Guest(1, _));
    Ok(PeerSetup {
        scenario,
        seed: terms.seed,
        commanders,
        contestants,
        sources,
        terms: terms.session,
        threads: threads_of_a_match(terms.threads)?,
        entropy: entropy().map_err(|error| Failure::Engine(format!("the system's random numbers: {error}")))?,
        record,
        note: None,
        faults: PlannedFaults { leave_out_from: terms.leave_out_from.filter(|_| leaves_out), reseed_at: None },
    })
}
