//! The search over portals: what each portal's way to a goal costs, and by which portal it goes on.
//!
//! A* from the goal towards whoever asks (Hart, Nilsson and Raphael 1968; Emerson's portal search runs the other way). All who
//! have the goal share one search: what it has settled is exact whoever asked, so a later asker whose portals are settled
//! has its way at once and joins the ways that are there (Emerson's merging A*), and one that lies elsewhere turns the
//! frontier towards itself. So ways are a pure function of goal and layer, and which of them have been found is not.
//!
//! A way crosses each portal onwards into one of its two sectors. `next` leads from portal to portal, each at a lower cost, to the goal.

mod rewind;

use super::layer::{Layer, PortalId, SECTOR_PORTALS};
use super::portal_frontier::{PortalFrontier, Reached};
use super::portal_mark::UNREACHED;
pub use super::portal_mark::{GOAL, PortalMark};
use sandtable_model::map::Cell;

use super::partition::SIDE;
use super::sector::NO_LINK;

/// A search from one goal, as far as somebody has asked.
#[derive(Clone, Debug)]
pub struct PortalSearch {
    /// By sector: one more than the place of its page; 0 while untouched.
    pages: Vec<u16>,
    marks: Vec<[PortalMark; SECTOR_PORTALS]>,
    frontier: PortalFrontier,
    /// The sector the search leans to.
    target: u16,
    /// Its north-west corner, in half cells.
    corner: (i32, i32),
    /// The middle of the goal, in half cells.
    middle: (i32, i32),
    /// Portals settled in all.
    settled: u32,
}

impl PortalSearch {
    /// A search from portals whose costs to the goal (its middle in half cells) are known: portal, the sector onwards, cost.
    pub fn new(layer: &Layer, goal: (i32, i32), starts: impl Iterator<Item = (PortalId, u16, u32)>) -> PortalSearch {
        let mut wave = PortalSearch {
            pages: vec![0; layer.partition().count()],
            marks: Vec::new(),
            frontier: PortalFrontier::new(layer.base().cheapest()),
            target: 0,
            corner: doubled(layer.partition().origin(0)),
            middle: goal,
            settled: 0,
        };
        wave.start(layer, starts);
        wave
    }

    fn start(&mut self, layer: &Layer, starts: impl Iterator<Item = (PortalId, u16, u32)>) {
        for (portal, onward, rest) in starts {
            self.improve(layer, portal, middle(layer, portal), PortalMark { rest, next: GOAL, onward, settled: false });
        }
    }

    /// What is known of a portal.
    #[inline]
    pub fn mark(&self, portal: PortalId) -> PortalMark {
        let (sector, place) = (portal as usize / SECTOR_PORTALS, portal as usize % SECTOR_PORTALS);
        match self.pages[sector] {
            0 => UNREACHED,
            page => self.marks[usize::from(page) - 1][place],
        }
    }

    /// How many portals have been settled.
    pub fn settled(&self) -> u32 {
        self.settled
    }

    #[inline]
    fn mark_mut(&mut self, portal: PortalId) -> &mut PortalMark {
        let (sector, place) = (portal as usize / SECTOR_PORTALS, portal as usize % SECTOR_PORTALS);
        if self.pages[sector] == 0 {
            self.marks.push([UNREACHED; SECTOR_PORTALS]);
            self.pages[sector] = self.marks.len() as u16;
        }
        &mut self.marks[usize::from(self.pages[sector]) - 1][place]
    }

    /// Settles what a tile of a region needs to know. Returns the cost up to which the exits of the region count; none when there
    /// is no way.
    ///
    /// Whatever portal the way into the region came by, its way out costs at most one crossing more than the cheapest exit.
    /// So exits that cost more than that do not count, and all that do are settled.
    pub fn reach(&mut self, layer: &Layer, sector: u16, region: u8) -> Option<u32> {
        loop {
            let sight = self.survey(layer, sector, region);
            let Some(least) = self.frontier.least() else { return sight.bound };
            if sight.bound.is_some_and(|bound| sight.all_settled || bound.saturating_add(sight.lean) < least) {
                return sight.bound;
            }
            if sight.bound.is_none() && self.target != sector {
                self.turn(layer, sector);
            }
            self.settle_next(layer);
        }
    }

    /// The sector from which ways come to a portal that leads on into `onward`.
    fn through(&self, layer: &Layer, portal: PortalId, onward: u16) -> u16 {
        let (first, second, _) = layer.portal_between(portal);
        if onward == first { second } else { first }
    }

    /// Whether what was put in the frontier still stands.
    #[inline]
    fn is_live(&self, reached: &Reached) -> bool {
        let mark = self.mark(reached.portal);
        !mark.settled && mark.rest == reached.rest
    }

    fn survey(&self, layer: &Layer, number: u16, region: u8) -> Survey {
        let sector = layer.sector(number);
        let mut survey = Survey { bound: None, lean: 0, all_settled: true };
        for portal in sector.portals().iter().filter(|portal| portal.region == region) {
            let id = layer.portal_id(number, portal);
            let mark = self.mark(id);
            survey.all_settled &= mark.settled;
            survey.lean = survey.lean.max(self.estimate(layer, middle(layer, id)));
            if mark.settled && (mark.onward != number || mark.next == GOAL) {
                let bound = mark.rest.saturating_add(sector.span());
                survey.bound = Some(survey.bound.map_or(bound, |known| known.min(bound)));
            }
        }
        survey
    }

    /// Leans the search towards another sector.
    fn turn(&mut self, layer: &Layer, target: u16) {
        (self.target, self.corner) = (target, doubled(layer.partition().origin(target)));
        for reached in self.frontier.drain() {
            if self.is_live(&reached) {
                self.open(layer, reached.portal, middle(layer, reached.portal), reached.rest);
            }
        }
    }

