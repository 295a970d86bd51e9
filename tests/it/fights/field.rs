//! A bare field and rules of its own to fight on: numbers chosen so that results can be counted by hand.

use std::collections::BTreeMap;

use sandtable_math::{Fx, Vec2};
use sandtable_model::OrderKind;
use sandtable_model::rules::{Ability, AbilityEffect, AbilityTarget, Kind, Layers, Rules, Weapon, Worker};
use sandtable_sim::component::TaskKind;
use sandtable_sim::event::Rejection;
use sandtable_sim::snapshot::dump;
use sandtable_sim::{ObservedBuilding, ObservedUnit};
use sandtable_state::id::{AbilityId, Handle, KindId, PlayerId, UnitId};
use sandtable_tests::kinds::{building, flyer, fx, rules, terrain, unit, weapon};
use sandtable_tests::{Fixture, Game};

/// What can be taken from a unit at once, by an ability and by a kind that has no other.
const WOUNDS: [u16; 6] = [1, 3, 10, 16, 18, 100];

/// A blast at a point that hurts enemies and heals friends, a curse on one enemy, a rest for oneself; and wounds.
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
    let hurt = |amount: i16| AbilityEffect::Damage { amount: Fx::from_int(amount), damage_kind: 0 };
    let slow = AbilityEffect::Status { speed_percent: 50, damage_percent: 60, ticks: 10 };
    // Armour takes one off.
    let wound = |amount: &u16| Ability {
        range: fx("32"),
        ..ability(&format!("wound_{amount}"), AbilityTarget::Enemy, "0", vec![hurt(*amount as i16 + 1)])
    };
    let mut all = vec![
        ability("blast", AbilityTarget::Point, "1", vec![hurt(9), AbilityEffect::Heal { amount: fx("2") }]),
        ability("slow", AbilityTarget::Enemy, "0", vec![slow]),
        ability("rest", AbilityTarget::Oneself, "0", vec![AbilityEffect::Heal { amount: fx("5") }]),
    ];
    all.extend(WOUNDS.iter().map(wound));
    all
}

fn kinds() -> Rules {
    let soldier = |name: &str, weapon: Weapon| Kind { weapon: Some(weapon), ..unit(name) };
    let caster =
        |name: &str, rows: &[u8]| Kind { abilities: rows.iter().map(|row| AbilityId(*row)).collect(), ..unit(name) };
    let house = |name: &str| Kind { max_hp: fx("100"), armour_class: 1, make_ticks: 1_600, ..building(name, 2) };
    let bow =
        Weapon { projectile_speed: Fx::HALF, hits: Layers { ground: true, air: true }, ..weapon("5", "5", 2, 10) };
    let mortar = Weapon { min_range: fx("2"), splash: fx("2"), projectile_speed: Fx::HALF, ..weapon("12", "8", 0, 30) };
    let heal = Weapon { heals: true, ..weapon("3", "4", 0, 8) };
    let work = Worker {
        gather_ticks: [0; 4],
        load: [0; 4],
        builds: vec![KindId(0)],
        build_percent: 100,
        repair_rate: Fx::ONE,
    };
    let mut kinds = vec![
        Kind { weapon: Some(bow.clone()), ..house("tower") },
        house("hut"),
        soldier("sword", weapon("5", "0.5", 4, 12)),
        soldier("bow", bow),
        soldier("mortar", mortar),
        soldier("healer", heal),
        flyer("kite"),
        Kind { worker: Some(work), ..soldier("peasant", weapon("2", "0.5", 4, 12)) },
        caster("witch", &[0, 1]),
        caster("monk", &[2]),
    ];
    kinds.extend((3..).zip(WOUNDS).map(|(row, amount)| caster(&format!("wound_{amount}"), &[row])));
    let kinds = kinds.into_iter().map(|kind| Kind { armour: Fx::ONE, ..kind }).collect();
    let mut rules = rules(vec![terrain("grass", '.', 8)], kinds);
    rules.armour_classes.push("wall".into());
    rules.damage_percent = vec![vec![100, 50]];
    rules.abilities = abilities();
    rules
}

/// The field with nobody on it.
pub(super) fn field() -> Fixture {
    Fixture::sketched(kinds(), &format!("{}\n", ".".repeat(32)).repeat(32))
}

/// A match on the field in which everybody stands where it is unless it is told otherwise.
pub(super) struct Field(pub(super) Game);

impl Field {
    pub(super) fn new(fixture: Fixture, seed: u64) -> Field {
        let mut field = Field(fixture.start(seed));
        for player in [1, 2] {
            let units = field.0.world.observe_units().filter(|unit| unit.id.owner().0 + 1 == player);
            let units: Vec<Handle> = units.map(|unit| Handle(unit.id.0)).collect();
            if !units.is_empty() {
                field.0.order(player, &units, OrderKind::Hold);
            }
        }
        field
    }

    /// The only entity of a kind of a player.
    pub(super) fn one(&self, player: u8, kind: &str) -> Handle {
        let all = self.0.own(player, kind);
        assert_eq!(all.len(), 1, "{kind}");
        all[0]
    }

    /// A tick; returns why orders were refused.
    pub(super) fn tick(&mut self) -> Vec<Rejection> {
        let refused = self.0.step();
        self.check_incoming();
        refused
    }

    pub(super) fn ticks(&mut self, count: u32) {
        for _ in 0..count {
            assert_eq!(self.tick(), []);
        }
    }

