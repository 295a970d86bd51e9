//! Surrender: a commander gives up what cannot be won, and nothing else.

use std::sync::Arc;

use sandtable_match::runner::run_match;
use sandtable_sim::victory::{Ending, MatchOutcome};
use sandtable_state::id::TeamId;
use sandtable_state::limits::TICKS_PER_SECOND;
use sandtable_tests::Fixture;
use sandtable_tests::meeting::built;

const IDLE: &str = include_str!("../../scenarios/strategies/idle.toml");
const STRATEGY: &str = "bot = \"goals\"\nabout = \"Wants workers.\"\n[systems]\nsurrender = true\n\
    [goals.economy]\npriority = 1\nworkers = 3\n";

/// A town centre of each of two players far apart, and half a minute.
fn two_bases() -> Fixture {
    let fixture = Fixture::meadow(60, 20).place(1, "town_centre", 4, 8, 1).place(2, "town_centre", 50, 8, 1);
    fixture.with(|scenario| scenario.time_limit_ticks = 30 * TICKS_PER_SECOND)
}

fn outcome(fixture: Fixture, strategy: &str) -> MatchOutcome {
    let scenario = Arc::new(fixture.scenario());
    let players = 0..scenario.players.len() as u8;
    let texts = players.map(|player| (player, if player == 0 { strategy } else { IDLE }));
    let commanders = texts.map(|(player, text)| built(&scenario.rules, text, player, 1)).collect();
    run_match(&scenario, commanders, 1).outcome.expect("a match ends")
}

fn surrenders(fixture: Fixture) -> bool {
    let outcome = outcome(fixture, STRATEGY);
    outcome.ending == Ending::Surrender && outcome.winner == Some(TeamId(1))
}

#[test]
fn who_can_never_have_a_unit_again_surrenders() {
    assert!(surrenders(two_bases()), "nothing at all");
    assert!(surrenders(two_bases().stock(1, [49, 900, 0, 0])), "a worker costs 50 gold");
    assert!(surrenders(two_bases().place(1, "worker", 10, 4, 2)), "workers, but no gold to gather");
    let wood = two_bases().place(1, "worker", 10, 4, 2).place(0, "tree", 10, 8, 1);
    assert!(surrenders(wood), "only wood to gather");
    let outnumbered = two_bases().place(1, "archer", 30, 4, 1).place(2, "archer", 34, 4, 9);
    assert!(surrenders(outnumbered), "one against nine");
}

#[test]
fn who_may_still_win_plays_on() {
    let paid = two_bases().stock(1, [50, 0, 0, 0]).place(0, "gold_mine", 10, 8, 1);
    assert!(!surrenders(paid), "a worker can be trained, and will gather");
    let gold = two_bases().place(1, "worker", 10, 4, 2).place(0, "gold_mine", 10, 8, 1);
    assert!(!surrenders(gold), "gold can be gathered");
    assert!(!surrenders(two_bases().place(1, "archer", 30, 4, 1)), "a soldier, and no enemy seen");
    let even = two_bases().place(1, "archer", 10, 4, 3).place(2, "archer", 44, 4, 4);
    assert!(!surrenders(even), "three against four");
    let allied = two_bases().teams(&[0, 1, 0]).place(3, "town_centre", 4, 14, 1);
    assert!(!surrenders(allied), "an ally is left");
}

#[test]
fn strategies_may_do_without_it() {
    for strategy in [
        STRATEGY.replace("surrender = true", "surrender = false"),
        STRATEGY.replace("[systems]", "without = [\"surrender\"]\n[systems]"),
    ] {
        assert_ne!(outcome(two_bases(), &strategy).ending, Ending::Surrender, "{strategy}");
    }
}
