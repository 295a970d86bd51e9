//! The map of a match that is made and not drawn: the settings of the generator, in the match file.

use sandtable_math::Bounds;
use sandtable_model::map::{Map, Symmetry};
use sandtable_model::rules::Rules;

use super::map::{GenerateError, GenerateOptions, generate};
use super::{Document, TableReader};

/// The table's key.
pub(super) const TABLE: &str = "generate";
/// Cells along one side: a file is to be read quickly, whoever wrote it.
const SIDE: Bounds<u16> = Bounds::new(16, 256);
/// Percent of the map that each sort of ground may cover; cells of water between islands.
const PERCENT: Bounds<u8> = Bounds::new(0, 40);
const SYMMETRIES: [(&str, Symmetry); 4] = [
    ("rotate2", Symmetry::Rotate2),
    ("rotate4", Symmetry::Rotate4),
    ("mirror_x", Symmetry::MirrorX),
    ("mirror_y", Symmetry::MirrorY),
];

/// The map that a table asks for; none when there is no such map, which is recorded then.
pub(super) fn make(document: &Document<'_>, table: &TableReader<'_>, rules: &Rules) -> Option<Map> {
    let seed = table.seed("seed").or(1);
    let options = read(table);
    // What follows from a refused value is not told as well.
    if document.has_errors() {
        return None;
    }
    match generate(seed, &options, rules) {
        Ok(raw) => match raw.resolve(rules) {
            Ok(map) => Some(map),
            Err(issues) => {
                table.error("", issues.to_string(), "other settings");
                None
            }
        },
        Err(GenerateError::Option { option, found, expected }) => {
            table.error(option, found, expected);
            None
        }
        Err(GenerateError::NoRoom { reason }) => {
            table.error("", reason, "fewer players, or a larger map");
            None
        }
    }
}

fn read(table: &TableReader<'_>) -> GenerateOptions {
    let players = table.int("players", Bounds::new(2, 8)).or(GenerateOptions::default().players);
    let usual = GenerateOptions::for_players(players);
    GenerateOptions {
        width: table.int("width", SIDE).or(usual.width),
        height: table.int("height", SIDE).or(usual.height),
        symmetry: table.choice("symmetry", &SYMMETRIES).or(usual.symmetry),
        forest_percent: table.int("forest", PERCENT).or(usual.forest_percent),
        water_percent: table.int("water", PERCENT).or(usual.water_percent),
        cliff_percent: table.int("cliff", PERCENT).or(usual.cliff_percent),
        relief: table.int("relief", Bounds::new(0, 8)).or(usual.relief),
        expansions: table.int("expansions", Bounds::new(0, 6)).or(usual.expansions),
        strait: table.int("strait", PERCENT).or(usual.strait),
        ..usual
    }
}
