//! A few kinds with different eyes on a drawn map under full fog, and what a player sees of it.

use sandtable_model::map::Cell;
use sandtable_model::rules::{FootprintSize, Kind, Rules, Terrain};
use sandtable_model::scenario::Fog;
use sandtable_sim::sight::Visibility;
use sandtable_tests::kinds::{building, flyer, node, rules, terrain, unit};
use sandtable_tests::{Fixture, Game};

fn kinds() -> Rules {
    let forest = Terrain { height: 1, blocks_sight: true, buildable: false, ..terrain("forest", 'f', 8) };
    let gate = Some(FootprintSize { width: 1, height: 1, gate: true });
    let kinds = vec![
        Kind { sight: 6, ..unit("scout") },
        Kind { sight: 3, ..unit("digger") },
        Kind { sight: 6, ..flyer("bird") },
        Kind { sight: 5, ..building("house", 2) },
        Kind { sight: 7, eye_height: 3, ..building("tower", 1) },
        Kind { sight: 0, footprint: gate, ..building("gate", 1) },
        Kind { sight: 0, eye_height: 0, ..node("tree") },
    ];
    rules(vec![terrain("grass", '.', 8), forest], kinds)
}

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
