//! A match file becomes a [`Scenario`].

use sandtable_decide::MindFeatures;
use sandtable_diagnostics::{Checked, Issues, Severity};
use sandtable_math::{Bounds, Fx};
use sandtable_model::map::Map;
use sandtable_model::rules::{Class, Cost, Rules, ranges};
use sandtable_model::scenario::{Fog, PlacedEntity, PlayerFeatures, PlayerSetup, Scenario, Victory};
use sandtable_model::{Formation, FormationShape};
use sandtable_state::id::{PlayerId, TeamId};
use sandtable_state::limits::{MAX_ORDER_DELAY, MAX_PLAYERS, MAX_SQUAD_SPACING, MAX_TICKS, MAX_UNITS_PER_PLAYER};

use super::folder::{is_map, is_rules};
use super::library::{load_map_named, load_rules_named};
use super::limits::{MAX_PLACED_ENTRIES, STRATEGY_CHARS, TITLE_CHARS};
use super::place::read_cell;
use super::source::ContentSource;
use super::terms::{MatchTerms, default_player};
use super::{Document, TableReader, made_map, reading, schedules};

/// Keys of a match file that are no part of the scenario.
const OTHERS: [&str; 4] = ["trial", "expect", "tune", "aim"];

const FOGS: [(&str, Fog); 3] = [("off", Fog::Off), ("explored", Fog::Explored), ("full", Fog::Full)];

/// Reads the match file at `path` with the rules and the map it names.
///
/// # Errors
/// Every problem found in the first that has any of: rules, map, match file.
pub fn load_scenario(source: &dyn ContentSource, path: &str) -> Result<Checked<Scenario>, Issues> {
    let label = source.label(path);
    let text = source.read(path).map_err(|error| error.issue(&label, "a match file"))?;
    reading(&label, &text, |text| read_file(source, &label, text))
}

fn read_file(source: &dyn ContentSource, label: &str, text: &str) -> Result<Checked<Scenario>, Issues> {
    let document = Document::parse(label, text)?;
    let root = document.root();
    // What the file expects of its match is for those who play it.
    OTHERS.iter().for_each(|key| root.skip(key));
    let (title, terms) = (root.text("name", TITLE_CHARS).optional(), read_terms(&root));
    let mut warnings = Issues::default();
    let Some((rules, map)) = read_named(source, &document, &mut warnings)? else {
        root.skip("players");
        root.skip("placed");
        root.skip("schedules");
        return Err(document.finish(()).map_or_else(|issues| issues, |checked| checked.warnings));
    };
    let players = read_players(&root, &rules, &map, terms.start_forces);
    let placed = read_placed(&root, &rules, players.len());
    let groups: Vec<Option<&str>> = root.rows("placed").iter().map(group).collect();
    let plans = schedules::read(&root, &rules, players.len(), &groups);
    schedules::check_groups(&root, &plans);
    let name = title.map_or_else(|| format!("{} on {}", rules.name, map.name), str::to_owned);
    let scenario = Scenario {
        name,
        rules,
        map,
        players,
        placed,
        fog: terms.fog,
        time_limit_ticks: terms.time_limit_ticks,
        order_delay_ticks: terms.order_delay_ticks,
        victory: terms.victory,
        start_forces: terms.start_forces,
        schedules: plans,
    };
    judge(&document, &scenario);
    let mut checked = document.finish(scenario)?;
    warnings.extend(checked.warnings);
    checked.warnings = warnings;
    Ok(checked)
}

/// The rules and the map, when both names name something.
fn read_named(
    source: &dyn ContentSource,
    document: &Document<'_>,
    warnings: &mut Issues,
) -> Result<Option<(Rules, Map)>, Issues> {
    let root = document.root();
    let rules = root.reference("rules", "a rules file").required();
    if let Some(made) = root.table(made_map::TABLE) {
        if root.has("map") {
            root.error(made_map::TABLE, "a second map", "either `map` or `generate`");
            root.skip("map");
        }
        return match is_rules(source, &rules) {
            true => read_made(source, document, &made, rules.text, warnings),
            false => {
                made.skip_others(&[]);
                Ok(None)
            }
        };
    }
    let map = root.reference("map", "a map").required();
    // Both are looked for, so that both can be reported.
    let there = [is_rules(source, &rules), is_map(source, &map)];
    if there != [true, true] {
        return Ok(None);
    }
    let rules = load_rules_named(source, rules.text)?;
    let map = load_map_named(source, map.text, &rules.value)?;
    warnings.extend(rules.warnings);
    warnings.extend(map.warnings);
    Ok(Some((rules.value, map.value)))
}

