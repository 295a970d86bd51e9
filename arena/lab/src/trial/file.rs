//! What a match file expects: its `[trial]` and `[[expect]]`.

use sandtable_content::{Document, TableReader, reading};
use sandtable_diagnostics::{Checked, Issues};
use sandtable_expect::{ExpectTable, Expectation, MatchMetric, Metric, MetricSet, read_expectations};
use sandtable_math::Bounds;
use sandtable_model::map::Rect;
use sandtable_model::scenario::Scenario;
use sandtable_sim::component::TaskKind;
use sandtable_sim::senses::AwarenessRole;
use sandtable_state::id::{KindId, PlayerId, ResourceId};
use sandtable_state::limits::{MAX_MAP_SIDE, MAX_SERIAL};

use super::measure::{Happening, Measure, MeasuredPlace, Occupation, Select};

/// How often a file is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrialTerms {
    /// The match is played with each of the seeds from 1 to this one.
    pub seeds: u32,
    /// Games that a fight is scored by.
    pub games: u32,
}

/// What a file expects.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// How often it is played.
    pub terms: TrialTerms,
    /// What is to come of it, in the order of the file.
    pub expectations: Vec<Expectation<Measure>>,
}

const HAPPENINGS: [(&str, Happening); 11] = [
    ("rejected", Happening::Rejected),
    ("born", Happening::Born),
    ("completed", Happening::Completed),
    ("researched", Happening::Researched),
    ("attacked", Happening::Attacked),
    ("died", Happening::Died),
    ("disobeyed", Happening::Disobeyed),
    ("depleted", Happening::Depleted),
    ("build_failed", Happening::BuildFailed),
    ("cancelled", Happening::Cancelled),
    ("player_out", Happening::PlayerOut),
];

const TASKS: [(&str, Occupation); 17] = [
    ("idle", Occupation::Idle),
    ("walk", Occupation::Task(TaskKind::Goto)),
    ("follow", Occupation::Task(TaskKind::Follow)),
    ("patrol", Occupation::Task(TaskKind::Patrol)),
    ("hold", Occupation::Task(TaskKind::Hold)),
    ("keep", Occupation::Task(TaskKind::Keep)),
    ("strike", Occupation::Task(TaskKind::Strike)),
    ("engage", Occupation::Task(TaskKind::Engage)),
    ("guard", Occupation::Task(TaskKind::Guard)),
    ("gather", Occupation::Task(TaskKind::Gather)),
    ("deliver", Occupation::Task(TaskKind::Deliver)),
    ("build", Occupation::Task(TaskKind::Build)),
    ("repair", Occupation::Task(TaskKind::Repair)),
    ("board", Occupation::Task(TaskKind::Board)),
    ("fetch", Occupation::Task(TaskKind::Fetch)),
    ("unload", Occupation::Task(TaskKind::Unload)),
    ("cast", Occupation::Task(TaskKind::Cast)),
];

const SPOTS: [(&str, MeasuredPlace); 2] = [("place", MeasuredPlace::Place), ("waits", MeasuredPlace::Waits)];
const ROLES: [(&str, AwarenessRole); 4] = [
    ("none", AwarenessRole::None),
    ("sentry", AwarenessRole::Sentry),
    ("investigator", AwarenessRole::Investigator),
    ("bystander", AwarenessRole::Bystander),
];

impl Trial {
    /// Reads what the match file called `label` expects of the scenario that it is; a file that expects nothing has no
    /// expectations.
    ///
    /// # Errors
    /// Every problem found.
    pub fn read(label: &str, text: &str, scenario: &Scenario) -> Result<Trial, Issues> {
        reading(label, text, |text| Trial::read_file(label, text, scenario)).map(|checked| checked.value)
    }

    fn read_file(label: &str, text: &str, scenario: &Scenario) -> Result<Checked<Trial>, Issues> {
        let document = Document::parse(label, text)?;
        let root = document.root();
        let own = ["trial", "expect"];
        // The rest has been read, and judged, as the match that it is.
        root.keys().iter().filter(|key| !own.contains(&key.text)).for_each(|key| root.skip(key.text));
        let trial = root.table("trial");
        let most = Bounds::new(1, 1_000);
        let count = |key: &str, usual: u32| trial.as_ref().map_or(usual, |trial| trial.int(key, most).or(usual));
        let terms = TrialTerms { seeds: count("seeds", 1), games: count("games", 200) };
        let expectations = read_expectations(&root, |metric, keys| measure(keys, metric, scenario));
        document.finish(Trial { terms, expectations })
    }

    /// With how many seeds its match is played: as many as the expectation with the most.
    pub fn seeds(&self) -> u32 {
        self.expectations.iter().map(|one| self.seeds_for(one)).max().unwrap_or(self.terms.seeds)
    }

    /// With how many seeds the match is held to one of its expectations.
    pub fn seeds_for(&self, expectation: &Expectation<Measure>) -> u32 {
        expectation.seeds.unwrap_or(self.terms.seeds)
    }

    /// Whether it is a fight: an expectation is about its score over many games.
    pub fn is_fight(&self) -> bool {
        self.expectations.iter().any(|one| one.measure.is_of_fights())
    }
}

