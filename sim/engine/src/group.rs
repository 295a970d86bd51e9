//! Who goes to one point in one tick is a group, in however many orders it was sent: each member gets a place of its own.
//!
//! The goal stays common, so that all walk by one field. A member that had a place at this point already keeps it, whoever
//! else comes: repeating an order moves nobody.

use crate::component::Agent;
use crate::component::{Identity, Motion, TaskKind};
use crate::scene::Scene;
use crate::state::{FillWithJunk, Junk};
use sandtable_math::{Fx, Vec2};
use sandtable_model::map::{Cell, Rect};
use sandtable_model::rules::{Locomotion, WALL_COST};
use sandtable_nav::flow_field::group;
use sandtable_nav::flow_field::group::PlaceStanding;
use sandtable_nav::flow_field::plain_cells::PLAIN;
use sandtable_nav::line::{NOTHING, is_clear};
use sandtable_state::id::{PlayerId, UnitId};

/// A unit that was sent to a point in this tick.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveRequest {
    /// Who sent it.
    pub player: PlayerId,
    /// Where to.
    pub point: Vec2,
    /// The unit.
    pub id: UnitId,
    /// The place it had at this point before.
    pub kept: Option<Vec2>,
}

/// Room to wait for places in.
#[derive(Default)]
pub(crate) struct GroupWorkspace {
    /// Who was sent to points and has not been given a place there yet.
    pub(crate) marches: Vec<MoveRequest>,
}

impl FillWithJunk for GroupWorkspace {
    fn fill_with_junk(&mut self, junk: &mut Junk) {
        let player = PlayerId(0);
        self.marches = junk.some(|junk| MoveRequest { player, point: junk.point(), id: junk.id(), kept: None });
    }
}

/// What giving places borrows of a world.
pub(crate) struct GroupContext<'w> {
    pub(crate) scene: Scene<'w>,
    /// Who is to have one.
    pub(crate) workspace: &'w mut GroupWorkspace,
}

/// Gives all who were sent to points in this tick their places.
pub(crate) fn settle(cx: GroupContext<'_>) {
    let GroupContext { scene, workspace: GroupWorkspace { marches } } = cx;
    if marches.is_empty() {
        return;
    }
    let key = |march: &MoveRequest| (march.player, march.point.x, march.point.y, march.id);
    // Stable: of two orders to one point the first knows the place that was had before.
    marches.sort_by_key(key);
    marches.dedup_by_key(|march| key(march));
    let mut sent: Vec<UnitId> = marches.iter().map(|march| march.id).collect();
    sent.sort_unstable();
    for group in marches.chunk_by(|one, other| (one.player, one.point) == (other.player, other.point)) {
        settle_group(&scene, group, &sent);
    }
    marches.clear();
}

/// A member that needs a place.
#[derive(Clone, Copy)]
struct GroupMember {
    id: UnitId,
    position: Vec2,
    class: Locomotion,
    radius: Fx,
}

/// `sent` are all who were sent anywhere in this tick, by id.
fn settle_group(scene: &Scene<'_>, marches: &[MoveRequest], sent: &[UnitId]) {
    let Some(MoveRequest { player, point, .. }) = marches.first().copied() else { return };
    for march in marches {
        if let Some(place) = march.kept {
            note_place(scene, march, place);
        }
    }
    if marches.iter().all(|march| march.kept.is_some()) {
        return;
    }
    let mut taken = TakenPlaces::default();
    take_places(scene, marches, sent, &mut taken);
    let crowd = PlaceDemand::new(scene);
    let homeless = marches.iter().filter(|march| march.kept.is_none());
    let mut members: Vec<GroupMember> = homeless.filter_map(|march| crowd.member(march.id)).collect();
    if members.len() == 1 && taken.is_empty() {
        return;
    }
    // The larger stand in the middle.
    members.sort_by_key(|member| {
        (member.class == Locomotion::Air, std::cmp::Reverse(member.radius), member.class, member.id)
    });
    let alike = |one: &GroupMember, other: &GroupMember| (one.class, one.radius) == (other.class, other.radius);
    for members in members.chunk_by(alike) {
        place_alike(scene, player, point, members, &mut taken);
    }
}

