//! What `sandtable why` can be asked.

use std::path::PathBuf;

use clap::Args;
use sandtable_state::id::{PlayerId, UnitId};

/// Arguments of `why`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  sandtable why game.replay --unit p1#17 --tick 2400
  sandtable why replays/meadow-rush-tech.replay --unit p1#3 --tick 800 --json
  sandtable why game.replay --unit p1#17 --from 1600 --tick 2400
  sandtable why game.replay --player 2 --tick 2400

Replays the match to that tick, and explains what the unit does in the next one: its commander's
goal, the order it was given and for which step of which plan, its squad, its queues, its mind with
the tree it runs, its place or job, and its steering. If it does not think or decide in that tick,
its latest thought or decision is shown with its tick.

With --from, prints the unit's decisions over time: its order and the purpose of it, the heads of
its queues, how its last order ended, the goal, state and tree of its mind, and its target. There is
one line for each tick in which one of them changed.

With --player instead of --unit, prints the commander's latest decision by then: the value of every
goal and why, including those not chosen, the plans, and the orders.

Units are named by player and number: p1#17 is entity 17 of player 1.")]
pub struct WhyArgs {
    /// The replay file.
    #[arg(value_name = "REPLAY")]
    pub file: PathBuf,
    /// The unit, as pPLAYER#NUMBER.
    #[arg(long, value_name = "ID", value_parser = unit, required_unless_present = "player", conflicts_with = "player")]
    pub unit: Option<UnitId>,
    /// Player whose commander is explained, counted from 1.
    #[arg(long, value_name = "P", value_parser = clap::value_parser!(u8).range(1..=8))]
    pub player: Option<u8>,
    /// Explain the state after this tick; a game second has 16.
    #[arg(long, value_name = "T")]
    pub tick: u32,
    /// Print the unit's decisions from this tick to --tick, one line per change.
    #[arg(long, value_name = "T", requires = "unit")]
    pub from: Option<u32>,
    /// Print one line of JSON.
    #[arg(long)]
    pub json: bool,
}

/// Reads what a [`UnitId`] is printed as.
fn unit(text: &str) -> Result<UnitId, String> {
    let expected = || "expected a player and a number, as p1#17".to_owned();
    let (player, serial) = text.strip_prefix('p').and_then(|rest| rest.split_once('#')).ok_or_else(expected)?;
    let (player, serial) = player.parse::<u8>().ok().zip(serial.parse::<u32>().ok()).ok_or_else(expected)?;
    let named = (1..=8).contains(&player) && (1..1 << 24).contains(&serial);
    if named { Ok(UnitId::new(PlayerId(player - 1), serial)) } else { Err(expected()) }
}
