//! The page of a run under way: written again and again where the finished page will stand.

use std::path::Path;
use std::time::Instant;

use sandtable_match::pace::Pace;
use sandtable_match::store::{Disk, write_whole};
use sandtable_viewer::html::{stopped, under_way};

use super::report::{REPORT, body};
use super::summary::Summary;

/// Who keeps the page of a run, and all that is known of it so far.
pub(super) struct LivePage<'a> {
    disk: &'a dyn Disk,
    folder: &'a Path,
    /// What the page shows.
    pub summary: Summary,
}

impl<'a> LivePage<'a> {
    pub fn new((disk, folder): (&'a dyn Disk, &'a Path), summary: Summary) -> LivePage<'a> {
        LivePage { disk, folder, summary }
    }

    /// Writes it, with the phase that goes on.
    pub fn write(&self, pace: &mut Pace, phase: &str) {
        let began = Instant::now();
        self.put(&under_way(&format!("Under way, {phase}: {}", pace.told("games")), pace.counts()));
        pace.page_written(began.elapsed());
    }

    /// Writes it for the last time, of a run that has stopped.
    pub fn write_stopped(&self, pace: &Pace) {
        let how = format!("sandtable tune --resume {}", self.folder.display());
        self.put(&stopped(&format!("Stopped at {}.", pace.told("games")), &how));
    }

    /// A page that cannot be written is no reason to stop: the journal has everything, and says so when the disk is full.
    fn put(&self, said: &str) {
        let _ = write_whole(self.disk, &self.folder.join(REPORT), body(&self.summary, said, "").as_bytes());
    }
}
