//! The folder of a run: begun, or taken up again with further games or without.

use std::path::{Path, PathBuf};

use sandtable_ai::Registry;
use sandtable_match::Failure;
use sandtable_match::library::Library;
use sandtable_match::store::Disk;
use sandtable_tournament::{is_free, results_folder};

use super::budget::GameBudget;
use super::journal::Journal;
use super::run::{Bench, short_name};
use super::settings::{Manifest, Settings};

/// A folder that a run writes to, with what it is a function of and what it has played.
pub struct RunFolder<'d> {
    /// Where it is.
    pub path: PathBuf,
    /// What was asked for, and every text it is made of.
    pub manifest: Manifest,
    /// What was played.
    pub journal: Journal<'d>,
}

/// Whether a folder is that of a run of `tune`, of whichever version of the program: under way, stopped or finished.
pub fn is_run(folder: &Path) -> bool {
    Manifest::is_of_tune(folder)
}

impl<'d> RunFolder<'d> {
    /// Begins one at `out`, or at the next free folder that the command and the file name. Everything that the settings name is loaded
    /// before anything is written.
    ///
    /// # Errors
    /// Everything wrong with what the settings name, that `out` holds something, or what the disk said.
    pub fn begin(
        disk: &'d dyn Disk,
        settings: Settings,
        out: Option<&Path>,
        registry: &Registry,
    ) -> Result<RunFolder<'d>, Failure> {
        if let Some(folder) = out.filter(|folder| !is_free(folder)) {
            let text = format!("{} is not empty; name another folder, or remove it", folder.display());
            return Err(Failure::Usage(text));
        }
        let (mut library, name) = (Library::here(), format!("{}-{}", settings.command(), short_name(&settings.file)));
        Bench::load(&settings, &mut library, registry)?;
        let manifest = Manifest::new(settings, library.keep());
        let path = results_folder(out, &name)?;
        std::fs::create_dir_all(&path).map_err(|error| Failure::writing(&path, error))?;
        manifest.write(disk, &path)?;
        let journal = Journal::create(disk, &path)?;
        Ok(RunFolder { path, manifest, journal })
    }

    /// Goes on with the folder of a run of this command, with the further games of the search and of the proof that are asked for.
    ///
    /// # Errors
    /// That it is no such folder, that the run is finished and nothing further asked for, or what the disk said.
    pub fn resume(
        disk: &'d dyn Disk,
        command: &str,
        folder: &Path,
        games: Option<GameBudget>,
        proof_games: Option<GameBudget>,
    ) -> Result<RunFolder<'d>, Failure> {
        let (path, mut manifest) = (folder.to_owned(), Manifest::read(folder)?);
        let own = manifest.settings.command();
        if own != command {
            let shown = folder.display();
            let text = format!(
                "{shown}: found a run of {own}; expected one of {command}, or sandtable {own} --resume {shown}"
            );
            return Err(Failure::Usage(text));
        }
        let games = GameBudget::at_resume("--games", games)?;
        let proof = GameBudget::at_resume("--proof-games", proof_games)?;
        if games + proof == 0 {
            return Ok(RunFolder { path, manifest, journal: Journal::resume(disk, folder)? });
        }
        if games > 0 && manifest.settings.league.is_some() {
            return Err(Failure::Usage("--games: a league cannot be extended; its proof can".to_owned()));
        }
        let journal = Journal::reopen(disk, folder)?;
        manifest.settings.extensions.extend(Some(games).filter(|games| *games > 0));
        manifest.settings.proof_games += proof;
        manifest.write(disk, folder)?;
        Ok(RunFolder { path, manifest, journal })
    }

    /// All that the run needs, loaded from its own texts alone: what a resumption will do.
    ///
    /// # Errors
    /// Everything wrong with any of it.
    pub fn bench(&self, registry: &Registry) -> Result<Bench, Failure> {
        Bench::load(&self.manifest.settings, &mut Library::from_kept(self.manifest.content.clone()), registry)
    }
}
