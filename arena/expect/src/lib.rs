//! Expectations: the results that a content file requires of a match, a tournament or a movement family.
//!
//! Every `[[expect]]` table names a [`Metric`] of the registry, its subject (`of`, `where`), its time (`at`,
//! `within`, `during`), and the [`Range`] of its value (`min`, `max`, `equals`). This crate reads the tables, judges values
//! and words the findings; callers supply only the value of a metric. The registry also writes the tables of
//! `docs/EXPECTATIONS.md`.
//!
//! # Example
//!
//! ```
//! use sandtable_content::Document;
//! use sandtable_expect::{Finding, TournamentMetric, read_expectations};
//!
//! let text = "[[expect]]\nmetric = \"decided\"\nmin = 90\nconfidence = 0.95\n";
//! let document = Document::parse("cup.toml", text).expect("it is TOML");
//! let expectations = read_expectations(&document.root(), |metric: TournamentMetric, _| metric);
//! let expectations = document.finish(expectations).expect("it is in order").value;
//!
//! let found = Finding { value: 93.0, interval: Some([88.0, 96.0]), tick: None };
//! let result = expectations[0].judge("games decided, in percent", found);
//! assert!(!result.holds, "the worse end of the interval is below 90");
//! assert_eq!(result.expected, "games decided, in percent: at least 90, by the worse end of its 95 % interval");
//! ```

#![deny(missing_docs)]

mod aim;
mod expectation;
mod metric;
mod range;
mod read;
mod reference;
mod registry;
mod table;
mod when;

pub use aim::{Aim, AimKind, read_aims};
pub use expectation::{ExpectResult, Expectation, Finding};
pub use metric::{Ends, Filter, Metric, MetricSet, Nature, Scope, Subject};
pub use range::Range;
pub use read::read_expectations;
pub use reference::reference;
pub use registry::{MatchMetric, MovementMetric, TournamentMetric};
pub use table::ExpectTable;
pub use when::When;
