//! Tournament files: who plays whom, where, how often.

use sandtable_sim::content::{Document, Issue, Issues, Reader, Word};
use sandtable_sim::limits::MAX_TICKS;
use sandtable_sim::rules::ranges::Bounds;
use sandtable_sim::scenario::Fog;

use crate::exit::Failure;

/// Strategies, or maps, of one tournament.
const MAX_ENTRIES: usize = 64;
/// Pairs of games of two strategies on one map.
const MAX_SEEDS: u32 = 100_000;

/// Which strategies meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meetings {
    /// Every two different ones.
    All,
    /// Each meets itself: what is measured is the side, not the strategy.
    Mirror,
}

/// A name that the file refers to something by, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The name.
    pub text: String,
    /// The key it stands under.
    pub field: String,
    /// Its line and column, from 1.
    pub place: (u32, u32),
}

impl Named {
    /// An error at this name in the tournament file called `file`.
    pub fn refuse(&self, file: &str, found: impl Into<String>, expected: impl Into<String>) -> Failure {
        let (line, column) = self.place;
        let field = self.field.clone();
        Issues::from(Issue { line, column, field, ..Issue::of_file(file, found, expected) }).into()
    }

    /// That nothing has this name gets its place; what is wrong with the thing itself has one already.
    pub fn located(&self, file: &str, failure: Failure) -> Failure {
        match failure {
            Failure::Usage(found) => self.refuse(file, found, ""),
            other => other,
        }
    }
}

/// A tournament as its file says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentFile {
    /// Its name, which names the folder of its results.
    pub name: String,
    /// What it is for, in a sentence.
    pub about: String,
    /// The ruleset.
    pub rules: String,
    /// The maps, each with two starts.
    pub maps: Vec<Named>,
    /// The strategies.
    pub strategies: Vec<Named>,
    /// Which of them meet.
    pub meetings: Meetings,
    /// Seeds played by each meeting on each map.
    pub seeds: u32,
    /// The tournament seed, which all others are mixed from.
    pub base_seed: u64,
    /// Whether each seed is played twice, sides swapped.
    pub swap_sides: bool,
    /// The last tick of a game.
    pub time_limit_ticks: u32,
    /// Fog of war.
    pub fog: Fog,
    /// Whether replays are kept.
    pub replays: bool,
}

impl TournamentFile {
    /// Reads the text of the file called `file`.
    ///
    /// # Errors
    /// Everything wrong with it. Whether what it names exists is seen when the tournament is prepared.
    pub fn parse(file: &str, text: &str) -> Result<TournamentFile, Issues> {
        let document = Document::parse(file, text)?;
        let root = document.root();
        let read = TournamentFile {
            name: folder_name(&root),
            about: root.text("about", 200).required().to_owned(),
            rules: root.reference("rules", "a ruleset").required().text.to_owned(),
            maps: names(&root, "maps", "maps"),
            strategies: names(&root, "strategies", "strategies"),
            meetings: root
                .choice("meetings", &[("all", Meetings::All), ("mirror", Meetings::Mirror)])
                .or(Meetings::All),
            seeds: root.int("seeds", Bounds { low: 1, high: MAX_SEEDS }).required(),
            base_seed: root.int("base_seed", Bounds { low: 0, high: i64::MAX }).or(1).unsigned_abs(),
            swap_sides: root.boolean("swap_sides").or(true),
            time_limit_ticks: root.seconds("time_limit", Bounds { low: 16, high: MAX_TICKS }).or(30 * 60 * 16),
            fog: root
                .choice("fog", &[("full", Fog::Full), ("explored", Fog::Explored), ("off", Fog::Off)])
                .or(Fog::Full),
            replays: root.boolean("replays").or(true),
        };
        if read.meetings == Meetings::All && read.strategies.len() == 1 {
            root.error("strategies", "one strategy", "two or more; meetings = \"mirror\" pits each against itself");
        }
        if read.meetings == Meetings::Mirror && root.boolean("swap_sides").or(false) {
            root.error("swap_sides", "true", "false: swapping the sides of a mirror match changes nothing");
        }
        document.finish(read).map(|checked| checked.value)
    }

    /// Whether the sides of each seed are swapped; never in mirror matches.
    pub fn swaps(&self) -> bool {
        self.swap_sides && self.meetings == Meetings::All
    }
}

fn folder_name(root: &Reader<'_>) -> String {
    let name = root.text("name", 64).required();
    if !name.chars().all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_')) {
        root.error("name", format!("{name:?}"), "letters, digits, - and _: it names a folder");
    }
    name.to_owned()
}

fn names(root: &Reader<'_>, key: &str, what: &str) -> Vec<Named> {
    let words = root.references(key, what).required();
    if words.is_empty() || words.len() > MAX_ENTRIES {
        root.error(key, format!("{} entries", words.len()), format!("1 to {MAX_ENTRIES}"));
    }
    for (row, word) in words.iter().enumerate() {
        if words[..row].iter().any(|other: &Word<'_>| other.text == word.text) {
            word.refuse(format!("{:?} a second time", word.text), "each once");
        }
    }
    let named = |(row, word): (usize, &Word<'_>)| Named {
        text: word.text.to_owned(),
        field: format!("{key}[{row}]"),
        place: word.place(),
    };
    words.iter().enumerate().map(named).collect()
}
