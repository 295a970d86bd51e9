//! The military manager: leads those on each duty, and gathers the reserve at the rally point.

mod defence;
mod hunt;
mod marching;
mod raid;
mod recon;
mod strike;

use crate::context::DecisionContext;
use crate::forces::{RESERVE, SoldierDuty};

/// Orders everyone about.
pub(crate) fn command(desk: &mut DecisionContext<'_, '_>) {
    let forces = &mut *desk.forces;
    if forces.escort_claim.is_none() {
        forces.shift(SoldierDuty::Escort, SoldierDuty::Reserve);
    }
    if forces.strike_claim.is_none() {
        forces.shift(SoldierDuty::Strike, SoldierDuty::Reserve);
    }
    if forces.raid_claim.is_none() {
        forces.shift(SoldierDuty::Raid, SoldierDuty::Reserve);
    }
    desk.orders.because(desk.forces.causes.scout);
    recon::command(desk);
    desk.orders.because(desk.forces.causes.strike);
    strike::command(desk);
    desk.orders.because(desk.forces.causes.raid);
    raid::command(desk);
    desk.orders.because(desk.forces.causes.escort);
    defence::escort(desk);
    let defends = desk.forces.defence_claim.is_some();
    desk.orders.because(if defends { desk.forces.causes.defence } else { RESERVE });
    defence::defend(desk);
    desk.orders.because(RESERVE);
    defence::rally(desk);
}
