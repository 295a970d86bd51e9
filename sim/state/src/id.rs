//! The names of things: small integers with a type each, never reused, never a `usize`.

use std::fmt;

use serde::{Deserialize, Serialize};

macro_rules! small_id {
    ($(#[$meta:meta])* $name:ident($inner:ty)) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
        pub struct $name(pub $inner);

        impl $name {
            /// The id as an index into the table it names a row of.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

small_id! {
    /// A player, 0 … 7; shown to people as 1 … 8.
    PlayerId(u8)
}
small_id! {
    /// A team, 0 … 7: players of one team share sight and win together.
    TeamId(u8)
}
small_id! {
    /// A row of `kinds` of the ruleset: a kind of unit, building or resource node.
    KindId(u16)
}
small_id! {
    /// A row of `techs` of the ruleset.
    TechId(u16)
}
small_id! {
    /// A row of `resources` of the ruleset.
    ResourceId(u8)
}
small_id! {
    /// A row of `abilities` of the ruleset.
    AbilityId(u8)
}

impl PlayerId {
    /// The owner of what belongs to nobody (resource nodes).
    pub const NEUTRAL: PlayerId = PlayerId(0xFF);

    /// Whether this is nobody's.
    #[inline]
    pub const fn is_neutral(self) -> bool {
        self.0 == 0xFF
    }
}

/// A squad: owner in the top 8 bits, a serial of that owner in the lower 24, counted from 1 and never reused.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct SquadId(pub u32);

impl SquadId {
    /// No squad.
    pub const NONE: SquadId = SquadId(0);

    /// The id with this owner and serial (24 bits).
    #[inline]
    pub const fn new(owner: PlayerId, serial: u32) -> SquadId {
        SquadId(UnitId::new(owner, serial).0)
    }

    /// Whose it is.
    #[inline]
    pub const fn owner(self) -> PlayerId {
        UnitId(self.0).owner()
    }

    /// The owner's serial, 1 … 2²⁴ − 1; 0 for none.
    #[inline]
    pub const fn serial(self) -> u32 {
        UnitId(self.0).serial()
    }

    /// Whether this names no squad.
    #[inline]
    pub const fn is_none(self) -> bool {
        self.serial() == 0
    }
}

impl fmt::Debug for SquadId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// `p1/3` for the third squad of player 1, `-` for none.
impl fmt::Display for SquadId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_none() { f.write_str("-") } else { write!(f, "p{}/{}", self.owner().0 + 1, self.serial()) }
    }
}

/// An entity of the world: owner in the top 8 bits, a serial of that owner in the lower 24.
///
/// Serials start at 1 and are never reused. This id never reaches another player's commander: a
/// global or foreign serial would tell how much an enemy trains. See [`Handle`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct UnitId(pub u32);

impl UnitId {
    /// No entity.
    pub const NONE: UnitId = UnitId(0);

    /// The id with this owner and serial (24 bits).
    #[inline]
    pub const fn new(owner: PlayerId, serial: u32) -> UnitId {
        UnitId(((owner.0 as u32) << 24) | (serial & 0x00FF_FFFF))
    }

    /// Whose it is.
    #[inline]
    pub const fn owner(self) -> PlayerId {
        PlayerId((self.0 >> 24) as u8)
    }

    /// The owner's serial, 1 … 2²⁴ − 1; 0 for none.
    #[inline]
    pub const fn serial(self) -> u32 {
        self.0 & 0x00FF_FFFF
    }

    /// Whether this names no entity.
    #[inline]
    pub const fn is_none(self) -> bool {
        self.serial() == 0
    }

    /// Whether this names an entity.
    #[inline]
    pub const fn is_some(self) -> bool {
        !self.is_none()
    }
}

impl fmt::Debug for UnitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// `p1#17` for a player's, `n#3` for a neutral's, `-` for none.
impl fmt::Display for UnitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_none() {
            f.write_str("-")
        } else if self.owner().is_neutral() {
            write!(f, "n#{}", self.serial())
        } else {
            write!(f, "p{}#{}", self.owner().0 + 1, self.serial())
        }
    }
}

/// How one player names an entity in its view and its orders.
///
/// Own entities and resource nodes keep their [`UnitId`]; a foreign entity has its owner and an alias
/// counted by the viewer at first sight. The order validator translates.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Handle(pub u32);

impl Handle {
    /// No entity.
    pub const NONE: Handle = Handle(0);

    /// The handle with this owner and serial or alias (24 bits).
    #[inline]
    pub const fn new(owner: PlayerId, serial: u32) -> Handle {
        Handle(UnitId::new(owner, serial).0)
    }

    /// Whose it is.
    #[inline]
    pub const fn owner(self) -> PlayerId {
        UnitId(self.0).owner()
    }

    /// The serial (own, neutral) or alias (foreign).
    #[inline]
    pub const fn serial(self) -> u32 {
        UnitId(self.0).serial()
    }

    /// Whether this names no entity.
    #[inline]
    pub const fn is_none(self) -> bool {
        self.serial() == 0
    }
}

impl fmt::Debug for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&UnitId(self.0), f)
    }
}
