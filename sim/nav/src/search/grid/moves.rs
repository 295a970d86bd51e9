//! Which of the eight moves a cell allows, by table.
//!
//! No corner is cut: a diagonal move needs both orthogonal neighbours it passes between. Moves are bits in the order of
//! [`DIRECTIONS`](crate::search::padded_grid::DIRECTIONS): clockwise from east, the odd ones diagonal.

use crate::search::layout::ARRIVALS;
pub(crate) use crate::search::layout::FROM_NOWHERE;

/// By the mask of open neighbours: the moves that cut no corner.
pub(in crate::search) static OPEN_MOVES: [u8; 256] = open_moves();

/// By arrival and the mask of open neighbours: the moves that a cheapest path over ground of one cost has to try, when of
/// its equals the one with the diagonal moves first is enough ("canonical ordering", Sturtevant and Rabin 2016; the
/// pruning rules of jump points, Harabor and Grastien 2011, for moves that cut no corner).
pub(crate) static CANONICAL_MOVES: [[u8; 256]; ARRIVALS] = canonical_moves();

const fn bit(direction: usize) -> u8 {
    1 << (direction % 8)
}

const fn open_moves() -> [u8; 256] {
    let mut table = [0; 256];
    let mut mask = 0;
    while mask < 256 {
        let mut direction = 0;
        while direction < 8 {
            let passed = if direction % 2 == 0 { 0 } else { bit(direction + 7) | bit(direction + 1) };
            let needed = bit(direction) | passed;
            if mask as u8 & needed == needed {
                table[mask] |= bit(direction);
            }
            direction += 1;
        }
        mask += 1;
    }
    table
}

/// After a diagonal move the two straight ones beside it and itself: all else is reached cheaper without this cell. After a
/// straight one itself, and to a side when the cell behind on that side is closed, for otherwise the side is reached
/// by a diagonal move before.
const fn natural_moves(arrival: usize, mask: u8) -> u8 {
    if arrival as u16 == FROM_NOWHERE {
        return 0xFF;
    }
    let ahead = bit(arrival);
    if arrival % 2 == 1 {
        return ahead | bit(arrival + 7) | bit(arrival + 1);
    }
    let mut moves = ahead;
    if mask & bit(arrival + 3) == 0 {
        moves |= bit(arrival + 1) | bit(arrival + 2);
    }
    if mask & bit(arrival + 5) == 0 {
        moves |= bit(arrival + 7) | bit(arrival + 6);
    }
    moves
}

const fn canonical_moves() -> [[u8; 256]; ARRIVALS] {
    let open = open_moves();
    let mut table = [[0; 256]; ARRIVALS];
    let mut arrival = 0;
    while arrival < ARRIVALS {
        let mut mask = 0;
        while mask < 256 {
            table[arrival][mask] = open[mask] & natural_moves(arrival, mask as u8);
            mask += 1;
        }
        arrival += 1;
    }
    table
}

/// The directions in a mask of moves, ascending.
#[derive(Clone, Copy)]
pub(crate) struct Moves(pub u8);

impl Iterator for Moves {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let direction = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(direction)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diagonal_needs_both_cells_beside_it() {
        assert_eq!(OPEN_MOVES[0xFF], 0xFF);
        assert_eq!(OPEN_MOVES[0b0000_0010], 0);
        assert_eq!(OPEN_MOVES[0b0000_0011], 0b0000_0001);
        assert_eq!(OPEN_MOVES[0b0000_0111], 0b0000_0111);
        assert_eq!(OPEN_MOVES[0b1100_0001], 0b1100_0001, "north-east lies between north and east");
    }

    #[test]
    fn on_open_ground_straight_moves_go_on_and_diagonal_ones_fan_out() {
        assert_eq!(CANONICAL_MOVES[0][0xFF], 0b0000_0001);
        assert_eq!(CANONICAL_MOVES[1][0xFF], 0b0000_0111);
        assert_eq!(CANONICAL_MOVES[7][0xFF], 0b1100_0001);
        assert_eq!(CANONICAL_MOVES[8][0xFF], 0xFF);
    }

    #[test]
    fn past_the_end_of_a_wall_a_straight_move_turns() {
        let wall_behind_on_the_south = 0xFF & !(1 << 3);
        assert_eq!(CANONICAL_MOVES[0][wall_behind_on_the_south], 0b0000_0111);
        let wall_behind_on_the_north = 0xFF & !(1 << 5);
        assert_eq!(CANONICAL_MOVES[0][wall_behind_on_the_north], 0b1100_0001);
    }
}
