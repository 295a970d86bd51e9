//! The shortest line through a row of gates: the funnel algorithm (Chazelle 1982; Lee and Preparata 1984; as a loop over
//! portals after Mononen 2010).

/// A point in half-cells: corners of cells are even, centres odd.
pub(super) type HalfCellPoint = (i32, i32);

/// A gate to be passed: its ends on the left and on the right of one who passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Gate {
    pub left: HalfCellPoint,
    pub right: HalfCellPoint,
}

/// Twice the area of the triangle: positive when `b` lies to the right of `a` as seen from `apex`, with rows downwards.
fn turn(apex: HalfCellPoint, a: HalfCellPoint, b: HalfCellPoint) -> i64 {
    let (ax, ay) = (i64::from(a.0 - apex.0), i64::from(a.1 - apex.1));
    let (bx, by) = (i64::from(b.0 - apex.0), i64::from(b.1 - apex.1));
    ax * by - ay * bx
}

/// The corners of the shortest line from `start` through all gates to `goal`, both included.
pub(super) fn pull(start: HalfCellPoint, goal: HalfCellPoint, gates: &[Gate]) -> Vec<HalfCellPoint> {
    let end = Gate { left: goal, right: goal };
    let gate = |row: usize| gates.get(row).copied().unwrap_or(end);
    let mut corners = vec![start];
    let mut funnel = Funnel::at(start, 0);
    let mut row = 0;
    // The apex moves to a later gate each time the funnel closes: at most one restart a gate.
    while row <= gates.len() {
        let Gate { left, right } = gate(row);
        if let Some(corner) = funnel.narrow(left, right, row) {
            if corners.last() != Some(&corner.0) {
                corners.push(corner.0);
            }
            funnel = Funnel::at(corner.0, corner.1);
            row = corner.1;
        }
        row += 1;
    }
    if corners.last() != Some(&goal) {
        corners.push(goal);
    }
    corners
}

/// What can be seen from the apex through the gates so far.
struct Funnel {
    apex: HalfCellPoint,
    /// A side and the gate it comes from.
    left: (HalfCellPoint, usize),
    right: (HalfCellPoint, usize),
}

impl Funnel {
    fn at(apex: HalfCellPoint, row: usize) -> Funnel {
        Funnel { apex, left: (apex, row), right: (apex, row) }
    }

    /// Takes in a gate; the corner to turn at, and its gate, when nothing of it can be seen.
    fn narrow(&mut self, left: HalfCellPoint, right: HalfCellPoint, row: usize) -> Option<(HalfCellPoint, usize)> {
        if turn(self.apex, self.right.0, right) <= 0 {
            if self.right.0 != self.apex && turn(self.apex, self.left.0, right) < 0 {
                return Some(self.left);
            }
            self.right = (right, row);
        }
        if turn(self.apex, self.left.0, left) >= 0 {
            if self.left.0 != self.apex && turn(self.apex, self.right.0, left) > 0 {
                return Some(self.right);
            }
            self.left = (left, row);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_straight_view_has_no_corners() {
        let gates = [Gate { left: (4, 0), right: (4, 8) }, Gate { left: (8, 0), right: (8, 8) }];
        assert_eq!(pull((1, 3), (11, 5), &gates), [(1, 3), (11, 5)]);
    }

    #[test]
    fn the_line_bends_at_the_nearer_ends_of_gates() {
        // East through a gate high up, then through one far below.
        let gates = [Gate { left: (4, 0), right: (4, 2) }, Gate { left: (8, 10), right: (8, 12) }];
        assert_eq!(pull((1, 11), (11, 1), &gates), [(1, 11), (4, 2), (8, 10), (11, 1)]);
    }

    #[test]
    fn gates_that_share_an_end_make_one_corner() {
        let gates = [Gate { left: (2, 2), right: (2, 4) }, Gate { left: (2, 2), right: (4, 2) }];
        assert_eq!(pull((1, 3), (3, 0), &gates), [(1, 3), (2, 2), (3, 0)]);
        // Just past the end there is nothing to turn round.
        assert_eq!(pull((1, 3), (3, 1), &gates), [(1, 3), (3, 1)]);
    }
}
