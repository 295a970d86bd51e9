//! The bodies of a fight, as they are seen in a tick: attackers and targets.

use sandtable_math::Fx;
use sandtable_sim::{ObservedUnit, World};
use sandtable_state::id::{PlayerId, UnitId};

use super::layouts::{DrawnFight, TargetShape};

/// Where a target is, and how much ground it covers, in cells.
#[derive(Clone, Copy, Debug)]
pub struct TargetGround {
    /// Its middle.
    pub at: [f64; 2],
    /// Half its extent; nothing for a unit.
    pub half: [f64; 2],
    /// Its radius; nothing for a building.
    pub radius: f64,
}

impl TargetGround {
    /// How far a body at a point is from its edge, in cells.
    pub(super) fn gap(&self, at: [f64; 2], radius: f64) -> f64 {
        let away = [0, 1].map(|axis| ((at[axis] - self.at[axis]).abs() - self.half[axis]).max(0.0));
        away[0].hypot(away[1]) - radius - self.radius
    }
}

/// Who attacks.
pub fn each_attacker(world: &World) -> impl Iterator<Item = ObservedUnit> + '_ {
    world.observe_units().filter(|unit| unit.id.owner() == PlayerId(0))
}

/// Where a target is.
pub fn ground_of(world: &World, fight: &DrawnFight, row: usize, id: UnitId) -> Option<TargetGround> {
    let number = |value: Fx| f64::from(value.bits()) / 65_536.0;
    match fight.targets[row].shape {
        TargetShape::Body(radius) => world.observe_units().find(|unit| unit.id == id).map(|unit| TargetGround {
            at: [number(unit.position.x), number(unit.position.y)],
            half: [0.0; 2],
            radius,
        }),
        TargetShape::Building([width, height]) => {
            let building = world.observe_buildings().find(|building| building.id == id)?;
            let at = [number(building.position.x), number(building.position.y)];
            Some(TargetGround { at, half: [width as f64 / 2.0, height as f64 / 2.0], radius: 0.0 })
        }
    }
}
