//! Where the members of a formation stand: in its shape beside and behind the front, or, where that does not fit, one behind the
//! other on the trail of the front.

use super::state::{FormationPose, Squad, SquadWidth};
use super::tuning::{AISLE, FEELER_STEP, GROUND_MARGIN, IMPATIENT_TICKS, NARROWS_PART, TRAIL_STEP, WIDENS_PART};
use crate::component::Identity;
use crate::group_places::known_costs;
use crate::scene::Scene;
use sandtable_math::{Fx, Vec2};
use sandtable_model::map::{Cell, Rect};
use sandtable_model::rules::{Locomotion, WALL_COST};
use sandtable_nav::footprint::{room, stands_clear};
use sandtable_nav::formation::Slot;
use sandtable_nav::line::{NOTHING, is_clear};
use sandtable_nav::trail::{TrailStop, TrailWalk};
use sandtable_nav::vector::{direction, scaled};
use sandtable_state::Arrange;
use sandtable_state::id::PlayerId;
use sandtable_state::limits::MAX_SQUAD_TRAIL;

/// What of the ground counts for a squad: what its player knows, for its leader's locomotion and size.
pub(super) struct SquadGround<'w> {
    scene: Scene<'w>,
    player: PlayerId,
    class: Locomotion,
    radius: Fx,
    /// Half the distance of two neighbours in the formation.
    half_pitch: Fx,
}

