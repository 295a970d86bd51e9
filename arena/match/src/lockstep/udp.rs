//! A peer over a UDP socket: the clock, the waiting, and nothing else.

use std::io::{self, ErrorKind};
use std::net::{SocketAddr, ToSocketAddrs, UdpSocket};
use std::time::{Duration, Instant};

use super::limits::MAX_DATAGRAM_BYTES;
use super::peer::Peer;
use super::peer_outcome::PeerOutcome;

/// Milliseconds that a peer with nothing to do waits for a datagram.
const WAIT_MS: u64 = 1;
/// Datagrams taken in one go, before it looks at its own affairs.
const DATAGRAMS_AT_ONCE: usize = 64;

/// 32 bytes of the system's random numbers.
///
/// # Errors
/// That the system has none.
pub fn entropy() -> io::Result<[u8; 32]> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(bytes)
}

/// The address of a host.
pub(super) fn host_address(address: &str) -> io::Result<SocketAddr> {
    let none = || io::Error::new(ErrorKind::InvalidInput, "no such address");
    address.to_socket_addrs()?.next().ok_or_else(none)
}

/// A socket to call a host from.
pub(super) fn calling_socket(host: SocketAddr) -> io::Result<UdpSocket> {
    UdpSocket::bind(if host.is_ipv4() { "0.0.0.0:0" } else { "[::]:0" })
}

/// Plays a peer to its end. `begin` makes it, at time 0.
///
/// # Errors
/// What the system said of the socket; a datagram that cannot be delivered is no error.
pub fn play(mut peer: Peer<'_>, socket: &UdpSocket) -> io::Result<PeerOutcome> {
    let start = Instant::now();
    let now = || start.elapsed().as_millis() as u64;
    // The reply to a datagram that nobody takes is an error of a later call.
    let passing = |error: &io::Error| {
        matches!(
            error.kind(),
            ErrorKind::WouldBlock
                | ErrorKind::TimedOut
                | ErrorKind::Interrupted
                | ErrorKind::ConnectionRefused
                | ErrorKind::ConnectionReset
                | ErrorKind::HostUnreachable
                | ErrorKind::NetworkUnreachable
        )
    };
    let mut bytes = [0; MAX_DATAGRAM_BYTES + 1];
    socket.set_read_timeout(Some(Duration::from_millis(WAIT_MS)))?;
    loop {
        let stepped = peer.advance(now());
        for (to, datagram) in peer.say(now()) {
            match socket.send_to(&datagram, to) {
                Err(error) if !passing(&error) => return Err(error),
                _ => {}
            }
        }
        if peer.is_done(now()) {
            return Ok(peer.finish());
        }
        socket.set_nonblocking(stepped)?;
        for _ in 0..DATAGRAMS_AT_ONCE {
            match socket.recv_from(&mut bytes) {
                Ok((length, from)) => peer.hear(now(), from, &bytes[..length]),
                Err(error) if passing(&error) => break,
                Err(error) => return Err(error),
            }
            socket.set_nonblocking(true)?;
        }
    }
}
