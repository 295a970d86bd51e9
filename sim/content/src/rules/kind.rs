//! Units, buildings and nodes.

use sandtable_decide::MindPlan;
use sandtable_math::{Bounds, Fx};
use sandtable_model::rules::{Class, Cost, FootprintSize, Kind, Stock, is_name, ranges};
use sandtable_state::id::ResourceId;
use sandtable_state::limits::MAX_KINDS;

use super::names::{KIND_TABLES, RuleNames};
use super::tuning::EYE_HEIGHT;
use super::{parts, senses};
use crate::TableReader;

pub(super) fn read_all(root: &TableReader<'_>, names: &RuleNames<'_>, minds: Option<&[MindPlan]>) -> Vec<Kind> {
    let mut kinds = Vec::new();
    for (table, class) in KIND_TABLES {
        let read = |reader: &TableReader<'_>| match class {
            Class::Unit => unit(reader, names, minds),
            Class::Building => building(reader, names),
            Class::Node => node(reader, names),
        };
        kinds.extend(root.tables_upto(table, MAX_KINDS).iter().map(read));
    }
    kinds
}

fn unit(reader: &TableReader<'_>, names: &RuleNames<'_>, minds: Option<&[MindPlan]>) -> Kind {
    let mut kind = mortal(reader, names, Class::Unit);
    kind.make_ticks = reader.seconds("train_time", ranges::MAKE_TICKS).required();
    kind.supply_cost = reader.int("supply", ranges::SUPPLY_COST).or(1);
    kind.abilities = names.abilities(&reader.references("abilities", "abilities").or_default());
    kind.body = Some(parts::body(reader));
    kind.mind = mind(reader, minds);
    kind.senses = names.senses(reader);
    kind.noise = senses::noise(reader);
    kind.crowd.grid_weight = reader.int("grid_weight", ranges::CROWD).optional();
    kind.crowd.attack_weight = reader.int("attack_weight", ranges::CROWD).optional();
    kind.worker = reader.table("work").map(|work| parts::work(&work, names));
    kind.cargo = parts::cargo(reader);
    kind.queues = parts::queues(reader, kind.cargo.is_some());
    kind
}

/// The row of the mind that `mind` names. Without behaviours there is none to name.
fn mind(reader: &TableReader<'_>, minds: Option<&[MindPlan]>) -> Option<u8> {
    let word = reader.reference("mind", "a mind of the behaviours").optional()?;
    let Some(minds) = minds else {
        word.refuse("a mind, but no behaviours", "behaviours = \"NAME\" at the top of the file");
        return None;
    };
    let row = minds.iter().position(|mind| mind.name() == word.text);
    if row.is_none() {
        word.unknown("a mind of the behaviours", minds.iter().map(MindPlan::name));
    }
    row.and_then(|row| u8::try_from(row).ok())
}

fn building(reader: &TableReader<'_>, names: &RuleNames<'_>) -> Kind {
    let mut kind = mortal(reader, names, Class::Building);
    kind.make_ticks = reader.seconds("build_time", ranges::MAKE_TICKS).required();
    kind.supply_given = reader.int("supply_given", ranges::SUPPLY_GIVEN).or(0);
    kind.trains = names.kinds(&reader.references("trains", "units").or_default(), Some(Class::Unit));
    kind.researches = names.techs(&reader.references("researches", "technologies").or_default());
    kind.footprint = Some(footprint(reader, reader.boolean("gate").or(false)));
    let taken = reader.references("drop_off", "resources").or_default();
    kind.drop_off = taken.iter().filter_map(|word| names.resource(word)).fold(0, |set, id| set | 1 << id.0);
    kind
}

fn node(reader: &TableReader<'_>, names: &RuleNames<'_>) -> Kind {
    let resource = names.resource(&reader.reference("resource", "a resource").required());
    let mut kind = plain(reader, Class::Node);
    kind.footprint = Some(footprint(reader, false));
    kind.stock = Some(Stock {
        resource: resource.unwrap_or(ResourceId(0)),
        amount: reader.int("amount", ranges::STOCK).required(),
        workers: reader.int("workers", ranges::STOCK_WORKERS).required(),
    });
    kind
}

/// What units and buildings have in common.
fn mortal(reader: &TableReader<'_>, names: &RuleNames<'_>, class: Class) -> Kind {
    let mut kind = plain(reader, class);
    kind.cost = names.amounts(reader, "cost");
    kind.needs = names.needs(reader);
    kind.max_hp = reader.fixed("hp", ranges::MAX_HP, "hit points").required();
    kind.armour = reader.fixed("armour", ranges::ARMOUR, "hit points").or(Fx::ZERO);
    kind.armour_class = names.armour_class(&reader.reference("armour_class", "an armour class").required());
    kind.sight = reader.int("sight", ranges::SIGHT).required();
    kind.eye_height = reader.int("eye_height", ranges::HEIGHT).or(EYE_HEIGHT);
    kind.score = reader.int("score", ranges::SCORE).or(worth(&kind.cost));
    kind.vital = reader.boolean("vital").or(class == Class::Building);
    kind.crowd.grid_capacity = reader.int("grid_capacity", ranges::CROWD).optional();
    kind.crowd.attack_capacity = reader.int("attack_capacity", ranges::CROWD).optional();
    kind.weapon = reader.table("weapon").map(|weapon| parts::weapon(&weapon, names, class));
    kind
}

/// A kind with its name and tags, and nothing else.
fn plain(reader: &TableReader<'_>, class: Class) -> Kind {
    Kind { tags: tags(reader), ..Kind::plain(reader.name().text, class) }
}

fn tags(reader: &TableReader<'_>) -> Vec<String> {
    let words = reader.references("tags", "tags").or_default();
    for word in words.iter().filter(|word| !is_name(word.text)) {
        word.refuse(format!("the tag {:?}", word.text), "lower-case letters, digits and underscores, at most 32");
    }
    if words.len() > ranges::MAX_TAGS {
        reader.error("tags", format!("{} tags", words.len()), format!("at most {}", ranges::MAX_TAGS));
    }
    words.iter().map(|word| word.text.to_owned()).collect()
}

fn footprint(reader: &TableReader<'_>, gate: bool) -> FootprintSize {
    let bounds = Bounds::new(i64::from(ranges::FOOTPRINT.low), i64::from(ranges::FOOTPRINT.high));
    let size = reader.int_list("size", bounds).required();
    let (width, height) = match size[..] {
        [width, height] => (width as u8, height as u8),
        // Nothing was read: that has been recorded.
        [] => (1, 1),
        _ => {
            reader.error("size", format!("{} numbers", size.len()), "two: cells eastwards, cells southwards");
            (1, 1)
        }
    };
    FootprintSize { width, height, gate }
}

/// The score of what costs this much, unless the file says otherwise.
fn worth(cost: &Cost) -> u16 {
    let sum: u32 = cost.iter().map(|amount| u32::from(*amount)).sum();
    sum.min(u32::from(ranges::SCORE.high)) as u16
}
