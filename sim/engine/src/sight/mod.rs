//! Sight and what teams know.
//!
//! Viewers leave a stamp of the cells they see in counts by team; what a team sees it explores, spots and
//! remembers. A team's [`Knowledge`] is all that its players' views and paths are made from.

mod detection;
mod fog_delta;
mod frozen_entity;
mod knowledge;
mod memories;
mod saved;
mod stamp;
mod viewer;

pub(crate) use fog_delta::FogDelta;
pub use frozen_entity::FrozenEntity;
pub use knowledge::Knowledge;

use sandtable_nav::bits::BitGrid;
use stamp::Stamps;

use crate::component::{Footprint, Identity, Motion};
use crate::entities::{Entities, EntityLocation};
use crate::state::{Clock, Player, SceneBase};
use crate::threads::Threads;
use sandtable_model::map::{Cell, Rect};
use sandtable_model::rules::Stats;
use sandtable_model::scenario::{Fog, Scenario};
use sandtable_nav::ground::GroundMap;
use sandtable_state::{FillWithJunk, Junk};

/// Visibility of a cell to a team.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visibility {
    /// Never seen.
    Unexplored,
    /// Seen before.
    Explored,
    /// Seen now.
    Visible,
}

/// Who sees which cell now: derived from where viewers are.
#[derive(Clone, Default)]
pub struct Sight {
    width: u16,
    /// None without fog: everything is seen, and nothing is stamped.
    stamps: Option<Stamps>,
    /// The version of the ground that the obstacles were drawn from.
    ground_version: Option<u32>,
}

/// Room to see in.
#[derive(Default)]
pub(crate) struct SightWorkspace {
    turns: viewer::ViewerTurns,
    firsts: Vec<detection::FirstSight>,
    firsts_by_chunk: Vec<Vec<detection::FirstSight>>,
    /// Where a team's obstacles are drawn.
    canvas: BitGrid,
}

impl FillWithJunk for SightWorkspace {
    fn fill_with_junk(&mut self, junk: &mut Junk) {
        let SightWorkspace { turns, firsts, firsts_by_chunk, canvas } = self;
        turns.fill_with_junk(junk);
        *firsts = junk.some(detection::FirstSight::junk);
        *firsts_by_chunk = junk.some(|junk| junk.some(detection::FirstSight::junk));
        *canvas = BitGrid::full(junk.below(5_000) as usize);
    }
}

impl Sight {
    /// Nobody sees anything yet.
    pub(crate) fn new(scenario: &Scenario) -> Sight {
        let stamps = (scenario.fog != Fog::Off).then(|| Stamps::new(scenario));
        Sight { width: scenario.map.width, stamps, ground_version: None }
    }

    /// Sight of this map with which nobody sees anything.
    fn blank(&self, scenario: &Scenario) -> Sight {
        let stamps = self.stamps.as_ref().map(|stamps| stamps.blank(scenario));
        Sight { width: self.width, stamps, ground_version: None }
    }

    /// The teams that see the cell now, as a bit set; none off the map.
    #[inline]
    pub fn seen_by(&self, cell: Cell) -> u8 {
        let Some(stamps) = &self.stamps else { return u8::MAX };
        let inside = cell.x >= 0 && cell.y >= 0 && (cell.x as u16) < self.width;
        let index = (cell.y as usize).wrapping_mul(self.width as usize).wrapping_add(cell.x as usize);
        stamps.seen.get(index).filter(|_| inside).map_or(0, |teams| *teams)
    }

    /// The teams that see each cell now, as bit sets, by index; none where everybody sees everything.
    pub(crate) fn seen(&self) -> Option<&[u8]> {
        self.stamps.as_ref().map(|stamps| &stamps.seen[..])
    }

    /// The teams that see any of these cells now, as a bit set; the cells must lie on the map.
    #[inline]
    pub(crate) fn seen_in(&self, rect: Rect) -> u8 {
        let Some(stamps) = &self.stamps else { return u8::MAX };
        let (width, mut first) = (usize::from(self.width), rect.y as usize * usize::from(self.width) + rect.x as usize);
        if rect.width == 1 && rect.height == 1 {
            return stamps.seen.get(first).copied().unwrap_or(0);
        }
        let mut seen = 0;
        for _ in 0..rect.height {
            let line = stamps.seen.get(first..first + usize::from(rect.width)).unwrap_or(&[]);
            line.iter().for_each(|teams| seen |= teams);
            first += width;
        }
        seen
    }
}

/// What seeing borrows of a world.
pub(crate) struct SightContext<'w> {
    pub(crate) scenario: &'w Scenario,
    pub(crate) clock: &'w Clock,
    pub(crate) stats: &'w [Vec<Stats>],
    pub(crate) threads: &'w Threads,
    pub(crate) ground: &'w GroundMap,
    /// It changes who is seen by whom.
    pub(crate) entities: &'w Entities,
    /// It gives them names for what they see first.
    pub(crate) players: &'w mut [Player],
    /// What it is about.
    pub(crate) knowledge: &'w mut [Knowledge],
    pub(crate) sight: &'w mut Sight,
    /// Its own.
    pub(crate) workspace: &'w mut SightWorkspace,
}

/// What the passes over all who see look at, by row: borrowed once a tick for all of them.
#[derive(Clone, Copy)]
struct Viewers<'w> {
    unit_identity: &'w [Identity],
    motion: &'w [Motion],
    building_identity: &'w [Identity],
    footprint: &'w [Footprint],
}

/// Brings stamps, sightings and knowledge up to where everything is now.
pub(crate) fn run(cx: SightContext<'_>) {
    let SightContext { scenario, clock, stats, threads, ground, entities, players, knowledge, sight, workspace } = cx;
    let base = SceneBase { scenario, clock, players, stats, entities, threads };
    let (units, buildings) = (&entities.units, &entities.buildings);
    let viewers = Viewers {
        unit_identity: &entities.column(units),
        motion: &entities.column(units),
        building_identity: &entities.column(buildings),
        footprint: &entities.column(buildings),
    };
    if let Some(stamps) = &mut sight.stamps {
        viewer::follow(base, viewers, stamps, knowledge, &mut workspace.turns);
    }
    detection::run((base, viewers), sight, knowledge, workspace);
    memories::run((base, ground), sight, knowledge, &mut workspace.canvas);
    detection::name_all(entities, players, &workspace.firsts);
}

/// Takes away the stamp of an entity that is about to be removed.
pub(crate) fn unstamp(base: SceneBase<'_>, sight: &mut Sight, knowledge: &mut [Knowledge], place: EntityLocation) {
    if let Some(stamps) = &mut sight.stamps {
        viewer::close_eyes(base, stamps, knowledge, place);
    }
}

/// Makes everything derived from the basic state: stamps from sightings, counts and obstacles from knowledge.
pub(crate) fn rebuild(cx: SightContext<'_>) {
    let SightContext { scenario, clock, stats, threads, ground, entities, players, knowledge, sight, workspace } = cx;
    let base = SceneBase { scenario, clock, players, stats, entities, threads };
    *sight = sight.blank(scenario);
    knowledge.iter_mut().for_each(|knowledge| knowledge.reset(scenario.map.cells()));
    if let Some(stamps) = &mut sight.stamps {
        viewer::open_all_eyes(base, stamps, knowledge);
    }
    let changed: Vec<u32> = knowledge.iter().map(Knowledge::changed).collect();
    memories::redraw((base, ground), sight, knowledge, &mut workspace.canvas);
    knowledge.iter_mut().zip(changed).for_each(|(knowledge, changed)| knowledge.set_changed(changed));
}
