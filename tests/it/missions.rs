//! Named armies and their missions: who is dealt to them, when they set out, what they do there, and when they come home.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use sandtable_match::runner::{MatchResult, Observer, run_match_with};
use sandtable_math::Vec2;
use sandtable_model::OrderKind;
use sandtable_sim::World;
use sandtable_sim::component::TaskKind;
use sandtable_sim::event::TickReport;
use sandtable_sim::order::{OrderSubject, StampedOrder};
use sandtable_sim::view::View;
use sandtable_state::id::{PlayerId, TeamId};
use sandtable_state::limits::TICKS_PER_SECOND;
use sandtable_tests::meeting::{CLASSIC, MEADOW, build, built, classic, scenario};

const IDLE: &str = include_str!("../../scenarios/strategies/idle.toml");

/// Twelve swordsmen and spearmen, a third of whom are an army of their own with the mission MISSION and more keys ARMY.
const STRATEGY: &str = r#"
bot = "goals"
about = "Test."
rules = "classic"
noise_percent = 0
[armies.flank]
share_percent = 34
ARMY
[goals.errand]
goal = "mission"
priority = 90
army = "flank"
MISSION
[goals.economy]
priority = 80
workers = 14
[goals.soldiers]
goal = "rush"
priority = 70
mix = { swordsman = 1, spearman = 1 }
size = 300
buildings = { barracks = 2 }
[queries.centre]
[[queries.centre.options]]
generate = [{ ring = "home", radius = 5, count = 16 }]
filters = [{ if = "walkable" }]
[queries.outwork]
[[queries.outwork.options]]
generate = [{ ring = "home", radius = 18, count = 32 }]
filters = [{ if = "walkable" }]
weights = [{ input = "enemy_distance", base = [[0, 90], [90, 0]] }]
"#;

fn strategy(army: &str, mission: &str) -> String {
    STRATEGY.replace("ARMY", army).replace("MISSION", mission)
}

/// What was seen of the first player's soldiers, once a second.
#[derive(Default)]
struct Soldiers {
    /// By second: where each stood.
    places: Vec<Vec<(String, Vec2)>>,
    /// By second: how many held their place.
    holding: Vec<usize>,
    /// By second: how many marched in one squad, the largest.
    squad: Vec<usize>,
    /// Own start and the enemy's.
    starts: Vec<Vec2>,
    /// By second: how many were aboard transports.
    aboard: Vec<usize>,
    /// Units of each attack-move to within 6 cells of the enemy's start.
    sent: Vec<usize>,
}

impl Observer for Soldiers {
    fn tick(&mut self, world: &World, orders: &[StampedOrder], _: &TickReport) -> ControlFlow<()> {
        self.starts = world.scenario().map.starts.iter().map(|start| start.centre()).collect();
        for stamped in orders {
            if let (OrderKind::AttackMove(to), OrderSubject::Units(units)) =
                (&stamped.order.verb, &stamped.order.subject)
                && cells(*to, self.starts[1]) < 6
            {
                self.sent.push(units.len());
            }
        }
        if world.tick().is_multiple_of(TICKS_PER_SECOND) {
            let view = View::new(world, PlayerId(0));
            let soldiers = view.own_units().into_iter().filter(|unit| view.rules().kind(unit.kind).worker.is_none());
            let soldiers: Vec<_> = soldiers.collect();
            self.aboard.push(soldiers.iter().filter(|unit| !unit.aboard.is_none()).count());
            let held = soldiers.iter().filter(|unit| matches!(unit.moving, Some((TaskKind::Hold, ..))));
            self.holding.push(held.count());
            self.squad.push(view.own_squads().iter().map(|squad| squad.members.len()).max().unwrap_or(0));
            let seen = soldiers.iter().map(|unit| (view.rules().kind(unit.kind).name.clone(), unit.position));
            self.places.push(seen.collect());
        }
        ControlFlow::Continue(())
    }
}

impl Soldiers {
    /// By second: how many stand within a number of cells of a place.
    fn near(&self, place: Vec2, reach: i32) -> Vec<usize> {
        let close = |there: &Vec<(String, Vec2)>| there.iter().filter(|(_, at)| cells(*at, place) < reach).count();
        self.places.iter().map(close).collect()
    }

    /// By second: how many stand more than a number of cells from home.
    fn away(&self, reach: i32) -> Vec<usize> {
        let far =
            |there: &Vec<(String, Vec2)>| there.iter().filter(|(_, at)| cells(*at, self.starts[0]) > reach).count();
        self.places.iter().map(far).collect()
    }
}

