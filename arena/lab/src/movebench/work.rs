//! A node and a depot for families with workers.

use sandtable_content::TableReader;

use super::groups::numbers;
use super::place::PlanSpot;

/// The kinds that stand there.
pub const NODE: &str = "quarry";
/// Two cells wide.
pub const DEPOT: &str = "depot";

/// Where workers fetch, and where they bring it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    /// The cell of the node.
    pub node: PlanSpot,
    /// The north-west cell of the depot.
    pub depot: PlanSpot,
}

impl Work {
    /// Reads the table `work`; none without one.
    pub fn read(root: &TableReader<'_>) -> Option<Work> {
        let table = root.table("work")?;
        let place = |key: &str| numbers(&table, key);
        let (node, depot) = (place("node"), place("depot"));
        if node.is_none() || depot.is_none() {
            table.error("", "no node, or no depot", "node = [x, y] and depot = [x, y]");
        }
        Some(Work { node: node.unwrap_or([0, 0]), depot: depot.unwrap_or([2, 0]) })
    }

    /// The cells of node and depot, as rectangles.
    pub fn rects(&self) -> [[i64; 4]; 2] {
        [[self.node[0], self.node[1], 1, 1], [self.depot[0], self.depot[1], 2, 2]]
    }
}