/// Notes the places that the player's others have at a point, and members who keep theirs.
fn take_places(scene: &Scene<'_>, marches: &[MoveRequest], sent: &[UnitId], taken: &mut TakenPlaces) {
    let Some(MoveRequest { player, point, .. }) = marches.first().copied() else { return };
    let crowd = PlaceDemand::new(scene);
    for (id, row) in scene.entities.units.of(player) {
        let motion = &crowd.motion[row];
        let march = marches.binary_search_by_key(&id, |march| march.id).ok().map(|at| &marches[at]);
        let leaves = || sent.binary_search(&id).is_ok();
        let was_sent = motion.moving || motion.arrived;
        let stays = was_sent && motion.aboard.is_none() && motion.goal == point && motion.goal_width == 0 && !leaves();
        let place = match march {
            Some(march) => march.kept,
            None => stays.then_some(motion.place),
        };
        if let (Some(place), Some(member)) = (place, crowd.member_in(row)) {
            taken.add(place, member.radius, member.class == Locomotion::Air);
        }
    }
}

/// All units, as far as it matters who needs what place.
struct PlaceDemand<'w> {
    scene: &'w Scene<'w>,
    identity: hecs::ArchetypeColumn<'w, Identity>,
    motion: hecs::ArchetypeColumn<'w, Motion>,
}

impl<'w> PlaceDemand<'w> {
    fn new(scene: &'w Scene<'w>) -> PlaceDemand<'w> {
        PlaceDemand {
            scene,
            identity: scene.entities.column(&scene.entities.units),
            motion: scene.entities.column(&scene.entities.units),
        }
    }

    fn member(&self, id: UnitId) -> Option<GroupMember> {
        self.member_in(self.scene.place(id)?.row as usize)
    }

    fn member_in(&self, row: usize) -> Option<GroupMember> {
        let Identity { id, kind } = self.identity[row];
        let body = self.scene.kind(kind).body.as_ref()?;
        Some(GroupMember { id, position: self.motion[row].position, class: body.locomotion, radius: body.radius })
    }
}

/// Gives places to members of one class and size.
fn place_alike(scene: &Scene<'_>, player: PlayerId, point: Vec2, members: &[GroupMember], taken: &mut TakenPlaces) {
    let Some(GroupMember { class, radius, .. }) = members.first().copied() else { return };
    let flies = class == Locomotion::Air;
    let positions: Vec<Vec2> = members.iter().map(|member| member.position).collect();
    let middle = scene.scenario.map.bounds().centre();
    let away = point - group::mean(&positions);
    let onward = if away == Vec2::ZERO { middle - point } else { away };
    let cost = known_costs(scene, player, class);
    let is_plain = |cell: Cell| cost(cell) <= PLAIN;
    let plain = plain_square(Cell::at(point), is_plain);
    let standing = |place: Vec2| {
        let fits = place == point
            || touches_only(plain, place, radius)
            || stands_clear(cost, place, radius) && is_clear(is_plain, point, place, NOTHING);
        match fits {
            false => PlaceStanding::Unfit,
            true if taken.overlaps(place, radius, flies) => PlaceStanding::Taken,
            true => PlaceStanding::Free,
        }
    };
    let places = group::places(point, onward, room(radius), members.len(), standing);
    let assigned = group::assign(point, onward, &positions, places);
    for (member, place) in members.iter().zip(assigned) {
        let Some(place) = place else { continue };
        taken.add(place, radius, flies);
        note_place(scene, &MoveRequest { player, point, id: member.id, kept: None }, place);
    }
}

/// The farthest that a square of plain cells is looked for, in cells.
const MAX_SQUARE: i16 = 8;

/// The largest square of plain cells around a cell, none where a wall is beside it: what lies in it is in sight of the middle and
/// clear of walls without a look.
fn plain_square(middle: Cell, is_plain: impl Fn(Cell) -> bool) -> Rect {
    let is_rim_plain = |reach: &i16| {
        let reach = *reach;
        let rim = (-reach..=reach).flat_map(|n| [(n, -reach), (n, reach), (-reach, n), (reach, n)]);
        rim.into_iter().all(|(dx, dy)| is_plain(middle.offset(dx, dy)))
    };
    match (0..=MAX_SQUARE).take_while(is_rim_plain).last() {
        Some(reach @ 1..) => Rect { x: middle.x, y: middle.y, width: 1, height: 1 }.grown(reach),
        _ => Rect { x: middle.x, y: middle.y, width: 0, height: 0 },
    }
}

/// Whether a body at a place touches cells of a square only.
fn touches_only(square: Rect, place: Vec2, radius: Fx) -> bool {
    let corner = Vec2::new(radius, radius);
    square.contains(Cell::at(place - corner)) && square.contains(Cell::at(place + corner))
}

