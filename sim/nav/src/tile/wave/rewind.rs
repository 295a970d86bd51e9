//! What a search keeps when its ground changes: all that costs less than any way, old or new, through what changed.

use super::super::frontier::Reached;
use super::super::layer::{Layer, SECTOR_WINDOWS, WindowId};
use super::super::mark::UNREACHED;
use super::super::sector::{NO_LINK, Window};
use super::{Wave, doubled, middle};

impl Wave {
    /// Forgets what a change of some sectors may have touched: every way through them, old or new, costs at least as much as the cheapest
    /// of their windows had or has now, so what costs less stays. Returns that cost. `starts` are
    /// those of [`Wave::new`].
    pub fn rewind(
        &mut self,
        layer: &Layer,
        changed: &[u16],
        starts: impl Iterator<Item = (WindowId, u16, u32)>,
    ) -> u32 {
        let mut reached = self.frontier.drain();
        // The windows of the sectors themselves may be gone.
        let stays = |window: WindowId| {
            let (first, second, _) = layer.window_between(window);
            [first, second].iter().all(|sector| changed.binary_search(sector).is_err())
        };
        reached.retain(|reached| self.is_live(reached) && stays(reached.window));
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

    /// The least cost of a sector's windows, those included that a change has opened, by ways through the sectors beside it.
    fn cheapest_beside(&self, layer: &Layer, sector: u16) -> u32 {
        let windows = layer.sector(sector).windows().iter();
        let cost = |window: WindowId| {
            let (first, second, _) = layer.window_between(window);
            let beside = if first == sector { second } else { first };
            self.cost_through(layer, beside, window)
        };
        windows.map(|window| cost(layer.window_id(sector, window))).min().unwrap_or(u32::MAX)
    }

    /// The least cost of a window by way of those of a sector that are settled.
    fn cost_through(&self, layer: &Layer, sector: u16, window: WindowId) -> u32 {
        let exits = layer.sector(sector).windows().iter();
        let links = layer.sector(sector).links_to(layer.place_in(sector, window));
        let by = |(exit, link): (&Window, &u32)| {
            let id = layer.window_id(sector, exit);
            let mark = self.mark(id);
            let leads = mark.settled && id != window && self.through(layer, id, mark.onward) == sector;
            if leads && *link != NO_LINK { mark.rest.saturating_add(*link) } else { u32::MAX }
        };
        exits.zip(links).map(by).min().unwrap_or(u32::MAX)
    }

    /// The least that a way to a sector can cost which leads through windows that are reached, but not settled.
    fn cheapest_beyond(&self, layer: &Layer, sector: u16, reached: &[Reached]) -> u32 {
        let corner = doubled(layer.partition().origin(sector));
        let cost =
            |reached: &Reached| reached.rest.saturating_add(Wave::floor(layer, corner, middle(layer, reached.window)));
        reached.iter().map(cost).min().unwrap_or(u32::MAX)
    }

    /// The least cost of the windows that a sector has, or had before it changed.
    fn cheapest_around(&self, layer: &Layer, sector: u16) -> u32 {
        let first = u32::from(sector) * SECTOR_WINDOWS as u32;
        let mut ids: Vec<WindowId> = (first..first + SECTOR_WINDOWS as u32).collect();
        for (side, from) in [(2, 0), (3, 5)] {
            let owner = layer.partition().neighbour(sector, side).map(|owner| u32::from(owner) * SECTOR_WINDOWS as u32);
            ids.extend(owner.into_iter().flat_map(|first| first + from..first + from + 5));
        }
        ids.into_iter().map(|window| self.mark(window).rest).min().unwrap_or(u32::MAX)
    }

    /// Expands once more the windows from which what was forgotten can be reached in one step.
    fn expand_again(&mut self, layer: &Layer, level: u32) {
        for sector in (0..self.pages.len()).filter(|sector| self.pages[*sector] != 0).collect::<Vec<_>>() {
            for place in 0..SECTOR_WINDOWS {
                let window = (sector * SECTOR_WINDOWS + place) as WindowId;
                let mark = self.mark(window);
                if mark.settled
                    && mark.rest.saturating_add(layer.sector(self.through(layer, window, mark.onward)).span()) >= level
                {
                    self.expand(layer, window, mark.rest, mark.onward);
                }
            }
        }
    }
}
