//! A kind of situation, its arrangements, and what its figures may be.

use sandtable_model::rules::Rules;

use super::changes::Change;
use super::groups::Group;
use super::limits::FamilyLimits;
use super::terrain::Terrain;
use super::work::Work;

/// The longest that one arrangement is played, in ticks.
pub const MAX_LIMIT: u32 = 16 * 1_200;

/// A family of situations.
#[derive(Clone, Debug)]
pub struct Family {
    /// Its name: that of its file.
    pub name: String,
    /// What it is, in a sentence.
    pub about: String,
    /// The rules it is played under.
    pub rules: Rules,
    /// Where its walls are.
    pub terrain: Terrain,
    /// Who stands where and is told what.
    pub groups: Vec<Group>,
    /// Whether players see no farther than their units do: else they see everything.
    pub fog: bool,
    /// Walls that come and go.
    pub changes: Vec<Change>,
    /// A node and a depot for workers.
    pub work: Option<Work>,
    /// The longest that one arrangement is played, in ticks.
    pub time_limit_ticks: u32,
    /// How many arrangements there are, each with a seed and a turn of its own.
    pub arrangements: u32,
    /// Bodies that fit side by side through its narrowest place; none when it has none.
    pub lanes: Option<f64>,
    /// The cells where throughput is counted.
    pub gate: Option<[i64; 4]>,
    /// What its figures are held to.
    pub limits: FamilyLimits,
}
