//! What a guest keeps so that a host that dies can be started again: the last snapshot, and the orders of all ticks since.

use std::collections::VecDeque;

use super::message::{Bundle, Snapshot};

/// The match as far as a guest knows it.
#[derive(Default)]
pub(super) struct Archive {
    snapshot: Option<Snapshot>,
    bundles: VecDeque<Bundle>,
    /// A later snapshot, whose time has not come.
    next: Option<Snapshot>,
}

impl Archive {
    /// Notes the orders of a tick.
    pub fn note(&mut self, bundle: &Bundle) {
        self.bundles.push_back(bundle.clone());
        self.move_on();
    }

    /// Notes a snapshot.
    pub fn keep(&mut self, snapshot: Snapshot) {
        self.next = Some(snapshot);
        self.move_on();
    }

    /// Begins with a snapshot, after whose tick orders are noted.
    pub fn begin(&mut self, snapshot: Snapshot) {
        *self = Archive { snapshot: Some(snapshot), ..Archive::default() };
    }

    /// Takes the later snapshot when all that was decided up to its tick has come out in bundles: nothing before it is needed then.
    fn move_on(&mut self) {
        let Some(tick) = self.next.as_ref().map(|next| next.tick) else { return };
        let delay = self.bundles.iter().find(|bundle| bundle.tick == tick).map(|bundle| u32::from(bundle.delay));
        let last = self.bundles.back().map_or(0, |bundle| bundle.tick);
        if delay.is_some_and(|delay| last > tick + delay) {
            self.bundles.retain(|bundle| bundle.tick > tick);
            self.snapshot = self.next.take();
        }
    }

    /// All of it.
    pub fn state(&self) -> (Option<Box<Snapshot>>, Vec<Bundle>) {
        (self.snapshot.clone().map(Box::new), self.bundles.iter().cloned().collect())
    }
}
