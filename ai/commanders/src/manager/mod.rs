//! The managers: they carry out the steps of plans with orders.

pub(crate) mod construction;
pub(crate) mod economy;
pub(crate) mod forces;
pub(crate) mod placement;
pub(crate) mod production;
pub(crate) mod treasury;
