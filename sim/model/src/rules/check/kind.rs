//! What a kind must hold.

use sandtable_state::id::KindId;
use sandtable_state::limits::MAX_KIND_ABILITIES;

use super::{Checker, check_tech_row, is_name, needs, weapon};
use crate::rules::{CHANNELS, Channel, Class, Kind, Locomotion, Navigator, Rules, UnitBody, Worker, ranges, senses};

pub(super) fn check(rules: &Rules, kind: &Kind, checker: &mut Checker<'_>) {
    check_numbers(rules, kind, checker);
    check_parts(kind, checker);
    check_lists(rules, kind, checker);
    if let Some(held) = &kind.weapon {
        weapon::check(rules, held, checker);
    }
    if let Some(body) = &kind.body {
        check_body(body, checker);
    }
    if let Some(mind) = kind.mind {
        let minds = rules.behaviours().map_or(0, |behaviours| behaviours.minds().len());
        checker.row("mind", mind.into(), minds, "a mind of the ruleset's behaviours");
    }
    if let Some(senses) = kind.senses {
        checker.row("senses", senses.into(), rules.perception.senses.len(), "senses of the ruleset");
    }
    senses::check_noise(&kind.noise, checker);
    if let Some(worker) = &kind.worker {
        check_worker(rules, worker, checker);
    }
    if let Some(cargo) = &kind.cargo {
        checker.within("capacity", cargo.capacity, ranges::CARGO_CAPACITY);
    }
    check_queues(kind, checker);
    if let Some(footprint) = &kind.footprint {
        checker.within("size", footprint.width, ranges::FOOTPRINT);
        checker.within("size", footprint.height, ranges::FOOTPRINT);
    }
    if let Some(stock) = &kind.stock {
        checker.row("resource", stock.resource.index(), rules.resources.len(), "a resource");
        checker.within("amount", stock.amount, ranges::STOCK);
        checker.within("workers", stock.workers, ranges::STOCK_WORKERS);
    }
}

/// Nobody does without movement; what has work, weapon or abilities acts; only what has room for cargo has a queue for it.
fn check_queues(kind: &Kind, checker: &mut Checker<'_>) {
    let acts = kind.worker.is_some() || kind.weapon.is_some() || !kind.abilities.is_empty();
    let loads_by_action = kind.cargo.is_some() && !kind.queues.has(Channel::Cargo);
    if u32::from(kind.queues.0) >= 1 << CHANNELS.len() || !kind.queues.has(Channel::Movement) {
        checker.defect("queues", "no queue for movement", "\"movement\" among them");
    }
    if (acts || loads_by_action) && !kind.queues.has(Channel::Action) {
        checker.defect(
            "queues",
            "no queue for actions",
            "\"action\" among those of what works, fights, casts or carries",
        );
    }
    if kind.cargo.is_none() && kind.queues.has(Channel::Cargo) {
        checker.defect("queues", "a queue for cargo without room for any", "`capacity`, or no such queue");
    }
}

fn check_numbers(rules: &Rules, kind: &Kind, checker: &mut Checker<'_>) {
    checker.cost(&kind.cost, rules.resources.len());
    match kind.class {
        Class::Unit => checker.within("train_time", kind.make_ticks, ranges::MAKE_TICKS),
        Class::Building => checker.within("build_time", kind.make_ticks, ranges::MAKE_TICKS),
        Class::Node => {}
    }
    checker.within("supply", kind.supply_cost, ranges::SUPPLY_COST);
    checker.within("supply_given", kind.supply_given, ranges::SUPPLY_GIVEN);
    checker.within("hp", kind.max_hp, ranges::MAX_HP);
    checker.within("armour", kind.armour, ranges::ARMOUR);
    checker.row("armour_class", kind.armour_class.into(), rules.armour_classes.len(), "an armour class");
    checker.within("sight", kind.sight, ranges::SIGHT);
    checker.within("eye_height", kind.eye_height, ranges::HEIGHT);
    checker.within("score", kind.score, ranges::SCORE);
    let crowd = &kind.crowd;
    let sizes = [
        ("grid_capacity", crowd.grid_capacity),
        ("attack_capacity", crowd.attack_capacity),
        ("grid_weight", crowd.grid_weight),
        ("attack_weight", crowd.attack_weight),
    ];
    for (name, size) in sizes {
        checker.within(name, size.unwrap_or(0), ranges::CROWD);
    }
}

