//! What a match file expects: its `[trial]` and `[[expect]]`.

use sandtable_content::{Document, TableReader};
use sandtable_diagnostics::Issues;
use sandtable_math::Bounds;
use sandtable_model::map::Rect;
use sandtable_model::scenario::Scenario;
use sandtable_sim::component::TaskKind;
use sandtable_sim::senses::Role;
use sandtable_state::id::{KindId, PlayerId, ResourceId};
use sandtable_state::limits::{MAX_MAP_SIDE, MAX_SERIAL, MAX_TICKS};

use super::measure::{Happening, Measure, MeasuredPlace, Occupation, Select};
use super::{Expectation, When};

/// Characters of the reason of an expectation.
const ABOUT_CHARS: usize = 200;
/// Expectations of one file.
const MAX_EXPECTATIONS: usize = 64;
/// Values that a file can name as the end of a range.
const VALUES: Bounds<i64> = Bounds::new(0, 1_000_000_000);

/// How often a file is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrialTerms {
    /// The match is played with each of the seeds from 1 to this one.
    pub seeds: u32,
    /// Games that a fight is scored by.
    pub games: u32,
}

/// What a file expects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// How often it is played.
    pub terms: TrialTerms,
    /// What is to come of it, in the order of the file.
    pub expectations: Vec<Expectation>,
}

/// What can be measured, by name.
#[derive(Clone, Copy)]
enum What {
    Units,
    Buildings,
    Sites,
    HpPercent,
    StuckSeconds,
    Squads,
    Spread,
    Thoughts,
    Events,
    Gathered,
    Stock,
    Score,
    Won,
    FightScore,
}

const WHATS: [(&str, What); 14] = [
    ("units", What::Units),
    ("buildings", What::Buildings),
    ("sites", What::Sites),
    ("hp_percent", What::HpPercent),
    ("stuck_seconds", What::StuckSeconds),
    ("squads", What::Squads),
    ("spread", What::Spread),
    ("thoughts", What::Thoughts),
    ("events", What::Events),
    ("gathered", What::Gathered),
    ("stock", What::Stock),
    ("score", What::Score),
    ("won", What::Won),
    ("fight_score", What::FightScore),
];

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
const ROLES: [(&str, Role); 4] = [
    ("none", Role::None),
    ("sentry", Role::Sentry),
    ("investigator", Role::Investigator),
    ("bystander", Role::Bystander),
];

impl Trial {
    /// Reads what the match file called `label` expects of the scenario that it is; a file that expects nothing has no
    /// expectations.
    ///
    /// # Errors
    /// Every problem found.
    pub fn read(label: &str, text: &str, scenario: &Scenario) -> Result<Trial, Issues> {
        let document = Document::parse(label, text)?;
        let root = document.root();
        let own = ["trial", "expect"];
        // The rest has been read, and judged, as the match that it is.
        root.keys().iter().filter(|key| !own.contains(&key.text)).for_each(|key| root.skip(key.text));
        let trial = root.table("trial");
        let most = Bounds::new(1, 1_000);
        let count = |key: &str, usual: u32| trial.as_ref().map_or(usual, |trial| trial.int(key, most).or(usual));
        let terms = TrialTerms { seeds: count("seeds", 1), games: count("games", 200) };
        let tables = root.tables("expect");
        if tables.len() > MAX_EXPECTATIONS {
            root.error("expect", format!("{} tables", tables.len()), format!("at most {MAX_EXPECTATIONS}"));
        }
        let expectations = tables.iter().take(MAX_EXPECTATIONS).map(|table| expectation(table, scenario)).collect();
        Ok(document.finish(Trial { terms, expectations })?.value)
    }

    /// Whether it is a fight: an expectation is about its score over many games.
    pub fn is_fight(&self) -> bool {
        self.expectations.iter().any(|one| one.measure.is_of_fights())
    }
}

fn expectation(table: &TableReader<'_>, scenario: &Scenario) -> Expectation {
    let what = table.choice("what", &WHATS).required();
    let measure = measure(table, what, scenario);
    let when = if measure.is_of_fights() { When::End } else { when(table) };
    let (mut min, mut max) = (table.int("min", VALUES).optional(), table.int("max", VALUES).optional());
    if let Some(value) = table.int("is", VALUES).optional() {
        if min.is_some() || max.is_some() {
            table.error("is", value.to_string(), "either `is`, or `min` and `max`");
        }
        (min, max) = (Some(value), Some(value));
    }
    if min.is_none() && max.is_none() {
        match what {
            What::Won => min = Some(1),
            _ => table.error("", "no range", "`min`, `max` or `is`"),
        }
    }
    if let (Some(low), Some(high)) = (min, max)
        && low > high
    {
        table.error("min", low.to_string(), format!("at most {high}, which `max` says"));
    }
    let about = table.text("about", ABOUT_CHARS).or("").to_owned();
    Expectation { place: table.name().place(), about, measure, when, min, max }
}

