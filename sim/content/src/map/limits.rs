//! Limits of maps as text.

/// Cells along one side of a map, at least.
pub(super) const MIN_MAP_SIDE: u32 = 8;
/// Problems of one grid that are reported.
pub(super) const MAX_GRID_ISSUES: usize = 12;
/// Characters of a name.
pub(super) const MAX_NAME_CHARS: usize = 64;
/// Characters of the other texts.
pub(super) const MAX_TEXT_CHARS: usize = 400;
/// Glyphs of one legend.
pub(super) const MAX_LEGEND: usize = 128;
/// Most octaves that are added; finer ones would vary within a cell.
pub const MAX_OCTAVES: u32 = 8;
/// Columns between two marks of the ruler.
pub(super) const RULER_STEP: usize = 10;
