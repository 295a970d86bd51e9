//! How fields and their layers are numbered.

/// Bits of a layer's number that tell the class of locomotion; those above tell the clearance.
pub(super) const CLASS_BITS: u16 = 3;
/// The place of a field where there is none.
pub(super) const NO_FIELD: u32 = u32::MAX;
