//! What the pages of one folder have in common, in files beside them: scripts and engine are most of a page.
//!
//! A page that is opened from disk may not fetch, but it may name a script of its own folder. The engine is therefore a script as well: it puts the
//! engine's text where a page that stands alone holds it. A file's name has the fingerprint of its content, so that pages that were made by another
//! version keep theirs.

use sandtable_state::fingerprint;

use super::{bytes, script};

/// The files beside the pages of a folder.
#[derive(Clone, Debug)]
pub struct PageFolder {
    script: (String, String),
    engine: Option<(String, String)>,
}

impl PageFolder {
    /// The files for pages with this engine, or for pages of recorded frames.
    #[must_use]
    pub fn new(engine: Option<&[u8]>) -> PageFolder {
        let named = |name: &str, text: String| (format!("{name}-{:016x}.js", fingerprint(text.as_bytes())), text);
        let told = |engine: &[u8]| {
            let text = bytes::base64(engine);
            format!(
                "{{ const place = document.getElementById(\"engine\"); place.dataset.file = 1; place.textContent = \"{text}\"; }}\n"
            )
        };
        PageFolder {
            script: named("page", script::script()),
            engine: engine.map(|engine| named("engine", told(engine))),
        }
    }

    /// Each file: its name and its text.
    pub fn files(&self) -> impl Iterator<Item = (&str, &str)> {
        [Some(&self.script), self.engine.as_ref()]
            .into_iter()
            .flatten()
            .map(|(name, text)| (name.as_str(), text.as_str()))
    }

    pub(super) fn script_name(&self) -> &str {
        &self.script.0
    }

    pub(super) fn engine_name(&self) -> Option<&str> {
        self.engine.as_ref().map(|(name, _)| name.as_str())
    }
}
