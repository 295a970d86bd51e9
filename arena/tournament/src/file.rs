//! Tournament files: who plays whom, where, how often, and what is expected of it.

use sandtable_content::{Document, TableReader, Word, reading};
use sandtable_diagnostics::{Checked, Issues};
use sandtable_expect::Expectation;
use sandtable_math::Bounds;
use sandtable_model::scenario::Fog;
use sandtable_state::limits::MAX_TICKS;
use sandtable_stats::{Sprt, SprtModel};

use super::adjudication::Adjudication;
use super::bracket::MAX_TIE_BREAKS;
use super::expect::{TournamentMeasure, read_expectations};
use super::format::Format;
use super::named::{Named, row_of};

/// Strategies, or maps, of one tournament.
const MAX_ENTRIES: usize = 64;
/// Pairs of games of two strategies on one map.
const MAX_SEEDS: u32 = 100_000;
/// Rounds of a Swiss tournament or a ladder.
const MAX_ROUNDS: u32 = 1_000;
/// Games of one tournament.
const MAX_GAMES: u64 = 10_000_000;

/// How ratings are made: their prior and who has one already.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingTerms {
    /// The prior: a number of games drawn against the mean.
    pub prior_games: f64,
    /// Rows of strategies whose Elo is given.
    pub anchors: Vec<(usize, f64)>,
}

/// A tournament as its file says it.
#[derive(Clone, Debug, PartialEq)]
pub struct TournamentFile {
    /// Its name, which names the folder of its results.
    pub name: String,
    /// What it is for, in a sentence.
    pub about: String,
    /// The ruleset.
    pub rules: Named,
    /// The maps, each with as many starts as a game has players.
    pub maps: Vec<Named>,
    /// The strategies.
    pub strategies: Vec<Named>,
    /// Who meets whom.
    pub format: Format,
    /// Pairs played by each meeting on each map; of a format with rounds, in each round.
    pub seeds: u32,
    /// The tournament seed, which all others are mixed from.
    pub base_seed: u64,
    /// Whether each seed is played from every side; see [`TournamentFile::swaps`].
    pub swap_sides: bool,
    /// The last tick of a game.
    pub time_limit_ticks: u32,
    /// Fog of war.
    pub fog: Fog,
    /// Whether replays are kept.
    pub replays: bool,
    /// Percent of the games whose orders are stepped a second time, to see that the same comes of them.
    pub recheck_percent: u8,
    /// When a game is ended before its outcome.
    pub adjudication: Adjudication,
    /// The test that ends the tournament as soon as it is clear who is the better of two.
    pub sprt: Option<Sprt>,
    /// How ratings are made.
    pub ratings: RatingTerms,
    /// What is to come of it.
    pub expectations: Vec<Expectation<TournamentMeasure>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    RoundRobin,
    Gauntlet,
    Swiss,
    Elimination(u32),
    Ladder,
    FreeForAll,
    Teams,
}

const KINDS: [(&str, Kind); 8] = [
    ("round-robin", Kind::RoundRobin),
    ("gauntlet", Kind::Gauntlet),
    ("swiss", Kind::Swiss),
    ("single-elimination", Kind::Elimination(1)),
    ("double-elimination", Kind::Elimination(2)),
    ("ladder", Kind::Ladder),
    ("free-for-all", Kind::FreeForAll),
    ("teams", Kind::Teams),
];

impl TournamentFile {
    /// Reads the text of the file called `file`.
    ///
    /// # Errors
    /// Everything wrong with it. Whether what it names exists is seen when the tournament is prepared.
    ///
    /// ```
    /// use sandtable_tournament::{TournamentFile, schedule};
    ///
    /// let text = "name = \"cup\"\nabout = \"Two that do nothing\"\nrules = \"classic\"\nmaps = [\"meadow\"]\n\
    ///             strategies = [\"idle\", \"first/rush\"]\nseeds = 3\n";
    /// let file = TournamentFile::parse("cup.toml", text).expect("it is in order");
    /// assert_eq!(schedule(&file).len(), 6, "three pairs of games: sides are swapped");
    /// ```
    pub fn parse(file: &str, text: &str) -> Result<TournamentFile, Issues> {
        reading(file, text, |text| TournamentFile::read(file, text)).map(|checked| checked.value)
    }

