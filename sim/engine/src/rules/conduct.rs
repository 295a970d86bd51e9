//! How the units of a ruleset decide: its behaviour file, as text and as what that defines.
//!
//! Definitions have no byte form of their own. Rules carry the text, so that a scenario or a replay holds all it needs, and
//! whoever reads them back gets what the text defines.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::content::{Checked, Issues, load_behaviours};
use crate::decide::Behaviours;
use crate::limits::MAX_CONTENT_BYTES;
use crate::vocabulary::AGENTS;

/// A behaviour file that a ruleset names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "File", into = "File")]
pub struct Conduct {
    file: File,
    behaviours: Arc<Behaviours>,
}

/// What is kept of it in bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct File {
    name: String,
    text: String,
}

impl Conduct {
    /// Reads the text of the behaviour file called `label`, by the name under which the ruleset knows it.
    ///
    /// # Errors
    /// Every problem of the file.
    pub fn read(name: &str, label: &str, text: &str) -> Result<Checked<Conduct>, Issues> {
        let Checked { value, warnings } = load_behaviours(label, text, &AGENTS, None)?;
        let file = File { name: name.to_owned(), text: text.to_owned() };
        Ok(Checked { value: Conduct { file, behaviours: Arc::new(value) }, warnings })
    }

    /// The name of the file.
    pub fn name(&self) -> &str {
        &self.file.name
    }

    /// Its text.
    pub fn text(&self) -> &str {
        &self.file.text
    }

    /// What it defines.
    pub fn behaviours(&self) -> &Arc<Behaviours> {
        &self.behaviours
    }
}

impl TryFrom<File> for Conduct {
    type Error = String;

    fn try_from(file: File) -> Result<Conduct, String> {
        if file.text.len() > MAX_CONTENT_BYTES {
            return Err(format!("a behaviour file of {} bytes", file.text.len()));
        }
        let read = Conduct::read(&file.name, &file.name, &file.text);
        read.map(|checked| checked.value).map_err(|issues| issues.to_string())
    }
}

impl From<Conduct> for File {
    fn from(conduct: Conduct) -> File {
        conduct.file
    }
}
