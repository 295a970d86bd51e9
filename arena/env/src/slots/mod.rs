//! Matches as arrays of fixed shape: entities in slots, what can be ordered as a mask, and actions of slots or of a macro level.

mod actions;
mod encode;
mod globals;
mod layout;
mod macros;
mod masks;
mod sight;
mod table;

pub use actions::{ACTION_COLUMNS, ActionContext};
pub use encode::ObservationRow;
pub use layout::{
    ARG_ROWS, FOREIGN_FEATURES, NODE_FEATURES, OWN_FEATURES, PLACES, SLOT_VERBS, SlotLayout, SlotLimits, TARGET_ROWS,
};
pub use masks::MaskRow;
pub use sight::{BuildingGround, PlayerSight};
pub use table::SlotTable;
