//! Limits and tuning of where buildings go.

use sandtable_math::Fx;

/// The most cells that are told of a distance.
pub(crate) const MAX_DISTANCE_CELLS: Fx = Fx::from_int(1_024);
/// Cells round a site's middle in which what obstructs a building on it is looked for.
pub(crate) const OBSTACLE_CELLS: i16 = 40;
/// Candidates weighed before the best is taken.
pub(crate) const MAX_CANDIDATES: usize = 4_096;
/// Distance noise in cells, so that no two matches build alike.
pub(crate) const JITTER_CELLS: i16 = 2;
/// Cells beyond those searched in which what obstructs a building is looked for.
pub(crate) const OBSTACLE_MARGIN_CELLS: i16 = 10;
/// Cells around a base within which the way to a node is kept open.
pub(crate) const LANE_CELLS: i16 = 9;
/// Cells from the base at which an army waits, the least and the most.
pub(crate) const RALLY_DISTANCES: (i16, i16) = (7, 14);
/// Cells from the enemy at which an army lands, the least and the most.
pub(crate) const LANDING_DISTANCES: (i16, i16) = (8, 30);
/// Cells each way of the ground that an army lands on.
pub(crate) const LANDING_ROOM: u16 = 3;
/// Cells round the enemy in which ground is looked for that one can come to it over.
pub(crate) const APPROACH_CELLS: i16 = 10;
/// Directions in which an army may wait, over the full circle.
pub(crate) const RALLY_DIRECTIONS: i16 = 16;
/// Cells each way of the ground that an army waits on, the more the better.
pub(crate) const RALLY_ROOM: [u16; 3] = [5, 3, 1];
/// Cells between two buildings that leave a street on which two can pass each other.
pub(crate) const STREET_CELLS: i16 = 2;
/// How much farther off a place without such streets is taken to be, in cells.
pub(crate) const NARROW_CELLS: i16 = 6;
/// Cells each way in which the room at a place is counted.
pub(crate) const ROOM_REACH_CELLS: i16 = 12;
