//! A bare field and rules of its own to fight on: numbers chosen so that results can be counted by hand.

use std::sync::Arc;

use crate::component::{
    Agent, AgentTask, ConstructionStage, Health, Projectile, Sightings, TaskKind, TimedEffects, WeaponState,
};
use crate::tasks::ActiveWork;
use crate::world::World;
use sandtable_decide::MindFeatures;
use sandtable_math::{Fx, Vec2};
use sandtable_model::map::{Cell, Map, Symmetry};
use sandtable_model::rules::{
    Ability, AbilityEffect, AbilityTarget, Class, FootprintSize, Kind, Layers, Locomotion, Rules, StartingForce,
    Terrain, UnitBody, Weapon, Worker,
};
use sandtable_model::scenario::{Fog, PlayerFeatures, PlayerSetup, Scenario, Victory};
use sandtable_state::id::{AbilityId, KindId, PlayerId, TeamId, UnitId};

pub(super) const SWORD: KindId = KindId(0);
pub(super) const BOW: KindId = KindId(1);
pub(super) const MORTAR: KindId = KindId(2);
pub(super) const HEALER: KindId = KindId(3);
pub(super) const FLYER: KindId = KindId(4);
pub(super) const TOWER: KindId = KindId(5);
pub(super) const HUT: KindId = KindId(6);
pub(super) const PEASANT: KindId = KindId(7);
pub(super) const WITCH: KindId = KindId(8);
pub(super) const MONK: KindId = KindId(9);

/// A number.
pub(super) fn fx(text: &str) -> Fx {
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
        noise: Fx::ZERO,
    }
}

fn unit(name: &str, weapon: Option<Weapon>) -> Kind {
    let (radius, speed) = (fx("0.25"), fx("0.125"));
    Kind {
        cost: [10, 0, 0, 0],
        make_ticks: 16,
        supply_cost: 1,
        max_hp: fx("20"),
        armour: fx("1"),
        sight: 8,
        eye_height: 1,
        score: 1,
        vital: true,
        weapon,
        body: Some(UnitBody {
            locomotion: Locomotion::Foot,
            navigator: Default::default(),
            radius,
            speed,
            mass: 80,
            cargo_size: 1,
        }),
        ..Kind::plain(name, Class::Unit)
    }
}

fn building(name: &str, weapon: Option<Weapon>) -> Kind {
    let footprint = Some(FootprintSize { width: 2, height: 2, gate: false });
    Kind { class: Class::Building, body: None, footprint, armour_class: 1, max_hp: fx("100"), ..unit(name, weapon) }
}

pub(super) const BLAST: u16 = 0;
pub(super) const SLOW: u16 = 1;
pub(super) const REST: u16 = 2;

/// A blast at a point that hurts enemies and heals friends, a curse on one enemy, a rest for oneself.
fn abilities() -> Vec<Ability> {
    let ability = |name: &str, target, radius, effects| Ability {
        name: name.into(),
        target,
        range: fx("4"),
        radius: fx(radius),
        cooldown_ticks: 20,
        effects,
        noise: Fx::ZERO,
    };
    let hurt = AbilityEffect::Damage { amount: fx("9"), damage_kind: 0 };
    let slow = AbilityEffect::Status { speed_percent: 50, damage_percent: 60, ticks: 10 };
    vec![
        ability("blast", AbilityTarget::Point, "1", vec![hurt, AbilityEffect::Heal { amount: fx("2") }]),
        ability("slow", AbilityTarget::Enemy, "0", vec![slow]),
        ability("rest", AbilityTarget::Oneself, "0", vec![AbilityEffect::Heal { amount: fx("5") }]),
    ]
}

fn rules() -> Rules {
    let bow =
        Weapon { projectile_speed: Fx::HALF, hits: Layers { ground: true, air: true }, ..weapon("5", "5", 2, 10) };
    let mortar = Weapon { min_range: fx("2"), splash: fx("2"), projectile_speed: Fx::HALF, ..weapon("12", "8", 0, 30) };
    let witch = Kind { abilities: vec![AbilityId(0), AbilityId(1)], ..unit("witch", None) };
    let monk = Kind { abilities: vec![AbilityId(2)], ..unit("monk", None) };
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
            witch,
            monk,
        ],
        techs: Vec::new(),
        abilities: abilities(),
        refund_percent: 75,
        repair_cost_percent: 25,
        supply_limit: 200,
        start: StartingForce { resources: [0; 4], base: HUT, units: Vec::new() },
        conduct: None,
        jobs: None,
        perception: Default::default(),
        slots: false,
    }
}

fn scenario() -> Scenario {
    let player = |team: u8| PlayerSetup {
        name: format!("player {}", team + 1),
        team: TeamId(team),
        start: None,
        resources: [0; 4],
        strategy: "idle".into(),
        minds: true,
        faculties: MindFeatures::ALL,
        features: PlayerFeatures::ALL.without(PlayerFeatures::JOBS),
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
        schedules: Vec::new(),
    }
}

/// A world and ways to set it up.
pub(super) struct Field(pub(super) World);

impl Field {
    pub(super) fn new(seed: u64) -> Field {
        Field(World::new(Arc::new(scenario()), seed))
    }

    /// A unit of player `owner` (1 or 2) at a place in quarter cells.
    pub(super) fn unit(&mut self, kind: KindId, owner: u8, x: i32, y: i32) -> UnitId {
        let at = Vec2::new(Fx::from_bits(x << 14), Fx::from_bits(y << 14));
        self.0.spawn_unit(kind, PlayerId(owner - 1), at).expect("room")
    }