impl<'w> SquadGround<'w> {
    /// The ground of a squad; none when it has no leader on the map.
    pub(super) fn for_squad(scene: &Scene<'w>, squad: &Squad) -> Option<SquadGround<'w>> {
        let row = scene.place(squad.leader)?.row as usize;
        let body = scene.kind(scene.entities.column::<Identity>(&scene.entities.units)[row].kind).body.as_ref()?;
        let half_pitch = body.radius + Fx::from_bits(squad.formation.spacing.bits() / 2);
        Some(SquadGround {
            scene: *scene,
            player: squad.id.owner(),
            class: body.locomotion,
            radius: body.radius,
            half_pitch,
        })
    }

    fn costs(&self) -> impl Fn(Cell) -> u8 + Copy {
        known_costs(&self.scene, self.player, self.class)
    }

    /// Whether a member can stand in a place that is in sight from another one.
    pub(super) fn fits(&self, from: Vec2, place: Vec2) -> bool {
        let costs = self.costs();
        let is_open = |cell: Cell| costs(cell) != WALL_COST;
        stands_clear(costs, place, self.radius) && is_clear(is_open, from, place, NOTHING)
    }

    /// Whether there is no wall near any of these points, nor between them: then everybody can stand everywhere here. Quicker to tell than
    /// whether each can.
    fn is_open(&self, points: impl Iterator<Item = Vec2>) -> bool {
        let margin = Vec2::new(self.radius + GROUND_MARGIN, self.radius + GROUND_MARGIN);
        let boxes = points.map(|at| (at - margin, at + margin));
        let all = boxes.reduce(|(low, high), (other_low, other_high)| {
            let low = Vec2::new(low.x.min(other_low.x), low.y.min(other_low.y));
            (low, Vec2::new(high.x.max(other_high.x), high.y.max(other_high.y)))
        });
        let Some((first, last)) = all.map(|(low, high)| (Cell::at(low), Cell::at(high))) else { return true };
        let rect = Rect {
            x: first.x,
            y: first.y,
            width: (last.x - first.x) as u16 + 1,
            height: (last.y - first.y) as u16 + 1,
        };
        let costs = self.costs();
        rect.cells().all(|cell| costs(cell) != WALL_COST)
    }

    /// The place of a slot in the shape.
    pub(super) fn at(&self, pose: FormationPose, slot: Slot) -> Vec2 {
        let ahead = pose.heading.direction();
        let back = self.half_pitch.mul_int(i32::from(slot.back));
        let right = self.half_pitch.mul_int(i32::from(slot.right));
        pose.anchor - scaled(ahead, back) + scaled(ahead.quarter_turn(), right)
    }

    /// The slots some way farther back.
    fn drawn_back(&self, slots: &[Slot]) -> Vec<Slot> {
        let steps = (AISLE.bits() / self.half_pitch.bits().max(1)) as u16;
        slots.iter().map(|slot| Slot { back: slot.back + steps, ..*slot }).collect()
    }

    /// From the front to the middle of the shape.
    pub(super) fn half_depth(&self, slots: &[Slot]) -> Fx {
        let back = slots.iter().map(|slot| slot.back).max().unwrap_or(0);
        Fx::from_bits(self.half_pitch.mul_int(i32::from(back)).bits() / 2)
    }

    /// From the middle of the shape to its flank, of a narrow one half a body's width at least.
    pub(super) fn half_width(&self, slots: &[Slot]) -> Fx {
        let right = slots.iter().map(|slot| slot.right).max().unwrap_or(0);
        self.half_pitch.mul_int(i32::from(right)).max(self.radius)
    }
}

/// The places of a formation in a tick.
pub(super) struct FormationPlaces {
    /// By slot; none for those whose members wait where they are.
    pub(super) at: Vec<Option<Vec2>>,
    /// Whether there is no wall anywhere near.
    pub(super) open: bool,
}

/// The place of each slot now. Narrows or widens the squad as the ground has it.
pub(super) fn places(ground: &SquadGround<'_>, squad: &mut Squad, slots: &[Slot]) -> FormationPlaces {
    let shape = slots.iter().map(|slot| ground.at(squad.pose, *slot));
    if !squad.is_narrowed() && ground.is_open(shape.clone().chain([squad.pose.anchor])) {
        squad.mouth = squad.pose;
        return FormationPlaces { at: shape.map(Some).collect(), open: true };
    }
    FormationPlaces { at: places_by_walls(ground, squad, slots), open: false }
}

/// The place of each slot now, where there are walls; none where a slot does not fit.
fn places_by_walls(ground: &SquadGround<'_>, squad: &mut Squad, slots: &[Slot]) -> Vec<Option<Vec2>> {
    let (places, unfit) = in_shape(ground, squad.pose, slots);
    let narrows = if squad.waited < IMPATIENT_TICKS { NARROWS_PART } else { WIDENS_PART };
    let widens = |unfit: usize| squad.is_narrowed() && unfit * WIDENS_PART <= slots.len();
    if widens(unfit) && widens(in_shape(ground, squad.pose, &ground.drawn_back(slots)).1) {
        squad.width = SquadWidth::Full;
        squad.trail.clear();
    } else if !squad.is_narrowed() && unfit * narrows > slots.len() {
        squad.width = SquadWidth::Narrowed;
        squad.files = slots.iter().filter(|slot| slot.back == 0).count().clamp(1, 255) as u8;
    }
    if !squad.is_narrowed() {
        squad.mouth = squad.pose;
        return places;
    }
    leave_trail(ground, squad);
    in_column(ground, squad, slots)
}

/// The places of the shape, those that do not fit drawn in towards the middle of the front; and how many those are.
fn in_shape(ground: &SquadGround<'_>, pose: FormationPose, slots: &[Slot]) -> (Vec<Option<Vec2>>, usize) {
    let mut unfit = 0;
    let place = |slot: &Slot| {
        let place = ground.at(pose, *slot);
        if ground.fits(pose.anchor, place) {
            return Some(place);
        }
        unfit += 1;
        let part = |quarters: i32| scaled(place - pose.anchor, Fx::from_ratio(quarters, 4)) + pose.anchor;
        [3, 2, 1].map(part).into_iter().find(|place| ground.fits(pose.anchor, *place)).or(Some(pose.anchor))
    };
    let places = slots.iter().map(place).collect();
    (places, unfit)
}

/// Adds where the front is to the trail, in the middle of the passage, and notes how many go through it side by side.
fn leave_trail(ground: &SquadGround<'_>, squad: &mut Squad) {
    let right = squad.pose.heading.direction().quarter_turn();
    let pitch = room(ground.radius);
    let most = Fx::from_bits(pitch.bits() / 2).mul_int(i32::from(squad.files));
    let [to_left, to_right] = [-right, right].map(|side| clearance(ground, squad.pose.anchor, side, most));
    let abreast = (to_left + to_right).bits() / pitch.bits() + 1;
    squad.files = squad.files.min(abreast.clamp(1, 255) as u8);
    let last = squad.trail.last().copied().unwrap_or(squad.mouth.anchor);
    if last.distance_squared_wide(squad.pose.anchor) < TRAIL_STEP.squared_wide() {
        return;
    }
    if squad.trail.len() == MAX_SQUAD_TRAIL {
        squad.trail.remove(0);
    }
    let shift = Fx::from_bits((to_right - to_left).bits() / 2);
    squad.trail.push(squad.pose.anchor + scaled(right, shift.clamp(-Fx::HALF, Fx::HALF)));
}

/// How far to one side a member could stand, at most so far.
fn clearance(ground: &SquadGround<'_>, from: Vec2, side: Vec2, most: Fx) -> Fx {
    let steps = most.bits() / FEELER_STEP.bits();
    let far = |step: i32| FEELER_STEP.mul_int(step);
    let blocked = (1..=steps).find(|step| !ground.fits(from, from + scaled(side, far(*step))));
    far(blocked.map_or(steps, |step| step - 1))
}

/// The places on the trail: the nearer to the mouth a slot was, the farther in front. Whose turn has not come walks up to the mouth
/// from the place it had before it, so as to be there in time.
fn in_column(ground: &SquadGround<'_>, squad: &Squad, slots: &[Slot]) -> Vec<Option<Vec2>> {
    let before: Vec<Vec2> = slots.iter().map(|slot| ground.at(squad.mouth, *slot)).collect();
    let mut order: Vec<usize> = (0..slots.len()).collect();
    order.arrange_by_key(|slot| (before[*slot].distance_squared_wide(squad.mouth.anchor), *slot));
    let mut places = vec![None; slots.len()];
    let mut trail = TrailWalk::new(squad.pose.anchor, &squad.trail, squad.mouth.anchor);
    for (rank, files) in order.chunks(usize::from(squad.files.max(1))).enumerate() {
        let behind = ground.half_pitch.mul_int(2 * rank as i32);
        let stop = trail.back(behind);
        for (file, slot) in files.iter().enumerate() {
            places[*slot] = match stop {
                TrailStop::On { point, ahead } => {
                    let aside = Fx::from_bits(room(ground.radius).bits() / 2);
                    let aside = scaled(ahead.quarter_turn(), aside.mul_int(2 * file as i32 + 1 - files.len() as i32));
                    Some(if ground.fits(point, point + aside) { point + aside } else { point })
                }
                TrailStop::Before(left) => approach(ground, squad.mouth.anchor, before[*slot], left),
            };
        }
    }
    places
}

/// On the straight way from a place to the mouth, so far from it; none when there is no such way.
fn approach(ground: &SquadGround<'_>, mouth: Vec2, place: Vec2, left: Fx) -> Option<Vec2> {
    let way = place - mouth;
    let place = if way.length_floor() <= left { place } else { mouth + scaled(direction(way), left) };
    ground.fits(mouth, place).then_some(place)
}
