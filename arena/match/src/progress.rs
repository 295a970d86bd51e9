//! How long work tells how far it has come, whoever listens: libraries draw nothing on a terminal themselves.

use std::fmt::Debug;

use crate::Failure;

/// Shows the progress of long work, and may stop it. Callable from any thread.
pub trait ProgressSink: Debug + Send + Sync {
    /// Whether anybody sees it: texts need not be made otherwise.
    fn is_shown(&self) -> bool;

    /// How many units of work there are in all, as far as is known.
    fn expect(&self, total: u64);

    /// Units done now.
    fn advance(&self, done: u64);

    /// Units done in an earlier run, which say nothing of how long the others will take.
    fn skip(&self, done: u64);

    /// What stands beside the count: a line or several.
    fn describe(&self, text: String);

    /// Other work begins, of another length.
    fn restart(&self);

    /// The work is over, and there is nothing more to be shown.
    fn finish(&self);

    /// Whether the work is to stop: asked between its units.
    fn is_interrupted(&self) -> bool {
        false
    }

    /// Counts units done now, and goes on to the next unless the work is to stop.
    ///
    /// # Errors
    /// That the work is to stop.
    fn counted(&self, done: u64) -> Result<(), Failure> {
        self.advance(done);
        if self.is_interrupted() { Err(Failure::Interrupted) } else { Ok(()) }
    }
}

/// Progress that is not shown.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unseen;

impl ProgressSink for Unseen {
    fn restart(&self) {}

    fn is_shown(&self) -> bool {
        false
    }

    fn expect(&self, _: u64) {}

    fn advance(&self, _: u64) {}

    fn skip(&self, _: u64) {}

    fn describe(&self, _: String) {}

    fn finish(&self) {}
}
