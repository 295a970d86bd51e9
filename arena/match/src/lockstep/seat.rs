//! A guest as its host sees it.

use std::net::SocketAddr;

use sandtable_state::codec::decode_compact;

use super::channel::Millis;
use super::connection::{Connection, Datagram, Greeting, SPECTATOR};
use super::limits::MAX_MESSAGE_BYTES;
use super::message::{ToGuest, ToHost};

/// What a guest's datagram holds.
pub(super) enum Said {
    Nothing,
    /// What no peer says.
    Noise,
    Messages(Vec<ToHost>),
}

/// A guest's place in a session, whether or not it is there.
pub(super) struct GuestSeat {
    pub number: u8,
    connection: Option<Connection>,
    /// Since when it is missing, while it is.
    missing_since: Millis,
    /// The last tick whose orders it had when it called.
    has: Option<u32>,
    /// Whether it was told that the match is on.
    pub begun: bool,
    /// The connection over which it was asked how far the match is.
    asked: Option<u64>,
    /// Whether it knows how the session ended.
    pub bye: bool,
}

impl GuestSeat {
    pub const fn new(number: u8, now: Millis) -> GuestSeat {
        GuestSeat { number, connection: None, missing_since: now, has: None, begun: false, asked: None, bye: false }
    }

    pub const fn is_connected(&self) -> bool {
        self.connection.is_some()
    }

    pub fn is_connected_as(&self, number: u64) -> bool {
        self.connection.as_ref().is_some_and(|connection| connection.number == number)
    }

    pub const fn has(&self) -> Option<u32> {
        self.has
    }

    /// Whether a player's peer has been away for longer than that.
    pub fn is_missing(&self, now: Millis, patience: Millis) -> bool {
        self.number != SPECTATOR && self.connection.is_none() && now > self.missing_since + patience
    }

    /// Seats a guest; the connection of whoever was there comes back.
    pub fn sit(&mut self, greeting: Greeting, connection: Connection) -> Option<Connection> {
        (self.has, self.bye) = (greeting.has, false);
        self.connection.replace(connection)
    }

    pub fn leave(&mut self, now: Millis) {
        (self.connection, self.missing_since) = (None, now);
    }

    /// Gives a connection up that has been silent for that long.
    pub fn give_up_after(&mut self, now: Millis, silence: Millis) {
        if self.connection.as_ref().is_some_and(|connection| now > connection.heard_at + silence) {
            self.leave(now);
        }
    }

    pub fn hear(&mut self, now: Millis, from: SocketAddr, datagram: &[u8]) -> Said {
        let connection = self.connection.as_mut();
        connection.and_then(|connection| connection.hear(now, from, datagram)).map_or(Said::Nothing, GuestSeat::read)
    }

    /// Reads messages.
    pub fn read(messages: Vec<Vec<u8>>) -> Said {
        let read: Result<Vec<ToHost>, _> =
            messages.iter().map(|message| decode_compact(message, MAX_MESSAGE_BYTES)).collect();
        read.map_or(Said::Noise, Said::Messages)
    }

    /// Asks, once a connection, how far the match is.
    pub fn ask(&mut self) {
        let number = self.connection.as_ref().map(|connection| connection.number);
        if std::mem::replace(&mut self.asked, number) != number {
            self.send(&ToGuest::Ask);
        }
    }

    /// Queues a message. Who has let too much queue up is let go of, and may call again.
    pub fn send(&mut self, message: &ToGuest) {
        if self.connection.as_mut().is_some_and(|connection| !connection.send(message)) {
            self.connection = None;
        }
    }

    pub fn say(&mut self, now: Millis, out: &mut Vec<Datagram>) {
        if let Some(connection) = &mut self.connection {
            connection.say(now, out);
        }
    }
}
