//! Position queries: where to stand (Game AI Pro ch. 26, Jack, "Tactical position selection").
//!
//! A [`PositionQuery`] is a list of options tried in order. An option generates candidates, drops those that fail a cheap filter,
//! weighs the others, and asks its expensive filters from the best down until one passes.

mod generate;
mod run;

use sandtable_math::{Fx, Vec2};

use super::{Call, DecisionRule, Question};

/// Where candidates come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Generator {
    /// The points of a square grid within a radius of an anchor, the anchor among them: by rows from the north, from the west.
    Grid {
        /// Its middle.
        around: Call,
        /// In cells.
        radius: Fx,
        /// Between neighbours, in cells.
        step: Fx,
    },
    /// Points on a circle round an anchor, clockwise from the east.
    Ring {
        /// Its middle.
        around: Call,
        /// In cells.
        radius: Fx,
        /// How many, evenly spread.
        points: u8,
    },
    /// Points known beforehand within a radius of an anchor, in the order of their source.
    Points {
        /// Where they come from.
        source: Call,
        /// The middle.
        around: Call,
        /// In cells.
        radius: Fx,
    },
}

/// One way to answer a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryOption {
    /// Where candidates come from.
    pub generators: Vec<Generator>,
    /// What every candidate is asked.
    pub cheap: Vec<Question>,
    /// What candidates are worth; at or below zero they are dropped.
    pub weights: DecisionRule<Call>,
    /// What is asked from the best candidate down.
    pub dear: Vec<Question>,
}

/// The definition of a query. Made by reading a content file, and valid therefore.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionQuery {
    /// The name in its file, which is the one that definitions refer to it by.
    pub name: String,
    /// In the order they are tried; at most [`MAX_QUERY_OPTIONS`](sandtable_state::limits::MAX_QUERY_OPTIONS).
    pub options: Vec<QueryOption>,
}

/// Answers what is so at places.
pub trait PlaceFacts {
    /// Where an anchor is; none when there is no such thing at present.
    fn anchor(&self, anchor: &Call) -> Option<Vec2>;

    /// Hands the points of a source within `radius` of `around` to `each`, in an order of its own that is always the same,
    /// until `each` says that it takes no more.
    fn points(&self, source: &Call, around: Vec2, radius: Fx, each: &mut dyn FnMut(Vec2) -> bool);

    /// Whether a condition holds at a place.
    fn holds_at(&self, condition: &Call, place: Vec2) -> bool;

    /// The value of an input at a place.
    fn value_at(&self, input: &Call, place: Vec2) -> Fx;
}

/// One candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueryCandidate {
    /// The place.
    pub place: Vec2,
    /// What it is worth.
    pub score: Fx,
    /// Its squared distance from whoever asks, in 1/2³².
    pub away: i64,
    /// The caller's mix of it, so that equals favour nobody.
    pub mix: u64,
    /// Its number in the order of generation.
    pub row: u16,
}

/// The place found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoundPlace {
    /// Where.
    pub place: Vec2,
    /// What it is worth.
    pub score: Fx,
    /// The row of the option that found it.
    pub option: u8,
}

/// What became of one option, for a trace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QueryTally {
    /// Candidates generated.
    pub generated: u16,
    /// Those that passed the cheap filters and are worth something.
    pub kept: u16,
    /// Those that expensive filters were asked about.
    pub tested: u16,
}

/// Room for one query to work in, kept so that nothing is allocated from the second query on; afterwards it
/// holds what the last option tried came to.
#[derive(Clone, Debug, Default)]
pub struct Shortlist {
    /// The candidates kept, best first.
    pub candidates: Vec<QueryCandidate>,
    /// What became of each option tried, in order.
    pub tallies: Vec<QueryTally>,
}

impl PositionQuery {
    /// The name it has in its file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its options, in the order they are tried.
    pub fn options(&self) -> &[QueryOption] {
        &self.options
    }
}
