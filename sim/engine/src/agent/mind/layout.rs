//! Numbers that the vocabulary of behaviours fixes: the choices of its words, in its order.

// What `by` says of picking a foe.
pub(super) const FOE_NEAREST: u8 = 0;
pub(super) const FOE_WEAKEST: u8 = 1;
pub(super) const FOE_MOST_WOUNDED: u8 = 2;
pub(super) const FOE_BEST_HIT: u8 = 3;
pub(super) const FOE_MOST_DANGEROUS: u8 = 4;
pub(super) const FOE_MOST_VALUABLE: u8 = 5;
pub(super) const FOE_ATTACKER: u8 = 6;
pub(super) const FOE_OF_SQUAD: u8 = 7;

// What `by` says of picking a friend to heal.
pub(super) const HEAL_MOST_WOUNDED: u8 = 0;
pub(super) const HEAL_NEAREST: u8 = 1;
pub(super) const HEAL_MOST_VALUABLE: u8 = 2;
