//! Reading strategy files below their header.

use sandtable_content::TableReader;
use sandtable_decide::{Cooldown, DecisionRule, Inertia};
use sandtable_math::Bounds;
use sandtable_math::Fx;
use sandtable_model::rules::Rules;
use sandtable_state::rng::Rng;

use super::definition::GoalStrategy;
use super::disable::strip;
use crate::architecture::{self, ArchitectureKind, GoalOperator, MAX_GOALS};
use crate::beliefs::{self, MAX_BELIEFS};
use crate::character::Character;
use crate::considerations::{ConsiderationReader, OptionChoosers};
use crate::forces::NamedArmy;
use crate::goals::{self, GoalSettings, StrategyGoal};
use crate::input::InputScope;
use crate::perception::ProductionTarget;
use crate::place_queries::PlaceQueries;
use crate::scripted;
use crate::stances::{self, StanceSet};
use crate::systems::{DisabledSystems, GoalKind, ManagerFeature, ManagerFeatures, StrategySystem};
use crate::triggers::{self, MAX_TRIGGERS};

/// Reads a strategy file below its header.
pub(crate) fn read(file: &TableReader<'_>, rules: &Rules, rng: Rng) -> GoalStrategy {
    let disabled = DisabledSystems::read(file);
    let noise_percent = file.int("noise_percent", Bounds::new(0, 50)).or(10);
    let noise_percent = if disabled.has(StrategySystem::Noise) { 0 } else { noise_percent };
    let inertia = Inertia { percent: file.int("inertia_percent", Bounds::new(0, 1_000)).or(20) };
    let places = PlaceQueries::read(file, rules);
    let armies = NamedArmy::read_all(file, rules, &places);
    let mut setting = GoalSettings::new(rules, rng, noise_percent, places, armies);
    let mut reader = ConsiderationReader {
        rules,
        cooldowns: Vec::new(),
        chances: Vec::new(),
        conditions: Vec::new(),
        triggers: names(file, "triggers", MAX_TRIGGERS),
        beliefs: names(file, "beliefs", MAX_BELIEFS),
    };
    let named = architecture::named(file);
    let tables = file.tables("goals");
    if tables.is_empty() || tables.len() > MAX_GOALS {
        let found = if tables.is_empty() { "no goal".to_owned() } else { format!("{} goals", tables.len()) };
        file.error("goals", found, format!("1 to {MAX_GOALS} tables, one for each goal, as [goals.economy]"));
    }
    let facts = architecture::facts(file, &mut reader);
    let stances = stances::read(file, &mut reader);
    let (triggers, beliefs) = (triggers::read(file, &mut reader, &setting.places), beliefs::read(file, &mut reader));
    let (mut goals, mut operators, mut told) = (Vec::new(), Vec::new(), Vec::new());
    for table in tables.iter().take(MAX_GOALS) {
        let Some(goal) = read_goal(table, named.0, &mut setting, &mut reader, &stances) else { continue };
        let plans = named.0 != ArchitectureKind::Utility;
        operators.push(if plans { architecture::operator(table, &facts) } else { GoalOperator::default() });
        goals.push(goal);
        told.push(table);
    }
    let names: Vec<String> = goals.iter().map(|goal| goal.name.clone()).collect();
    let architecture = architecture::read(file, named, &facts, &names);
    let (choosers, features) = (OptionChoosers::read(file, &mut reader), ManagerFeatures::read(file));
    goals::check_reach(&told, &goals, rules, features.has(ManagerFeature::Spend));
    let cooldowns = read_cooldowns(file, &reader, &names);
    let (moments, character) = (scripted::timetable(file, rules), Character::read(file, setting.rng()));
    let mut strategy = GoalStrategy {
        goals,
        inertia,
        stances,
        facts,
        operators,
        architecture,
        choosers,
        places: setting.places,
        features,
        character,
        cooldowns,
        chances: reader.chances,
        conditions: reader.conditions,
        armies: setting.armies,
        triggers,
        beliefs,
        moments,
        disabled,
        forbidden: read_forbidden(file, rules),
    };
    strip(&mut strategy);
    strategy
}

/// The names of the tables under a key, by row: conditions are read before what they ask for.
fn names(file: &TableReader<'_>, key: &str, most: usize) -> Vec<String> {
    file.tables(key).iter().take(most).map(|table| table.name().text.to_owned()).collect()
}

/// What the strategy never trains, builds or researches; nothing when there is no such list.
fn read_forbidden(file: &TableReader<'_>, rules: &Rules) -> Vec<ProductionTarget> {
    let mut forbidden = Vec::new();
    if !file.has("forbidden") {
        return forbidden;
    }
    for word in file.references("forbidden", "kinds and technologies").required() {
        let kind = rules.kind_named(word.text).map(ProductionTarget::Kind);
        match kind.or_else(|| rules.tech_named(word.text).map(ProductionTarget::Tech)) {
            Some(target) => forbidden.push(target),
            None => {
                let techs = rules.techs.iter().map(|tech| tech.name.as_str());
                let names = rules.kinds.iter().map(|kind| kind.name.as_str()).chain(techs);
                word.unknown("a kind or technology of the rules", names);
            }
        }
    }
    forbidden
}

/// A goal's table is called as its goal, or says which it is: `goal = "economy"` under `[goals.boom]`.
fn read_goal(
    table: &TableReader<'_>,
    named: ArchitectureKind,
    setting: &mut GoalSettings<'_>,
    reader: &mut ConsiderationReader<'_>,
    stances: &StanceSet,
) -> Option<StrategyGoal> {
    let name = table.name();
    let given = table.reference("goal", "a goal").optional();
    let is_refused = given.is_none() && table.has("goal");
    let sort = given.unwrap_or_else(|| table.name());
    let kind = GoalKind::named(sort.text).filter(|_| !is_refused);
    if kind.is_none() && !is_refused {
        sort.unknown("a goal", GoalKind::ALL.iter().map(|kind| kind.name()));
    }
    let Some(kind) = kind else {
        // Without its goal nothing can be said of a key.
        table.skip_others(&["goal"]);
        return None;
    };
    let decision = match named {
        ArchitectureKind::Utility => reader.decision(table, InputScope::GOAL, name.text),
        // Others choose by facts.
        _ => DecisionRule { base: Fx::ONE, considerations: Vec::new() },
    };
    // What must stay so while a plan is carried out.
    let premise = reader.comparisons(table, "premise", name.text);
    let stances = stances.named(table);
    Some(StrategyGoal {
        name: name.text.to_owned(),
        kind,
        decision,
        premise,
        stances,
        planner: goals::build(kind, table, setting),
    })
}

/// The goals that cooldowns follow, by row.
fn read_cooldowns(file: &TableReader<'_>, reader: &ConsiderationReader<'_>, names: &[String]) -> Vec<(u8, Cooldown)> {
    let row = |(goal, cooldown): &(String, Cooldown)| {
        let row = names.iter().position(|name| name == goal);
        if row.is_none() {
            file.error("goals", format!("a cooldown of \"{goal}\", which is no goal"), "the name of a goal under of");
        }
        (row.unwrap_or(0) as u8, *cooldown)
    };
    reader.cooldowns.iter().map(row).collect()
}
