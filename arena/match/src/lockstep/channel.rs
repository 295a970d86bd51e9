//! Messages, whole and in order, over datagrams that are lost, repeated and overtaken: numbered fragments, acknowledged and sent again.
//!
//! A packet acknowledges all fragments before `due`, and of the 64 after it those whose bit is set. Who sent a fragment sends it again when
//! its acknowledgement is late: after the smoothed round trip and four times its deviation (RFC 6298), twice as long after each try.

use std::collections::{BTreeMap, VecDeque};

use sandtable_state::codec::{decode_compact, encode_compact};
use serde::{Deserialize, Serialize};

use super::limits::{
    MAX_DATAGRAM_BYTES, MAX_FRAGMENT_BYTES, MAX_MESSAGE_BYTES, MAX_QUEUED_BYTES, MAX_RESEND_MS, MIN_RESEND_MS,
    WINDOW_FRAGMENTS,
};

/// Milliseconds since some moment of the caller's clock.
pub type Millis = u64;

/// A piece of a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Fragment {
    /// Its number among all of the connection and direction, from 0.
    number: u32,
    /// Whether the message ends with it.
    last: bool,
    bytes: Vec<u8>,
}

/// What one datagram holds.
#[derive(Serialize, Deserialize)]
struct Packet {
    /// The first fragment that has not come.
    due: u32,
    /// Which of those after it have: bit 0 is `due + 1`.
    got: u64,
    fragments: Vec<Fragment>,
}

struct Outgoing {
    fragment: Fragment,
    /// When it was last sent.
    sent: Option<Millis>,
    tries: u32,
    /// Whether the other side has it, though not all before it.
    got: bool,
}

/// One end of a connection.
pub(super) struct Channel {
    /// Fragments not acknowledged yet, in the order of their numbers.
    out: VecDeque<Outgoing>,
    next: u32,
    queued: usize,
    due: u32,
    early: BTreeMap<u32, Fragment>,
    message: Vec<u8>,
    owes_acknowledgement: bool,
    round_trip: RoundTrip,
}

impl Channel {
    pub fn new() -> Channel {
        Channel {
            out: VecDeque::new(),
            next: 0,
            queued: 0,
            due: 0,
            early: BTreeMap::new(),
            message: Vec::new(),
            owes_acknowledgement: false,
            round_trip: RoundTrip { smoothed: 100, deviation: 50 },
        }
    }

    /// Queues a message; false when more waits than a queue may hold.
    pub fn send(&mut self, message: &[u8]) -> bool {
        if self.queued + message.len() > MAX_QUEUED_BYTES {
            return false;
        }
        self.queued += message.len();
        let count = message.len().div_ceil(MAX_FRAGMENT_BYTES).max(1);
        for row in 0..count {
            let end = message.len().min((row + 1) * MAX_FRAGMENT_BYTES);
            let bytes = message[row * MAX_FRAGMENT_BYTES..end].to_vec();
            let fragment = Fragment { number: self.next, last: row + 1 == count, bytes };
            self.out.push_back(Outgoing { fragment, sent: None, tries: 0, got: false });
            self.next += 1;
        }
        true
    }

    /// Whether the other side has everything.
    pub fn is_idle(&self) -> bool {
        self.out.is_empty()
    }

    /// Takes a packet: the messages that are whole by it. None when it is no packet.
    pub fn hear(&mut self, now: Millis, bytes: &[u8]) -> Option<Vec<Vec<u8>>> {
        let packet: Packet = decode_compact(bytes, MAX_DATAGRAM_BYTES).ok()?;
        self.acknowledge(now, packet.due, packet.got);
        for fragment in packet.fragments {
            self.owes_acknowledgement = true;
            let ahead = fragment.number.wrapping_sub(self.due);
            if fragment.number >= self.due && (ahead as usize) < WINDOW_FRAGMENTS {
                self.early.insert(fragment.number, fragment);
            }
        }
        let mut messages = Vec::new();
        while let Some(fragment) = self.early.remove(&self.due) {
            self.due += 1;
            self.message.extend_from_slice(&fragment.bytes);
            if self.message.len() > MAX_MESSAGE_BYTES {
                return None;
            }
            if fragment.last {
                messages.push(std::mem::take(&mut self.message));
            }
        }
        Some(messages)
    }

