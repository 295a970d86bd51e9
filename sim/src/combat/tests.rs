//! Combat on a bare field, under rules of its own: numbers chosen so that results can be counted by hand.

use std::sync::Arc;

use crate::component::{Arms, Motion, Shot, Sightings, Stage, Task, TaskKind, Vitals};
use crate::id::{KindId, PlayerId, TeamId, UnitId};
use crate::map::{Cell, Map, Symmetry};
use crate::math::{Fx, Vec2};
use crate::rules::{Body, Class, Footprint, Kind, Layers, Locomotion, Rules, StartingForce, Terrain, Weapon, Worker};
use crate::scenario::{Fog, PlayerSetup, Scenario, Victory};
use crate::world::World;

const SWORD: KindId = KindId(0);
const BOW: KindId = KindId(1);
const MORTAR: KindId = KindId(2);
const HEALER: KindId = KindId(3);
const FLYER: KindId = KindId(4);
const TOWER: KindId = KindId(5);
const HUT: KindId = KindId(6);
const PEASANT: KindId = KindId(7);

fn fx(text: &str) -> Fx {
    Fx::parse_decimal(text).expect("a decimal")
}

fn weapon(damage: &str, range: &str, windup_ticks: u16, cooldown_ticks: u16) -> Weapon {
    Weapon {
        damage: fx(damage),
        damage_kind: 0,
        min_range: Fx::ZERO,
        range: fx(range),
        acquire: fx("6"),
        windup_ticks,
        cooldown_ticks,
        projectile_speed: Fx::ZERO,
        splash: Fx::ZERO,
        hits: Layers { ground: true, air: false },
        on_the_move: false,
        heals: false,
    }
}

fn unit(name: &str, weapon: Option<Weapon>) -> Kind {
    Kind {
        name: name.into(),
        class: Class::Unit,
        tags: Vec::new(),
        cost: [10, 0, 0, 0],
        make_ticks: 16,
        needs: Vec::new(),
        supply_cost: 1,
        supply_given: 0,
        max_hp: fx("20"),
        armour: fx("1"),
        armour_class: 0,
        sight: 8,
        eye_height: 1,
        score: 1,
        vital: true,
        weapon,
        abilities: Vec::new(),
        trains: Vec::new(),
        researches: Vec::new(),
        drop_off: 0,
        body: Some(Body {
            locomotion: Locomotion::Foot,
            radius: fx("0.25"),
            speed: fx("0.125"),
            mass: 80,
            cargo_size: 1,
        }),
        worker: None,
        cargo: None,
        footprint: None,
        stock: None,
    }
}

fn building(name: &str, weapon: Option<Weapon>) -> Kind {
    let footprint = Some(Footprint { width: 2, height: 2, gate: false });
    Kind { class: Class::Building, body: None, footprint, armour_class: 1, max_hp: fx("100"), ..unit(name, weapon) }
}

fn rules() -> Rules {
    let bow =
        Weapon { projectile_speed: Fx::HALF, hits: Layers { ground: true, air: true }, ..weapon("5", "5", 2, 10) };
    let mortar = Weapon { min_range: fx("2"), splash: fx("2"), projectile_speed: Fx::HALF, ..weapon("12", "8", 0, 30) };
    let heal = Weapon { heals: true, ..weapon("3", "4", 0, 8) };
    let mut flyer = unit("flyer", Some(weapon("5", "0.5", 0, 10)));
    flyer.body.as_mut().expect("a unit").locomotion = Locomotion::Air;
    let work =
        Worker { gather_ticks: [0; 4], load: [0; 4], builds: Vec::new(), build_percent: 100, repair_rate: Fx::ONE };
    let peasant = Kind { worker: Some(work), ..unit("peasant", Some(weapon("2", "0.5", 4, 12))) };
    let grass =
        Terrain { name: "grass".into(), glyph: '.', costs: [8; 5], height: 0, blocks_sight: false, buildable: true };
    Rules {
        name: "field".into(),
        resources: vec!["gold".into()],
        terrain: vec![grass],
        damage_kinds: vec!["plain".into()],
        armour_classes: vec!["soft".into(), "wall".into()],
        damage_percent: vec![vec![100, 50]],
        kinds: vec![
            unit("sword", Some(weapon("5", "0.5", 4, 12))),
            unit("bow", Some(bow.clone())),
            unit("mortar", Some(mortar)),
            unit("healer", Some(heal)),
            flyer,
            building("tower", Some(bow)),
            building("hut", None),
            peasant,
        ],
        techs: Vec::new(),
        abilities: Vec::new(),
        refund_percent: 75,
        repair_cost_percent: 25,
        supply_limit: 200,
        start: StartingForce { resources: [0; 4], base: HUT, units: Vec::new() },
    }
}

