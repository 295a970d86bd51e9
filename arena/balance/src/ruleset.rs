//! A ruleset with its text, to be compared with another.

use sandtable_match::library::{ContentKind, Library};
use sandtable_match::regression::changed_keys;
use sandtable_match::{Failure, assemble};
use sandtable_model::rules::Rules;

use crate::soldiers::Soldiers;

/// A ruleset and its text.
pub struct Ruleset {
    /// The rules.
    pub rules: Rules,
    text: String,
}

impl Ruleset {
    /// The ruleset in a file, or of a name.
    ///
    /// # Errors
    /// Everything wrong with it; that there are no two kinds in it that could fight each other.
    pub fn load(library: &mut Library, name: &str) -> Result<Ruleset, Failure> {
        let rules = assemble::load_rules(library, name)?;
        Soldiers::from_rules(&rules)?;
        let path = library.find(ContentKind::Rules, name)?;
        Ok(Ruleset { rules, text: library.content(&path)? })
    }

    /// The keys that another has otherwise, with what they are here and there.
    pub fn changes_to(&self, new: &Ruleset) -> Vec<String> {
        changed_keys("", &self.text, &new.text).iter().map(|change| change.to_string().trim().to_owned()).collect()
    }
}
