//! Limits of what a snapshot may hold, and of what is shown of two that differ.

use sandtable_math::Fx;

/// Twice the most hit points a kind may have: what damage on its way can add up to is bounded by far less.
pub(super) const MOST_HP: Fx = Fx::from_int(30_000);
/// The farthest a reach goes, in cells.
pub(super) const MOST_REACH: Fx = Fx::from_int(128);
/// The most a projectile may hurt: the greatest damage times the greatest status.
pub(super) const MOST_DAMAGE: Fx = Fx::from_int(8_000);
/// Characters shown of a long value, around the place where it differs.
pub(super) const SHOWN_CHARS: usize = 80;
