//! Where fights are fought: an open field under the rules, with an army on each side.

use sandtable_content::{MatchTerms, build_scenario};
use sandtable_match::Failure;
use sandtable_model::map::{Cell, Map};
use sandtable_model::rules::{LOCOMOTIONS, Rules, Terrain, WALL_COST};
use sandtable_model::scenario::{Fog, PlacedEntity, Scenario, Victory};
use sandtable_state::id::{KindId, PlayerId};
use sandtable_state::limits::TICKS_PER_SECOND;

/// Cells of the field.
const WIDTH: u16 = 40;
const HEIGHT: u16 = 28;
/// Cells between an army's middle and its edge of the field.
const FROM_EDGE: i16 = 11;
/// Game seconds after which a fight is over.
const TIME_LIMIT: u32 = 90;

/// Units of one kind.
pub(crate) type Army = (KindId, u16);

/// An empty field under some rules.
pub(crate) struct Ground(Scenario);

impl Ground {
    /// The field under these rules, of the terrain that is plain to most of what moves.
    ///
    /// # Errors
    /// When the rules cannot have a match on it.
    pub fn new(rules: &Rules) -> Result<Ground, Failure> {
        let cells = usize::from(WIDTH) * usize::from(HEIGHT);
        let map = Map {
            starts: vec![Cell::new(1, 1), Cell::new(WIDTH as i16 - 6, HEIGHT as i16 - 6)],
            ..Map::level("field", WIDTH, HEIGHT, vec![plainest(&rules.terrain); cells])
        };
        let terms = MatchTerms {
            fog: Fog::Explored,
            time_limit_ticks: TIME_LIMIT * TICKS_PER_SECOND,
            victory: Victory::NONE,
            start_forces: false,
            ..MatchTerms::default()
        };
        Ok(Ground(build_scenario(rules.clone(), map, 2, terms)?))
    }

    /// The field with the first army in the west and the second in the east.
    pub fn with(&self, armies: [Army; 2]) -> Scenario {
        let middle = HEIGHT as i16 / 2;
        let cells = [Cell::new(FROM_EDGE, middle), Cell::new(WIDTH as i16 - 1 - FROM_EDGE, middle - 1)];
        let placed = (0_u8..)
            .zip(armies)
            .zip(cells)
            .map(|((row, (kind, count)), cell)| PlacedEntity::new(kind, PlayerId(row), cell, count));
        Scenario { placed: placed.collect(), ..self.0.clone() }
    }
}

/// The row of the terrain that bears most, blocks no sight and is cheapest.
fn plainest(terrain: &[Terrain]) -> u8 {
    let hardship = |row: &usize| {
        let one = &terrain[*row];
        let closed = LOCOMOTIONS.iter().filter(|class| one.costs[**class as usize] == WALL_COST).count();
        let cost: u32 =
            one.costs.iter().filter(|cost| **cost != WALL_COST).map(|cost| u32::from(*cost).abs_diff(8)).sum();
        (one.blocks_sight, closed, !one.buildable, cost)
    };
    (0..terrain.len()).min_by_key(hardship).unwrap_or(0) as u8
}
