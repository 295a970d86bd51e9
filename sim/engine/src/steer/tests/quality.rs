//! Crowds that are measured: how long, how deep into each other, how often back and forth.

use super::*;
use sandtable_math::Angle;

/// What a crowd showed.
#[derive(Debug, Default)]
struct Quality {
    ticks: u32,
    /// The deepest overlap, in percent of the sum of radii.
    deepest: i32,
    /// Unit-ticks deeper than 10 %, and those of pairs at rest.
    deep: u32,
    deep_at_rest: u32,
    /// Unit-ticks, those of moving units, and those in which the way turned by more than a quarter.
    unit_ticks: u32,
    moving_ticks: u32,
    flips: u32,
    heading_flips: u32,
    last: Vec<(Vec2, Angle)>,
    moving: usize,
}

impl Quality {
    fn tick(&mut self, world: &mut World) {
        tick(world);
        self.ticks += 1;
        crate::scene::gather_frame(world.frame_context());
        self.overlaps(world);
        self.turns(world);
    }

    fn overlaps(&mut self, world: &World) {
        let bodies = &world.workspaces.frame.bodies[..world.workspaces.frame.units];
        self.unit_ticks += bodies.len() as u32;
        self.moving = bodies.iter().filter(|body| body.moves()).count();
        for (row, body) in bodies.iter().enumerate() {
            let class = world.kind(body.kind).body.as_ref().expect("a unit").locomotion;
            assert!(
                world.derived.ground.passable(Cell::at(body.position), class, TeamId(body.team)),
                "{} in a wall",
                body.id
            );
            let mut deepest = 0;
            let mut rests = false;
            world.workspaces.frame.grid.for_each_within(body.position, Fx::ONE, |other| {
                let near = &bodies[other];
                if other != row && near.flies() == body.flies() {
                    let sum = body.radius + near.radius;
                    let depth = sum - (near.position - body.position).length_floor();
                    let percent = depth.mul_int(100).div_trunc(sum).round_int();
                    rests |= percent > 10 && !near.moves() && !body.moves();
                    deepest = deepest.max(percent);
                }
            });
            self.deepest = self.deepest.max(deepest);
            self.deep += u32::from(deepest > 10);
            self.deep_at_rest += u32::from(rests);
        }
    }

    fn turns(&mut self, world: &World) {
        let motions = world.column::<Motion>(&world.entities.units);
        self.last.resize(motions.len(), Default::default());
        let still = Fx::from_bits(SPEED.bits() / 20).squared_wide();
        for (motion, (velocity, heading)) in motions.iter().zip(&mut self.last) {
            if motion.moves() {
                self.moving_ticks += 1;
                let goes = |velocity: Vec2| velocity.length_squared_wide() > still;
                let turned = goes(*velocity) && goes(motion.velocity) && velocity.dot_wide(motion.velocity) < 0;
                self.flips += u32::from(turned);
                self.heading_flips += u32::from(heading.turn_to(motion.heading).unsigned_abs() > 1 << 14);
            }
            (*velocity, *heading) = (motion.velocity, motion.heading);
        }
    }

    /// Nobody deep in anybody, few at all, and no spinning.
    fn check(&self) {
        assert!(self.deepest <= 25, "{self:?}");
        assert!(self.deep * 100 <= self.unit_ticks, "{self:?}");
        assert!(self.heading_flips * 100 <= self.moving_ticks, "{self:?}");
    }