fn cells(one: Vec2, other: Vec2) -> i32 {
    (one - other).length_floor().floor_int()
}

/// Plays a strategy against an enemy that does nothing; what was seen, and how the goal of the mission went.
fn play(text: &str, minutes: u32) -> (Soldiers, Vec<(u32, String)>) {
    let scenario = scenario(CLASSIC, MEADOW, minutes);
    let sides = vec![built(&scenario.rules, text, 0, 3), built(&scenario.rules, IDLE, 1, 3)];
    let mut seen = Soldiers::default();
    let result = run_match_with(&scenario, sides, 3, &mut seen);
    let errand = result.sides[0].goals.iter().filter(|goal| goal.goal == "errand");
    let errand = errand.map(|goal| (goal.tick / TICKS_PER_SECOND, goal.progress.clone())).collect();
    (seen, errand)
}

#[test]
fn a_contain_stands_at_its_place_with_its_share_until_its_time_is_over() {
    let text = strategy("", "kind = \"contain\"\nplace = \"outwork\"\nsize = 3\nwave = 2\ntimeout = 60");
    let (seen, errand) = play(&text, 6);
    let away = seen.away(13);
    let first = away.iter().position(|count| *count >= 3).expect("it goes out");
    assert!(away[..first].iter().all(|count| *count <= 3), "three together, nobody before them");
    let over = errand.iter().find(|(_, progress)| progress.contains("its time is over")).expect("its clock").0 as usize;
    assert!(away[over - 20..over].iter().all(|count| *count >= 3), "it stands there: {:?}", &away[over - 20..over]);
    let home = seen.away(15)[over..over + 30].iter().min().copied();
    assert_eq!(home, Some(0), "and comes home");
    let all = seen.places[over].len();
    assert!(away[over] * 100 <= all * 50, "{} of {all} are out: about a third", away[over]);
}

#[test]
fn an_army_takes_only_its_kinds_and_attacks_while_the_others_stay() {
    let text = strategy("kinds = [\"spearman\"]", "kind = \"attack\"\nsize = 2\nwave = 2").replace("34", "100");
    let (seen, _) = play(&text, 6);
    let out: BTreeSet<&str> = seen
        .places
        .iter()
        .flatten()
        .filter(|(_, at)| cells(*at, seen.starts[0]) > 22)
        .map(|(kind, _)| kind.as_str())
        .collect();
    assert_eq!(out, BTreeSet::from(["spearman"]));
    let arrived = seen.near(seen.starts[1], 12);
    assert!(arrived.iter().any(|count| *count >= 2), "they come to the enemy");
    assert!(seen.sent.iter().all(|count| *count >= 1) && seen.sent[0] >= 2, "two at once: {:?}", seen.sent);
}

#[test]
fn an_army_that_holds_stands_and_one_in_formation_marches_as_a_squad() {
    let holds = strategy("", "kind = \"hold\"\nplace = \"outwork\"\nsize = 3");
    assert!(play(&holds, 5).0.holding.iter().any(|count| *count >= 3), "they hold");
    let line = strategy("formation = \"line\"", "kind = \"contain\"\nplace = \"outwork\"\nsize = 4\nwave = 2");
    let (seen, _) = play(&line, 6);
    assert!(
        seen.squad.iter().any(|count| *count >= 4),
        "as a squad, which newcomers join: {:?}",
        seen.squad.iter().max()
    );
    assert!(seen.away(13).iter().any(|count| *count >= 4), "and they come there");
    let raid = strategy("", "kind = \"raid\"\nsize = 3\nretreat_percent = 0");
    let (seen, _) = play(&raid, 6);
    assert!(seen.near(seen.starts[1], 12).iter().any(|count| *count >= 3), "a raid is where workers are");
}

/// A field with deep water from north to south, six cells wide: no way leads from one base to the other.
fn strait() -> String {
    let (head, grid) = MEADOW.split_once("\n---\n").expect("a map has a head");
    let flooded = |row: &str| format!("{}wwwwww{}", &row[..21], &row[27..]);
    let rows: Vec<String> = grid.lines().take_while(|row| row.len() == 48).map(flooded).collect();
    let head = head.replace("symmetry = \"rotate2\"", "symmetry = \"rotate2\"\nislands = true");
    format!("{head}\n---\n{}\n", rows.join("\n"))
}

const DROP: &str = "kind = \"drop\"\nplace = \"beach\"\ntransport = \"barge\"\ntransports = 2\nsize = 10\nwave = 6\nretreat_percent = 0";

