//! The ground of a fight, as far as it matters to one: how wide the way to it is.

use sandtable_math::{Fx, Vec2};
use sandtable_model::map::Cell;

use super::tuning::{CELL, CHOKE_REACH_CELLS, OPEN_CELLS};

/// The ground between two sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FightGround {
    /// Cells of the narrowest place between them; 0 for open ground. Who charges comes through it rank by rank.
    pub choke_cells: u16,
}

impl FightGround {
    /// The ground along the straight line between two places, where `passable` says what can be walked on: across each of its cells
    /// those within six to either side are counted, and the fewest tell.
    pub fn between(from: Vec2, to: Vec2, passable: impl Fn(Cell) -> bool) -> FightGround {
        let way = to - from;
        let cells = way.length_floor().floor_int();
        let (ahead, across) = (way.with_length_trunc(Fx::ONE), way.with_length_trunc(Fx::ONE).quarter_turn());
        let width = |step: i32| {
            let middle = from + ahead.scale_floor(Fx::from_int_saturating(step));
            let open = |offset: &i16| passable(Cell::at(middle + across.scale_floor(Fx::from_int(*offset))));
            (-CHOKE_REACH_CELLS..=CHOKE_REACH_CELLS).filter(open).count() as u16
        };
        let narrowest = (1..cells).map(width).min().unwrap_or(0);
        FightGround { choke_cells: if narrowest >= OPEN_CELLS { 0 } else { narrowest.max(1) * u16::from(cells > 1) } }
    }

    /// Ticks by which the fighter in this place of a column comes later than the first, at `speed` units of length a tick.
    pub(super) fn delay_ticks(self, place: usize, speed: i32) -> i32 {
        if self.choke_cells == 0 || speed <= 0 {
            return 0;
        }
        // Two abreast in three cells, a body length of three quarters of a cell from rank to rank.
        let abreast = (i32::from(self.choke_cells) * 4 / 3).max(1);
        let rank = place as i32 / abreast;
        rank * (CELL * 3 / 4) / speed
    }
}
