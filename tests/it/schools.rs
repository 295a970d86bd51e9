//! The schools: each plays a game of its own in matches on maps drawn anew, which no other plays.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use sandtable_content::map::{GenerateOptions, generate};
use sandtable_match::derived::read_strategy;
use sandtable_match::library::Library;
use sandtable_match::parallel::in_order;
use sandtable_match::runner::{Observer, run_match_with};
use sandtable_model::scenario::Scenario;
use sandtable_sim::World;
use sandtable_sim::component::ConstructionStage;
use sandtable_sim::event::TickReport;
use sandtable_sim::order::StampedOrder;
use sandtable_state::id::{KindId, PlayerId, UnitId};
use sandtable_state::limits::TICKS_PER_SECOND;
use sandtable_tests::meeting::{CLASSIC, built, classic, scenario};

/// What the first player had at once, and where its soldiers were.
#[derive(Default)]
struct Story {
    /// By the name of a kind: the second at which there were 1, 2, … of it at once.
    had: BTreeMap<String, Vec<u32>>,
    /// The second at which four soldiers stood within sixteen cells of the enemy's start.
    visit: Option<u32>,
    /// The second at which four workers stood there.
    worker_visit: Option<u32>,
    /// By the name of a kind of building: the second at which one stood within thirty cells of the enemy's start.
    outpost: BTreeMap<String, u32>,
}

impl Story {
    /// The second at which there were `count` of a kind at once.
    fn had(&self, kind: &str, count: usize) -> Option<u32> {
        self.had.get(kind).and_then(|seconds| seconds.get(count - 1)).copied()
    }

    /// Whether there were `count` of a kind at once by a second.
    fn had_by(&self, kind: &str, count: usize, by: u32) -> bool {
        self.had(kind, count).is_some_and(|second| second <= by)
    }

    /// Whether a building of a kind stood within thirty cells of the enemy's start by a second.
    fn outpost_by(&self, kind: &str, by: u32) -> bool {
        self.outpost.get(kind).is_some_and(|second| *second <= by)
    }
}

impl Observer for Story {
    fn tick(&mut self, world: &World, _: &[StampedOrder], _: &TickReport) -> ControlFlow<()> {
        let second = world.tick() / TICKS_PER_SECOND;
        if !world.tick().is_multiple_of(TICKS_PER_SECOND) {
            return ControlFlow::Continue(());
        }
        let own = |id: UnitId| id.owner() == PlayerId(0);
        let start = world.scenario().map.starts[1].centre();
        let mut counts: BTreeMap<KindId, usize> = BTreeMap::new();
        let (mut visitors, mut pickers) = (0, 0);
        for unit in world.observe_units().filter(|unit| own(unit.id)) {
            *counts.entry(unit.kind).or_default() += 1;
            let kind = world.rules().kind(unit.kind);
            let cells = (unit.position - start).length_floor().floor_int();
            let fights = kind.worker.is_none() && kind.weapon.is_some();
            visitors += usize::from(cells <= 16 && fights);
            pickers += usize::from(cells <= 16 && kind.worker.is_some());
        }
        let whole = world.observe_buildings().filter(|it| own(it.id) && it.stage == ConstructionStage::Complete);
        for building in whole {
            *counts.entry(building.kind).or_default() += 1;
            if (building.position - start).length_floor().floor_int() <= 30 {
                self.outpost.entry(world.rules().kind(building.kind).name.clone()).or_insert(second);
            }
        }
        for (kind, count) in counts {
            let seconds = self.had.entry(world.rules().kind(kind).name.clone()).or_default();
            seconds.resize(count.max(seconds.len()), second);
        }
        if visitors >= 4 {
            self.visit.get_or_insert(second);
        }
        if pickers >= 4 {
            self.worker_visit.get_or_insert(second);
        }
        ControlFlow::Continue(())
    }
}

/// The text of a shipped strategy with all that it builds on.
fn strategy(name: &str) -> String {
    let path = format!("strategies/{name}.toml");
    read_strategy(&mut Library::embedded_only(), &path).expect("a shipped strategy").text
}

