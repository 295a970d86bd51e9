//! Drawing scenarios: rules with changed figures, maps from noise, armies anywhere.

use sandtable_content::map::{GenerateOptions, generate};
use sandtable_content::{MatchTerms, build_scenario};
use sandtable_match::assemble::load_rules;
use sandtable_match::library::{ContentKind, Library};
use sandtable_model::map::Cell;
use sandtable_model::rules::{Class, Rules};
use sandtable_model::scenario::{Fog, PlacedEntity, PlayerFeatures, Scenario, Victory};
use sandtable_model::{Formation, FormationShape};
use sandtable_state::id::PlayerId;
use sandtable_state::rng::Rng;

/// Tries to place one thing somewhere.
const TRIES: u32 = 20;
/// Formations that placed units can have; none for the rest.
const SHAPES: [FormationShape; 3] = [FormationShape::Line, FormationShape::Column, FormationShape::Loose];

/// The scenario of a match; none when no valid one came of the draw.
pub(super) fn scenario(seed: u64, ticks: u32, library: &mut Library) -> Option<Scenario> {
    let mut rng = Rng::stream(seed, "swarm scenario");
    let rules = rules(&mut rng, library)?;
    let players = [2, 2, 2, 4][rng.below(4) as usize];
    let mut options = GenerateOptions {
        width: 24 + rng.below(5) as u16 * 8,
        players,
        forest_percent: rng.below(25) as u8,
        water_percent: rng.below(15) as u8,
        cliff_percent: rng.below(15) as u8,
        relief: rng.below(4) as u8,
        expansions: rng.below(2) as u8,
        ..GenerateOptions::default()
    };
    options.height = options.width;
    if players == 4 {
        options.symmetry = sandtable_model::map::Symmetry::Rotate4;
        options.width = options.width.max(40);
        options.height = options.width;
    }
    let map = generate(seed, &options, &rules).ok()?.resolve(&rules).ok()?;
    let terms = MatchTerms {
        fog: [Fog::Off, Fog::Explored, Fog::Full][rng.below(3) as usize],
        time_limit_ticks: ticks,
        order_delay_ticks: rng.below(4) as u8,
        victory: Victory { annihilation: rng.below(2) == 0, score_at_limit: rng.below(2) == 0 },
        start_forces: rng.below(4) > 0,
    };
    let mut scenario = build_scenario(rules, map, players, terms).ok()?;
    for setup in &mut scenario.players {
        setup.minds = rng.below(4) > 0;
        setup.features.set(PlayerFeatures::JOBS, rng.below(2) == 0);
        setup.features.set(PlayerFeatures::SLOTS, rng.below(4) > 0);
        let held = scenario.rules.resources.len();
        setup.resources.iter_mut().take(held).for_each(|amount| *amount = rng.below(2_000) as u16);
    }
    place(&mut scenario, &mut rng);
    scenario.check().is_empty().then_some(scenario)
}

/// A ruleset there is, some of its figures changed.
fn rules(rng: &mut Rng, library: &mut Library) -> Option<Rules> {
    let names = library.names(ContentKind::Rules);
    let name = names.get(rng.below(names.len() as u32) as usize)?.clone();
    let mut rules = load_rules(library, &name).ok()?;
    rules.slots ^= rng.below(4) == 0;
    for _ in 0..rng.below(12) {
        let mut other = rules.clone();
        change(&mut other, rng);
        // A change that goes out of range is none.
        if other.check().is_empty() {
            rules = other;
        }
    }
    Some(rules)
}

fn change(rules: &mut Rules, rng: &mut Rng) {
    let percent = [10, 50, 90, 110, 200, 1000][rng.below(6) as usize];
    let row = rng.below(rules.kinds.len() as u32) as usize;
    let kind = &mut rules.kinds[row];
    let scaled = |ticks: u32| (ticks * percent as u32 / 100).max(1);
    match rng.below(7) {
        0 => kind.max_hp = kind.max_hp.percent_floor(percent),
        1 => kind.armour = kind.armour.percent_floor(percent),
        2 => kind.sight = rng.below(17) as u8,
        3 => kind.make_ticks = if kind.class == Class::Node { 0 } else { scaled(kind.make_ticks) },
        4 => {
            if let Some(body) = &mut kind.body {
                body.speed = body.speed.percent_floor(percent);
            }
        }
        5 => {
            if let Some(weapon) = &mut kind.weapon {
                weapon.range = weapon.range.percent_floor(percent);
                weapon.cooldown_ticks = scaled(u32::from(weapon.cooldown_ticks)) as u16;
            }
        }
        _ => kind.supply_cost = rng.below(5) as u16,
    }
}

/// Puts armies and buildings anywhere they fit.
fn place(scenario: &mut Scenario, rng: &mut Rng) {
    let bounds = scenario.map.bounds();
    for _ in 0..rng.below(10) {
        for _ in 0..TRIES {
            let row = rng.below(scenario.rules.kinds.len() as u32) as usize;
            let kind = &scenario.rules.kinds[row];
            let owner = match kind.class {
                Class::Node => PlayerId::NEUTRAL,
                _ => PlayerId(rng.below(scenario.players.len() as u32) as u8),
            };
            let cell = Cell::new(rng.below(u32::from(bounds.width)) as i16, rng.below(u32::from(bounds.height)) as i16);
            let units = kind.class == Class::Unit;
            let count = if units { 1 + rng.below(20) as u16 } else { 1 };
            let shape = SHAPES.get(rng.below(6) as usize).filter(|_| units);
            let formation = shape.map(|shape| Formation::in_shape(*shape));
            let kind = sandtable_state::id::KindId(row as u16);
            scenario.placed.push(PlacedEntity { kind, owner, cell, count, formation });
            if scenario.check().is_empty() {
                break;
            }
            scenario.placed.pop();
        }
    }
}
