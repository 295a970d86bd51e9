//! The lines between a tuner and a runner.

use sandtable_ai::COMMANDERS_VERSION;
use sandtable_match::assemble::StrategyFile;
use sandtable_match::store::sealed;
use sandtable_match::tunable::OtherFile;
use sandtable_match::{BUILD, Failure};
use sandtable_sim::SIM_VERSION;
use sandtable_tournament::host_name;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::entrant::{Entrant, Job};
use crate::played::PlayedPair;
use crate::settings::Manifest;

/// The version of the lines.
const LINES: u32 = 1;
/// Bytes of a line: the manifest of a tuning has every text in it.
pub(crate) const MAX_LINE_BYTES: u64 = 64 << 20;

/// What a runner says first: what it is, and where.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Hello {
    /// The version of the lines.
    runner: u32,
    /// The version of the program.
    program: String,
    /// The version of the engine.
    sim_version: u32,
    /// The version of the commanders.
    commanders: u32,
    /// The digest of the sources that games depend on.
    build: String,
    /// The name of the machine.
    pub host: String,
}

impl Hello {
    pub fn of_this_program() -> Hello {
        Hello {
            runner: LINES,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            sim_version: SIM_VERSION,
            commanders: COMMANDERS_VERSION,
            build: BUILD.to_owned(),
            host: host_name(),
        }
    }

    /// Makes sure that whoever said it plays as this program does.
    ///
    /// # Errors
    /// What is another one.
    pub fn check(&self) -> Result<(), String> {
        let own = Hello::of_this_program();
        let told = |hello: &Hello| {
            format!(
                "version {} of the program, engine {}, commanders {}, build {}, lines {}",
                hello.program, hello.sim_version, hello.commanders, hello.build, hello.runner
            )
        };
        let (found, expected) = (told(self), told(&own));
        if found == expected { Ok(()) } else { Err(format!("found {found}; expected {expected}, as in the tuner")) }
    }
}

/// What is tuned.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct TuningLine {
    pub tuning: Manifest,
}

/// Who plays.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct EntrantText {
    name: String,
    path: String,
    label: String,
    text: String,
    /// Paths and texts of other files of its own.
    others: Vec<[String; 2]>,
    /// The fold of its texts, as the journal names it.
    fold: String,
}

impl EntrantText {
    fn of_entrant(entrant: &Entrant) -> EntrantText {
        let StrategyFile { name, path, label, text, .. } = entrant.file.clone();
        let others = entrant.others.iter().map(|other| [other.path.clone(), other.text.clone()]).collect();
        EntrantText { name, path, label, text, others, fold: entrant.hash.clone() }
    }

    fn entrant(self) -> Result<Entrant, String> {
        let EntrantText { name, path, label, text, others, fold } = self;
        let others = others.into_iter().map(|[path, text]| OtherFile::new(path, text)).collect();
        let file = StrategyFile { name: name.clone(), path, label, text, derivation: None };
        let entrant = Entrant::new(&name, Vec::new(), file).with_others(others);
        let found = &entrant.hash;
        if *found == fold { Ok(entrant) } else { Err(format!("{name}: found texts of fold {found}; expected {fold}")) }
    }
}

/// A pair that is to be played.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct JobLine {
    /// The digest of the line of the tuning.
    pub tuning: String,
    challenger: EntrantText,
    opponent: EntrantText,
    pub map: String,
    /// The match seed, as 16 hexadecimal digits.
    seed: String,
}

impl JobLine {
    pub fn new(tuning: &str, job: &Job, map: &str) -> JobLine {
        JobLine {
            tuning: tuning.to_owned(),
            challenger: EntrantText::of_entrant(&job.challenger),
            opponent: EntrantText::of_entrant(&job.opponent),
            map: map.to_owned(),
            seed: format!("{:016x}", job.seed),
        }
    }

    /// The pair, on a map of that row.
    ///
    /// # Errors
    /// That texts do not fit their folds, or that the seed is none.
    pub fn job(self, map: usize) -> Result<Job, String> {
        let seed = u64::from_str_radix(&self.seed, 16).map_err(|_| format!("found seed {}", self.seed))?;
        Ok(Job { challenger: self.challenger.entrant()?.into(), opponent: self.opponent.entrant()?.into(), map, seed })
    }
}

/// What a runner answers to a pair.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct AnswerLine {
    /// The digest of the line of the pair.
    pub job: String,
    /// What it came to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub played: Option<PlayedPair>,
    /// Why it cannot be played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failed: Option<String>,
}

/// A line with its digest, which is SHA-256 of all of it.
#[derive(Clone, Debug)]
pub(crate) struct DigestedLine {
    pub text: String,
    pub digest: String,
}

impl DigestedLine {
    pub fn new(value: &impl Serialize) -> Result<DigestedLine, Failure> {
        let text = sealed(value).map_err(|error| Failure::Engine(error.to_string()))?;
        Ok(DigestedLine { digest: digest(&text), text })
    }
}

/// The digest of a line, without its end.
pub(crate) fn digest(line: &str) -> String {
    Sha256::digest(line.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}
