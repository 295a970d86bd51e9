//! Who is where while units move: all that is about, with what is asked for at every unit taken out of it.

use super::gates::PassageGates;
use crate::scene::Scene;
use sandtable_math::mix;
use sandtable_nav::crowd::{ProximityGrid, SpatialRow};
use sandtable_nav::steering::PassingSide;

/// What steering reads of a world, once a tick.
#[derive(Clone, Copy)]
pub(super) struct SteerScene<'w> {
    pub(super) scene: Scene<'w>,
    /// The frame's rows: units, then buildings.
    pub(super) bodies: &'w [SpatialRow],
    /// Who is near.
    pub(super) grid: &'w ProximityGrid,
    /// The match seed.
    pub(super) seed: u64,
    /// Which tick it is.
    pub(super) tick: u32,
    /// The side on which everybody passes who meets head on in this match, so that streams that meet part into two.
    pub(super) hand: PassingSide,
    /// Passages, and who wants through them.
    pub(super) gates: &'w PassageGates,
}

/// Names the draw of the side.
const HAND: u64 = 0x4a4e;

impl<'w> SteerScene<'w> {
    /// Takes it out of a scene.
    pub(super) fn new(scene: Scene<'w>, gates: &'w PassageGates) -> SteerScene<'w> {
        let seed = scene.clock.seed;
        let hand = if mix(seed, HAND) & 1 == 0 { PassingSide::Left } else { PassingSide::Right };
        SteerScene {
            scene,
            bodies: &scene.frame.bodies,
            grid: &scene.frame.grid,
            seed,
            tick: scene.clock.tick,
            hand,
            gates,
        }
    }

    /// The rows of units.
    pub(super) fn units(&self) -> &'w [SpatialRow] {
        &self.bodies[..self.scene.frame.units]
    }
}
