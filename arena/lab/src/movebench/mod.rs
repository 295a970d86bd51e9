//! The movement benchmark: situations played on the real engine, and how well its units moved in them.
//!
//! A [`Family`] is read from a file of `scenarios/movebench`. Each of its arrangements is staged as a scenario
//! (`Setup`), played into a `Trajectory` of every pose of every tick, and measured from that trajectory alone; what the engine
//! thinks of its own movement is never asked.

mod changes;
mod contacts;
mod family;
mod family_file;
mod figures;
mod floor;
mod flow;
mod gait;
mod generate;
mod grid;
mod groups;
mod limits;
mod metric;
mod outcome;
mod place;
mod play;
mod report;
mod run;
mod settling;
mod setup;
mod shape;
mod svg;
mod terrain;
mod trajectory;
mod travel;
mod trips;
mod turn;
mod walls;
mod work;

#[cfg(test)]
mod tests;

pub use family::Family;
pub use family_file::{limited, load_families, rules};
pub use generate::{MoveCase, drawn_names, generate, move_json, move_table};
pub(crate) use grid::Grid;

pub use limits::{FamilyLimits, Limits};
pub use metric::METRICS;
pub use report::{Exceeded, bars, exceeded, family_json, family_table, suggested_budget, summary_line};
pub use run::{FamilyResult, Options, make_folder, measure};
