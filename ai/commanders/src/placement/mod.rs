//! Where to build: a strategy's own queries, else a search around a place (Game AI Pro ch. 26: position queries). Where to wait.

mod island;
mod landing;
mod obstacles;
mod queries;
mod rally;
mod search;
mod survey;
mod tuning;

pub(crate) use island::Island;
pub(crate) use landing::landing;
pub(crate) use queries::{by_query, for_building, goal_of, site};
pub(crate) use rally::rally_point;
pub(crate) use search::{PlaceSearch, find};