/// `DROP` of nearly all soldiers, with more keys, and with the place where they land.
fn drop_strategy(more: &str) -> String {
    let beach = "[queries.beach]\n[[queries.beach.options]]\n\
                 generate = [{ grid = \"enemy\", radius = 16, step = 4 }]\n\
                 filters = [{ if = \"walkable\" }, { if = \"enemy_distance\", min = 10 }]\n\
                 weights = [{ input = \"home_distance\", base = [[0, 0], [90, 90]] }]\n";
    strategy("", &format!("{DROP}\n{more}")).replace("34", "90") + beach
}

/// Plays a drop over the strait against an enemy that does nothing: how it ended, and what was seen of the soldiers.
fn play_drop(more: &str, minutes: u32) -> (MatchResult, Soldiers) {
    let scenario = scenario(CLASSIC, &strait(), minutes);
    let sides = vec![built(&scenario.rules, &drop_strategy(more), 0, 3), built(&scenario.rules, IDLE, 1, 3)];
    let mut seen = Soldiers::default();
    (run_match_with(&scenario, sides, 3, &mut seen), seen)
}

#[test]
fn an_army_that_defends_goes_for_who_comes_near_its_place_and_back() {
    let raid = "bot = \"goals\"\nabout = \"Test.\"\nrules = \"classic\"\n[goals.economy]\npriority = 80\nworkers = 16\n\
                [goals.rush]\npriority = 75\nmix = { swordsman = 1 }\nsize = 4\nwave = 4\nretreat_percent = 0\n";
    let scenario = scenario(CLASSIC, MEADOW, 9);
    let defend = "kind = \"defend\"\nplace = \"centre\"\nsize = 3\nwave = 1\nretreat_percent = 0";
    let text = strategy("", defend).replace("share_percent = 34", "share_percent = 100");
    let sides = vec![built(&scenario.rules, &text, 0, 3), built(&scenario.rules, raid, 1, 3)];
    let mut seen = Soldiers::default();
    let result = run_match_with(&scenario, sides, 3, &mut seen);
    let sums = &result.sides[0].sums;
    assert!(sums.value_killed > sums.value_lost, "killed {}, lost {}", sums.value_killed, sums.value_lost);
    let out = seen.away(9).into_iter().max();
    let back = seen.near(seen.starts[0], 12).last().copied();
    assert!(out >= Some(3) && back >= Some(3), "{out:?} went out, {back:?} are back");
}

#[test]
fn an_escort_goes_where_its_ward_goes_and_a_scouting_army_sees_the_map() {
    let escort = strategy(
        "kinds = [\"spearman\"]",
        "kind = \"escort\"\nward = \"van\"\nsize = 2\nwave = 1\nretreat_percent = 0",
    )
    .replace("share_percent = 34", "share_percent = 100")
        + "[armies.van]\nshare_percent = 100\nkinds = [\"swordsman\"]\n[goals.siege]\ngoal = \"mission\"\npriority = 91\n\
           kind = \"contain\"\narmy = \"van\"\nplace = \"outwork\"\nsize = 4\nwave = 1\n";
    let (seen, _) = play(&escort, 6);
    let mean =
        |kind: &str, there: &[(String, Vec2)]| Vec2::mean_trunc(there.iter().filter(|it| it.0 == kind).map(|it| it.1));
    let apart = |there: &Vec<(String, Vec2)>| Some(cells(mean("swordsman", there)?, mean("spearman", there)?));
    let last: Vec<i32> = seen.places[seen.places.len() - 30..].iter().filter_map(apart).collect();
    assert!(last.len() == 30 && last.iter().all(|apart| *apart <= 5), "beside it: {last:?}");
    assert!(seen.away(13).last() >= Some(&6), "both are out: {:?}", seen.away(13).last());

    let scout = strategy("", "kind = \"scout\"\nsize = 3\nretreat_percent = 0");
    let (seen, _) = play(&scout, 7);
    let parts = |there: &Vec<(String, Vec2)>| {
        there.iter().map(|it| (it.1.x.floor_int() / 12, it.1.y.floor_int() / 12)).collect::<Vec<_>>()
    };
    let visited: BTreeSet<(i32, i32)> = seen.places.iter().flat_map(parts).collect();
    assert!(visited.len() >= 10, "of sixteen parts of the map: {visited:?}");
}

#[test]
fn a_drop_lands_from_transports_where_no_way_leads() {
    let (result, seen) = play_drop("", 16);
    assert_eq!(result.winner(), Some(TeamId(0)), "{:?}", result.sides[0].goals);
    let landed = seen.near(seen.starts[1], 20);
    let first = landed.iter().position(|count| *count > 0).expect("they land");
    assert!(landed[first..first + 30].iter().any(|count| *count >= 6), "together: {:?}", &landed[first..first + 30]);
    assert!(seen.aboard.iter().any(|count| *count >= 10), "all go at once");
}

