//! The files of a folder of results, held to what they are when they are made again.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::Path;

use sandtable_match::Failure;
use sandtable_match::store::{partial, read_limited};

use super::Checked;
use super::differences::{of_file, of_json, remedy};
use crate::lock;
use crate::manifest::{self, Manifest};
use crate::outputs::{derived, to_json, unwritable};
use crate::prepare::Prepared;
use crate::record::GameRecord;
use crate::results::{LIST, TIMING, Timing};
use crate::summary::Summary;

/// Bytes of a file that is made of games.
const MAX_BYTES: usize = 2 << 30;
/// Where replays are.
const REPLAYS: &str = "replays";
/// What is written when all games are.
pub(super) const SUMMARY: &str = "summary.json";
/// What follows from the games, by name.
const DERIVED: [&str; 5] = [SUMMARY, "summary.md", "report.html", "games.csv", "junit.xml"];

/// A folder to be looked through.
pub(super) struct FileCheck<'c> {
    pub folder: &'c Path,
    /// The replays that games have, by path below the folder.
    pub replays: &'c BTreeSet<String>,
    pub finished: bool,
}

/// Looks for files that belong to no tournament, and holds the manifest to how it is written; the number of files compared.
pub(super) fn compare_files(
    check: &FileCheck<'_>,
    manifest: &Manifest,
    differences: &mut Vec<String>,
) -> Result<u32, Failure> {
    for name in check.surplus()? {
        differences
            .push(format!("{name}: unexpected file: no tournament writes it here; move it elsewhere, or remove it"));
    }
    let bytes = check.read(manifest::FILE)?.unwrap_or_default();
    differences.extend(of_file(manifest::FILE, &bytes, &to_json(manifest)?));
    Ok(1)
}

impl FileCheck<'_> {
    /// Holds the list of games to these, which are those it should have.
    pub fn compare_list(&self, records: &[GameRecord], checked: &mut Checked) -> Result<(), Failure> {
        let name =
            if self.finished { LIST.to_owned() } else { partial(Path::new(LIST)).to_string_lossy().into_owned() };
        let bytes = self.read(&name)?.unwrap_or_default();
        let list = String::from_utf8_lossy(&bytes);
        // Of a tournament under way the last line may be torn.
        let whole = if self.finished { &list } else { list.rsplit_once('\n').map_or("", |(whole, _)| whole) };
        checked.differences.extend(list_differences(whole, records, self.finished)?);
        checked.files += 1;
        Ok(())
    }

    /// Holds what follows from the games to these.
    pub fn compare_derived(
        &self,
        prepared: &Prepared,
        summary: &Summary,
        records: &[GameRecord],
        checked: &mut Checked,
    ) -> Result<(), Failure> {
        for (name, text) in derived(prepared, summary, records)? {
            match self.read(name) {
                Err(failure) => checked.differences.push(format!("{name}: {failure}")),
                Ok(None) => checked.differences.push(format!("{name}: is missing; {}", remedy(name))),
                Ok(Some(bytes)) => checked.differences.extend(of_file(name, &bytes, &text)),
            }
            checked.files += 1;
        }
        Ok(())
    }

    /// Holds what the clock said of these games to what it can have said; what that is, nothing else shows, so that it is claimed.
    pub fn compare_timing(&self, manifest: &Manifest, games: usize, checked: &mut Checked) {
        match self.read(TIMING) {
            Err(failure) => checked.differences.push(format!("{TIMING}: {failure}")),
            // Parts that were put together have none, and are the whole tournament.
            Ok(None) if manifest.whole() == *manifest => checked
                .notes
                .push(format!("{TIMING}: is missing, as in merged results: the isolation of bots is unknown")),
            Ok(None) => checked.differences.push(format!("{TIMING}: is missing; {}", remedy(TIMING))),
            Ok(Some(bytes)) => match Timing::claims_in(&bytes, games) {
                Err(why) => checked.differences.push(format!("{TIMING}: is not a possible timing of the games: {why}")),
                Ok(claims) => checked.claims.extend(claims.iter().map(|claim| format!("{TIMING}: {claim}"))),
            },
        }
    }

    /// The bytes of a file; none when it is not there.
    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, Failure> {
        let path = self.folder.join(name);
        match read_limited(&path, MAX_BYTES) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            read => read.map(Some).map_err(|error| Failure::reading(&path, error)),
        }
    }

    /// What is in the folder and not of the tournament, by path below it.
    fn surplus(&self) -> Result<Vec<String>, Failure> {
        let found = entries(self.folder)?;
        let mut surplus: Vec<String> = found
            .iter()
            .filter(|(name, is_file)| !self.is_own(name, **is_file))
            .map(|(name, _)| name.clone())
            .collect();
        if found.get(REPLAYS) == Some(&false) {
            for (name, is_file) in entries(&self.folder.join(REPLAYS))? {
                let path = format!("{REPLAYS}/{name}");
                // One that was being written when the tournament was stopped comes again.
                let torn = !self.finished && name.ends_with(".replay.partial");
                // The game after the last whole line may have its replay already.
                let next = !self.finished && name.ends_with(".replay");
                if !is_file || !(self.replays.contains(&path) || torn || next) {
                    surplus.push(path);
                }
            }
        }
        surplus.sort();
        Ok(surplus)
    }

    /// Whether something in the folder belongs there.
    fn is_own(&self, name: &str, is_file: bool) -> bool {
        if name == REPLAYS {
            return !is_file;
        }
        let partials = || [LIST].iter().chain(&DERIVED).any(|own| partial(Path::new(own)) == Path::new(name));
        let made = name == TIMING || DERIVED.contains(&name);
        let own = made || [manifest::FILE, LIST, lock::FILE].contains(&name);
        // That one which is made again cannot be read is told when it is compared.
        is_file && (own || !self.finished && partials()) || made && self.finished
    }
}

