//! Who sits where in the games of a free-for-all. In the games of one series each player has each seat once; over a cycle of series each two
//! players have each two seats equally often, so that everybody is everybody's neighbour equally often, whatever the map makes of seats.
//!
//! Of a prime power of players these are the maps x → kx + b over the field with an element for each: each two players have each two seats
//! exactly once in `players − 1` series. There is no such set for six, where the projective linear group over the field of five does it four times
//! in twenty.

/// Representatives of the cosets of the cyclic group of six in the group of 120: where each player sits before the turn is taken off.
const OF_SIX: [[usize; 6]; 20] = [
    [0, 1, 2, 3, 4, 5],
    [0, 2, 4, 1, 5, 3],
    [0, 3, 1, 5, 2, 4],
    [0, 4, 5, 2, 3, 1],
    [0, 5, 3, 4, 1, 2],
    [0, 1, 3, 2, 5, 4],
    [0, 2, 1, 4, 3, 5],
    [0, 3, 5, 1, 4, 2],
    [0, 4, 2, 5, 1, 3],
    [0, 5, 4, 3, 2, 1],
    [0, 1, 4, 5, 3, 2],
    [0, 2, 5, 3, 1, 4],
    [0, 3, 2, 4, 5, 1],
    [0, 4, 3, 1, 2, 5],
    [0, 5, 1, 2, 4, 3],
    [0, 1, 5, 4, 2, 3],
    [0, 2, 3, 5, 4, 1],
    [0, 3, 4, 2, 1, 5],
    [0, 4, 1, 3, 5, 2],
    [0, 5, 2, 1, 3, 4],
];

/// The seat of a player in a turn of a series, of `players` players: 0 … `players` − 1 all of them. Turns are as many as players.
pub(super) fn seat(players: usize, series: usize, player: usize, turn: usize) -> usize {
    match players {
        // The field of as many elements as a power of two adds bit by bit.
        4 => field_product(1 + series % 3, player, 2, 0b111) ^ turn,
        8 => field_product(1 + series % 7, player, 3, 0b1011) ^ turn,
        6 => (OF_SIX[series % OF_SIX.len()][player] + 6 - turn) % 6,
        _ => ((1 + series % (players - 1).max(1)) * player + players - turn) % players,
    }
}

/// The product of two elements of the field of two to the `degree`, whose polynomial this is.
fn field_product(one: usize, other: usize, degree: u32, polynomial: usize) -> usize {
    let plain = (0..degree).filter(|bit| other >> bit & 1 == 1).fold(0, |sum, bit| sum ^ (one << bit));
    (degree..2 * degree)
        .rev()
        .fold(plain, |left, bit| if left >> bit & 1 == 1 { left ^ (polynomial << (bit - degree)) } else { left })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn each_two_have_each_two_seats_equally_often_in_a_cycle() {
        for (players, cycle, times) in [(2, 1, 1), (3, 2, 1), (4, 3, 1), (5, 4, 1), (6, 20, 4), (7, 6, 1), (8, 7, 1)] {
            let mut counted: BTreeMap<[usize; 4], u32> = BTreeMap::new();
            for (series, turn) in (0..cycle).flat_map(|series| (0..players).map(move |turn| (series, turn))) {
                let seats: Vec<usize> = (0..players).map(|player| seat(players, series, player, turn)).collect();
                for one in 0..players {
                    for other in (0..players).filter(|other| *other != one) {
                        *counted.entry([one, other, seats[one], seats[other]]).or_default() += 1;
                    }
                }
            }
            let all = players * (players - 1);
            assert_eq!(counted.len(), all * all, "{players}");
            assert!(counted.values().all(|count| *count == times), "{players}: {counted:?}");
        }
    }
}