#[test]
fn a_drop_whose_time_is_over_brings_home_whom_it_has_aboard() {
    let (_, seen) = play_drop("timeout = 12", 14);
    assert!(seen.aboard.iter().any(|count| *count > 0), "they board");
    let last = seen.aboard.iter().rposition(|count| *count > 0).expect("they board");
    let longest = seen.aboard[..=last].split(|count| *count == 0).map(<[usize]>::len).max();
    assert!(longest < Some(60), "nobody stays aboard: {longest:?} s");
}

#[test]
fn without_armies_soldiers_are_one_pool_and_the_mission_fails() {
    let text = strategy("", "kind = \"contain\"\nplace = \"outwork\"\nsize = 3")
        .replace("noise_percent", "without = [\"armies\"]\nnoise_percent");
    let (seen, errand) = play(&text, 5);
    assert_eq!(seen.away(22).into_iter().max(), Some(0));
    assert!(errand.iter().any(|(_, progress)| progress.contains("no such army")), "{errand:?}");
}

#[test]
fn a_threat_calls_armies_at_home_and_their_memory_is_of_their_strategy() {
    let text = strategy("", "kind = \"contain\"\nplace = \"outwork\"\nsize = 90") + "[goals.defend]\npriority = 95\n";
    let rush = "bot = \"goals\"\nabout = \"Test.\"\nrules = \"classic\"\n[goals.economy]\npriority = 80\nworkers = 9\n\
                [goals.rush]\npriority = 85\nmix = { swordsman = 1 }\nsize = 3\nwave = 2\nretreat_percent = 0\n";
    let scenario = scenario(CLASSIC, MEADOW, 8);
    let sides = vec![built(&scenario.rules, &text, 0, 3), built(&scenario.rules, rush, 1, 3)];
    let result = run_match_with(&scenario, sides, 3, &mut Soldiers::default());
    assert!(result.sides[0].sums.value_killed > result.sides[0].sums.value_lost, "all defend");
    let memory = built(&scenario.rules, &text, 0, 3).save().expect("it saves");
    let mut other = built(
        &scenario.rules,
        &text.replace("[armies.flank]", "[armies.rear]\nshare_percent = 5\n[armies.flank]"),
        0,
        3,
    );
    assert!(other.restore(&memory).is_err());
}

#[test]
fn mistakes_in_armies_and_missions_are_named() {
    let contain = "kind = \"contain\"\nplace = \"outwork\"\nsize = 3";
    for (army, mission, expected) in [
        ("kinds = [\"worker\"]", contain, "a soldier"),
        ("kinds = [\"spearmen\"]", contain, "did you mean \"spearman\"?"),
        ("kinds = [\"knight\"]", contain, "never train: knight"),
        ("rally = \"outwrk\"", contain, "did you mean \"outwork\"?"),
        ("", "kind = \"contain\"\nsize = 3", "finds where it stands"),
        ("", "kind = \"conquer\"\nsize = 3", "\"conquer\""),
        ("", "kind = \"drop\"\nplace = \"outwork\"\nsize = 3", "a kind of unit that carries others"),
        ("", "kind = \"drop\"\nplace = \"outwork\"\ntransport = \"knight\"\nsize = 3", "knight, which carries nobody"),
        ("", "kind = \"drop\"\ntransport = \"barge\"\nsize = 3", "stands or lands"),
        ("", "kind = \"defend\"\nsize = 3", "finds where it stands"),
        ("", "kind = \"escort\"\nward = \"flank\"\nsize = 3", "another army of this file"),
        ("", "kind = \"escort\"\nward = \"flnk\"\nsize = 3", "did you mean \"flank\"?"),
        ("", "kind = \"escort\"\nsize = 3", "ward"),
        ("", "kind = \"raid\"\ntransport = \"barge\"\nsize = 3", "goals.errand.transport: found an unknown key"),
        ("", "kind = \"attack\"\nsize = 0", "1 to 500"),
        ("share = 3", contain, "did you mean \"share_percent\"?"),
    ] {
        let error = build(&classic(), &strategy(army, mission), 0, 1).err().unwrap_or_default();
        assert!(error.contains(expected), "{army} {mission}: {error}");
    }
    let text = strategy("", contain).replace("army = \"flank\"", "army = \"flnk\"");
    let error = build(&classic(), &text, 0, 1).err().unwrap_or_default();
    assert!(error.contains("did you mean \"flank\"?"), "{error}");
}
