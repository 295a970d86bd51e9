//! A match with the files it is made of, any of whose values its `[tune]` table may mark.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use sandtable_content::{ContentSource, ReadError};
use sandtable_diagnostics::Checked;
use sandtable_model::scenario::Scenario;

use super::table::marks_others;
use super::{OtherFile, Parameter, parameters_among};
use crate::Failure;
use crate::derived::{StrategyText, read_strategy};
use crate::library::{ContentKind, Library};

/// How maps end, of which nothing can be marked: they are drawn.
const MAP: &str = ".map";

/// A match, and what of it may be tuned.
#[derive(Clone, Debug)]
pub struct MarkedMatch {
    /// The scenario that it is.
    pub scenario: Checked<Scenario>,
    /// The text of its file.
    pub text: String,
    /// Rules, behaviours and strategies that it is made of, by path.
    pub others: Vec<OtherFile>,
    /// The values that its file marks, of itself and of the others.
    pub parameters: Vec<Parameter>,
}

/// Loads the match at a path of the library.
///
/// # Errors
/// Everything wrong with it, with the files it names, and with its `[tune]` table.
pub fn load_marked(library: &mut Library, path: &str) -> Result<MarkedMatch, Failure> {
    let watched = Watched { library, read: RefCell::default() };
    let scenario = sandtable_content::load_scenario(&watched, path)?;
    let mut read = watched.read.into_inner();
    let text = read.remove(path).unwrap_or_default();
    read.retain(|path, _| !path.ends_with(MAP));
    let mut derived = Vec::new();
    // What is read here is kept in replays, so nothing is that need not be.
    if marks_others(&text) {
        derived = library.named_by(path, |library| strategies(library, &scenario.value))?;
        read.retain(|path, _| !derived.iter().any(|other| other.path == *path));
    }
    let mut others: Vec<OtherFile> = read.into_iter().map(|(path, text)| OtherFile::new(path, text)).collect();
    others.extend(derived);
    others.sort_by(|one, other| one.path.cmp(&other.path));
    let parameters = parameters_among(&library.label(path), &text, &others)?;
    Ok(MarkedMatch { scenario, text, others, parameters })
}

/// The strategies that the players' setups name. Those that are not there are refused by whoever plays the match.
fn strategies(library: &mut Library, scenario: &Scenario) -> Result<Vec<OtherFile>, Failure> {
    let mut found: Vec<OtherFile> = Vec::new();
    for setup in scenario.players.iter().filter(|setup| !setup.strategy.is_empty()) {
        let Ok(path) = library.find(ContentKind::Strategies, &setup.strategy) else { continue };
        if !found.iter().any(|other| other.path == path) && library.read(&path).is_ok() {
            let StrategyText { text, derivation } = read_strategy(library, &path)?;
            found.push(OtherFile { derivation: derivation.map(Arc::new), ..OtherFile::new(path, text) });
        }
    }
    Ok(found)
}

/// A library that notes what is read of it.
struct Watched<'l> {
    library: &'l Library,
    read: RefCell<BTreeMap<String, String>>,
}

impl ContentSource for Watched<'_> {
    fn read(&self, path: &str) -> Result<String, ReadError> {
        let text = self.library.read(path)?;
        self.read.borrow_mut().insert(path.to_owned(), text.clone());
        Ok(text)
    }

    fn list(&self, folder: &str) -> Vec<String> {
        self.library.list(folder)
    }

    fn label(&self, path: &str) -> String {
        self.library.label(path)
    }
}