    fn read(file: &str, text: &str) -> Result<Checked<TournamentFile>, Issues> {
        let document = Document::parse(file, text)?;
        let root = document.root();
        let strategies = names(&root, "strategies", "strategies");
        let read = TournamentFile {
            name: folder_name(&root),
            about: root.text("about", 200).required().to_owned(),
            rules: Named::new(&root.reference("rules", "a ruleset").required(), "rules".to_owned()),
            maps: names(&root, "maps", "maps"),
            format: format(&root, &strategies),
            seeds: root.int("seeds", Bounds { low: 1, high: MAX_SEEDS }).required(),
            base_seed: root.seed("base_seed").or(1),
            swap_sides: root.boolean("swap_sides").or(true),
            time_limit_ticks: root.seconds("time_limit", Bounds { low: 16, high: MAX_TICKS }).or(30 * 60 * 16),
            fog: root
                .choice("fog", &[("full", Fog::Full), ("explored", Fog::Explored), ("off", Fog::Off)])
                .or(Fog::Full),
            replays: root.boolean("replays").or(true),
            recheck_percent: root.int("recheck_percent", Bounds { low: 0_u8, high: 100 }).or(1),
            adjudication: root.table("adjudication").map_or_else(Adjudication::default, |it| Adjudication::read(&it)),
            sprt: root.table("sprt").and_then(|table| sprt(&root, &table, strategies.len())),
            ratings: ratings(&root, &strategies),
            expectations: read_expectations(&root, &strategies),
            strategies,
        };
        read.check(&root);
        document.finish(read)
    }

    fn check(&self, root: &TableReader<'_>) {
        if self.format == Format::Mirror && root.boolean("swap_sides").or(false) {
            root.error("swap_sides", "true", "false: swapping the sides of a mirror match changes nothing");
        }
        let needed = if self.format == Format::Mirror { 1 } else { self.format.entrants() };
        if self.strategies.len() < needed {
            let hint =
                if self.strategies.len() == 1 { "; meetings = \"mirror\" plays each against itself" } else { "" };
            let found = format!("{} of them", self.strategies.len());
            root.error("strategies", found, format!("{needed} or more{hint}"));
        }
        if self.most_games() > MAX_GAMES {
            root.error("seeds", format!("{} games", self.most_games()), format!("at most {MAX_GAMES} games in all"));
        }
    }

    /// Games at most.
    fn most_games(&self) -> u64 {
        let count = self.strategies.len() as u64;
        let choose =
            |size: u64| (0..size).fold(1_u64, |all, at| all.saturating_mul(count.saturating_sub(at)) / (at + 1));
        let meetings = match &self.format {
            Format::RoundRobin | Format::Teams { .. } => choose(2),
            Format::Mirror => count,
            Format::FreeForAll { seats } => choose(*seats as u64),
            Format::Gauntlet { challengers } => challengers.len() as u64 * count,
            Format::Swiss { rounds } => count / 2 * u64::from(*rounds),
            Format::Elimination { lives } => count * u64::from(*lives) * u64::from(1 + MAX_TIE_BREAKS),
            Format::Ladder { challengers, rounds } => challengers.len() as u64 * u64::from(*rounds),
        };
        let each = u64::from(self.seeds) * self.maps.len() as u64 * self.format.entrants() as u64;
        meetings.saturating_mul(each)
    }

    /// Whether the sides of each seed are swapped; never in mirror matches.
    pub fn swaps(&self) -> bool {
        self.swap_sides && self.format.can_swap()
    }
}

fn format(root: &TableReader<'_>, strategies: &[Named]) -> Format {
    let rounds = || root.int("rounds", Bounds { low: 1, high: MAX_ROUNDS }).required();
    match root.choice("format", &KINDS).or(Kind::RoundRobin) {
        Kind::RoundRobin => {
            let mirror = root.choice("meetings", &[("all", false), ("mirror", true)]).or(false);
            if mirror { Format::Mirror } else { Format::RoundRobin }
        }
        Kind::Gauntlet => Format::Gauntlet { challengers: challengers(root, strategies) },
        Kind::Swiss => Format::Swiss { rounds: rounds() },
        Kind::Elimination(lives) => Format::Elimination { lives },
        Kind::Ladder => Format::Ladder { challengers: challengers(root, strategies), rounds: rounds() },
        Kind::FreeForAll => {
            Format::FreeForAll { seats: root.int("seats", Bounds { low: 3_u8, high: 8 }).required().into() }
        }
        Kind::Teams => Format::Teams { size: root.int("team_size", Bounds { low: 2_u8, high: 4 }).required().into() },
    }
}