/// One of `at`, `by` and `during`; without any, the end of the match.
fn when(table: &TableReader<'_>) -> When {
    let given: Vec<&str> = ["at", "by", "during"].into_iter().filter(|key| table.has(key)).collect();
    if let [_, second, ..] = given[..] {
        table.error(second, "a second time", "one of `at`, `by` and `during`");
    }
    let ticks = Bounds::new(1, MAX_TICKS);
    let at = table.seconds("at", ticks).optional().map(When::At);
    let by = table.seconds("by", ticks).optional().map(When::By);
    let (from, to) = table.table("during").map_or((None, None), |during| {
        (Some(during.seconds("from", Bounds::new(0, MAX_TICKS)).or(0)), Some(during.seconds("to", ticks).or(MAX_TICKS)))
    });
    let during = from.zip(to).map(|(from, to)| When::During(from, to));
    if let Some(When::During(from, to)) = during
        && from > to
    {
        table.error("during", "an end before its beginning", "`from` before `to`");
    }
    at.or(by).or(during).unwrap_or(When::End)
}

fn measure(table: &TableReader<'_>, what: What, scenario: &Scenario) -> Measure {
    match what {
        What::Units => Measure::Units(units(table, scenario)),
        What::Squads => Measure::Squads(units(table, scenario)),
        What::Spread => Measure::Spread(units(table, scenario)),
        What::Thoughts => Measure::Thoughts(whose(table, scenario)),
        What::Buildings => Measure::Buildings(select(table, scenario)),
        What::Sites => Measure::Sites(select(table, scenario)),
        What::HpPercent => Measure::HpPercent(select(table, scenario)),
        What::StuckSeconds => Measure::StuckSeconds(whose(table, scenario)),
        What::Events => {
            let happening = table.choice("event", &HAPPENINGS).required();
            let has_kind =
                matches!(happening, Happening::Born | Happening::Completed | Happening::Died | Happening::BuildFailed);
            let player = whoever(table, scenario);
            let kind = has_kind.then(|| kind(table, scenario)).flatten();
            Measure::Events(happening, Select { player, kind, ..Select::default() })
        }
        What::Gathered => Measure::Gathered(somebody(table, scenario), resource(table, scenario)),
        What::Stock => Measure::Stock(somebody(table, scenario), resource(table, scenario)),
        What::Score => Measure::Score(somebody(table, scenario)),
        What::Won => Measure::Won(somebody(table, scenario)),
        What::FightScore => Measure::FightScore,
    }
}

/// Units, by all that can be said of them.
fn units(table: &TableReader<'_>, scenario: &Scenario) -> Select {
    let squad = table.int("squad", Bounds::new(1, MAX_SERIAL)).optional();
    let select = select(table, scenario);
    if squad.is_some() && select.player.is_none() {
        table.error("squad", "no `player`", "the player whose squad it is: each counts its own");
    }
    Select {
        task: table.choice("task", &TASKS).optional(),
        role: table.choice("role", &ROLES).optional(),
        slot: table.choice("slot", &SPOTS).optional(),
        mind: mind(table, scenario),
        squad,
        ..select
    }
}

/// What a mind can be at, of the behaviours of the rules.
fn mind(table: &TableReader<'_>, scenario: &Scenario) -> Option<String> {
    let word = table.reference("mind", "a reaction, goal, state or tree").optional()?;
    let known = scenario.rules.behaviours().map_or(Vec::new(), |behaviours| behaviours.things_to_be_at());
    if !known.contains(&word.text) {
        word.unknown("a reaction, goal, state or tree", known.iter().copied());
    }
    Some(word.text.to_owned())
}

fn select(table: &TableReader<'_>, scenario: &Scenario) -> Select {
    Select { within: within(table), ..whose(table, scenario) }
}

fn whose(table: &TableReader<'_>, scenario: &Scenario) -> Select {
    Select { player: whoever(table, scenario), kind: kind(table, scenario), ..Select::default() }
}

/// The player named, or anybody.
fn whoever(table: &TableReader<'_>, scenario: &Scenario) -> Option<PlayerId> {
    table.int("player", Bounds::new(1, scenario.players.len() as u8)).optional().map(|number| PlayerId(number - 1))
}

/// The player that must be named.
fn somebody(table: &TableReader<'_>, scenario: &Scenario) -> PlayerId {
    PlayerId(table.int("player", Bounds::new(1, scenario.players.len() as u8)).required() - 1)
}

fn kind(table: &TableReader<'_>, scenario: &Scenario) -> Option<KindId> {
    let word = table.reference("kind", "a kind").optional()?;
    let kind = scenario.rules.kind_named(word.text);
    if kind.is_none() {
        word.unknown("a kind", scenario.rules.kinds.iter().map(|kind| kind.name.as_str()));
    }
    kind
}

fn resource(table: &TableReader<'_>, scenario: &Scenario) -> Option<ResourceId> {
    let word = table.reference("resource", "a resource").optional()?;
    let resource = scenario.rules.resource_named(word.text);
    if resource.is_none() {
        word.unknown("a resource", scenario.rules.resources.iter().map(String::as_str));
    }
    resource
}

fn within(table: &TableReader<'_>) -> Option<Rect> {
    let given = table.int_list("within", Bounds::new(0, i64::from(MAX_MAP_SIDE))).optional()?;
    match given[..] {
        [x, y, width, height] => Some(Rect { x: x as i16, y: y as i16, width: width as u16, height: height as u16 }),
        _ => {
            table.error("within", format!("{} numbers", given.len()), "four: [x, y, width, height] in cells");
            None
        }
    }
}
