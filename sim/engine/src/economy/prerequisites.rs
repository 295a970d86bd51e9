//! What must be there before something can be made: needs, stock, supply.

use crate::component::{ConstructionStage, Footprint, Identity};
use crate::event::Rejection;
use crate::state::SceneBase;
use sandtable_model::rules::{Class, Need};
use sandtable_state::id::{KindId, PlayerId, TechId};

use super::affords;

/// Whether the player owns all of `needs`.
pub(crate) fn meets(base: &SceneBase<'_>, player: PlayerId, needs: &[Need]) -> bool {
    needs.iter().all(|need| match need {
        Need::Tech(tech) => base.players[player.index()].researched & (1 << tech.0) != 0,
        Need::Kind(kind) => owns_complete(base, player, *kind),
    })
}

fn owns_complete(base: &SceneBase<'_>, player: PlayerId, kind: KindId) -> bool {
    match base.kind(kind).class {
        Class::Unit => {
            let identity = base.entities.column::<Identity>(&base.entities.units);
            base.entities.units.of(player).any(|(_, row)| identity[row].kind == kind)
        }
        Class::Building => {
            let (identity, footprint) = (
                base.entities.column::<Identity>(&base.entities.buildings),
                base.entities.column::<Footprint>(&base.entities.buildings),
            );
            let mut own = base.entities.buildings.of(player);
            own.any(|(_, row)| identity[row].kind == kind && footprint[row].stage == ConstructionStage::Complete)
        }
        Class::Node => false,
    }
}

/// Whether the player has what `kind` needs, costs and, for a unit, takes of supply.
///
/// # Errors
/// [`Rejection::MissingNeed`], [`Rejection::CannotAfford`] or [`Rejection::NoSupply`], the first that holds.
pub(crate) fn can_make(base: &SceneBase<'_>, player: PlayerId, kind: KindId) -> Result<(), Rejection> {
    let row = base.kind(kind);
    if !meets(base, player, &row.needs) {
        return Err(Rejection::MissingNeed);
    }
    if !affords(base.players, player, &row.cost) {
        return Err(Rejection::CannotAfford);
    }
    let state = &base.players[player.index()];
    let crowded = u32::from(state.supply_used) + u32::from(row.supply_cost) > u32::from(state.supply_cap);
    if row.supply_cost > 0 && crowded { Err(Rejection::NoSupply) } else { Ok(()) }
}

/// Whether the player can start researching `tech`.
///
/// # Errors
/// [`Rejection::AlreadyKnown`], [`Rejection::MissingNeed`] or [`Rejection::CannotAfford`], the first that holds.
pub(crate) fn can_research(base: &SceneBase<'_>, player: PlayerId, tech: TechId) -> Result<(), Rejection> {
    let (row, state) = (base.rules().tech(tech), &base.players[player.index()]);
    if (state.researched | state.researching) & (1 << tech.0) != 0 {
        return Err(Rejection::AlreadyKnown);
    }
    if !meets(base, player, &row.needs) {
        return Err(Rejection::MissingNeed);
    }
    if affords(base.players, player, &row.cost) { Ok(()) } else { Err(Rejection::CannotAfford) }
}
