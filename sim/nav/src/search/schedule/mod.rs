//! Requests for paths, served within a budget of expansions a tick (GAP ch. 17, "Simultaneous Searches": two check-out
//! lanes, as in a supermarket).
//!
//! There is one search at a time in each of two lanes, an express one for short ways and a main one. Every tick each lane
//! with work gets at least half the budget, and what the other leaves. Inside a lane players take turns. What takes longer to expand
//! than a cell counts for several. So whoever asks is
//! answered, whatever others ask for.

mod lane;

use super::atlas::Atlas;
use super::graph_search::SearchProgress;
use super::layout::{EXPRESS_LANE, MAIN_LANE};
use super::route::Route;
use super::sliced_search::SlicedSearch;
use lane::Running;
pub use lane::{Lane, PathRequest};
use sandtable_state::limits::{EXPRESS_CELLS, MAX_PATH_REQUESTS, MAX_PATH_RESTARTS};

sandtable_state::state_struct! {
    /// Everything about pending requests that decides when and how they are answered: what a snapshot has to hold.
    #[derive(Default)]
    pub struct Schedule {
        /// The express lane.
        pub express: Lane,
        /// The main lane.
        pub main: Lane,
        /// The ticket of the next request.
        pub next_ticket: u32,
        /// What was spent beyond the budgets of past ticks, in expansions of cells.
        pub debt: u32,
    }
}

/// What became of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathAnswer {
    /// The request.
    pub request: PathRequest,
    /// The way, if there is one: the cheapest in the space of its navigator.
    pub route: Option<Route>,
}

/// Serves requests. All but its [`Schedule`] is rebuilt from that.
#[derive(Clone, Debug, Default)]
pub struct Scheduler {
    schedule: Schedule,
    /// The searches of the express and the main lane.
    searches: [SlicedSearch; 2],
    /// The version of the grid that each search runs on.
    versions: [u32; 2],
}

impl Scheduler {
    /// Goes on from a saved schedule; `ground` gives the atlas a request is to be answered on, its grid as it was when it was saved.
    pub fn restore<'g>(schedule: Schedule, ground: impl Fn(&PathRequest) -> &'g Atlas) -> Scheduler {
        let mut scheduler = Scheduler { schedule, ..Scheduler::default() };
        for lane in [EXPRESS_LANE, MAIN_LANE] {
            if let Some(running) = scheduler.lane(lane).running().copied() {
                let atlas = ground(&running.request);
                scheduler.begin(lane, atlas, &running.request);
                let search = &mut scheduler.searches[lane];
                search.advance(atlas, running.spent.saturating_sub(search.spent()));
            }
        }
        scheduler
    }

    fn begin(&mut self, lane: usize, atlas: &Atlas, request: &PathRequest) {
        self.searches[lane].begin(atlas, request.navigator, request.from, request.to);
        self.versions[lane] = atlas.grid().version();
    }

    /// What there is to save.
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// Asks for a way; the ticket by which it will be answered, whatever ticket `request` names, or none when its player has too
    /// many requests pending.
    pub fn submit(&mut self, request: PathRequest) -> Option<u32> {
        let ticket = self.schedule.next_ticket;
        let lane = if request.from.chebyshev(request.to) <= EXPRESS_CELLS { EXPRESS_LANE } else { MAIN_LANE };
        let lane = self.lane_mut(lane);
        if lane.pending(request.player) >= MAX_PATH_REQUESTS {
            return None;
        }
        lane.push(PathRequest { ticket, ..request });
        self.schedule.next_ticket = ticket.wrapping_add(1);
        Some(ticket)
    }

    /// Takes a request back; nothing happens when it has been answered.
    pub fn cancel(&mut self, ticket: u32) {
        self.schedule.express.remove(ticket);
        self.schedule.main.remove(ticket);
    }

    /// Spends a tick's budget of expansions of cells, at least 2; `ground` gives the atlas of a request. Every request that is done goes to `answer`.
    ///
    /// A search whose grid has changed starts over. One that had to several times is worked on to its end at once, and what
    /// that takes beyond the budget is saved in later ticks.
    pub fn advance<'g>(
        &mut self,
        budget: u32,
        ground: impl Fn(&PathRequest) -> &'g Atlas,
        mut answer: impl FnMut(PathAnswer),
    ) {
        let budget = budget.max(2);
        let paid = self.schedule.debt.min(budget);
        self.schedule.debt -= paid;
        let mut left = budget - paid;
        for (lane, share) in [(EXPRESS_LANE, left.div_ceil(2)), (MAIN_LANE, u32::MAX), (EXPRESS_LANE, u32::MAX)] {
            let spent = self.serve(lane, left.min(share), &ground, &mut answer);
            self.schedule.debt = self.schedule.debt.saturating_add(spent.saturating_sub(left));
            left = left.saturating_sub(spent);
        }
    }

    /// Lets searches whose grid has changed start over, as [`Scheduler::advance`] would: to be called before what is saved is to tell.
    pub fn refresh<'g>(&mut self, ground: impl Fn(&PathRequest) -> &'g Atlas) {
        for lane in [EXPRESS_LANE, MAIN_LANE] {
            if self.lane(lane).running().is_some() {
                self.running(lane, &ground);
            }
        }
    }

    /// Works through a lane; the expansions that took.
    fn serve<'g>(
        &mut self,
        lane: usize,
        budget: u32,
        ground: &impl Fn(&PathRequest) -> &'g Atlas,
        answer: &mut impl FnMut(PathAnswer),
    ) -> u32 {
        let mut spent = 0u32;
        while spent < budget {
            let Some((atlas, running)) = self.running(lane, ground) else { break };
            let allowance = if running.restarts >= MAX_PATH_RESTARTS { u32::MAX } else { budget - spent };
            let progress = self.searches[lane].advance(atlas, allowance);
            let found = (progress == SearchProgress::Found).then(|| self.searches[lane].route(atlas));
            let total = self.searches[lane].spent();
            // A request that takes no expansions is work as well.
            spent = spent.saturating_add(total.saturating_sub(running.spent).max(1));
            self.lane_mut(lane).note(total);
            if progress != SearchProgress::Running {
                self.lane_mut(lane).finish();
                answer(PathAnswer { request: running.request, route: found });
            }
        }
        spent
    }

    /// The request a lane works on, and its atlas. The search is at work on just that.
    fn running<'g>(
        &mut self,
        lane: usize,
        ground: &impl Fn(&PathRequest) -> &'g Atlas,
    ) -> Option<(&'g Atlas, Running)> {
        let fresh = self.lane(lane).running().is_none();
        let running = self.lane_mut(lane).take_turn()?;
        let atlas = ground(&running.request);
        let changed = self.versions[lane] != atlas.grid().version();
        if fresh || changed {
            self.begin(lane, atlas, &running.request);
        }
        if changed && !fresh {
            self.lane_mut(lane).restart();
        }
        self.lane(lane).running().copied().map(|running| (atlas, running))
    }

    fn lane(&self, lane: usize) -> &Lane {
        if lane == EXPRESS_LANE { &self.schedule.express } else { &self.schedule.main }
    }

    fn lane_mut(&mut self, lane: usize) -> &mut Lane {
        if lane == EXPRESS_LANE { &mut self.schedule.express } else { &mut self.schedule.main }
    }
}