/// What is in a folder, and whether it is a plain file.
fn entries(folder: &Path) -> Result<BTreeMap<String, bool>, Failure> {
    let read = || -> io::Result<BTreeMap<String, bool>> {
        let entry = |entry: io::Result<fs::DirEntry>| {
            let entry = entry?;
            Ok((entry.file_name().to_string_lossy().into_owned(), entry.file_type()?.is_file()))
        };
        fs::read_dir(folder)?.map(entry).collect()
    };
    read().map_err(|error| Failure::reading(folder, error))
}

/// How the list of games differs from these games: game by game, then in order and spelling.
fn list_differences(list: &str, records: &[GameRecord], finished: bool) -> Result<Vec<String>, Failure> {
    let mut lines: BTreeMap<u32, (usize, &str)> = BTreeMap::new();
    let mut differences = Vec::new();
    for (row, line) in list.lines().enumerate() {
        let Some(record) = GameRecord::of_line(line) else { continue };
        if let Some((first, _)) = lines.get(&record.game) {
            let (row, first) = (row + 1, first + 1);
            differences.push(format!("{LIST}: line {row}: game {} is repeated: line {first} has it too", record.game));
        } else {
            lines.insert(record.game, (row, line));
        }
    }
    let mut whole = String::new();
    for record in records {
        let line = record.to_line().map_err(|error| unwritable(&error))?;
        whole += &format!("{line}\n");
        match lines.remove(&record.game) {
            None => differences.push(format!("{LIST}: game {} is missing; {}", name_of(record), remedy(LIST))),
            Some((row, old)) if old != line => {
                differences.push(format!(
                    "{LIST}: line {}: game {}: {}",
                    row + 1,
                    name_of(record),
                    of_json(old, &line)
                ));
            }
            Some(_) => {}
        }
    }
    for (game, (row, _)) in lines {
        differences.push(format!("{LIST}: line {}: unexpected game {game}: the tournament has no such game", row + 1));
    }
    if differences.is_empty() && finished {
        differences.extend(of_file(LIST, list.as_bytes(), &whole));
    }
    Ok(differences)
}

/// A game as people tell it from others.
pub(super) fn name_of(record: &GameRecord) -> String {
    format!("{} ({} on {})", record.game, record.strategies.join(" against "), record.map)
}
