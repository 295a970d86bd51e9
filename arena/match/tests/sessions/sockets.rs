//! Sessions over sockets on the loopback: each process a thread with a socket of its own, each guest at the end of a poor line, those who
//! are killed gone with their sockets.

use std::io::{self, ErrorKind};
use std::net::{SocketAddr, UdpSocket};
use std::thread;
use std::time::{Duration, Instant};

use sandtable_match::lockstep::{MAX_DATAGRAM_BYTES, Peer, PeerOutcome, play};

use crate::network::Plan;
use crate::relay::Relay;

/// After this long a session hangs.
const DEADLINE: Duration = Duration::from_secs(300);
/// How long a host that is started again waits for its port.
const PORT_TIME: Duration = Duration::from_secs(5);

/// Plays a session over sockets; the result of each process that was not killed for good.
pub fn over_sockets(plan: &Plan) -> Vec<Option<PeerOutcome>> {
    let socket = bound(SocketAddr::from(([127, 0, 0, 1], 0)));
    let host = socket.local_addr().expect("its address");
    let guests: Vec<_> = (1..plan.scripts.len())
        .map(|row| {
            let plan = plan.clone();
            thread::spawn(move || {
                let line = Relay::to(host, plan.seed + row as u64, plan.conditions);
                live(&plan, row, line.address, || bound(SocketAddr::from(([127, 0, 0, 1], 0))))
            })
        })
        .collect();
    let mut first = Some(socket);
    let mut outcomes = vec![live(plan, 0, host, || first.take().unwrap_or_else(|| bound(host)))];
    outcomes.extend(guests.into_iter().map(|guest| guest.join().expect("it does not panic")));
    outcomes
}

/// Lives a process of the session, as its script has it: `socket` makes the one of each life.
fn live(plan: &Plan, row: usize, host: SocketAddr, mut socket: impl FnMut() -> UdpSocket) -> Option<PeerOutcome> {
    let script = plan.scripts[row];
    thread::sleep(Duration::from_millis(script.starts_at));
    if let Some(killed_at) = script.killed_at {
        let ended = play_until(plan.process_at(row, 0, host), &socket(), killed_at).expect("the socket works");
        if ended.is_some() {
            return ended;
        }
        thread::sleep(Duration::from_millis(script.back_after?));
    }
    let times = u64::from(script.killed_at.is_some());
    let (start, outcome) = (Instant::now(), play(plan.process_at(row, times, host), &socket()));
    assert!(start.elapsed() < DEADLINE, "the session hangs: {plan:?}");
    Some(outcome.expect("the socket works"))
}

/// A socket at an address; a port that was in use just now may be so for a moment.
fn bound(address: SocketAddr) -> UdpSocket {
    let start = Instant::now();
    loop {
        match UdpSocket::bind(address) {
            Ok(socket) => return socket,
            Err(error) => assert!(start.elapsed() < PORT_TIME, "{address}: {error}"),
        }
        thread::sleep(Duration::from_millis(5));
    }
}

/// Plays a peer until it is killed after that tick; its result if it ends before.
fn play_until(mut peer: Peer<'_>, socket: &UdpSocket, killed_at: u32) -> io::Result<Option<PeerOutcome>> {
    let start = Instant::now();
    let now = || start.elapsed().as_millis() as u64;
    let mut bytes = [0; MAX_DATAGRAM_BYTES + 1];
    socket.set_read_timeout(Some(Duration::from_millis(1)))?;
    while peer.tick() < killed_at {
        assert!(start.elapsed() < DEADLINE, "the session hangs before tick {killed_at}");
        peer.advance(now());
        for (to, datagram) in peer.say(now()) {
            // As of any datagram, nobody is told that it is lost.
            let _ = socket.send_to(&datagram, to);
        }
        if peer.is_done(now()) {
            return Ok(Some(peer.finish()));
        }
        match socket.recv_from(&mut bytes) {
            Ok((length, from)) => peer.hear(now(), from, &bytes[..length]),
            Err(error)
                if matches!(
                    error.kind(),
                    ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::ConnectionRefused
                ) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(None)
}