    fn acknowledge(&mut self, now: Millis, due: u32, got: u64) {
        while self.out.front().is_some_and(|out| out.fragment.number < due) {
            let Some(out) = self.out.pop_front() else { break };
            self.queued -= out.fragment.bytes.len();
            // Of one that was sent twice nobody knows which came.
            if let (Some(sent), 1, false) = (out.sent, out.tries, out.got) {
                self.round_trip.measure(now.saturating_sub(sent));
            }
        }
        for out in self.out.iter_mut().take(64) {
            let ahead = out.fragment.number.wrapping_sub(due).wrapping_sub(1);
            out.got |= ahead < 64 && got >> ahead & 1 == 1;
        }
    }

    /// The packets to send now. With `greets` there is one, whatever there is to say.
    pub fn say(&mut self, now: Millis, greets: bool) -> Vec<Vec<u8>> {
        let wait = self.round_trip.resend_ms();
        let mut ready = Vec::new();
        for out in self.out.iter_mut().take(WINDOW_FRAGMENTS).filter(|out| !out.got) {
            let patience = (wait << out.tries.saturating_sub(1).min(4)).min(MAX_RESEND_MS);
            if out.sent.is_none_or(|sent| now >= sent + patience) {
                (out.sent, out.tries) = (Some(now), out.tries.saturating_add(1));
                ready.push(out.fragment.clone());
            }
        }
        let mut packets = Vec::new();
        let mut room = 0;
        for fragment in ready {
            if packets.is_empty() || fragment.bytes.len() + 16 > room {
                packets.push(Vec::new());
                room = MAX_FRAGMENT_BYTES + 16;
            }
            room -= fragment.bytes.len() + 16;
            packets.last_mut().into_iter().for_each(|packet| packet.push(fragment.clone()));
        }
        if packets.is_empty() && (greets || self.owes_acknowledgement) {
            packets.push(Vec::new());
        }
        self.owes_acknowledgement &= packets.is_empty();
        let (due, got) = (self.due, self.got());
        packets.into_iter().map(|fragments| encode_compact(&Packet { due, got, fragments })).collect()
    }

    fn got(&self) -> u64 {
        let ahead = |number: &u32| number - self.due - 1;
        self.early.keys().map(ahead).filter(|ahead| *ahead < 64).fold(0, |bits, ahead| bits | 1 << ahead)
    }
}

/// How long an answer takes, in milliseconds.
struct RoundTrip {
    smoothed: u64,
    deviation: u64,
}

impl RoundTrip {
    fn measure(&mut self, took: u64) {
        self.deviation = (3 * self.deviation + self.smoothed.abs_diff(took)) / 4;
        self.smoothed = (7 * self.smoothed + took) / 8;
    }

    fn resend_ms(&self) -> u64 {
        (self.smoothed + 4 * self.deviation).clamp(MIN_RESEND_MS, MAX_RESEND_MS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_come_whole_once_and_in_order_whatever_becomes_of_packets() {
        let messages: Vec<Vec<u8>> = (0..40_u8).map(|row| vec![row; usize::from(row) * 211]).collect();
        let (mut one, mut other) = (Channel::new(), Channel::new());
        messages.iter().for_each(|message| assert!(one.send(message)));
        let (mut heard, mut late, mut count) = (Vec::new(), Vec::new(), 0_u32);
        for now in (0..400_000).step_by(10) {
            for packet in one.say(now, false) {
                count += 1;
                // Of each eleven packets three are lost, two come twice and late, the others as they are.
                match count % 11 {
                    0 | 3 | 4 => {}
                    6 | 7 => late.extend([packet.clone(), packet]),
                    _ => heard.extend(other.hear(now, &packet).expect("a packet")),
                }
            }
            if now % 70 == 0 {
                late.drain(..).rev().for_each(|packet| heard.extend(other.hear(now, &packet).expect("a packet")));
            }
            for packet in other.say(now, false) {
                count += 1;
                if !count.is_multiple_of(3) {
                    assert_eq!(one.hear(now, &packet), Some(Vec::new()));
                }
            }
        }
        assert!(one.is_idle());
        assert_eq!(heard, messages);
    }

    #[test]
    fn what_waits_has_a_limit_and_noise_is_no_packet() {
        let mut channel = Channel::new();
        assert!(channel.send(&vec![0; MAX_QUEUED_BYTES]));
        assert!(!channel.send(&[1]));
        assert!(channel.say(0, false).len() <= WINDOW_FRAGMENTS);
        assert_eq!(channel.hear(0, &[0xFF; 40]), None);
    }
}