fn scenario() -> Scenario {
    let player = |team: u8| PlayerSetup {
        name: format!("player {}", team + 1),
        team: TeamId(team),
        start: None,
        resources: [0; 4],
        strategy: "idle".into(),
    };
    let map = Map {
        name: "field".into(),
        width: 32,
        height: 32,
        terrain: vec![0; 32 * 32],
        heights: vec![0; 32 * 32],
        starts: Vec::new(),
        nodes: Vec::new(),
        symmetry: Symmetry::None,
        islands: false,
    };
    Scenario {
        name: "field".into(),
        rules: rules(),
        map,
        players: vec![player(0), player(1)],
        placed: Vec::new(),
        fog: Fog::Off,
        time_limit_ticks: 100_000,
        order_delay_ticks: 1,
        victory: Victory { annihilation: false, score_at_limit: false },
        start_forces: false,
    }
}

/// A world and ways to set it up.
struct Field(World);

impl Field {
    fn new(seed: u64) -> Field {
        Field(World::new(Arc::new(scenario()), seed))
    }

    /// A unit of player `owner` (1 or 2) at a place in quarter cells.
    fn unit(&mut self, kind: KindId, owner: u8, x: i32, y: i32) -> UnitId {
        let at = Vec2::new(Fx::from_bits(x << 14), Fx::from_bits(y << 14));
        self.0.spawn_unit(kind, PlayerId(owner - 1), at).expect("room")
    }

    fn building(&mut self, kind: KindId, owner: u8, x: i16, y: i16, stage: Stage) -> UnitId {
        self.0.spawn_building(kind, PlayerId(owner - 1), Cell::new(x, y), stage).expect("room")
    }

    /// A tick of combat alone: nobody walks, and everybody sees everything.
    fn tick(&mut self) {
        let world = &mut self.0;
        world.begin_tick();
        for roster in [&world.units, &world.buildings] {
            world.column_mut::<Sightings>(roster).iter_mut().for_each(|seen| seen.seen_by = 0xFF);
        }
        world.gather_frame();
        crate::combat::run(world);
        self.check_incoming();
        self.0.bury_the_dead();
    }

    fn ticks(&mut self, count: u32) {
        for _ in 0..count {
            self.tick();
        }
    }

    /// What is on its way is the sum over wind-ups and projectiles, whatever was cancelled or died.
    fn check_incoming(&self) {
        let world = &self.0;
        let (mut announced, mut expected) = (0i64, 0i64);
        for roster in [&world.units, &world.buildings] {
            for vitals in world.column::<Vitals>(roster).iter() {
                assert!(vitals.incoming >= Fx::ZERO && vitals.hp >= Fx::ZERO);
                announced += i64::from(vitals.incoming.bits());
            }
            let (arms, vitals) = (world.column::<Arms>(roster), world.column::<Vitals>(roster));
            for (row, arms) in arms.iter().enumerate().filter(|(_, arms)| arms.windup > 0) {
                let kind = world.column::<crate::component::Identity>(roster)[row].kind;
                let body = world.body(arms.target).filter(|_| vitals[row].hp > Fx::ZERO);
                let weapon = world.kind(kind).weapon.as_ref().expect("it winds up");
                expected += body.map_or(0, |body| {
                    i64::from(super::blow::damage_to(world, weapon.damage, weapon.damage_kind, body).bits())
                });
            }
        }
        for shot in world.column::<Shot>(&world.shots).iter() {
            let body = world.body(shot.target);
            expected += body.map_or(0, |body| i64::from(super::blow::damage_to(world, shot.damage, 0, body).bits()));
        }
        assert_eq!(announced, expected, "tick {}", world.tick);
    }

    fn vitals(&self, id: UnitId) -> Option<Vitals> {
        let place = self.0.place(id)?;
        let roster = if place.class == Class::Unit { &self.0.units } else { &self.0.buildings };
        Some(self.0.column::<Vitals>(roster)[place.row as usize])
    }

    /// Hit points; 0 for the dead.
    fn hp(&self, id: UnitId) -> Fx {
        self.vitals(id).map_or(Fx::ZERO, |vitals| vitals.hp)
    }

    fn target(&self, id: UnitId) -> UnitId {
        let row = self.0.place(id).expect("alive").row as usize;
        self.0.column::<Arms>(&self.0.units)[row].target
    }

    fn order(&mut self, id: UnitId, target: UnitId) {
        let row = self.0.place(id).expect("alive").row as usize;
        self.0.column_mut::<Arms>(&self.0.units)[row].aim_at(target, true);
    }

