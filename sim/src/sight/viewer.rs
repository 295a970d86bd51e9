//! Viewers: units on the map and complete buildings, whose stamps follow where they are and how far they see.

use super::Knowledge;
use super::relief::Eye;
use super::stamp::Stamps;
use crate::component::{Identity, Motion, Sightings, Site, Stage};
use crate::map::{Cell, Rect};
use crate::rules::{Class, Kind};
use crate::world::{Place, World};

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

/// Moves the stamps of all viewers to where they are now, in the order of ids (the limit on stamps could show it).
pub(super) fn follow(world: &World, stamps: &mut Stamps, knowledge: &mut [Knowledge]) {
    follow_units(world, stamps, knowledge);
    follow_buildings(world, stamps, knowledge);
}

fn follow_units(world: &World, stamps: &mut Stamps, knowledge: &mut [Knowledge]) {
    let identity = world.column::<Identity>(&world.units);
    let motion = world.column::<Motion>(&world.units);
    let mut sightings = world.column_mut::<Sightings>(&world.units);
    for row in world.units.rows() {
        let row = *row as usize;
        let (identity, motion, sightings) = (&identity[row], &motion[row], &mut sightings[row]);
        let cell = Cell::at(motion.position);
        let sees = motion.aboard.is_none();
        let radius = if sees { world.stats(identity.owner(), identity.kind).sight } else { 0 };
        if cell == sightings.cell && radius == sightings.radius {
            continue;
        }
        let Some(team) = world.team(identity.owner()) else { continue };
        let kind = world.kind(identity.kind);
        let old = Gaze::of_unit(sightings.cell, sightings.radius, kind);
        let new = Gaze::of_unit(cell, radius, kind);
        sightings.radius = stamps.turn(&mut knowledge[team.index()], team.index(), old, new);
        sightings.cell = cell;
    }
}

fn follow_buildings(world: &World, stamps: &mut Stamps, knowledge: &mut [Knowledge]) {
    let identity = world.column::<Identity>(&world.buildings);
    let site = world.column::<Site>(&world.buildings);
    let mut sightings = world.column_mut::<Sightings>(&world.buildings);
    for row in world.buildings.rows() {
        let row = *row as usize;
        let (identity, site, sightings) = (&identity[row], &site[row], &mut sightings[row]);
        let sees = site.stage == Stage::Complete;
        let radius = if sees { world.stats(identity.owner(), identity.kind).sight } else { 0 };
        if radius == sightings.radius {
            continue;
        }
        let Some(team) = world.team(identity.owner()) else { continue };
        let (kind, rect) = (world.kind(identity.kind), world.rect(identity.kind, site.cell));
        let old = Gaze::of_building(rect, sightings.radius, kind);
        sightings.radius = stamps.turn(&mut knowledge[team.index()], team.index(), old, Gaze { radius, ..old });
        sightings.cell = site.cell;
    }
}

/// Takes away the stamp of an entity that is about to be removed.
pub(super) fn close_eyes(world: &World, stamps: &mut Stamps, knowledge: &mut [Knowledge], place: Place) {
    visit_stamped(world, place, |team, gaze, stamped| {
        stamped.radius = stamps.turn(&mut knowledge[team], team, gaze, Gaze { radius: 0, ..gaze });
    });
}

/// Places the stamps of all viewers as their sightings say, in counts that hold none yet.
pub(super) fn open_all_eyes(world: &World, stamps: &mut Stamps, knowledge: &mut [Knowledge]) {
    for id in world.units.ids().iter().chain(world.buildings.ids()) {
        let Some(place) = world.place(*id) else { continue };
        visit_stamped(world, place, |team, gaze, stamped| {
            stamped.radius = stamps.turn(&mut knowledge[team], team, Gaze { radius: 0, ..gaze }, gaze);
        });
    }
}

fn visit_stamped(world: &World, place: Place, change: impl FnOnce(usize, Gaze, &mut Sightings)) {
    let roster = match place.class {
        Class::Unit => &world.units,
        Class::Building => &world.buildings,
        Class::Node => return,
    };
    let row = place.row as usize;
    let identity = world.column::<Identity>(roster)[row];
    let stamped = &mut world.column_mut::<Sightings>(roster)[row];
    let (kind, Some(team)) = (world.kind(identity.kind), world.team(identity.owner())) else { return };
    let gaze = match place.class {
        Class::Unit => Gaze::of_unit(stamped.cell, stamped.radius, kind),
        _ => {
            let site = world.column::<Site>(roster)[row];
            Gaze::of_building(world.rect(identity.kind, site.cell), stamped.radius, kind)
        }
    };
    change(team.index(), gaze, stamped);
}

impl Stamps {
    /// Exchanges the stamps of a viewer that looked like `old` and looks like `new`, both from as many cells.
    /// Returns the radius stamped: 0 when the team has no room for more stamps.
    fn turn(&mut self, knowledge: &mut Knowledge, team: usize, old: Gaze, new: Gaze) -> u8 {
        let more = u32::from(new.from.width * new.from.height);
        let room = old.radius > 0 || new.radius == 0 || self.has_room(team, more);
        let new = if room { new } else { Gaze { radius: 0, ..new } };
        for (before, after) in old.from.cells().zip(new.from.cells()) {
            self.exchange(team, self.eye(before, old), self.eye(after, new), knowledge);
        }
        new.radius
    }

    /// The eye of a gaze in one of its cells; none when it sees nothing.
    fn eye(&self, cell: Cell, gaze: Gaze) -> Option<Eye> {
        let eye = Eye { cell, radius: gaze.radius, height: gaze.height };
        (gaze.radius > 0).then(|| self.relief().hold(eye))
    }
}
