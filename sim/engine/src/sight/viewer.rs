//! Viewers: units on the map and complete buildings, whose stamps follow where they are and how far they see.

use super::Knowledge;
use super::Viewers;
use super::stamp::{Stamps, TeamStamps};
use crate::component::{ConstructionStage, Footprint, Identity, Sightings};
use crate::entities::{EntityLocation, Roster};
use crate::state::SceneBase;
use sandtable_model::map::{Cell, Rect};
use sandtable_model::rules::{Class, Kind};
use sandtable_nav::viewshed::EyePoint;
use sandtable_state::id::UnitId;
use sandtable_state::limits::MAX_PLAYERS;
use sandtable_state::{Arrange, FillWithJunk, Junk};

/// From where, and how far, something looks.
#[derive(Clone, Copy)]
struct Gaze {
    /// The cells its eyes are in: one for a unit.
    from: Rect,
    /// Cells; 0 when it sees nothing.
    radius: u8,
    /// Height of its eyes over the ground.
    height: u8,
}

impl Gaze {
    fn of_unit(cell: Cell, radius: u8, kind: &Kind) -> Gaze {
        Gaze { from: Rect { x: cell.x, y: cell.y, width: 1, height: 1 }, radius, height: kind.eye_height }
    }

    fn of_building(rect: Rect, radius: u8, kind: &Kind) -> Gaze {
        Gaze { from: middle_cells(rect), radius, height: kind.eye_height }
    }
}

/// The middle cell of a building, or the two or four that share its middle point: one of those alone would
/// shift its sight to one side.
fn middle_cells(rect: Rect) -> Rect {
    Rect {
        x: rect.x + (rect.width as i16 - 1) / 2,
        y: rect.y + (rect.height as i16 - 1) / 2,
        width: 2 - rect.width % 2,
        height: 2 - rect.height % 2,
    }
}

/// A viewer that looks otherwise than it did.
#[derive(Clone)]
struct ViewerTurn {
    id: UnitId,
    row: u32,
    old: Gaze,
    new: Gaze,
}

/// The turns of one pass: as they are found, and by team.
#[derive(Clone, Default)]
pub(super) struct ViewerTurns {
    by_chunk: Vec<TurnsByTeam>,
    by_team: TurnsByTeam,
}

impl FillWithJunk for ViewerTurns {
    fn fill_with_junk(&mut self, junk: &mut Junk) {
        let ViewerTurns { by_team, by_chunk } = self;
        let turn = |junk: &mut Junk| {
            let from = Rect { x: junk.below(9) as i16, y: junk.below(9) as i16, width: 1, height: 1 };
            let old = Gaze { from, radius: 0, height: 0 };
            ViewerTurn { id: junk.id(), row: junk.below(40) as u32, old, new: Gaze { radius: 3, ..old } }
        };
        *by_team = std::array::from_fn(|_| junk.some(turn));
        *by_chunk = junk.some(|junk| std::array::from_fn(|_| junk.some(turn)));
    }
}

type TurnsByTeam = [Vec<ViewerTurn>; MAX_PLAYERS];

/// Moves the stamps of all viewers to where they are now, those of a team in the order of ids (the limit on stamps
/// could show it), units first.
pub(super) fn follow(
    base: SceneBase<'_>,
    viewers: Viewers<'_>,
    stamps: &mut Stamps,
    knowledge: &mut [Knowledge],
    turns: &mut ViewerTurns,
) {
    turns.clear();
    find_units(base, viewers, turns);
    turns.gather();
    turns.stamp(base, &base.entities.units, stamps, knowledge);
    find_buildings(base, viewers, &mut turns.by_team);
    turns.stamp(base, &base.entities.buildings, stamps, knowledge);
    stamps.bring_together();
}

/// Notes how every unit looks now, as though there were room for all stamps.
fn find_units(base: SceneBase<'_>, viewers: Viewers<'_>, turns: &mut ViewerTurns) {
    let Viewers { unit_identity: identity, motion, .. } = viewers;
    let mut sightings = base.entities.column_mut::<Sightings>(&base.entities.units);
    base.threads.by_chunks_into(&mut sightings[..], &mut turns.by_chunk, |first, sightings, turns| {
        for (row, sightings) in (first..).zip(sightings) {
            let (identity, motion) = (&identity[row], &motion[row]);
            let cell = Cell::at(motion.position);
            let sees = motion.aboard.is_none();
            let radius = if sees { base.stats(identity.owner(), identity.kind).sight } else { 0 };
            if cell == sightings.cell && radius == sightings.radius {
                continue;
            }
            let Some(team) = base.team(identity.owner()) else { continue };
            let kind = base.kind(identity.kind);
            let old = Gaze::of_unit(sightings.cell, sightings.radius, kind);
            let new = Gaze::of_unit(cell, radius, kind);
            turns[team.index()].push(ViewerTurn { id: identity.id, row: row as u32, old, new });
            (sightings.radius, sightings.cell) = (radius, cell);
        }
    });
}

