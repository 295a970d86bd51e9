//! Position queries of strategy files: commanders build where their file says.

use std::sync::{Arc, Mutex};

use sandtable_ai::{Commander, Orders};
use sandtable_match::runner::run_match;
use sandtable_math::{Fx, Vec2};
use sandtable_sim::view::View;
use sandtable_tests::meeting::{CLASSIC, MEADOW, build, built, classic, scenario};

const TURTLE: &str = include_str!("../../scenarios/strategies/turtle.toml");
const IDLE: &str = include_str!("../../scenarios/strategies/idle.toml");

/// Where the buildings of a kind stood first, in the order in which they were begun.
type Stood = Arc<Mutex<Vec<Vec2>>>;

/// A commander that notes where its own buildings of a kind stand.
struct Noted {
    inner: Box<dyn Commander>,
    kind: &'static str,
    stood: Stood,
}

impl Commander for Noted {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn decide(&mut self, view: &View<'_>, orders: &mut Orders) {
        let kind = view.rules().kind_named(self.kind);
        let mut stood = self.stood.lock().expect("nobody panics with it");
        for building in view.own_buildings().iter().filter(|it| Some(it.kind) == kind) {
            if !stood.contains(&building.position) {
                stood.push(building.position);
            }
        }
        self.inner.decide(view, orders);
    }
}

/// Where a strategy of player 1 put its buildings of a kind, against one that does nothing.
fn places_of(kind: &'static str, text: &str, minutes: u32) -> Vec<Vec2> {
    let scenario = scenario(CLASSIC, MEADOW, minutes);
    let inner = built(&scenario.rules, text, 0, 1);
    let stood = Stood::default();
    let noted = Noted { inner, kind, stood: Arc::clone(&stood) };
    let idle = built(&scenario.rules, IDLE, 1, 1);
    let result = run_match(&scenario, vec![Box::new(noted), idle], 2);
    assert!(result.sides.iter().all(|side| side.forfeited.is_none()));
    stood.lock().expect("nobody panics with it").clone()
}

fn apart(a: Vec2, b: Vec2) -> i32 {
    (a - b).length_floor().round_int()
}

#[test]
fn towers_stand_where_the_query_says() {
    let base = places_of("town_centre", TURTLE, 1)[0];
    let near = places_of("tower", TURTLE, 8);
    assert!(near.len() >= 3, "{near:?}");
    for tower in &near {
        assert!((5..=10).contains(&apart(*tower, base)), "{tower:?} by {base:?}");
    }
    for (row, tower) in near.iter().enumerate() {
        assert!(near[..row].iter().all(|other| apart(*tower, *other) >= 2), "{near:?}");
    }
    // The same query, the other way about.
    let back = TURTLE.replacen("base = [[0, 160], [160, 0]]", "base = [[0, 0], [160, 160]]", 1);
    assert_ne!(back, TURTLE);
    let far = places_of("tower", &back, 8);
    let map = &scenario(CLASSIC, MEADOW, 1).map;
    let enemy = Vec2::new(Fx::from_int(map.width as i16), Fx::from_int(map.height as i16)) - base;
    // Those after the first stand where others left room.
    let ahead = |places: &[Vec2]| apart(places[0], enemy);
    let mean = |places: &[Vec2]| places.iter().map(|place| apart(*place, enemy)).sum::<i32>() / places.len() as i32;
    assert!(ahead(&near) + 8 < ahead(&far), "{near:?} before, {far:?} behind {base:?}");
    assert!(mean(&near) < mean(&far), "{near:?} before, {far:?} behind {base:?}");
}

#[test]
fn the_next_base_stands_on_the_site_that_the_query_finds() {
    let near = places_of("town_centre", TURTLE, 7);
    let bold = TURTLE.replace("base = [[0, 80], [160, 0]]", "base = [[0, 0], [160, 80]]");
    let bold = bold.replace("base = [[0, 0], [80, 40]]", "base = [[0, 40], [80, 0]]");
    let far = places_of("town_centre", &bold, 7);
    assert!(near.len() >= 2 && far.len() >= 2, "{near:?}, {far:?}");
    assert!(apart(near[0], near[1]) < apart(far[0], far[1]), "{near:?}, {far:?}");
}

#[test]
fn mistakes_in_queries_are_named() {
    let rules = classic();
    let head = "bot = \"goals\"\nabout = \"Test.\"\n";
    let goal = "[goals.economy]\npriority = 1\nworkers = 9\n";
    let option = "[[queries.picket.options]]\ngenerate = [{ ring = \"front\", radius = 6, count = 24 }]\n";
    let refusals = [
        format!("{goal}[places]\ntowr = \"picket\"\n{option}"),
        format!("{goal}[places]\ntower = \"pickett\"\n{option}"),
        format!("{goal}[places]\nworker = \"picket\"\n{option}"),
        format!("{goal}[goals.expand]\npriority = 1\nbases = 2\nsite = \"next\"\n{option}"),
        format!("{goal}{}", option.replace("\"front\"", "\"oneself\"")),
        format!("{goal}{option}filters = [{{ if = \"placable\" }}]\n"),
        format!("{goal}{option}weights = [{{ input = \"enemy_distance\", bas = [[0, 1]] }}]\n"),
        format!("{goal}{option}weights = [{{ input = \"nodes_within\", base = [[0, 1]] }}]\n"),
        format!(
            "{goal}{}",
            option.replace("ring = \"front\", radius = 6, count = 24", "grid = \"front\", radius = 20, step = 1")
        ),
    ];
    let told = refusals.map(|text| match build(&rules, &format!("{head}{text}"), 0, 1) {
        Ok(_) => format!("accepted: {text}"),
        Err(why) => why,
    });
    insta::assert_snapshot!(told.join("\n"));
}
