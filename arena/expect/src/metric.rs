//! What a metric is: its name, its unit, what it is measured of, and what can be said of its value.

/// What a metric is measured of, which decides the files that may name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// One match: `scenarios/agents` and `scenarios/matches`.
    Match,
    /// The games of a tournament: `scenarios/tournaments`.
    Tournament,
    /// The arrangements of a movement family: `scenarios/movebench`.
    Movement,
}

/// How the value of a metric comes about, which decides the keys beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nature {
    /// It has a value after every tick: `at`, `within`, `during` and `seeds` apply.
    Moment,
    /// It is a share of independent cases, with an interval: `confidence` applies.
    Share,
    /// It is one figure of everything that was played.
    Figure,
    /// It is one figure of a list of values, its quantile: `quantile` applies.
    Quantile,
}

/// Which ends of a range a metric may be held to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// Any.
    Both,
    /// `min` alone: more is better.
    Least,
    /// `max` alone: less is better.
    Most,
}

/// Whether a metric takes the key `of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// It is of everybody.
    Nobody,
    /// It is of everybody, or of the one named.
    Anybody,
    /// One must be named.
    Somebody,
}

/// A key of the table `where`, which narrows what is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter {
    /// The key.
    pub name: &'static str,
    /// Whether it must be there.
    pub required: bool,
}

/// One row of the registry.
#[derive(Debug, PartialEq, Eq)]
pub struct Metric {
    /// What it is measured of.
    pub scope: Scope,
    /// Its name in files and JSON, unique within its scope.
    pub name: &'static str,
    /// What its value counts: `units`, `%`, `s` (game seconds), `cells`, a ratio as `x floor`.
    pub unit: &'static str,
    /// How its value comes about.
    pub nature: Nature,
    /// Which ends of a range it may be held to.
    pub ends: Ends,
    /// Whether it takes the key `of`.
    pub subject: Subject,
    /// The keys of `where` that it takes.
    pub filters: &'static [Filter],
    /// What it is, in a line.
    pub about: &'static str,
}

impl Metric {
    /// The unit of what is so (1) or not (0): such a metric is expected to be so when its table names no range.
    pub const TRUTH: &'static str = "0 or 1";

    /// Whether it takes this key of `where`.
    pub fn takes(&self, filter: &str) -> bool {
        self.filters.iter().any(|one| one.name == filter)
    }

    /// Whether a key of `where` must be there.
    pub fn needs_filters(&self) -> bool {
        self.filters.iter().any(|filter| filter.required)
    }
}

/// The metrics of a scope.
pub trait MetricSet: Copy + PartialEq + 'static {
    /// The scope.
    const SCOPE: Scope;
    /// Every metric by name, in the order of the registry.
    const CHOICES: &'static [(&'static str, Self)];
    /// Their rows of the registry, in that order.
    const METRICS: &'static [Metric];

    /// The metric's row of the registry.
    fn metric(self) -> &'static Metric;
}
