//! The parts of the state beside the entities: each declared once, and everything that goes over all of them made from that.

use super::{PartSetting, SceneBase, SnapshotError};
use crate::component::Identity;
use sandtable_math::{Fx, Vec2};
use sandtable_model::scenario::Scenario;
use sandtable_state::{ByteReader, Sink};

/// A unit just made, or just loaded.
#[derive(Clone, Copy)]
pub(crate) struct Newborn {
    pub(crate) identity: Identity,
    pub(crate) hp: Fx,
    pub(crate) position: Vec2,
}

/// A part of the state: what one system keeps from one tick to the next.
///
/// A field that is no state says so where it is declared: [`Derived`](super::Derived) follows from the rest and is made anew on
/// load, [`Scratch`](super::Scratch) does not matter. A copy of the part, which is what a fork of the world gets, goes on as the
/// part itself would.
pub(crate) trait StatePart: Clone {
    /// The name of its hash, in replays and dumps.
    const NAME: &'static str;

    /// The part before the first tick of a scenario, when there are no entities.
    fn new(scenario: &Scenario) -> Self;

    /// Whether it counts: a part that a scenario has no use for is not in the hash of the whole.
    fn present(&self) -> bool {
        true
    }

    /// Its hash: of all that [`StatePart::put`] appends, in whatever way is soon done.
    fn hash(&self) -> u64;

    /// Appends its bytes.
    fn put<S: Sink>(&self, setting: PartSetting<'_>, sink: &mut S);

    /// Reads them back into the part as it is before the first tick, with those units noted that live.
    ///
    /// # Errors
    /// Bytes that are none of this part's.
    fn take(&mut self, setting: PartSetting<'_>, reader: &mut ByteReader<'_>) -> Result<(), SnapshotError>;

    /// Checks that what was read can be in this world, of which all that comes before it in the order of bytes is loaded.
    ///
    /// # Errors
    /// Says what cannot be.
    fn check(&self, _base: SceneBase<'_>) -> Result<(), &'static str> {
        Ok(())
    }

    /// Shows each field: whose, its name, its value.
    fn show(&self, setting: PartSetting<'_>, each: &mut dyn FnMut(&str, &'static str, &dyn std::fmt::Debug));

    /// Takes in a unit of the next row.
    fn born(&mut self, _setting: PartSetting<'_>, _newborn: &Newborn) {}

    /// Forgets the unit of a row, into which the last row's is moved.
    fn died(&mut self, _identity: Identity, _row: u32) {}
}

/// Declares the parts of a world's state, in the order in which a dump shows them. The numbers before a part are its place in the
/// hash and its place among the bytes of a snapshot, where the entities have one as well: neither may change while files are to
/// be read.
macro_rules! state_parts {
    (
        $(#[$meta:meta])*
        struct $parts:ident, entities at $entities:literal {
            $($(#[$part_meta:meta])* $hash:literal @ $bytes:literal $part:ident: $type:ty,)*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone)]
        pub(crate) struct $parts {
            $($(#[$part_meta])* pub(crate) $part: $type,)*
        }

        impl $parts {
            /// How many there are.
            pub(crate) const COUNT: usize = [$($hash),*].len();

            /// Their names, in the order of hashes.
            pub(crate) const NAMES: [&'static str; $parts::COUNT] = {
                let mut names = [""; $parts::COUNT];
                $(names[$hash - 1] = <$type as StatePart>::NAME;)*
                names
            };

            /// Every place in the hash is taken, and every place among the bytes.
            const IS_ORDERED: () = {
                let places = (1u64 << $parts::COUNT) - 1;
                assert!(0 $(| 1u64 << ($hash - 1))* == places);
                assert!(1u64 << ($entities - 1) $(| 1u64 << ($bytes - 1))* == places << 1 | 1);
            };

            /// Those of a scenario before its first tick.
            pub(crate) fn new(scenario: &Scenario) -> $parts {
                const { $parts::IS_ORDERED };
                $parts { $($part: <$type as StatePart>::new(scenario),)* }
            }

            /// The hash of each in order, and whether it counts in that of the whole.
            pub(crate) fn hashes(&self) -> [(u64, bool); $parts::COUNT] {
                let mut hashes = [(0, false); $parts::COUNT];
                $(hashes[$hash - 1] = (StatePart::hash(&self.$part), StatePart::present(&self.$part));)*
                hashes
            }

            /// Appends the bytes of the state, in order.
            pub(crate) fn save(world: &World, bytes: &mut Vec<u8>) {
                for place in 1..=$parts::COUNT + 1 {
                    match place {
                        $($bytes => StatePart::put(&world.parts.$part, world.setting(), bytes),)*
                        _ => world.entities.save(bytes),
                    }
                }
            }

            /// Reads the state back into a world before its first tick, the entities by `load_entities`; what is derived is not made
            /// yet.
            ///
            /// # Errors
            /// Bytes that are no state of this scenario.
            pub(crate) fn load(
                world: &mut World,
                reader: &mut ByteReader<'_>,
                load_entities: impl Fn(&mut World, &mut ByteReader<'_>) -> Result<(), SnapshotError>,
            ) -> Result<(), SnapshotError> {
                for place in 1..=$parts::COUNT + 1 {
                    match place {
                        $($bytes => {
                            let World { scenario, entities, parts, .. } = &mut *world;
                            StatePart::take(&mut parts.$part, PartSetting { scenario, entities }, reader)?;
                            StatePart::check(&world.parts.$part, world.base()).map_err(SnapshotError::Inconsistent)?;
                        })*
                        _ => load_entities(world, reader)?,
                    }
                }
                Ok(())
            }

            /// Shows each field of each: part, whose, name, value.
            pub(crate) fn show(
                world: &World,
                each: &mut dyn FnMut(&'static str, &str, &'static str, &dyn std::fmt::Debug),
            ) {
                $(StatePart::show(&world.parts.$part, world.setting(), &mut |owner, field, value| {
                    each(<$type as StatePart>::NAME, owner, field, value);
                });)*
            }

            /// How many bytes of a snapshot each takes, in the order of hashes.
            pub(crate) fn sizes(world: &World) -> [usize; $parts::COUNT] {
                let mut sizes = [ByteCount::default(); $parts::COUNT];
                $(StatePart::put(&world.parts.$part, world.setting(), &mut sizes[$hash - 1]);)*
                sizes.map(|count| count.0)
            }

            /// Copies each, one after the other, by `measured`, which is given its name and what makes the copy.
            pub(crate) fn copy_each(&self, measured: &mut dyn FnMut(&'static str, &mut dyn FnMut())) {
                $({
                    let mut copy: Option<$type> = None;
                    measured(<$type as StatePart>::NAME, &mut || copy = Some(self.$part.clone()));
                })*
            }

            /// Takes in a unit of the next row.
            pub(crate) fn born(&mut self, setting: PartSetting<'_>, newborn: &Newborn) {
                $(StatePart::born(&mut self.$part, setting, newborn);)*
            }

            /// Forgets the unit of a row, into which the last row's is moved.
            pub(crate) fn died(&mut self, identity: Identity, row: u32) {
                $(StatePart::died(&mut self.$part, identity, row);)*
            }
        }
    };
}

pub(crate) use state_parts;

/// Counts bytes.
#[derive(Clone, Copy, Default)]
pub(crate) struct ByteCount(pub(crate) usize);

impl Sink for ByteCount {
    fn bytes(&mut self, bytes: &[u8]) {
        self.0 += bytes.len();
    }
}