fn drawn(seed: u64) -> Arc<Scenario> {
    let map = generate(seed, &GenerateOptions::default(), &classic()).expect("a map");
    scenario(CLASSIC, &map.to_text(), 13)
}

const SCHOOLS: [&str; 8] = ["rush", "tech", "expand", "turtle", "harass", "air", "balanced", "adaptive"];
/// Seeds of the maps and of the matches on them.
const SEEDS: [u64; 5] = [31_000, 31_001, 31_002, 31_003, 31_004];

/// What a school does in its first thirteen minutes against another that no other school does.
struct Signature {
    school: &'static str,
    what: &'static str,
    shows: fn(&Story) -> bool,
}

const SIGNATURES: [Signature; 6] = [
    Signature {
        school: "rush",
        what: "four soldiers at the enemy's start by 6:40",
        shows: |story| story.visit.is_some_and(|second| second <= 400),
    },
    Signature {
        school: "tech",
        what: "a catapult by 9:50, and no spearman by 2:00",
        shows: |story| story.had_by("catapult", 1, 590) && !story.had_by("spearman", 1, 120),
    },
    Signature {
        school: "expand",
        what: "a second base by 4:40, and no catapult",
        shows: |story| story.had_by("town_centre", 2, 280) && story.had("catapult", 1).is_none(),
    },
    Signature {
        school: "turtle",
        what: "three towers by 4:10",
        shows: |story| story.had("tower", 3).is_some_and(|second| second <= 250),
    },
    Signature { school: "harass", what: "two scouts to raid with", shows: |story| story.had("scout", 2).is_some() },
    Signature { school: "air", what: "a gryphon", shows: |story| story.had("gryphon", 1).is_some() },
];

/// A school against `balanced`, or `balanced` against `turtle`, on a map of its own.
fn story(school: &str, seed: u64) -> Story {
    let scenario = drawn(seed);
    let foe = if school == "balanced" { "turtle" } else { "balanced" };
    let sides = [school, foe].into_iter().zip(0u8..);
    let built = sides.map(|(name, player)| built(&scenario.rules, &strategy(name), player, seed - SEEDS[0]));
    let mut story = Story::default();
    run_match_with(&scenario, built.collect(), seed - SEEDS[0], &mut story);
    story
}

/// The stories of these games, in their order.
fn stories(games: &[(&str, u64)]) -> Vec<Story> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut stories = Vec::new();
    let job = |row: u32| story(games[row as usize].0, games[row as usize].1);
    let keep = |story| {
        stories.push(story);
        Ok(())
    };
    assert!(in_order(games.len() as u32, threads, job, keep).is_ok());
    stories
}

#[test]
fn every_school_shows_what_it_is_named_for_and_no_other_does() {
    let games: Vec<(&str, u64)> = SCHOOLS.iter().flat_map(|school| SEEDS.map(|seed| (*school, seed))).collect();
    let stories = stories(&games);
    for Signature { school, what, shows } in SIGNATURES {
        let times = |name: &str| {
            let own = games.iter().zip(&stories).filter(|((school, _), _)| *school == name);
            own.filter(|(_, story)| shows(story)).count()
        };
        let own = times(school);
        assert!(own >= 2, "{school}: {what} on {own} of {} maps", SEEDS.len());
        for other in SCHOOLS.iter().filter(|other| **other != school) {
            assert!(times(other) * 2 <= own, "{other}: {what} on {} maps, {school} on {own}", times(other));
        }
    }
}

