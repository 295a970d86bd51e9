//! What a thinker notices: foes its team sees, friends, who has fallen. Cheap tests come first: whether any foe is about at all.

use super::local_odds::LocalStrength;
use super::thinking_unit::ThinkingUnit;
use super::tuning::{BUILDING_REACH, FOE_LOOKS, LEAST_DIFFERENCE};
use sandtable_decide::TagId;
use sandtable_math::{Fx, Vec2};
use sandtable_model::rules::Class;
use sandtable_nav::crowd::SpatialRow;
use sandtable_state::id::UnitId;

/// Whether the edge of a body is within `radius` of a point.
fn is_within(body: &SpatialRow, point: Vec2, radius: Fx) -> bool {
    body.offset_from(point).length_squared_wide() <= (radius + body.radius).squared_wide()
}

impl<'w> ThinkingUnit<'w> {
    /// Who is within about `radius` of where it stands: a look at coarse blocks.
    pub(super) fn tally(&self, radius: Fx) -> LocalStrength {
        self.tallies.of(radius, || self.scene.local_odds.around(self.team.index(), self.body.position, radius))
    }

    /// Whether a kind is meant: any without a tag.
    fn is_meant(&self, body: &SpatialRow, tag: Option<TagId>) -> bool {
        tag.is_none_or(|tag| self.scene.lore.has_tag(body.kind, tag.0))
    }

    /// Whether a body is of another team, and its own sees it.
    fn is_foe(&self, body: &SpatialRow) -> bool {
        self.body.is_hostile_to(body) && body.is_present() && body.seen_by_team(self.body.team)
    }

    fn is_friend(&self, body: &SpatialRow) -> bool {
        body.team == self.body.team && body.id != self.body.id && body.is_present()
    }

    /// The buildings with a weapon among its foes in sight that are within `radius` of `point`.
    fn towers(&self, point: Vec2, radius: Fx, tag: Option<TagId>) -> impl Iterator<Item = usize> + use<'_, 'w> {
        let rows = self.scene.local_odds.towers.iter().map(|row| *row as usize);
        rows.filter(move |row| {
            let body = &self.scene.frame.bodies[*row];
            self.is_foe(body) && is_within(body, point, radius) && self.is_meant(body, tag)
        })
    }

    /// Calls `each` with every foe in sight whose edge is within `radius` of `point`, and its row: units, and buildings with a weapon.
    pub(super) fn each_foe(
        &self,
        point: Vec2,
        radius: Fx,
        tag: Option<TagId>,
        mut each: impl FnMut(usize, &'w SpatialRow),
    ) {
        let (local_odds, bodies) = (self.scene.local_odds, &self.scene.frame.bodies);
        local_odds.each_seen(self.team.index(), (point, radius), tag.map(|tag| tag.0), |seen, _| {
            each(seen.row as usize, &bodies[seen.row as usize]);
        });
        self.towers(point, radius, tag).for_each(|row| each(row, &bodies[row]));
    }

    /// Calls `each` with every other unit of its team whose edge is within `radius` of `point`.
    pub(super) fn each_friend(
        &self,
        point: Vec2,
        radius: Fx,
        tag: Option<TagId>,
        mut each: impl FnMut(&'w SpatialRow),
    ) {
        let frame = self.scene.frame;
        frame.grid.for_each_within(point, radius + SpatialRow::MAX_RADIUS, |row| {
            let friend = frame.bodies.get(row).filter(|body| self.is_friend(body) && is_within(body, point, radius));
            friend.into_iter().filter(|body| self.is_meant(body, tag)).for_each(&mut each);
        });
    }

    /// How many foes in sight are within `radius` of `point`.
    pub(super) fn count_foes(&self, point: Vec2, radius: Fx, tag: Option<TagId>) -> u32 {
        let mut count = 0;
        self.each_foe(point, radius, tag, |_, _| count += 1);
        count
    }

    /// How many other units of its team are within `radius` of `point`.
    pub(super) fn count_friends(&self, point: Vec2, radius: Fx, tag: Option<TagId>) -> u32 {
        let mut count = 0;
        self.each_friend(point, radius, tag, |_| count += 1);
        count
    }

    /// The nearest foe in sight to `point` within `radius`, by its edge, and how far that is. It is looked for near by first.
    pub(super) fn nearest_foe(&self, point: Vec2, radius: Fx, tag: Option<TagId>) -> Option<(Fx, &'w SpatialRow)> {
        FOE_LOOKS.iter().find_map(|look| {
            let last = *look >= radius;
            let found = self.nearest_foe_within(point, radius.min(*look), tag);
            if last { Some(found) } else { found.map(Some) }
        })?
    }

    fn nearest_foe_within(&self, point: Vec2, radius: Fx, tag: Option<TagId>) -> Option<(Fx, &'w SpatialRow)> {
        let (local_odds, bodies, team) = (self.scene.local_odds, &self.scene.frame.bodies, self.team.index());
        if local_odds.about(team, point, radius + BUILDING_REACH).foes == 0 {
            return None;
        }
        let mut best: Option<(Fx, &'w SpatialRow)> = None;
        let mut meet = |away: Fx, body: &'w SpatialRow| {
            let wins = |(least, other): (Fx, &SpatialRow)| {
                away < least || away == least && self.tie_break(body.id) < self.tie_break(other.id)
            };
            if best.is_none_or(wins) {
                best = Some((away, body));
            }
            best.map_or(radius, |(least, _)| least)
        };
        let mut least = radius;
        local_odds.each_seen(team, (point, radius), tag.map(|tag| tag.0), |seen, square| {
            // Who is plainly farther off than the nearest so far is not measured.
            if square < (least + seen.radius + LEAST_DIFFERENCE).squared_wide() {
                let body = &bodies[seen.row as usize];
                least = meet(body.distance_from(point), body);
            }
        });
        self.towers(point, radius, tag).for_each(|row| {
            meet(bodies[row].distance_from(point), &bodies[row]);
        });
        best
    }

    /// How many friends fell within `radius` since a tick.
    pub(super) fn losses_since(&self, tick: u32, radius: Fx) -> i32 {
        let near = |at: Vec2| at.distance_squared_wide(self.body.position) <= radius.squared_wide();
        let losses = self.scene.lore.losses.iter().rev();
        losses.take_while(|loss| loss.tick >= tick).filter(|loss| loss.team == self.body.team && near(loss.at)).count()
            as i32
    }

    /// Might of friends within about `radius`, its own included, of that of foes there; 1000 without foes.
    pub(super) fn odds_percent(&self, radius: Fx) -> Fx {
        let tally = self.tally(radius);
        if tally.foes_might == 0 {
            return Fx::from_int(1_000);
        }
        Fx::ratio_floor(tally.own_might.saturating_mul(100), tally.foes_might).min(Fx::from_int(1_000))
    }

    /// What a body's weapon is on.
    pub(super) fn aim_of(&self, id: UnitId) -> UnitId {
        let row = self.scene.frame_row(id);
        row.and_then(|row| self.scene.lines.aims.get(row)).copied().unwrap_or(UnitId::NONE)
    }

    /// How many weapons of foes in sight are on a body.
    pub(super) fn attackers_of(&self, id: UnitId) -> u16 {
        let row = self.scene.frame_row(id);
        row.and_then(|row| self.scene.lines.aimed_at.get(row)).copied().unwrap_or(0)
    }

    /// Whether a body is a unit.
    pub(super) fn is_unit(body: &SpatialRow) -> bool {
        body.class == Class::Unit
    }
}
