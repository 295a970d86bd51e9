//! Which games a tournament plays, in which order, with which seeds.

use sandtable_sim::math::mix;

use super::file::{Meetings, TournamentFile};

/// A game to play: rows of the tournament's maps and strategies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its number, from 0: its place in every output.
    pub number: u32,
    /// The pair it belongs to, from 0: same map, same seed, sides swapped.
    pub pair: u32,
    /// Row of the maps.
    pub map: usize,
    /// The match seed.
    pub seed: u64,
    /// Rows of the strategies, by player.
    pub sides: [usize; 2],
}

/// The seed of a pair: `mix(base seed, pair)`, the mixer of `sandtable_sim::math`. A draw, not a count, so that
/// neighbouring pairs have nothing in common.
pub fn pair_seed(base_seed: u64, pair: u32) -> u64 {
    mix(base_seed, u64::from(pair))
}

/// All games: for every seed, for every map, for every meeting, one pair. Whatever part of it has been played
/// has played all maps and meetings about equally often.
pub fn schedule(file: &TournamentFile) -> Vec<Game> {
    let meetings = meetings(file);
    let mut games = Vec::new();
    let mut pair = 0;
    for _ in 0..file.seeds {
        for map in 0..file.maps.len() {
            for [first, second] in &meetings {
                let seed = pair_seed(file.base_seed, pair);
                let swapped = file.swaps().then_some([*second, *first]);
                for sides in [Some([*first, *second]), swapped].into_iter().flatten() {
                    games.push(Game { number: games.len() as u32, pair, map, seed, sides });
                }
                pair += 1;
            }
        }
    }
    games
}

fn meetings(file: &TournamentFile) -> Vec<[usize; 2]> {
    let count = file.strategies.len();
    match file.meetings {
        Meetings::Mirror => (0..count).map(|row| [row, row]).collect(),
        Meetings::All => (0..count).flat_map(|first| (first + 1..count).map(move |second| [first, second])).collect(),
    }
}
