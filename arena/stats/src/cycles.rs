//! Who beats whom in a circle: where that is, no ranking tells the truth.

use serde::Serialize;

/// Triangles that are listed.
const MAX_LISTED: usize = 100;

/// Circles of "beats".
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Cycles {
    /// Sets of players, each of which beats every other of its set, directly or through others; ascending rows.
    pub groups: Vec<Vec<usize>>,
    /// Triangles: the first beats the second, that the third, that the first. At most a hundred are listed.
    pub triangles: Vec<[usize; 3]>,
    /// How many triangles there are.
    pub triangle_count: u32,
}

/// The circles among `players`.
///
/// ```
/// // Three that beat each other in a circle.
/// let found = sandtable_stats::cycles(3, |row, column| (row + 1) % 3 == column);
/// assert_eq!((found.triangle_count, found.groups), (1, vec![vec![0, 1, 2]]));
/// ```
pub fn cycles(players: usize, beats: impl Fn(usize, usize) -> bool) -> Cycles {
    let mut found = Cycles { groups: groups(players, &beats), ..Cycles::default() };
    // The lowest row comes first, so that each triangle is found once; the other two come in either order.
    for first in 0..players {
        for second in first + 1..players {
            for third in first + 1..players {
                if second != third && beats(first, second) && beats(second, third) && beats(third, first) {
                    found.triangle_count += 1;
                    if found.triangles.len() < MAX_LISTED {
                        found.triangles.push([first, second, third]);
                    }
                }
            }
        }
    }
    found
}

/// Strongly connected sets of two and more, by transitive closure (Warshall 1962).
fn groups(players: usize, beats: &impl Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
    let mut reaches: Vec<Vec<bool>> =
        (0..players).map(|row| (0..players).map(|column| row != column && beats(row, column)).collect()).collect();
    for middle in 0..players {
        let onward = reaches[middle].clone();
        for row in reaches.iter_mut().filter(|row| row[middle]) {
            row.iter_mut().zip(&onward).for_each(|(own, far)| *own |= far);
        }
    }
    let together = |row: usize, other: usize| row == other || reaches[row][other] && reaches[other][row];
    let set = |row: usize| (0..players).filter(|other| together(row, *other)).collect::<Vec<_>>();
    (0..players).map(set).enumerate().filter(|(row, set)| set.len() > 1 && set[0] == *row).map(|(_, set)| set).collect()
}
