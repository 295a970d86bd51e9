//! One game as `games.jsonl` keeps it: no wall-clock, no floats, the same on every machine, and a checksum.

use std::collections::BTreeMap;

use sandtable_match::runner::{Forfeited, Goal, MatchResult, Side, Sums, Termination, clock};
use sandtable_match::store::{sealed, unsealed};
use sandtable_sim::victory::Ending;
use serde::{Deserialize, Serialize};

use super::game::Game;
use super::game_observer::GameObserver;
use super::plans::Plans;

/// Moments of a side's timeline that are kept.
pub(super) const MAX_GOALS: usize = 64;
/// Samples of the match that make one of a curve: one a game minute.
const SAMPLES_A_POINT: usize = 6;

/// A played game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number, from 0.
    pub game: u32,
    /// The pair it belongs to.
    pub pair: u32,
    /// The round, from 0.
    pub round: u32,
    /// The map.
    pub map: String,
    /// The match seed, as 16 hexadecimal digits.
    pub seed: String,
    /// The strategies, by player.
    pub strategies: Vec<String>,
    /// The teams, by player, from 1.
    pub teams: Vec<u8>,
    /// The team that won, from 1; none for a draw or a game that was not decided.
    pub winner: Option<u8>,
    /// The places, by player, from 1; equal ones are draws.
    pub places: Vec<u8>,
    /// How the match ended.
    pub ending: Option<Ending>,
    /// Why it stopped.
    pub termination: Termination,
    /// The last tick.
    pub ticks: u32,
    /// The state hash after it.
    pub hash: String,
    /// A number of its orders and its last state without the match seed, as 16 hexadecimal digits: games that went the same way have the
    /// same. Empty in results of earlier versions.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub course: String,
    /// The longest any unit wanted to move and kept within half a cell, in seconds; 0 unless something is expected of it.
    pub stuck_seconds: u32,
    /// Lapses of conduct by the name of their kind; empty unless something is expected of them.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub lapses: BTreeMap<String, u32>,
    /// The replay, below the results folder; none when none was kept.
    pub replay: Option<String>,
    /// Each side's figures, by player.
    pub sides: Vec<SideRecord>,
}

/// A side's figures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideRecord {
    /// Score at the end.
    pub score: u64,
    /// Sums over the match.
    #[serde(flatten)]
    pub sums: Sums,
    /// What was made first of each kind: tick and name, in order.
    pub build_order: Vec<(u32, String)>,
    /// The first moments of the commander's timeline.
    pub goals: Vec<Goal>,
    /// Figures by game minute.
    pub curve: Curve,
    /// The longest it sat on too much of a resource that it could have spent, in seconds; 0 unless something is expected of it.
    #[serde(default)]
    pub hoarded_seconds: u32,
    /// What became of its plans.
    #[serde(default)]
    pub plans: Plans,
    /// Set when the commander failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forfeited: Option<Forfeited>,
}

/// Figures by game minute, from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Curve {
    /// Gathered so far.
    pub gathered: Vec<u32>,
    /// Units that gather.
    pub workers: Vec<u32>,
    /// Cost of the units that fight.
    pub army: Vec<u32>,
}

/// What a tournament calls a game's map and strategies.
pub struct Names {
    /// The map.
    pub map: String,
    /// The strategies, by player.
    pub strategies: Vec<String>,
}

/// Two strategies of a game: sides from 0, and the half points of the first against the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// The first player of each team.
    pub sides: [usize; 2],
    /// 2 when the first came out before the second, 1 when they are equal.
    pub half_points: u32,
}

impl SideRecord {
    fn new(side: &Side, build_order: Vec<(u32, String)>, hoarded_seconds: u32) -> SideRecord {
        let points = || side.samples.iter().step_by(SAMPLES_A_POINT);
        SideRecord {
            score: side.score,
            sums: side.sums.clone(),
            build_order,
            goals: side.goals.iter().take(MAX_GOALS).cloned().collect(),
            curve: Curve {
                gathered: points().map(|sample| sample.gathered).collect(),
                workers: points().map(|sample| sample.workers).collect(),
                army: points().map(|sample| sample.army_value).collect(),
            },
            hoarded_seconds,
            plans: Plans::from_timeline(&side.goals),
            forfeited: side.forfeited.clone(),
        }
    }
}

