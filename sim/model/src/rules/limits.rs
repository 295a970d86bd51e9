//! Limits of the lists and names of a ruleset.

/// Characters of a name.
pub const NAME_CHARS: usize = 32;
/// Tags of one kind.
pub const MAX_TAGS: usize = 16;
/// Needs of one kind or technology.
pub const MAX_NEEDS: usize = 16;
/// Effects of one technology.
pub const MAX_TECH_EFFECTS: usize = 16;
/// Effects of one ability.
pub const MAX_ABILITY_EFFECTS: usize = 4;
/// Groups of units in a starting force.
pub const MAX_START_GROUPS: usize = 16;
