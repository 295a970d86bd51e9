//! The parts of a kind: body, weapon, work, hold.

use sandtable_math::Fx;
use sandtable_model::rules::{
    CHANNELS, Cargo, Channel, Class, LOCOMOTIONS, Layers, Locomotion, NAVIGATORS, Navigator, Queues, UnitBody, Weapon,
    Worker, ranges,
};
use sandtable_state::limits::MAX_RESOURCES;

use super::RuleNames;
use super::tuning::LOOK_BEYOND_RANGE;
use crate::TableReader;

pub(super) fn body(reader: &TableReader<'_>) -> UnitBody {
    let classes: [(&str, Locomotion); 5] = LOCOMOTIONS.map(|class| (class.name(), class));
    let navigators: [(&str, Navigator); 4] = NAVIGATORS.map(|navigator| (navigator.name(), navigator));
    UnitBody {
        locomotion: reader.choice("locomotion", &classes).or(Locomotion::Foot),
        navigator: reader.choice("navigator", &navigators).or(Navigator::Flow),
        radius: reader.fixed("radius", ranges::RADIUS, "cells").required(),
        speed: reader.rate("speed", ranges::SPEED, "cells").required(),
        mass: reader.int("mass", ranges::MASS).required(),
        cargo_size: reader.int("cargo_size", ranges::CARGO_SIZE).or(0),
    }
}

pub(super) fn cargo(reader: &TableReader<'_>) -> Option<Cargo> {
    reader.int("capacity", ranges::CARGO_CAPACITY).optional().map(|capacity| Cargo { capacity })
}

/// The queues named; without the key the plain ones, and one for cargo where there is room for some.
pub(super) fn queues(reader: &TableReader<'_>, carries: bool) -> Queues {
    let words = reader.references("queues", "queues").optional();
    let Some(words) = words else {
        return if carries { Queues::PLAIN.with(Channel::Cargo) } else { Queues::PLAIN };
    };
    let mut queues = Queues(0);
    for word in &words {
        match CHANNELS.iter().find(|(name, _)| *name == word.text) {
            Some((_, channel)) => queues = queues.with(*channel),
            None => word.unknown("a queue", CHANNELS.map(|(name, _)| name)),
        }
    }
    queues
}

pub(super) fn weapon(reader: &TableReader<'_>, names: &RuleNames<'_>, class: Class) -> Weapon {
    let range = reader.fixed("range", ranges::RANGE, "cells").required();
    // A building cannot go after what it cannot reach.
    let beyond = if class == Class::Unit { LOOK_BEYOND_RANGE } else { Fx::ZERO };
    Weapon {
        damage: reader.fixed("damage", ranges::DAMAGE, "hit points").required(),
        damage_kind: names.damage_kind(&reader.reference("kind", "a kind of damage").required()),
        min_range: reader.fixed("min_range", ranges::MIN_RANGE, "cells").or(Fx::ZERO),
        range,
        acquire: reader
            .fixed("acquire", ranges::ACQUIRE, "cells")
            .or(range.add_saturating(beyond).min(ranges::ACQUIRE.high)),
        windup_ticks: reader.seconds("windup", ranges::WINDUP_TICKS).or(0),
        cooldown_ticks: reader.seconds("cooldown", ranges::COOLDOWN_TICKS).required(),
        projectile_speed: reader.rate("projectile_speed", ranges::PROJECTILE_SPEED, "cells").or(Fx::ZERO),
        splash: reader.fixed("splash", ranges::SPLASH, "cells").or(Fx::ZERO),
        hits: layers(reader),
        on_the_move: reader.boolean("on_the_move").or(false),
        heals: reader.boolean("heals").or(false),
        noise: reader.fixed("noise", ranges::NOISE, "cells").or(Fx::ZERO),
    }
}

fn layers(reader: &TableReader<'_>) -> Layers {
    if !reader.has("hits") {
        // Asked all the same, so that it is known as a key.
        let _ = reader.references("hits", "layers").or_default();
        return Layers { ground: true, air: false };
    }
    let mut layers = Layers { ground: false, air: false };
    for word in reader.references("hits", "layers: \"ground\", \"air\"").or_default() {
        match word.text {
            "ground" => layers.ground = true,
            "air" => layers.air = true,
            _ => word.unknown("a layer: \"ground\" or \"air\"", ["ground", "air"]),
        }
    }
    layers
}

pub(super) fn work(reader: &TableReader<'_>, names: &RuleNames<'_>) -> Worker {
    let mut gather_ticks = [0; MAX_RESOURCES];
    if let Some(times) = reader.table("gather_time") {
        for word in times.keys() {
            let ticks = times.seconds(word.text, ranges::GATHER_TICKS).required();
            if let Some(resource) = names.resource(&word) {
                gather_ticks[resource.index()] = ticks;
            }
        }
    }
    Worker {
        gather_ticks,
        load: names.amounts(reader, "load"),
        builds: names.kinds(&reader.references("builds", "buildings").or_default(), Some(Class::Building)),
        build_percent: reader.int("build_percent", ranges::BUILD_PERCENT).or(100),
        repair_rate: reader.rate("repair_rate", ranges::REPAIR_RATE, "hit points").or(Fx::ZERO),
    }
}
