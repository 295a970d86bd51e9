//! Behaviours of one mover.

use sandtable_math::{Angle, mix};

use super::*;
use crate::obstacle::Obstacle;

#[test]
fn seek_runs_through_the_target_and_comes_back() {
    let mut sheet = Sheet::new(24, 9);
    sheet.trail(mover(at("2", "2"), at("0", "0.2")), 128, 'a', |mover| seek(mover, at("16", "5")));
    sheet.mark(at("16", "5"), '*');
    insta::assert_snapshot!("seek", sheet.drawn());
}

#[test]
fn flee_turns_round_and_runs() {
    let mut sheet = Sheet::new(24, 9);
    let end = sheet.trail(mover(at("4", "4.5"), at("0.25", "0")), 96, 'a', |mover| flee(mover, at("10", "5")));
    sheet.mark(at("10", "5"), '*');
    insta::assert_snapshot!("flee", sheet.drawn());
    assert!(end.position.distance_squared_wide(at("10", "5")) > fx("12").squared_wide());
}

#[test]
fn arrival_stops_on_the_point() {
    let mut sheet = Sheet::new(24, 9);
    let end = sheet.trail(mover(at("2", "2"), at("0", "0.2")), 128, 'a', |mover| arrive(mover, at("16", "5")));
    sheet.mark(at("16", "5"), '*');
    insta::assert_snapshot!("arrival", sheet.drawn());
    assert!(end.position.distance_squared_wide(at("16", "5")) <= fx("0.05").squared_wide(), "{end:?}");
}

#[test]
fn path_following_cuts_the_corners_and_stays_near() {
    let path = [at("2", "2"), at("12", "2"), at("12", "8"), at("22", "8")];
    let mut sheet = Sheet::new(24, 10);
    let end = sheet.trail(mover(at("1", "5"), Vec2::ZERO), 160, 'a', |mover| follow_path(mover, &path, fx("0.5")));
    path.into_iter().for_each(|corner| sheet.mark(corner, '*'));
    insta::assert_snapshot!("path", sheet.drawn());
    assert!(end.position.distance_squared_wide(at("22", "8")) <= fx("2").squared_wide(), "{end:?}");
    assert_eq!(follow_path(&end, &[], Fx::ONE), Vec2::ZERO);
    assert_eq!(follow_path(&end, &path[..1], Fx::ONE), seek(&end, path[0]));
}

#[test]
fn wandering_bends_but_does_not_twitch() {
    let mut sheet = Sheet::new(24, 12);
    let mut wanderer = Wanderer { rim: Angle(0), jitter: 4_000 };
    let mut draws = 0;
    let mut sharpest = Fx::ONE;
    let start = mover(at("3", "6"), at("0.2", "0"));
    sheet.trail(start, 96, 'a', |mover| {
        draws += 1;
        let force = wander(mover, &mut wanderer, Angle(0), mix(7, draws) as u32);
        let heading = crate::vector::direction(mover.velocity);
        sharpest = sharpest.min(crate::vector::dot(heading, crate::vector::direction(moved(mover, force).velocity)));
        force
    });
    insta::assert_snapshot!("wander", sheet.drawn());
    assert!(sharpest > fx("0.95"), "{sharpest}");
}

#[test]
fn a_wanderer_who_stands_sets_out_where_it_faces() {
    let mut wanderer = Wanderer { rim: Angle::HALF, jitter: 0 };
    let force = wander(&mover(Vec2::ZERO, Vec2::ZERO), &mut wanderer, Angle::QUARTER, 3);
    assert!(force.y > Fx::ZERO, "{force:?}");
}

#[test]
fn containment_keeps_one_in_its_yard() {
    let yard = Obstacle::polygon(&[at("3", "1"), at("21", "3"), at("19", "11"), at("4", "9")]).unwrap();
    let mut sheet = Sheet::new(24, 12);
    sheet.block(&yard);
    let mut strayed = false;
    sheet.trail(mover(at("6", "4"), at("0.2", "0.1")), 200, 'a', |mover| {
        strayed |= !yard.contains(mover.position);
        contain(mover, &yard, 12)
    });
    insta::assert_snapshot!("containment", sheet.drawn());
    assert!(!strayed);
}

#[test]
fn obstacles_are_passed_on_the_side_where_one_is() {
    let rock = Obstacle::circle(at("11", "5"), fx("2"));
    let hut = Obstacle::polygon(&[at("16", "7"), at("20", "7"), at("20", "10"), at("16", "10")]).unwrap();
    let blocks = [rock, hut];
    let mut sheet = Sheet::new(24, 12);
    blocks.iter().for_each(|block| sheet.block(block));
    let mut touched = false;
    for (first, y) in [('a', "4"), ('A', "6.5")] {
        let goal = at("23", y);
        sheet.trail(mover(at("1", y), at("0.25", "0")), 88, first, |mover| {
            touched |= blocks.iter().any(|block| block.contains(mover.position));
            let round = avoid_blocks(mover, fx("0.5"), 16, &blocks, PassingSide::Right);
            ForceBudget::new(MAX_FORCE).spend(round).spend(seek(mover, goal)).sum()
        });
    }
    insta::assert_snapshot!("obstacles", sheet.drawn());
    assert!(!touched);
}

#[test]
fn dead_ahead_the_tie_says_which_way_round() {
    let rock = [Obstacle::circle(at("8", "0"), fx("2"))];
    let walker = mover(Vec2::ZERO, at("0.25", "0"));
    let (left, right) = (PassingSide::Left, PassingSide::Right);
    let force = |tie: PassingSide| avoid_blocks(&walker, fx("0.5"), 64, &rock, tie);
    assert!(force(right).y > Fx::ZERO && force(left) == -force(right), "{:?}", force(right));
    assert_eq!(avoid_blocks(&walker, fx("0.5"), 8, &rock, right), Vec2::ZERO);
}
