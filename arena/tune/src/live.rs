//! The page of a run under way: written again and again where the finished page will stand.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;
use std::time::Instant;

use sandtable_match::pace::Pace;
use sandtable_match::store::{Disk, write_whole};
use sandtable_viewer::html::{stopped, under_way};

use super::progress::RunPage;
use super::report::{REPORT, body};
use super::summary::Summary;

/// All that is known so far of a run, which those who find it out add to.
#[derive(Clone)]
pub(super) struct LiveSummary(Option<Rc<RefCell<Summary>>>);

impl LiveSummary {
    /// Of a run with this much known at first; of one that is shown to nobody, nothing.
    pub fn new(is_shown: bool, summary: &Summary) -> LiveSummary {
        LiveSummary(is_shown.then(|| Rc::new(RefCell::new(summary.clone()))))
    }

    /// Whether there is anybody to show it to.
    pub fn is_shown(&self) -> bool {
        self.0.is_some()
    }

    /// Adds to it.
    pub fn note(&self, add: impl FnOnce(&mut Summary)) {
        if let Some(summary) = &self.0 {
            add(&mut summary.borrow_mut());
        }
    }
}

/// Who writes the page of a run.
pub(super) struct LivePage<'a> {
    disk: &'a dyn Disk,
    folder: &'a Path,
    known: LiveSummary,
}

impl RunPage for LivePage<'_> {
    fn write(&self, pace: &mut Pace, phase: &str, games: &BTreeMap<String, u32>) {
        let began = Instant::now();
        self.known.note(|summary| summary.games.clone_from(games));
        self.put(&under_way(&format!("Under way, {phase}: {}", pace.told("games")), pace.counts()));
        pace.page_written(began.elapsed());
    }
}

impl<'a> LivePage<'a> {
    pub fn new((disk, folder): (&'a dyn Disk, &'a Path), known: LiveSummary) -> LivePage<'a> {
        LivePage { disk, folder, known }
    }

    /// Writes it for the last time, of a run that has stopped.
    pub fn write_stopped(&self, pace: &Pace) {
        let how = format!("sandtable tune --resume {}", self.folder.display());
        self.put(&stopped(&format!("Stopped at {}.", pace.told("games")), &how));
    }

    /// A page that cannot be written is no reason to stop: the journal has everything, and says so when the disk is full.
    fn put(&self, said: &str) {
        let Some(summary) = &self.known.0 else { return };
        let _ = write_whole(self.disk, &self.folder.join(REPORT), body(&summary.borrow(), said, "").as_bytes());
    }
}