/// The rules of this name, and the map that is made for them.
fn read_made(
    source: &dyn ContentSource,
    document: &Document<'_>,
    made: &TableReader<'_>,
    rules: &str,
    warnings: &mut Issues,
) -> Result<Option<(Rules, Map)>, Issues> {
    let rules = load_rules_named(source, rules)?;
    warnings.extend(rules.warnings);
    let map = made_map::make(document, made, &rules.value);
    Ok(map.map(|map| (rules.value, map)))
}

fn read_terms(root: &TableReader<'_>) -> MatchTerms {
    let usual = MatchTerms::default();
    MatchTerms {
        fog: root.choice("fog", &FOGS).or(usual.fog),
        time_limit_ticks: root.seconds("time_limit", Bounds::new(1, MAX_TICKS)).or(usual.time_limit_ticks),
        order_delay_ticks: root.int("order_delay", Bounds::new(0, MAX_ORDER_DELAY)).or(usual.order_delay_ticks),
        victory: root.table("victory").map_or(usual.victory, |victory| Victory {
            annihilation: victory.boolean("annihilation").or(usual.victory.annihilation),
            score_at_limit: victory.boolean("score_at_limit").or(usual.victory.score_at_limit),
        }),
        start_forces: root.boolean("start_forces").or(usual.start_forces),
    }
}

/// The players listed; without a list, two on the map's first starts.
fn read_players(root: &TableReader<'_>, rules: &Rules, map: &Map, start_forces: bool) -> Vec<PlayerSetup> {
    if !root.has("players") {
        root.skip("players");
        return (0..2).map(|row| default_player(row, rules)).collect();
    }
    let tables = root.rows("players");
    if tables.is_empty() || tables.len() > MAX_PLAYERS {
        root.error("players", format!("{} players", tables.len()), format!("1 to {MAX_PLAYERS}"));
    }
    let rows = tables.iter().take(MAX_PLAYERS).enumerate();
    rows.map(|(row, table)| read_player(table, row as u8, rules, map, start_forces)).collect()
}

fn read_player(table: &TableReader<'_>, row: u8, rules: &Rules, map: &Map, start_forces: bool) -> PlayerSetup {
    let usual = default_player(row, rules);
    let starts = map.starts.len() as u8;
    let number = table.int("start", Bounds::new(1, starts.max(1))).or(row + 1);
    let start = (number <= starts).then(|| number - 1);
    if start.is_none() && start_forces {
        table.error(
            "start",
            format!("player {number} without a start"),
            format!("at most {starts} players, or a start"),
        );
    }
    PlayerSetup {
        name: table.text("name", TITLE_CHARS).or(&usual.name).to_owned(),
        team: TeamId(table.int("team", Bounds::new(1, MAX_PLAYERS as u8)).or(row + 1) - 1),
        start,
        resources: if table.has("resources") { read_stock(table, rules) } else { usual.resources },
        strategy: table.text("strategy", STRATEGY_CHARS).or("").to_owned(),
        minds: table.boolean("minds").or(true),
        mind_features: read_mind_features(table),
        features: read_features(table),
    }
}

fn read_features(table: &TableReader<'_>) -> PlayerFeatures {
    let keys = [
        ("formations", PlayerFeatures::FORMATIONS),
        ("senses", PlayerFeatures::SENSES),
        ("schedules", PlayerFeatures::SCHEDULES),
        ("jobs", PlayerFeatures::JOBS),
        ("slots", PlayerFeatures::SLOTS),
    ];
    keys.into_iter().fold(PlayerFeatures::NONE, |set, (key, one)| set.with(one, table.boolean(key).or(true)))
}

