//! The result of one game.

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FightEnd {
    /// Units that each side has left.
    pub left: [u32; 2],
    /// The last tick.
    pub tick: u32,
    /// How often units went against their orders.
    pub disobeyed: u32,
    /// The scores of both, where schedules tell units what to do.
    pub scores: Option<[u64; 2]>,
    /// How it went, alike for games that went the same way under whatever seeds.
    pub course: u64,
}

impl FightEnd {
    /// The side that alone has anything left. At the time limit nobody's, or, where schedules tell units what to do, that of the
    /// higher score.
    pub fn winner(&self) -> Option<usize> {
        match self.left {
            [0, 0] => None,
            [_, 0] => Some(0),
            [0, _] => Some(1),
            _ => self.scores.filter(|[one, other]| one != other).map(|[one, other]| usize::from(one < other)),
        }
    }
}
