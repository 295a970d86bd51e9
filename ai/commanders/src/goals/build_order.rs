//! Build orders: what is trained, built and researched one after the other, before anything less urgent gets any money.

use sandtable_content::{TableReader, Word};
use sandtable_model::rules::Class;
use sandtable_state::rng::Rng;

use super::build_order_text::{CLOCK, count, entries, form, until_ticks};
use super::planner::{GoalNotes, GoalPlanner};
use super::settings::GoalSettings;
use crate::context::Assessment;
use crate::perception::ProductionTarget;
use crate::plan::{BuildItem, PlanStep};

struct BuildOrderGoal {
    items: Vec<BuildItem>,
    /// The tick from which it is over, carried out or not.
    until: u32,
    /// Whether goals below it wait.
    alone: bool,
}

pub(super) fn build(table: &TableReader<'_>, setting: &mut GoalSettings<'_>) -> Box<dyn GoalPlanner> {
    let entries = entries(table);
    if entries.is_empty() {
        table.error("steps", "no steps", "what to have, in order, as [{ train = \"worker\", count = 9 }]");
    }
    Box::new(BuildOrderGoal {
        items: entries.iter().filter_map(|entry| item(entry, setting)).collect(),
        until: until_ticks(table),
        alone: table.boolean("alone").or(true),
    })
}

/// `{ train = "archer", count = 4 }`, `{ build = "tower", place = "picket", by = 120 }` or `{ research = "fletching" }`.
fn item(entry: &TableReader<'_>, setting: &GoalSettings<'_>) -> Option<BuildItem> {
    let form = form(entry)?;
    let word = entry.reference(form, "a kind or technology").optional();
    let count = count(entry, form);
    let by_tick = entry.seconds("by", CLOCK).optional();
    let place = if form == "build" { setting.places.query(entry, "place") } else { None };
    Some(BuildItem { target: target(form, &word?, setting)?, count, by_tick, place })
}

/// What a word names, which has to be of the sort that the form asks for.
fn target(form: &str, word: &Word<'_>, setting: &GoalSettings<'_>) -> Option<ProductionTarget> {
    let rules = setting.rules;
    if form == "research" {
        let tech = rules.tech_named(word.text);
        if tech.is_none() {
            word.unknown("a technology", rules.techs.iter().map(|tech| tech.name.as_str()));
        }
        return tech.map(ProductionTarget::Tech);
    }
    let (what, is_building) = if form == "build" { ("a building", true) } else { ("a unit", false) };
    let known = || rules.kinds().filter(|(_, kind)| (kind.class == Class::Building) == is_building);
    let found = known().find(|(_, kind)| kind.name == word.text);
    if found.is_none() {
        word.unknown(what, known().map(|(_, kind)| kind.name.as_str()));
    }
    found.map(|(id, _)| ProductionTarget::Kind(id))
}

impl GoalPlanner for BuildOrderGoal {
    fn construct_plan(
        &self,
        _known: &Assessment<'_, '_>,
        _rng: &mut Rng,
        _notes: &mut GoalNotes,
    ) -> Result<Vec<PlanStep>, &'static str> {
        Ok(self.items.iter().map(|item| PlanStep::Item(*item)).collect())
    }

    fn leads_to(&self) -> Vec<ProductionTarget> {
        self.items.iter().map(|item| item.target).collect()
    }

    fn over_tick(&self) -> Option<u32> {
        Some(self.until)
    }

    fn is_alone(&self) -> bool {
        self.alone
    }
}
