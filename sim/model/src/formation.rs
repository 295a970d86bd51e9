//! Formations: how the members of a squad stand to each other.

use sandtable_math::Fx;
use sandtable_state::limits::MAX_SQUAD_SPACING;
use sandtable_state::{state_enum, state_struct};
use serde::{Deserialize, Serialize};

state_enum! {
    /// How the members of a squad stand to each other.
    #[derive(Default, Hash)]
    pub enum FormationShape {
        /// In no order: everybody walks by itself, and they settle around the goal.
        #[default]
        Loose = 0,
        /// A wide front of few ranks.
        Line = 1,
        /// Few files, as deep as it takes.
        Column = 2,
        /// A triangle, its tip in front.
        Wedge = 3,
        /// A square: the short-ranged around, the long-ranged within.
        Box = 4,
    }
}

state_struct! {
    /// A formation, as an order names it.
    #[derive(Copy, Serialize, Deserialize)]
    pub struct Formation {
        /// Who stands where.
        pub shape: FormationShape,
        /// From edge to edge of the widest bodies of the squad, in cells: 0 … [`MAX_SQUAD_SPACING`].
        pub spacing: Fx,
        /// Percent of the members for whom the squad goes slower and waits, 0 … 100: at 100 for the last straggler, at 0 for nobody.
        pub cohesion: u8,
    }
}

impl Default for Formation {
    fn default() -> Formation {
        Formation::in_shape(FormationShape::Loose)
    }
}

impl Formation {
    /// The formation of this shape, a quarter of a cell between its members, that waits for nine in ten.
    pub const fn in_shape(shape: FormationShape) -> Formation {
        Formation { shape, spacing: Fx::from_ratio(1, 4), cohesion: 90 }
    }

    /// Whether its values are within their ranges.
    pub fn is_possible(&self) -> bool {
        (Fx::ZERO..=Fx::from_int(i16::from(MAX_SQUAD_SPACING))).contains(&self.spacing) && self.cohesion <= 100
    }

    /// Whether its members keep places.
    #[inline]
    pub fn keeps_places(&self) -> bool {
        self.shape != FormationShape::Loose
    }
}