pub(super) fn measure(keys: &ExpectTable<'_, '_>, metric: MatchMetric, scenario: &Scenario) -> Measure {
    let players = scenario.players.len() as u8;
    let select = || select(keys, metric.metric(), scenario);
    let player = || PlayerId(keys.required_player(players) - 1);
    match metric {
        MatchMetric::Units => Measure::Units(select()),
        MatchMetric::Squads => Measure::Squads(select()),
        MatchMetric::Spread => Measure::Spread(select()),
        MatchMetric::Thoughts => Measure::Thoughts(select()),
        MatchMetric::Buildings => Measure::Buildings(select()),
        MatchMetric::Sites => Measure::Sites(select()),
        MatchMetric::HpPercent => Measure::HpPercent(select()),
        MatchMetric::StuckSeconds => Measure::StuckSeconds(select()),
        MatchMetric::Events => events(keys, scenario),
        MatchMetric::Gathered => Measure::Gathered(player(), resource(keys, scenario)),
        MatchMetric::Stock => Measure::Stock(player(), resource(keys, scenario)),
        MatchMetric::Score => Measure::Score(player()),
        MatchMetric::Length => Measure::Length,
        MatchMetric::Won => Measure::Won(player()),
        MatchMetric::FightScore => Measure::FightScore,
    }
}

fn events(keys: &ExpectTable<'_, '_>, scenario: &Scenario) -> Measure {
    let named = keys.filters().map(|filters| filters.choice("event", &HAPPENINGS).required());
    let happening = named.unwrap_or(Happening::Rejected);
    let player = player(keys, scenario);
    let has_kind =
        matches!(happening, Happening::Born | Happening::Completed | Happening::Died | Happening::BuildFailed);
    let kind = keys.filters().filter(|_| has_kind).and_then(|filters| kind(filters, scenario));
    Measure::Events(happening, Select { player, kind, ..Select::default() })
}

/// Entities, by as much as can be said of those that the metric is of.
fn select(keys: &ExpectTable<'_, '_>, metric: &Metric, scenario: &Scenario) -> Select {
    let filter = |name: &str| keys.filters().filter(|_| metric.takes(name));
    let squad = filter("squad").and_then(|it| it.int("squad", Bounds::new(1, MAX_SERIAL)).optional());
    let select = Select {
        squad,
        within: filter("cells").and_then(|it| cells(it, keys.key("cells", "within"))),
        player: player(keys, scenario),
        kind: filter("kind").and_then(|it| kind(it, scenario)),
        task: filter("task").and_then(|it| it.choice("task", &TASKS).optional()),
        role: filter("role").and_then(|it| it.choice("role", &ROLES).optional()),
        slot: filter("slot").and_then(|it| it.choice("slot", &SPOTS).optional()),
        mind: filter("mind").and_then(|it| mind(it, scenario)),
    };
    if squad.is_some() && select.player.is_none() {
        let found = format!("no `{}`", keys.key("of", "player"));
        let expected = "a player: each numbers its own squads";
        keys.filters().inspect(|filters| filters.error("squad", found, expected));
    }
    select
}

/// The player named, or anybody.
fn player(keys: &ExpectTable<'_, '_>, scenario: &Scenario) -> Option<PlayerId> {
    keys.player(scenario.players.len() as u8).map(|number| PlayerId(number - 1))
}

/// What a mind can be at, of the behaviours of the rules.
fn mind(filters: &TableReader<'_>, scenario: &Scenario) -> Option<String> {
    let word = filters.reference("mind", "a reaction, goal, state or tree").optional()?;
    let known = scenario.rules.behaviours().map_or(Vec::new(), |behaviours| behaviours.things_to_be_at());
    if !known.contains(&word.text) {
        word.unknown("a reaction, goal, state or tree", known.iter().copied());
    }
    Some(word.text.to_owned())
}

fn kind(filters: &TableReader<'_>, scenario: &Scenario) -> Option<KindId> {
    let word = filters.reference("kind", "a kind").optional()?;
    let kind = scenario.rules.kind_named(word.text);
    if kind.is_none() {
        word.unknown("a kind", scenario.rules.kinds.iter().map(|kind| kind.name.as_str()));
    }
    kind
}

fn resource(keys: &ExpectTable<'_, '_>, scenario: &Scenario) -> Option<ResourceId> {
    let word = keys.filters()?.reference("resource", "a resource").optional()?;
    let resource = scenario.rules.resource_named(word.text);
    if resource.is_none() {
        word.unknown("a resource", scenario.rules.resources.iter().map(String::as_str));
    }
    resource
}

fn cells(filters: &TableReader<'_>, key: &str) -> Option<Rect> {
    let given = filters.int_list(key, Bounds::new(0, i64::from(MAX_MAP_SIDE))).optional()?;
    match given[..] {
        [x, y, width, height] => Some(Rect { x: x as i16, y: y as i16, width: width as u16, height: height as u16 }),
        _ => {
            filters.error(key, format!("{} numbers", given.len()), "four: [x, y, width, height] in cells");
            None
        }
    }
}