    /// A passive target: it has a task that leaves no hand free.
    fn busy(&mut self, id: UnitId) {
        let row = self.0.place(id).expect("alive").row as usize;
        let task = Task { kind: TaskKind::Gather, ..Task::default() };
        assert!(self.0.column_mut::<crate::component::Agent>(&self.0.units)[row].acts.push_back(task));
    }

    fn alive(&self, owner: u8) -> usize {
        self.0.units.of(PlayerId(owner - 1)).count()
    }
}

#[test]
fn a_sword_hits_after_its_windup_and_again_after_its_cooldown() {
    let mut field = Field::new(1);
    let (sword, victim) = (field.unit(SWORD, 1, 20, 20), field.unit(PEASANT, 2, 23, 20));
    field.order(sword, victim);
    let mut hits = Vec::new();
    for tick in 1..=40 {
        let before = field.hp(victim);
        field.tick();
        if field.hp(victim) < before {
            hits.push((tick, before - field.hp(victim)));
        }
    }
    assert_eq!(hits, [(5, fx("4")), (21, fx("4")), (37, fx("4"))], "5 less armour 1; 4 of wind-up, 12 of cooldown");
}

#[test]
fn two_who_strike_together_kill_each_other() {
    let mut field = Field::new(1);
    let pair = [field.unit(SWORD, 1, 20, 20), field.unit(SWORD, 2, 23, 20)];
    field.order(pair[0], pair[1]);
    field.order(pair[1], pair[0]);
    field.ticks(100);
    assert_eq!((field.alive(1), field.alive(2)), (0, 0));
    let totals = |player: usize| &field.0.players()[player].totals;
    assert_eq!((totals(0).damage_done, totals(1).damage_done), (20, 20));
    assert_eq!((totals(0).units_killed, totals(1).units_lost), (1, 1));
}

#[test]
fn a_projectile_takes_its_time_and_overkill_is_not_counted() {
    let mut field = Field::new(1);
    let (bow, victim) = (field.unit(BOW, 1, 20, 20), field.unit(PEASANT, 2, 36, 20));
    field.order(bow, victim);
    // Four cells at half a cell a tick, two of wind-up: launched in the third tick, landing eight later.
    field.ticks(10);
    assert_eq!(field.hp(victim), fx("20"));
    field.tick();
    assert_eq!(field.hp(victim), fx("16"));
    field.ticks(12 * 5);
    assert_eq!(field.alive(2), 0);
    assert_eq!(field.0.players()[0].totals.damage_done, 20);
}

#[test]
fn arrows_are_not_wasted_on_the_doomed() {
    let mut field = Field::new(1);
    for x in 0..3 {
        field.unit(BOW, 1, 20 + 4 * x, 20);
    }
    let victims = [field.unit(PEASANT, 2, 30, 28), field.unit(PEASANT, 2, 22, 28)];
    for id in victims {
        field.busy(id);
    }
    field.ticks(200);
    assert_eq!(field.alive(2), 0);
    // Ten hits of four kill two of twenty; three archers cannot have loosed many more.
    assert!(field.0.shot_serial <= 12, "{} arrows", field.0.shot_serial);
}

#[test]
fn splash_meets_friend_and_foe_and_minimum_range_holds() {
    let mut field = Field::new(1);
    let mortar = field.unit(MORTAR, 1, 20, 20);
    let near = field.unit(PEASANT, 2, 25, 20);
    field.order(mortar, near);
    field.ticks(40);
    assert_eq!(field.hp(near), fx("20"), "too near");
    let far = field.unit(PEASANT, 2, 44, 20);
    let friend = field.unit(PEASANT, 1, 44, 25);
    let out = field.unit(PEASANT, 2, 44, 40);
    field.order(mortar, far);
    field.ticks(30);
    assert_eq!(field.hp(far), fx("9"), "12 less 1");
    // A cell between the point of impact and the edge, half the radius: three quarters of 12, less 1.
    assert_eq!(field.hp(friend), fx("12"));
    assert_eq!(field.hp(out), fx("20"));
}

#[test]
fn a_splash_shot_lands_where_its_target_was_a_plain_one_fizzles() {
    for (kind, expected) in [(MORTAR, fx("9")), (BOW, fx("20"))] {
        let mut field = Field::new(1);
        let shooter = field.unit(kind, 1, 20, 20);
        let (target, bystander) = (field.unit(PEASANT, 2, 36, 20), field.unit(PEASANT, 2, 36, 21));
        field.order(shooter, target);
        field.ticks(4);
        assert_eq!(field.0.shots.len(), 1);
        field.0.remove(target);
        field.ticks(8);
        assert_eq!((field.0.shots.len(), field.hp(bystander)), (0, expected));
    }
}

