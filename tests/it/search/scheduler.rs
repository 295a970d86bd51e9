//! Scheduled requests: answered as if they had been alone, in their turn, whatever others ask.

use std::sync::Arc;

use proptest::prelude::*;
use sandtable_model::map::Cell;
use sandtable_model::rules::{NAVIGATORS, Navigator};
use sandtable_nav::search::{
    Algorithm, Atlas, CostGrid, Landmarks, PathAnswer, PathRequest, Route, Schedule, Scheduler,
};
use sandtable_state::limits::{EXPRESS_CELLS, MAX_PATH_REQUESTS};
use sandtable_state::{ByteReader, Field};

use super::{MIXED, cell, find, ground};
use crate::properties::cases;

fn submit(scheduler: &mut Scheduler, player: u8, from: Cell, to: Cell) -> u32 {
    submit_by(scheduler, Navigator::AStar, player, from, to).expect("there is room")
}

fn submit_by(scheduler: &mut Scheduler, navigator: Navigator, player: u8, from: Cell, to: Cell) -> Option<u32> {
    scheduler.submit(PathRequest { player, navigator, from, to, ..PathRequest::default() })
}

fn tick(scheduler: &mut Scheduler, budget: u32, atlas: &Atlas) -> Vec<PathAnswer> {
    let mut answers = Vec::new();
    scheduler.advance(budget, |_| atlas, |answer| answers.push(answer));
    answers
}

/// The schedule through its bytes and back.
fn reload(scheduler: &Scheduler, atlas: &Atlas) -> Scheduler {
    let mut bytes = Vec::new();
    Field::put(scheduler.schedule(), &mut bytes);
    let schedule: Schedule = Field::take(&mut ByteReader::new(&bytes)).expect("its own bytes");
    Scheduler::restore(schedule, |_| atlas)
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn answers_are_those_of_searches_alone(
        grid in ground(MIXED),
        requests in prop::collection::vec((0..3u8, 0..576u16, 0..576u16, 0..4usize), 1..12),
        landmarks in any::<bool>(),
        budget in 2..200u32,
        reloads in prop::collection::vec(any::<bool>(), 1..8),
    ) {
        let mut scheduler = Scheduler::default();
        let marks = Landmarks::over(&grid).filter(|_| landmarks).map(Arc::new);
        let atlas = Atlas::new(grid.clone()).with_landmarks(marks);
        let ends = |(_, from, to, _): &(u8, u16, u16, usize)| (cell(&grid, *from), cell(&grid, *to));
        for request in &requests {
            let (from, to) = ends(request);
            submit_by(&mut scheduler, NAVIGATORS[request.3], request.0, from, to);
        }
        let mut other = scheduler.clone();
        let mut answered = Vec::new();
        // Each request costs at most 64 expansions a cell and one more; half of each budget goes to either lane.
        let ticks = 128 * requests.len() as u32 * (grid.nodes() + 1) / (budget / 2) + 2;
        for number in 0..ticks {
            let answers = tick(&mut scheduler, budget, &atlas);
            if reloads[number as usize % reloads.len()] {
                other = reload(&other, &atlas);
            }
            prop_assert_eq!(&answers, &tick(&mut other, budget, &atlas));
            prop_assert_eq!(scheduler.schedule(), other.schedule());
            answered.extend(answers);
        }
        prop_assert_eq!(answered.len(), requests.len(), "nobody starves");
        for answer in answered {
            let request = &requests[answer.request.ticket as usize];
            let (from, to) = ends(request);
            let algorithm = [Algorithm::AStar, Algorithm::AStar, Algorithm::Waypoints, Algorithm::Mesh][request.3];
            let alone = find(&grid, algorithm, from, to);
            let (cost, other) = (answer.route.as_ref().map(|route| route.cost), alone.as_ref().map(|route| route.cost));
            prop_assert_eq!(cost, other);
            // Landmarks only make it shorter to find.
            let longer = answer.route.zip(alone).is_some_and(|(route, alone)| route.expansions > alone.expansions);
            prop_assert!(!longer || landmarks && algorithm == Algorithm::AStar, "{:?}", answer.request);
        }
    }

    #[test]
    fn ground_that_always_changes_starves_nobody_and_budgets_hold_in_the_long_run(
        budget in 2..30u32,
        requests in 1..5u32,
    ) {
        let mut atlas = Atlas::new(CostGrid::new(40, 40, |_| 8));
        let mut scheduler = Scheduler::default();
        for _ in 0..requests {
            submit(&mut scheduler, 0, Cell::new(0, 0), Cell::new(39, 20));
        }
        let (mut answers, mut ticks, mut spent) = (Vec::new(), 0, 0);
        while answers.len() < requests as usize {
            atlas.set(Cell::new(20, 39), 8 + (ticks % 2) as u8 * 4);
            answers.extend(tick(&mut scheduler, budget, &atlas));
            ticks += 1;
            prop_assert!(ticks < 5_000, "{:?}", scheduler.schedule());
        }
        let debt = scheduler.schedule().debt;
        spent += answers.iter().filter_map(|answer| answer.route.as_ref()).map(|route| route.expansions).sum::<u32>();
        prop_assert!(spent <= ticks * budget + debt);
    }
}

