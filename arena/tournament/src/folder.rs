//! The folder of a tournament: begun, or taken up again.

use std::path::{Path, PathBuf};

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::store::Disk;

use super::manifest::Manifest;
use super::prepare::Prepared;
use super::results::{Results, fresh_folder};

/// The folder that results go to when none is named.
const RESULTS_FOLDER: &str = "sandtable-out";

/// Where results go: to `out`, or to the next free folder of this name among results.
///
/// # Errors
/// As [`fresh_folder`].
pub fn results_folder(out: Option<&Path>, name: &str) -> Result<PathBuf, Failure> {
    match out {
        Some(folder) => Ok(folder.to_owned()),
        None => fresh_folder(&Path::new(RESULTS_FOLDER).join(name)),
    }
}

/// A folder that a tournament writes to, with what it is a function of and what it has played.
pub struct TournamentFolder<'d> {
    /// Where it is.
    pub path: PathBuf,
    /// What it is the results of.
    pub manifest: Manifest,
    /// The tournament, made ready.
    pub prepared: Prepared,
    /// What was played.
    pub results: Results<'d>,
}

impl<'d> TournamentFolder<'d> {
    /// Begins one at `out`, or at the next free folder that the tournament names, with what [`Manifest::load`] has read.
    ///
    /// # Errors
    /// That `out` holds something, or what the disk said.
    pub fn begin(
        disk: &'d dyn Disk,
        out: Option<&Path>,
        manifest: Manifest,
        prepared: Prepared,
    ) -> Result<TournamentFolder<'d>, Failure> {
        let path = results_folder(out, &prepared.file.name)?;
        let results = Results::create(disk, &path, &manifest)?;
        Ok(TournamentFolder { path, manifest, prepared, results })
    }

    /// Goes on with the tournament of a folder.
    ///
    /// # Errors
    /// That it is no such folder, that a commander that it names is not in this program, or what the disk said.
    pub fn resume(disk: &'d dyn Disk, folder: &Path, registry: &Registry) -> Result<TournamentFolder<'d>, Failure> {
        let manifest = Manifest::read(folder)?;
        let prepared = manifest.prepare(registry)?;
        let results = Results::resume(disk, folder)?;
        Ok(TournamentFolder { path: folder.to_owned(), manifest, prepared, results })
    }
}
