//! Trials: scenarios that state in their own file what is to come of them, played and held to it.
//!
//! An [`Expectation`](sandtable_expect::Expectation) is a [`Measure`] of the match, a range, and when it is to lie there. Matches are watched tick by tick;
//! fights ([`crate::fight`]) are played many times and scored.

mod fights;
mod file;
mod gauge;
mod judge;
mod measure;
mod run;
mod watch;

pub use fights::{fights, load_fight, load_fights};
pub use file::{Trial, TrialTerms};
pub use gauge::{Gauge, aims};
pub use judge::ExpectationFinding;
pub use measure::{Happening, Measure, MeasuredPlace, Select};
pub use run::{Effort, Verdict, hold};
