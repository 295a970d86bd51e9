//! Swiss rounds: who stands where, and who meets whom next.

use serde::Serialize;

use super::matching::cheapest_pairs;
use super::met::Met;

/// What a strategy got in a Swiss tournament.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct SwissScore {
    /// Points of its meetings, a bye being one that was won in all games.
    pub points: f64,
    /// Rounds it sat out.
    pub byes: u32,
    /// The points of those it met, added up; for a bye its own points count.
    pub buchholz: f64,
}

/// The rounds so far.
pub(super) struct SwissTable {
    /// Half points by row, byes included.
    points: Vec<u32>,
    byes: Vec<u32>,
    /// How often each has met each.
    times: Vec<Vec<u32>>,
}

impl SwissTable {
    pub fn new(count: usize, met: &[Met]) -> SwissTable {
        let mut table = SwissTable { points: vec![0; count], byes: vec![0; count], times: vec![vec![0; count]; count] };
        let rounds = met.iter().map(|met| met.round + 1).max().unwrap_or(0);
        // Games that do not count bring nobody points: some meeting had all its games.
        let full = met.iter().map(|met| met.half_points[0] + met.half_points[1]).max().unwrap_or(0);
        let mut met_in = vec![0; count];
        for Met { rows, half_points, .. } in met {
            for (row, own) in rows.iter().zip(half_points) {
                table.points[*row] += own;
                met_in[*row] += 1;
            }
            let [one, other] = *rows;
            table.times[one][other] += 1;
            table.times[other][one] += 1;
        }
        for (row, met_in) in met_in.into_iter().enumerate() {
            table.byes[row] = rounds.saturating_sub(met_in);
            table.points[row] += table.byes[row] * full;
        }
        table
    }

    /// Rows by points, those of equal ones as they are named.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.points.len()).collect();
        order.sort_by_key(|row| (std::cmp::Reverse(self.points[*row]), *row));
        order
    }

    /// The meetings of the next round, the best first. What is kept down, one after the other: byes of who had one while others had
    /// none, meetings of two who have met, how often those have, differences of standing by points, and by place.
    pub fn pairing(&self) -> Vec<Vec<usize>> {
        let order = self.order();
        let count = order.len();
        let mut group = vec![0; count];
        for at in 1..count {
            group[at] = group[at - 1] + i128::from(self.points[order[at]] != self.points[order[at - 1]]);
        }
        let fewest_byes = self.byes.iter().copied().min().unwrap_or(0);
        let last_group = group.last().copied().unwrap_or(0);
        let square = |one: i128, other: i128| (one - other) * (one - other);
        // Places are those of `order`; who is paired off with the place behind the last sits out.
        let cost = |one: usize, other: usize| {
            let (high, low) = (one.min(other), one.max(other));
            let places = square(high as i128, low as i128);
            if low == count {
                let byes = i128::from(self.byes[order[high]] - fewest_byes);
                return (byes * LEVEL.pow(4)) + square(group[high], last_group) * LEVEL + places;
            }
            let times = i128::from(self.times[order[high]][order[low]]);
            times.min(1) * LEVEL.pow(3) + times * LEVEL.pow(2) + square(group[high], group[low]) * LEVEL + places
        };
        let mut pairs = cheapest_pairs(count + count % 2, cost);
        pairs.retain(|pair| !pair.contains(&count));
        pairs.sort_unstable();
        pairs.into_iter().map(|pair| pair.map(|place| order[place]).to_vec()).collect()
    }

    /// What each got, by row.
    pub fn scores(&self) -> Vec<SwissScore> {
        let halves = |half_points: u64| half_points as f64 / 2.0;
        let score = |row: usize| {
            let points = u64::from(self.points[row]);
            let others =
                self.times[row].iter().zip(&self.points).map(|(times, points)| u64::from(*times) * u64::from(*points));
            let buchholz = others.sum::<u64>() + u64::from(self.byes[row]) * points;
            SwissScore { points: halves(points), byes: self.byes[row], buchholz: halves(buchholz) }
        };
        (0..self.points.len()).map(score).collect()
    }
}

/// More than the sum of one kind of cost over all pairs of 64 entries and 1,000 rounds.
const LEVEL: i128 = 1 << 18;
