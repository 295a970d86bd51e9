//! Maps that are nothing but open or shut, as path-search benchmarks have them.

/// Which cells of a MovingAI `.map` file can be entered by the rules of the benchmark: `.`, `G` and `S`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenCells {
    /// Cells eastwards, 1 … 1,024.
    pub width: u16,
    /// Cells southwards, 1 … 1,024.
    pub height: u16,
    /// By cell, row by row from the north-west.
    pub open: Vec<bool>,
}
