//! Results made again: every file of a folder is a pure function of the manifest, so it can be made anew by who writes it, and
//! compared. Of games in which a process played, the orders are in the replay, and what they make of the match is compared.

mod differences;
mod folder;
mod games;
mod games_check;
mod recorded;

use std::collections::BTreeSet;
use std::path::Path;

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::progress::ProgressSink;
use sandtable_math::mix;
use sandtable_state::words::counted;

use super::lock;
use super::manifest::{self, Manifest};
use super::record::GameRecord;
use super::results::read_lines;
use super::summary::summarize;
use folder::{FileCheck, SUMMARY, compare_files};
use games_check::GamesCheck;

/// The stream of the mixer that chooses a sample.
const SAMPLE: u64 = 0x5341_4D50;

/// The result of making results again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Games played again.
    pub games: u32,
    /// Games that the tournament has.
    pub of: u32,
    /// Files made again and compared.
    pub files: u32,
    /// What differs, is missing or is surplus, a line each; the file comes first.
    pub differences: Vec<String>,
    /// What nothing in the folder can show to be so, a line each: why a process failed, say.
    pub claims: Vec<String>,
    /// What is to be known besides, a line each: which other version wrote the folder, a file that it need not have.
    pub notes: Vec<String>,
    /// Whether the tournament was finished: of one that was not, only the games there are were checked.
    pub finished: bool,
}

impl Checked {
    /// What was found, a line each, and the sum of it.
    pub fn tell(&self) -> String {
        let notes = self.notes.iter().map(|note| format!("noted: {note}\n"));
        let claims = self.claims.iter().map(|claim| format!("claimed: {claim}\n"));
        let differences = self.differences.iter().map(|difference| format!("{difference}\n"));
        let more = |count: usize, what: &str| if count > 0 { format!(", {count} {what}") } else { String::new() };
        let (claimed, noted) = (more(self.claims.len(), "claimed"), more(self.notes.len(), "noted"));
        let sum = format!(
            "regenerated {} of {} and {}: {}{claimed}{noted}\n",
            self.games,
            counted(self.of.into(), "game", "games"),
            counted(self.files.into(), "file", "files"),
            counted(self.differences.len() as u64, "difference", "differences"),
        );
        notes.chain(claims).chain(differences).chain([sum]).collect()
    }
}

/// Makes the files of a folder again: from all games, played again, or from those it holds, of which a sample of a given size is played
/// again, which the tournament seed chooses. A folder that another version of the program wrote is tried as well.
///
/// # Errors
/// What cannot be read, or cannot be what a tournament wrote; that another process writes the folder; that there is nothing to check.
pub fn verify(
    folder: &Path,
    sample: Option<u32>,
    threads: usize,
    registry: &Registry,
    progress: &dyn ProgressSink,
) -> Result<Checked, Failure> {
    if sample == Some(0) {
        return Err(Failure::Usage("--sample: found 0; expected 1 game or more, or no --sample, for all".to_owned()));
    }
    let manifest = Manifest::read_of_any_version(folder)?;
    lock::nobody_writes(folder)?;
    let other = manifest.other_version().map(|other| format!("{}: {other}", manifest::FILE));
    let (prepared, texts) = manifest.read_up_with_texts(registry).map_err(|failure| match &other {
        Some(other) => Failure::Usage(format!("{other}, which cannot read it: {failure}")),
        None => failure,
    })?;
    let (records, finished) = read_lines(folder)?;
    // The summary is written when all games are.
    let finished = finished || records.is_empty() && folder.join(SUMMARY).is_file();
    if records.is_empty() && !finished {
        let text = format!(
            "{}: no game has been played yet; to play them: sandtable tournament --resume {0}",
            folder.display()
        );
        return Err(Failure::Usage(text));
    }
    let sample = sample.map(|size| sampled(&records, prepared.file.base_seed, size));
    let check =
        GamesCheck { folder, manifest: &manifest, prepared: &prepared, registry, threads, sample, finished, progress };
    let games = check.run(&records)?;
    let mut checked = Checked { games: games.checked, of: games.of, finished, ..Checked::default() };
    let files = FileCheck { folder, replays: &games.replays, finished };
    // What another version keeps is left as it is.
    let content = if other.is_some() { manifest.content.clone() } else { texts };
    checked.files = compare_files(&files, &Manifest { content, ..manifest.clone() }, &mut checked.differences)?;
    checked.files += games.replays_compared;
    checked.differences.extend(games.differences);
    checked.claims = games.claims;
    checked.claims.extend(manifest.other_build().map(|build| format!("{}: {build}", manifest::FILE)));
    checked.notes.extend(other);
    if finished && games.complete {
        let summary = summarize(&prepared.file, &prepared.names(), &games.records);
        files.compare_derived(&prepared, &summary, &games.records, &mut checked)?;
    } else if finished {
        let what = "summary.json and all files made from the games: cannot be regenerated, since games are missing";
        checked.differences.push(what.to_owned());
    }
    if finished {
        files.compare_timing(&manifest, games.records.len(), &mut checked);
    }
    files.compare_list(&games.records, &mut checked)?;
    if checked.of == 0 && checked.differences.is_empty() {
        let text = format!("{}: it holds no game; expected the results of one game or more", folder.display());
        return Err(Failure::Usage(text));
    }
    Ok(checked)
}

/// The numbers of the games of a sample.
fn sampled(records: &[GameRecord], base_seed: u64, size: u32) -> BTreeSet<u32> {
    let mut numbers: Vec<u32> = records.iter().map(|record| record.game).collect();
    numbers.sort_by_key(|number| mix(mix(base_seed, SAMPLE), u64::from(*number)));
    numbers.truncate(size as usize);
    numbers.into_iter().collect()
}
