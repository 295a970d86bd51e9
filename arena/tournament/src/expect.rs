//! What a tournament file expects to come of it: the `[[expect]]` tables that make it a regression test.

use sandtable_conduct::LapseKind;
use sandtable_content::TableReader;
use sandtable_expect::{ExpectTable, Expectation, TournamentMetric};
use sandtable_math::Bounds;

use super::named::{Named, row_of};
use super::unspent::UnspentLimit;

/// What is measured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Figure {
    /// A strategy's score, in percent: against another, or against all.
    Score {
        /// Row of the strategy.
        of: usize,
        /// Row of the other.
        against: Option<usize>,
    },
    /// A quantile of the games' lengths, in game seconds.
    Length {
        /// The quantile, in thousandths.
        permille: u32,
    },
    /// Games decided before their limits, in percent.
    Decided,
    /// Games in which a commander failed.
    Forfeits,
    /// The longest a unit wanted to move and kept within half a cell, in seconds.
    Stuck,
    /// Games that ended as another of the same strategies on the same map did.
    Repeated,
    /// Games in which nobody kept too much of a resource for longer while it could spend it, in percent.
    Thrifty {
        /// What is too much.
        limit: UnspentLimit,
        /// How long is too long, in game seconds.
        seconds: u32,
    },
    /// Lapses of conduct of a kind, the mean of the games.
    Lapses {
        /// Which.
        kind: LapseKind,
    },
    /// Plans for another base that went through their steps or say why they were given up, in percent.
    Expansions,
    /// The median of the goals in planners' plans: of a strategy's, or of all.
    PlanSteps {
        /// Row of the strategy.
        of: Option<usize>,
    },
    /// Planners' plans that took the place of one not carried out, in percent: of a strategy's, or of all.
    Replanned {
        /// Row of the strategy.
        of: Option<usize>,
    },
}

/// What an expectation of a tournament is about.
#[derive(Clone, Debug, PartialEq)]
pub struct TournamentMeasure {
    /// What is measured.
    pub figure: Figure,
    /// That in words.
    pub words: String,
}

/// Reads the `[[expect]]` tables of a tournament file.
pub(super) fn read_expectations(root: &TableReader<'_>, strategies: &[Named]) -> Vec<Expectation<TournamentMeasure>> {
    sandtable_expect::read_expectations(root, |metric, keys| {
        let (figure, words) = figure(keys, metric, strategies);
        TournamentMeasure { figure, words }
    })
}

fn figure(keys: &ExpectTable<'_, '_>, metric: TournamentMetric, strategies: &[Named]) -> (Figure, String) {
    match metric {
        TournamentMetric::Score => score(keys, strategies),
        TournamentMetric::Length => {
            let permille = keys.quantile_permille();
            let percentile = f64::from(permille) / 10.0;
            (Figure::Length { permille }, format!("length of games, percentile {percentile}, in seconds"))
        }
        TournamentMetric::Decided => (Figure::Decided, "games decided, in percent".to_owned()),
        TournamentMetric::Forfeits => (Figure::Forfeits, "forfeits".to_owned()),
        TournamentMetric::StuckSeconds => (Figure::Stuck, "longest time that a unit was stuck, in seconds".to_owned()),
        TournamentMetric::Repeated => (Figure::Repeated, "repeated games".to_owned()),
        TournamentMetric::Thrifty => keys.filters().map_or_else(|| thrifty(keys.table()), thrifty),
        TournamentMetric::Lapses => keys.filters().map_or_else(|| lapses(keys.table()), lapses),
        TournamentMetric::Expansions => {
            (Figure::Expansions, "expansions completed or given up with a reason, in percent".to_owned())
        }
        TournamentMetric::PlanSteps => {
            let (of, whose) = planner(keys, strategies);
            (Figure::PlanSteps { of }, format!("median number of goals in plans of {whose}"))
        }
        TournamentMetric::Replanned => {
            let (of, whose) = planner(keys, strategies);
            (Figure::Replanned { of }, format!("plans of {whose} that replaced another, in percent"))
        }
    }
}

fn score(keys: &ExpectTable<'_, '_>, strategies: &[Named]) -> (Figure, String) {
    let name = |row: usize| strategies.get(row).map_or("", |named| named.text.as_str());
    let of = row_of(&keys.required_strategy(), strategies).unwrap_or(0);
    let other = |filters: &TableReader<'_>| {
        let word = filters.reference("against", "a strategy of this tournament").optional()?;
        row_of(&word, strategies)
    };
    let against = keys.filters().and_then(other);
    let whom = against.map_or("all".to_owned(), |row| name(row).to_owned());
    (Figure::Score { of, against }, format!("score of {} against {whom}, in percent", name(of)))
}

