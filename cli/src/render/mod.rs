//! One offline page of a recorded match.

use sandtable_sim::replay::{Replay, ReplayError};

/// The page of a replay, complete in itself.
///
/// # Errors
/// When the scenario inside does not decode.
pub fn render(replay: &Replay) -> Result<String, ReplayError> {
    replay.header.decode_scenario().map(|scenario| scenario.name)
}
