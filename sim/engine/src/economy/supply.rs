//! Supply: taken by units living and in training, given by complete buildings.

use crate::component::{Identity, Site, Stage, Works};
use crate::world::World;
use sandtable_state::id::PlayerId;

/// Recounts every player's supply.
pub(crate) fn recount_supply(world: &mut World) {
    for player in 0..world.parts.players.len() as u8 {
        recount_supply_of(world, PlayerId(player));
    }
}

/// Recounts one player's supply; called when something of it was born, died, finished or was cancelled.
pub(crate) fn recount_supply_of(world: &mut World, player: PlayerId) {
    let (mut used, mut cap) = (0u32, 0u32);
    {
        let identity = world.column::<Identity>(&world.entities.units);
        used += world
            .entities
            .units
            .of(player)
            .map(|(_, row)| u32::from(world.kind(identity[row].kind).supply_cost))
            .sum::<u32>();
        let identity = world.column::<Identity>(&world.entities.buildings);
        let site = world.column::<Site>(&world.entities.buildings);
        let works = world.column::<Works>(&world.entities.buildings);
        for (_, row) in world.entities.buildings.of(player) {
            let queue = &works[row].queue[..works[row].queued as usize];
            used += queue
                .iter()
                .filter_map(|job| job.kind())
                .map(|kind| u32::from(world.kind(kind).supply_cost))
                .sum::<u32>();
            if site[row].stage == Stage::Complete {
                cap += u32::from(world.kind(identity[row].kind).supply_given);
            }
        }
    }
    let limit = u32::from(world.rules().supply_limit);
    let state = &mut world.parts.players[player.index()];
    state.supply_used = used.min(u32::from(u16::MAX)) as u16;
    state.supply_cap = cap.min(limit) as u16;
}
