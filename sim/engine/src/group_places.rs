//! Who goes to one point in one tick is a group, in however many orders it was sent: each member gets a place of its own.
//!
//! The goal stays common, so that all walk by one field. A member that had a place at this point already keeps it, whoever
//! else comes: repeating an order moves nobody.

use crate::component::{Agent, CrowdConduct, Identity, Motion, TaskKind};
use crate::scene::Scene;
use sandtable_math::{Fx, Vec2};
use sandtable_model::map::Cell;
use sandtable_model::rules::{Locomotion, WALL_COST};
use sandtable_nav::flow_field::group;
use sandtable_nav::flow_field::group::PlaceStanding;
use sandtable_nav::flow_field::plain_cells::PLAIN;
use sandtable_nav::footprint::{TakenPlaces, plain_square, room, stands_clear, touches_only};
use sandtable_nav::line::{NOTHING, is_clear};
use sandtable_state::id::{PlayerId, UnitId};
use sandtable_state::{Arrange, FillWithJunk, Junk};

/// As many as this, of one size, who are sent to one point over open ground are a host.
const HOST_SIZE: usize = 256;

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
    pub(crate) requests: Vec<MoveRequest>,
}

impl FillWithJunk for GroupWorkspace {
    fn fill_with_junk(&mut self, junk: &mut Junk) {
        let GroupWorkspace { requests } = self;
        let player = PlayerId(0);
        *requests = junk.some(|junk| MoveRequest { player, point: junk.point(), id: junk.id(), kept: None });
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
    let GroupContext { scene, workspace: GroupWorkspace { requests } } = cx;
    if requests.is_empty() {
        return;
    }
    let key = |request: &MoveRequest| (request.player, request.point.x, request.point.y, request.id);
    // Stable: of two orders to one point the first knows the place that was had before.
    requests.arrange_by_key(key);
    requests.dedup_by_key(|request| key(request));
    let mut sent: Vec<UnitId> = requests.iter().map(|request| request.id).collect();
    sent.arrange();
    for group in requests.chunk_by(|one, other| (one.player, one.point) == (other.player, other.point)) {
        settle_group(&scene, group, &sent);
    }
    requests.clear();
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
fn settle_group(scene: &Scene<'_>, requests: &[MoveRequest], sent: &[UnitId]) {
    let Some(MoveRequest { player, point, .. }) = requests.first().copied() else { return };
    for request in requests {
        if let Some(place) = request.kept {
            note_place(scene, request, place);
        }
    }
    if requests.iter().all(|request| request.kept.is_some()) {
        return;
    }
    let mut taken = TakenPlaces::default();
    take_places(scene, requests, sent, &mut taken);
    let mut members = homeless(scene, requests);
    note_host(scene, &members, false);
    if members.len() == 1 && taken.is_empty() {
        return;
    }
    // The larger stand in the middle.
    members.arrange_by_key(|member| {
        (member.class == Locomotion::Air, std::cmp::Reverse(member.radius), member.class, member.id)
    });
    let alike = |one: &GroupMember, other: &GroupMember| (one.class, one.radius) == (other.class, other.radius);
    for members in members.chunk_by(alike) {
        place_alike(scene, player, point, members, &mut taken);
    }
}

/// Those who have no place at the point yet.
fn homeless(scene: &Scene<'_>, requests: &[MoveRequest]) -> Vec<GroupMember> {
    let crowd = PlaceDemand::new(scene);
    let requests = requests.iter().filter(|request| request.kept.is_none());
    requests.filter_map(|request| crowd.member(request.id)).collect()
}

/// Notes of members whether they are of a host.
fn note_host(scene: &Scene<'_>, members: &[GroupMember], is_host: bool) {
    let mut motions = scene.entities.column_mut::<Motion>(&scene.entities.units);
    for at in members.iter().filter_map(|member| scene.place(member.id)) {
        motions[at.row as usize].conduct.set(CrowdConduct::HOST, is_host);
    }
}

/// Notes the places that the player's others have at a point, and members who keep theirs.
fn take_places(scene: &Scene<'_>, requests: &[MoveRequest], sent: &[UnitId], taken: &mut TakenPlaces) {
    let Some(MoveRequest { player, point, .. }) = requests.first().copied() else { return };
    let crowd = PlaceDemand::new(scene);
    for (id, row) in scene.entities.units.of(player) {
        let motion = &crowd.motion[row];
        let request = requests.binary_search_by_key(&id, |request| request.id).ok().map(|at| &requests[at]);
        let leaves = || sent.binary_search(&id).is_ok();
        let was_sent = motion.moves() || motion.has_arrived();
        let stays = was_sent && motion.aboard.is_none() && motion.goal == point && motion.goal_width == 0 && !leaves();
        let place = match request {
            Some(request) => request.kept,
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
    // Where something stands between a group and its goal its members cannot come abreast.
    if members.len() >= HOST_SIZE && is_clear(is_plain, group::mean(&positions), point, NOTHING) {
        note_host(scene, members, true);
    }
    let places = group::places(point, onward, room(radius), members.len(), standing);
    let assigned = group::assign(point, onward, &positions, places);
    for (member, place) in members.iter().zip(assigned) {
        let Some(place) = place else { continue };
        taken.add(place, radius, flies);
        note_place(scene, &MoveRequest { player, point, id: member.id, kept: None }, place);
    }
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

/// Writes a member's place into its tasks.
fn note_place(scene: &Scene<'_>, request: &MoveRequest, place: Vec2) {
    let Some(at) = scene.place(request.id) else { return };
    let mut agents = scene.entities.column_mut::<Agent>(&scene.entities.units);
    let tasks = agents[at.row as usize].moves.iter_mut();
    for task in tasks.filter(|task| task.kind == TaskKind::Goto && task.point == request.point) {
        task.other = place;
    }
}
