//! Numbers that the vocabulary of behaviours fixes: the choices of its words, in its order.

// Picking a foe: `by`.
/// The foe that is nearest.
pub(super) const FOE_NEAREST: u8 = 0;
/// The one with the fewest hit points.
pub(super) const FOE_WEAKEST: u8 = 1;
/// The one that has lost the greatest share of its hit points.
pub(super) const FOE_MOST_WOUNDED: u8 = 2;
/// The one that its own blow hurts most.
pub(super) const FOE_BEST_HIT: u8 = 3;
/// The one that hurts most.
pub(super) const FOE_MOST_DANGEROUS: u8 = 4;
/// The one that is worth most.
pub(super) const FOE_MOST_VALUABLE: u8 = 5;
/// The one that hurt it.
pub(super) const FOE_ATTACKER: u8 = 6;
/// The one that its comrades strike.
pub(super) const FOE_OF_SQUAD: u8 = 7;

// Picking a friend to heal: `by`.
/// The friend that has lost the greatest share of its hit points.
pub(super) const HEAL_MOST_WOUNDED: u8 = 0;
/// The friend that is nearest.
pub(super) const HEAL_NEAREST: u8 = 1;
/// The friend that is worth most.
pub(super) const HEAL_MOST_VALUABLE: u8 = 2;
