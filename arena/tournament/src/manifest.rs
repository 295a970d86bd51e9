//! What a folder of results is the results of: everything that its games are a pure function of.

use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;
use std::str::FromStr;

use sandtable_ai::Registry;
use sandtable_match::library::{ContentKind, Kept, Library};
use sandtable_match::runner::Referee;
use sandtable_match::store::read_limited;
use sandtable_match::{BUILD, Failure};
use sandtable_sim::SIM_VERSION;
use serde::{Deserialize, Serialize};

use super::prepare::Prepared;
use super::schedule::schedule;

/// The version of the files of a folder of results.
const FORMAT: u32 = 1;
/// Bytes of a manifest.
const MAX_BYTES: usize = 256 << 20;
/// The file's name.
pub(super) const FILE: &str = "manifest.json";

/// A part of a tournament: pairs whose number leaves `part` − 1 when divided by `parts`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// Which, from 1.
    pub part: u32,
    /// Of how many.
    pub parts: u32,
}

impl Shard {
    /// Whether a pair belongs to it.
    pub const fn has(self, pair: u32) -> bool {
        pair % self.parts == self.part - 1
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let number = |text: &str| text.trim().parse().ok();
        let shard =
            text.split_once('/').and_then(|(part, parts)| Some(Shard { part: number(part)?, parts: number(parts)? }));
        let sound = shard.filter(|shard| (1..=shard.parts).contains(&shard.part) && shard.parts <= 10_000);
        sound.ok_or_else(|| "expected a part as I/N, from 1/N to N/N".to_owned())
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.parts)
    }
}

/// Pairs of a tournament that follow one another: from the first one on, up to the last one and without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairRange {
    /// The first pair, from 0.
    pub from: u32,
    /// The pair after the last.
    pub to: u32,
}

impl PairRange {
    /// Whether a pair belongs to it.
    pub const fn has(self, pair: u32) -> bool {
        self.from <= pair && pair < self.to
    }
}

impl FromStr for PairRange {
    type Err = String;

    fn from_str(text: &str) -> Result<PairRange, String> {
        let number = |text: &str| text.trim().parse().ok();
        let range =
            text.split_once("..").and_then(|(from, to)| Some(PairRange { from: number(from)?, to: number(to)? }));
        range
            .filter(|range| range.from < range.to)
            .ok_or_else(|| "expected pairs as A..B, from pair A up to pair B and without it, A less than B".to_owned())
    }
}

impl fmt::Display for PairRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.from, self.to)
    }
}

/// Which games of a tournament are played.
#[derive(Clone, Copy, Debug, Default)]
pub struct GamesAsked {
    /// A tournament seed; none for the file's.
    pub seed: Option<u64>,
    /// The part of the pairs; none for all of them.
    pub shard: Option<Shard>,
    /// The pairs; none for all of them.
    pub pairs: Option<PairRange>,
}

/// Keeps a tournament file under its own name, so that it does not matter from which folder it was named: parts that were played on
/// several machines are of one tournament.
fn under_its_own_name(tournament: &str, content: &mut Kept) -> String {
    let key = |name: &str| format!("{}:{name}", ContentKind::Tournaments.folder());
    let name = Path::new(tournament).file_name().map_or(tournament.into(), |name| name.to_string_lossy()).into_owned();
    if let Some(path) = content.found.remove(&key(tournament)) {
        let own = format!("{}/{name}", ContentKind::Tournaments.folder());
        if let Some(text) = content.texts.remove(&path) {
            content.texts.insert(own.clone(), text);
        }
        content.found.insert(key(&name), own);
    }
    name
}

/// The manifest of a folder of results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of the format.
    pub format: u32,
    /// The version of the program.
    pub program: String,
    /// The version of the engine.
    pub sim_version: u32,
    /// The build that began it, told and never compared; the replays beside it do not say it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub build: String,
    /// The name of the tournament's file, or of the embedded one.
    pub tournament: String,
    /// The tournament seed, when it was not the file's.
    pub seed: Option<u64>,
    /// The part that is played; none for all of it.
    pub shard: Option<Shard>,
    /// The pairs that are played; none for all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pairs: Option<PairRange>,
    /// Every text it is made of.
    pub content: Kept,
}

impl Manifest {
    /// The manifest of a tournament that `library` was just asked for, as `tournament`.
    pub fn new(tournament: &str, seed: Option<u64>, shard: Option<Shard>, library: &Library) -> Manifest {
        let mut content = library.keep();
        Manifest {
            tournament: under_its_own_name(tournament, &mut content),
            format: FORMAT,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            sim_version: SIM_VERSION,
            build: BUILD.to_owned(),
            seed,
            shard,
            pairs: None,
            content,
        }
    }

    /// Reads a tournament by file or name, and makes it ready from what its manifest keeps alone, as a resumption does.
    ///
    /// # Errors
    /// Everything wrong with any of the files that it names, or that it cannot be played in parts.
    pub fn load(tournament: &str, asked: GamesAsked, registry: &Registry) -> Result<(Manifest, Prepared), Failure> {
        let mut library = Library::here();
        Prepared::load(tournament, &mut library, registry)?;
        let manifest = Manifest::new(tournament, asked.seed, asked.shard, &library).of_pairs(asked.pairs);
        let prepared = manifest.prepare(registry)?;
        Ok((manifest, prepared))
    }

