//! Recorded matches played again under changed content, or by another build: which of them change, where, and with which result.
//!
//! The two sides are called *before* and *now*. Before is the record, or what another program makes of it; now is what this program makes
//! of the recorded orders, or of the recorded strategies, under the content as it is to be.

mod comparison;
mod content;
mod files;
mod keys;
mod play;
mod report;
mod score;

pub use comparison::{GameComparison, GameEnd, StateDeparture};
pub use content::{ChangedMatch, ContentChanges, Setting};
pub use files::records_of;
pub use keys::{KeyChange, changed_keys};
pub use play::{Before, FindReferee, RegressionTerms, record_again, regress};
pub use report::{GameReport, RegressionReport};
pub use score::ScoreChange;
