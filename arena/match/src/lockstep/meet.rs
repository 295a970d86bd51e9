//! How two peers find each other, whoever else calls in between.

use std::io::{self, ErrorKind};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::time::Duration;

use super::frame::Frame;

/// Milliseconds between two tries to meet the other peer.
const MEETING_MS: u64 = 20;
/// Callers that have not greeted yet; of more the oldest are left.
const WAITING_CALLERS: usize = 16;
/// Bytes that a greeting takes at most, its length included.
const MAX_GREETING_BYTES: usize = 64;

/// Calls the peer that waits at an address until it answers, for `seconds` at most.
///
/// # Errors
/// That it does not, or that the address is none.
pub fn call(address: &str, patience_seconds: u16) -> io::Result<TcpStream> {
    patiently(patience_seconds, ErrorKind::ConnectionRefused, || TcpStream::connect(address))
}

/// Waits at an address, for `seconds` at most, until the other peer calls; `listening` is told where, as soon as it can. Whoever calls
/// and does not greet as a peer does is left, and waited on.
///
/// # Errors
/// That nobody calls, or that the address is none of this machine's.
pub fn wait_at(address: &str, patience_seconds: u16, listening: impl FnOnce(SocketAddr)) -> io::Result<TcpStream> {
    let listener = TcpListener::bind(address)?;
    listening(listener.local_addr()?);
    listener.set_nonblocking(true)?;
    let mut callers = Vec::new();
    let called = patiently(patience_seconds, ErrorKind::WouldBlock, || greeted(&listener, &mut callers));
    let stream = called.map_err(|error| match error.kind() {
        ErrorKind::WouldBlock => io::Error::other(format!("the other peer did not call within {patience_seconds} s")),
        _ => error,
    })?;
    stream.set_nonblocking(false)?;
    Ok(stream)
}

/// The first caller that has greeted; [`ErrorKind::WouldBlock`] as long as there is none.
fn greeted(listener: &TcpListener, callers: &mut Vec<TcpStream>) -> io::Result<TcpStream> {
    loop {
        match listener.accept() {
            Ok((stream, _)) => callers.extend(stream.set_nonblocking(true).ok().map(|()| stream)),
            Err(error) if error.kind() == ErrorKind::WouldBlock => break,
            // Who called has gone again.
            Err(error) if error.kind() == ErrorKind::ConnectionAborted => {}
            Err(error) => return Err(error),
        }
        // A silent caller keeps nobody else waiting, and thousands of them take no room.
        if callers.len() > WAITING_CALLERS {
            callers.remove(0);
        }
    }
    callers.retain(|caller| greeting(caller) != Greeting::None);
    let ready = callers.iter().position(|caller| greeting(caller) == Greeting::Whole);
    ready.map(|row| callers.swap_remove(row)).ok_or_else(|| ErrorKind::WouldBlock.into())
}

/// How far a caller's greeting has come.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Greeting {
    /// It can still become one.
    Begun,
    /// It is there.
    Whole,
    /// The caller is gone, or says what no peer says first.
    None,
}

/// Looks at what a caller has said, and leaves it to be read.
fn greeting(caller: &TcpStream) -> Greeting {
    let mut head = [0; MAX_GREETING_BYTES];
    let said = match caller.peek(&mut head) {
        Ok(0) => return Greeting::None,
        Ok(length) => &head[..length],
        Err(error) if error.kind() == ErrorKind::WouldBlock => return Greeting::Begun,
        Err(_) => return Greeting::None,
    };
    match said.first_chunk().map(|length| u32::from_le_bytes(*length) as usize) {
        None => Greeting::Begun,
        Some(length) if length > MAX_GREETING_BYTES - 4 => Greeting::None,
        Some(length) if said.len() < 4 + length => Greeting::Begun,
        Some(_) => match Frame::read(&mut &said[..]) {
            Ok(Some(Frame::Hello(_))) => Greeting::Whole,
            _ => Greeting::None,
        },
    }
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