    pub(super) fn building(&mut self, kind: KindId, owner: u8, x: i16, y: i16, stage: ConstructionStage) -> UnitId {
        self.0.spawn_building(kind, PlayerId(owner - 1), Cell::new(x, y), stage).expect("room")
    }

    /// A tick of combat alone: nobody walks, and everybody sees everything.
    pub(super) fn tick(&mut self) {
        let world = &mut self.0;
        world.begin_tick();
        for roster in [&world.entities.units, &world.entities.buildings] {
            world.column_mut::<Sightings>(roster).iter_mut().for_each(|seen| seen.seen_by = 0xFF);
        }
        crate::scene::gather_frame(world.frame_context());
        crate::combat::run(world.combat_context());
        self.check_incoming();
        self.0.bury_the_dead();
    }

    pub(super) fn ticks(&mut self, count: u32) {
        for _ in 0..count {
            self.tick();
        }
    }

    /// What is on its way is the sum over wind-ups and projectiles, whatever was cancelled or died.
    fn check_incoming(&self) {
        let world = &self.0;
        let (mut announced, mut expected) = (0i64, 0i64);
        for roster in [&world.entities.units, &world.entities.buildings] {
            for vitals in world.column::<Health>(roster).iter() {
                assert!(vitals.incoming >= Fx::ZERO && vitals.hp >= Fx::ZERO);
                announced += i64::from(vitals.incoming.bits());
            }
            let (arms, vitals) = (world.column::<WeaponState>(roster), world.column::<Health>(roster));
            for (row, arms) in arms.iter().enumerate().filter(|(_, arms)| arms.windup > 0) {
                let kind = world.column::<crate::component::Identity>(roster)[row].kind;
                let body = world.scene().body(arms.target).filter(|_| vitals[row].hp > Fx::ZERO);
                let weapon = world.kind(kind).weapon.as_ref().expect("it winds up");
                let statuses = roster.archetype(&world.entities.ecs).get::<&TimedEffects>();
                let percent = statuses.map_or(100, |statuses| statuses[row].damage_percent(world.parts.clock.tick));
                let damage = weapon.damage.percent_floor(percent);
                expected += body.map_or(0, |body| {
                    i64::from(crate::combat::hit::damage_to(&world.base(), damage, weapon.damage_kind, body).bits())
                });
            }
        }
        for shot in world.column::<Projectile>(&world.entities.shots).iter() {
            let body = world.scene().body(shot.target);
            expected += body
                .map_or(0, |body| i64::from(crate::combat::hit::damage_to(&world.base(), shot.damage, 0, body).bits()));
        }
        assert_eq!(announced, expected, "tick {}", world.parts.clock.tick);
    }

    pub(super) fn vitals(&self, id: UnitId) -> Option<Health> {
        let place = self.0.place(id)?;
        let roster = if place.class == Class::Unit { &self.0.entities.units } else { &self.0.entities.buildings };
        Some(self.0.column::<Health>(roster)[place.row as usize])
    }

    /// Hit points; 0 for the dead.
    pub(super) fn hp(&self, id: UnitId) -> Fx {
        self.vitals(id).map_or(Fx::ZERO, |vitals| vitals.hp)
    }

    pub(super) fn target(&self, id: UnitId) -> UnitId {
        let row = self.0.place(id).expect("alive").row as usize;
        self.0.column::<WeaponState>(&self.0.entities.units)[row].target
    }

    pub(super) fn order(&mut self, id: UnitId, target: UnitId) {
        let row = self.0.place(id).expect("alive").row as usize;
        self.0.column_mut::<WeaponState>(&self.0.entities.units)[row].aim_at(target, true);
    }

    /// A passive target: it has a task that leaves no hand free.
    pub(super) fn busy(&mut self, id: UnitId) {
        let row = self.0.place(id).expect("alive").row as usize;
        let task = AgentTask { kind: TaskKind::Gather, ..AgentTask::default() };
        assert!(self.0.column_mut::<Agent>(&self.0.entities.units)[row].acts.push_back(task));
    }

    pub(super) fn wound(&mut self, id: UnitId, hp: &str) {
        let row = self.0.place(id).expect("alive").row as usize;
        self.0.column_mut::<Health>(&self.0.entities.units)[row].hp = fx(hp);
    }

    /// A tick in which `caster` means to use an ability; whether it is through with that.
    pub(super) fn cast(&mut self, caster: UnitId, ability: u16, target: UnitId, x: i32, y: i32) -> bool {
        let point = Vec2::new(Fx::from_bits(x << 14), Fx::from_bits(y << 14));
        let task = AgentTask { kind: TaskKind::Cast, row: ability, target, point, ..AgentTask::default() };
        let row = self.0.place(caster).expect("alive").row;
        let through = |field: &Field| field.0.column::<Agent>(&field.0.entities.units)[row as usize].acts.is_empty();
        assert!(self.0.column_mut::<Agent>(&self.0.entities.units)[row as usize].acts.push_back(task));
        self.0.workspaces.agents.duties.push(ActiveWork { id: caster, row, task, unbidden: false });
        self.tick();
        self.0.workspaces.agents.duties.clear();
        let through = through(self);
        self.0.column_mut::<Agent>(&self.0.entities.units)[row as usize].acts.clear();
        through
    }

    pub(super) fn alive(&self, owner: u8) -> usize {
        self.0.entities.units.of(PlayerId(owner - 1)).count()
    }
}
