//! The version of what the commanders decide.

/// Raised by hand with every change that lets a commander of this program decide or remember otherwise, its strategy and what it is
/// shown being the same.
pub const COMMANDERS_VERSION: u32 = 11;
