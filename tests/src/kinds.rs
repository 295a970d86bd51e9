//! Rules made of a few kinds: what a test says of a kind is what sets it off from the plain unit or building.

use sandtable_math::Fx;
use sandtable_model::rules::{
    Class, FootprintSize, Kind, Locomotion, Rules, StartingForce, Stock, Terrain, UnitBody, Weapon,
};
use sandtable_state::id::{KindId, ResourceId};

/// A number. Panics when the text is no decimal.
pub fn fx(text: &str) -> Fx {
    Fx::parse_decimal(text).expect("a decimal")
}

/// Ground on which everybody on foot walks at `cost` eighths, flat and open to view.
pub fn terrain(name: &str, glyph: char, cost: u8) -> Terrain {
    let costs = [cost, cost, cost, cost, 8];
    Terrain { name: name.into(), glyph, costs, height: 0, blocks_sight: false, buildable: true }
}

/// A unit on foot of 20 hit points that sees 8 cells.
pub fn unit(name: &str) -> Kind {
    let body = UnitBody {
        locomotion: Locomotion::Foot,
        navigator: Default::default(),
        radius: fx("0.25"),
        speed: fx("0.125"),
        mass: 80,
        cargo_size: 1,
    };
    Kind { body: Some(body), vital: true, ..plain(name, Class::Unit) }
}

/// A unit like [`unit()`] that flies, and sees from high above.
pub fn flyer(name: &str) -> Kind {
    let kind = Kind { eye_height: 15, ..unit(name) };
    with_body(kind, |body| body.locomotion = Locomotion::Air)
}

/// The kind with another body.
pub fn with_body(mut kind: Kind, change: impl FnOnce(&mut UnitBody)) -> Kind {
    change(kind.body.as_mut().expect("a unit"));
    kind
}

/// A building of `side` × `side` cells.
pub fn building(name: &str, side: u8) -> Kind {
    let footprint = Some(FootprintSize { width: side, height: side, gate: false });
    Kind { footprint, vital: true, ..plain(name, Class::Building) }
}

/// A node of one cell that holds 100 of the only resource.
pub fn node(name: &str) -> Kind {
    let stock = Some(Stock { resource: ResourceId(0), amount: 100, workers: 2 });
    let footprint = Some(FootprintSize { width: 1, height: 1, gate: false });
    Kind { stock, footprint, max_hp: Fx::ONE, ..plain(name, Class::Node) }
}

fn plain(name: &str, class: Class) -> Kind {
    Kind { make_ticks: 16, max_hp: fx("20"), sight: 8, eye_height: 1, score: 1, ..Kind::plain(name, class) }
}

/// A weapon against what is on the ground, that hits at once and looks for targets 6 cells around.
pub fn weapon(damage: &str, range: &str, windup_ticks: u16, cooldown_ticks: u16) -> Weapon {
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
        hits: sandtable_model::rules::Layers { ground: true, air: false },
        on_the_move: false,
        heals: false,
        noise: Fx::ZERO,
    }
}

/// Rules with one resource, one kind of damage that does all its damage, and nothing that nobody asked for. The base is the first
/// building; panics when there is none.
pub fn rules(terrain: Vec<Terrain>, kinds: Vec<Kind>) -> Rules {
    let base = kinds.iter().position(|kind| kind.class == Class::Building).expect("a building");
    Rules {
        name: "sketch".into(),
        resources: vec!["gold".into()],
        terrain,
        damage_kinds: vec!["plain".into()],
        armour_classes: vec!["plain".into()],
        damage_percent: vec![vec![100]],
        kinds,
        techs: Vec::new(),
        abilities: Vec::new(),
        refund_percent: 75,
        repair_cost_percent: 25,
        supply_limit: 4096,
        start: StartingForce { resources: [0; 4], base: KindId(base as u16), units: Vec::new() },
        conduct: None,
        jobs: None,
        perception: Default::default(),
        slots: false,
    }
}
