//! What a process is in a session, and the socket that it plays over.

use std::net::{SocketAddr, UdpSocket};

use super::udp::{calling_socket, host_address};
use crate::Failure;

/// What a process is in a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role<'a> {
    /// The host, which waits at an address.
    Host(&'a str),
    /// A peer, from 1, that calls the host at an address; peer 0 is the host.
    Guest(u8, &'a str),
    /// A spectator, which calls the host at an address.
    Spectator(&'a str),
}

impl<'a> Role<'a> {
    /// The address of the host, as it was named.
    pub const fn address(self) -> &'a str {
        match self {
            Role::Host(address) | Role::Guest(_, address) | Role::Spectator(address) => address,
        }
    }

    /// The number of a peer, from 1; none of a spectator.
    pub const fn number(self) -> Option<u8> {
        match self {
            Role::Host(_) => Some(1),
            Role::Guest(number, _) => Some(number + 1),
            Role::Spectator(_) => None,
        }
    }

    /// How reports name the process: players count peers from 1.
    pub fn name(self) -> String {
        self.number().map_or("spectator".to_owned(), |number| format!("peer {number}"))
    }

    /// A socket for it, and where the host is.
    ///
    /// # Errors
    /// That the address cannot be used, with what is expected of one.
    pub fn open_socket(self) -> Result<(UdpSocket, SocketAddr), Failure> {
        let opened = match self {
            Role::Host(address) => UdpSocket::bind(address).and_then(|socket| {
                let own = socket.local_addr()?;
                Ok((socket, own))
            }),
            Role::Guest(_, address) | Role::Spectator(address) => {
                host_address(address).and_then(|host| Ok((calling_socket(host)?, host)))
            }
        };
        opened
            .map_err(|error| self.refuse(&format!("{error}; expected the address of the host, such as 127.0.0.1:7000")))
    }

    /// The failure that names its address, and why it cannot play there.
    pub(crate) fn refuse(self, why: &str) -> Failure {
        Failure::Usage(format!("{}: {why}", self.address()))
    }
}