/// Each class has its parts and no others.
fn check_parts(kind: &Kind, checker: &mut Checker<'_>) {
    let (unit, building, node) = (kind.class == Class::Unit, kind.class == Class::Building, kind.class == Class::Node);
    let parts = [
        ("body", kind.body.is_some(), unit, unit),
        ("size", kind.footprint.is_some(), !unit, !unit),
        ("resource", kind.stock.is_some(), node, node),
        ("mind", kind.mind.is_some(), false, unit),
        ("senses", kind.senses.is_some(), false, unit),
        ("work", kind.worker.is_some(), false, unit),
        ("capacity", kind.cargo.is_some(), false, unit),
        ("weapon", kind.weapon.is_some(), false, !node),
        ("abilities", !kind.abilities.is_empty(), false, unit),
        ("trains", !kind.trains.is_empty(), false, building),
        ("researches", !kind.researches.is_empty(), false, building),
        ("drop_off", kind.drop_off != 0, false, building),
        ("gate", kind.footprint.as_ref().is_some_and(|footprint| footprint.gate), false, building),
        ("vital", kind.vital, false, !node),
    ];
    for (field, there, needed, allowed) in parts {
        if needed && !there {
            checker.defect(field, "nothing", "what every kind of its class has");
        } else if there && !allowed {
            checker.defect(field, "a part of another class", "none in this class of kind");
        }
    }
}

fn check_lists(rules: &Rules, kind: &Kind, checker: &mut Checker<'_>) {
    checker.count("tags", kind.tags.len(), 0..=ranges::MAX_TAGS);
    if !kind.tags.iter().all(|tag| is_name(tag)) {
        checker.defect("tags", "a tag of other letters", "lower-case letters, digits and underscores, at most 32");
    }
    needs::check_rows(rules, &kind.needs, checker);
    checker.count("abilities", kind.abilities.len(), 0..=MAX_KIND_ABILITIES);
    for ability in &kind.abilities {
        checker.row("abilities", ability.index(), rules.abilities.len(), "an ability");
    }
    check_kinds(rules, "trains", &kind.trains, Class::Unit, checker);
    for tech in &kind.researches {
        check_tech_row(rules, *tech, "researches", checker);
    }
    if u32::from(kind.drop_off) >= 1 << rules.resources.len().min(8) {
        checker.defect("drop_off", "a resource beyond the last", "resources of the ruleset");
    }
}

fn check_kinds(rules: &Rules, field: &str, kinds: &[KindId], class: Class, checker: &mut Checker<'_>) {
    for id in kinds {
        if rules.kinds.get(id.index()).map(|kind| kind.class) != Some(class) {
            checker.defect(field, format!("row {}", id.0), format!("kinds of class {class:?}"));
        }
    }
}

fn check_body(body: &UnitBody, checker: &mut Checker<'_>) {
    if body.locomotion == Locomotion::Air && body.navigator != Navigator::Flow {
        checker.defect("navigator", format!("{:?}", body.navigator.name()), "none: what flies goes straight");
    }
    checker.within("radius", body.radius, ranges::RADIUS);
    checker.within("speed", body.speed, ranges::SPEED);
    checker.within("mass", body.mass, ranges::MASS);
    checker.within("cargo_size", body.cargo_size, ranges::CARGO_SIZE);
}

fn check_worker(rules: &Rules, worker: &Worker, checker: &mut Checker<'_>) {
    for (row, (ticks, load)) in worker.gather_ticks.iter().zip(&worker.load).enumerate() {
        let there = row < rules.resources.len() && *ticks > 0;
        if there {
            checker.within("work.gather_time", *ticks, ranges::GATHER_TICKS);
            checker.within("work.load", *load, ranges::LOAD);
        } else if *ticks > 0 || *load > 0 {
            checker.defect("work", "a load of what it cannot gather", "loads of what it gathers");
        }
    }
    check_kinds(rules, "work.builds", &worker.builds, Class::Building, checker);
    checker.within("work.build_percent", worker.build_percent, ranges::BUILD_PERCENT);
    checker.within("work.repair_rate", worker.repair_rate, ranges::REPAIR_RATE);
}
