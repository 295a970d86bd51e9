//! The golden corpus: recorded matches that must play again exactly, listed in a file and recorded from it.

use std::path::Path;
use std::sync::Arc;

use sandtable_ai::Registry;
use sandtable_content::{Document, MatchTerms, build_scenario, load_scenario};
use sandtable_diagnostics::Issues;
use sandtable_math::Bounds;
use sandtable_model::scenario::Scenario;
use sandtable_replay::{Contestant, Replay, SourceText, verify};
use sandtable_sim::SIM_VERSION;
use sandtable_state::id::PlayerId;
use sandtable_state::limits::{MAX_TICKS, TICKS_PER_SECOND};

use super::diff::diff;
use super::summary::ReplaySummary;
use super::texts::as_files;
use crate::Failure;
use crate::assemble::{self, StrategyFile};
use crate::library::{ContentKind, DEFAULT_RULES, Library};
use crate::runner::{Recording, commander_seed, guarded, run_match_with};
use crate::store::{SystemDisk, read_replay, write_whole};

/// Goldens of one corpus.
const MAX_GOLDENS: usize = 1024;
/// Characters of a name.
const NAME_CHARS: usize = 64;

/// A match of the corpus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Golden {
    /// Its name, and that of its replay.
    pub name: String,
    /// The match file; none for rules and map.
    pub scenario: Option<String>,
    /// The rules to go with the map.
    pub rules: String,
    /// The map.
    pub map: String,
    /// Who commands, by player; players without one are the scenario's, or idle.
    pub strategies: Vec<String>,
    /// The match seed.
    pub seed: u64,
    /// The time limit in ticks; none for the scenario's, or the usual one.
    pub time_limit_ticks: Option<u32>,
    /// Whether it is too long for every run of the tests.
    pub soak: bool,
}

/// Reads the list of matches called `label`.
///
/// # Errors
/// Every problem found.
pub fn read_corpus(label: &str, text: &str) -> Result<Vec<Golden>, Issues> {
    let document = Document::parse(label, text)?;
    let root = document.root();
    let tables = root.rows("golden");
    if tables.len() > MAX_GOLDENS {
        root.error("golden", format!("{} tables", tables.len()), format!("at most {MAX_GOLDENS}"));
    }
    let goldens: Vec<Golden> = tables
        .iter()
        .take(MAX_GOLDENS)
        .map(|table| {
            let name = table.text("name", NAME_CHARS).required().to_owned();
            let plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
            if !name.chars().all(plain) {
                table.error("name", format!("{name:?}"), "letters, digits and hyphens".to_owned());
            }
            let has_match = table.keys().iter().any(|key| key.text == "match");
            let word = |key: &str, usual: &str| table.text(key, NAME_CHARS).or(usual).to_owned();
            let scenario = has_match.then(|| word("match", ""));
            let (rules, map) = match has_match {
                true => (String::new(), String::new()),
                false => (word("rules", DEFAULT_RULES), table.text("map", NAME_CHARS).required().to_owned()),
            };
            let strategies = table.references("strategies", "strategies").or(Vec::new());
            let limit = Bounds::new(1, MAX_TICKS / TICKS_PER_SECOND);
            let limit = table.int("time_limit", limit).or(0);
            Golden {
                name,
                scenario,
                rules,
                map,
                strategies: strategies.iter().map(|word| word.text.to_owned()).collect(),
                seed: table.seed("seed").required(),
                time_limit_ticks: (limit > 0).then_some(limit * TICKS_PER_SECOND),
                soak: table.boolean("soak").or(false),
            }
        })
        .collect();
    for (row, golden) in goldens.iter().enumerate() {
        if goldens[..row].iter().any(|other| other.name == golden.name) {
            tables[row].error("name", format!("{:?} twice", golden.name), "a unique name".to_owned());
        }
    }
    document.finish(goldens).map(|checked| checked.value)
}

/// The goldens of these names; all of them when none is named.
///
/// # Errors
/// A name that no golden has.
pub fn goldens_named<'c>(corpus: &'c [Golden], names: &[String]) -> Result<Vec<&'c Golden>, Failure> {
    if names.is_empty() {
        return Ok(corpus.iter().collect());
    }
    let find = |name: &String| {
        let known = || corpus.iter().map(|golden| golden.name.as_str()).collect::<Vec<_>>().join(", ");
        let found = corpus.iter().find(|golden| golden.name == *name);
        found.ok_or_else(|| Failure::Usage(format!("{name}: no such golden; expected one of {}", known())))
    };
    names.iter().map(find).collect()
}

/// Plays and records a golden; the bytes of its replay.
///
/// # Errors
/// Everything wrong with what it names, or the engine's failure.
pub fn record(golden: &Golden, registry: &Registry) -> Result<Vec<u8>, Failure> {
    let mut library = Library::here();
    let (scenario, sources) = scenario(golden, &mut library)?;
    let scenario = Arc::new(scenario);
    let (mut commanders, mut contestants) = (Vec::new(), Vec::new());
    for row in 0..scenario.players.len() {
        let player = PlayerId(row as u8);
        let own = Some(&scenario.players[row].strategy).filter(|own| !own.is_empty());
        let name = golden.strategies.get(row).or(own).map_or("idle", String::as_str);
        let strategy = assemble::load_strategy(&mut library, registry, name)?;
        let seed = commander_seed(golden.seed, player);
        commanders.push(strategy.build(registry, &scenario.rules, player, seed)?);
        let StrategyFile { name, path, text, .. } = strategy;
        contestants.push(Contestant { name, strategy: path, source: text, seed });
    }
    let mut recording = Recording::new(&scenario, golden.seed, contestants, sources, Vec::new());
    let result = run_match_with(&scenario, commanders, golden.seed, &mut recording);
    match result.engine_error() {
        Some(message) => Err(Failure::Engine(format!("{}: {message}", golden.name))),
        None => Ok(recording.into_sink()),
    }
}

