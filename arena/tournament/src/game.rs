//! A game of a tournament, before it is played.

/// A game to play: rows of the tournament's maps and strategies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its number, from 0: its place in every output.
    pub number: u32,
    /// The pair it belongs to, from 0: same map, same seed, sides swapped. In a free-for-all, all turns of the seats.
    pub pair: u32,
    /// The round, from 0.
    pub round: u32,
    /// Row of the maps.
    pub map: usize,
    /// The match seed.
    pub seed: u64,
    /// Rows of the strategies, by player.
    pub sides: Vec<usize>,
}