/// Some of the strategies, but not all: somebody must be left to challenge.
fn challengers(root: &TableReader<'_>, strategies: &[Named]) -> Vec<usize> {
    let words = root.references("challengers", "strategies of this tournament").required();
    let mut rows: Vec<usize> = words.iter().filter_map(|word| row_of(word, strategies)).collect();
    rows.sort_unstable();
    rows.dedup();
    if rows.is_empty() || rows.len() >= strategies.len() {
        root.error("challengers", format!("{} of {}", rows.len(), strategies.len()), "some of the strategies, not all");
        rows = vec![0];
    }
    rows
}

/// Elo in files: thousandths are exact.
const ELO: Bounds<i64> = Bounds::new(-4_000_000, 4_000_000);

fn sprt(root: &TableReader<'_>, table: &TableReader<'_>, strategies: usize) -> Option<Sprt> {
    let elo = |key: &str| table.thousandths(key, ELO).required() as f64 / 1000.0;
    let risk = |key: &str| table.thousandths(key, Bounds::new(1, 499)).or(50) as f64 / 1000.0;
    let models = [("normalized", SprtModel::Normalized), ("logistic", SprtModel::Logistic)];
    let test = Sprt {
        elo0: elo("elo0"),
        elo1: elo("elo1"),
        alpha: risk("alpha"),
        beta: risk("beta"),
        model: table.choice("model", &models).or(SprtModel::Normalized),
    };
    if test.elo0 >= test.elo1 {
        table.error("elo0", test.elo0.to_string(), format!("less than elo1, which is {}", test.elo1));
    }
    let swaps = root.boolean("swap_sides").or(true);
    if strategies != 2 || root.has("format") || root.has("meetings") || !swaps {
        root.error("sprt", "another kind of tournament", "two strategies in a round robin with their sides swapped");
    }
    Some(test)
}

fn ratings(root: &TableReader<'_>, strategies: &[Named]) -> RatingTerms {
    let table = root.table("ratings");
    let prior =
        table.as_ref().map_or(1_000, |table| table.thousandths("prior_games", Bounds::new(1, 100_000)).or(1_000));
    let anchor = |table: &TableReader<'_>| {
        let word = table.reference("strategy", "a strategy of this tournament").required();
        let elo = table.thousandths("elo", ELO).required() as f64 / 1000.0;
        Some((row_of(&word, strategies)?, elo))
    };
    let anchors: Vec<_> =
        table.map_or_else(Vec::new, |table| table.rows("anchors").iter().filter_map(anchor).collect());
    RatingTerms { prior_games: prior as f64 / 1000.0, anchors }
}

fn folder_name(root: &TableReader<'_>) -> String {
    let name = root.text("name", 64).required();
    if !name.chars().all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_')) {
        root.error("name", format!("{name:?}"), "letters, digits, - and _: it names a folder");
    }
    name.to_owned()
}

fn names(root: &TableReader<'_>, key: &str, what: &str) -> Vec<Named> {
    let words = root.references(key, what).required();
    if words.is_empty() || words.len() > MAX_ENTRIES {
        root.error(key, format!("{} entries", words.len()), format!("1 to {MAX_ENTRIES}"));
    }
    for (row, word) in words.iter().enumerate() {
        // Once for a name, however often it stands there.
        if words[..row].iter().filter(|other: &&Word<'_>| other.text == word.text).count() == 1 {
            word.refuse(format!("duplicate entry {:?}", word.text), "each entry once");
        }
    }
    let named = |(row, word): (usize, &Word<'_>)| Named::new(word, format!("{key}[{}]", row + 1));
    words.iter().enumerate().map(named).collect()
}
