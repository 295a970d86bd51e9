//! The engine's fingerprint.

/// Raised by hand with every change that lets any recorded match play differently.
pub const SIM_VERSION: u32 = 18;