    #[inline]
    fn open(&mut self, layer: &Layer, portal: PortalId, middle: (i32, i32), rest: u32) {
        let estimate = rest.saturating_add(self.estimate(layer, middle));
        self.frontier.push(Reached { estimate, rest, portal });
    }

    /// The least that the way from the target sector to a portal with this middle can cost.
    #[inline]
    fn estimate(&self, layer: &Layer, middle: (i32, i32)) -> u32 {
        PortalSearch::floor(layer, self.corner, middle)
    }

    /// The least that the way from the sector with this corner to a portal with this middle can cost.
    #[inline]
    fn floor(layer: &Layer, corner: (i32, i32), (x, y): (i32, i32)) -> u32 {
        let beyond = |at: i32, first: i32| (first - at).max(at - first - 2 * SIDE as i32).max(0);
        layer.base().floor(beyond(x, corner.0), beyond(y, corner.1))
    }

    /// Settles all portals of the next bucket. Estimates only rise along a way, so what leads to a portal of a bucket lies in none
    /// that come later: when the bucket is empty all it held is final, though on the way a portal may be improved, and expanded, twice.
    fn settle_next(&mut self, layer: &Layer) {
        self.frontier.least();
        while let Some(reached) = self.frontier.pop() {
            let mark = self.mark_mut(reached.portal);
            if !mark.settled && mark.rest == reached.rest {
                mark.settled = true;
                let onward = mark.onward;
                self.settled += 1;
                self.expand(layer, reached.portal, reached.rest, onward);
            }
        }
    }

    /// Improves the portals from which a way leads through this one.
    fn expand(&mut self, layer: &Layer, portal: PortalId, rest: u32, onward: u16) {
        let through = self.through(layer, portal, onward);
        let sector = layer.sector(through);
        let links = sector.links_to(layer.place_in(through, portal));
        let first = layer.first_portals(through);
        let (x, y) = doubled(layer.partition().origin(through));
        for (entry, link) in sector.portals().iter().zip(links).filter(|(_, link)| **link != NO_LINK) {
            let id = first[usize::from(entry.side)] + u32::from(entry.ordinal);
            let (dx, dy) = entry.middle();
            let mark = PortalMark { rest: rest.saturating_add(*link), next: portal, onward: through, settled: false };
            self.improve(layer, id, (x + dx, y + dy), mark);
        }
    }

    #[inline]
    fn improve(&mut self, layer: &Layer, portal: PortalId, middle: (i32, i32), new: PortalMark) {
        let known = self.mark(portal);
        if new.rest > known.rest || new.rest == u32::MAX {
            return;
        }
        if new.rest < known.rest {
            self.settled -= u32::from(known.settled);
            *self.mark_mut(portal) = new;
            self.open(layer, portal, middle, new.rest);
        } else if self.tie(layer, middle, new) < self.tie(layer, middle, known) {
            *self.mark_mut(portal) = PortalMark { settled: known.settled, ..new };
        }
    }

    /// Which of two ways of equal cost is taken: see [`PortalSearch::detour`]. A portal right at the goal goes on into the sector on one side of the
    /// line to the goal, or of that to the middle of the map.
    fn tie(&self, layer: &Layer, from: (i32, i32), mark: PortalMark) -> (i64, i64, i64, PortalId) {
        if mark.next != GOAL {
            return self.detour(layer, from, mark.next);
        }
        let corner = doubled(layer.partition().origin(mark.onward));
        let onward = (corner.0 + SIDE as i32, corner.1 + SIDE as i32);
        let centre = layer.partition().middle_point();
        let centre = (centre.x.bits() >> 15, centre.y.bits() >> 15);
        (-1, aside(from, onward, self.middle), aside(from, onward, centre), GOAL)
    }

    /// How far off the line from a point, in half cells, to the goal the next portal lies, for ties: ways over open ground keep to the line.
    /// What is still tied goes by the side of the line and the distance along it, which a half turn of the map leaves alone.
    pub(super) fn detour(&self, layer: &Layer, from: (i32, i32), next: PortalId) -> (i64, i64, i64, PortalId) {
        let (to, goal) = (middle(layer, next), self.middle);
        let aside = aside(from, to, goal);
        let onward = i64::from(to.0 - from.0) * i64::from(goal.0 - from.0)
            + i64::from(to.1 - from.1) * i64::from(goal.1 - from.1);
        (aside.abs(), aside, -onward, next)
    }
}

/// How far, and to which side, `to` lies off the line from `from` to `goal`.
fn aside(from: (i32, i32), to: (i32, i32), goal: (i32, i32)) -> i64 {
    let (step_x, step_y) = (i64::from(to.0 - from.0), i64::from(to.1 - from.1));
    step_x * i64::from(goal.1 - from.1) - step_y * i64::from(goal.0 - from.0)
}

/// What a region's portals tell.
struct Survey {
    /// The cost up to which exits count.
    bound: Option<u32>,
    /// The greatest estimate among its portals.
    lean: u32,
    all_settled: bool,
}

/// A portal's middle, in half cells of the map.
fn middle(layer: &Layer, portal: PortalId) -> (i32, i32) {
    let (owner, _, side) = layer.portal_between(portal);
    let sector = layer.sector(owner);
    let (x, y) = doubled(layer.partition().origin(owner));
    let (dx, dy) = sector.portals()[sector.place(side, (portal % 5) as u8)].middle();
    (x + dx, y + dy)
}

fn doubled(cell: Cell) -> (i32, i32) {
    (2 * i32::from(cell.x), 2 * i32::from(cell.y))
}
