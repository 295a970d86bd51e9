//! Who meets whom: the formats of a tournament, each a pure function of what was played before.

use super::bracket::BracketState;
use super::met::Met;
use super::seats::seat;
use super::swiss::SwissTable;

/// The format, with rows of the tournament's strategies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Format {
    /// Every two strategies.
    RoundRobin,
    /// Each strategy against itself: what is measured is the side.
    Mirror,
    /// Each challenger against everybody who is none.
    Gauntlet {
        /// The challengers.
        challengers: Vec<usize>,
    },
    /// In each round those who stand alike, as few as can be of whom have met.
    Swiss {
        /// Rounds.
        rounds: u32,
    },
    /// A bracket, with byes for those named highest: who has lost `lives` meetings is out. A meeting that both score alike is played again.
    Elimination {
        /// Meetings that may be lost before it is over: 1, or 2.
        lives: u32,
    },
    /// Challengers climb a pool of strategies that do not play each other: up after a meeting won, down after one lost.
    Ladder {
        /// Who climbs.
        challengers: Vec<usize>,
        /// Rounds.
        rounds: u32,
    },
    /// Every choice of `seats` strategies, each for itself.
    FreeForAll {
        /// Players of a game.
        seats: usize,
    },
    /// Two teams, each of `size` players of one strategy.
    Teams {
        /// Players of a team.
        size: usize,
    },
}

impl Format {
    /// Whether who meets whom is known before anything was played.
    pub const fn is_fixed(&self) -> bool {
        !matches!(self, Format::Swiss { .. } | Format::Elimination { .. } | Format::Ladder { .. })
    }

    /// Whether both sides of a meeting are worth swapping.
    pub const fn can_swap(&self) -> bool {
        !matches!(self, Format::Mirror)
    }

    /// Strategies that take part in a meeting.
    pub const fn entrants(&self) -> usize {
        match self {
            Format::FreeForAll { seats } => *seats,
            _ => 2,
        }
    }

    /// Players of a game.
    pub const fn seats(&self) -> usize {
        match self {
            Format::FreeForAll { seats } => *seats,
            Format::Teams { size } => 2 * *size,
            _ => 2,
        }
    }

    /// Players of a team.
    pub const fn team_size(&self) -> usize {
        match self {
            Format::Teams { size } => *size,
            _ => 1,
        }
    }

    /// Who sits where in a turn of a meeting in the `series`th series of games, by seat of a team.
    pub(super) fn seated(&self, meeting: &[usize], series: usize, turn: usize) -> Vec<usize> {
        let series = if matches!(self, Format::FreeForAll { .. }) { series } else { 0 };
        let mut seated = meeting.to_vec();
        for (player, row) in meeting.iter().enumerate() {
            seated[seat(meeting.len(), series, player, turn)] = *row;
        }
        seated
    }

    /// The meetings of a round, of `count` strategies: who takes part in each. None when the tournament is over; a round of a fixed
    /// format is one seed, and there is always another.
    pub fn round(&self, round: u32, count: usize, met: &[Met]) -> Option<Vec<Vec<usize>>> {
        match self {
            Format::RoundRobin | Format::Teams { .. } => Some(combinations(count, 2)),
            Format::Mirror => Some((0..count).map(|row| vec![row, row]).collect()),
            Format::FreeForAll { seats } => Some(combinations(count, *seats)),
            Format::Gauntlet { challengers } => {
                let others = (0..count).filter(|row| !challengers.contains(row));
                Some(others.flat_map(|other| challengers.iter().map(move |own| vec![*own, other])).collect())
            }
            Format::Swiss { rounds } => (round < *rounds).then(|| SwissTable::new(count, met).pairing()),
            Format::Elimination { lives } => BracketState::new(count, *lives, met).due(),
            Format::Ladder { challengers, rounds } => (round < *rounds)
                .then(|| challengers.iter().map(|own| vec![*own, rung(*own, challengers, count, met)]).collect()),
        }
    }
}

/// Every choice of `size` of the first `count` rows, in order.
fn combinations(count: usize, size: usize) -> Vec<Vec<usize>> {
    let mut found = vec![Vec::new()];
    for _ in 0..size {
        let longer = |some: Vec<usize>| {
            let next = some.last().map_or(0, |last| last + 1);
            (next..count).map(move |row| some.iter().copied().chain([row]).collect())
        };
        found = found.into_iter().flat_map(longer).collect();
    }
    found
}

/// The rung a challenger stands at: the middle one first.
fn rung(own: usize, challengers: &[usize], count: usize, met: &[Met]) -> usize {
    let pool: Vec<usize> = (0..count).filter(|row| !challengers.contains(row)).collect();
    let mut at = pool.len() / 2;
    for met in met.iter().filter(|met| met.rows[0] == own) {
        match met.half_points[0].cmp(&met.half_points[1]) {
            std::cmp::Ordering::Greater => at = (at + 1).min(pool.len() - 1),
            std::cmp::Ordering::Less => at = at.saturating_sub(1),
            std::cmp::Ordering::Equal => {}
        }
    }
    pool[at]
}
