//! Claims as viewers, reports and tests see them: plain copies.

use super::takes_places;
use crate::component::{Arms, Identity};
use crate::world::World;
use sandtable_math::Vec2;
use sandtable_state::id::UnitId;

/// A place round a target, and who has it or waits for one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObservedClaim {
    /// Who.
    pub unit: UnitId,
    /// Round whom.
    pub target: UnitId,
    /// Its place, and the number of that; none while it waits.
    pub place: Option<(u16, Vec2)>,
    /// The weight it takes of the room near the target; 0 for one that shoots from afar.
    pub weight: u16,
}

impl World {
    /// Who closes in on whom, and where their places were in the last tick, by unit. Empty without slots.
    pub fn observe_claims(&self) -> Vec<ObservedClaim> {
        let claims = self.parts.rings.claims.iter().zip(&*self.parts.rings.seekers);
        let observed = claims.map(|(claim, seeker)| ObservedClaim {
            unit: claim.unit,
            target: claim.target,
            place: claim.has_place().then_some((claim.slot, seeker.place)),
            weight: seeker.weight,
        });
        observed.collect()
    }

    /// The weight of the attacks under way on an entity: of wind-ups that have begun. Those who do without places
    /// do not count.
    pub fn observe_attack_weight(&self, target: UnitId) -> u32 {
        let (arms, kinds) = (self.column::<Arms>(&self.entities.units), self.column::<Identity>(&self.entities.units));
        let winding = arms.iter().zip(kinds.iter()).filter(|(arms, _)| arms.windup > 0 && arms.target == target);
        let counted = winding.filter(|(_, identity)| takes_places(&self.scenario, identity.owner()));
        counted
            .filter_map(|(_, identity)| self.parts.rings.sizes(identity.kind))
            .map(|sizes| u32::from(sizes.attack_weight))
            .sum()
    }
}
