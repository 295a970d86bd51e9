//! What the engine and the rehearsal made of one fight.

/// What the engine made of a fight, and what the rehearsal said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FightComparison {
    /// What is left of each side's worth, in thousandths, by the engine.
    pub played: [u16; 2],
    /// By the rehearsal.
    pub rehearsed: [u16; 2],
    /// By the rehearsal of the other side: exchanged it is the same.
    pub exchanged: [u16; 2],
    /// What the rehearsal cost.
    pub unit_steps: u32,
}