/// The distance that two of a size keep: a diameter, and a sixteenth.
pub(crate) fn room(radius: Fx) -> Fx {
    Fx::from_bits(radius.bits() * 2 + radius.bits() / 8)
}

/// What cells cost a class as far as the player knows; a wall off the map.
pub(crate) fn known_costs(scene: &Scene<'_>, player: PlayerId, class: Locomotion) -> impl Fn(Cell) -> u8 + Copy {
    let (map, terrain) = (&scene.scenario.map, scene.ground.costs(class));
    let knowledge = scene.team(player).and_then(|team| scene.knowledge.get(team.index()));
    move |cell: Cell| {
        if !map.contains(cell) {
            return WALL_COST;
        }
        let index = map.index(cell);
        let blocked = class != Locomotion::Air && knowledge.is_none_or(|knowledge| knowledge.is_blocked(index));
        if blocked { WALL_COST } else { terrain[index] }
    }
}

/// The cells that a body at a place touches.
fn touched(place: Vec2, radius: Fx) -> Rect {
    let corner = Vec2::new(radius, radius);
    let (first, last) = (Cell::at(place - corner), Cell::at(place + corner));
    Rect { x: first.x, y: first.y, width: (last.x - first.x) as u16 + 1, height: (last.y - first.y) as u16 + 1 }
}

/// Whether a body at a place touches no wall.
pub(crate) fn stands_clear(cost: impl Fn(Cell) -> u8, place: Vec2, radius: Fx) -> bool {
    touched(place, radius).cells().all(|cell| cost(cell) != WALL_COST)
}

/// Writes a member's place into its tasks.
fn note_place(scene: &Scene<'_>, march: &MoveRequest, place: Vec2) {
    let Some(at) = scene.place(march.id) else { return };
    let mut agents = scene.entities.column_mut::<Agent>(&scene.entities.units);
    let tasks = agents[at.row as usize].moves.iter_mut();
    for task in tasks.filter(|task| task.kind == TaskKind::Goto && task.point == march.point) {
        task.other = place;
    }
}

/// Places that are taken: bodies are as wide as a cell at most, so with the room between them those near a place lie no farther than
/// two cells from its own.
#[derive(Default)]
struct TakenPlaces {
    /// By class, line of cells and column.
    places: Vec<(CellKey, Vec2, Fx)>,
}

/// Whether it is in the air, the row of cells and the column.
type CellKey = (bool, i16, i16);

impl TakenPlaces {
    fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    fn add(&mut self, place: Vec2, radius: Fx, flies: bool) {
        let cell = Cell::at(place);
        let key = (flies, cell.y, cell.x);
        let at = self.places.partition_point(|(other, ..)| *other <= key);
        self.places.insert(at, (key, place, radius));
    }

    fn overlaps(&self, place: Vec2, radius: Fx, flies: bool) -> bool {
        let Cell { x, y } = Cell::at(place);
        (y - 2..=y + 2).any(|y| {
            let first = self.places.partition_point(|(key, ..)| *key < (flies, y, x - 2));
            let near = self.places[first..].iter().take_while(|(key, ..)| *key <= (flies, y, x + 2));
            near.into_iter().any(|(_, other, size)| is_tight(place, radius, *other, *size))
        })
    }
}

/// Whether two in these places would stand closer than [`room`] for both allows, but for a little.
fn is_tight(place: Vec2, radius: Fx, other: Vec2, size: Fx) -> bool {
    let least = room(Fx::from_bits((radius.bits() + size.bits()) / 2)) - Fx::from_ratio(1, 1_024);
    place.distance_squared_wide(other) < least.squared_wide()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_place_overlaps_those_that_are_too_near_and_no_others(
            places in prop::collection::vec((0i32..400_000, 0i32..400_000, 10_000i32..33_000, any::<bool>()), 1..40),
        ) {
            let at = |x: i32, y: i32| Vec2::new(Fx::from_bits(x), Fx::from_bits(y));
            let mut taken = TakenPlaces::default();
            for (row, (x, y, size, flies)) in places.iter().copied().enumerate() {
                let (place, radius) = (at(x, y), Fx::from_bits(size));
                let tight = |(x, y, size, other): &(i32, i32, i32, bool)| {
                    *other == flies && is_tight(place, radius, at(*x, *y), Fx::from_bits(*size))
                };
                prop_assert_eq!(taken.overlaps(place, radius, flies), places[..row].iter().any(tight));
                taken.add(place, radius, flies);
            }
        }
    }
}
