//! What a ruleset must hold, whether it came from text or from the bytes of a replay.

mod kind;
mod needs;
mod weapon;

use std::collections::BTreeSet;

use sandtable_state::id::{KindId, TechId};
use sandtable_state::limits::{MAX_ABILITIES, MAX_DAMAGE_KINDS, MAX_KINDS, MAX_RESOURCES, MAX_TECHS, MAX_TERRAINS};

use super::checker::{Checker, Defect, is_name};
use super::{Class, Rules, StatChange, ranges};

/// All defects of a ruleset; none of the other functions of [`Rules`] may be relied on before this is empty.
pub(crate) fn check(rules: &Rules) -> Vec<Defect> {
    let mut defects = Vec::new();
    check_tables(rules, &mut at(&mut defects, ""));
    for (row, kind) in rules.kinds.iter().enumerate() {
        kind::check(rules, kind, &mut at(&mut defects, &kind_path(rules, KindId(row as u16))));
    }
    for ability in &rules.abilities {
        weapon::check_ability(rules, ability, &mut at(&mut defects, &format!("abilities.{}", ability.name)));
    }
    check_techs(rules, &mut defects);
    if rules.conduct.is_some() && rules.behaviours().is_none() {
        at(&mut defects, "").defect("behaviours", "a text that was not compiled", "what the text defines");
    }
    check_start(rules, &mut at(&mut defects, "start"));
    super::senses::check(rules, &mut at(&mut defects, ""));
    if let Some(jobs) = &rules.jobs {
        super::jobs::check(jobs, &mut at(&mut defects, "jobs"));
    }
    if defects.is_empty() {
        needs::check(rules, &mut defects);
    }
    defects
}

/// The path of a kind in content files.
pub fn kind_path(rules: &Rules, id: KindId) -> String {
    let kind = rules.kind(id);
    let table = match kind.class {
        Class::Unit => "units",
        Class::Building => "buildings",
        Class::Node => "nodes",
    };
    format!("{table}.{}", kind.name)
}

fn at<'a>(defects: &'a mut Vec<Defect>, path: &str) -> Checker<'a> {
    Checker { defects, path: path.to_owned() }
}

fn check_tables(rules: &Rules, top: &mut Checker<'_>) {
    if !is_name(&rules.name) {
        top.defect("name", "other letters", "lower-case letters, digits and underscores, at most 32");
    }
    top.count("resources", rules.resources.len(), 1..=MAX_RESOURCES);
    top.count("terrain", rules.terrain.len(), 1..=MAX_TERRAINS);
    top.count("damage", rules.damage_kinds.len(), 1..=MAX_DAMAGE_KINDS);
    top.count("armour_classes", rules.armour_classes.len(), 1..=MAX_DAMAGE_KINDS);
    top.count("units", rules.kinds.len(), 1..=MAX_KINDS);
    top.count("techs", rules.techs.len(), 0..=MAX_TECHS);
    top.count("abilities", rules.abilities.len(), 0..=MAX_ABILITIES);
    top.names(rules.resources.iter().map(String::as_str));
    top.names(rules.terrain.iter().map(|terrain| terrain.name.as_str()));
    top.names(rules.damage_kinds.iter().map(String::as_str));
    top.names(rules.armour_classes.iter().map(String::as_str));
    top.names(rules.kinds.iter().map(|kind| kind.name.as_str()));
    top.names(rules.techs.iter().map(|tech| tech.name.as_str()));
    top.names(rules.abilities.iter().map(|ability| ability.name.as_str()));
    top.within("refund_percent", rules.refund_percent, ranges::SHARE_PERCENT);
    top.within("repair_cost_percent", rules.repair_cost_percent, ranges::SHARE_PERCENT);
    top.within("supply_limit", rules.supply_limit, ranges::SUPPLY_LIMIT);
    check_terrain(rules, top);
    check_damage(rules, top);
}

fn check_terrain(rules: &Rules, top: &mut Checker<'_>) {
    let mut glyphs = BTreeSet::new();
    for terrain in &rules.terrain {
        let path = format!("terrain.{}", terrain.name);
        if terrain.glyph.is_control() || terrain.glyph.is_ascii_digit() || terrain.glyph == ' ' {
            top.defect(&format!("{path}.glyph"), format!("{:?}", terrain.glyph), "a printable character, no digit");
        } else if !glyphs.insert(terrain.glyph) {
            top.defect(&format!("{path}.glyph"), format!("{:?} again", terrain.glyph), "a glyph of its own");
        }
        for cost in terrain.costs.iter().filter(|cost| **cost != super::WALL_COST) {
            top.within(&format!("{path}.cost"), *cost, ranges::TERRAIN_COST);
        }
        top.within(&format!("{path}.height"), terrain.height, ranges::HEIGHT);
    }
}

fn check_damage(rules: &Rules, top: &mut Checker<'_>) {
    top.count("damage", rules.damage_percent.len(), rules.damage_kinds.len()..=rules.damage_kinds.len());
    for row in &rules.damage_percent {
        top.count("damage", row.len(), rules.armour_classes.len()..=rules.armour_classes.len());
        row.iter().for_each(|percent| top.within("damage", *percent, ranges::DAMAGE_PERCENT));
    }
}

fn check_techs(rules: &Rules, defects: &mut Vec<Defect>) {
    for tech in &rules.techs {
        let mut checker = at(defects, &format!("techs.{}", tech.name));
        checker.cost(&tech.cost, rules.resources.len());
        checker.within("research_time", tech.make_ticks, ranges::MAKE_TICKS);
        needs::check_rows(rules, &tech.needs, &mut checker);
        checker.count("effects", tech.effects.len(), 0..=ranges::MAX_TECH_EFFECTS);
        for effect in &tech.effects {
            if !effect.kinds.is_sorted_by(|a, b| a < b) {
                checker.defect("effects", "kinds out of order", "kinds by ascending id");
            }
            for kind in &effect.kinds {
                checker.row("effects", kind.index(), rules.kinds.len(), "a kind");
            }
            match effect.change {
                StatChange::Add(amount) => checker.within("effects", amount, ranges::EFFECT_ADD),
                StatChange::Percent(percent) => checker.within("effects", percent, ranges::EFFECT_PERCENT),
            }
        }
    }
}

fn check_start(rules: &Rules, start: &mut Checker<'_>) {
    start.cost(&rules.start.resources, rules.resources.len());
    let class = |kind: KindId| rules.kinds.get(kind.index()).map(|kind| kind.class);
    if class(rules.start.base) != Some(Class::Building) {
        start.defect("base", "no building", "a kind of building");
    }
    start.count("units", rules.start.units.len(), 0..=ranges::MAX_START_GROUPS);
    for (kind, count) in &rules.start.units {
        if class(*kind) != Some(Class::Unit) {
            start.defect("units", "no unit", "kinds of unit");
        }
        start.within("units", *count, ranges::START_COUNT);
    }
}

/// What a technology's row may name: shared with kinds.
pub(super) fn check_tech_row(rules: &Rules, tech: TechId, field: &str, checker: &mut Checker<'_>) {
    checker.row(field, tech.index(), rules.techs.len(), "a technology");
}
