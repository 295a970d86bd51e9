//! Fights under the classic rules: who beats whom, what is good for what, and that no side is the better one.

use sandtable_tests::load_rules;
use std::sync::LazyLock;

use sandtable_model::rules::Rules;
use sandtable_tests::skirmish::{Army, Skirmish};

static CLASSIC: LazyLock<Rules> = LazyLock::new(|| {
    let text = include_str!("../../scenarios/rules/classic.toml");
    load_rules("classic.toml", text).expect("the classic rules are valid").value
});

/// What an army costs, all resources added.
fn value(army: Army) -> u32 {
    let cost = |name: &str| {
        let kind = CLASSIC.kind_named(name).unwrap_or_else(|| panic!("no kind {name}"));
        CLASSIC.kind(kind).cost.iter().map(|amount| u32::from(*amount)).sum::<u32>()
    };
    army.iter().map(|(name, count)| cost(name) * *count as u32).sum()
}

/// Percent of `seeds` fights that the first army wins.
fn win_percent(armies: [Army; 2], seeds: u32) -> u32 {
    Skirmish { rules: &CLASSIC, armies }.wins(u64::from(seeds))[0] * 100 / seeds
}

/// The counters at equal cost: spearmen beat knights, knights beat archers, archers beat spearmen.
#[test]
fn counters_hold_in_four_of_five_fights() {
    let [spearmen, knights, archers]: [Army; 3] = [&[("spearman", 11)], &[("knight", 5)], &[("archer", 8)]];
    for [winner, loser] in [[spearmen, knights], [knights, archers], [archers, spearmen]] {
        assert!(value(winner).abs_diff(value(loser)) <= 10, "{winner:?} and {loser:?} cost the same");
        let percent = win_percent([winner, loser], 200);
        assert!(percent >= 80, "{winner:?} beat {loser:?} in {percent} % of 200 fights");
    }
}

/// What else each kind is for, again at about equal cost.
#[test]
fn every_kind_has_somebody_to_beat_and_to_fear() {
    let cases: [[Army; 2]; 7] = [
        [&[("swordsman", 14)], &[("spearman", 15)]],
        [&[("swordsman", 14)], &[("scout", 16)]],
        [&[("knight", 8)], &[("swordsman", 15)]],
        [&[("knight", 6)], &[("catapult", 4)]],
        [&[("archer", 13)], &[("gryphon", 5)]],
        [&[("gryphon", 5)], &[("knight", 8)]],
        [&[("swordsman", 6), ("healer", 2)], &[("swordsman", 7)]],
    ];
    for [winner, loser] in cases {
        let percent = win_percent([winner, loser], 20);
        assert!(percent >= 75, "{winner:?} beat {loser:?} in {percent} % of 20 fights");
    }
}

/// Catapults raze in half the time that foot of the same value takes.
#[test]
fn engines_raze_buildings() {
    let ticks = |army| {
        let end = Skirmish { rules: &CLASSIC, armies: [army, &[("town_centre", 1)]] }.fight(0);
        assert_eq!(end.winner(), Some(0), "{army:?} raze a town centre");
        end.tick
    };
    let (engines, foot) = (ticks(&[("catapult", 4)]), ticks(&[("swordsman", 11)]));
    assert!(engines * 3 / 2 < foot, "catapults took {engines} ticks, swordsmen {foot}");
}

/// The same army on both sides: neither the number of a player nor the side of the field decides.
#[test]
fn mirrored_armies_are_even() {
    let army: Army = &[("swordsman", 4), ("archer", 4), ("knight", 2)];
    let fights = (0..200).map(|seed| (seed, Skirmish { rules: &CLASSIC, armies: [army, army] }.fight(seed).winner()));
    let (mut players, mut sides) = ([0u32; 2], [0u32; 2]);
    for (seed, winner) in fights.filter_map(|(seed, winner)| winner.map(|winner| (seed, winner))) {
        players[winner] += 1;
        sides[(winner + seed as usize) % 2] += 1;
    }
    for wins in [players, sides] {
        let percent = wins[0] * 100 / (wins[0] + wins[1]);
        assert!((40..=60).contains(&percent), "players {players:?}, sides {sides:?}");
    }
}
