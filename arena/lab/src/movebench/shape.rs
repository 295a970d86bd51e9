//! How well groups in formation kept their places.
//!
//! Where the place of each is, is asked of its squad, as its commander sees it; how far from it the unit was, is seen on the trajectory.

use super::grid::distance;
use super::setup::Setup;
use super::trajectory::Trajectory;

/// A squad has formed when this percentage of its members is this near to their places, in cells.
const FORMED_PERCENT: usize = 90;
const FORMED_WITHIN: f64 = 0.5;

/// What was seen of groups in formation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shape {
    /// How far members were from their places on the march, in cells, ascending.
    pub marching: Vec<f64>,
    /// How far members were from their places at the end, in cells, ascending.
    pub resting: Vec<f64>,
    /// Ticks from being told until the slowest squad had formed; all there were, when one never did; none without squads.
    pub formed: Option<u32>,
    /// Ticks from the end of the last passage that a squad was narrowed in until it had formed again; none when none was.
    pub formed_again: Option<u32>,
}

/// Looks at every squad of a trajectory.
pub fn shape(setup: &Setup, trajectory: &Trajectory) -> Shape {
    let mut shape = Shape::default();
    for (group, shots) in trajectory.squads.iter().enumerate() {
        let told = setup.groups[group].start_tick as usize + 1;
        if shots.is_empty() {
            continue;
        }
        let off = |tick: usize| {
            shots[tick].places.iter().map(move |(row, at)| distance(trajectory.frames[tick][*row].at(), *at))
        };
        let has_formed = |tick: usize| {
            let near = off(tick).filter(|off| *off <= FORMED_WITHIN).count();
            near > 0 && near * 100 >= shots[tick].places.len() * FORMED_PERCENT
        };
        let last = shots.len() - 1;
        // In the tick in which it is told nobody knows its place yet.
        let until_formed = |from: usize| (from + 1..=last).find(|tick| has_formed(*tick)).unwrap_or(last) - from;
        let formed = until_formed(told) as u32;
        shape.formed = shape.formed.max(Some(formed));
        if let Some(end) = shots.iter().rposition(|shot| shot.narrowed) {
            shape.formed_again = shape.formed_again.max(Some(until_formed(end.min(last - 1)) as u32));
        }
        let marched = (told + formed as usize..=last).filter(|tick| shots[*tick].marches && !shots[*tick].narrowed);
        shape.marching.extend(marched.flat_map(off));
        shape.resting.extend(off(last));
    }
    shape.marching.sort_by(f64::total_cmp);
    shape.resting.sort_by(f64::total_cmp);
    shape
}
