//! What is seen of a fight: who holds a place, who is in reach, who strikes, who stands in whom.

use sandtable_math::{Fx, Vec2};
use sandtable_sim::{ObservedUnit, World};
use sandtable_state::id::UnitId;
use sandtable_state::limits::TICKS_PER_SECOND;

use super::layouts::DrawnFight;
use super::seen::{each_attacker, ground_of};

/// A holder of a place that has not struck for so long never will, in ticks …
const DEAD_AFTER: u32 = 6 * TICKS_PER_SECOND;
/// … unless it comes from so far off, in cells, and its target walks.
const CLOSES_FROM: f64 = 4.5;
/// A target is filled once enough attackers are so near to being in reach, in cells.
const NEAR: f64 = 3.0;
/// A target that runs at this part of its attackers' speed need not be caught.
const AS_FAST: f64 = 0.9;

/// What was seen of one fight.
#[derive(Clone, Debug, PartialEq)]
pub struct FightSeen {
    /// Hit points that the targets lost.
    pub damage: f64,
    /// Attackers in reach of their target, the median over the second half.
    pub strikers: f64,
    /// Attackers that held a place and never struck from it.
    pub dead: usize,
    /// Places taken, for each attacker.
    pub changes: f64,
    /// Seconds from enough attackers being near until as many were in reach as later on; none when that never was.
    pub fill: Option<f64>,
    /// The deepest overlap of two attackers from a second after that, as a part of the sum of their radii.
    pub overlap: f64,
}

/// One attacker.
#[derive(Clone, Debug)]
struct Watched {
    id: UnitId,
    radius: f64,
    range: f64,
    /// Where its place lay from its target when it was counted, and whose that is.
    place: Option<([f64; 2], UnitId)>,
    /// Since when it could have struck from it.
    since: u32,
    taken: u32,
    dead: bool,
    cooldown: u16,
}

/// Watches a fight tick by tick.
pub struct FightWatch<'f> {
    fight: &'f DrawnFight,
    targets: Vec<UnitId>,
    watched: Vec<Watched>,
    /// Ticks after which a holder that has not struck is dead; none when the targets are as fast.
    patience: Option<u32>,
    /// By tick: attackers near, in reach, and the deepest overlap.
    ticks: Vec<(usize, usize, f64)>,
    /// Hit points of all targets, at the start and now.
    hp: [f64; 2],
}

fn number(value: Fx) -> f64 {
    f64::from(value.bits()) / 65_536.0
}

fn point(at: Vec2) -> [f64; 2] {
    [number(at.x), number(at.y)]
}

fn at(unit: &ObservedUnit) -> [f64; 2] {
    point(unit.position)
}

