//! Abilities.

use sandtable_math::Fx;
use sandtable_model::rules::{Ability, AbilityEffect, AbilityTarget, ranges};
use sandtable_state::limits::MAX_ABILITIES;

use super::RuleNames;
use crate::TableReader;

const TARGETS: [(&str, AbilityTarget); 4] = [
    ("oneself", AbilityTarget::Oneself),
    ("friend", AbilityTarget::Friend),
    ("enemy", AbilityTarget::Enemy),
    ("point", AbilityTarget::Point),
];

pub(super) fn read_all(root: &TableReader<'_>, names: &RuleNames<'_>) -> Vec<Ability> {
    root.tables_upto("abilities", MAX_ABILITIES).iter().map(|ability| read(ability, names)).collect()
}

fn read(ability: &TableReader<'_>, names: &RuleNames<'_>) -> Ability {
    let effects = ability.tables("effects");
    if effects.is_empty() || effects.len() > ranges::MAX_ABILITY_EFFECTS {
        let expected = format!("1 to {} tables", ranges::MAX_ABILITY_EFFECTS);
        ability.error("effects", format!("{} effects", effects.len()), expected);
    }
    Ability {
        name: ability.name().text.to_owned(),
        target: ability.choice("target", &TARGETS).required(),
        range: ability.fixed("range", ranges::ABILITY_RANGE, "cells").or(Fx::ZERO),
        radius: ability.fixed("radius", ranges::ABILITY_RADIUS, "cells").or(Fx::ZERO),
        cooldown_ticks: ability.seconds("cooldown", ranges::ABILITY_COOLDOWN_TICKS).required(),
        noise: ability.fixed("noise", ranges::NOISE, "cells").or(Fx::ZERO),
        effects: effects.iter().map(|effect| read_effect(effect, names)).collect(),
    }
}

/// `{ damage, kind }`, `{ heal }`, or `{ speed_percent, damage_percent, duration }`.
fn read_effect(effect: &TableReader<'_>, names: &RuleNames<'_>) -> AbilityEffect {
    let amount = |key| effect.fixed(key, ranges::DAMAGE, "hit points").required();
    if effect.has("damage") {
        let damage_kind = names.damage_kind(&effect.reference("kind", "a kind of damage").required());
        AbilityEffect::Damage { amount: amount("damage"), damage_kind }
    } else if effect.has("heal") {
        AbilityEffect::Heal { amount: amount("heal") }
    } else {
        AbilityEffect::Status {
            speed_percent: effect.int("speed_percent", ranges::STATUS_PERCENT).or(100),
            damage_percent: effect.int("damage_percent", ranges::STATUS_PERCENT).or(100),
            ticks: effect.seconds("duration", ranges::STATUS_TICKS).required(),
        }
    }
}
