//! What is tuned, against whom, where, and how much may be played: all that a run is a pure function of, but for the texts.

use std::path::Path;

use sandtable_match::Failure;
use sandtable_match::library::Kept;
use sandtable_match::store::{Disk, read_limited, write_whole};
use sandtable_sim::SIM_VERSION;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::optimizer::Method;
use super::win_rates::WinRates;

/// The version of the files of a folder.
const FORMAT: u32 = 2;
/// Bytes of a manifest.
const MAX_BYTES: usize = 256 << 20;
/// The manifest's name.
pub(super) const FILE: &str = "manifest.json";

/// What makes a game good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Objective {
    /// Points alone: 1 for a win, a half for a draw.
    Points,
    /// Three parts points, one part the share of both scores over the game: a loss that was close is better than another.
    Blend,
}

/// How opponents are weighed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mixture {
    /// All alike.
    Even,
    /// As the Nash mixture of the pool plays them.
    Nash,
}

/// What a run is asked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// The strategy file or the match file, as it was named.
    pub file: String,
    /// Whether it is a match, played as it is.
    pub is_match: bool,
    /// The opponents.
    pub opponents: Vec<String>,
    /// How they are weighed.
    pub mixture: Mixture,
    /// What the lost score is measured by; none without.
    pub reference: Option<String>,
    /// The ruleset.
    pub rules: String,
    /// Maps that are played on while searching.
    pub maps: Vec<String>,
    /// Maps that the result is proved on.
    pub held_out: Vec<String>,
    /// The last tick of a game.
    pub time_limit_ticks: u32,
    /// Whether the proof has the maps of the search, and other seeds only.
    pub held_out_seeds: bool,
    /// Games of the search.
    pub games: u32,
    /// Games by which the search was extended, one entry a time.
    pub extensions: Vec<u32>,
    /// Games of the proof, at most.
    pub proof_games: u32,
    /// Games that tell which value mattered; 0 for none.
    pub deviation_games: u32,
    /// Pairs of games a new point plays at once; by the budget when none is given.
    pub pairs: Option<u32>,
    /// The search method.
    pub method: Method,
    /// Why it was chosen.
    pub method_reason: String,
    /// What makes a game good.
    pub objective: Objective,
    /// The seed of the run.
    pub seed: u64,
    /// Normalized Elo of both hypotheses of the proof.
    pub elo: [f64; 2],
    /// The difference in points, 0 … 1, within which two files count as equal.
    pub margin: f64,
    /// Generations of a league; none for one search.
    pub league: Option<u32>,
    /// Points of a front, where several aims have no range; as many as usual when none is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub front: Option<u32>,
    /// Win rates that values are wanted for; none of a tuning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub win: Option<WinRates>,
}

impl Settings {
    /// A search of this method in a file, with nothing else named and no games yet.
    pub fn plain(file: String, method: Method, seed: u64) -> Settings {
        Settings {
            file,
            is_match: false,
            opponents: Vec::new(),
            mixture: Mixture::Even,
            reference: None,
            rules: String::new(),
            maps: Vec::new(),
            held_out: Vec::new(),
            time_limit_ticks: 0,
            held_out_seeds: false,
            games: 0,
            extensions: Vec::new(),
            proof_games: 0,
            deviation_games: 0,
            pairs: None,
            method,
            method_reason: String::new(),
            objective: Objective::Blend,
            seed,
            elo: [0.0; 2],
            margin: 0.0,
            league: None,
            front: None,
            win: None,
        }
    }

    /// The command that asks for this.
    pub(super) fn command(&self) -> &'static str {
        if self.win.is_some() { "difficulty" } else { "tune" }
    }

    /// Games of the search, extensions included.
    pub fn search_games(&self) -> u32 {
        self.games + self.extensions.iter().sum::<u32>()
    }
}

/// What a folder is the result of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of the format.
    pub format: u32,
    /// The version of the program.
    pub program: String,
    /// The version of the engine.
    pub sim_version: u32,
    /// What was asked for.
    pub settings: Settings,
    /// Every text it is made of.
    pub content: Kept,
}

impl Manifest {
    /// The manifest of these settings and texts.
    pub fn new(settings: Settings, content: Kept) -> Manifest {
        let program = env!("CARGO_PKG_VERSION").to_owned();
        Manifest { format: FORMAT, program, sim_version: SIM_VERSION, settings, content }
    }

    /// Reads that of a folder.
    ///
    /// # Errors
    /// That there is none that can be used, or that another version of the program wrote it.
    pub fn read(folder: &Path) -> Result<Manifest, Failure> {
        let path = folder.join(FILE);
        let bytes = read_limited(&path, MAX_BYTES).map_err(|error| Failure::reading(&path, error))?;
        let refuse = |what: String| Failure::Usage(format!("{}: {what}", path.display()));
        let found: Manifest = serde_json::from_slice(&bytes)
            .map_err(|error| refuse(format!("is not a manifest of a tuning: {error}")))?;
        let own = (FORMAT, env!("CARGO_PKG_VERSION"), SIM_VERSION);
        if (found.format, found.program.as_str(), found.sim_version) != own {
            let text = format!(
                "written by version {} of the program, engine {}; this is {}, engine {}: their games cannot be mixed",
                found.program, found.sim_version, own.1, own.2
            );
            return Err(refuse(text));
        }
        Ok(found)
    }

    /// Whether a folder has one of a run of `tune`, of whichever version of the program.
    pub(super) fn is_of_tune(folder: &Path) -> bool {
        let read =
            || -> Option<Value> { serde_json::from_slice(&read_limited(&folder.join(FILE), MAX_BYTES).ok()?).ok() };
        read().is_some_and(|found| found["settings"].is_object() && found["settings"]["win"].is_null())
    }

    /// Writes it to a folder.
    ///
    /// # Errors
    /// What the disk said.
    pub fn write(&self, disk: &dyn Disk, folder: &Path) -> Result<(), Failure> {
        let path = folder.join(FILE);
        let text = serde_json::to_string_pretty(self).map_err(|error| Failure::Engine(error.to_string()))? + "\n";
        write_whole(disk, &path, text.as_bytes()).map_err(|error| Failure::writing(&path, error))
    }
}
