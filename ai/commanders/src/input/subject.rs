//! The thing that is weighed, when considerations do not look at the situation alone.

use sandtable_math::Vec2;
use sandtable_state::id::{KindId, TechId};

/// A thing that is weighed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OptionSubject {
    /// The situation alone.
    None,
    /// An enemy, or a known building of one, to march on from a place with some might.
    Target { kind: KindId, place: Vec2, from: Vec2, might: u32 },
    /// A kind of unit, its share of the army that is wanted in percent.
    Unit { kind: KindId, share_percent: u16 },
    /// A kind of building, and how many are wanted.
    Building { kind: KindId, wanted: u16 },
    /// A technology.
    Tech(TechId),
    /// A place for a base; whether it was the last one tried.
    Site { place: Vec2, tried: bool },
}
