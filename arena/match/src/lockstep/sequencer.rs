//! The host's ledger: turns come in by peer, orders of ticks go out when they are complete.

use std::collections::{BTreeMap, VecDeque};

use sandtable_state::id::PlayerId;

use super::delay::{DelayControl, InputDelay};
use super::limits::MAX_MOMENTS;
use super::message::{Bundle, PlayerDecision, Turn};
use crate::runner::SeatMemory;

/// Why a turn is not taken.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Refused {
    /// The state after its tick is not that of the host, or of whoever came before it.
    Apart { tick: u32 },
    /// No peer sends that.
    Protocol(String),
}

/// What comes in of the peers that command players.
pub(super) struct Sequencer {
    owners: Vec<u8>,
    /// The next turn of each peer.
    due: Vec<u32>,
    /// Of the latest ticks after which somebody may still decide: the tick in which that takes effect.
    effects: VecDeque<(u32, u32)>,
    /// Decisions by the tick in which they take effect.
    waiting: BTreeMap<u32, Vec<(u32, PlayerDecision)>>,
    /// The last tick whose orders are out.
    released: u32,
    delay: DelayControl,
    /// Hashes of ticks that not everybody has come to: the first one told, and who told it.
    totals: BTreeMap<u32, (u64, u8)>,
    agreed: (u32, u64),
    /// Memories by tick and player, where the record closes a chunk.
    seats: BTreeMap<u32, Vec<Option<SeatMemory>>>,
}

impl Sequencer {
    pub fn new(owners: Vec<u8>, peers: u8, delay: InputDelay, least: u8, start_total: u64) -> Sequencer {
        let delay = DelayControl::new(delay, least);
        let effects = VecDeque::from([(0, 1 + u32::from(delay.ticks()))]);
        Sequencer {
            owners,
            due: vec![0; usize::from(peers)],
            effects,
            waiting: BTreeMap::new(),
            released: 0,
            delay,
            totals: BTreeMap::new(),
            agreed: (0, start_total),
            seats: BTreeMap::new(),
        }
    }

    /// The ledger of a match under way, from the orders of the ticks since a snapshot: of all peers the turns after its tick are due again.
    pub fn resume(&mut self, (tick, total): (u32, u64), bundles: &[Bundle]) {
        self.due.fill(if tick > 0 { tick + 1 } else { 0 });
        if tick > 0 {
            (self.agreed, self.released) = ((tick, total), tick);
            self.effects.clear();
        }
        for bundle in bundles {
            self.released = bundle.tick;
            self.effects.push_back((bundle.tick, bundle.tick + 1 + u32::from(bundle.delay)));
            self.delay.resume(bundle.delay);
        }
    }

    /// The next turn of a peer.
    pub fn due(&self, peer: u8) -> u32 {
        self.due.get(usize::from(peer)).copied().unwrap_or(0)
    }

    /// The last tick of which all turns are here, and all states the same.
    pub const fn agreed(&self) -> (u32, u64) {
        self.agreed
    }

    /// Takes a peer's turn. One that was here already, sent again, is left.
    pub fn take(&mut self, peer: u8, turn: Turn) -> Result<(), Refused> {
        let due = self.due(peer);
        if turn.tick < due {
            return Ok(());
        }
        self.check(peer, due, &turn)?;
        let Turn { tick, total, decisions, seats } = turn;
        self.due[usize::from(peer)] += 1;
        let (first, _) = *self.totals.entry(tick).or_insert((total, peer));
        if first != total {
            return Err(Refused::Apart { tick });
        }
        let effect = self.effects.iter().find(|(after, _)| *after == tick).map(|(_, effect)| *effect);
        let effect = effect.ok_or_else(|| Refused::Protocol(format!("it sent turn {tick} too late")))?;
        // In a match that was taken up again some have taken effect.
        if !decisions.is_empty() && effect > self.released {
            self.waiting.entry(effect).or_default().extend(decisions.into_iter().map(|decision| (tick, decision)));
        }
        self.keep_seats(tick, seats);
        self.agree();
        Ok(())
    }

    fn check(&self, peer: u8, due: u32, turn: &Turn) -> Result<(), Refused> {
        let refuse = |what: String| Err(Refused::Protocol(what));
        let own = |player: PlayerId| self.owners.get(player.index()) == Some(&peer);
        if turn.tick != due || turn.tick > self.released {
            return refuse(format!("it sent turn {}; expected turn {due}", turn.tick));
        }
        let sorted = turn.decisions.is_sorted_by(|one, other| one.player < other.player);
        if !sorted || !turn.decisions.iter().all(|decision| own(decision.player) && decision.is_within_limits()) {
            return refuse(format!("turn {} has orders of other players, or too many orders", turn.tick));
        }
        if !turn.seats.iter().all(|(player, _)| own(*player)) {
            return refuse(format!("turn {} has memories of other players' commanders", turn.tick));
        }
        Ok(())
    }

