//! What a search keeps when its ground changes: all that costs less than any way, old or new, through what changed.

use super::super::layer::{Layer, PortalId, SECTOR_PORTALS};
use super::super::portal_frontier::Reached;
use super::super::portal_mark::UNREACHED;
use super::super::sector::{NO_LINK, Portal};
use super::{PortalSearch, doubled, middle};

impl PortalSearch {
    /// Forgets what a change of some sectors may have touched: every way through them, old or new, costs at least as much as the cheapest
    /// of their portals had or has now, so what costs less stays. Returns that cost. `starts` are
    /// those of [`PortalSearch::new`].
    pub fn rewind(
        &mut self,
        layer: &Layer,
        changed: &[u16],
        starts: impl Iterator<Item = (PortalId, u16, u32)>,
    ) -> u32 {
        let mut reached = self.frontier.drain();
        // The portals of the sectors themselves may be gone.
        let stays = |portal: PortalId| {
            let (first, second, _) = layer.portal_between(portal);
            [first, second].iter().all(|sector| changed.binary_search(sector).is_err())
        };
        reached.retain(|reached| self.is_live(reached) && stays(reached.portal));
        let cheapest = |sector: &u16| {
            let (had, has) = (self.cheapest_around(layer, *sector), self.cheapest_beside(layer, *sector));
            had.min(has).min(self.cheapest_beyond(layer, *sector, &reached))
        };
        let level = changed.iter().map(cheapest).min().unwrap_or(u32::MAX);
        self.settled = 0;
        for mark in self.marks.iter_mut().flatten() {
            if mark.rest >= level {
                *mark = UNREACHED;
            }
            self.settled += u32::from(mark.settled);
        }
        for reached in reached {
            if self.is_live(&reached) {
                self.frontier.push(reached);
            }
        }
        self.start(layer, starts);
        self.expand_again(layer, level);
        level
    }

    /// The least cost of a sector's portals, those included that a change has opened, by ways through the sectors beside it.
    fn cheapest_beside(&self, layer: &Layer, sector: u16) -> u32 {
        let portals = layer.sector(sector).portals().iter();
        let cost = |portal: PortalId| {
            let (first, second, _) = layer.portal_between(portal);
            let beside = if first == sector { second } else { first };
            self.cost_through(layer, beside, portal)
        };
        portals.map(|portal| cost(layer.portal_id(sector, portal))).min().unwrap_or(u32::MAX)
    }

    /// The least cost of a portal by way of those of a sector that are settled.
    fn cost_through(&self, layer: &Layer, sector: u16, portal: PortalId) -> u32 {
        let exits = layer.sector(sector).portals().iter();
        let links = layer.sector(sector).links_to(layer.place_in(sector, portal));
        let by = |(exit, link): (&Portal, &u32)| {
            let id = layer.portal_id(sector, exit);
            let mark = self.mark(id);
            let leads = mark.settled && id != portal && self.through(layer, id, mark.onward) == sector;
            if leads && *link != NO_LINK { mark.rest.saturating_add(*link) } else { u32::MAX }
        };
        exits.zip(links).map(by).min().unwrap_or(u32::MAX)
    }

    /// The least that a way to a sector can cost which leads through portals that are reached, but not settled.
    fn cheapest_beyond(&self, layer: &Layer, sector: u16, reached: &[Reached]) -> u32 {
        let corner = doubled(layer.partition().origin(sector));
        let cost = |reached: &Reached| {
            reached.rest.saturating_add(PortalSearch::floor(layer, corner, middle(layer, reached.portal)))
        };
        reached.iter().map(cost).min().unwrap_or(u32::MAX)
    }

    /// The least cost of the portals that a sector has, or had before it changed.
    fn cheapest_around(&self, layer: &Layer, sector: u16) -> u32 {
        let first = u32::from(sector) * SECTOR_PORTALS as u32;
        let mut ids: Vec<PortalId> = (first..first + SECTOR_PORTALS as u32).collect();
        for (side, from) in [(2, 0), (3, 5)] {
            let owner = layer.partition().neighbour(sector, side).map(|owner| u32::from(owner) * SECTOR_PORTALS as u32);
            ids.extend(owner.into_iter().flat_map(|first| first + from..first + from + 5));
        }
        ids.into_iter().map(|portal| self.mark(portal).rest).min().unwrap_or(u32::MAX)
    }

    /// Expands once more the portals from which what was forgotten can be reached in one step.
    fn expand_again(&mut self, layer: &Layer, level: u32) {
        for sector in (0..self.pages.len()).filter(|sector| self.pages[*sector] != 0).collect::<Vec<_>>() {
            for place in 0..SECTOR_PORTALS {
                let portal = (sector * SECTOR_PORTALS + place) as PortalId;
                let mark = self.mark(portal);
                if mark.settled
                    && mark.rest.saturating_add(layer.sector(self.through(layer, portal, mark.onward)).span()) >= level
                {
                    self.expand(layer, portal, mark.rest, mark.onward);
                }
            }
        }
    }
}
