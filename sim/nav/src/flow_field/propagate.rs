//! Costs propagated from the goal to the portals on the ways to it, each by the way of that portal alone.

use sandtable_model::map::Rect;

use super::kernel::{Kernel, LANES, STRIDE, Seed, lane, ring_lane};
use super::layer::{Layer, PortalId};
use super::partition::{SIDE, edge_cell};
use super::portal_search::{GOAL, PortalMark, PortalSearch};
use super::sector::Portal;

/// Costs of the cells just beyond a portal.
#[derive(Clone, Debug)]
pub(super) struct PortalProfile {
    /// The least of the costs, in 1/64 of a plain cell.
    pub(super) base: u32,
    /// What each cell's way costs more, along the side.
    pub(super) rise: [i16; SIDE],
}

impl PortalProfile {
    /// Of a portal through which ways enter the sector whose costs these are, `base` more to the goal.
    fn new(base: u32, entry: &Portal, cost: &[i16; LANES], shift: u32) -> PortalProfile {
        let lane = |n: usize| lane(edge_cell(entry.side.into(), n));
        let least = entry.cells().map(|n| cost[lane(n)]).min().unwrap_or(0);
        let mut profile = PortalProfile { base: base + ((least as u32) << shift), rise: [0; SIDE] };
        for n in entry.cells() {
            profile.rise[n] = (cost[lane(n)] - least) << shift;
        }
        profile
    }
}

/// The ways that costs are propagated along.
pub(super) struct PropagationPaths<'f> {
    pub(super) layer: &'f Layer,
    pub(super) kernel: Kernel,
    pub(super) goals: &'f [Rect],
    pub(super) wave: &'f PortalSearch,
}

/// Profiles by portal.
#[derive(Clone, Debug, Default)]
pub(super) struct PropagatedProfiles {
    profiles: Vec<PortalProfile>,
    /// Places in `profiles` by portal, ascending.
    places: Vec<(PortalId, u32)>,
}

impl PropagatedProfiles {
    /// The profile of a portal that costs have been propagated to.
    pub(super) fn to(&self, portal: PortalId) -> Option<&PortalProfile> {
        let at = self.places.binary_search_by_key(&portal, |(portal, _)| *portal).ok()?;
        Some(&self.profiles[self.places[at].1 as usize])
    }

    /// Forgets portals that are no longer settled.
    pub(super) fn retain(&mut self, wave: &PortalSearch) {
        let old = std::mem::take(&mut self.profiles);
        self.places.retain(|(portal, _)| wave.mark(*portal).settled);
        for (_, place) in &mut self.places {
            self.profiles.push(old[*place as usize].clone());
            *place = self.profiles.len() as u32 - 1;
        }
    }

    /// Carries costs from the goal, or from the nearest portal on the way that has them, to a portal.
    pub(super) fn propagate(&mut self, ways: &PropagationPaths<'_>, portal: PortalId) {
        let mut missing = Vec::new();
        let mut at = portal;
        while at != GOAL && self.to(at).is_none() {
            missing.push(at);
            at = ways.wave.mark(at).next;
        }
        while let Some(portal) = missing.pop() {
            self.propagate_across(ways, ways.wave.mark(portal));
        }
    }

    /// Carries costs through a sector to all portals from which ways lead through it to the same next portal as from `mark`'s.
    fn propagate_across(&mut self, ways: &PropagationPaths<'_>, mark: PortalMark) {
        let layer = ways.layer;
        let sector = layer.sector(mark.onward);
        let terms = sector.terms();
        let mut base = 0;
        let seeds: Vec<Seed> = match self.to(mark.next) {
            None => goal_seeds(layer, ways.goals, mark.onward),
            Some(next) => {
                base = next.base;
                let exit = sector.portals()[layer.place_in(mark.onward, mark.next)];
                let seed = |n: usize| (ring_lane(exit.side.into(), n) as u8, next.rise[n] >> terms.shift());
                exit.cells().map(seed).collect()
            }
        };
        let cost = terms.integrate(ways.kernel, &seeds);
        for entry in sector.portals() {
            let id = layer.portal_id(mark.onward, entry);
            let other = ways.wave.mark(id);
            if other.settled && (other.onward, other.next) == (mark.onward, mark.next) {
                self.put(id, || PortalProfile::new(base, entry, &cost, terms.shift()));
            }
        }
    }

    /// Notes the profile of a portal unless it is there.
    fn put(&mut self, portal: PortalId, profile: impl FnOnce() -> PortalProfile) {
        let place = self.places.partition_point(|(other, _)| *other < portal);
        if self.places.get(place).is_none_or(|(other, _)| *other != portal) {
            self.places.insert(place, (portal, self.profiles.len() as u32));
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
