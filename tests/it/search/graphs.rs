//! Graphs, the table of all pairs, and the abstract graphs over grids.

use proptest::prelude::*;
use sandtable_nav::search::{
    Algorithm, CostGrid, Finder, Graph, GraphError, GraphSearch, Heap, NOWHERE, NextHops, OctileGrid, Regions, Route,
    SearchQuery, Space, Waypoints,
};
use sandtable_state::limits::{MAX_NEXT_HOP_BYTES, MAX_NEXT_HOP_NODES};

use super::{MIXED, UNIFORM, cell, find, ground};
use crate::properties::cases;

fn edges() -> impl Strategy<Value = Vec<(u32, u32, u32)>> {
    prop::collection::vec((0..30u32, 0..30u32, 0..1_000u32), 0..90)
}

fn path_cost(graph: &Graph, path: &[u32]) -> Option<u64> {
    let cost =
        |pair: &[u32]| graph.links(pair[0]).iter().find(|link| link.to == pair[1]).map(|link| u64::from(link.cost));
    path.windows(2).map(cost).sum()
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn next_hops_lead_along_cheapest_paths(edges in edges()) {
        let graph = Graph::new(30, &edges).expect("a graph");
        let hops = NextHops::new(&graph).expect("it is small");
        let mut search = GraphSearch::<Heap>::default();
        let (mut path, mut looked_up) = (Vec::new(), Vec::new());
        for from in 0..30 {
            search.run(&SearchQuery::cheapest(&graph, from, NOWHERE));
            for to in 0..30 {
                let there = hops.path(&graph, from, to, &mut looked_up);
                prop_assert_eq!(there.then(|| path_cost(&graph, &looked_up)).flatten(), search.settled(to));
            }
        }
        search.run(&SearchQuery::cheapest(&graph, 0, 29));
        search.path(&graph, &mut path);
        prop_assert_eq!(search.settled(29), search.settled(29).and(path_cost(&graph, &path)));
    }

    #[test]
    fn region_links_are_real_walks(grid in ground(MIXED)) {
        let regions = Regions::new(&grid).expect("a graph");
        let space = OctileGrid::new(&grid);
        for region in 0..regions.graph().nodes() {
            let from = regions.cells()[region as usize];
            prop_assert_eq!(regions.region(grid.node(from).expect("on it")), Some(region));
            for link in regions.graph().links(region) {
                let to = regions.cells()[link.to as usize];
                let walk = find(&grid, Algorithm::Dijkstra, from, to).expect("regions are linked by walks");
                // A link may be longer than the cheapest walk, which may use other regions; it never is shorter.
                prop_assert!(u64::from(link.cost) * 16 + 16 > walk.cost, "{} {}", link.cost, walk.cost);
                prop_assert!(regions.estimate(&space, link.to).between(from, to) <= u64::from(link.cost));
            }
        }
    }

    #[test]
    fn detours_over_waypoints_and_regions_are_bounded(grid in ground(UNIFORM), from in 0..576u16, to in 0..576u16) {
        let (from, to) = (cell(&grid, from), cell(&grid, to));
        let Some(least) = find(&grid, Algorithm::Dijkstra, from, to) else { return Ok(()) };
        for algorithm in [Algorithm::Waypoints, Algorithm::Regions, Algorithm::NextHops] {
            let route = find(&grid, algorithm, from, to).expect("there is a way");
            // Half as long again, and the width of two sectors.
            let bound = least.cost + least.cost / 2 + 2 * 16 * 1_120;
            prop_assert!(route.cost <= bound, "{}: {} {}", algorithm.name(), route.cost, least.cost);
        }
    }
}

#[test]
fn a_graph_refuses_what_it_cannot_search() {
    assert_eq!(Graph::new(3, &[(0, 3, 1)]), Err(GraphError::NoSuchNode { from: 0, to: 3, last: 2 }));
    let star: Vec<(u32, u32, u32)> = (1..40_000).map(|node| (0, node, 1)).collect();
    assert_eq!(Graph::new(40_000, &star), Err(GraphError::TooManyLinks { node: 0, links: 39_999 }));
    let dear: Vec<(u32, u32, u32)> = (1..20).map(|node| (node - 1, node, u32::MAX)).collect();
    assert_eq!(Graph::new(20, &dear), Err(GraphError::TooDear(20 * u64::from(u32::MAX))));
    let errors =
        [Graph::new(3, &[(0, 3, 1)]), Graph::new(20, &dear)].map(|graph| graph.expect_err("refused").to_string());
    assert_eq!(errors[0], "found an edge from 0 to 3; expected nodes 0 to 2");
    assert!(errors[1].contains("expected less than"), "{}", errors[1]);
    assert_eq!(Graph::new(0, &[]).map(|graph| graph.nodes()), Ok(0));
}

#[test]
fn a_table_of_next_hops_keeps_its_limits() {
    let line = |nodes: u32| {
        let edges: Vec<(u32, u32, u32)> = (1..nodes).map(|node| (node - 1, node, 1)).collect();
        Graph::new(nodes, &edges).expect("a graph")
    };
    assert!(NextHops::new(&line(MAX_NEXT_HOP_NODES as u32 + 1)).is_none());
    let small = NextHops::new(&line(200)).expect("it fits");
    // Each node of a line looks one way for all that lie there: three runs.
    assert!(small.bytes() <= 200 * 4 * 4 && small.bytes() <= MAX_NEXT_HOP_BYTES);
    assert_eq!((small.hop(7, 7), small.hop(7, 500), small.hop(500, 7)), (None, None, None));
    let star: Vec<(u32, u32, u32)> = (1..300).map(|node| (0, node, 1)).collect();
    assert!(NextHops::new(&Graph::new(300, &star).expect("a graph")).is_none(), "more links than a hop can name");
}

#[test]
fn waypoints_stand_in_the_middle_of_gaps() {
    // A wall on the border of two sectors with gaps of three cells and of one.
    let wall = |x: usize, y: usize| x == 15 && !(4..7).contains(&y) && y != 11;
    let grid = CostGrid::new(32, 16, |n| if wall(n % 32, n / 32) { 255 } else { 8 });
    let regions = Regions::new(&grid).expect("a graph");
    let waypoints = Waypoints::new(&grid, &regions).expect("a graph");
    let places: Vec<(i16, i16)> = waypoints.cells().iter().map(|cell| (cell.x, cell.y)).collect();
    assert_eq!(places, [(15, 5), (15, 11)]);
    assert_eq!(waypoints.graph().links(0).len(), 1);
    let mut route = Route::default();
    let (from, to) = (cell(&grid, 0), cell(&grid, 31));
    assert!(Finder::new(grid.clone()).find(Algorithm::Waypoints, from, to, &mut route));
    assert!(route.points.iter().any(|point| (point.x.floor_int(), point.y.floor_int()) == (15, 5)), "{route:?}");
}
