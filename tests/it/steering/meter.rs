//! Crowds that are measured: how long, how deep into each other, how often back and forth.

use sandtable_math::{Angle, Fx, Vec2};
use sandtable_model::map::Cell;
use sandtable_model::rules::Locomotion;
use sandtable_sim::ObservedUnit;
use sandtable_tests::Game;

use super::SPEED;

/// What a crowd showed.
#[derive(Debug, Default)]
pub(super) struct CrowdMeter {
    /// Ticks so far.
    pub(super) ticks: u32,
    /// Units that move now.
    pub(super) moving: usize,
    /// The deepest overlap, in percent of the sum of radii.
    pub(super) deepest: i32,
    /// Pair-ticks deeper than 35 %.
    pub(super) deep_pair_ticks: u32,
    /// Unit-ticks deeper than 10 %, and those of pairs at rest.
    deep: u32,
    deep_at_rest: u32,
    /// Unit-ticks, those of moving units, and those in which the way turned by more than a quarter.
    pub(super) unit_ticks: u32,
    moving_ticks: u32,
    flips: u32,
    heading_flips: u32,
    /// Position, velocity and heading of each in the tick before.
    last: Vec<(Vec2, Vec2, Angle)>,
}

impl CrowdMeter {
    /// Steps once, and measures.
    pub(super) fn tick(&mut self, game: &mut Game) {
        game.step();
        self.ticks += 1;
        let units: Vec<ObservedUnit> = game.world.observe_units().collect();
        self.moving = units.iter().filter(|unit| unit.moving).count();
        self.unit_ticks += units.len() as u32;
        for unit in &units {
            let class = body(game, unit).1;
            let passable = game.view(unit.id.owner().0 + 1).passable(Cell::at(unit.position), class);
            assert!(passable, "{} in a wall", unit.id);
        }
        self.overlaps(game, &units);
        self.turns(&units);
    }

    fn overlaps(&mut self, game: &Game, units: &[ObservedUnit]) {
        let mut rows: Vec<usize> = (0..units.len()).collect();
        rows.sort_unstable_by_key(|row| units[*row].position.x);
        let mut deepest = vec![(0, false); units.len()];
        for (place, row) in rows.iter().enumerate() {
            let (unit, (radius, class)) = (&units[*row], body(game, &units[*row]));
            for other in rows[place + 1..].iter() {
                let (near, (near_radius, near_class)) = (&units[*other], body(game, &units[*other]));
                if near.position.x - unit.position.x > Fx::ONE {
                    break;
                }
                let apart = (near_class == Locomotion::Air) != (class == Locomotion::Air);
                if apart || (near.position.y - unit.position.y).abs() > Fx::ONE {
                    continue;
                }
                let sum = radius + near_radius;
                let depth = sum - (near.position - unit.position).length_floor();
                let percent = depth.mul_int(100).div_trunc(sum).round_int();
                self.deep_pair_ticks += u32::from(percent > 35);
                for row in [*row, *other] {
                    deepest[row].0 = percent.max(deepest[row].0);
                    deepest[row].1 |= percent > 10 && !near.moving && !unit.moving;
                }
            }
        }
        for (percent, rests) in deepest {
            self.deepest = self.deepest.max(percent);
            self.deep += u32::from(percent > 10);
            self.deep_at_rest += u32::from(rests);
        }
    }

    fn turns(&mut self, units: &[ObservedUnit]) {
        let still = Fx::from_bits(SPEED.bits() / 20).squared_wide();
        let goes = |velocity: Vec2| velocity.length_squared_wide() > still;
        let before = |unit: &ObservedUnit| (unit.position, Vec2::ZERO, unit.heading);
        let first = self.last.is_empty();
        self.last.extend(units.iter().filter(|_| first).map(before));
        for (unit, last) in units.iter().zip(&mut self.last) {
            let velocity = unit.position - last.0;
            if unit.moving {
                self.moving_ticks += 1;
                self.flips += u32::from(goes(last.1) && goes(velocity) && last.1.dot_wide(velocity) < 0);
                self.heading_flips += u32::from(!first && last.2.turn_to(unit.heading).unsigned_abs() > 1 << 14);
            }
            *last = (unit.position, velocity, unit.heading);
        }
    }

    /// Nobody deep in anybody, few at all, and no spinning.
    pub(super) fn check(&self) {
        assert!(self.deepest <= 25, "{self:?}");
        assert!(self.deep * 100 <= self.unit_ticks, "{self:?}");
        assert!(self.heading_flips * 100 <= self.moving_ticks, "{self:?}");
    }

    pub(super) fn show(&self, name: &str, ideal: u32) {
        println!(
            "{name}: {} % of the ideal {ideal} ticks; {} moving; deepest {} %",
            100 * self.ticks / ideal,
            self.moving,
            self.deepest
        );
        println!("  of {} unit-ticks {} deep, {} at rest", self.unit_ticks, self.deep, self.deep_at_rest);
        println!("  of {} on the way {} back, {} turned", self.moving_ticks, self.flips, self.heading_flips);
    }
}

/// The radius of a unit, and how it moves.
fn body(game: &Game, unit: &ObservedUnit) -> (Fx, Locomotion) {
    let body = game.world.rules().kind(unit.kind).body.as_ref().expect("a unit");
    (body.radius, body.locomotion)
}
