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

Plays the match to that tick, and tells what the next one makes of the unit: what
its commander goes for, the order it was given and for which step of which plan,
its squad, its queues, its mind with the tree it runs, its place or job, and what
steering makes of it. Where it does not think or decide in that very tick, the
tick of its latest thought or decision is told instead, and named.

With --from it tells the unit's decisions over time instead: its order and what
that is for, the heads of its queues, how its last order ended, the goal, state
and tree of its mind, and its target, a line for each tick in which one changed.

With --player instead of --unit it tells the commander's latest decision by then:
what every goal was worth and why, losers included, the plans, and the orders.

Units are named as player and number: p1#17 is the seventeenth entity of player 1.")]
pub struct WhyArgs {
    /// The replay file.
    #[arg(value_name = "REPLAY")]
    pub file: PathBuf,
    /// The unit, as pPLAYER#NUMBER.
    #[arg(long, value_name = "ID", value_parser = unit, required_unless_present = "player", conflicts_with = "player")]
    pub unit: Option<UnitId>,
    /// The player whose commander is asked, from 1.
    #[arg(long, value_name = "P", value_parser = clap::value_parser!(u8).range(1..=8))]
    pub player: Option<u8>,
    /// The tick after which it is asked; a game second has 16.
    #[arg(long, value_name = "T")]
    pub tick: u32,
    /// Print what the unit decided from this tick to --tick, a line for each change.
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
