//! The files of a finished run.

use std::path::Path;

use sandtable_match::Failure;
use sandtable_match::store::{Disk, write_whole};
use similar::TextDiff;

use super::report::page;
use super::subject::Subject;
use super::summary::Summary;

/// Writes what a run came to: `tuned.toml` when it is proved to be better or beats everybody, `candidate.toml` when it could not be, the
/// difference to the file as it was, figures and the page.
pub(super) fn write(
    disk: &dyn Disk,
    folder: &Path,
    summary: &Summary,
    subject: &Subject,
    tuned: &str,
) -> Result<(), Failure> {
    let put = |name: &str, text: &str| {
        let path = folder.join(name);
        write_whole(disk, &path, text.as_bytes()).map_err(|error| Failure::writing(&path, error))
    };
    let name = if summary.is_better() { "tuned" } else { "candidate" };
    let file = format!("{name}.toml");
    let changed = TextDiff::from_lines(subject.file.text.as_str(), tuned);
    let diff = changed.unified_diff().header(&subject.file.label, &file).to_string();
    if tuned != subject.file.text {
        put(&file, tuned)?;
        put(&format!("{name}.diff"), &diff)?;
    }
    let text = serde_json::to_string_pretty(summary).map_err(|error| Failure::Engine(error.to_string()))? + "\n";
    put("summary.json", &text)?;
    put("report.html", &page(summary, &diff))
}
