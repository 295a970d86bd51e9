//! What peers say to each other.

use sandtable_sim::order::{Order, StampedOrder};
use sandtable_state::id::PlayerId;
use sandtable_state::limits::{MAX_ORDER_UNITS, MAX_ORDERS_PER_TICK};
use serde::{Deserialize, Serialize};

use crate::runner::{Forfeited, SeatMemory, Side};

/// The version of the protocol.
pub const PROTOCOL: u16 = 3;

/// What one commander decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PlayerDecision {
    pub player: PlayerId,
    pub orders: Vec<Order>,
    /// The hash of what it remembers then; 0 when that cannot be saved.
    pub memory: u64,
    /// How it failed, if it did.
    pub failed: Option<Forfeited>,
}

impl PlayerDecision {
    /// Whether it is within the limits of a commander.
    pub fn is_within_limits(&self) -> bool {
        use sandtable_sim::order::OrderSubject;
        let short = |order: &Order| match &order.subject {
            OrderSubject::Units(units) => units.len() <= MAX_ORDER_UNITS + 1,
            _ => true,
        };
        self.orders.len() <= MAX_ORDERS_PER_TICK && self.orders.iter().all(short)
    }
}

/// The state after a tick, and what the sender's commanders decided after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Turn {
    pub tick: u32,
    pub total: u64,
    pub decisions: Vec<PlayerDecision>,
    /// What the sender's commanders remember, where the record closes a chunk with this tick.
    pub seats: Vec<(PlayerId, SeatMemory)>,
}

/// All orders of a tick, as the host puts them together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Bundle {
    pub tick: u32,
    /// The delay of what is decided after this tick.
    pub delay: u8,
    /// The last tick whose state all players' peers have agreed on, and its hash.
    pub agreed: (u32, u64),
    /// By player, then by the tick after which it was decided.
    pub decisions: Vec<(u32, PlayerDecision)>,
}

impl Bundle {
    /// The orders, each player's numbered through, and no more than a tick takes.
    pub fn orders(&self) -> Vec<StampedOrder> {
        let mut orders: Vec<StampedOrder> = Vec::new();
        let mut seq = 0;
        for (_, decision) in &self.decisions {
            for order in &decision.orders {
                seq = match orders.last() {
                    Some(last) if last.player == decision.player => seq + 1,
                    _ => 0,
                };
                if usize::from(seq) < MAX_ORDERS_PER_TICK {
                    let (tick, player) = (self.tick, decision.player);
                    orders.push(StampedOrder { tick, player, seq, order: order.clone() });
                }
            }
        }
        orders
    }
}

/// A match under way: whoever takes it up goes on with the orders of the next tick.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Snapshot {
    pub tick: u32,
    pub world: Vec<u8>,
    pub sides: Vec<Side>,
    pub seats: Vec<SeatMemory>,
    /// The record of the match up to this tick.
    pub record: Vec<u8>,
}

/// Where two worlds went apart, or two runs of a commander.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Divergence {
    /// The first tick after which they were not the same.
    pub tick: u32,
    /// The peers, from 1, whose state is not the host's; empty when it is a commander that differs.
    pub peers: Vec<u8>,
    /// The parts that differed: of the state, or of a commander's what it ordered or remembers (`orders.p1`, `memory.p1`). Empty when
    /// they were not told.
    pub parts: Vec<String>,
}

/// What a guest tells its host.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum ToHost {
    Turn(Turn),
    /// The hashes of the parts after a tick whose states went apart.
    Parts {
        tick: u32,
        hashes: Vec<u64>,
    },
    /// That a commander is not as its peer says.
    Astray(Divergence),
    /// The match as far as the guest knows it, for a host that has been started again: the last snapshot, if there has been one, and the
    /// orders of all ticks since.
    State {
        snapshot: Option<Box<Snapshot>>,
        bundles: Vec<Bundle>,
    },
    /// That it has heard how the session ended.
    Bye,
}

/// What a host tells a guest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum ToGuest {
    /// The match is on: from the snapshot, or else from its start or where the guest is. `due` is the guest's next turn.
    Begin {
        due: u32,
        snapshot: Option<Box<Snapshot>>,
    },
    Bundle(Bundle),
    /// What all commanders remember after a tick that closes a chunk of the record, for a snapshot.
    Seats {
        tick: u32,
        seats: Vec<SeatMemory>,
    },
    /// The host has been started again, and asks how far the match is.
    Ask,
    /// The states after a tick are not the same: the hashes of their parts are asked for.
    Apart {
        tick: u32,
    },
    /// The match ends with this.
    Verdict(Divergence),
    /// The match is over, and all players' peers saw the same state.
    Over {
        total: u64,
    },
    /// The session ends, or the guest's part in it, for this reason.
    Stop(String),
}
