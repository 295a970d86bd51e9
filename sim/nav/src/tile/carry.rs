//! Costs carried from the goal to the windows on the ways to it, each by the way of that window alone.

use sandtable_model::map::Rect;

use super::kernel::{Kernel, LANES, STRIDE, Seed, lane, ring_lane};
use super::layer::{Layer, WindowId};
use super::partition::{SIDE, edge_cell};
use super::sector::Window;
use super::wave::{GOAL, Mark, Wave};

/// Costs of the cells just beyond a window.
#[derive(Clone, Debug)]
pub(super) struct Profile {
    /// The least of the costs, in 1/64 of a plain cell.
    pub(super) base: u32,
    /// What each cell's way costs more, along the side.
    pub(super) rise: [i16; SIDE],
}

impl Profile {
    /// Of a window through which ways enter the sector whose costs these are, `base` more to the goal.
    fn new(base: u32, entry: &Window, cost: &[i16; LANES], shift: u32) -> Profile {
        let lane = |n: usize| lane(edge_cell(entry.side.into(), n));
        let least = entry.cells().map(|n| cost[lane(n)]).min().unwrap_or(0);
        let mut profile = Profile { base: base + ((least as u32) << shift), rise: [0; SIDE] };
        for n in entry.cells() {
            profile.rise[n] = (cost[lane(n)] - least) << shift;
        }
        profile
    }
}

/// The ways that costs are carried along.
pub(super) struct Ways<'f> {
    pub(super) layer: &'f Layer,
    pub(super) kernel: Kernel,
    pub(super) goals: &'f [Rect],
    pub(super) wave: &'f Wave,
}

/// Profiles by window.
#[derive(Clone, Debug, Default)]
pub(super) struct Carried {
    profiles: Vec<Profile>,
    /// Places in `profiles` by window, ascending.
    places: Vec<(WindowId, u32)>,
}

impl Carried {
    /// The profile of a window that costs have been carried to.
    pub(super) fn to(&self, window: WindowId) -> Option<&Profile> {
        let at = self.places.binary_search_by_key(&window, |(window, _)| *window).ok()?;
        Some(&self.profiles[self.places[at].1 as usize])
    }

    /// Forgets windows that are no longer settled.
    pub(super) fn retain(&mut self, wave: &Wave) {
        let old = std::mem::take(&mut self.profiles);
        self.places.retain(|(window, _)| wave.mark(*window).settled);
        for (_, place) in &mut self.places {
            self.profiles.push(old[*place as usize].clone());
            *place = self.profiles.len() as u32 - 1;
        }
    }

    /// Carries costs from the goal, or from the nearest window on the way that has them, to a window.
    pub(super) fn carry(&mut self, ways: &Ways<'_>, window: WindowId) {
        let mut missing = Vec::new();
        let mut at = window;
        while at != GOAL && self.to(at).is_none() {
            missing.push(at);
            at = ways.wave.mark(at).next;
        }
        while let Some(window) = missing.pop() {
            self.carry_across(ways, ways.wave.mark(window));
        }
    }

    /// Carries costs through a sector to all windows from which ways lead through it to the same next window as from `mark`'s.
    fn carry_across(&mut self, ways: &Ways<'_>, mark: Mark) {
        let layer = ways.layer;
        let sector = layer.sector(mark.onward);
        let terms = sector.terms();
        let mut base = 0;
        let seeds: Vec<Seed> = match self.to(mark.next) {
            None => goal_seeds(layer, ways.goals, mark.onward),
            Some(next) => {
                base = next.base;
                let exit = sector.windows()[layer.place_in(mark.onward, mark.next)];
                let seed = |n: usize| (ring_lane(exit.side.into(), n) as u8, next.rise[n] >> terms.shift());
                exit.cells().map(seed).collect()
            }
        };
        let cost = terms.integrate(ways.kernel, &seeds);
        for entry in sector.windows() {
            let id = layer.window_id(mark.onward, entry);
            let other = ways.wave.mark(id);
            if other.settled && (other.onward, other.next) == (mark.onward, mark.next) {
                self.put(id, || Profile::new(base, entry, &cost, terms.shift()));
            }
        }
    }

    /// Notes the profile of a window unless it is there.
    fn put(&mut self, window: WindowId, profile: impl FnOnce() -> Profile) {
        let place = self.places.partition_point(|(other, _)| *other < window);
        if self.places.get(place).is_none_or(|(other, _)| *other != window) {
            self.places.insert(place, (window, self.profiles.len() as u32));
            self.profiles.push(profile());
        }
    }
}

/// The goal's cells in and right beside a sector, at no cost. They can be reached even when something stands on them.
pub(super) fn goal_seeds(layer: &Layer, goals: &[Rect], sector: u16) -> Vec<Seed> {
    let origin = layer.partition().origin(sector);
    let end = SIDE as i16;
    let mut seeds = Vec::new();
    for goal in goals {
        for y in (goal.y - origin.y).max(-1)..(goal.y - origin.y + goal.height as i16).min(end + 1) {
            for x in (goal.x - origin.x).max(-1)..(goal.x - origin.x + goal.width as i16).min(end + 1) {
                let (outside_x, outside_y) = (x < 0 || x == end, y < 0 || y == end);
                let is_corner = outside_x && outside_y;
                if !is_corner {
                    seeds.push((((y + 1) * STRIDE as i16 + x + 1) as u8, 0));
                }
            }
        }
    }
    seeds
}
