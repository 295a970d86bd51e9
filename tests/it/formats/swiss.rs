//! Swiss rounds: who is paired with whom, and how standings are ordered.

use std::collections::BTreeSet;

use proptest::prelude::*;
use sandtable_tests::command::Folder;
use sandtable_tournament::{Format, GameRecord, Met, markdown, read_games, tables};

use super::{manifest, play, rounds};
use crate::properties::cases;

#[test]
fn a_swiss_tournament_pairs_equals_and_nobody_twice() {
    for count in [4, 7, 10] {
        let played = rounds(&Format::Swiss { rounds: 3 }, count, |a, b| a.min(b));
        assert_eq!(played.len(), 3);
        let mut seen = std::collections::BTreeSet::new();
        for round in &played {
            assert_eq!(round.len(), count / 2);
            for rows in round {
                assert!(seen.insert([rows[0].min(rows[1]), rows[0].max(rows[1])]), "{rows:?} meet again");
            }
        }
        let sat_out: Vec<usize> = played
            .iter()
            .flat_map(|round| (0..count).filter(move |row| !round.iter().flatten().any(|one| one == row)))
            .collect();
        assert_eq!(sat_out.len(), if count % 2 == 1 { 3 } else { 0 });
        assert!(sat_out.windows(2).all(|two| two[0] != two[1]), "{sat_out:?}");
    }
    let forced = rounds(&Format::Swiss { rounds: 3 }, 2, |a, b| a.min(b));
    assert_eq!(forced, vec![vec![vec![0, 1]]; 3], "two can only meet again");
}

/// What a pairing of a Swiss round costs, the worst first: byes of who had one while others had none, rematches, how often those have met,
/// squares of differences by points and by place.
fn swiss_cost(count: usize, met: &[Met], pairing: &[Vec<usize>]) -> [i64; 5] {
    let rounds = met.iter().map(|met| met.round + 1).max().unwrap_or(0);
    let full = met.iter().map(|met| met.half_points.iter().sum::<u32>()).max().unwrap_or(0);
    let of = |row: usize| met.iter().filter(move |met| met.rows.contains(&row));
    let byes = |row: usize| i64::from(rounds) - of(row).count() as i64;
    let points = |row: usize| {
        let own = |met: &Met| met.half_points[usize::from(met.rows[1] == row)];
        of(row).map(own).sum::<u32>() + byes(row) as u32 * full
    };
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by_key(|row| (std::cmp::Reverse(points(*row)), *row));
    let place = |row: usize| order.iter().position(|other| *other == row).expect("everybody stands somewhere") as i64;
    let values: BTreeSet<u32> = (0..count).map(points).collect();
    let group = |row: usize| values.iter().rev().position(|value| *value == points(row)).expect("some value") as i64;
    let mut cost = [0; 5];
    for two in pairing {
        let times = of(two[0]).filter(|met| met.rows.contains(&two[1])).count() as i64;
        let add =
            [0, times.min(1), times, (group(two[0]) - group(two[1])).pow(2), (place(two[0]) - place(two[1])).pow(2)];
        cost.iter_mut().zip(add).for_each(|(sum, one)| *sum += one);
    }
    if let Some(idle) = (0..count).find(|row| !pairing.iter().flatten().any(|other| other == row)) {
        cost[0] += byes(idle) - (0..count).map(byes).min().unwrap_or(0);
        cost[3] += (group(idle) - (values.len() as i64 - 1)).pow(2);
        cost[4] += (place(idle) - count as i64).pow(2);
    }
    cost
}

/// All ways to pair off some rows, of an odd number with one left out.
fn pairings(rows: &[usize]) -> Vec<Vec<Vec<usize>>> {
    let Some((first, rest)) = rows.split_first() else { return vec![Vec::new()] };
    let with = |other: usize| {
        let left: Vec<usize> = rest.iter().copied().filter(|row| *row != other).collect();
        pairings(&left).into_iter().map(move |pairing| [vec![vec![*first, other]], pairing].concat())
    };
    let mut all: Vec<_> = rest.iter().copied().flat_map(with).collect();
    if rows.len() % 2 == 1 {
        all.extend(pairings(rest));
    }
    all
}

proptest! {
    #![proptest_config(cases(80))]

    /// Rounds as they come, with results that were drawn: no other pairing of any round is better.
    #[test]
    fn swiss_rounds_are_paired_as_well_as_can_be(count in 2_usize..=7, rounds in 1_u32..=9, results in prop::collection::vec(0_u32..=4, 27)) {
        let (format, mut met, mut results) = (Format::Swiss { rounds }, Vec::new(), results.into_iter().cycle());
        let all = pairings(&(0..count).collect::<Vec<_>>());
        for round in 0..rounds {
            let pairing = format.round(round, count, &met).expect("rounds are left");
            let mut seated: Vec<usize> = pairing.iter().flatten().copied().collect();
            seated.sort_unstable();
            seated.dedup();
            prop_assert_eq!(seated.len(), count / 2 * 2);
            let best = all.iter().map(|pairing| swiss_cost(count, &met, pairing)).min();
            prop_assert_eq!(Some(swiss_cost(count, &met, &pairing)), best, "{:?} after {:?}", pairing, met);
            for rows in pairing {
                let own = results.next().unwrap_or(2);
                met.push(Met { round, rows: [rows[0], rows[1]], half_points: [own, 4 - own] });
            }
        }
        prop_assert!(format.round(rounds, count, &met).is_none());
    }
}

#[test]
fn swiss_standings_go_by_points_and_buchholz() {
    let lines = "strategies = [\"p3\", \"p1\", \"p5\", \"p2\", \"p4\"]\nmaps = [\"meadow\"]\nseeds = 1\ntime_limit = 20\n\
                 format = \"swiss\"\nrounds = 3\n";
    let (home, out) = (Folder::new("swiss"), Folder::new("out"));
    let summary = play(&out.0, &manifest(&home, lines, None), false);
    let (records, _) = read_games(&out.0).expect("results");
    let name = |row: usize| summary.standings[row].strategy.clone();
    let swiss = |row: usize| summary.standings[row].swiss.expect("a Swiss tournament");
    // Two games a meeting, both won by who has more patience; a bye is two points.
    let won = |own: &str| {
        let winner = |record: &GameRecord| record.winner.map(|team| record.strategies[usize::from(team) - 1].clone());
        records.iter().filter(|record| winner(record).as_deref() == Some(own)).count()
    };
    for row in 0..5 {
        let score = swiss(row);
        assert_eq!(score.points, won(&name(row)) as f64 + 2.0 * f64::from(score.byes), "{}", name(row));
        let met = records.iter().filter(|record| record.strategies.contains(&name(row)));
        let other =
            |record: &GameRecord| record.strategies.iter().find(|other| **other != name(row)).expect("two met").clone();
        let points =
            |other: String| (0..5).find(|row| name(*row) == other).map(|row| swiss(row).points).expect("it stands");
        let sum: f64 = met.map(|record| points(other(record)) / 2.0).sum();
        assert_eq!(score.buchholz, sum + f64::from(score.byes) * score.points, "{}", name(row));
    }
    let keys: Vec<_> = (0..5).map(|row| (swiss(row).points, swiss(row).buchholz)).collect();
    assert!(keys.windows(2).all(|two| two[0] >= two[1]), "{keys:?}");
    assert_eq!(name(0), "p5");
    assert!((0..5).all(|row| swiss(row).byes <= 1) && (0..5).map(|row| swiss(row).byes).sum::<u32>() == 3);
    assert!(tables(&summary).contains("Buchholz") && markdown(&summary).contains("Buchholz"));
}