#[test]
fn healers_restore_the_most_hurt_friend_and_no_more_than_full() {
    let mut field = Field::new(1);
    let healer = field.unit(HEALER, 1, 20, 20);
    let (scratched, dying, foe) =
        (field.unit(SWORD, 1, 22, 20), field.unit(SWORD, 1, 30, 20), field.unit(HEALER, 2, 20, 24));
    for (id, hp) in [(scratched, "19"), (dying, "4"), (foe, "2")] {
        let row = field.0.place(id).expect("alive").row as usize;
        field.0.column_mut::<Vitals>(&field.0.units)[row].hp = fx(hp);
        field.busy(id);
    }
    field.ticks(9);
    assert_eq!((field.target(healer), field.hp(scratched)), (dying, fx("19")));
    field.ticks(80);
    assert_eq!([scratched, dying, foe].map(|id| field.hp(id)), [fx("20"), fx("20"), fx("2")]);
}

#[test]
fn flyers_are_hit_only_by_what_reaches_the_air() {
    let mut field = Field::new(1);
    let flyer = field.unit(FLYER, 2, 22, 20);
    let (sword, bow) = (field.unit(SWORD, 1, 20, 20), field.unit(BOW, 1, 22, 24));
    field.busy(flyer);
    field.order(sword, flyer);
    field.ticks(24);
    assert_eq!((field.hp(sword), field.target(bow)), (fx("20"), flyer));
    assert!(field.hp(flyer) < fx("20"));
    assert_eq!(field.vitals(flyer).map(|vitals| vitals.hurt_by), Some(bow));
}

#[test]
fn towers_shoot_once_they_are_whole() {
    for (stage, hurt) in [(Stage::Planned, false), (Stage::Rising, false), (Stage::Complete, true)] {
        let mut field = Field::new(1);
        field.building(TOWER, 1, 4, 4, stage);
        let victim = field.unit(PEASANT, 2, 36, 20);
        field.ticks(40);
        assert_eq!(field.hp(victim) < fx("20"), hurt, "{stage:?}");
    }
}

#[test]
fn fighters_are_preferred_to_workers_and_workers_to_buildings() {
    for others in 0..3 {
        let mut field = Field::new(7);
        let archer = field.unit(BOW, 1, 40, 40);
        field.busy(archer);
        let hut = field.building(HUT, 2, 11, 9, Stage::Complete);
        let worker = (others > 0).then(|| field.unit(PEASANT, 2, 56, 40));
        let fighter = (others > 1).then(|| field.unit(SWORD, 2, 60, 40));
        let row = field.0.place(archer).expect("alive").row as usize;
        field.0.column_mut::<crate::component::Agent>(&field.0.units)[row].acts.clear();
        field.ticks(8);
        assert_eq!(field.target(archer), fighter.or(worker).unwrap_or(hut));
    }
}

#[test]
fn a_target_that_leaves_ends_the_windup_and_what_was_announced() {
    let mut field = Field::new(1);
    let (sword, victim) = (field.unit(SWORD, 1, 20, 20), field.unit(PEASANT, 2, 23, 20));
    field.order(sword, victim);
    field.ticks(2);
    assert_eq!(field.vitals(victim).map(|vitals| vitals.incoming), Some(fx("4")));
    let row = field.0.place(victim).expect("alive").row as usize;
    field.0.column_mut::<Motion>(&field.0.units)[row].position.x = fx("12");
    field.ticks(8);
    assert_eq!(field.vitals(victim).map(|vitals| (vitals.incoming, vitals.hp)), Some((Fx::ZERO, fx("20"))));
}

/// Mirrored lines of archers shoot it out where they stand; neither side may have an edge.
#[test]
fn mirrored_fights_are_even() {
    let (mut wins, mut results) = ([0u32; 2], std::collections::BTreeSet::new());
    for seed in 0..200 {
        let mut field = Field::new(seed);
        for n in 0..10 {
            field.unit(BOW, 1, 20, 20 + 2 * n);
            field.unit(BOW, 2, 23, 20 + 2 * n);
        }
        while field.alive(1) > 0 && field.alive(2) > 0 && field.0.tick < 2_000 {
            field.tick();
        }
        let left = (field.alive(1), field.alive(2));
        assert!(left.0 == 0 || left.1 == 0);
        results.insert((field.0.tick, left));
        wins[0] += u32::from(left.0 > left.1);
        wins[1] += u32::from(left.1 > left.0);
    }
    let share = 100 * wins[0] / (wins[0] + wins[1]);
    assert!((40..=60).contains(&share), "{wins:?}");
    assert!(results.len() > 50, "the match seed decides: {} different ends", results.len());
}
