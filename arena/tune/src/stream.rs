//! Streams of a run's seed, so that no two parts play the same pairs.

/// What the search plays.
pub const SEARCH: u64 = 1;
/// What the proof plays.
pub const PROOF: u64 = 2;
/// What the pool plays among itself.
pub const POOL: u64 = 3;
/// What each value moved by itself plays.
pub const DEVIATION: u64 = 4;
/// What a generation of a league plays.
pub const GENERATION: u64 = 5;
/// What the proofs of win rates play, each by its rate.
pub const DIFFICULTY: u64 = 7;
/// What the last generations of a league play for its champion.
pub const CHAMPION: u64 = 6;
