//! New maps from a seed: noise for the ground, the same for every player, checked before it is given out.
//!
//! Everything is drawn through the symmetry's whole group at once, so that a map cannot come out lopsided; roads are
//! cut where the noise closed the way.

mod palette;
mod relief;
mod roads;
mod sites;
mod sketch;
mod tuning;

use sandtable_math::mix;
use sandtable_model::map::{Isometry, Map, SYMMETRIES, Symmetry};
use sandtable_model::rules::Rules;
use sandtable_state::limits::MAX_MAP_SIDE;

use super::{MapFinding, RawMap, check_map};
use palette::Palette;
use sketch::Sketch;
use tuning::{MAX_ATTEMPTS, MAX_EXPANSIONS, MAX_PERCENT, MAX_RELIEF, MAX_STRAIT, MIN_SIDE};

/// What kind of map to make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GenerateOptions {
    /// The map's name; made from the seed when empty.
    pub name: String,
    /// Cells eastwards, 16 … 1,024.
    pub width: u16,
    /// Cells southwards, 16 … 1,024.
    pub height: u16,
    /// Players: 2, 4 or 8.
    pub players: u8,
    /// The symmetry: `rotate2`, `mirror_x` or `mirror_y` for 2 players, `rotate4` for 4 and 8 (eight starts are mirrored too).
    pub symmetry: Symmetry,
    /// Percent of the map under forest, 0 … 40.
    pub forest_percent: u8,
    /// Percent of the map under water, 0 … 40.
    pub water_percent: u8,
    /// Percent of the map that is cliff, 0 … 40.
    pub cliff_percent: u8,
    /// The greatest height, 0 … 8; 0 is flat.
    pub relief: u8,
    /// Expansions of each player besides its start, 0 … 6.
    pub expansions: u8,
    /// Cells of water between the players' islands, 0 … 40; 0 is one land for all.
    pub strait: u8,
}

impl Default for GenerateOptions {
    fn default() -> GenerateOptions {
        GenerateOptions {
            name: String::new(),
            width: 64,
            height: 64,
            players: 2,
            symmetry: Symmetry::Rotate2,
            forest_percent: 12,
            water_percent: 7,
            cliff_percent: 7,
            relief: 0,
            expansions: 2,
            strait: 0,
        }
    }
}

impl GenerateOptions {
    /// The usual options for a number of players.
    pub fn for_players(players: u8) -> GenerateOptions {
        let usual = GenerateOptions::default();
        let symmetry = if players > 2 { Symmetry::Rotate4 } else { usual.symmetry };
        GenerateOptions { players, symmetry, ..usual }
    }
}

/// The symmetry of a name.
///
/// # Errors
/// There is none of that name: the names there are.
pub fn read_symmetry(name: &str) -> Result<Symmetry, String> {
    let known = || SYMMETRIES.map(Symmetry::name).join(", ");
    Symmetry::named(name).ok_or_else(|| format!("expected one of {}", known()))
}

/// Why there is no such map.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    /// An option outside its range.
    #[error("{option}: found {found}; expected {expected}")]
    Option {
        /// The option.
        option: &'static str,
        /// Its value.
        found: String,
        /// What would do.
        expected: String,
    },
    /// The options leave no room for what they ask for.
    #[error(
        "no map in {MAX_ATTEMPTS} attempts; the last one failed by {reason}: fewer players or a larger map would do"
    )]
    NoRoom {
        /// What the last attempt failed by.
        reason: String,
    },
}

/// A map for a ruleset. The same seed, options and rules give the same map on every platform.
///
/// # Errors
/// Options outside their ranges, or without room for what they ask for.
pub fn generate(seed: u64, options: &GenerateOptions, rules: &Rules) -> Result<RawMap, GenerateError> {
    validate(options)?;
    let mut reason = String::new();
    for attempt in 0..MAX_ATTEMPTS {
        match sketch_map(mix(seed, attempt), options, rules) {
            Ok(map) => return Ok(finished(seed, options, rules, map)),
            Err(problem) => reason = problem,
        }
    }
    Err(GenerateError::NoRoom { reason })
}

fn finished(seed: u64, options: &GenerateOptions, rules: &Rules, mut map: Map) -> RawMap {
    map.name = if options.name.is_empty() { format!("generated {seed}") } else { options.name.clone() };
    let mut raw = RawMap::from_map("", &map, rules);
    let (width, height, players) = (options.width, options.height, options.players);
    raw.header.description = format!("Generated with seed {seed}: {width} x {height} cells, {players} players.");
    raw
}

fn sketch_map(seed: u64, options: &GenerateOptions, rules: &Rules) -> Result<Map, String> {
    let palette = Palette::from_rules(rules);
    let mut sketch = Sketch::new(options, rules, &palette, group(options));
    relief::draw(&mut sketch, seed, options);
    let sites = sites::place(&mut sketch, seed, options)?;
    roads::connect(&mut sketch, &sites);
    let map = sketch.into_map(options);
    match check_map(&map, rules).first() {
        Some(MapFinding { found, .. }) => Err(found.clone()),
        None => Ok(map),
    }
}

/// The mappings of the declared symmetry; all eight of the square for eight players.
fn group(options: &GenerateOptions) -> &'static [Isometry] {
    if options.players == 8 { &Isometry::SQUARE } else { options.symmetry.group() }
}

fn validate(options: &GenerateOptions) -> Result<(), GenerateError> {
    let sides = (u32::from(MIN_SIDE), MAX_MAP_SIDE);
    within("width", u32::from(options.width), sides)?;
    within("height", u32::from(options.height), sides)?;
    for (option, percent) in [
        ("forest_percent", options.forest_percent),
        ("water_percent", options.water_percent),
        ("cliff_percent", options.cliff_percent),
    ] {
        within(option, u32::from(percent), (0, u32::from(MAX_PERCENT)))?;
    }
    within("relief", u32::from(options.relief), (0, u32::from(MAX_RELIEF)))?;
    within("expansions", u32::from(options.expansions), (0, u32::from(MAX_EXPANSIONS)))?;
    within("strait", u32::from(options.strait), (0, u32::from(MAX_STRAIT)))?;
    let orbit = if options.players == 8 { Symmetry::Rotate4 } else { options.symmetry };
    let players_fit = options.symmetry == orbit && group(options).len() == usize::from(options.players);
    if options.symmetry == Symmetry::None || !players_fit {
        let found = format!("\"{}\" for {} players", options.symmetry.name(), options.players);
        let expected = "\"rotate2\", \"mirror_x\" or \"mirror_y\" for 2 players, \"rotate4\" for 4 or 8".to_owned();
        return Err(GenerateError::Option { option: "symmetry", found, expected });
    }
    if !options.symmetry.fits(options.width, options.height) {
        let found = format!("{} x {} cells with \"{}\"", options.width, options.height, options.symmetry.name());
        return Err(GenerateError::Option { option: "width", found, expected: "a square map".to_owned() });
    }
    Ok(())
}

fn within(option: &'static str, value: u32, (low, high): (u32, u32)) -> Result<(), GenerateError> {
    if (low..=high).contains(&value) {
        return Ok(());
    }
    Err(GenerateError::Option { option, found: value.to_string(), expected: format!("{low} to {high}") })
}
