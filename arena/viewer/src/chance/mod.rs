//! The chance of each side of a match of two to win it, by a model that was fitted to games of a tournament.
//!
//! [`ChanceWatch`] looks at a match every two seconds and says how the two players compare, as whole numbers; [`ChanceModel`] weighs them. All
//! features change their sign when the players change places and there is no constant, so that the chances of the two always add to
//! one. `sandtable chances` fits the model that ships.

mod features;
mod model;

pub use features::{ChanceWatch, FEATURES, LOOK_TICKS};
pub use model::{CERTAIN, ChanceModel, FittedFrom, JudgedBy, JudgedRow, ModelError};
