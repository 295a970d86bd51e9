//! What a tournament file expects to come of it: the `[[expect]]` tables that make it a regression test.

use sandtable_content::TableReader;
use sandtable_math::Bounds;

use super::named::{Named, row_of};
use super::unspent::UnspentLimit;

/// Expectations of one file.
const MAX_EXPECTATIONS: usize = 64;

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
    /// A percentile of the games' lengths, in game seconds.
    Length {
        /// The percentile.
        percentile: u32,
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
        hoard: UnspentLimit,
        /// How long is too long, in game seconds.
        seconds: u32,
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

/// One expectation.
#[derive(Clone, Debug, PartialEq)]
pub struct Expectation {
    /// Line of its table in the file, from 1.
    pub line: u32,
    /// Why, in the author's words; may be empty.
    pub about: String,
    /// What is measured.
    pub figure: Figure,
    /// The least it may be.
    pub min: Option<f64>,
    /// The most it may be.
    pub max: Option<f64>,
    /// Whether the worse end of the figure's 95 % interval has to keep to that.
    pub interval: bool,
    /// Its figure in words.
    pub words: String,
}

#[derive(Clone, Copy)]
enum What {
    Score,
    Length,
    Decided,
    Forfeits,
    Stuck,
    Repeated,
    Thrifty,
    Expansions,
    PlanSteps,
    Replanned,
}

const WHATS: [(&str, What); 10] = [
    ("score", What::Score),
    ("length", What::Length),
    ("decided", What::Decided),
    ("forfeits", What::Forfeits),
    ("stuck_seconds", What::Stuck),
    ("repeated", What::Repeated),
    ("thrifty", What::Thrifty),
    ("expansions", What::Expansions),
    ("plan_steps", What::PlanSteps),
    ("replanned", What::Replanned),
];

/// Reads the `[[expect]]` tables of a tournament file.
pub(super) fn read_expectations(root: &TableReader<'_>, strategies: &[Named]) -> Vec<Expectation> {
    let tables = root.tables("expect");
    if tables.len() > MAX_EXPECTATIONS {
        root.error("expect", format!("{} tables", tables.len()), format!("at most {MAX_EXPECTATIONS}"));
    }
    tables.iter().take(MAX_EXPECTATIONS).map(|table| expectation(table, strategies)).collect()
}

fn expectation(table: &TableReader<'_>, strategies: &[Named]) -> Expectation {
    let what = table.choice("what", &WHATS).required();
    let strategy = "a strategy of this tournament";
    let name = |row: usize| strategies.get(row).map_or("", |named| named.text.as_str());
    let (figure, words) = match what {
        What::Score => {
            let of = row_of(&table.reference("strategy", strategy).required(), strategies).unwrap_or(0);
            let against = table.reference("against", strategy).optional().and_then(|word| row_of(&word, strategies));
            let whom = against.map_or("all".to_owned(), |row| name(row).to_owned());
            (Figure::Score { of, against }, format!("score of {} against {whom}, in percent", name(of)))
        }
        What::Length => {
            let percentile = table.int("percentile", Bounds::new(0, 100)).or(50);
            (Figure::Length { percentile }, format!("length of games, percentile {percentile}, in seconds"))
        }
        What::Decided => (Figure::Decided, "games decided, in percent".to_owned()),
        What::Forfeits => (Figure::Forfeits, "forfeits".to_owned()),
        What::Stuck => (Figure::Stuck, "seconds that some unit was stuck".to_owned()),
        What::Repeated => (Figure::Repeated, "repeated games".to_owned()),
        What::Thrifty => thrifty(table),
        What::Expansions => (Figure::Expansions, "expansions walked or accounted for, in percent".to_owned()),
        What::PlanSteps => {
            let (of, whose) = planner(table, strategies);
            (Figure::PlanSteps { of }, format!("goals in plans of {whose}, median"))
        }
        What::Replanned => {
            let (of, whose) = planner(table, strategies);
            (Figure::Replanned { of }, format!("plans of {whose} made instead of others, in percent"))
        }
    };
    let end =
        |key: &str| table.thousandths(key, Bounds::new(0, 1_000_000_000_000)).optional().map(|it| it as f64 / 1e3);
    let (min, max) = (end("min"), end("max"));
    if min.is_none() && max.is_none() {
        table.error("", "no range", "`min`, `max` or both");
    }
    if let (Some(low), Some(high)) = (min, max)
        && low > high
    {
        table.error("min", low.to_string(), format!("at most {high}, which `max` says"));
    }
    let about = table.text("about", 200).or("").to_owned();
    let interval = table.boolean("interval").or(false);
    if interval && !figure.is_share() {
        table.error("interval", "a figure that is no share", "score, decided, thrifty, expansions or replanned");
    }
    Expectation { line: table.name().place().0, about, figure, min, max, interval, words }
}

fn thrifty(table: &TableReader<'_>) -> (Figure, String) {
    let resource = table.text("resource", 64).required().to_owned();
    let above = table.int("above", Bounds::new(0, 1_000_000)).required();
    let seconds = table.int("seconds", Bounds::new(0, 14_400)).required();
    let words = format!("games in which nobody sits on {above} {resource} for {seconds} seconds, in percent");
    (Figure::Thrifty { hoard: UnspentLimit { resource, above }, seconds }, words)
}

/// The strategy under `strategy`, all when there is none, and what it is called.
fn planner(table: &TableReader<'_>, strategies: &[Named]) -> (Option<usize>, String) {
    let of = table.reference("strategy", "a strategy of this tournament").optional();
    let row = of.and_then(|word| row_of(&word, strategies));
    let whose = row.and_then(|row| strategies.get(row)).map_or("all".to_owned(), |named| named.text.clone());
    (row, whose)
}

impl Expectation {
    /// Whether it takes a look at every unit in every tick.
    pub fn follows_walks(&self) -> bool {
        self.figure == Figure::Stuck
    }

    /// What it takes for too much of a resource, when it is about that.
    pub fn hoard(&self) -> Option<&UnspentLimit> {
        if let Figure::Thrifty { hoard, .. } = &self.figure { Some(hoard) } else { None }
    }
}

impl Figure {
    /// Whether it is a share of independent cases, in percent.
    fn is_share(&self) -> bool {
        matches!(
            self,
            Figure::Score { .. }
                | Figure::Decided
                | Figure::Thrifty { .. }
                | Figure::Expansions
                | Figure::Replanned { .. }
        )
    }
}
