//! What a format itself says of who stands where: the bracket of a knockout, the points of Swiss rounds.

use serde::Serialize;

use super::bracket::{BracketNode, BracketSeat, BracketState, Stage};
use super::file::TournamentFile;
use super::format::Format;
use super::record::GameRecord;
use super::schedule::met;
use super::swiss::{SwissScore, SwissTable};

/// A knockout as it was played.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Bracket {
    /// Who won it all; none when it was not played to its end.
    pub champion: Option<String>,
    /// The meetings, in the order of the bracket; those that a bye decided are among them.
    pub meetings: Vec<BracketMeeting>,
}

/// A meeting of a knockout.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BracketMeeting {
    /// The stage it belongs to: `round 1`, `losers 2`, `final`, `second final`.
    pub stage: String,
    /// Who met; none for the seat of nobody, opposite which is a bye.
    pub strategies: [Option<String>; 2],
    /// Points of each in all its games.
    pub points: [f64; 2],
    /// How often it was played again because both had scored alike.
    pub tie_breaks: u32,
    /// Who went on.
    pub winner: Option<String>,
    /// Whether both scored alike to the last, so that the one named higher went on.
    pub by_name: bool,
}

/// What a format says of its strategies, by row.
pub(super) struct Placing {
    /// Where each came: those who came further have less. All alike where the format says nothing.
    pub places: Vec<u32>,
    pub swiss: Option<Vec<SwissScore>>,
    pub bracket: Option<Bracket>,
}

impl Placing {
    pub fn new(file: &TournamentFile, strategies: &[String], records: &[GameRecord]) -> Placing {
        let count = strategies.len();
        let mut placing = Placing { places: vec![0; count], swiss: None, bracket: None };
        match &file.format {
            Format::Swiss { .. } => {
                let scores = SwissTable::new(count, &met(file, records)).scores();
                let ahead =
                    |one: &SwissScore, other: &SwissScore| (other.points, other.buchholz) > (one.points, one.buchholz);
                let behind = |one: &SwissScore| scores.iter().filter(|other| ahead(one, other)).count() as u32;
                placing.places = scores.iter().map(behind).collect();
                placing.swiss = Some(scores);
            }
            Format::Elimination { lives } => {
                let state = BracketState::new(count, *lives, &met(file, records));
                placing.places = state.places(count);
                placing.bracket = Some(bracket(&state, strategies));
            }
            _ => {}
        }
        placing
    }
}

fn bracket(state: &BracketState, strategies: &[String]) -> Bracket {
    let name = |row: usize| strategies.get(row).cloned();
    let seat = |seat: BracketSeat| if let BracketSeat::Row(row) = seat { name(row) } else { None };
    let meeting = |node: &BracketNode| BracketMeeting {
        stage: stage(node.stage),
        strategies: node.seats.map(seat),
        points: node.half_points.map(|half_points| f64::from(half_points) / 2.0),
        tie_breaks: node.played.saturating_sub(1),
        winner: node.winner().and_then(|winner| seat(node.seats[winner])),
        by_name: node.by_name,
    };
    let shown = |node: &&BracketNode| node.seats.iter().any(|seat| matches!(seat, BracketSeat::Row(_)));
    // A second final that is not needed is none.
    let needed = |node: &&BracketNode| node.stage != Stage::SecondFinal || !node.seats.contains(&BracketSeat::Bye);
    let meetings = state.nodes.iter().filter(shown).filter(needed).map(meeting).collect();
    Bracket { champion: state.champion().and_then(name), meetings }
}

fn stage(stage: Stage) -> String {
    match stage {
        Stage::Round(round) => format!("round {round}"),
        Stage::Losers(round) => format!("losers {round}"),
        Stage::Final => "final".to_owned(),
        Stage::SecondFinal => "second final".to_owned(),
    }
}
