//! What a page draws over the map, as rows of numbers: passages, places of attackers, and where there was traffic. Places are in 1/65,536 of a
//! cell.

use sandtable_math::Vec2;
use sandtable_model::map::Cell;
use sandtable_model::rules::Locomotion;
use sandtable_nav::passage::PassagePart;
use sandtable_state::id::TeamId;

use crate::Session;

/// The passages of the ground as a team's soldiers on foot know it. Of each: east and south of one mouth and of the other, cells across where it is
/// narrowest, how many cells lie in it, and those cells by number, row by row. Empty for a team that does not play.
pub fn passages(session: &Session, team: u8) -> Vec<i32> {
    let world = session.world();
    let map = &world.scenario().map;
    if usize::from(team) >= world.scenario().teams() {
        return Vec::new();
    }
    let found = world.observe_passages(TeamId(team), Locomotion::Foot);
    let mut inside: Vec<Vec<i32>> = vec![Vec::new(); found.passages().len()];
    let cells = (0..map.height as i16).flat_map(|y| (0..map.width as i16).map(move |x| Cell { x, y }));
    for (cell, number) in cells.zip(0..) {
        if let Some(spot) = found.spot(cell).filter(|spot| spot.part == PassagePart::Inside) {
            inside[spot.row()].push(number);
        }
    }
    let mut numbers = Vec::new();
    for (passage, cells) in found.passages().iter().zip(inside) {
        passage.mouths.iter().for_each(|mouth| numbers.extend(place(mouth.centre)));
        numbers.extend([i32::from(passage.width), cells.len() as i32]);
        numbers.extend(cells);
    }
    numbers
}

/// Who closes in on whom: unit, target, east and south of its place, and the number of that; −1 for one that waits for a place, which has none.
pub fn slots(session: &Session) -> Vec<i32> {
    let row = |reservation: sandtable_sim::attack_slots::ObservedReservation| {
        let (number, [x, y]) = reservation.place.map_or((-1, [0, 0]), |(slot, at)| (i32::from(slot), place(at)));
        [reservation.unit.0 as i32, reservation.target.0 as i32, x, y, number]
    };
    session.world().observe_reservations().into_iter().flat_map(row).collect()
}

/// Who moved where, every 32 ticks as far as the index pass got. Two numbers each: the tick; then the cell's number, the owner from the 20th bit and
/// the set of teams that saw it from the 24th.
pub fn traffic(session: &Session) -> Vec<i32> {
    session.index().traffic.clone()
}

fn place(at: Vec2) -> [i32; 2] {
    [at.x.bits(), at.y.bits()]
}
