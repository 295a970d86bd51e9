//! What a player sees, in the forms learners take: lists, planes of the map, and a mask of what can be ordered.

use sandtable_math::{Fx, Vec2};
use sandtable_sim::view::View;

use crate::mask::OrderMask;
use crate::slots::PlayerSight;

/// What a plane of the map holds in each cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plane {
    /// 0 unexplored, 1 explored, 2 visible.
    Visibility,
    /// 1 where somebody on foot can be, as far as the team knows.
    Passable,
    /// The row of the terrain.
    Terrain,
    /// The height, 0 … 15.
    Height,
    /// Own units.
    OwnUnits,
    /// Hit points of own units, whole.
    OwnHp,
    /// 1 in the middle of an own building.
    OwnBuildings,
    /// Foreign units of other teams in sight.
    EnemyUnits,
    /// Hit points of those, whole.
    EnemyHp,
    /// 1 in the middle of a building of another team, in sight or remembered.
    EnemyBuildings,
    /// What is left in a node whose middle is here, at most 65,535.
    Resources,
}

/// Every plane, in the order in which they lie.
pub const PLANES: [Plane; 11] = [
    Plane::Visibility,
    Plane::Passable,
    Plane::Terrain,
    Plane::Height,
    Plane::OwnUnits,
    Plane::OwnHp,
    Plane::OwnBuildings,
    Plane::EnemyUnits,
    Plane::EnemyHp,
    Plane::EnemyBuildings,
    Plane::Resources,
];

/// What a player sees.
///
/// # Examples
///
/// ```
/// use sandtable_env::{Env, EnvOptions, Observation, PLANES, Plane};
/// use sandtable_state::id::PlayerId;
/// # use std::sync::Arc;
/// # use sandtable_content::{MatchTerms, build_scenario, load_map, load_rules};
/// # let rules = load_rules("duel.toml", include_str!("../../../scenarios/rules/duel.toml")).unwrap().value;
/// # let map = load_map("duel16.map", include_str!("../../../scenarios/maps/duel16.map"), &rules).unwrap().value;
/// # let scenario = Arc::new(build_scenario(rules, map, 2, MatchTerms::default()).unwrap());
///
/// let env = Env::new(scenario, EnvOptions::default());
/// let mut seen = Observation::default();
/// env.observe(PlayerId(0), &mut seen);
/// let [width, height] = seen.size;
/// assert_eq!(seen.planes.len(), PLANES.len() * width * height);
/// let units: u16 = seen.plane(Plane::OwnUnits).iter().sum();
/// assert_eq!(usize::from(units), seen.sight.units.len());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Observation {
    /// What is known, as lists and by cell.
    pub sight: PlayerSight,
    /// What can be ordered.
    pub mask: OrderMask,
    /// Cells eastwards and southwards.
    pub size: [usize; 2],
    /// [`PLANES`], one after the other, each row by row from the north-west.
    pub planes: Vec<u16>,
    /// Where the unchanging planes were taken from.
    drawn: Option<(usize, String)>,
}

impl Observation {
    /// One plane.
    pub fn plane(&self, plane: Plane) -> &[u16] {
        let cells = self.size[0] * self.size[1];
        self.planes.get(plane as usize * cells..).and_then(|rest| rest.get(..cells)).unwrap_or(&[])
    }

    /// Takes everything anew.
    pub(crate) fn look(&mut self, view: &View<'_>) {
        self.sight.look(view);
        self.mask.look(view.rules(), &self.sight);
        self.draw(view);
    }

    fn draw(&mut self, view: &View<'_>) {
        let map = view.map();
        let cells = map.cells();
        self.size = [usize::from(map.width), usize::from(map.height)];
        let ground = Some((cells, map.name.clone()));
        if self.drawn != ground {
            self.planes.clear();
            self.planes.resize(PLANES.len() * cells, 0);
            let widen = |grid: &[u8], plane: &mut [u16]| {
                plane.iter_mut().zip(grid).for_each(|(to, from)| *to = u16::from(*from));
            };
            widen(&map.terrain, &mut self.planes[Plane::Terrain as usize * cells..][..cells]);
            widen(&map.heights, &mut self.planes[Plane::Height as usize * cells..][..cells]);
            self.drawn = ground;
        }
        let (visibility, rest) = self.planes.split_at_mut(cells);
        for ((cell, visibility), passable) in self.sight.cells.iter().zip(visibility).zip(rest) {
            *visibility = u16::from(cell & 3);
            *passable = u16::from(cell >> 2);
        }
        self.planes[Plane::OwnUnits as usize * cells..].fill(0);
        self.put_bodies();
    }

    fn put_bodies(&mut self) {
        let ([width, height], planes, sight) = (self.size, &mut self.planes, &self.sight);
        let mut put = |plane: Plane, at: Vec2, value: u16| {
            let cell = |it: Fx, side: usize| (it.bits() >> 16).clamp(0, side as i32 - 1) as usize;
            let index = plane as usize * width * height + cell(at.y, height) * width + cell(at.x, width);
            planes[index] = planes[index].saturating_add(value);
        };
        let whole = |hp: Fx| u16::try_from(hp.bits() >> 16).unwrap_or(0);
        for unit in sight.units.iter().filter(|unit| unit.aboard.is_none()) {
            put(Plane::OwnUnits, unit.position, 1);
            put(Plane::OwnHp, unit.position, whole(unit.hp));
        }
        sight.buildings.iter().for_each(|building| put(Plane::OwnBuildings, building.position, 1));
        for body in sight.foreign.iter().filter(|body| body.hostile) {
            if body.class == sandtable_model::rules::Class::Building {
                put(Plane::EnemyBuildings, body.position, 1);
            } else {
                put(Plane::EnemyUnits, body.position, 1);
                put(Plane::EnemyHp, body.position, whole(body.hp));
            }
        }
        for node in &sight.nodes {
            put(Plane::Resources, node.position, u16::try_from(node.amount).unwrap_or(u16::MAX));
        }
    }
}
