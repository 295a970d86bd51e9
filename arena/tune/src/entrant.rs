//! Who plays, and the pairs of games that are wanted of them.

use std::sync::Arc;

use sandtable_match::assemble::StrategyFile;
use sandtable_match::tunable::OtherFile;
use sandtable_state::fingerprint;

/// A strategy that plays: of the pool, or with values of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// What it is called.
    pub name: String,
    /// Its tuned values, in the order of the file; empty for one of the pool.
    pub values: Vec<String>,
    /// Its file, with these values.
    pub file: StrategyFile,
    /// Other files that it has with values of its own.
    pub others: Vec<OtherFile>,
    /// The fold of its text.
    pub hash: String,
}

impl Entrant {
    /// One whose file has this text.
    pub fn new(name: &str, values: Vec<String>, file: StrategyFile) -> Entrant {
        let hash = format!("{:016x}", fingerprint(file.text.as_bytes()));
        Entrant { name: name.to_owned(), values, file, others: Vec::new(), hash }
    }

    /// One that has other files of its own besides; the fold is then of all texts.
    #[must_use]
    pub fn with_others(mut self, others: Vec<OtherFile>) -> Entrant {
        if !others.is_empty() {
            let mut texts = self.file.text.clone();
            others.iter().for_each(|other| texts += &format!("\0{}\0{}", other.path, other.text));
            self.hash = format!("{:016x}", fingerprint(texts.as_bytes()));
        }
        Entrant { others, ..self }
    }
}

/// A pair that is wanted.
#[derive(Clone)]
pub(super) struct Job {
    /// Whose points count.
    pub challenger: Arc<Entrant>,
    /// Against whom.
    pub opponent: Arc<Entrant>,
    /// Row of the arenas.
    pub map: usize,
    /// The match seed.
    pub seed: u64,
}
