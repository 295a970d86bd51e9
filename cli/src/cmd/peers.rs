//! `sandtable match --listen` and `--connect`: one peer of a match between processes.

use std::net::{SocketAddr, UdpSocket};
use std::path::Path;

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::lockstep::{
    InputDelay, LISTENING, Peer, PeerEnd, PeerOutcome, PeerSetup, PlannedFaults, Secret, Terms, calling_socket,
    entropy, host_address, play,
};
use sandtable_match::runner::{ReplaySink, tell, threads_of_a_match};
use sandtable_match::setup::MatchSetup;
use sandtable_match::store::{Product, StreamedReplay, SystemDisk, partial};

use super::play::setup;
use super::{say, say_json};
use crate::args::{MatchArgs, Role};

/// Plays one peer of a match between processes.
pub fn run_one(args: &MatchArgs, registry: &Registry, role: Role<'_>) -> Result<(), Failure> {
    if let Some(path) = &args.replay {
        Product::Replay.may_replace(path)?;
    }
    let setup = setup(args, registry)?;
    let terms = terms(args, setup.scenario.players.len())?;
    let (address, socket, host) = socket(role)?;
    if matches!(role, Role::Host(_)) {
        // To standard error, where it cannot be taken for a result.
        eprintln!("{LISTENING}{host}");
    }
    let mut file = match &args.replay {
        Some(path) => Some(StreamedReplay::create(&SystemDisk, path)?),
        None => None,
    };
    let record = file.as_mut().map(|file| file as &mut dyn ReplaySink);
    let setup = peer_setup(args, role, setup, terms, record)?;
    let made = match role {
        Role::Host(_) => Peer::host(setup, 0),
        Role::Guest(number, _) => Peer::guest(setup, number, host, 0),
        Role::Spectator(_) => Peer::spectator(setup, host, 0),
    };
    let peer = made.map_err(|why| Failure::Usage(format!("--peers, --split: {why}")))?;
    let outcome = play(peer, &socket).map_err(|error| Failure::Usage(format!("{address}: {error}")))?;
    if let PeerEnd::Lost { tick: 0, why } = &outcome.end {
        // Nothing was played, so there is nothing to keep.
        drop(file);
        args.replay.iter().for_each(|path| drop(std::fs::remove_file(partial(path))));
        return Err(Failure::Usage(format!("{address}: {why}; expected all peers with the same match and secret")));
    }
    if let Some(file) = file {
        file.finish()?;
    }
    let desync = outcome.keep_desync(args.replay.as_deref(), &name(role))?;
    report(args, role, &outcome, desync.as_deref())
}

/// The address named, a socket for it, and where the host is.
fn socket(role: Role<'_>) -> Result<(&str, UdpSocket, SocketAddr), Failure> {
    let (address, made) = match role {
        Role::Host(address) => {
            (address, UdpSocket::bind(address).and_then(|socket| Ok((socket.local_addr()?, socket))))
        }
        Role::Guest(_, address) | Role::Spectator(address) => {
            (address, host_address(address).and_then(|host| Ok((host, calling_socket(host)?))))
        }
    };
    let (host, socket) = made.map_err(|error| {
        Failure::Usage(format!("{address}: {error}; expected an address such as 127.0.0.1:7000 where the host is"))
    })?;
    Ok((address, socket, host))
}

fn terms(args: &MatchArgs, players: usize) -> Result<Terms, Failure> {
    let lockstep = &args.lockstep;
    let peers = lockstep.peers.unwrap_or(2);
    let owners = match lockstep.split.as_slice() {
        [] => Terms::dealt(players, peers),
        split => split.iter().map(|peer| peer - 1).collect(),
    };
    let terms = Terms {
        owners,
        delay: lockstep.input_delay.map_or(InputDelay::Fixed, |delay| delay.delay),
        checks_commanders: lockstep.check_commanders,
        patience_ms: u64::from(lockstep.patience) * 1_000,
        tick_ms: u64::from(lockstep.tick_ms),
        secret: lockstep.secret.as_deref().map_or(Ok(Secret::known()), Secret::read)?,
    };
    // Of more peers than players some would have nothing to do.
    let named = if lockstep.split.is_empty() { peers } else { lockstep.peers.unwrap_or(terms.peers()) };
    if terms.peers() != named {
        let found = terms.peers();
        return Err(Failure::Usage(format!(
            "--peers {named}: {players} players are split among {found} peers; expected --peers {found}, or another --split"
        )));
    }
    Ok(terms)
}

fn peer_setup<'o>(
    args: &MatchArgs,
    role: Role<'_>,
    setup: MatchSetup,
    terms: Terms,
    record: Option<&'o mut dyn ReplaySink>,
) -> Result<PeerSetup<'o>, Failure> {
    let MatchSetup { scenario, commanders, contestants, sources } = setup;
    let leaves_out = matches!(role, Role::Guest(1, _));
    Ok(PeerSetup {
        scenario,
        seed: args.seed,
        commanders,
        contestants,
        sources,
        terms,
        threads: threads_of_a_match(args.threads)?,
        entropy: entropy().map_err(|error| Failure::Engine(format!("the system's random numbers: {error}")))?,
        record,
        faults: PlannedFaults { leave_out_from: args.lockstep.diverge_at.filter(|_| leaves_out), reseed_at: None },
    })
}

fn name(role: Role<'_>) -> String {
    match role {
        Role::Host(_) => "peer 1".to_owned(),
        Role::Guest(number, _) => format!("peer {}", number + 1),
        Role::Spectator(_) => "spectator".to_owned(),
    }
}

fn report(args: &MatchArgs, role: Role<'_>, outcome: &PeerOutcome, desync: Option<&Path>) -> Result<(), Failure> {
    let PeerOutcome { result, end, .. } = outcome;
    if args.json {
        say_json(result)?;
    } else {
        let mut text = format!("{}\n{}", tell(result), outcome.summary(&name(role)));
        text.push('\n');
        if let Some(path) = desync {
            text += &format!("for replay bisect: {}\n", path.display());
        }
        if let Some(path) = &args.replay {
            text += &format!("\nreplay: {}\n", path.display());
        }
        say(&text)?;
    }
    match end {
        PeerEnd::Played if result.sides.iter().any(|side| side.forfeited.is_some()) => Err(Failure::Checked),
        PeerEnd::Played => Ok(()),
        PeerEnd::Lost { .. } => Err(Failure::Incomplete),
        PeerEnd::Divergence(_) => Err(Failure::Checked),
        PeerEnd::Stopped => match result.engine_error() {
            Some(message) => Err(Failure::Engine(message.to_owned())),
            None => Err(Failure::Incomplete),
        },
    }
}
