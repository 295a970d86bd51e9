//! What somebody may want to turn of generated maps: how large things are, how far apart, and how often they are tried.

// Limits of the options.
/// Attempts, each with a seed of its own derived from the one given, before the options count as impossible.
pub(super) const MAX_ATTEMPTS: u64 = 16;
/// Cells along one side of a generated map, at least: a base with room on either side.
pub(super) const MIN_SIDE: u16 = 16;
/// Heights a generated map has, at most.
pub(super) const MAX_RELIEF: u8 = 8;
/// Percent of the map that each sort of ground may cover.
pub(super) const MAX_PERCENT: u8 = 40;
/// Cells of water between two islands, at most.
pub(super) const MAX_STRAIT: u8 = 40;
/// Expansions of one player.
pub(super) const MAX_EXPANSIONS: u8 = 6;

// Relief and woods.
/// Cells from hill to hill.
pub(super) const HILL_CELLS: i64 = 18;
/// Cells from wood to wood.
pub(super) const WOOD_CELLS: i64 = 9;
/// Octaves of hills and of woods.
pub(super) const OCTAVES: u32 = 3;
/// How many cells of water go with one of shore.
pub(super) const SHORE_PART: usize = 4;
/// How many cells of forest go with one of thicket.
pub(super) const THICKET_PART: usize = 5;

// Sites.
/// Places tried for anything before it is given up.
pub(super) const MAX_TRIES: u32 = 200;
/// Cells between two bases, at most: a longer march is no fun.
pub(super) const MAX_GAP: i32 = 80;
/// Cells between two sites, at least.
pub(super) const SITE_GAP: i32 = 12;
/// Cells along the shorter side from which a map has room for all the resources a base can use.
pub(super) const FULL_SIDE: i32 = 48;
/// Nodes of one kind up to which they are placed one by one, and above which they grow as a grove.
pub(super) const MAX_SINGLE: u32 = 8;
/// What a base of a full-grown map has of each resource, about: some ten minutes of play under the shipped rules.
pub(super) const BASE_AMOUNT: u32 = 6_600;
/// Nodes of one kind at one base, at most.
pub(super) const MAX_NODES: u32 = 40;

/// Cells by which a site is nearer to its own start than to any other; twice the strait comes on top.
pub(super) const OWN_SIDE: i32 = 4;

// Roads.
/// The price of a step where three walkers pass side by side.
pub(super) const WIDE_PRICE: u8 = 1;
/// The price of a step where fewer do.
pub(super) const NARROW_PRICE: u8 = 6;
/// The price of a step where a road must be cut.
pub(super) const CUT_PRICE: u8 = 40;
