//! Games stepped a second time: what orders come to must be what they came to the first time.

use sandtable_match::runner::{guarded, leave_out_an_order};
use sandtable_math::mix;
use sandtable_replay::{Replay, verify};

use super::file::TournamentFile;
use super::game::Game;

/// The stream of the mixer that chooses the games.
const RECHECK: u64 = 0x5245_4348;

/// Whether a game is among those that the file wants stepped a second time; the tournament seed chooses.
pub(super) fn is_due(file: &TournamentFile, game: &Game) -> bool {
    mix(mix(file.base_seed, RECHECK), u64::from(game.number)) % 100 < u64::from(file.recheck_percent)
}

/// Steps the orders of a recorded match again, from its own bytes; what came out otherwise, if anything did. From tick `diverge_at` on
/// an order is dropped, to test that the desync is detected.
pub(super) fn desync(recorded: &[u8], diverge_at: Option<u32>) -> Option<String> {
    let again = guarded(|| {
        let mut replay = Replay::decode(recorded).map_err(|bad| format!("its record cannot be read: {bad}"))?;
        if let Some(tick) = diverge_at {
            let _ = replay.chunks.iter_mut().any(|chunk| leave_out_an_order(&mut chunk.orders, tick));
        }
        verify(&replay).map_err(|bad| bad.to_string())
    });
    match again {
        Ok(Ok(_)) => None,
        Ok(Err(said)) => Some(said),
        Err(fault) => Some(format!("a second run of its orders fails: {}", fault.message)),
    }
}
