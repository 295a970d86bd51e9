//! What places are like for a commander: by what it sees, remembers and is told of the map.

use sandtable_decide::{Call, PlaceFacts};
use sandtable_math::{Fx, Vec2};
use sandtable_model::map::{Cell, Rect};
use sandtable_model::rules::Locomotion;
use sandtable_nav::flow_field::group::mean;
use sandtable_sim::view::KnownNode;
use sandtable_state::id::KindId;

use super::obstacles::Obstacles;
use super::tuning::{MAX_DISTANCE_CELLS, OBSTACLE_CELLS, ROOM_REACH_CELLS};
use crate::context::Assessment;
use crate::perception::{footprint, is_building, near};
use crate::place_queries::{Anchor, PlaceCondition, PlaceInput, Source};

/// What a query is asked about.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PlaceSubject {
    /// The building to be placed.
    pub kind: Option<KindId>,
    /// The site that it is to be placed on.
    pub site: Option<Vec2>,
    /// The site that was chosen last.
    pub last: Option<Vec2>,
}

/// One query, and what it is asked about.
pub(super) struct PlaceSurvey<'d, 'a, 'w> {
    known: &'d Assessment<'a, 'w>,
    about: PlaceSubject,
    /// What may be shut in; where no building is asked for nothing.
    obstacles: Option<Obstacles>,
}

impl<'d, 'a, 'w> PlaceSurvey<'d, 'a, 'w> {
    pub fn new(known: &'d Assessment<'a, 'w>, about: PlaceSubject) -> PlaceSurvey<'d, 'a, 'w> {
        let middle = about.site.unwrap_or(known.situation.home);
        let obstacles = about.kind.map(|_| Obstacles::around(known, middle, OBSTACLE_CELLS));
        PlaceSurvey { known, about, obstacles }
    }

    /// The site to be built on, else the oldest own base.
    pub fn site(&self) -> Vec2 {
        self.about.site.unwrap_or(self.known.situation.home)
    }

    /// The north-west cell of the building whose middle is as near to a place as can be; none where no building is asked for.
    pub fn corner(&self, place: Vec2) -> Option<Cell> {
        self.about.kind.map(|kind| north_west(self.rect(kind, place)))
    }

    fn rect(&self, kind: KindId, place: Vec2) -> Rect {
        let shape = footprint(self.known.rules, kind, Cell::at(place));
        let (x, y) = (shape.x.saturating_sub(shape.width as i16 / 2), shape.y.saturating_sub(shape.height as i16 / 2));
        Rect { x, y, ..shape }
    }

    fn has_tag(&self, kind: KindId, call: &Call, at: usize) -> bool {
        call.tag(at).is_none_or(|tag| self.known.places.tagged[usize::from(tag.0)][kind.index()])
    }

    /// The own base nearest to the enemy's side.
    fn front(&self) -> Option<Vec2> {
        let (enemy, situation) = (self.known.enemy_side(), &self.known.situation);
        let bases = situation.base_buildings().map(|base| base.position);
        bases.min_by_key(|place| (place.distance_squared_wide(enemy), situation.lot_of(*place)))
    }

    fn army(&self) -> Option<Vec2> {
        let soldiers: Vec<Vec2> = self.known.situation.soldier_units().map(|(_, unit)| unit.position).collect();
        (!soldiers.is_empty()).then(|| mean(&soldiers))
    }

    /// Whether a building of the kind asked for can stand round a place.
    fn is_placeable(&self, place: Vec2) -> bool {
        self.about.kind.is_none_or(|kind| {
            let cell = north_west(self.rect(kind, place));
            !self.known.construction.is_bad(cell) && self.known.view.can_place(kind, cell)
        })
    }

    fn is_walkable(&self, cell: Cell) -> bool {
        self.known.view.passable(cell, Locomotion::Foot)
    }

    /// Open cells in a line through a cell, along the axis or diagonal that has the fewest.
    fn room(&self, cell: Cell) -> Fx {
        if !self.is_walkable(cell) {
            return Fx::ZERO;
        }
        let open = |dx: i16, dy: i16| {
            (1..=ROOM_REACH_CELLS).take_while(|step| self.is_walkable(cell.offset(dx * step, dy * step))).count() as i16
        };
        let across = [(1, 0), (0, 1), (1, 1), (1, -1)].map(|(dx, dy)| 1 + open(dx, dy) + open(-dx, -dy));
        Fx::from_int(across.into_iter().min().unwrap_or(0))
    }

    fn leaves_way(&self, place: Vec2) -> bool {
        let (Some(kind), Some(obstacles)) = (self.about.kind, &self.obstacles) else { return true };
        obstacles.leaves_way(self.rect(kind, place))
    }

    /// Known nodes that are not exhausted, within a number of cells of a place.
    fn nodes(&self, call: &Call, place: Vec2) -> impl Iterator<Item = &KnownNode> {
        let reach = call.number(0).squared_wide();
        let nodes = self.known.situation.nodes.iter().filter(|node| node.amount > 0);
        let near = nodes.filter(move |node| node.position.distance_squared_wide(place) <= reach);
        near.filter(|node| self.has_tag(node.kind, call, 1))
    }

    fn foes(&self, call: &Call, place: Vec2) -> usize {
        let reach = call.number(0).squared_wide();
        let near = |at: Vec2| at.distance_squared_wide(place) <= reach;
        let seen = self.known.memory.seen.iter().filter(|seen| near(seen.position) && self.has_tag(seen.kind, call, 1));
        let buildings = self.known.situation.enemies().filter(|it| is_building(it));
        seen.count() + buildings.filter(|it| near(it.position) && self.has_tag(it.kind, call, 1)).count()
    }

    fn buildings(&self, call: &Call, place: Vec2) -> usize {
        let reach = call.number(0).squared_wide();
        let own = self.known.situation.buildings.iter().filter(|it| self.has_tag(it.kind, call, 1));
        own.filter(|it| it.position.distance_squared_wide(place) <= reach).count()
    }

    /// A sum of might as the number of soldiers of middling might that have it.
    fn soldiers(&self, might: u32) -> Fx {
        Fx::ratio_floor(might.into(), self.known.roles.typical_might.into())
    }
}

fn north_west(rect: Rect) -> Cell {
    Cell::new(rect.x, rect.y)
}

impl PlaceFacts for PlaceSurvey<'_, '_, '_> {
    fn anchor(&self, anchor: &Call) -> Option<Vec2> {
        match Anchor::of(anchor)? {
            Anchor::Home => Some(self.known.situation.home),
            Anchor::Site => Some(self.site()),
            Anchor::Front => self.front(),
            Anchor::Enemy => Some(self.known.enemy_side()),
            Anchor::Army => self.army(),
            Anchor::Threat => self.known.situation.threat_at,
        }
    }