impl GameRecord {
    /// The record of a game that gave this result, as `observer` saw it.
    pub fn new(
        game: &Game,
        names: Names,
        result: &MatchResult,
        mut observer: GameObserver,
        replay: Option<String>,
    ) -> GameRecord {
        let places = observer.places(result);
        let course = format!("{:016x}", observer.course());
        let stuck_seconds = observer.longest_stuck();
        let unspent = observer.unspent_seconds();
        let lapses = observer.lapses();
        let noted = observer.into_build_orders().into_iter().zip(unspent);
        GameRecord {
            game: game.number,
            pair: game.pair,
            round: game.round,
            map: names.map,
            seed: format!("{:016x}", game.seed),
            strategies: names.strategies,
            teams: result.sides.iter().map(|side| side.team + 1).collect(),
            winner: result.winner().map(|team| team.0 + 1),
            places,
            ending: result.outcome.map(|outcome| outcome.ending),
            termination: result.termination.clone(),
            ticks: result.ticks,
            hash: result.hash.clone(),
            course,
            stuck_seconds,
            lapses,
            replay,
            sides: result
                .sides
                .iter()
                .zip(noted)
                .map(|(side, (order, kept))| SideRecord::new(side, order, kept))
                .collect(),
        }
    }

    /// The line that keeps it: JSON whose last field is a checksum of all before.
    ///
    /// # Errors
    /// What the serializer said.
    pub fn to_line(&self) -> serde_json::Result<String> {
        sealed(self)
    }

    /// Reads a line; none when it was cut short or changed, or is of no game that a tournament plays.
    pub fn of_line(line: &str) -> Option<GameRecord> {
        unsealed(line).filter(|record: &GameRecord| record.misfit().is_none())
    }

    /// Why it cannot be the record of a game: what it keeps by player has a row for each of them, and somebody played.
    pub(super) fn misfit(&self) -> Option<String> {
        let players = self.strategies.len();
        if players == 0 {
            return Some("found no strategies; expected one for each player".to_owned());
        }
        let rows = [("teams", self.teams.len()), ("places", self.places.len()), ("sides", self.sides.len())];
        let (name, found) = rows.into_iter().find(|(_, rows)| *rows != players)?;
        Some(format!("found {found} {name} and {players} strategies; expected as many of both"))
    }

    /// What failed in it: what commanders said that did, and what the engine did.
    pub fn said(&self) -> Vec<String> {
        let failed = self.sides.iter().filter_map(|side| side.forfeited.as_ref());
        let failed = failed.map(|forfeited| format!("at {}: {}", clock(forfeited.tick), forfeited.message));
        failed.chain(self.termination.message().map(str::to_owned)).collect()
    }

    /// Whether it counts: it came to an end that is not our fault.
    pub fn counts(&self) -> bool {
        self.termination.counts()
    }

    /// Every two teams of the game. None when it does not count.
    pub fn comparisons(&self) -> Vec<Comparison> {
        let heads: Vec<usize> =
            (0..self.teams.len()).filter(|row| !self.teams[..*row].contains(&self.teams[*row])).collect();
        let two = |[first, second]: [usize; 2]| Comparison {
            sides: [first, second],
            half_points: match self.places[first].cmp(&self.places[second]) {
                std::cmp::Ordering::Less => 2,
                std::cmp::Ordering::Equal => 1,
                std::cmp::Ordering::Greater => 0,
            },
        };
        let pairs =
            heads.iter().enumerate().flat_map(|(at, first)| heads[at + 1..].iter().map(|second| [*first, *second]));
        if self.counts() { pairs.map(two).collect() } else { Vec::new() }
    }

    /// Points of a player against all others in half points: of two, 2 for a win, 1 for a draw; none for a game that does not count.
    pub fn half_points(&self, player: u8) -> Option<u32> {
        let team = self.teams.get(usize::from(player).checked_sub(1)?)?;
        let own = |comparison: &Comparison| match comparison.sides.map(|side| self.teams[side] == *team) {
            [true, _] => comparison.half_points,
            [_, true] => 2 - comparison.half_points,
            _ => 0,
        };
        self.counts().then(|| self.comparisons().iter().map(own).sum())
    }

    /// Whether it was decided before its time limit.
    pub fn is_decided(&self) -> bool {
        matches!(self.ending, Some(Ending::Annihilation | Ending::Surrender | Ending::MutualDestruction))
    }
}