impl<'f> FightWatch<'f> {
    /// Begins to watch.
    pub fn over(fight: &'f DrawnFight, targets: &[UnitId], world: &World) -> FightWatch<'f> {
        let watched = each_attacker(world).map(|unit| {
            let kind = world.rules().kind(unit.kind);
            Watched {
                id: unit.id,
                radius: kind.body.as_ref().map_or(0.0, |body| number(body.radius)),
                range: kind.weapon.as_ref().map_or(0.0, |weapon| number(weapon.range)),
                place: None,
                since: 0,
                taken: 0,
                dead: false,
                cooldown: 0,
            }
        });
        let watched = watched.collect();
        let speed = fight.attackers.iter().map(|group| group.speed).fold(f64::INFINITY, f64::min);
        let walks = fight.targets.iter().filter(|target| !target.way.is_empty()).map(|target| target.speed);
        let fastest = walks.fold(0.0, f64::max);
        let gain = speed - fastest;
        let extra = if fastest > 0.0 { CLOSES_FROM / gain.max(0.01) * f64::from(TICKS_PER_SECOND) } else { 0.0 };
        let patience = (fastest < AS_FAST * speed).then_some(DEAD_AFTER + extra as u32);
        let mut watch =
            FightWatch { fight, targets: targets.to_vec(), watched, patience, ticks: Vec::new(), hp: [0.0; 2] };
        watch.hp = [watch.hit_points(world); 2];
        watch
    }

    fn hit_points(&self, world: &World) -> f64 {
        let units = world.observe_units().map(|unit| (unit.id, unit.hp));
        let buildings = world.observe_buildings().map(|building| (building.id, building.hp));
        let own = units.chain(buildings).filter(|(id, _)| self.targets.contains(id));
        own.map(|(_, hp)| number(hp)).sum()
    }

    /// Looks at a tick.
    pub fn look(&mut self, world: &World) {
        let tick = world.tick();
        let reservations = world.observe_reservations();
        let grounds: Vec<_> =
            (0..self.targets.len()).map(|row| ground_of(world, self.fight, row, self.targets[row])).collect();
        let (mut near, mut reached) = (0, 0);
        let units: Vec<ObservedUnit> = each_attacker(world).collect();
        for (watched, unit) in self.watched.iter_mut().zip(&units) {
            let ground = self.targets.iter().position(|id| *id == unit.target).and_then(|row| grounds[row]);
            if let Some(ground) = ground {
                let gap = ground.gap(at(unit), watched.radius);
                near += usize::from(gap <= watched.range + NEAR);
                reached += usize::from(gap <= watched.range + 1.0 / 1_024.0);
            }
            let reservation = reservations
                .binary_search_by_key(&watched.id, |reservation| reservation.unit)
                .ok()
                .map(|row| &reservations[row]);
            let place = reservation.and_then(|reservation| {
                let row = self.targets.iter().position(|id| *id == reservation.target)?;
                let ([x, y], middle) = (point(reservation.place?.1), grounds[row]?.at);
                Some(([x - middle[0], y - middle[1]], reservation.target))
            });
            watched.note(tick, place, unit.cooldown, self.patience);
        }
        self.ticks.push((near, reached, deepest(&self.watched, &units)));
        self.hp[1] = self.hit_points(world);
    }

    /// What was seen.
    pub fn finish(self) -> FightSeen {
        let half = self.ticks.len() / 2;
        let mut late: Vec<usize> = self.ticks[half..].iter().map(|(_, reached, _)| *reached).collect();
        late.sort_unstable();
        let full = late.get(late.len() / 2).copied().unwrap_or(0);
        let begun = self.ticks.iter().position(|(near, ..)| *near >= full);
        let filled = self.ticks.iter().position(|(_, reached, _)| *reached >= full);
        let fill = begun.zip(filled).map(|(begun, filled)| filled.saturating_sub(begun));
        let calm = filled.map_or(self.ticks.len(), |filled| filled + TICKS_PER_SECOND as usize);
        let overlap = self.ticks.iter().skip(calm).map(|(.., deepest)| *deepest).fold(0.0, f64::max);
        let taken: u32 = self.watched.iter().map(|watched| watched.taken).sum();
        FightSeen {
            damage: self.hp[0] - self.hp[1],
            strikers: full as f64,
            dead: self.watched.iter().filter(|watched| watched.dead).count(),
            changes: f64::from(taken) / self.watched.len().max(1) as f64,
            fill: fill.map(|ticks| ticks as f64 / f64::from(TICKS_PER_SECOND)),
            overlap,
        }
    }
}

impl Watched {
    /// Notes which place it holds, and whether it strikes.
    fn note(&mut self, tick: u32, place: Option<([f64; 2], UnitId)>, cooldown: u16, patience: Option<u32>) {
        let struck = cooldown > self.cooldown;
        self.cooldown = cooldown;
        // Another place round the same target does not make up for not striking.
        let goes_on = place.is_some() && place.map(|(_, target)| target) == self.place.map(|(_, target)| target);
        if struck || !goes_on {
            self.since = tick;
        }
        // Who moves up by less than its own width has the place it had.
        let moved = |(one, other): ([f64; 2], [f64; 2])| (one[0] - other[0]).hypot(one[1] - other[1]);
        let stays = |pair: ([f64; 2], [f64; 2])| goes_on && moved(pair) < 2.0 * self.radius;
        if !place.zip(self.place).is_some_and(|(now, before)| stays((now.0, before.0))) {
            self.taken += u32::from(place.is_some());
            self.place = place;
        }
        self.dead |= place.is_some() && patience.is_some_and(|patience| tick - self.since > patience);
    }
}

/// The deepest overlap of two attackers, as a part of the sum of their radii.
fn deepest(watched: &[Watched], units: &[ObservedUnit]) -> f64 {
    let mut deepest: f64 = 0.0;
    for (row, (one, first)) in watched.iter().zip(units).enumerate() {
        for (two, second) in watched.iter().zip(units).skip(row + 1) {
            let (reach, one, two) = (one.radius + two.radius, at(first), at(second));
            let apart = [one[0] - two[0], one[1] - two[1]];
            if apart[0].abs() < reach && apart[1].abs() < reach {
                deepest = deepest.max(1.0 - apart[0].hypot(apart[1]) / reach);
            }
        }
    }
    deepest
}