fn find_buildings(base: SceneBase<'_>, viewers: Viewers<'_>, turns: &mut TurnsByTeam) {
    let Viewers { building_identity: identity, footprint, .. } = viewers;
    let mut sightings = base.entities.column_mut::<Sightings>(&base.entities.buildings);
    for row in base.entities.buildings.rows() {
        let at = *row as usize;
        let (identity, footprint, sightings) = (&identity[at], &footprint[at], &mut sightings[at]);
        let sees = footprint.stage == ConstructionStage::Complete;
        let radius = if sees { base.stats(identity.owner(), identity.kind).sight } else { 0 };
        if radius == sightings.radius {
            continue;
        }
        let Some(team) = base.team(identity.owner()) else { continue };
        let (kind, rect) = (base.kind(identity.kind), base.rect(identity.kind, footprint.cell));
        let old = Gaze::of_building(rect, sightings.radius, kind);
        turns[team.index()].push(ViewerTurn { id: identity.id, row: *row, old, new: Gaze { radius, ..old } });
        (sightings.radius, sightings.cell) = (radius, footprint.cell);
    }
}

impl ViewerTurns {
    fn clear(&mut self) {
        self.by_chunk.iter_mut().chain([&mut self.by_team]).flatten().for_each(Vec::clear);
    }

    /// Puts together what the chunks found, in the order of ids.
    fn gather(&mut self) {
        for (team, turns) in self.by_team.iter_mut().enumerate() {
            self.by_chunk.iter_mut().for_each(|chunk| turns.append(&mut chunk[team]));
            turns.arrange_by_unique_key(|turn| turn.id);
        }
    }

    /// Carries out the turns of all teams. What is left of them has found no room and sees nothing.
    fn stamp(&mut self, base: SceneBase<'_>, roster: &Roster, stamps: &mut Stamps, knowledge: &mut [Knowledge]) {
        let weight = self.by_team.iter().map(Vec::len).sum();
        let teams = stamps.teams.len();
        let rows = (&mut self.by_team[..teams], &mut stamps.teams[..], &mut knowledge[..teams]);
        base.threads.one_by_one(weight, rows, |_, (turns, stamps, knowledge)| {
            for ((turns, stamps), knowledge) in turns.iter_mut().zip(stamps).zip(knowledge) {
                turns.retain(|turn| stamps.turn(knowledge, turn.old, turn.new) != turn.new.radius);
            }
        });
        for turn in self.by_team.iter_mut().flat_map(|turns| turns.drain(..)) {
            base.entities.column_mut::<Sightings>(roster)[turn.row as usize].radius = 0;
        }
    }
}

/// Takes away the stamp of an entity that is about to be removed.
pub(super) fn close_eyes(base: SceneBase<'_>, stamps: &mut Stamps, knowledge: &mut [Knowledge], place: EntityLocation) {
    visit_stamped(base, place, |team, gaze, stamped| {
        stamped.radius = stamps.teams[team].turn(&mut knowledge[team], gaze, Gaze { radius: 0, ..gaze });
    });
    stamps.bring_together();
}

/// Places the stamps of all viewers as their sightings say, in counts that hold none yet.
pub(super) fn open_all_eyes(base: SceneBase<'_>, stamps: &mut Stamps, knowledge: &mut [Knowledge]) {
    for id in base.entities.units.ids().iter().chain(base.entities.buildings.ids()) {
        let Some(place) = base.place(*id) else { continue };
        visit_stamped(base, place, |team, gaze, stamped| {
            stamped.radius = stamps.teams[team].turn(&mut knowledge[team], Gaze { radius: 0, ..gaze }, gaze);
        });
    }
    stamps.bring_together();
}

fn visit_stamped(base: SceneBase<'_>, place: EntityLocation, change: impl FnOnce(usize, Gaze, &mut Sightings)) {
    let roster = match place.class {
        Class::Unit => &base.entities.units,
        Class::Building => &base.entities.buildings,
        Class::Node => return,
    };
    let row = place.row as usize;
    let identity = base.entities.column::<Identity>(roster)[row];
    let stamped = &mut base.entities.column_mut::<Sightings>(roster)[row];
    let (kind, Some(team)) = (base.kind(identity.kind), base.team(identity.owner())) else { return };
    let gaze = match place.class {
        Class::Unit => Gaze::of_unit(stamped.cell, stamped.radius, kind),
        _ => {
            let footprint = base.entities.column::<Footprint>(roster)[row];
            Gaze::of_building(base.rect(identity.kind, footprint.cell), stamped.radius, kind)
        }
    };
    change(team.index(), gaze, stamped);
}

impl TeamStamps {
    /// Exchanges the stamps of a viewer that looked like `old` and looks like `new`, both from as many cells.
    /// Returns the radius stamped: 0 when the team has no room for more stamps.
    fn turn(&mut self, knowledge: &mut Knowledge, old: Gaze, new: Gaze) -> u8 {
        let more = u32::from(new.from.width * new.from.height);
        let room = old.radius > 0 || new.radius == 0 || self.has_room(more);
        let new = if room { new } else { Gaze { radius: 0, ..new } };
        for y in 0..new.from.height as i16 {
            for x in 0..new.from.width as i16 {
                let eyes = [old, new].map(|gaze| self.eye(Cell { x: gaze.from.x + x, y: gaze.from.y + y }, gaze));
                self.exchange(eyes, knowledge);
            }
        }
        new.radius
    }

    /// The eye of a gaze in one of its cells; none when it sees nothing.
    fn eye(&self, cell: Cell, gaze: Gaze) -> Option<EyePoint> {
        let eye = EyePoint { cell, radius: gaze.radius, height: gaze.height };
        (gaze.radius > 0).then(|| self.height_map().hold(eye))
    }
}