    fn keep_seats(&mut self, tick: u32, seats: Vec<(PlayerId, SeatMemory)>) {
        if seats.is_empty() {
            return;
        }
        let players = self.owners.len();
        let kept = self.seats.entry(tick).or_insert_with(|| vec![None; players]);
        seats.into_iter().for_each(|(player, seat)| kept[player.index()] = Some(seat));
    }

    fn agree(&mut self) {
        let all = self.due.iter().copied().min().unwrap_or(0);
        while let Some((tick, (total, _))) = self.totals.first_key_value().map(|(tick, told)| (*tick, *told)) {
            if tick >= all {
                break;
            }
            self.agreed = (tick, total);
            self.totals.pop_first();
        }
        // What everybody has sent, and has taken effect, is needed no more.
        while self.effects.front().is_some_and(|(after, effect)| *after < all && *effect <= self.released) {
            self.effects.pop_front();
        }
    }

    /// The memories of all after a tick, when all are here and the state is agreed on; older ones are forgotten then.
    pub fn seats_at(&mut self, tick: u32) -> Option<Vec<SeatMemory>> {
        let whole = self.seats.get(&tick)?.iter().cloned().collect::<Option<Vec<_>>>();
        let whole = whole.filter(|_| self.agreed.0 >= tick)?;
        self.seats = self.seats.split_off(&(tick + 1));
        Some(whole)
    }

    /// The last turn that the orders of the next tick need; none when they need no more.
    fn needed(&self) -> Option<u32> {
        let next = self.released + 1;
        self.effects.iter().rev().find(|(_, effect)| *effect <= next).map(|(after, _)| *after)
    }

    /// The orders of the next tick, when they are complete. `late` says whether the tick waits for them.
    pub fn release(&mut self, late: bool) -> Option<Bundle> {
        let all = self.due.iter().copied().min().unwrap_or(0);
        let needed = self.needed();
        if needed.is_some_and(|needed| all <= needed) || self.effects.len() > MAX_MOMENTS {
            return None;
        }
        self.released += 1;
        let tick = self.released;
        let spare = self.effects.iter().filter(|(after, effect)| *effect > tick && *after < all).count();
        self.delay.note(late, spare as u32);
        let delay = self.delay.ticks();
        self.effects.push_back((tick, tick + 1 + u32::from(delay)));
        // A delay that shrank lets two turns take effect in one tick.
        let mut decisions = self.waiting.remove(&tick).unwrap_or_default();
        decisions.sort_by_key(|(after, decision)| (decision.player, *after));
        Some(Bundle { tick, delay, agreed: self.agreed, decisions })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(tick: u32, total: u64) -> Turn {
        Turn { tick, total, decisions: Vec::new(), seats: Vec::new() }
    }

    #[test]
    fn orders_of_a_tick_wait_for_the_turns_that_they_need() {
        let mut ledger = Sequencer::new(vec![0, 1], 2, InputDelay::Fixed, 1, 9);
        assert_eq!(ledger.release(false).map(|bundle| bundle.tick), Some(1), "nobody decided for it");
        assert_eq!(ledger.release(false), None);
        assert_eq!((ledger.take(0, turn(0, 5)), ledger.release(false)), (Ok(()), None));
        assert_eq!(ledger.take(1, turn(0, 5)), Ok(()));
        assert_eq!(ledger.agreed(), (0, 5));
        assert_eq!(ledger.release(false).map(|bundle| (bundle.tick, bundle.agreed)), Some((2, (0, 5))));
        assert_eq!(ledger.take(1, turn(0, 77)), Ok(()), "sent again");
        assert_eq!(ledger.take(1, turn(1, 6)), Ok(()));
        assert_eq!(ledger.take(0, turn(1, 7)), Err(Refused::Apart { tick: 1 }));
    }

    #[test]
    fn a_peer_sends_its_own_turns_one_after_the_other() {
        let mut ledger = Sequencer::new(vec![0, 1], 2, InputDelay::Fixed, 1, 9);
        let refused = |result| matches!(result, Err(Refused::Protocol(_)));
        assert!(refused(ledger.take(1, turn(1, 5))));
        let decision = PlayerDecision { player: PlayerId(0), orders: Vec::new(), memory: 0, failed: None };
        assert!(refused(ledger.take(1, Turn { decisions: vec![decision], ..turn(0, 5) })));
    }
}