/// What is played, and the texts that make it.
fn scenario(golden: &Golden, library: &mut Library) -> Result<(Scenario, Vec<SourceText>), Failure> {
    if let Some(name) = &golden.scenario {
        let scenario = assemble::load_match(library, name)?;
        let path = library.find(ContentKind::Matches, name)?;
        let sources = assemble::sources(library);
        return match golden.time_limit_ticks {
            Some(limit) => limited(sources, &path, limit),
            None => Ok((scenario, sources)),
        };
    }
    let rules = assemble::load_rules(library, &golden.rules)?;
    let map = assemble::load_map(library, &golden.map, &rules)?;
    let mut terms = MatchTerms::default();
    terms.time_limit_ticks = golden.time_limit_ticks.unwrap_or(terms.time_limit_ticks);
    let players = map.starts.len() as u8;
    Ok((build_scenario(rules, map, players, terms)?, assemble::sources(library)))
}

/// The match at `path` of these texts with another time limit, and its texts. The limit goes into the text: a record whose
/// texts make another match is refused.
fn limited(mut sources: Vec<SourceText>, path: &str, limit_ticks: u32) -> Result<(Scenario, Vec<SourceText>), Failure> {
    for source in sources.iter_mut().filter(|source| source.name == path) {
        let document = source.text.parse::<toml_edit::DocumentMut>();
        let mut document = document.map_err(|error| Failure::Usage(format!("{path}: {error}")))?;
        document["time_limit"] = toml_edit::value(i64::from(limit_ticks / TICKS_PER_SECOND));
        source.text = document.to_string();
    }
    Ok((load_scenario(&as_files(&sources), path)?.value, sources))
}

/// How a golden that was just recorded stands to the one there was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// There was none.
    New,
    /// It is the same, but perhaps for the version of the format, and for which build with the same commanders recorded it.
    None,
    /// It differs; a line each.
    Wanted(Vec<String>),
    /// It differs because this engine plays the old one differently, and says that it does not: a line each.
    Unversioned(Vec<String>),
}

/// Compares a golden with the one there was.
pub fn change(before: Option<&Replay>, after: &Replay) -> Change {
    let Some(before) = before else { return Change::New };
    let commanders = [before, after].map(|replay| replay.header.provenance.commanders);
    let mut lines = Vec::new();
    if commanders[0] != commanders[1] {
        lines.push(format!("recorded by commanders version {}, now by {}", commanders[0], commanders[1]));
    }
    if before.is_same_match(after) {
        return if lines.is_empty() { Change::None } else { Change::Wanted(lines) };
    }
    lines.extend(diff(before, after));
    let plays_the_same = || guarded(|| verify(before).is_ok()).unwrap_or(false);
    if before.header.sim_version == SIM_VERSION && !plays_the_same() {
        Change::Unversioned(lines)
    } else {
        Change::Wanted(lines)
    }
}

/// Writes the text beside a corpus, of all its goldens that were recorded.
///
/// # Errors
/// A replay cannot be read, or the text cannot be written.
pub fn write_digest(corpus: &Path, goldens: &[Golden]) -> Result<(), Failure> {
    let mut recorded = Vec::new();
    for golden in goldens {
        let path = replay_path(corpus, &golden.name);
        if let Some(replay) = path.exists().then(|| read_replay(&path)).transpose()?.and_then(Result::ok) {
            recorded.push((golden.name.clone(), replay));
        }
    }
    let path = digest_path(corpus);
    write_whole(&SystemDisk, &path, digest(&recorded).as_bytes()).map_err(|error| Failure::writing(&path, error))
}

/// The text beside the corpus: the result of each golden, by name, so that a change can be reviewed.
pub fn digest(goldens: &[(String, Replay)]) -> String {
    let mut text =
        format!("# What the goldens come to; written by `sandtable replay bless`.\n\nengine version {SIM_VERSION}\n");
    for (name, replay) in goldens {
        let titles = &replay.header.titles;
        let who: Vec<&str> = replay.header.contestants.iter().map(|contestant| contestant.name.as_str()).collect();
        let (map, rules, seed) = (&titles.map, &titles.rules, replay.header.seed);
        text += &format!("\n{name}: {map}, rules {rules}, seed {seed}: {}\n", who.join(", "));
        for line in ReplaySummary::from_replay(replay).lines() {
            text += &format!("  {line}\n");
        }
    }
    text
}

/// The path of a golden's replay beside its corpus.
pub fn replay_path(corpus: &Path, name: &str) -> std::path::PathBuf {
    corpus.with_file_name(format!("{name}.replay"))
}

/// The path of the text beside a corpus.
pub fn digest_path(corpus: &Path) -> std::path::PathBuf {
    corpus.with_extension("txt")
}
