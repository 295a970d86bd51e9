//! Two armies on a bare field: placed, sent at each other, fought out.

use std::sync::Arc;

use sandtable_lab::fight::FightEnd;
use sandtable_match::runner::course;
use sandtable_math::{Vec2, mix3};
use sandtable_model::OrderKind;
use sandtable_model::map::{Cell, Map, Symmetry};
use sandtable_model::rules::Rules;
use sandtable_model::scenario::{PlacedEntity, Scenario};
use sandtable_sim::World;
use sandtable_sim::order::{Order, OrderSubject, StampedOrder};
use sandtable_state::id::{Handle, PlayerId};

use crate::Fixture;

const WIDTH: i16 = 40;
const HEIGHT: i16 = 20;
/// Cells from the field's edge to an army's rear, and the depth and width of the block it stands in.
const REAR: i16 = 8;
const DEPTH: i16 = 5;
const FRONT: i16 = 10;
/// A skirmish that is not over after this many ticks is nobody's.
const LIMIT_TICKS: u32 = 2_000;
/// Ticks between two orders to advance.
const ADVANCE_TICKS: u32 = 128;

/// Kinds by name, and how many of each.
pub type Army<'a> = &'a [(&'a str, usize)];

/// Two armies that meet.
pub struct Skirmish<'a> {
    /// The rules they fight under.
    pub rules: &'a Rules,
    /// Both armies: that of player 1, and that of player 2.
    pub armies: [Army<'a>; 2],
}

impl Skirmish<'_> {
    /// Fights it out. The seed is the match's, and draws where in its block everybody stands; with an odd
    /// seed the armies change sides of the field.
    pub fn fight(&self, seed: u64) -> FightEnd {
        let mut world = World::new(Arc::new(self.scenario(seed)), seed);
        while world.tick() < LIMIT_TICKS && !left(&world).contains(&0) {
            let orders = (0..2).filter(|_| world.tick().is_multiple_of(ADVANCE_TICKS));
            let orders: Vec<StampedOrder> = orders.filter_map(|army| advance(&world, army)).collect();
            world.step(&orders);
        }
        FightEnd { left: left(&world), tick: world.tick(), disobeyed: 0, scores: None, course: course(&world) }
    }

    /// In how many of the first `seeds` fights the first army alone is left, and in how many the second.
    pub fn wins(&self, seeds: u64) -> [u32; 2] {
        let mut wins = [0, 0];
        for winner in (0..seeds).filter_map(|seed| self.fight(seed).winner()) {
            wins[winner] += 1;
        }
        wins
    }

    fn scenario(&self, seed: u64) -> Scenario {
        let grass = self.rules.terrain_named("grass").expect("grass");
        let cells = WIDTH as usize * HEIGHT as usize;
        let field = Map::level("field", WIDTH as u16, HEIGHT as u16, vec![grass; cells]);
        let map = Map { symmetry: Symmetry::Rotate2, ..field };
        let placed = [0, 1].iter().flat_map(|army| self.placed(*army, seed)).collect();
        let fixture = Fixture::new(self.rules.clone(), map).mindless().with(|scenario| {
            scenario.name = "skirmish".into();
            scenario.placed = placed;
            scenario.time_limit_ticks = LIMIT_TICKS;
            let players = scenario.players.iter_mut().enumerate();
            players.for_each(|(row, player)| player.name = format!("army {row}"));
        });
        fixture.scenario()
    }

    /// The army on cells of its block drawn by the seed, no two on one.
    fn placed(&self, army: u8, seed: u64) -> Vec<PlacedEntity> {
        let block = (0..DEPTH).flat_map(|x| (0..FRONT).map(move |y| (x, y)));
        let mut block: Vec<(i16, i16)> = block.collect();
        block.sort_by_key(|(x, y)| mix3(seed, u64::from(army), (*x as u64) << 8 | *y as u64));
        let kinds = self.armies[army as usize].iter().flat_map(|(name, count)| std::iter::repeat_n(*name, *count));
        let place = |(name, (x, y)): (&str, (i16, i16))| {
            let cell = on_side(west(army, seed), Cell::new(REAR + x, (HEIGHT - FRONT) / 2 + y));
            let kind = self.rules.kind_named(name).unwrap_or_else(|| panic!("no kind {name}"));
            PlacedEntity::new(kind, PlayerId(army), cell, 1)
        };
        kinds.zip(block).map(place).collect()
    }
}

/// The order that sends all of an army's units to the middle of what the other one has left.
fn advance(world: &World, army: u8) -> Option<StampedOrder> {
    let player = PlayerId(army);
    let units = world.observe_units().map(|unit| (unit.id, unit.position));
    let all: Vec<_> = units.chain(world.observe_buildings().map(|building| (building.id, building.position))).collect();
    let own = world.observe_units().filter(|unit| unit.id.owner() == player).map(|unit| Handle(unit.id.0));
    let middle = Vec2::mean_trunc(all.iter().filter(|(id, _)| id.owner() != player).map(|(_, at)| *at))?;
    let order = Order::to(own, OrderKind::AttackMove(middle));
    let moot = matches!(&order.subject, OrderSubject::Units(units) if units.is_empty());
    (!moot).then_some(StampedOrder { tick: world.tick() + 1, player, seq: 0, order })
}

/// Whether an army stands on the western side.
fn west(army: u8, seed: u64) -> bool {
    u64::from(army) == seed % 2
}

/// A cell of the western side, or where a half turn of the field carries it.
fn on_side(west: bool, cell: Cell) -> Cell {
    if west { cell } else { Cell::new(WIDTH - 1 - cell.x, HEIGHT - 1 - cell.y) }
}

/// What each army has left: units and buildings.
fn left(world: &World) -> [u32; 2] {
    let units = world.observe_units().map(|unit| unit.id.owner());
    let owners = units.chain(world.observe_buildings().map(|building| building.id.owner()));
    let mut left = [0; 2];
    for owner in owners {
        left[owner.index()] += 1;
    }
    left
}