    fn show(&self, name: &str, ideal: u32) {
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

/// Ticks for the first to walk `cells`, and for `count` to follow in `lanes` (in tenths), a diameter of 0.9 apart.
fn ideal_ticks(cells: i32, count: i32, lanes_tenths: i32) -> u32 {
    ticks_to_walk(cells) + ((count * 10 / lanes_tenths) as u32 * 9 * 65_536 / 10) / SPEED.bits() as u32
}

/// How many of them have come east of a column.
fn east_of(world: &World, ids: &[UnitId], x: i16) -> usize {
    ids.iter().filter(|id| motion(world, **id).position.x > Fx::from_int(x)).count()
}

#[test]
fn five_hundred_pass_a_gap_of_two() {
    let mut world = arena(&choke(84, 44, 30, 2));
    let ids = block(&mut world, TROOPER, 0, (4, 9), (20, 25));
    send(&world, &ids, Vec2::cell_centre(62, 22));
    let ideal = ideal_ticks(7, 500, 22);
    let mut quality = Quality::default();
    while east_of(&world, &ids, 31) < ids.len() && quality.ticks < 4 * ideal {
        quality.tick(&mut world);
    }
    quality.show("choke of two, 500", ideal);
    assert_eq!(east_of(&world, &ids, 31), ids.len());
    assert!(quality.ticks * 2 <= 5 * ideal);
    quality.check();
}

/// Two rooms of `side` × `side`, joined by a corridor in the middle.
fn rooms(side: usize, length: usize, width: usize) -> String {
    let first = (side - width) / 2;
    let fill = |y: usize| if (first..first + width).contains(&y) { "." } else { "#" };
    let room = ".".repeat(side);
    (0..side).map(|y| format!("{room}{}{room}", fill(y).repeat(length))).collect::<Vec<_>>().join("\n")
}

#[test]
fn two_crowds_pass_in_a_corridor_of_four() {
    let mut world = arena(&rooms(28, 20, 4));
    let east = block(&mut world, TROOPER, 0, (14, 3), (12, 21));
    let west = block(&mut world, TROOPER, 1, (50, 3), (12, 21));
    send(&world, &east, Vec2::cell_centre(62, 14));
    send(&world, &west, Vec2::cell_centre(13, 14));
    let ideal = ideal_ticks(24, 250, 44);
    let mut quality = Quality::default();
    let passed = |world: &World| east_of(world, &east, 48) + west.len() - east_of(world, &west, 28);
    while passed(&world) < east.len() + west.len() && quality.ticks < 5 * ideal {
        quality.tick(&mut world);
    }
    quality.show("corridor of four, 250 against 250", ideal);
    assert!(passed(&world) * 2 > east.len() + west.len(), "{}", passed(&world));
    quality.check();
}

/// Hawks on a sunflower's disc, each sent to the opposite point.
fn antipodal(count: i32, radius: i32) -> (World, Vec<UnitId>) {
    let side = 2 * radius as usize + 8;
    let mut world = arena(&field(side, side));
    let middle = Vec2::new(Fx::from_int(radius as i16 + 4), Fx::from_int(radius as i16 + 4));
    let mut ids = Vec::new();
    for n in 0..count {
        // The golden angle; the radius grows with the root of the number.
        let way = Angle((i64::from(n) * 25_033 % 65_536) as u16).direction();
        let away = Fx::from_bits(((i64::from(n) * 2 + 1) * (1 << 15) / i64::from(count)) as i32).sqrt_floor();
        let offset = sandtable_nav::vector::scaled(way, away.mul_int(radius));
        let id = world.spawn_unit(HAWK, PlayerId(0), middle + offset).expect("room for a unit");
        send(&world, &[id], middle - offset);
        ids.push(id);
    }
    (world, ids)
}

#[test]
fn three_hundred_swap_places_across_a_disc() {
    let (mut world, ids) = antipodal(300, 11);
    let ideal = ticks_to_walk(22);
    let mut quality = Quality::default();
    while quality.ticks < 4 * ideal && (quality.ticks == 0 || quality.moving > 0) {
        quality.tick(&mut world);
    }
    quality.show("antipodal disc", ideal);
    assert!(quality.moving * 20 <= ids.len());
    assert!(quality.deepest <= 25);
}

fn rally(count: (u16, u16)) {
    let mut world = arena(&field(80, 60));
    let ids = block(&mut world, TROOPER, 0, (3, 5), count);
    let goal = Vec2::cell_centre(56, 30);
    send(&world, &ids, goal);
    let mut quality = Quality::default();
    while quality.ticks < 3_000 && (quality.ticks == 0 || quality.moving > 0) {
        quality.tick(&mut world);
    }
    let farthest = ids.iter().map(|id| motion(&world, *id).position.distance_squared_wide(goal)).max().unwrap();
    quality.show("rally", ticks_to_walk(60));
    // The root of the discs' areas over π.
    let disc = Fx::root_of_wide(Fx::ONE.percent_floor(45).squared_wide() * ids.len() as i64);
    let farthest = Fx::root_of_wide(farthest).mul_int(100).div_trunc(disc).floor_int();
    println!("  {} units: farthest {farthest} % of that", ids.len());
    assert_eq!(quality.moving, 0);
    assert!(farthest <= 145, "{farthest}");
    quality.check();
}

#[test]
fn packs_round_a_point_are_tight() {
    rally((5, 4));
    rally((10, 10));
    rally((12, 15));
}

#[test]
fn four_crowds_cross() {
    let mut world = arena(&field(60, 60));
    let mut ids = Vec::new();
    let starts = [((2, 25), (57, 30)), ((48, 25), (2, 30)), ((25, 2), (30, 57)), ((25, 48), (30, 2))];
    for (row, (corner, goal)) in starts.into_iter().enumerate() {
        let group = block(&mut world, TROOPER, (row & 1) as u8, corner, (10, 10));
        send(&world, &group, Vec2::cell_centre(goal.0, goal.1));
        ids.extend(group);
    }
    let ideal = ticks_to_walk(50);
    let mut quality = Quality::default();
    while quality.ticks < 4 * ideal && (quality.ticks == 0 || quality.moving > 0) {
        quality.tick(&mut world);
    }
    quality.show("four-way crossing, 4 x 100", ideal);
    assert!(quality.moving * 20 <= ids.len());
    quality.check();
}
