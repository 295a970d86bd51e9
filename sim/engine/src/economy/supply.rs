//! Supply: taken by units living and in training, given by complete buildings.

use crate::component::{ConstructionStage, Footprint, Identity, Production};
use crate::spawn::LifecycleContext;
use sandtable_state::id::PlayerId;

/// Recounts every player's supply.
pub(crate) fn recount_supply(life: &mut LifecycleContext<'_>) {
    for player in 0..life.players.len() as u8 {
        recount_supply_of(life, PlayerId(player));
    }
}

/// Recounts one player's supply; called when something of it was born, died, finished or was cancelled.
pub(crate) fn recount_supply_of(life: &mut LifecycleContext<'_>, player: PlayerId) {
    let (mut used, mut cap) = (0u32, 0u32);
    {
        let identity = life.entities.column::<Identity>(&life.entities.units);
        used += life
            .entities
            .units
            .of(player)
            .map(|(_, row)| u32::from(life.kind(identity[row].kind).supply_cost))
            .sum::<u32>();
        let identity = life.entities.column::<Identity>(&life.entities.buildings);
        let footprint = life.entities.column::<Footprint>(&life.entities.buildings);
        let production = life.entities.column::<Production>(&life.entities.buildings);
        for (_, row) in life.entities.buildings.of(player) {
            let queue = &production[row].queue[..production[row].queued as usize];
            used += queue
                .iter()
                .filter_map(|job| job.kind())
                .map(|kind| u32::from(life.kind(kind).supply_cost))
                .sum::<u32>();
            if footprint[row].stage == ConstructionStage::Complete {
                cap += u32::from(life.kind(identity[row].kind).supply_given);
            }
        }
    }
    let limit = u32::from(life.rules().supply_limit);
    let state = &mut life.players[player.index()];
    state.supply_used = used.min(u32::from(u16::MAX)) as u16;
    state.supply_cap = cap.min(limit) as u16;
}
