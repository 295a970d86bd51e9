//! The files of a finished run.

use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

use sandtable_match::Failure;
use sandtable_match::store::{Disk, write_whole};
use serde_json::Value;
use similar::TextDiff;

use super::league_page::{HISTORY, history};
use super::report::{REPORT, page};
use super::subject::Subject;
use super::summary::Summary;

/// Writes what a run came to: `tuned.toml` when it is proved to be better or beats everybody, `candidate.toml` when it could not be, other files
/// with their new values where a match beside them finds them, the difference to the files as they were, figures and the page.
pub(super) fn write(
    disk: &dyn Disk,
    folder: &Path,
    summary: &Summary,
    subject: &Subject,
    tuned: &Subject,
) -> Result<(), Failure> {
    let name = if summary.is_better() { "tuned" } else { "candidate" };
    let diff = write_files(disk, folder, name, subject, tuned)?;
    let text = serde_json::to_string_pretty(summary).map_err(|error| Failure::Engine(error.to_string()))? + "\n";
    put(disk, folder, Path::new("summary.json"), &text)?;
    if let Some(league) = &summary.league {
        put(disk, folder, Path::new(HISTORY), &history(summary, league))?;
    }
    put(disk, folder, Path::new(REPORT), &page(summary, &diff))
}

/// Writes the files with their new values and their difference to those as they were, which it gives back.
pub(super) fn write_files(
    disk: &dyn Disk,
    folder: &Path,
    name: &str,
    subject: &Subject,
    tuned: &Subject,
) -> Result<String, Failure> {
    let file = format!("{name}.toml");
    let own = tuned.file.own_text();
    let mut diff = difference(&subject.file.label, &file, [&subject.file.own_text(), &own]);
    let mut is_changed = tuned.file.text != subject.file.text;
    let mut others = Vec::new();
    for (before, after) in subject.others.iter().zip(&tuned.others).filter(|(before, after)| before != after) {
        let path = inside(&after.path);
        diff += &difference(&before.path, &path.to_string_lossy(), [&before.own_text(), &after.own_text()]);
        others.push((path, after.own_text()));
        is_changed = true;
    }
    if is_changed {
        put(disk, folder, Path::new(&file), &own)?;
        put(disk, folder, Path::new(&format!("{name}.diff")), &diff)?;
        // What it builds on by a path is looked for beside it.
        for (path, text) in
            tuned.file.derivation.iter().flat_map(|it| it.bases_beside()).filter(|(path, _)| is_inside(path))
        {
            put(disk, folder, path, text)?;
        }
    }
    for (path, text) in others {
        put(disk, folder, &path, &text)?;
    }
    Ok(diff)
}

/// Writes a match with its new values, and beside it all files that it is made of and that do not come with the program, with their new values.
pub(super) fn write_match(
    disk: &dyn Disk,
    folder: &Path,
    file: &str,
    subject: &Subject,
    tuned: &Subject,
) -> Result<(), Failure> {
    let file = Path::new(file);
    let beside = file.parent().unwrap_or(Path::new(""));
    // What is named by a way that leads out of the folder is not looked for beside the match.
    for other in subject.beside.iter().filter(|other| inside(&other.path) == Path::new(&other.path)) {
        put(disk, folder, &beside.join(&other.path), &other.text)?;
    }
    put(disk, folder, file, &tuned.file.own_text())?;
    for (before, after) in subject.others.iter().zip(&tuned.others).filter(|(before, after)| before != after) {
        put(disk, folder, &beside.join(inside(&before.path)), &after.own_text())?;
    }
    Ok(())
}

/// Removes the candidates that the summary in the folder names, which this run wrote before it had further games, and these names do not: a
/// point has one file, as it is known now.
pub(super) fn remove_candidates(
    disk: &dyn Disk,
    folder: &Path,
    subject: &Subject,
    named: &[&str],
) -> Result<(), Failure> {
    let Ok(text) = std::fs::read_to_string(folder.join("summary.json")) else { return Ok(()) };
    let before: Value = serde_json::from_str(&text).unwrap_or_default();
    let lists = ["/front/points", "/rates"].into_iter().filter_map(|list| before.pointer(list)?.as_array());
    let files = lists.flatten().filter_map(|point| point["file"].as_str());
    for file in files.filter(|file| file.ends_with("-candidate.toml") && !named.contains(file)) {
        let file = inside(file);
        let remove = |path: &Path| match disk.remove(&folder.join(path)) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(Failure::writing(path, error)),
            _ => Ok(()),
        };
        remove(&file)?;
        let Some(own) = file.parent().filter(|own| !own.as_os_str().is_empty()) else { continue };
        for other in subject.others.iter().chain(&subject.beside) {
            remove(&own.join(inside(&other.path)))?;
        }
        // Whatever somebody has put there stays, and the folder with it.
        let _ = std::fs::remove_dir(folder.join(own));
    }
    Ok(())
}

fn difference(from: &str, to: &str, [before, after]: [&str; 2]) -> String {
    TextDiff::from_lines(before, after).unified_diff().header(from, to).to_string()
}

/// A path of the library below a folder: as it is, or its last part alone where it leads elsewhere.
pub(super) fn inside(path: &str) -> PathBuf {
    let path = Path::new(path);
    if is_inside(path) { path.to_owned() } else { path.file_name().map(PathBuf::from).unwrap_or_default() }
}

fn is_inside(path: &Path) -> bool {
    path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
}

pub(super) fn put(disk: &dyn Disk, folder: &Path, name: &Path, text: &str) -> Result<(), Failure> {
    let path = folder.join(name);
    if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent).map_err(|error| Failure::writing(parent, error))?;
    }
    write_whole(disk, &path, text.as_bytes()).map_err(|error| Failure::writing(&path, error))
}
