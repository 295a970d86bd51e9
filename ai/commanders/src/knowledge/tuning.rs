//! Limits and tuning of knowledge: how much is kept, and how fast it fades.

use sandtable_state::limits::TICKS_PER_SECOND;

/// Ticks after which a unit not seen again is forgotten.
pub(crate) const SIGHTING_FADE_TICKS: u32 = 90 * TICKS_PER_SECOND;
/// Enemy units remembered at once.
pub(crate) const MAX_SIGHTINGS: usize = 512;
/// Parts of the map along its longer side.
pub(crate) const SECTORS_A_SIDE: u16 = 12;
/// Ticks after which a fact or a question nobody repeats is dropped.
pub(crate) const BOARD_FADE_TICKS: u32 = 120 * TICKS_PER_SECOND;
/// Entries kept; the oldest gives way.
pub(crate) const MAX_BOARD_ENTRIES: usize = 64;
/// Looks over which averages are taken: a sixteenth of the new and fifteen of the old.
pub(crate) const AVERAGED_LOOKS: u32 = 16;
/// Soldiers followed for losses.
pub(crate) const MAX_FOLLOWED_UNITS: usize = 512;
/// Cells of the map along a side of a cell of a layer, on maps where that gives no more than [`MAX_SIDE`].
pub(crate) const INFLUENCE_CELL_SIDE: u16 = 4;
/// Cells of a layer along its longer side.
pub(crate) const MAX_INFLUENCE_SIDE: u16 = 64;
/// Cells of a layer that a source bears on around its own.
pub(crate) const INFLUENCE_REACH: i32 = 2;
/// An average over N weighs the new value once and the old average N − 1 times.
pub(crate) const INFLUENCE_INERTIA: i32 = 4;
/// Ticks of peace after which a threat is a new attack.
pub(crate) const ATTACK_PAUSE_TICKS: u32 = 20 * TICKS_PER_SECOND;
/// A count held to this.
pub(crate) const MAX_NGRAM_COUNT: u16 = 1_000;
/// Cells between nodes of one cluster.
pub(crate) const SITE_LINK_CELLS: i16 = 7;
/// Sites kept.
pub(crate) const MAX_SITES: usize = 64;
/// Cells around a site within which its base may stand.
pub(crate) const SITE_CELLS: i16 = 9;
/// Cells from a site within which a base is the one of that site: where one may be founded, and half a base more.
pub(crate) const SITE_HELD_CELLS: i16 = SITE_CELLS + 2;
/// Cells from a site within which an enemy makes it his.
pub(crate) const SITE_HOSTILE_CELLS: i16 = 12;
/// Cells around a place that what is known to hold it bears on.
pub(crate) const HELD_BY_ENEMY_CELLS: i16 = 12;
