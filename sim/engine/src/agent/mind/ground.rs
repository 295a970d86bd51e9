//! What places are like: the anchors, sources, conditions and inputs of position queries.

use super::might::damage_a_second;
use super::thinking_unit::ThinkingUnit;
use super::tuning::{BESIDE, COVER_CELLS, FAR, FOE_CELLS, PLACE_WIDTH, SCREEN_WITHIN};
use crate::component::{ConstructionStage, Footprint, Identity, TaskKind};
use sandtable_decide::{Call, PlaceFacts};
use sandtable_math::{Angle, Fx, Vec2};
use sandtable_model::map::{Cell, Rect};
use sandtable_model::rules::{Class, Kind, Locomotion, WALL_COST};
use sandtable_model::vocabulary::{Anchor, PlaceCondition, PlaceInput, Source};
use sandtable_nav::crowd::SpatialRow;
use sandtable_nav::line::{NOTHING, is_clear};
use sandtable_nav::search::PLAIN_COST;
use sandtable_state::id::KindId;

impl PlaceFacts for ThinkingUnit<'_> {
    fn anchor(&self, anchor: &Call) -> Option<Vec2> {
        match Anchor::of(anchor)? {
            Anchor::Oneself => Some(self.body.position),
            Anchor::Target => self.prey(self.memory.target).map(|at| at.position()),
            Anchor::NearestFoe => {
                self.nearest_foe(self.body.position, FOE_CELLS, anchor.tag(0)).map(|(_, foe)| foe.position)
            }
            Anchor::Ward => self.ward().map(|body| body.position),
            Anchor::Patient => self.patient().map(|body| body.position),
            Anchor::Post => self.agent.has_post.then_some(self.agent.post),
            Anchor::Leader => self.leader().map(|body| body.position),
            Anchor::Squad => self.squad_middle(),
            Anchor::Order => self.order_point(),
            Anchor::Interest => self.interest().map(|interest| interest.concern.at),
            Anchor::Home => self.home(self.body.position).map(|(_, rect)| rect.centre()),
        }
    }

    fn points(&self, source: &Call, around: Vec2, radius: Fx, each: &mut dyn FnMut(Vec2) -> bool) {
        match Source::of(source) {
            Some(Source::Cover) => self.each_cover(around, radius, each),
            Some(Source::Towers) => self.beside_buildings(around, radius, |kind| kind.weapon.is_some(), each),
            Some(Source::Bases) => self.beside_buildings(around, radius, |kind| kind.drop_off != 0, each),
            Some(Source::Slots) => self.each_slot(around, radius, each),
            Some(Source::Nodes) => self.beside_nodes(source, around, radius, each),
            None => {}
        }
    }

    fn holds_at(&self, condition: &Call, place: Vec2) -> bool {
        let Some(word) = PlaceCondition::of(condition) else { return false };
        match word {
            PlaceCondition::Open => self.is_open(Cell::at(place)) && self.is_on_map(place),
            PlaceCondition::Unclaimed => !self.is_taken(place),
            PlaceCondition::InSight => self.scene.sight.seen_by(Cell::at(place)) >> self.body.team & 1 != 0,
            PlaceCondition::ReachesTarget => self.target().is_some_and(|body| self.reaches_from(place, body)),
            PlaceCondition::OutOfReach => self.threat(place) == Fx::ZERO,
            PlaceCondition::BehindScreen => self.is_screened(place),
            PlaceCondition::HiddenFromTarget => self.target().is_some_and(|body| self.is_hidden(place, body.position)),
            PlaceCondition::ClearWay => self.is_clear_way(place),
            PlaceCondition::ReachedBeforeTarget => self.is_first_at(place),
        }
    }

    fn value_at(&self, input: &Call, place: Vec2) -> Fx {
        let Some(word) = PlaceInput::of(input) else { return Fx::ZERO };
        let number = |count: u32| Fx::from_int_saturating(count.min(200) as i32);
        let from = |point: Option<Vec2>| point.map_or(FAR, |point| (point - place).length_floor().min(FAR));
        match word {
            PlaceInput::Distance => from(Some(self.body.position)),
            PlaceInput::TargetDistance => self.target().map_or(FAR, |body| body.distance_from(place).min(FAR)),
            PlaceInput::FoeDistance => {
                self.nearest_foe(place, FOE_CELLS, input.tag(0)).map_or(FAR, |(gap, _)| gap.min(FAR))
            }
            PlaceInput::FriendDistance => self.friend_distance(input, place),
            PlaceInput::HomeDistance => self.home(place).map_or(FAR, |(away, _)| away.min(FAR)),
            PlaceInput::WardDistance => self.ward().map_or(FAR, |body| body.distance_from(place).min(FAR)),
            PlaceInput::OrderDistance => from(self.order_point()),
            PlaceInput::FoesWithin => number(self.count_foes(place, input.number(0), input.tag(1))),
            PlaceInput::FriendsWithin => number(self.count_friends(place, input.number(0), input.tag(1))),
            PlaceInput::Threat => self.threat(place).min(Fx::from_int(10_000)),
            PlaceInput::BehindTarget => self.behind_target(place),
            PlaceInput::Height => Fx::from_int(i16::from(self.height(Cell::at(place)))),
            PlaceInput::GroundCost => self.ground_cost(Cell::at(place)),
        }
    }
}

