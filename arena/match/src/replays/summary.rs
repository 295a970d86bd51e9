//! What a replay comes to, in a few lines that can be compared.

use std::fmt::Write as _;

use sandtable_replay::{Playback, Replay};
use sandtable_sim::World;
use sandtable_sim::victory::MatchOutcome;

use crate::runner::{clock, ending_name};

/// The result of a replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplaySummary {
    /// Who won, and how.
    pub verdict: String,
    /// The last tick.
    pub last_tick: u32,
    /// The state hash after it.
    pub total: u64,
    /// Each player's economy and losses; none when this engine cannot play it.
    pub players: Option<Vec<String>>,
}

/// Who won a recorded match, and how.
pub fn verdict(replay: &Replay) -> String {
    told_outcome(replay.outcome())
}

/// An outcome in words.
pub(super) fn told_outcome(outcome: Option<MatchOutcome>) -> String {
    match outcome {
        None => "undecided".to_owned(),
        Some(outcome) => match outcome.winner {
            Some(team) => format!("team {} won by {}", team.0 + 1, ending_name(outcome.ending)),
            None => format!("draw by {}", ending_name(outcome.ending)),
        },
    }
}

impl ReplaySummary {
    /// The summary of a replay, which is played for the players' figures.
    pub fn from_replay(replay: &Replay) -> ReplaySummary {
        let (last_tick, total) = (replay.last_tick(), replay.chunks.last().map_or(0, |chunk| chunk.total));
        let played = Playback::at(replay, last_tick).ok();
        let world = played.map(Playback::into_world).filter(|world| world.state_hash() == total || total == 0);
        ReplaySummary { verdict: verdict(replay), last_tick, total, players: world.as_ref().map(figures) }
    }

    /// The summary as lines of text.
    pub fn lines(&self) -> Vec<String> {
        let ReplaySummary { verdict, last_tick, total, players } = self;
        let mut lines = vec![
            format!("outcome   {verdict}"),
            format!("last tick {last_tick} ({})", clock(*last_tick)),
            format!("state     {total:016x}"),
        ];
        match players {
            Some(players) => lines.extend(players.iter().cloned()),
            None => lines.push("figures   unknown: this engine plays the orders differently".to_owned()),
        }
        lines
    }
}

/// A line for each player: what it gathered, spent, made and lost.
fn figures(world: &World) -> Vec<String> {
    let resources = &world.rules().resources;
    let line = |(row, player): (usize, &sandtable_sim::Player)| {
        let totals = &player.totals;
        let mut text = format!("player {}  score {}", row + 1, world.score(sandtable_state::id::PlayerId(row as u8)));
        for (name, (gathered, spent)) in resources.iter().zip(totals.gathered.iter().zip(&totals.spent)) {
            let _ = write!(text, ", {name} +{gathered} -{spent}");
        }
        let (made, lost) = (totals.units_made + totals.buildings_made, totals.units_lost + totals.buildings_lost);
        let _ = write!(text, ", made {made}, lost {lost}, killed {}", totals.units_killed + totals.buildings_razed);
        let _ = write!(text, ", orders {} ({} refused)", totals.orders, totals.rejected);
        text
    };
    world.players().iter().enumerate().map(line).collect()
}
