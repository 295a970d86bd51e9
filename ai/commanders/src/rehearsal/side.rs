//! What a rehearsal is asked about: who fights on a side, with what numbers, and to what plan.

use sandtable_math::{Fx, Vec2};
use sandtable_model::rules::Stats;
use sandtable_state::id::KindId;

/// One who takes part: a unit, or an armed building.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fighter {
    /// Its kind.
    pub kind: KindId,
    /// Where it is, in cells.
    pub position: Vec2,
    /// Its hit points.
    pub hp: Fx,
    /// Ticks until it takes part; 0 for who is there.
    pub arrives_ticks: u32,
}

/// What a side does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FightPlan {
    /// Goes for the nearest foe; who shoots on the move draws back from blades.
    #[default]
    Charge,
    /// Stands, and fights what comes near.
    Hold,
    /// Walks away from the foe, and shoots only on the move.
    Retreat,
}

/// One side of a fight.
#[derive(Clone, Debug)]
pub struct FightSide<'a> {
    /// Who fights; of more than 256 the first.
    pub fighters: Vec<Fighter>,
    /// By kind: its numbers, with the technologies that the side has or is taken to have.
    pub stats: &'a [Stats],
    /// What it does.
    pub plan: FightPlan,
}
