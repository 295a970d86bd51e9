//! What behaviour files can name: the words of a context, with parameters, units and ranges.

use sandtable_math::{Bounds, Fx};

/// What a parameter may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterDomain {
    /// A number in a unit (`"cells"`; empty for a pure number).
    Number(Bounds<Fx>, &'static str),
    /// A whole number in a unit.
    Whole(Bounds<i16>, &'static str),
    /// A duration: seconds in the file, ticks in the call.
    Seconds(Bounds<u32>),
    /// One of these words.
    Choice(&'static [&'static str]),
    /// The name of a position query of the same file.
    Query,
    /// A tag of kinds, as rules files give them. Never required.
    Tag,
}

/// What a parameter is when the file says nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterDefault {
    /// It must be given.
    Required,
    /// This whole number, this many ticks, or the choice of this row.
    Whole(i16),
}

/// One parameter of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Param {
    /// Its key in the file.
    pub name: &'static str,
    /// What it may be.
    pub values: ParameterDomain,
    /// What it is otherwise.
    pub otherwise: ParameterDefault,
}

impl Param {
    /// A distance in cells, up to what one decision may ever care about.
    pub const CELLS: Param = Param::cells(ParameterDefault::Required);
    /// Only kinds with this tag count, when it is given.
    pub const TAG: Param = Param { name: "tag", values: ParameterDomain::Tag, otherwise: ParameterDefault::Whole(0) };

    /// A distance in cells, 1/16 to 64.
    pub const fn cells(otherwise: ParameterDefault) -> Param {
        let bounds = Bounds::new(Fx::from_ratio(1, 16), Fx::from_int(64));
        Param { name: "cells", values: ParameterDomain::Number(bounds, "cells"), otherwise }
    }
}

/// A word: its name, its parameters (at most [`MAX_CALL_ARGS`](sandtable_state::limits::MAX_CALL_ARGS)), and what else is known of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term<D: 'static> {
    /// Its name in files.
    pub name: &'static str,
    /// What it means, in a sentence.
    pub about: &'static str,
    /// Its parameters, in the order of the arguments of a call.
    pub params: &'static [Param],
    /// Of an action its [`Outcomes`], of an input its [`Scale`], of a test of places its [`TestCost`].
    pub detail: D,
}

/// How an action or a branch may end: a set of statuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcomes(u8);

impl Outcomes {
    /// An action that can succeed.
    pub const SUCCESS: Outcomes = Outcomes(1);
    /// An action that can fail.
    pub const FAILURE: Outcomes = Outcomes(2);
    /// An action that can take more than a tick.
    pub const RUNNING: Outcomes = Outcomes(4);
    /// None.
    pub const NONE: Outcomes = Outcomes(0);
    /// Success or failure, at once.
    pub const DECIDES: Outcomes = Outcomes(3);
    /// An action that goes on until it succeeds.
    pub const SUCCEEDS: Outcomes = Outcomes(5);
    /// An action that goes on until it fails.
    pub const LASTS: Outcomes = Outcomes(6);
    /// All.
    pub const ANY: Outcomes = Outcomes(7);

    /// The outcomes of both sets.
    #[must_use]
    pub const fn and(self, other: Outcomes) -> Outcomes {
        Outcomes(self.0 | other.0)
    }

    /// The outcomes that are not in `other`.
    #[must_use]
    pub const fn without(self, other: Outcomes) -> Outcomes {
        Outcomes(self.0 & !other.0)
    }

    /// Whether any of `other` is among these.
    pub const fn may(self, other: Outcomes) -> bool {
        self.0 & other.0 != 0
    }
}

/// What values an input takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    /// The range, both ends included.
    pub range: Bounds<Fx>,
    /// The unit; empty for a pure number.
    pub unit: &'static str,
}

impl Scale {
    /// Whole numbers from `low` to `high` in a unit.
    pub const fn whole(low: i16, high: i16, unit: &'static str) -> Scale {
        Scale { range: Bounds::new(Fx::from_int(low), Fx::from_int(high)), unit }
    }
}

/// What a test of a place costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestCost {
    /// A look: asked of every candidate.
    Cheap,
    /// A search: asked from the best candidate down until one passes.
    Dear,
}

/// Everything behaviour files can name. A call's word is a row of one of these lists.
#[derive(Clone, Copy, Debug)]
pub struct Vocabulary {
    /// What can be done.
    pub actions: &'static [Term<Outcomes>],
    /// What is so or not.
    pub conditions: &'static [Term<()>],
    /// What can be measured.
    pub inputs: &'static [Term<Scale>],
    /// Where position queries begin.
    pub anchors: &'static [Term<()>],
    /// Sets of points that are known beforehand: cover, slots.
    pub sources: &'static [Term<()>],
    /// What is so or not of a place.
    pub place_conditions: &'static [Term<TestCost>],
    /// What can be measured at a place.
    pub place_inputs: &'static [Term<Scale>],
}

/// The row of `name` in a list of terms.
pub fn row_of<D>(terms: &[Term<D>], name: &str) -> Option<u8> {
    terms.iter().position(|term| term.name == name).and_then(|row| u8::try_from(row).ok())
}

/// Declares an enum of words and its table of terms, in the same order: the enum by which code knows a word of a call, and the
/// [`Term`]s by which files are checked.
#[macro_export]
macro_rules! words {
    ($(#[$meta:meta])* $name:ident, $terms:ident: $detail:ty;
     $($variant:ident $word:literal [$($param:expr),*] $value:expr, $about:literal;)*) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name {
            $(#[doc = $about] $variant,)*
        }

        impl $name {
            /// The word of a call of this list.
            pub fn of(call: &$crate::Call) -> Option<$name> {
                const ALL: &[$name] = &[$($name::$variant),*];
                ALL.get(usize::from(call.word)).copied()
            }
        }

        pub(super) const $terms: &[$crate::Term<$detail>] = &[
            $($crate::Term { name: $word, about: $about, params: &[$($param),*], detail: $value },)*
        ];
    };
}
