//! Who sees an entity, and by which names others know it.

use sandtable_model::map::Cell;
use sandtable_state::limits::MAX_PLAYERS;
use sandtable_state::state_struct;
use sandtable_state::{ByteReader, Field, Malformed, Sink};

state_struct! {
    /// Its sight stamp, and by which names others know it.
    #[derive(Copy, Default)]
    pub struct Sightings {
        /// The cell its sight is stamped at.
        pub cell: Cell,
        /// The radius stamped, in cells; 0 when nothing is stamped.
        pub radius: u8,
        /// The players' teams that see it now, as a bit set by team.
        pub seen_by: u8,
        /// The alias each player gave it at first sight; 0 for none.
        pub alias: EntityAliases,
    }
}

/// The aliases of one entity by player. The players' own lists of aliases say the same and are hashed, so
/// these put nothing into a digest; loading refuses any that say something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct EntityAliases(pub [u32; MAX_PLAYERS]);

impl Field for EntityAliases {
    #[inline(always)]
    fn put<S: Sink>(&self, sink: &mut S) {
        if !S::DIGEST {
            self.0.put(sink);
        }
    }
    fn take(reader: &mut ByteReader<'_>) -> Result<Self, Malformed> {
        Field::take(reader).map(EntityAliases)
    }
}