    /// What is on its way is the sum over wind-ups and projectiles, whatever was cancelled or died.
    fn check_incoming(&self) {
        let lines = dump(&self.0.world);
        let of = |field: &str| -> BTreeMap<String, String> {
            let lines = lines.iter().filter(|line| line.field == field && line.part != "unit.effects");
            lines.map(|line| (line.owner.clone(), line.value.clone())).collect()
        };
        let (incoming, windups, targets) = (of("incoming"), of("windup"), of("target"));
        let announced: i64 = incoming.values().map(|amount| i64::from(fx(amount).bits())).sum();
        let kinds: BTreeMap<String, KindId> = self.units().map(|unit| (unit.id.to_string(), unit.kind)).collect();
        let rules = self.0.world.rules();
        let mut expected = 0;
        let mut expect = |damage: Fx, target: &str| {
            let hit = |kind: &KindId| {
                let percent = rules.damage_percent[0][usize::from(rules.kind(*kind).armour_class)];
                i64::from((damage.percent_floor(percent.into()) - Fx::ONE).max(Fx::HALF).bits())
            };
            expected += kinds.get(target).map_or(0, hit);
        };
        for (shooter, _) in windups.iter().filter(|(_, ticks)| *ticks != "0") {
            let weapon = rules.kind(kinds[shooter]).weapon.as_ref().expect("it winds up");
            let percent = self.status(shooter).map_or(100, |[_, damage]| damage);
            expect(weapon.damage.percent_floor(percent as i32), &targets[shooter]);
        }
        for (shot, damage) in of("damage") {
            expect(fx(&damage), &targets[&shot]);
        }
        assert_eq!(announced, expected, "tick {}", self.0.world.tick());
    }

    /// Percent of speed and damage of one under a status.
    pub(super) fn status(&self, id: &str) -> Option<[u32; 2]> {
        let lines = dump(&self.0.world);
        let line =
            lines.iter().find(|line| line.part == "unit.effects" && line.owner == id && line.field == "active")?;
        let numbers = line.value.split(|letter: char| !letter.is_ascii_digit()).filter_map(|word| word.parse().ok());
        let numbers: Vec<u32> = numbers.collect();
        let active = numbers.chunks(3).find(|status| status[0] >= self.0.world.tick())?;
        Some([active[1], active[2]])
    }

    fn units(&self) -> impl Iterator<Item = Body> + '_ {
        let units = self.0.world.observe_units().map(Body::from);
        units.chain(self.0.world.observe_buildings().map(Body::from))
    }

    pub(super) fn body(&self, id: Handle) -> Body {
        self.units().find(|body| body.id.0 == id.0).expect("alive")
    }

    /// Damage on its way to it.
    pub(super) fn incoming(&self, id: Handle) -> Fx {
        let owner = UnitId(id.0).to_string();
        let lines = dump(&self.0.world);
        fx(&lines.iter().find(|line| line.owner == owner && line.field == "incoming").expect("alive").value)
    }

    /// Hit points; 0 for the dead.
    pub(super) fn hp(&self, id: Handle) -> Fx {
        self.0.hp(id).unwrap_or(Fx::ZERO)
    }

    pub(super) fn target(&self, id: Handle) -> Handle {
        Handle(self.body(id).target.0)
    }

    pub(super) fn attack(&mut self, id: Handle, target: Handle) {
        let player = UnitId(id.0).owner().0 + 1;
        self.0.order(player, &[id], OrderKind::Attack(self.named(player, target)));
    }

    /// What a player calls an entity.
    fn named(&self, player: u8, id: Handle) -> Handle {
        let names = |handle: Handle| self.0.world.observe_handle(PlayerId(player - 1), handle) == Some(UnitId(id.0));
        let known = self.0.view(player).foreign();
        known.iter().map(|body| body.handle).find(|handle| names(*handle)).unwrap_or(id)
    }

    /// Takes hit points from a unit, by the ability of an enemy that is there for it.
    pub(super) fn wound(&mut self, id: Handle, amount: u16) {
        let player = 2 - UnitId(id.0).owner().0;
        let name = format!("wound_{amount}");
        let (by, before) = (self.one(player, &name), self.hp(id));
        assert!(self.cast(by, &name, id, Vec2::ZERO));
        assert_eq!(self.hp(id), (before - Fx::from_int(amount as i16)).max(Fx::ZERO));
    }

    /// A tick in which `caster` means to use an ability; whether it is through with that.
    pub(super) fn cast(&mut self, caster: Handle, ability: &str, target: Handle, point: Vec2) -> bool {
        assert_eq!(self.try_cast(caster, ability, target, point), []);
        self.0.unit(caster).expect("alive").task != Some(TaskKind::Cast)
    }

    /// The same; returns why it was refused.
    pub(super) fn try_cast(&mut self, caster: Handle, name: &str, target: Handle, point: Vec2) -> Vec<Rejection> {
        let row = self.0.world.rules().abilities.iter().position(|ability| ability.name == name);
        let ability = AbilityId(row.expect("an ability") as u8);
        let player = UnitId(caster.0).owner().0 + 1;
        let target = if target == Handle::NONE { target } else { self.named(player, target) };
        self.0.order(player, &[caster], OrderKind::Ability { ability, target, point });
        self.tick()
    }

    pub(super) fn alive(&self, player: u8) -> usize {
        self.0.world.observe_units().filter(|unit| unit.id.owner().0 + 1 == player).count()
    }
}

/// A unit or building.
pub(super) struct Body {
    pub(super) id: UnitId,
    pub(super) kind: KindId,
    pub(super) target: UnitId,
    pub(super) hurt_by: UnitId,
}

impl From<ObservedUnit> for Body {
    fn from(unit: ObservedUnit) -> Body {
        let ObservedUnit { id, kind, target, hurt_by, .. } = unit;
        Body { id, kind, target, hurt_by }
    }
}

impl From<ObservedBuilding> for Body {
    fn from(building: ObservedBuilding) -> Body {
        let ObservedBuilding { id, kind, target, hurt_by, .. } = building;
        Body { id, kind, target, hurt_by }
    }
}
