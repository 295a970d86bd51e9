//! The state of each class of entity: its components, named once, in the order of their bytes.

use std::ops::Range;

use super::{Field, Malformed, Reader, Sink};
use crate::component::{
    Agent, Arms, Deposit, Identity, Labour, Motion, Shot, Sightings, Site, Statuses, Vitals, Works,
};
use crate::world::{BuildingBundle, NodeBundle, ShotBundle, UnitBundle};
use sandtable_state::put_sparse;

/// A class of entity whose components can be read from its archetype by row.
pub(crate) trait EntityState: Sized {
    /// Its components' part names, in the order of their bytes.
    const PARTS: &'static [&'static str];
    /// Its columns, borrowed.
    type Columns<'w>;
    /// Some rows of them.
    type Rows<'c>;

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
    fn take(reader: &mut Reader<'_>) -> Result<Self, Malformed>;
}

/// `put` says how a component is appended: `Field::put`, or `put_sparse` where most have the plain one.
macro_rules! entity_state {
    ($bundle:ty, $($index:literal $part:literal $name:ident $type:ident $put:path),*) => {
        impl EntityState for $bundle {
            const PARTS: &'static [&'static str] = &[$($part),*];
            type Columns<'w> = ($(hecs::ArchetypeColumn<'w, $type>,)*);
            type Rows<'c> = ($(&'c [$type],)*);

            fn columns(archetype: &hecs::Archetype) -> Self::Columns<'_> {
                ($(archetype.get::<&$type>().expect("the class has this component"),)*)
            }

            #[inline(always)]
            fn rows<'c>(($($name,)*): &'c Self::Columns<'_>, rows: Range<usize>) -> Self::Rows<'c> {
                ($(&$name[rows.clone()],)*)
            }

            #[inline(always)]
            fn put<S: Sink>(($($name,)*): &Self::Rows<'_>, at: usize, sink: &mut S) {
                $($put(&$name[at], sink);)*
            }

            fn put_part<S: Sink>(($($name,)*): &Self::Columns<'_>, part: usize, row: usize, sink: &mut S) {
                match part {
                    $($index => $put(&$name[row], sink),)*
                    _ => {}
                }
            }

            fn show(
                ($($name,)*): &Self::Columns<'_>,
                row: usize,
                each: &mut dyn FnMut(&'static str, &'static str, &dyn std::fmt::Debug),
            ) {
                $(super::Record::show(&$name[row], &mut |field, value| each($part, field, value));)*
            }

            fn take(reader: &mut Reader<'_>) -> Result<Self, Malformed> {
                Ok(($(<$type as Field>::take(reader)?,)*))
            }
        }
    };
}

entity_state!(
    UnitBundle,
    0 "unit.identity" identity Identity Field::put,
    1 "unit.motion" motion Motion Field::put,
    2 "unit.vitals" vitals Vitals Field::put,
    3 "unit.arms" arms Arms Field::put,
    4 "unit.agent" agent Agent Field::put,
    5 "unit.labour" labour Labour put_sparse,
    6 "unit.statuses" statuses Statuses put_sparse,
    7 "unit.sightings" sightings Sightings Field::put
);
entity_state!(
    BuildingBundle,
    0 "building.identity" identity Identity Field::put,
    1 "building.site" site Site Field::put,
    2 "building.vitals" vitals Vitals Field::put,
    3 "building.arms" arms Arms Field::put,
    4 "building.works" works Works put_sparse,
    5 "building.sightings" sightings Sightings Field::put
);
entity_state!(
    NodeBundle,
    0 "node.identity" identity Identity Field::put,
    1 "node.site" site Site Field::put,
    2 "node.deposit" deposit Deposit Field::put
);
entity_state!(
    ShotBundle,
    0 "projectile.identity" identity Identity Field::put,
    1 "projectile.shot" shot Shot Field::put
);