/// What strategies of the folder `schools` do in at least three of five matches, and `balanced` in none.
const MORE_SIGNATURES: [Signature; 11] = [
    Signature {
        school: "schools/worker_rush",
        what: "four workers at the enemy's start by 1:30",
        shows: |story| story.worker_visit.is_some_and(|second| second <= 90),
    },
    Signature {
        school: "schools/contain",
        what: "a third base by 7:30",
        shows: |story| story.had_by("town_centre", 3, 450),
    },
    Signature {
        school: "schools/tower_rush",
        what: "a tower within 30 cells of the enemy's start by 3:20",
        shows: |story| story.outpost_by("tower", 200),
    },
    Signature {
        school: "schools/proxy",
        what: "a barracks within 30 cells of the enemy's start by 2:00",
        shows: |story| story.outpost_by("barracks", 120),
    },
    Signature {
        school: "schools/fast_expand",
        what: "a second base by 4:25",
        shows: |story| story.had_by("town_centre", 2, 265),
    },
    Signature {
        school: "schools/timing",
        what: "a second base by 4:35",
        shows: |story| story.had_by("town_centre", 2, 275),
    },
    Signature {
        school: "schools/late_siege",
        what: "four catapults",
        shows: |story| story.had("catapult", 4).is_some(),
    },
    Signature { school: "schools/all_in", what: "a scout by 3:50", shows: |story| story.had_by("scout", 1, 230) },
    Signature { school: "schools/score", what: "six towers by 10:00", shows: |story| story.had_by("tower", 6, 600) },
    Signature {
        school: "schools/map_control",
        what: "a scout by 4:00 and a tower within 30 cells of the enemy's start by 8:00",
        shows: |story| story.had_by("scout", 1, 240) && story.outpost_by("tower", 480),
    },
    Signature { school: "schools/opportunist", what: "a scout by 6:00", shows: |story| story.had_by("scout", 1, 360) },
];

#[test]
fn every_strategy_of_the_folder_of_schools_shows_what_it_is_named_for() {
    let names: Vec<&str> = ["balanced"].into_iter().chain(MORE_SIGNATURES.iter().map(|it| it.school)).collect();
    let games: Vec<(&str, u64)> = names.iter().flat_map(|school| SEEDS.map(|seed| (*school, seed))).collect();
    let stories = stories(&games);
    for Signature { school, what, shows } in MORE_SIGNATURES {
        let times = |name: &str| {
            let own = games.iter().zip(&stories).filter(|((school, _), _)| *school == name);
            own.filter(|(_, story)| shows(story)).count()
        };
        assert!(times(school) >= 3, "{school}: {what} on {} of {} maps", times(school), SEEDS.len());
        assert_eq!(times("balanced"), 0, "balanced: {what}");
    }
}

/// Ends a match before anybody has a soldier.
struct BeforeSoldiers;

impl Observer for BeforeSoldiers {
    fn tick(&mut self, world: &World, _: &[StampedOrder], _: &TickReport) -> ControlFlow<()> {
        if world.tick() < 80 * TICKS_PER_SECOND { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

#[test]
fn workers_who_are_sent_to_fight_do_and_those_attacked_fight_back() {
    let killed = SEEDS.map(|seed| {
        let scenario = drawn(seed);
        let sides = ["schools/worker_rush", "balanced"].into_iter().zip(0u8..);
        let sides = sides.map(|(name, player)| built(&scenario.rules, &strategy(name), player, seed));
        let result = run_match_with(&scenario, sides.collect(), seed, &mut BeforeSoldiers);
        [0, 1].map(|side: usize| result.sides[side].sums.units_killed)
    });
    let maps_with_kills = |side: usize| killed.iter().filter(|kills| kills[side] > 0).count();
    assert!(maps_with_kills(0) >= 4 && maps_with_kills(1) >= 4, "{killed:?}");
}

const CAREFUL: &str = r#"
bot = "goals"
about = "Sets out when the odds are good."
rules = "classic"
[systems]
odds = true
PARITY
[goals.economy]
priority = 80
workers = 12
[goals.attack]
priority = 70
mix = { spearman = 1 }
size = 6
wave = 6
odds_percent = 140
buildings = { barracks = 1 }
"#;

#[test]
fn an_army_does_not_set_out_against_what_nobody_has_looked_at() {
    let visit = |parity: &str, seed: u64| {
        let scenario = drawn(seed);
        let texts = [CAREFUL.replace("PARITY", parity), strategy("idle")];
        let sides = texts.iter().zip(0u8..).map(|(text, player)| built(&scenario.rules, text, player, seed));
        let mut story = Story::default();
        run_match_with(&scenario, sides.collect(), seed, &mut story);
        story.visit
    };
    for seed in SEEDS {
        assert!(visit("", seed).is_some(), "{seed}: an enemy nobody saw seems to have no army");
        assert_eq!(visit("parity = true", seed), None, "{seed}: it is taken to have as many soldiers");
    }
}
