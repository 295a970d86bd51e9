//! One game as `games.jsonl` keeps it: no wall-clock, no floats, the same on every machine.

use sandtable_sim::victory::Ending;
use serde::Serialize;

use super::schedule::Game;
use crate::runner::{Forfeited, MatchResult, Sums, Termination};

/// A played game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameRecord {
    /// Its number, from 0.
    pub game: u32,
    /// The pair it belongs to.
    pub pair: u32,
    /// The map.
    pub map: String,
    /// The match seed, as 16 hexadecimal digits.
    pub seed: String,
    /// The strategies, by player.
    pub strategies: Vec<String>,
    /// The side that won, from 1; none for a draw or a game that was not decided.
    pub winner: Option<u8>,
    /// How the match ended.
    pub ending: Option<Ending>,
    /// Why it stopped.
    pub termination: Termination,
    /// The last tick.
    pub ticks: u32,
    /// The state hash after it.
    pub hash: String,
    /// The replay, below the results folder; none when none was kept.
    pub replay: Option<String>,
    /// Each side's figures, by player.
    pub sides: Vec<SideRecord>,
}

/// A side's figures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SideRecord {
    /// Score at the end.
    pub score: u64,
    /// Sums over the match.
    #[serde(flatten)]
    pub sums: Sums,
    /// Set when the commander failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forfeited: Option<Forfeited>,
}

/// What a tournament calls a game's map and strategies.
pub struct Names {
    /// The map.
    pub map: String,
    /// The strategies, by player.
    pub strategies: Vec<String>,
}

impl GameRecord {
    /// The record of a game that gave this result.
    pub fn new(game: &Game, names: Names, result: &MatchResult, replay: Option<String>) -> GameRecord {
        let sides = result.sides.iter().map(|side| SideRecord {
            score: side.score,
            sums: side.sums.clone(),
            forfeited: side.forfeited.clone(),
        });
        GameRecord {
            game: game.number,
            pair: game.pair,
            map: names.map,
            seed: format!("{:016x}", game.seed),
            strategies: names.strategies,
            winner: result.winner().map(|team| team.0 + 1),
            ending: result.outcome.map(|outcome| outcome.ending),
            termination: result.termination.clone(),
            ticks: result.ticks,
            hash: result.hash.clone(),
            replay,
            sides: sides.collect(),
        }
    }

    /// Points of a side in half points: 2 for a win, 1 for a draw; none for a game that does not count.
    pub fn half_points(&self, side: u8) -> Option<u32> {
        if self.termination != Termination::Normal {
            return None;
        }
        Some(match self.winner {
            None => 1,
            Some(winner) if winner == side => 2,
            Some(_) => 0,
        })
    }

    /// Whether it was decided before its time limit.
    pub fn is_decided(&self) -> bool {
        matches!(self.ending, Some(Ending::Annihilation | Ending::Surrender | Ending::MutualDestruction))
    }
}
