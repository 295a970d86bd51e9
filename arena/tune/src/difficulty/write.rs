//! The files of a finished run: a match for each rate, and the figures.

use std::path::Path;

use sandtable_match::Failure;
use sandtable_match::store::Disk;

use super::outcome::DifficultySummary;
use crate::subject::Subject;
use crate::write::{inside, put};

/// Writes the match of each rate, with other files that have values of their own beside it, and the figures.
pub(super) fn write(
    disk: &dyn Disk,
    folder: &Path,
    summary: &DifficultySummary,
    subject: &Subject,
    tuned: &[Subject],
) -> Result<(), Failure> {
    for (rate, tuned) in summary.rates.iter().zip(tuned) {
        let file = Path::new(&rate.file);
        put(disk, folder, file, &tuned.file.text)?;
        let beside = file.parent().unwrap_or(Path::new(""));
        for (before, after) in subject.others.iter().zip(&tuned.others).filter(|(before, after)| before != after) {
            put(disk, folder, &beside.join(inside(&before.path)), &after.text)?;
        }
    }
    let text = serde_json::to_string_pretty(summary).map_err(|error| Failure::Engine(error.to_string()))? + "\n";
    put(disk, folder, Path::new("summary.json"), &text)
}
