//! Which games a tournament plays, in which order, with which seeds.

use sandtable_math::mix;

use super::file::TournamentFile;
use super::game::Game;
use super::met::Met;
use super::record::GameRecord;

/// The seed of a pair: `mix(base seed, pair)`, the mixer of `sandtable_math`. A draw, not a count, so that
/// neighbouring pairs have nothing in common.
pub fn pair_seed(base_seed: u64, pair: u32) -> u64 {
    mix(base_seed, u64::from(pair))
}

/// The games that can be played before anything else is known: of a fixed format all of them, otherwise those of the first round.
pub fn schedule(file: &TournamentFile) -> Vec<Game> {
    games_after(file, &[])
}

/// The games that come after these, which are the first ones in order: those of the round they end in that are still to be played, or
/// else those of the next round. None when the tournament is over.
///
/// Rounds follow from what was played, so a tournament that is taken up again goes on as it would have.
pub fn games_after(file: &TournamentFile, played: &[GameRecord]) -> Vec<Game> {
    rounds(file, played).0
}

/// Who met whom in the rounds that are whole, of a format whose rounds follow from that.
pub(super) fn met(file: &TournamentFile, played: &[GameRecord]) -> Vec<Met> {
    rounds(file, played).1
}

/// The games still to be played of the rounds that are known, and the rounds that are whole.
fn rounds(file: &TournamentFile, played: &[GameRecord]) -> (Vec<Game>, Vec<Met>) {
    let mut games: Vec<Game> = Vec::new();
    let mut met = Vec::new();
    for round in 0.. {
        let begun = games.len();
        let over = file.format.is_fixed() && round >= file.seeds;
        let meetings = if over { None } else { file.format.round(round, file.strategies.len(), &met) };
        let Some(meetings) = meetings else { break };
        add_round(file, round, &meetings, &mut games);
        if file.format.is_fixed() {
            continue;
        }
        if games.len() > played.len() {
            break;
        }
        met.extend(meetings.iter().map(|rows| result(round, rows, &games[begun..], &played[begun..])));
    }
    (games.split_off(played.len().min(games.len())), met)
}

/// Adds the games of a round: for each seed, for each map, for each meeting one pair. Whatever part of it has been played has
/// played all maps and meetings about equally often.
fn add_round(file: &TournamentFile, round: u32, meetings: &[Vec<usize>], games: &mut Vec<Game>) {
    let mut pair = games.last().map_or(0, |game| game.pair + 1);
    let seeds = if file.format.is_fixed() { 1 } else { file.seeds };
    for _ in 0..seeds {
        for map in 0..file.maps.len() {
            for (row, meeting) in meetings.iter().enumerate() {
                let seed = pair_seed(file.base_seed, pair);
                // From round to round the next series of a meeting on a map; those of one round begin at different ones.
                for sides in seatings(file, meeting, round as usize + map + row) {
                    games.push(Game { number: games.len() as u32, pair, round, map, seed, sides });
                }
                pair += 1;
            }
        }
    }
}

/// How the strategies of a meeting are seated in the games of a pair: each once in every team's place.
fn seatings(file: &TournamentFile, meeting: &[usize], series: usize) -> Vec<Vec<usize>> {
    let turns = if file.swaps() { meeting.len() } else { 1 };
    let seats = |turn: usize| {
        let turned = file.format.seated(meeting, series, turn).into_iter();
        turned.flat_map(|row| std::iter::repeat_n(row, file.format.team_size())).collect()
    };
    (0..turns).map(seats).collect()
}

/// The result of a meeting of two over a round.
fn result(round: u32, rows: &[usize], games: &[Game], played: &[GameRecord]) -> Met {
    let rows = [rows[0], rows[1]];
    let mut half_points = [0; 2];
    for (game, record) in games.iter().zip(played) {
        let own = |row: usize| game.sides.iter().position(|side| *side == row);
        if let (Some(first), Some(second)) = (own(rows[0]), own(rows[1])) {
            for (sum, side) in half_points.iter_mut().zip([first, second]) {
                *sum += record.half_points(side as u8 + 1).unwrap_or(0);
            }
        }
    }
    Met { round, rows, half_points }
}
