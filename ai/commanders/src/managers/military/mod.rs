//! The military manager: leads those of each task, and gathers the reserve at the rally point.

mod crossing;
mod defence;
mod fleet;
mod hunt;
mod judgement;
mod marching;
mod mission;
mod raid;
mod recon;
mod squads;
mod strike;

pub(crate) use crossing::{can_cross, look_for_landing, wanted_transports};
pub(crate) use fleet::has_transport;
pub(crate) use judgement::dares;

use crate::context::DecisionContext;
use crate::forces::{RESERVE, SoldierTask};

/// Orders everyone about.
pub(crate) fn command(ctx: &mut DecisionContext<'_, '_>) {
    let forces = &mut *ctx.forces;
    if forces.escort_request.is_none() {
        forces.shift(SoldierTask::Escort, SoldierTask::Reserve);
    }
    if forces.raid_request.is_none() {
        forces.shift(SoldierTask::Raid, SoldierTask::Reserve);
    }
    if forces.strike_request.is_none() {
        crossing::call_off(ctx);
    }
    ctx.orders.because(ctx.forces.causes.scout);
    recon::command(ctx);
    ctx.orders.because(ctx.forces.causes.strike);
    strike::command(ctx);
    ctx.orders.because(ctx.forces.causes.raid);
    raid::command(ctx);
    mission::command(ctx);
    ctx.orders.because(RESERVE);
    fleet::bring_home(ctx);
    ctx.orders.because(ctx.forces.causes.escort);
    defence::escort(ctx);
    let defends = ctx.forces.defence_request.is_some();
    ctx.orders.because(if defends { ctx.forces.causes.defence } else { RESERVE });
    defence::defend(ctx);
    ctx.orders.because(RESERVE);
    defence::rally(ctx);
}
