//! The files of a finished run: a match for each rate, and the figures.

use std::path::Path;

use sandtable_match::Failure;
use sandtable_match::store::Disk;

use super::outcome::DifficultySummary;
use crate::subject::Subject;
use crate::write::{put, remove_candidates, write_match};

/// Writes the match of each rate, with other files that have values of their own beside it, and the figures.
pub(super) fn write(
    disk: &dyn Disk,
    folder: &Path,
    summary: &DifficultySummary,
    subject: &Subject,
    tuned: &[Subject],
) -> Result<(), Failure> {
    let named: Vec<&str> = summary.rates.iter().map(|rate| rate.file.as_str()).collect();
    remove_candidates(disk, folder, subject, &named)?;
    for (rate, tuned) in summary.rates.iter().zip(tuned) {
        write_match(disk, folder, &rate.file, subject, tuned)?;
    }
    let text = serde_json::to_string_pretty(summary).map_err(|error| Failure::Engine(error.to_string()))? + "\n";
    put(disk, folder, Path::new("summary.json"), &text)
}
