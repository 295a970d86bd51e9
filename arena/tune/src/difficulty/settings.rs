//! What a run of win rates is asked for.

use sandtable_match::Failure;
use sandtable_match::library::{ContentKind, Library};

use crate::choice::is_match;
use crate::optimizer::Method;
use crate::settings::{Objective, Settings};
use crate::win_rates::WinRates;

impl Settings {
    /// What finds the values of a match for these win rates; with no games yet.
    pub fn of_win_rates(file: String, win: WinRates, method: Method, seed: u64) -> Settings {
        let plain = Settings::plain(file, method, seed);
        Settings { is_match: true, objective: Objective::Points, win: Some(win), ..plain }
    }

    /// Checks that the file is a match, and that the method can search for win rates.
    ///
    /// # Errors
    /// What is found instead.
    pub fn check_win_rates(&self, library: &mut Library) -> Result<(), Failure> {
        if !matches!(self.method, Method::Surrogate | Method::Random) {
            let name = self.method.name();
            return Err(Failure::Usage(format!("--optimizer: found {name}; expected surrogate or random")));
        }
        if !is_match(library, &self.file)? {
            library.find(ContentKind::Matches, &self.file)?;
            let text = format!(
                "{}: found a strategy; expected a match, whose [tune] table marks values; strategies go with sandtable tune",
                self.file
            );
            return Err(Failure::Usage(text));
        }
        Ok(())
    }
}
