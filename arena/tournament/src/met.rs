//! The result of a meeting of two.

/// Two strategies met, over all maps and seeds of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Met {
    /// The round.
    pub round: u32,
    /// Their rows, in the order of the meeting.
    pub rows: [usize; 2],
    /// Half points of each.
    pub half_points: [u32; 2],
}
