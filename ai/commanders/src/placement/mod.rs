//! Where to build: a strategy's own queries, else a search around a place (Game AI Pro ch. 26: position queries).

mod obstacles;
mod queries;
mod search;
mod survey;
mod tuning;

pub(crate) use queries::{for_building, site};
pub(crate) use search::{PlaceSearch, find};