impl ThinkingUnit<'_> {
    fn locomotion(&self) -> Locomotion {
        self.kind.body.as_ref().map_or(Locomotion::Foot, |body| body.locomotion)
    }

    pub(super) fn is_on_map(&self, place: Vec2) -> bool {
        self.scene.scenario.map.contains(Cell::at(place))
    }

    /// Whether it could stand in a cell, as far as its team knows.
    fn is_open(&self, cell: Cell) -> bool {
        let (map, class) = (&self.scene.scenario.map, self.locomotion());
        let blocked = || self.scene.knowledge[self.team.index()].is_blocked(map.index(cell));
        map.contains(cell)
            && self.scene.ground.terrain_cost(cell, class) != WALL_COST
            && (class == Locomotion::Air || !blocked())
    }

    /// Whether the straight way from where it stands to a place is open.
    pub(super) fn is_clear_way(&self, place: Vec2) -> bool {
        self.is_on_map(place) && is_clear(|cell| self.is_open(cell), self.body.position, place, NOTHING)
    }

    /// Where its order sends it.
    fn order_point(&self) -> Option<Vec2> {
        let moves = self
            .agent
            .moves
            .head()
            .filter(|task| matches!(task.kind, TaskKind::Goto | TaskKind::Keep | TaskKind::Patrol));
        let acts = || self.agent.acts.head().and_then(|task| self.prey(task.target)).map(|at| at.position());
        moves.map(|task| task.point).or_else(acts)
    }

    /// The complete buildings of its owner that are of a sort, with their cells, in the order of ids.
    fn own_buildings(&self, is: impl Fn(&Kind) -> bool) -> Vec<(KindId, Rect)> {
        let roster = &self.scene.entities.buildings;
        let (identity, footprint) =
            (self.scene.entities.column::<Identity>(roster), self.scene.entities.column::<Footprint>(roster));
        let own = roster.of(self.body.owner()).filter(|(_, row)| footprint[*row].stage == ConstructionStage::Complete);
        let kinds = own.map(|(_, row)| (identity[row].kind, roster.rect(row as u32)));
        kinds.filter(|(kind, _)| is(self.scene.kind(*kind))).collect()
    }

    /// The nearest own building that resources can be brought to.
    fn home(&self, place: Vec2) -> Option<(Fx, Rect)> {
        let homes = self.own_buildings(|kind| kind.drop_off != 0).into_iter();
        let away = homes.map(|(_, rect)| ((rect.nearest(place) - place).length_floor(), rect));
        away.min_by_key(|(away, rect)| (*away, rect.y, rect.x))
    }

    fn beside_buildings(
        &self,
        around: Vec2,
        radius: Fx,
        is: impl Fn(&Kind) -> bool,
        each: &mut dyn FnMut(Vec2) -> bool,
    ) {
        for (_, rect) in self.own_buildings(is) {
            if !beside(rect, around, radius, each) {
                return;
            }
        }
    }

    fn beside_nodes(&self, source: &Call, around: Vec2, radius: Fx, each: &mut dyn FnMut(Vec2) -> bool) {
        let nodes = self.scene.knowledge[self.team.index()].memories().iter();
        let meant = |kind: KindId| source.tag(0).is_none_or(|tag| self.scene.lore.has_tag(kind, tag.0));
        let nodes = nodes.filter(|known| self.scene.kind(known.kind).class == Class::Node && meant(known.kind));
        for known in nodes {
            if !beside(self.scene.rect(known.kind, known.cell), around, radius, each) {
                return;
            }
        }
    }

    fn each_slot(&self, around: Vec2, radius: Fx, each: &mut dyn FnMut(Vec2) -> bool) {
        let near = |place: &Vec2| place.distance_squared_wide(around) <= radius.squared_wide();
        self.free_places().into_iter().filter(near).all(each);
    }

    /// Open cells beside one that blocks sight.
    fn each_cover(&self, around: Vec2, radius: Fx, each: &mut dyn FnMut(Vec2) -> bool) {
        let (map, middle) = (&self.scene.scenario.map, Cell::at(around));
        let reach = radius.ceil_int().min(COVER_CELLS) as i16;
        let blocks = |cell: Cell| map.contains(cell) && self.blocks_sight(cell);
        let sides = [(0, -1), (1, 0), (0, 1), (-1, 0)];
        for (y, x) in (-reach..=reach).flat_map(|y| (-reach..=reach).map(move |x| (y, x))) {
            let cell = middle.offset(x, y);
            let near = cell.centre().distance_squared_wide(around) <= radius.squared_wide();
            let covered = || sides.iter().any(|(x, y)| blocks(cell.offset(*x, *y)));
            if near && self.is_open(cell) && !self.blocks_sight(cell) && covered() && !each(cell.centre()) {
                return;
            }
        }
    }

    fn blocks_sight(&self, cell: Cell) -> bool {
        let map = &self.scene.scenario.map;
        self.scene.rules().terrain[map.terrain[map.index(cell)] as usize].blocks_sight
    }

    fn height(&self, cell: Cell) -> u8 {
        let map = &self.scene.scenario.map;
        if map.contains(cell) { map.heights[map.index(cell)] & 15 } else { 0 }
    }

    /// Whether something between two places stands as high as eyes at the first of them.
    fn is_hidden(&self, place: Vec2, from: Vec2) -> bool {
        let map = &self.scene.scenario.map;
        let eyes = self.height(Cell::at(place)).saturating_add(self.kind.eye_height);
        let sees = |cell: Cell| {
            if !map.contains(cell) {
                return false;
            }
            let terrain = &self.scene.rules().terrain[map.terrain[map.index(cell)] as usize];
            let top = self.height(cell).saturating_add(terrain.height);
            top.saturating_add(u8::from(terrain.blocks_sight)) <= eyes
        };
        !is_clear(sees, place, from, NOTHING)
    }

    /// Whether a friend stands there, or goes there.
    fn is_taken(&self, place: Vec2) -> bool {
        let mut taken = false;
        self.each_friend(place, FAR.min(Fx::from_int(12)), None, |friend| {
            let there = |point: Vec2| point.distance_squared_wide(place) <= PLACE_WIDTH.squared_wide();
            taken |= there(friend.position) || friend.moves() && there(friend.goal);
        });
        taken
    }

    fn friend_distance(&self, input: &Call, place: Vec2) -> Fx {
        let mut nearest = FAR;
        self.each_friend(place, FAR, input.tag(0), |friend| nearest = nearest.min(friend.distance_from(place)));
        nearest
    }

    /// What the weapons of foes in sight that reach a place do to it, in hit points a second.
    fn threat(&self, place: Vec2) -> Fx {
        let mut sum = Fx::ZERO;
        self.each_foe(place, Fx::from_int(16), None, |_, foe| {
            let stats = self.scene.stats(foe.owner(), foe.kind);
            if foe.distance_from(place) - self.body.radius <= stats.range {
                sum = sum.add_saturating(damage_a_second(self.scene, foe));
            }
        });
        sum
    }

    /// Whether a friend stands between a place and the nearest foe.
    fn is_screened(&self, place: Vec2) -> bool {
        let Some((away, foe)) = self.nearest_foe(place, FOE_CELLS, None) else { return false };
        let along = (foe.position - place).with_length_trunc(Fx::ONE);
        let mut screened = false;
        self.each_friend(place, away, None, |friend| {
            let to = friend.position - place;
            let ahead = Fx::from_bits((to.dot_wide(along) >> Fx::FRACTION_BITS) as i32);
            let aside = Fx::from_bits((to.dot_wide(along.quarter_turn()) >> Fx::FRACTION_BITS) as i32);
            screened |= ahead > PLACE_WIDTH && ahead < away && aside.abs() <= SCREEN_WITHIN;
        });
        screened
    }

    /// Whether it is sooner at a place than its target, both going straight.
    fn is_first_at(&self, place: Vec2) -> bool {
        let time = |body: &SpatialRow| {
            let away = i64::from((body.position - place).length_floor().bits());
            away.saturating_mul(1 << 16) / i64::from(body.speed.bits()).max(1)
        };
        self.target().is_none_or(|target| time(self.body) < time(target))
    }

    fn behind_target(&self, place: Vec2) -> Fx {
        let Some(target) = self.target() else { return Fx::ZERO };
        let Some(motion) = self.scene.frame_row(target.id).and_then(|row| self.columns.motions.get(row)) else {
            return Fx::ZERO;
        };
        let turn = motion.heading.turn_to(Angle::from_vector(place - target.position));
        Fx::ratio_floor(i64::from(turn.unsigned_abs()) * 180, 1 << 15)
    }

    fn ground_cost(&self, cell: Cell) -> Fx {
        let most = Fx::from_int(3_175);
        if !self.is_open(cell) {
            return most;
        }
        let class = self.locomotion();
        let cost = if class == Locomotion::Air { PLAIN_COST } else { self.scene.ground.terrain_cost(cell, class) };
        Fx::ratio_floor(i64::from(cost) * 100, i64::from(PLAIN_COST)).clamp(Fx::from_int(50), most)
    }
}

/// Hands the middles of the four sides of a rectangle to `each`, those within `radius` of `around`; whether it takes more.
fn beside(rect: Rect, around: Vec2, radius: Fx, each: &mut dyn FnMut(Vec2) -> bool) -> bool {
    let half = |cells: u16| Fx::from_halves(i32::from(cells)) + BESIDE;
    let (middle, east, south) = (rect.centre(), half(rect.width), half(rect.height));
    let sides = [
        Vec2::new(Fx::ZERO, -south),
        Vec2::new(east, Fx::ZERO),
        Vec2::new(Fx::ZERO, south),
        Vec2::new(-east, Fx::ZERO),
    ];
    let places = sides.into_iter().map(|side| middle + side);
    places.filter(|place| place.distance_squared_wide(around) <= radius.squared_wide()).all(each)
}
