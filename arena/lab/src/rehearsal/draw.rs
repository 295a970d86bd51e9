//! Drawing fights: two armies of the ruleset's soldiers on a map from noise, mixed, uneven, some upgraded, some with a tower.

use sandtable_content::map::{GenerateOptions, generate};
use sandtable_content::{MatchTerms, build_scenario};
use sandtable_match::assemble::load_rules;
use sandtable_match::library::Library;
use sandtable_model::map::{Cell, Walk};
use sandtable_model::rules::{Class, Kind, Rules};
use sandtable_model::scenario::{Fog, PlacedEntity, Scenario, Victory};
use sandtable_state::id::{KindId, PlayerId};
use sandtable_state::limits::TICKS_PER_SECOND;
use sandtable_state::rng::Rng;

/// Tries to find room for both armies.
const TRIES: u32 = 40;
/// Cells of a side of the map.
const MAP_CELLS: u16 = 48;
/// Added to the name of a kind that is a better version of another.
const UPGRADED: &str = "_upgraded";

/// A drawn fight; none when there was no room for one.
pub(super) fn scenario(seed: u64, rules_name: &str, library: &mut Library) -> Option<Scenario> {
    let mut rng = Rng::stream(seed, "rehearsed fight");
    let mut rules = load_rules(library, rules_name).ok()?;
    let soldiers = add_upgrades(&mut rules);
    let options = GenerateOptions {
        width: MAP_CELLS,
        height: MAP_CELLS,
        players: 2,
        forest_percent: rng.below(12) as u8,
        cliff_percent: rng.below(25) as u8,
        relief: rng.below(4) as u8,
        ..GenerateOptions::default()
    };
    let map = generate(seed, &options, &rules).ok()?.resolve(&rules).ok()?;
    let terms = MatchTerms {
        fog: Fog::Off,
        time_limit_ticks: 120 * TICKS_PER_SECOND,
        order_delay_ticks: 1,
        victory: Victory { annihilation: false, score_at_limit: true },
        start_forces: false,
    };
    let mut scenario = build_scenario(rules, map, 2, terms).ok()?;
    let places = places(&scenario, &mut rng)?;
    let budget = 300 + rng.below(1_700);
    let shares = [100, 50 + rng.below(150)];
    for side in 0..2 {
        let turn = |of: [u32; 2]| of[side];
        let army = draw_army(&scenario.rules, &soldiers, budget * turn(shares) / 100, &mut rng);
        let owner = PlayerId(side as u8);
        scenario
            .placed
            .extend(army.into_iter().map(|(kind, count)| PlacedEntity::new(kind, owner, places[side], count)));
        if let Some(tower) = tower(&scenario.rules).filter(|_| rng.below(6) == 0) {
            scenario.placed.push(PlacedEntity::new(tower, owner, places[side].offset(1, 1), 1));
        }
    }
    scenario.check().is_empty().then_some(scenario)
}

/// The soldiers of a ruleset, after each of which stands a better version of it that was added to the rules.
fn add_upgrades(rules: &mut Rules) -> Vec<[KindId; 2]> {
    let is_soldier = |kind: &Kind| kind.class == Class::Unit && kind.weapon.is_some() && kind.worker.is_none();
    let rows: Vec<usize> = (0..rules.kinds.len()).filter(|row| is_soldier(&rules.kinds[*row])).collect();
    let mut soldiers = Vec::new();
    for row in rows {
        let mut better = rules.kinds[row].clone();
        better.name.push_str(UPGRADED);
        better.armour += sandtable_math::Fx::ONE;
        if let Some(weapon) = &mut better.weapon {
            weapon.damage += sandtable_math::Fx::ONE;
        }
        soldiers.push([KindId(row as u16), KindId(rules.kinds.len() as u16)]);
        rules.kinds.push(better);
    }
    soldiers
}

fn tower(rules: &Rules) -> Option<KindId> {
    let armed = |kind: &Kind| kind.class == Class::Building && kind.weapon.is_some();
    rules.kinds.iter().position(armed).map(|row| KindId(row as u16))
}

/// One to three kinds, for so much money, at least one of each; every third army is upgraded.
fn draw_army(rules: &Rules, soldiers: &[[KindId; 2]], money: u32, rng: &mut Rng) -> Vec<(KindId, u16)> {
    let kinds = 1 + rng.below(3);
    let version = usize::from(rng.below(3) == 0);
    let one = |_| {
        let kind = soldiers[rng.below(soldiers.len() as u32) as usize][version];
        let price: u32 = rules.kind(kind).cost.iter().map(|amount| u32::from(*amount)).sum();
        (kind, (money / kinds / price.max(1)).max(1) as u16)
    };
    (0..kinds).map(one).collect()
}

/// Two passable places, seven to fifteen cells apart.
fn places(scenario: &Scenario, rng: &mut Rng) -> Option<[Cell; 2]> {
    let mut cell = || Cell::new(6 + rng.below(36) as i16, 6 + rng.below(36) as i16);
    let walk = Walk::at_start(&scenario.map, &scenario.rules);
    let open = |cell: Cell| {
        let free = |(x, y): (i16, i16)| walk.open(cell.offset(x, y));
        [(0, 0), (2, 0), (-2, 0), (0, 2), (0, -2)].into_iter().all(free)
    };
    for _ in 0..TRIES {
        let (one, other) = (cell(), cell());
        let (x, y) = (i32::from(one.x - other.x), i32::from(one.y - other.y));
        if (49..225).contains(&(x * x + y * y)) && open(one) && open(other) {
            return Some([one, other]);
        }
    }
    None
}
