//! The versions of the protocol that are spoken here.

/// The version of the protocol. A bot says the one it speaks.
pub const PROTOCOL: u32 = 3;
/// The oldest version that is still spoken: in it a bot is not told why orders were refused.
pub const OLDEST_PROTOCOL: u32 = 2;
