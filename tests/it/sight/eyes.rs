//! A few kinds with different eyes on a drawn map under full fog, and what a player sees of it.

use sandtable_math::{Fx, Vec2};
use sandtable_model::OrderKind;
use sandtable_model::map::Cell;
use sandtable_model::rules::{
    Ability, AbilityEffect, AbilityTarget, Cargo, FootprintSize, Kind, Rules, Terrain, Worker,
};
use sandtable_model::scenario::Fog;
use sandtable_sim::sight::Visibility;
use sandtable_state::id::{AbilityId, Handle, KindId};
use sandtable_tests::kinds::{building, flyer, fx, node, rules, terrain, unit, with_body};
use sandtable_tests::{Fixture, Game};

fn kinds() -> Rules {
    let forest = Terrain { height: 1, blocks_sight: true, buildable: false, ..terrain("forest", 'f', 8) };
    let speed = |kind: Kind| with_body(kind, |body| body.speed = Fx::HALF);
    let (gather_ticks, load) = ([1, 0, 0, 0], [100, 0, 0, 0]);
    let work = Worker { gather_ticks, load, builds: vec![HOUSE], build_percent: 100, repair_rate: Fx::ONE };
    let gate = Some(FootprintSize { width: 1, height: 1, gate: true });
    let kinds = vec![
        Kind { sight: 5, trains: vec![KindId(1)], make_ticks: 1_600, ..building("house", 2) },
        Kind { sight: 6, ..speed(unit("scout")) },
        Kind { sight: 3, ..speed(unit("digger")) },
        Kind { sight: 6, cargo: Some(Cargo { capacity: 4 }), ..speed(flyer("bird")) },
        Kind { sight: 7, eye_height: 3, ..building("tower", 1) },
        Kind { sight: 0, footprint: gate, ..building("gate", 1) },
        Kind { sight: 0, eye_height: 0, ..node("tree") },
        Kind { sight: 0, worker: Some(work), ..speed(unit("mason")) },
        // Hurts what is near a point wherever it is, seen or not.
        Kind { sight: 0, abilities: vec![AbilityId(0), AbilityId(1)], ..unit("smith") },
    ];
    let mut rules = rules(vec![terrain("grass", '.', 8), forest], kinds);
    rules.abilities = vec![blow("nick", "5"), blow("raze", "100")];
    rules
}

fn blow(name: &str, damage: &str) -> Ability {
    Ability {
        name: name.into(),
        target: AbilityTarget::Point,
        range: fx("32"),
        radius: fx("0.125"),
        cooldown_ticks: 1,
        effects: vec![AbilityEffect::Damage { amount: fx(damage), damage_kind: 0 }],
        noise: Fx::ZERO,
    }
}

/// A player's smith hurts what is at a point with the next step.
pub(super) fn smite(game: &mut Game, player: u8, ability: u8, point: Vec2) {
    let smiths = game.own(player, "smith");
    let verb = OrderKind::Ability { ability: AbilityId(ability), target: Handle::NONE, point };
    game.order(player, &smiths, verb);
}

/// Takes 5 hit points.
pub(super) const NICK: u8 = 0;
/// Takes 100.
pub(super) const RAZE: u8 = 1;
const HOUSE: KindId = KindId(0);

/// A drawing of `.` and `f` (ground and forest), digits (ground at that height) and `t` (a tree).
pub(super) fn eyed(drawing: &[String]) -> Fixture {
    Fixture::sketched(kinds(), &drawing.join("\n")).fog(Fog::Full)
}

/// A drawing of open ground.
pub(super) fn meadow(side: usize) -> Vec<String> {
    vec![".".repeat(side); side]
}

/// What a player sees: its map, `?` unexplored, `-` explored, terrain where visible and `@` under an own unit.
pub(super) fn picture(game: &Game, player: u8, drawing: &[String]) -> String {
    let view = game.view(player);
    let own: Vec<Cell> = view.own_units().iter().map(|unit| Cell::at(unit.position)).collect();
    let glyph = |x: usize, y: usize, plain: char| {
        let cell = Cell::new(x as i16, y as i16);
        match view.visibility(cell) {
            Visibility::Unexplored => '?',
            Visibility::Explored => '-',
            Visibility::Visible if own.contains(&cell) => '@',
            Visibility::Visible => plain,
        }
    };
    let lines = drawing
        .iter()
        .enumerate()
        .map(|(y, line)| line.chars().enumerate().map(|(x, plain)| glyph(x, y, plain)).collect::<String>());
    lines.collect::<Vec<_>>().join("\n")
}