fn read_mind_features(table: &TableReader<'_>) -> MindFeatures {
    let keys = [
        ("reactions", MindFeatures::REACTIONS),
        ("goals", MindFeatures::GOALS),
        ("machines", MindFeatures::MACHINES),
        ("trees", MindFeatures::TREES),
        ("queries", MindFeatures::QUERIES),
        ("detail", MindFeatures::DETAIL),
    ];
    keys.into_iter().fold(MindFeatures::NONE, |set, (key, one)| set.with(one, table.boolean(key).or(true)))
}

fn read_stock(table: &TableReader<'_>, rules: &Rules) -> Cost {
    let mut stock = Cost::default();
    let Some(amounts) = table.table("resources") else { return stock };
    for word in amounts.keys() {
        let amount = amounts.int(word.text, ranges::COST).required();
        match rules.resource_named(word.text) {
            Some(resource) => stock[resource.index()] = amount,
            None => word.unknown("a resource", rules.resources.iter().map(String::as_str)),
        }
    }
    stock
}

fn read_placed(root: &TableReader<'_>, rules: &Rules, players: usize) -> Vec<PlacedEntity> {
    let tables = root.rows_upto("placed", MAX_PLACED_ENTRIES);
    tables.iter().map(|table| read_placed_entry(table, rules, players)).collect()
}

fn read_placed_entry(table: &TableReader<'_>, rules: &Rules, players: usize) -> PlacedEntity {
    let word = table.reference("kind", "a kind").required();
    let kind = rules.kind_named(word.text);
    if kind.is_none() && !word.text.is_empty() {
        word.unknown("a kind", rules.kinds.iter().map(|kind| kind.name.as_str()));
    }
    let class = kind.map(|kind| rules.kind(kind).class);
    let player = table.int("player", Bounds::new(1, players.clamp(1, MAX_PLAYERS) as u8));
    let owner = match class {
        Some(Class::Node) => player.optional().map(|number| PlayerId(number - 1)),
        _ => Some(PlayerId(player.required() - 1)),
    };
    let single = matches!(class, Some(Class::Building | Class::Node));
    let most = if single { 1 } else { MAX_UNITS_PER_PLAYER as u16 };
    PlacedEntity {
        kind: kind.unwrap_or_default(),
        owner: owner.unwrap_or(PlayerId::NEUTRAL),
        cell: read_cell(table, "at"),
        count: table.int("count", Bounds::new(1, most)).or(1),
        formation: read_formation(table),
    }
}

/// The schedule that an entry of what is placed belongs to.
fn group<'d>(table: &TableReader<'d>) -> Option<&'d str> {
    table.reference("group", "a schedule").optional().map(|word| word.text)
}

const SHAPES: [(&str, FormationShape); 5] = [
    ("line", FormationShape::Line),
    ("column", FormationShape::Column),
    ("wedge", FormationShape::Wedge),
    ("box", FormationShape::Box),
    ("loose", FormationShape::Loose),
];

/// Reads the keys that make a squad of some units, if there are any: `formation`, and with it `spacing` and `cohesion`.
pub fn read_formation(table: &TableReader<'_>) -> Option<Formation> {
    if !table.has("formation") {
        table.skip("formation");
        return None;
    }
    let usual = Formation::in_shape(table.choice("formation", &SHAPES).required());
    let spacing = Bounds::new(Fx::ZERO, Fx::from_int(i16::from(MAX_SQUAD_SPACING)));
    Some(Formation {
        spacing: table.fixed("spacing", spacing, "cells").or(usual.spacing),
        cohesion: table.int("cohesion", Bounds::new(0, 100)).or(usual.cohesion),
        ..usual
    })
}

/// Judges what single values cannot show.
fn judge(document: &Document<'_>, scenario: &Scenario) {
    if document.has_errors() {
        return;
    }
    for defect in scenario.check() {
        document.report(Severity::Error, &defect.path, defect.found, defect.expected);
    }
    if scenario.players.iter().all(|setup| setup.team == scenario.players[0].team) {
        document.report(Severity::Warning, "players", "a single team", "two teams, or nobody can win");
    }
    if !scenario.victory.annihilation && !scenario.victory.score_at_limit {
        let expected = "annihilation or score_at_limit, or only surrender decides";
        document.report(Severity::Warning, "victory", "no way to win", expected);
    }
}
