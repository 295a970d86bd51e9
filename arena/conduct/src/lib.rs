//! Mistakes in a match that a spectator would notice: every lapse of conduct, with who, where, when and for how long.
//!
//! A [`ConductWatch`] looks at a world twice a game second while it is played, and notes [`Lapse`]s of the kinds of [`LapseKind`]:
//! soldiers idle beside a fight, units wedged, workers at work beside enemies, unspent resources. [`watch_replay`] plays a recorded
//! match to its end and asks its commanders besides, for missions without progress. Each lapse has the arguments for
//! `sandtable why`. `docs/CONDUCT.md` has the definitions.

#![deny(missing_docs)]

mod economy;
mod engagement;
mod lapse;
mod look;
mod movement;
mod orders;
mod plans;
mod recorded;
mod report;
mod spells;
mod towers;
mod tuning;
mod watch;
mod workers;

pub use economy::could_spend;
pub use lapse::{Lapse, LapseKind};
pub use recorded::{Watched, watch_replay};
pub use report::{ConductReport, KindTotal, WatchedGame};
pub use watch::ConductWatch;
