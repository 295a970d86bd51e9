//! What works in a ruleset, and probably not as meant: one small pass per question.

use sandtable_model::rules::{Class, Defect, Kind, Locomotion, Rules, Stat, Stats, kind_path};
use sandtable_state::id::{AbilityId, ResourceId, TechId};

use super::attainable::{Reach, makes};

/// All warnings about a valid ruleset.
pub(super) fn lint(rules: &Rules) -> Vec<Defect> {
    let passes = [reachable, resources, weapons, supply, effects, unused, vital];
    passes.iter().flat_map(|pass| pass(rules)).collect()
}

fn defect(path: String, found: impl Into<String>, expected: impl Into<String>) -> Defect {
    Defect { path, found: found.into(), expected: expected.into() }
}

/// Everything can be had from the start.
fn reachable(rules: &Rules) -> Vec<Defect> {
    let reach = Reach::from_rules(rules);
    let mut defects = Vec::new();
    for (id, kind) in rules.kinds().filter(|(id, kind)| kind.class != Class::Node && !reach.has_kind(*id)) {
        let made = rules.kinds().any(|(_, maker)| makes(maker, id));
        let found = match (made, kind.class) {
            (true, _) => "something that cannot be had from the start",
            (false, Class::Unit) => "a unit that nothing trains",
            (false, _) => "a building that nobody builds",
        };
        defects.push(defect(kind_path(rules, id), found, "a maker and needs within a player's reach"));
    }
    for (row, tech) in rules.techs.iter().enumerate().filter(|(row, _)| !reach.has_tech(TechId(*row as u16))) {
        let researched = rules.kinds.iter().any(|kind| kind.researches.contains(&TechId(row as u16)));
        let found =
            if researched { "something that cannot be had from the start" } else { "a technology nothing researches" };
        defects.push(defect(format!("techs.{}", tech.name), found, "a building and needs within a player's reach"));
    }
    defects
}

/// Every resource has nodes, someone to gather it and somewhere to bring it.
fn resources(rules: &Rules) -> Vec<Defect> {
    let missing = |row: usize| {
        let id = ResourceId(row as u8);
        let node = |kind: &Kind| kind.stock.as_ref().is_some_and(|stock| stock.resource == id);
        let gathers = |kind: &Kind| kind.worker.as_ref().is_some_and(|worker| worker.gather_ticks[row] > 0);
        let takes = |kind: &Kind| kind.drop_off & 1 << row != 0;
        [
            (rules.kinds.iter().any(node), "a node that holds it"),
            (rules.kinds.iter().any(gathers), "a unit that gathers it"),
            (rules.kinds.iter().any(takes), "a building that takes it in"),
        ]
    };
    let mut defects = Vec::new();
    for (row, name) in rules.resources.iter().enumerate() {
        for (_, expected) in missing(row).iter().filter(|(there, _)| !there) {
            defects.push(defect("resources".to_owned(), format!("\"{name}\" without one"), *expected));
        }
    }
    defects
}

/// Weapons look as far as they reach, and something can hit what flies.
fn weapons(rules: &Rules) -> Vec<Defect> {
    let mut defects = Vec::new();
    for (id, kind) in rules.kinds() {
        let Some(weapon) = &kind.weapon else { continue };
        if weapon.acquire < weapon.range {
            let path = format!("{}.weapon.acquire", kind_path(rules, id));
            defects.push(defect(path, weapon.acquire.to_string(), format!("at least the range, {}", weapon.range)));
        }
    }
    let flies = |kind: &Kind| kind.body.as_ref().is_some_and(|body| body.locomotion == Locomotion::Air);
    let hits_air = |kind: &Kind| kind.weapon.as_ref().is_some_and(|weapon| weapon.hits.air && !weapon.heals);
    if let Some((id, _)) = rules.kinds().find(|(_, kind)| flies(kind)).filter(|_| !rules.kinds.iter().any(hits_air)) {
        defects.push(defect(kind_path(rules, id), "a flyer that nothing can hit", "a weapon that hits \"air\""));
    }
    defects
}

/// Where units take supply, something gives it.
fn supply(rules: &Rules) -> Vec<Defect> {
    let takes = rules.kinds().find(|(_, kind)| kind.supply_cost > 0);
    let given = rules.kinds.iter().any(|kind| kind.supply_given > 0);
    let path = takes.filter(|_| !given).map(|(id, _)| format!("{}.supply", kind_path(rules, id)));
    path.map(|path| defect(path, "supply that nothing gives", "a building with supply_given")).into_iter().collect()
}

/// Every effect changes something in each kind it selects.
fn effects(rules: &Rules) -> Vec<Defect> {
    let mut defects = Vec::new();
    for tech in &rules.techs {
        for effect in &tech.effects {
            let idle = effect.kinds.iter().find(|kind| !has_stat(rules.kind(**kind), effect.stat));
            if let Some(kind) = idle {
                let found = format!("{:?} of \"{}\", which has none", effect.stat, rules.kind(*kind).name);
                defects.push(defect(format!("techs.{}.effects", tech.name), found, "a stat of all kinds selected"));
            }
        }
    }
    defects
}

fn has_stat(kind: &Kind, stat: Stat) -> bool {
    let stats = Stats::from_kind(kind);
    match stat {
        Stat::MaxHp | Stat::Armour => kind.class != Class::Node,
        Stat::Damage | Stat::Range | Stat::Cooldown => kind.weapon.is_some(),
        Stat::Speed => kind.body.is_some(),
        Stat::Sight => stats.sight > 0,
        Stat::GatherTicks | Stat::Load => stats.gather_ticks.iter().any(|ticks| *ticks > 0),
        Stat::BuildRate => kind.worker.is_some(),
    }
}

/// Abilities and damage kinds are used.
fn unused(rules: &Rules) -> Vec<Defect> {
    let mut defects = Vec::new();
    for (row, ability) in rules.abilities.iter().enumerate() {
        if !rules.kinds.iter().any(|kind| kind.abilities.contains(&AbilityId(row as u8))) {
            defects.push(defect(format!("abilities.{}", ability.name), "an ability no unit has", "a unit that has it"));
        }
    }
    let deals = |row: usize| {
        let weapon = |kind: &Kind| kind.weapon.as_ref().is_some_and(|weapon| usize::from(weapon.damage_kind) == row);
        let effect = |effect: &sandtable_model::rules::AbilityEffect| matches!(effect, sandtable_model::rules::AbilityEffect::Damage { damage_kind, .. } if usize::from(*damage_kind) == row);
        rules.kinds.iter().any(weapon) || rules.abilities.iter().any(|ability| ability.effects.iter().any(effect))
    };
    for (_, name) in rules.damage_kinds.iter().enumerate().filter(|(row, _)| !deals(*row)) {
        defects.push(defect(format!("damage.{name}"), "a kind of damage nothing deals", "a weapon of this kind"));
    }
    defects
}

/// Something keeps a player in an annihilation match.
fn vital(rules: &Rules) -> Vec<Defect> {
    if rules.kinds.iter().any(|kind| kind.vital) {
        return Vec::new();
    }
    vec![defect("name".to_owned(), "a ruleset without a vital kind", "a kind with vital = true")]
}