    fn points(&self, source: &Call, around: Vec2, radius: Fx, each: &mut dyn FnMut(Vec2) -> bool) {
        let situation = &self.known.situation;
        let near = |place: &Vec2| place.distance_squared_wide(around) <= radius.squared_wide();
        // Whether all were handed out is nobody's concern here.
        let _ = match Source::of(source) {
            Some(Source::Sites) => self.known.knowledge.sites.iter().map(|site| site.middle).filter(near).all(each),
            Some(Source::Bases) => situation.base_buildings().map(|base| base.position).filter(near).all(each),
            Some(Source::Buildings) => {
                let meant = situation.buildings.iter().filter(|it| self.has_tag(it.kind, source, 0));
                meant.map(|it| it.position).filter(near).all(each)
            }
            Some(Source::Nodes) => {
                let meant = situation.nodes.iter().filter(|it| self.has_tag(it.kind, source, 0));
                meant.map(|it| it.position).filter(near).all(each)
            }
            None => true,
        };
    }

    fn holds_at(&self, condition: &Call, place: Vec2) -> bool {
        match PlaceCondition::of(condition) {
            Some(PlaceCondition::Placeable) => self.is_placeable(place),
            Some(PlaceCondition::LeavesWay) => self.leaves_way(place),
            Some(PlaceCondition::Unheld) => self.known.is_unheld(place),
            Some(PlaceCondition::Walkable) => self.is_walkable(Cell::at(place)),
            Some(PlaceCondition::NotLast) => self.about.last.is_none_or(|last| !near(last, place, 1)),
            None => false,
        }
    }

    fn value_at(&self, input: &Call, place: Vec2) -> Fx {
        let from = |point: Vec2| (point - place).length_floor().min(MAX_DISTANCE_CELLS);
        let whole = |count: usize, most: i32| Fx::from_int_saturating((count as i64).min(most.into()) as i32);
        let influence = &self.known.knowledge.influence;
        match PlaceInput::of(input) {
            Some(PlaceInput::HomeDistance) => from(self.known.situation.home),
            Some(PlaceInput::SiteDistance) => from(self.site()),
            Some(PlaceInput::BaseDistance) => self
                .known
                .situation
                .base_buildings()
                .map(|base| from(base.position))
                .min()
                .unwrap_or(MAX_DISTANCE_CELLS),
            Some(PlaceInput::EnemyDistance) => from(self.known.enemy_side()),
            Some(PlaceInput::Room) => self.room(Cell::at(place)),
            Some(PlaceInput::Threat) => self.soldiers(influence.threat_at(place)).min(Fx::from_int(1_000)),
            Some(PlaceInput::Control) => self.soldiers(influence.control_at(place)).min(Fx::from_int(1_000)),
            Some(PlaceInput::FoesWithin) => whole(self.foes(input, place), 200),
            Some(PlaceInput::BuildingsWithin) => whole(self.buildings(input, place), 200),
            Some(PlaceInput::NodesWithin) => whole(self.nodes(input, place).count(), 200),
            Some(PlaceInput::DepositsWithin) => {
                let left: u64 = self.nodes(input, place).map(|node| u64::from(node.amount)).sum();
                whole((left / 100) as usize, 10_000)
            }
            None => Fx::ZERO,
        }
    }
}
