//! What a search asks of the world: what pairs of games bring points of a box.

use sandtable_match::Failure;

use super::step::Step;

/// Where points are valued. The same number of a pair means the same conditions for every point: opponent, map, seed, both sides.
pub trait Trials {
    /// What pairs bring points, 0 … 1, in the order asked.
    ///
    /// # Errors
    /// That a pair cannot be played, or that the run was interrupted.
    fn play(&mut self, phase: &str, asked: &[(&[u32], usize)]) -> Result<Vec<f64>, Failure>;

    /// Whether a point can be played.
    ///
    /// # Errors
    /// That this cannot be found out.
    fn is_valid(&mut self, levels: &[u32]) -> Result<bool, Failure>;

    /// A step was taken, the last of these.
    fn noted(&mut self, _steps: &[Step]) {}
}
