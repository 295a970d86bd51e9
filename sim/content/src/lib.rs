//! Content files: text is read into validated data, and every issue names its place and its remedy.
//!
//! A [`Document`] is one parsed file; a [`TableReader`] is a cursor over one of its tables with typed getters. Getters
//! never fail: an issue is recorded and a default returned, so that one run
//! reports every problem of a file. [`Document::finish`] returns the value or all issues, unknown keys included.
#![deny(clippy::float_arithmetic)]
#![deny(missing_docs)]

mod asked;
mod behaviour_file;
mod behaviours;
mod cascade;
pub mod codec;
mod decimal;
mod document;
mod field;
mod folder;
mod headers;
mod library;
mod limits;
mod lines;
mod made_map;
pub mod map;
mod matches;
mod nesting;
mod place;
mod reader;
pub mod reference;
mod repair;
mod rules;
mod schedules;
pub mod seed;
mod shape;
mod source;
mod terms;
mod typed;
mod word;

pub use behaviours::{load_behaviours, read_queries};
pub use decimal::Decimal;
pub use document::Document;
pub use field::FieldOutcome;
pub use headers::TABLE_LISTS;
pub use library::{load_behaviours_named, load_map, load_map_named, load_rules_named};
pub use matches::{load_scenario, read_formation};
pub use reader::TableReader;
pub use repair::reading;
pub use rules::{load_rules, load_rules_with};
pub use source::{ContentSource, MemorySource, ReadError};
pub use terms::{MatchTerms, build_scenario};
pub use word::Word;
