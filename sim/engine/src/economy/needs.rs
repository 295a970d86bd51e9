//! What must be there before something can be made: needs, stock, supply.

use crate::component::{Identity, Site, Stage};
use crate::order::Rejection;
use crate::world::World;
use sandtable_model::rules::{Class, Need};
use sandtable_state::id::{KindId, PlayerId, TechId};

use super::affords;

/// Whether the player owns all of `needs`.
pub(crate) fn meets(world: &World, player: PlayerId, needs: &[Need]) -> bool {
    needs.iter().all(|need| match need {
        Need::Tech(tech) => world.parts.players[player.index()].researched & (1 << tech.0) != 0,
        Need::Kind(kind) => owns_complete(world, player, *kind),
    })
}

fn owns_complete(world: &World, player: PlayerId, kind: KindId) -> bool {
    match world.kind(kind).class {
        Class::Unit => {
            let identity = world.column::<Identity>(&world.entities.units);
            world.entities.units.of(player).any(|(_, row)| identity[row].kind == kind)
        }
        Class::Building => {
            let (identity, site) =
                (world.column::<Identity>(&world.entities.buildings), world.column::<Site>(&world.entities.buildings));
            let mut own = world.entities.buildings.of(player);
            own.any(|(_, row)| identity[row].kind == kind && site[row].stage == Stage::Complete)
        }
        Class::Node => false,
    }
}

/// Whether the player has what `kind` needs, costs and, for a unit, takes of supply.
///
/// # Errors
/// [`Rejection::MissingNeed`], [`Rejection::CannotAfford`] or [`Rejection::NoSupply`], the first that holds.
pub(crate) fn can_make(world: &World, player: PlayerId, kind: KindId) -> Result<(), Rejection> {
    let row = world.kind(kind);
    if !meets(world, player, &row.needs) {
        return Err(Rejection::MissingNeed);
    }
    if !affords(world, player, &row.cost) {
        return Err(Rejection::CannotAfford);
    }
    let state = &world.parts.players[player.index()];
    let crowded = u32::from(state.supply_used) + u32::from(row.supply_cost) > u32::from(state.supply_cap);
    if row.supply_cost > 0 && crowded { Err(Rejection::NoSupply) } else { Ok(()) }
}

/// Whether the player can start researching `tech`.
///
/// # Errors
/// [`Rejection::AlreadyKnown`], [`Rejection::MissingNeed`] or [`Rejection::CannotAfford`], the first that holds.
pub(crate) fn can_research(world: &World, player: PlayerId, tech: TechId) -> Result<(), Rejection> {
    let (row, state) = (world.rules().tech(tech), &world.parts.players[player.index()]);
    if (state.researched | state.researching) & (1 << tech.0) != 0 {
        return Err(Rejection::AlreadyKnown);
    }
    if !meets(world, player, &row.needs) {
        return Err(Rejection::MissingNeed);
    }
    if affords(world, player, &row.cost) { Ok(()) } else { Err(Rejection::CannotAfford) }
}
