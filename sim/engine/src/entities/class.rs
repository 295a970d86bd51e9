//! The state of each class of entity: its components, named once, in the order of their bytes.

use std::ops::Range;

use super::Roster;
use sandtable_state::{ByteReader, Malformed, Sink};

/// A class of entity whose components can be read from its archetype by row. Declared by [`entity_classes!`].
pub(crate) trait EntityState: Sized {
    /// Its components' part names, in the order of their bytes.
    const PARTS: &'static [&'static str];
    /// Its columns, borrowed.
    type Columns<'w>;
    /// Some rows of them.
    type Rows<'c>;

    /// An entity of which nothing is said.
    fn blank() -> Self;

    /// Borrows the columns.
    fn columns(archetype: &hecs::Archetype) -> Self::Columns<'_>;

    /// Cuts out some rows.
    fn rows<'c>(columns: &'c Self::Columns<'_>, rows: Range<usize>) -> Self::Rows<'c>;

    /// Appends the bytes of the row at this place among some rows, all components.
    fn put<S: Sink>(rows: &Self::Rows<'_>, at: usize, sink: &mut S);

    /// Appends the bytes of one component of one row.
    fn put_part<S: Sink>(columns: &Self::Columns<'_>, part: usize, row: usize, sink: &mut S);

    /// Shows the fields of one row: part, field, value.
    fn show(
        columns: &Self::Columns<'_>,
        row: usize,
        each: &mut dyn FnMut(&'static str, &'static str, &dyn std::fmt::Debug),
    );

    /// Reads an entity back.
    fn take(reader: &mut ByteReader<'_>) -> Result<Self, Malformed>;

    /// Copies all rows of an archetype, in their order, into another world; returns the entities in them.
    fn copy(archetype: &hecs::Archetype, into: &mut hecs::World) -> Vec<hecs::Entity>;
}

/// Something that is done with each class of entity.
pub(crate) trait EachClass {
    /// Does it with one class, whose rows the roster names.
    fn class<T: EntityState>(&mut self, roster: &Roster, ecs: &hecs::World);
}

/// How a component is appended: plainly, or, where most are the plain one, shorter in a digest.
macro_rules! put_component {
    () => {
        sandtable_state::Field::put
    };
    (sparse) => {
        sandtable_state::put_sparse
    };
}

/// Declares the entities of a world: a roster a class, its bundle, the name its parts begin with, and its components in the order
/// of their bytes. From that come storage, bytes, hashes, dump and copies. A component marked `#[sparse]` is the plain one in most
/// entities, for which a digest takes a single byte.
macro_rules! entity_classes {
    (
        $(#[$meta:meta])*
        $entities:ident {
            $(
                $(#[$class_meta:meta])*
                $roster:ident $prefix:literal $bundle:ident { $($(#[$sparse:ident])? $name:ident: $type:ident),* $(,)? }
            )*
        }
    ) => {
        $($(#[$class_meta])* pub(crate) type $bundle = ($($type,)*);)*

        $(#[$meta])*
        pub(crate) struct $entities {
            /// The components.
            pub(crate) ecs: hecs::World,
            $($(#[$class_meta])* pub(crate) $roster: Roster,)*
            /// Where each id lives (derived).
            pub(crate) directory: EntityIndex,
        }

        impl $entities {
            /// The part names of all components, class by class.
            pub(crate) const PARTS: &'static [&'static str] = &[$($(concat!($prefix, ".", stringify!($name)),)*)*];
            /// How many classes there are.
            pub(crate) const CLASSES: usize = [$($prefix),*].len();

            /// None yet; archetypes exist, so that rosters can name them.
            pub(crate) fn new() -> $entities {
                let mut ecs = hecs::World::new();
                $(let $roster = empty_class::<$bundle>(&mut ecs);)*
                $entities { ecs, $($roster,)* directory: EntityIndex::default() }
            }

            /// A copy with the same rows.
            pub(crate) fn fork(&self) -> $entities {
                let mut copy = $entities::new();
                $({
                    let rows = <$bundle as EntityState>::copy(self.$roster.archetype(&self.ecs), &mut copy.ecs);
                    copy.$roster = self.$roster.with_entities(rows);
                })*
                copy.directory = self.directory.clone();
                copy
            }

            /// How many there are of each class.
            pub(crate) fn population(&self) -> [usize; $entities::CLASSES] {
                [$(self.$roster.len()),*]
            }

            /// Does something with each class, in order.
            pub(crate) fn each_class(&self, each: &mut impl EachClass) {
                $(each.class::<$bundle>(&self.$roster, &self.ecs);)*
            }
        }

        $(impl EntityState for $bundle {
            const PARTS: &'static [&'static str] = &[$(concat!($prefix, ".", stringify!($name))),*];
            type Columns<'w> = ($(hecs::ArchetypeColumn<'w, $type>,)*);
            type Rows<'c> = ($(&'c [$type],)*);

            fn blank() -> Self {
                ($(<$type>::default(),)*)
            }

            fn columns(archetype: &hecs::Archetype) -> Self::Columns<'_> {
                ($(archetype.get::<&$type>().expect("the class has this component"),)*)
            }

            #[inline(always)]
            fn rows<'c>(($($name,)*): &'c Self::Columns<'_>, rows: Range<usize>) -> Self::Rows<'c> {
                ($(&$name[rows.clone()],)*)
            }

            #[inline(always)]
            fn put<S: Sink>(($($name,)*): &Self::Rows<'_>, at: usize, sink: &mut S) {
                $(put_component!($($sparse)?)(&$name[at], sink);)*
            }

            fn put_part<S: Sink>(($($name,)*): &Self::Columns<'_>, part: usize, row: usize, sink: &mut S) {
                let mut left = part;
                $(
                    if left == 0 {
                        return put_component!($($sparse)?)(&$name[row], sink);
                    }
                    left -= 1;
                )*
                unreachable!("a class has no part {part}, {left} beyond its last")
            }

            fn show(
                ($($name,)*): &Self::Columns<'_>,
                row: usize,
                each: &mut dyn FnMut(&'static str, &'static str, &dyn std::fmt::Debug),
            ) {
                $(Record::show(&$name[row], &mut |field, value| {
                    each(concat!($prefix, ".", stringify!($name)), field, value);
                });)*
            }

            fn take(reader: &mut ByteReader<'_>) -> Result<Self, Malformed> {
                Ok(($(<$type as Field>::take(reader)?,)*))
            }

            fn copy(archetype: &hecs::Archetype, into: &mut hecs::World) -> Vec<hecs::Entity> {
                let mut kinds = hecs::ColumnBatchType::new();
                $(kinds.add::<$type>();)*
                let batch = kinds.into_batch(archetype.len());
                $(copy_column::<$type>(archetype, &batch);)*
                into.spawn_column_batch(batch.build().expect("every column was filled")).collect()
            }
        })*
    };
}

pub(crate) use {entity_classes, put_component};
