//! A match handed over while it is played: what one commander remembers, and taking up the state of another session.

use sandtable_sim::World;
use sandtable_state::codec::DecodeError;
use sandtable_state::id::PlayerId;
use serde::{Deserialize, Serialize};

use super::guarded;
use super::result::{Forfeited, Side};
use super::session::MatchSession;

/// What a player's commander takes along.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SeatMemory {
    /// What it remembers; none when that cannot be saved, or it is not run where the match comes from.
    pub memory: Option<Vec<u8>>,
    /// How it failed.
    pub forfeited: Option<Forfeited>,
}

impl MatchSession {
    /// What a player's commander takes along.
    pub(crate) fn seat_memory(&self, player: PlayerId) -> SeatMemory {
        let Some(seat) = self.seats.get(player.index()) else { return SeatMemory::default() };
        SeatMemory { memory: seat.memory(), forfeited: seat.forfeited.clone() }
    }

    /// The figures of all sides so far.
    pub(crate) fn sides(&self) -> &[Side] {
        &self.sides
    }

    /// Notes that a commander failed that is run elsewhere.
    pub(crate) fn note_forfeit(&mut self, player: PlayerId, forfeited: &Forfeited) {
        if let Some(seat) = self.seats.get_mut(player.index()) {
            seat.forfeited.get_or_insert_with(|| forfeited.clone());
        }
    }

    /// Goes on from this world and these figures, with these memories of commanders where they have any.
    ///
    /// # Errors
    /// When they are of a match of other players, or a commander refuses its memory.
    pub(crate) fn take_up(
        &mut self,
        world: World,
        sides: Vec<Side>,
        seats: Vec<SeatMemory>,
    ) -> Result<(), DecodeError> {
        let malformed = |what: &str| DecodeError::Malformed(what.to_owned());
        if sides.len() != self.sides.len() || seats.len() < self.seats.len() {
            return Err(malformed("of a match of other players"));
        }
        for (seat, saved) in self.seats.iter_mut().zip(seats) {
            if let (Some(memory), None) = (&saved.memory, &saved.forfeited) {
                let restored = guarded(|| seat.commander.restore(memory));
                restored.map_err(|fault| malformed(&fault.message))??;
            }
            seat.forfeited = saved.forfeited;
        }
        (self.sides, self.world) = (sides, world);
        Ok(())
    }
}
