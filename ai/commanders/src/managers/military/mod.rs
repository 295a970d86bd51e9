//! The military manager: leads those on each duty, and gathers the reserve at the rally point.

mod defence;
mod hunt;
mod judgement;
mod marching;
mod raid;
mod recon;
mod strike;

pub(crate) use judgement::dares;

use crate::context::DecisionContext;
use crate::forces::{RESERVE, SoldierDuty};

/// Orders everyone about.
pub(crate) fn command(ctx: &mut DecisionContext<'_, '_>) {
    let forces = &mut *ctx.forces;
    if forces.escort_claim.is_none() {
        forces.shift(SoldierDuty::Escort, SoldierDuty::Reserve);
    }
    if forces.strike_claim.is_none() {
        forces.shift(SoldierDuty::Strike, SoldierDuty::Reserve);
    }
    if forces.raid_claim.is_none() {
        forces.shift(SoldierDuty::Raid, SoldierDuty::Reserve);
    }
    ctx.orders.because(ctx.forces.causes.scout);
    recon::command(ctx);
    ctx.orders.because(ctx.forces.causes.strike);
    strike::command(ctx);
    ctx.orders.because(ctx.forces.causes.raid);
    raid::command(ctx);
    ctx.orders.because(ctx.forces.causes.escort);
    defence::escort(ctx);
    let defends = ctx.forces.defence_claim.is_some();
    ctx.orders.because(if defends { ctx.forces.causes.defence } else { RESERVE });
    defence::defend(ctx);
    ctx.orders.because(RESERVE);
    defence::rally(ctx);
}
