//! Technologies.

use sandtable_math::{Bounds, Fx};
use sandtable_model::rules::{Kind, Stat, StatChange, Tech, TechEffect, ranges};
use sandtable_state::Arrange;
use sandtable_state::id::KindId;
use sandtable_state::limits::MAX_TECHS;

use super::RuleNames;
use crate::{TableReader, Word};

const STATS: [(&str, Stat); 10] = [
    ("hp", Stat::MaxHp),
    ("armour", Stat::Armour),
    ("damage", Stat::Damage),
    ("range", Stat::Range),
    ("cooldown", Stat::Cooldown),
    ("speed", Stat::Speed),
    ("sight", Stat::Sight),
    ("gather_time", Stat::GatherTicks),
    ("load", Stat::Load),
    ("build_percent", Stat::BuildRate),
];

/// What a technology may add to a speed, in cells a tick.
const SPEED_ADD: Bounds<Fx> = Bounds::new(Fx::from_ratio(-1, 2), Fx::HALF);
/// What a technology may add to a duration, in ticks.
const TICKS_ADD: Bounds<i64> = Bounds::new(-4_096, 4_096);

pub(super) fn read_all(root: &TableReader<'_>, names: &RuleNames<'_>, kinds: &[Kind]) -> Vec<Tech> {
    root.tables_upto("techs", MAX_TECHS).iter().map(|tech| read(tech, names, kinds)).collect()
}

fn read(tech: &TableReader<'_>, names: &RuleNames<'_>, kinds: &[Kind]) -> Tech {
    Tech {
        name: tech.name().text.to_owned(),
        cost: names.amounts(tech, "cost"),
        make_ticks: tech.seconds("research_time", ranges::MAKE_TICKS).required(),
        needs: names.needs(tech),
        effects: tech.tables("effects").iter().map(|effect| read_effect(effect, names, kinds)).collect(),
    }
}

fn read_effect(effect: &TableReader<'_>, names: &RuleNames<'_>, kinds: &[Kind]) -> TechEffect {
    let stat = effect.choice("stat", &STATS).required();
    TechEffect { kinds: selected(effect, names, kinds), stat, change: read_change(effect, stat) }
}

/// The kinds an effect names, or that have one of its tags, by ascending id.
fn selected(effect: &TableReader<'_>, names: &RuleNames<'_>, kinds: &[Kind]) -> Vec<KindId> {
    let mut chosen = names.kinds(&effect.references("kinds", "kinds").or_default(), None);
    for word in effect.references("tags", "tags").or_default() {
        let tagged: Vec<KindId> = with_tag(kinds, &word);
        if tagged.is_empty() {
            word.unknown("a tag of some kind", kinds.iter().flat_map(|kind| &kind.tags).map(String::as_str));
        }
        chosen.extend(tagged);
    }
    if !effect.has("kinds") && !effect.has("tags") {
        effect.error("", "an effect on no kind", "\"kinds\" or \"tags\"");
    }
    chosen.arrange();
    chosen.dedup();
    chosen
}

fn with_tag(kinds: &[Kind], word: &Word<'_>) -> Vec<KindId> {
    let rows = kinds.iter().enumerate().filter(|(_, kind)| kind.tags.iter().any(|tag| tag == word.text));
    rows.map(|(row, _)| KindId(row as u16)).collect()
}

/// `add` in the unit the stat has in files, or `percent`.
fn read_change(effect: &TableReader<'_>, stat: Stat) -> StatChange {
    let percent = effect.int("percent", ranges::EFFECT_PERCENT).optional();
    let add = match stat {
        Stat::Speed => effect.rate("add", SPEED_ADD, "cells").optional(),
        Stat::Cooldown | Stat::GatherTicks => {
            effect.seconds("add", TICKS_ADD).optional().map(|ticks| Fx::from_int_saturating(ticks as i32))
        }
        _ => effect.fixed("add", ranges::EFFECT_ADD, "").optional(),
    };
    if effect.has("percent") == effect.has("add") {
        let found = if effect.has("add") { "both \"add\" and \"percent\"" } else { "neither \"add\" nor \"percent\"" };
        effect.error("", found, "one of them");
    }
    add.map(StatChange::Add).or(percent.map(StatChange::Percent)).unwrap_or(StatChange::Percent(100))
}
