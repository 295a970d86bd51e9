//! What nobody can turn of the numbers of navigation: marks, and sizes of blocks.

/// The number of the place of one who has none even to wait in.
pub const WAITS: u16 = u16::MAX;
/// The number of who does without a place: it could not strike from the one it had.
pub const WITHOUT: u16 = u16::MAX - 1;
/// A block is at least 2^BLOCK_SHIFT cells wide and high.
pub(crate) const BLOCK_SHIFT: u32 = 2;
/// The ground of a cell on which nothing stands.
pub(crate) const GROUND_OPEN: u8 = 0;
/// That of a cell nobody can enter.
pub(crate) const GROUND_SOLID: u8 = 1;
/// That of a gate of team 0; the gates of other teams follow.
pub(crate) const GROUND_GATE: u8 = 2;