const FAR: (Cell, Cell) = (Cell::new(0, 0), Cell::new(199, 199));
const NEAR: (Cell, Cell) = (Cell::new(5, 5), Cell::new(9, 5));

/// Open ground with a long wall, so that far ways take long.
fn plain() -> Atlas {
    Atlas::new(CostGrid::new(200, 200, |n| if n % 200 == 100 && n / 200 > 0 { 255 } else { 8 }))
}

fn ticks_until(scheduler: &mut Scheduler, grid: &Atlas, ticket: u32) -> u32 {
    let answered = |answers: Vec<PathAnswer>| answers.iter().any(|answer| answer.request.ticket == ticket);
    (1..10_000).find(|_| answered(tick(scheduler, 400, grid))).expect("nobody starves")
}

#[test]
fn short_requests_do_not_wait_for_long_ones() {
    let grid = plain();
    let mut scheduler = Scheduler::default();
    for _ in 0..20 {
        submit(&mut scheduler, 0, FAR.0, FAR.1);
    }
    let near = submit(&mut scheduler, 0, NEAR.0, NEAR.1);
    assert!(NEAR.0.chebyshev(NEAR.1) <= EXPRESS_CELLS && FAR.0.chebyshev(FAR.1) > EXPRESS_CELLS);
    assert_eq!(ticks_until(&mut scheduler, &grid, near), 1);
}

#[test]
fn long_requests_get_half_the_budget_however_many_short_ones_there_are() {
    let grid = plain();
    let mut scheduler = Scheduler::default();
    let far = submit(&mut scheduler, 0, FAR.0, FAR.1);
    let alone = ticks_until(&mut scheduler.clone(), &grid, far);
    let mut crowded = 0;
    for _ in 0..10_000 {
        while scheduler.schedule().express.waiting.len() < 200 {
            submit(&mut scheduler, 1, NEAR.0, NEAR.1);
        }
        crowded += 1;
        if tick(&mut scheduler, 400, &grid).iter().any(|answer| answer.request.ticket == far) {
            break;
        }
    }
    assert!(alone > 3, "it takes a while: {alone}");
    assert!(crowded <= 2 * alone + 1, "{crowded} {alone}");
}

#[test]
fn players_take_turns() {
    let grid = Atlas::new(CostGrid::new(60, 60, |_| 8));
    let mut scheduler = Scheduler::default();
    let far = (Cell::new(0, 0), Cell::new(59, 40));
    for _ in 0..50 {
        submit(&mut scheduler, 3, far.0, far.1);
    }
    for player in [5, 1] {
        submit(&mut scheduler, player, far.0, far.1);
    }
    let mut order = Vec::new();
    while order.len() < 5 {
        order.extend(tick(&mut scheduler, 50, &grid).into_iter().map(|answer| answer.request.player));
    }
    assert_eq!(order[..4], [1, 3, 5, 3]);
}

#[test]
fn a_full_lane_and_a_cancelled_request() {
    let mut scheduler = Scheduler::default();
    for _ in 0..MAX_PATH_REQUESTS {
        submit(&mut scheduler, 0, NEAR.0, NEAR.1);
    }
    assert_eq!(submit_by(&mut scheduler, Navigator::AStar, 0, NEAR.0, NEAR.1), None);
    let other = submit(&mut scheduler, 1, NEAR.0, NEAR.1);
    for ticket in 0..MAX_PATH_REQUESTS as u32 {
        scheduler.cancel(ticket);
    }
    let answers = tick(&mut scheduler, 2_000, &plain());
    assert_eq!(answers.iter().map(|answer| answer.request.ticket).collect::<Vec<_>>(), [other]);
}

#[test]
fn a_route_is_plain_data() {
    let route = find(plain().grid(), Algorithm::AStar, FAR.0, FAR.1).expect("there is a way");
    let mut bytes = Vec::new();
    Field::put(&route, &mut bytes);
    assert_eq!(<Route as Field>::take(&mut ByteReader::new(&bytes)).expect("its own bytes"), route);
}
