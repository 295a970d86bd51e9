//! How the units of a ruleset decide: its behaviour file, as text and as what that defines.
//!
//! Definitions have no byte form of their own. Rules carry the text, so that a scenario or a replay holds all it needs, and
//! whoever reads them back compiles it again: this crate knows no text format.

use std::sync::Arc;

use sandtable_decide::Behaviours;
use sandtable_state::limits::MAX_CONTENT_BYTES;
use serde::{Deserialize, Serialize};

/// A behaviour file that a ruleset names: its text, and the definitions compiled from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "StoredBehaviourFile", into = "StoredBehaviourFile")]
pub struct BehaviourFile {
    file: StoredBehaviourFile,
    /// Nothing until the text is compiled.
    behaviours: Option<Arc<Behaviours>>,
}

/// What is kept of it in bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct StoredBehaviourFile {
    name: String,
    text: String,
}

impl BehaviourFile {
    /// The file that the ruleset knows by this name, with its text and what that defines.
    pub fn new(name: &str, text: &str, behaviours: Behaviours) -> BehaviourFile {
        let file = StoredBehaviourFile { name: name.to_owned(), text: text.to_owned() };
        BehaviourFile { file, behaviours: Some(Arc::new(behaviours)) }
    }

    /// The name of the file.
    pub fn name(&self) -> &str {
        &self.file.name
    }

    /// Its text.
    pub fn text(&self) -> &str {
        &self.file.text
    }

    /// What it defines; none between reading it from bytes and compiling its text, when [`Rules::check`](super::Rules::check) refuses it.
    pub fn behaviours(&self) -> Option<&Arc<Behaviours>> {
        self.behaviours.as_ref()
    }

    /// Takes in what its text defines.
    pub fn set_behaviours(&mut self, behaviours: Behaviours) {
        self.behaviours = Some(Arc::new(behaviours));
    }
}

impl TryFrom<StoredBehaviourFile> for BehaviourFile {
    type Error = String;

    fn try_from(file: StoredBehaviourFile) -> Result<BehaviourFile, String> {
        if file.text.len() > MAX_CONTENT_BYTES {
            return Err(format!("a behaviour file of {} bytes", file.text.len()));
        }
        Ok(BehaviourFile { file, behaviours: None })
    }
}

impl From<BehaviourFile> for StoredBehaviourFile {
    fn from(conduct: BehaviourFile) -> StoredBehaviourFile {
        conduct.file
    }
}