fn thrifty(filters: &TableReader<'_>) -> (Figure, String) {
    let resource = filters.text("resource", 64).required().to_owned();
    let above = filters.int("above", Bounds::new(0, 1_000_000)).required();
    let seconds = filters.int("seconds", Bounds::new(0, 14_400)).required();
    let words = format!(
        "games in which no side keeps more than {above} {resource} for more than {seconds} seconds, in percent"
    );
    (Figure::Thrifty { limit: UnspentLimit { resource, above }, seconds }, words)
}

fn lapses(filters: &TableReader<'_>) -> (Figure, String) {
    let of_world: Vec<(&'static str, LapseKind)> =
        LapseKind::CHOICES.iter().filter(|(_, kind)| kind.is_of_world()).copied().collect();
    let kind = filters.choice("lapse", &of_world).required();
    (Figure::Lapses { kind }, format!("lapses {kind} a game"))
}

/// The strategy that is named, all when there is none, and what it is called.
fn planner(keys: &ExpectTable<'_, '_>, strategies: &[Named]) -> (Option<usize>, String) {
    let row = keys.strategy().and_then(|word| row_of(&word, strategies));
    let whose = row.and_then(|row| strategies.get(row)).map_or("all".to_owned(), |named| named.text.clone());
    (row, whose)
}

impl Figure {
    /// Whether it takes a look at every unit in every tick.
    pub fn follows_walks(&self) -> bool {
        *self == Figure::Stuck
    }

    /// Whether it takes a look at everything twice a second.
    pub fn follows_conduct(&self) -> bool {
        matches!(self, Figure::Lapses { .. })
    }

    /// What it takes for too much of a resource, when it is about that.
    pub fn unspent_limit(&self) -> Option<&UnspentLimit> {
        if let Figure::Thrifty { limit, .. } = self { Some(limit) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use crate::TournamentFile;

    /// The expectations of a file with these tables, or what is wrong with them.
    fn read(tables: &str) -> Result<Vec<super::Expectation<super::TournamentMeasure>>, String> {
        let text = format!(
            "name = \"test\"\nabout = \"a test\"\nrules = \"classic\"\nmaps = [\"meadow\"]\nstrategies = [\"a\", \"b\"]\nseeds = 1\n{tables}"
        );
        TournamentFile::parse("t.toml", &text).map(|file| file.expectations).map_err(|issues| issues.to_string())
    }

    #[test]
    fn former_keys_say_what_the_keys_of_today_say() {
        let pairs = [
            (
                "metric = \"score\"\nof = \"a\"\nwhere = { against = \"b\" }\nmin = 60.5\nconfidence = 0.95",
                "what = \"score\"\nstrategy = \"a\"\nagainst = \"b\"\nmin = 60.5\ninterval = true",
            ),
            ("metric = \"length\"\nquantile = 0.95\nmax = 30", "what = \"length\"\npercentile = 95\nmax = 30"),
            ("metric = \"replanned\"\nof = \"b\"\nmin = 1", "what = \"replanned\"\nstrategy = \"b\"\nmin = 1"),
            (
                "metric = \"thrifty\"\nwhere = { resource = \"gold\", above = 500, seconds = 60 }\nmin = 95",
                "what = \"thrifty\"\nresource = \"gold\"\nabove = 500\nseconds = 60\nmin = 95",
            ),
        ];
        for (current, former) in pairs {
            let [current, former] = [current, former].map(|keys| read(&format!("[[expect]]\n{keys}\n")));
            assert!(current.is_ok(), "{current:?}");
            assert_eq!(current, former);
        }
    }

    #[test]
    fn what_is_no_share_has_no_confidence() {
        let told = read("[[expect]]\nmetric = \"forfeits\"\nmax = 0\nconfidence = 0.9\n").expect_err("it is a count");
        assert!(told.contains("expect[1].confidence") && told.contains("a share"), "{told}");
        let told = read("[[expect]]\nmetric = \"decidde\"\nmin = 9\n").expect_err("there is none");
        assert!(told.contains("did you mean \"decided\""), "{told}");
    }
}