    /// The manifest of these pairs alone.
    #[must_use]
    pub fn of_pairs(self, pairs: Option<PairRange>) -> Manifest {
        Manifest { pairs, ..self }
    }

    /// Reads that of a folder.
    ///
    /// # Errors
    /// That there is none that can be used, or that another version of the program wrote it.
    pub fn read(folder: &Path) -> Result<Manifest, Failure> {
        let found = Manifest::read_of_any_version(folder)?;
        let refuse = |what: String| Failure::Usage(format!("{}: {what}", folder.join(FILE).display()));
        match found.other_version() {
            Some(other) => Err(refuse(format!("{other}: their games cannot be mixed"))),
            None => Ok(found),
        }
    }

    /// Which other version of the program wrote it, and which this is; none when it is the same one.
    pub(super) fn other_version(&self) -> Option<String> {
        let own = (FORMAT, env!("CARGO_PKG_VERSION"), SIM_VERSION);
        let theirs = (self.format, self.program.as_str(), self.sim_version);
        let format = |version: u32| if theirs.0 == own.0 { String::new() } else { format!(", format {version}") };
        let (theirs_said, own_said) = (format(theirs.0), format(own.0));
        (theirs != own).then(|| {
            format!(
                "written by version {} of the program, engine {}{theirs_said}; this is {}, engine {}{own_said}",
                theirs.1, theirs.2, own.1, own.2
            )
        })
    }

    /// Which other build began it, and which this is; none when it is this one, or nothing says which it was.
    pub(super) fn other_build(&self) -> Option<String> {
        let build = &self.build;
        (!build.is_empty() && build != BUILD).then(|| format!("build {build} began it, this is {BUILD}"))
    }

    /// Reads that of a folder, whichever version of the program wrote it: to look at games, not to add any.
    ///
    /// # Errors
    /// That there is none that can be used.
    pub fn read_of_any_version(folder: &Path) -> Result<Manifest, Failure> {
        let path = folder.join(FILE);
        let bytes = read_limited(&path, MAX_BYTES).map_err(|error| Failure::reading(&path, error))?;
        let refuse = |what: String| Failure::Usage(format!("{}: {what}", path.display()));
        serde_json::from_slice(&bytes).map_err(|error| refuse(format!("is not a manifest of results: {error}")))
    }

    /// What pages call the tournament: its file's name.
    pub(super) fn display_name(&self) -> String {
        Path::new(&self.tournament).file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
    }

    /// Makes its tournament ready, from its own texts alone.
    ///
    /// # Errors
    /// That a commander it names is not in this program.
    pub fn prepare(&self, registry: &Registry) -> Result<Prepared, Failure> {
        let prepared = self.read_up(registry)?;
        prepared.build_all(registry)?;
        Ok(prepared)
    }

    /// Prepares the tournament to read results by, not to play: bots that are processes need not be where they were.
    ///
    /// # Errors
    /// That its texts cannot be used by this program.
    pub fn read_up(&self, registry: &Registry) -> Result<Prepared, Failure> {
        Ok(self.read_up_with_texts(registry)?.0)
    }

    /// The tournament, and those of the texts alone that it is read from.
    ///
    /// # Errors
    /// As [`Manifest::read_up`].
    pub(super) fn read_up_with_texts(&self, registry: &Registry) -> Result<(Prepared, Kept), Failure> {
        let mut library = Library::from_kept(self.content.clone());
        let mut prepared = Prepared::read(&self.tournament, &mut library, registry)?;
        if let Some(seed) = self.seed {
            prepared.file.base_seed = seed;
        }
        if self.pairs.is_some() {
            // A test is applied where all pairs are put together: it stops nothing here.
            prepared.file.sprt = None;
        }
        if self.shard.is_some() && (!prepared.file.format.is_fixed() || prepared.file.sprt.is_some()) {
            let text = "--shard: the games of this tournament depend on earlier results; expected a format whose rounds do not, without an SPRT";
            return Err(Failure::Usage(text.to_owned()));
        }
        if let Some(shard) = self.shard {
            let pairs: BTreeSet<u32> = schedule(&prepared.file).into_iter().map(|game| game.pair).collect();
            if !pairs.iter().any(|pair| shard.has(*pair)) {
                let (part, parts, most) = (shard.part, shard.parts, pairs.len());
                let text =
                    format!("--shard: found {part}/{parts}, a part without a pair; expected at most {most} parts");
                return Err(Failure::Usage(text));
            }
        }
        Ok((prepared, library.keep()))
    }

    /// The manifest of the whole tournament that this is a part of.
    pub fn whole(&self) -> Manifest {
        Manifest { shard: None, pairs: None, ..self.clone() }
    }

    /// The manifest without the build that began it, which may be another for each part.
    pub(super) fn of_any_build(&self) -> Manifest {
        Manifest { build: String::new(), ..self.clone() }
    }
}

/// Who judges the games of the results that a replay lies among; none when it lies elsewhere, or nobody does.
///
/// # Errors
/// The manifest of the results cannot be read or used.
pub fn referee_of(replay: &Path, registry: &Registry) -> Result<Option<Box<dyn Referee>>, Failure> {
    let folder = replay.parent().and_then(Path::parent).filter(|folder| folder.join(FILE).is_file());
    let Some(folder) = folder else { return Ok(None) };
    Ok(Manifest::read_of_any_version(folder)?.read_up(registry)?.file.adjudication.referee())
}
