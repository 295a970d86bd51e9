//! How two peers find each other.

use std::io::{self, ErrorKind};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::time::Duration;

/// Milliseconds between two tries to meet the other peer.
const MEETING_MS: u64 = 20;

/// Calls the peer that waits at an address until it answers, for `seconds` at most.
///
/// # Errors
/// That it does not, or that the address is none.
pub fn call(address: &str, patience_seconds: u16) -> io::Result<TcpStream> {
    patiently(patience_seconds, ErrorKind::ConnectionRefused, || TcpStream::connect(address))
}

/// Waits at an address, for `seconds` at most, until the other peer calls; `listening` is told where, as soon as it can.
///
/// # Errors
/// That nobody calls, or that the address is none of this machine's.
pub fn wait_at(address: &str, patience_seconds: u16, listening: impl FnOnce(SocketAddr)) -> io::Result<TcpStream> {
    let listener = TcpListener::bind(address)?;
    listening(listener.local_addr()?);
    listener.set_nonblocking(true)?;
    let called = patiently(patience_seconds, ErrorKind::WouldBlock, || listener.accept());
    let (stream, _) = called.map_err(|error| match error.kind() {
        ErrorKind::WouldBlock => io::Error::other(format!("the other peer did not call within {patience_seconds} s")),
        _ => error,
    })?;
    stream.set_nonblocking(false)?;
    Ok(stream)
}

/// Tries for `seconds` at most, as long as it fails in that way.
fn patiently<T>(seconds: u16, failing: ErrorKind, mut attempt: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    let mut tries = 1_000 * u64::from(seconds) / MEETING_MS;
    loop {
        match attempt() {
            Err(error) if error.kind() == failing && tries > 0 => tries -= 1,
            other => return other,
        }
        std::thread::sleep(Duration::from_millis(MEETING_MS));
    }
}
