//! Junk for workspaces: a world whose workspaces are full of anything at all goes on as it would have.

use crate::id::{PlayerId, UnitId};
use sandtable_math::{Fx, Vec2, splitmix};

/// Things that mean nothing, to fill workspaces with.
pub struct Junk(u64);

impl Junk {
    /// Junk of this seed: of one seed always the same.
    pub fn new(seed: u64) -> Junk {
        Junk(seed)
    }

    /// Any number.
    pub fn number(&mut self) -> u64 {
        self.0 = splitmix(self.0);
        self.0
    }

    /// One of some numbers.
    pub fn below(&mut self, end: u64) -> u64 {
        self.number() % end
    }

    /// Heads or tails.
    pub fn coin(&mut self) -> bool {
        self.number() & 1 != 0
    }

    /// An id that may well live.
    pub fn id(&mut self) -> UnitId {
        UnitId::new(PlayerId(self.below(2) as u8), 1 + self.below(60) as u32)
    }

    /// A length of at most 32 cells.
    pub fn length(&mut self) -> Fx {
        Fx::from_bits(self.below(32 << 16) as i32)
    }

    /// A point on most maps.
    pub fn point(&mut self) -> Vec2 {
        Vec2::new(self.length(), self.length())
    }

    /// A few of something.
    pub fn some<T>(&mut self, mut make: impl FnMut(&mut Junk) -> T) -> Vec<T> {
        (0..1 + self.below(40)).map(|_| make(self)).collect()
    }
}

/// Something that holds nothing from one tick to the next.
pub trait FillWithJunk {
    /// Fills it with things that mean nothing.
    fn fill_with_junk(&mut self, junk: &mut Junk);
}
