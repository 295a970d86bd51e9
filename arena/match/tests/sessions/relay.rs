//! A poor line between two sockets: datagrams on their way over the loopback are late, lost, repeated and overtaken, as a seed has it.

use std::io::ErrorKind;
use std::net::{SocketAddr, UdpSocket};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use sandtable_match::lockstep::MAX_DATAGRAM_BYTES;

use crate::network::{Conditions, Network};

/// Passes datagrams on between a host and one guest, until it is dropped.
pub struct Relay {
    /// Where the guest finds its host, and the host its guest.
    pub address: SocketAddr,
    is_over: Arc<AtomicBool>,
    passing: Option<JoinHandle<()>>,
}

impl Relay {
    pub fn to(host: SocketAddr, seed: u64, conditions: Conditions) -> Relay {
        let socket = UdpSocket::bind("127.0.0.1:0").expect("a port");
        socket.set_read_timeout(Some(Duration::from_millis(1))).expect("a time to wait");
        let address = socket.local_addr().expect("its address");
        let is_over = Arc::new(AtomicBool::new(false));
        let passing = {
            let is_over = Arc::clone(&is_over);
            thread::spawn(move || pass(&socket, host, Network::new(seed, conditions), &is_over))
        };
        Relay { address, is_over, passing: Some(passing) }
    }
}

impl Drop for Relay {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        if let Some(Err(_)) = self.passing.take().map(JoinHandle::join) {
            eprintln!("the relay at {} has failed", self.address);
        }
    }
}

/// What comes from the host goes to whoever wrote to it last; all else goes to the host.
fn pass(socket: &UdpSocket, host: SocketAddr, mut network: Network, is_over: &AtomicBool) {
    let start = Instant::now();
    let (mut guest, mut bytes) = (None, [0; MAX_DATAGRAM_BYTES]);
    while !is_over.load(Ordering::Relaxed) {
        let now = start.elapsed().as_millis() as u64;
        match socket.recv_from(&mut bytes) {
            Ok((length, from)) => {
                if from != host {
                    guest = Some(from);
                }
                let to = if from == host { guest } else { Some(host) };
                let datagram = to.map(|to| (to, bytes[..length].to_vec()));
                datagram.into_iter().for_each(|datagram| network.send(now, from, datagram));
            }
            // A peer that has ended refuses what still comes to it.
            Err(error)
                if matches!(
                    error.kind(),
                    ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::ConnectionRefused
                ) => {}
            Err(error) => panic!("the relay cannot read: {error}"),
        }
        for (_, to, bytes) in network.arrived(now) {
            // As of any datagram, nobody is told that it is lost.
            let _ = socket.send_to(&bytes, to);
        }
    }
}
