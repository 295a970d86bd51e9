//! Values at the ends of their ranges, and scenarios from hostile bytes: nothing may overflow or panic.

use std::sync::Arc;

use proptest::prelude::*;
use sandtable_content::codec::{decode_scenario, encode_scenario};
use sandtable_content::{MemorySource, load_scenario};
use sandtable_model::scenario::Scenario;
use sandtable_sim::World;

use crate::content_refused::{MAP, MATCH, RULES};
use crate::properties::cases;

/// Every number of a ruleset at the greatest value it may have.
const GREATEST: &str = r##"name = "greatest"
resources = ["gold"]
armour_classes = ["soft"]
supply_limit = 4096

[terrain.grass]
glyph = "."
buildable = true
height = 15
cost = { foot = 0.5, hover = 31.75 }

[damage.blow]
soft = 1000

[units.giant]
tags = ["all"]
cost = { gold = 65535 }
train_time = 4095.9375
supply = 64
hp = 20000
armour = 0
armour_class = "soft"
sight = 16
eye_height = 15
score = 30000
radius = 0.484375
speed = 8
mass = 10000
capacity = 255
vital = true
abilities = ["fury", "storm"]
weapon = { damage = 1000, kind = "blow", range = 32, acquire = 32, cooldown = 0.0625, projectile_speed = 64, splash = 8, hits = ["ground", "air"], on_the_move = true }
work = { gather_time = { gold = 0.0625 }, load = { gold = 1000 }, builds = ["base"], build_percent = 1000, repair_rate = 1600 }

[buildings.base]
size = [8, 8]
cost = { gold = 65535 }
build_time = 4095.9375
supply_given = 512
hp = 20000
armour = 500
armour_class = "soft"
sight = 16
score = 30000
drop_off = ["gold"]
trains = ["giant"]
researches = ["growth"]

[nodes.mine]
size = [1, 1]
resource = "gold"
amount = 1000000
workers = 64

[techs.growth]
research_time = 0.0625
effects = [
    { tags = ["all"], stat = "hp", percent = 1000 },
    { tags = ["all"], stat = "damage", add = 10000 },
    { tags = ["all"], stat = "speed", percent = 1000 },
    { tags = ["all"], stat = "range", add = -10000 },
    { tags = ["all"], stat = "load", percent = 1000 },
]

[abilities.fury]
target = "oneself"
cooldown = 0.0625
effects = [{ speed_percent = 400, damage_percent = 400, duration = 256 }]

[abilities.storm]
target = "point"
range = 32
radius = 8
cooldown = 1024
effects = [{ damage = 1000, kind = "blow" }, { heal = 1000 }]

[start]
base = "base"
units = { giant = 64 }
resources = { gold = 65535 }
"##;

const PLAIN: &str = r##"name = "Plain"
legend = { "$" = "mine" }
symmetry = "rotate2"
---
................................
.11111111.......................
.11111111.......................
.11111111.......................
.11111111...........$...........
.11111111.......................
.11111111.......................
.11111111.......................
.11111111.......................
.......................22222222.
.......................22222222.
.......................22222222.
.......................22222222.
...........$...........22222222.
.......................22222222.
.......................22222222.
.......................22222222.
................................
"##;

fn scenario(rules: &str, map: &str, text: &str) -> Scenario {
    let source =
        MemorySource::new().with("rules/tiny.toml", rules).with("maps/plain.map", map).with("matches/trial.toml", text);
    load_scenario(&source, "matches/trial.toml").unwrap_or_else(|issues| panic!("{issues}")).value
}

fn play(scenario: Scenario, ticks: u32) -> World {
    let mut world = World::new(Arc::new(scenario), 1);
    for _ in 0..ticks {
        world.step(&[]);
    }
    world
}

#[test]
fn the_greatest_values_play_without_overflow() {
    let terms =
        "rules = \"tiny\"\nmap = \"plain\"\n[[placed]]\nkind = \"giant\"\nplayer = 1\nat = [16, 8]\ncount = 100\n";
    let played = play(scenario(GREATEST, PLAIN, terms), 200);
    assert_eq!(played.tick(), 200);
}

#[test]
fn bytes_are_canonical_and_cut_or_longer_ones_are_refused() {
    let good = encode_scenario(&scenario(RULES, MAP, MATCH));
    assert!(decode_scenario(&good).is_ok());
    for length in 0..good.len() {
        assert!(decode_scenario(&good[..length]).is_err(), "{length} bytes");
    }
    assert!(decode_scenario(&[&good[..], &[0]].concat()).is_err());
}

proptest! {
    #![proptest_config(cases(2_000))]

    #[test]
    fn whatever_decodes_can_be_played(at in any::<prop::sample::Index>(), with in any::<u8>(), second in any::<prop::sample::Index>()) {
        let mut bytes = encode_scenario(&scenario(RULES, MAP, MATCH));
        let (at, second) = (at.index(bytes.len()), second.index(bytes.len()));
        bytes[at] = with;
        bytes[second] ^= 1;
        if let Ok(decoded) = decode_scenario(&bytes) {
            play(decoded, 40);
        }
    }
}
