//! The managers: they carry out the steps of plans with orders, and see to what no plan has to ask for.

mod construction;
mod economy;
mod execution;
mod military;
mod production;
mod spending;
mod supply;
mod surrender;
mod triggered;
mod tuning;

pub(crate) use construction::tend as tend_buildings;
pub(crate) use economy::{EconomyState, employ as employ_workers};
pub(crate) use execution::carry_out;
pub(crate) use military::{command as command_forces, look_for_landing};
pub(crate) use spending::spend as spend_surplus;
pub(crate) use supply::keep_supply;
pub(crate) use surrender::surrender_if_lost;
pub(crate) use triggered::{WorkerErrands, give as give_orders, keep_errands};
