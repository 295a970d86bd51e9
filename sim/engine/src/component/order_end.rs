//! How the last order of a unit ended.

use sandtable_state::{ByteReader, Field, Malformed, Sink, state_enum};

state_enum! {
    /// How an order ended, and why.
    #[derive(Default)]
    pub enum OrderEnd {
        /// None has ended yet.
        #[default]
        None = 0,
        /// It stands where it was sent: on the point, or on its place in the group that was sent there.
        Arrived = 1,
        /// The work is done: the target fell, the building stands, the cargo is delivered.
        Done = 2,
        /// Unreachable: every cell of its goal is a wall, as far as its team knows; it stands beside it.
        Walled = 3,
        /// Unreachable: no way leads there, as far as its team knows; it stands on the nearest ground that it can get to.
        NoWay = 4,
        /// Given up: somebody stands on its place, or its own group does round it; a transport has no room.
        Full = 5,
        /// Given up: somebody who stands is in its way, and it found no way round.
        Blocked = 6,
        /// Given up: its target is not known to be anywhere.
        Lost = 7,
        /// Given up: it was not able to do it then, as an ability that was not ready.
        Unable = 8,
    }
}

impl OrderEnd {
    /// The kind of end, as bots and people are told; empty when none has ended.
    pub const fn kind(self) -> &'static str {
        match self {
            OrderEnd::None => "",
            OrderEnd::Arrived => "arrived",
            OrderEnd::Done => "done",
            OrderEnd::Walled | OrderEnd::NoWay => "unreachable",
            OrderEnd::Full | OrderEnd::Blocked | OrderEnd::Lost | OrderEnd::Unable => "gave up",
        }
    }

    /// The reason, of those that have one.
    pub const fn reason(self) -> Option<&'static str> {
        match self {
            OrderEnd::None | OrderEnd::Arrived | OrderEnd::Done => None,
            OrderEnd::Walled => Some("walled"),
            OrderEnd::NoWay => Some("no way"),
            OrderEnd::Full => Some("full"),
            OrderEnd::Blocked => Some("blocked"),
            OrderEnd::Lost => Some("lost target"),
            OrderEnd::Unable => Some("unable"),
        }
    }

    /// Whether the order was not carried out.
    pub const fn is_failure(self) -> bool {
        self.reason().is_some()
    }
}

/// The last order of a unit that ended. Orders that others replaced have not ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EndedOrder {
    /// The tick in which it ended; 0 when none has.
    pub tick: u32,
    /// Its tag, see [`Agent::tag`](super::Agent).
    pub tag: u16,
    /// How.
    pub end: OrderEnd,
}

impl Field for EndedOrder {
    #[inline(always)]
    fn put<S: Sink>(&self, sink: &mut S) {
        // One word of seven bytes: the hash of every unit takes it in every tick.
        sink.word(u64::from(self.tick) | u64::from(self.tag) << 32 | (self.end as u64) << 48, 7);
    }
    fn take(reader: &mut ByteReader<'_>) -> Result<Self, Malformed> {
        Ok(EndedOrder { tick: u32::take(reader)?, tag: u16::take(reader)?, end: OrderEnd::take(reader)? })
    }
}
