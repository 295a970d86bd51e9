//! Cones and turns.

use super::eye::VisionCone;
use super::vision_pass::is_turn;
use sandtable_math::{Angle, Fx, Vec2};
use sandtable_model::rules::{HostilitySet, Senses};
use sandtable_state::id::{PlayerId, UnitId};

fn at(x: i16, y: i16) -> Vec2 {
    Vec2::new(Fx::from_int(x), Fx::from_int(y))
}

/// Facing east, y south: which of eight directions a cone takes in.
fn taken_in(degrees: u16) -> String {
    let round = [at(4, 0), at(4, 4), at(0, 4), at(-4, 4), at(-4, 0), at(-4, -4), at(0, -4), at(4, -4)];
    let cone = VisionCone::new(Angle(0), degrees);
    round.iter().map(|to| if cone.contains(*to) { '#' } else { '.' }).collect()
}

#[test]
fn a_cone_takes_in_as_many_degrees_about_the_heading_edges_included() {
    let drawn: Vec<String> = [1, 60, 90, 180, 200, 270, 340, 360].map(taken_in).to_vec();
    assert_eq!(
        drawn,
        ["#.......", "#.......", "##.....#", "###...##", "###...##", "####.###", "####.###", "########"],
        "east, south-east, south, …"
    );
}

#[test]
fn a_cone_turns_with_its_heading() {
    for turn in (0..=u16::MAX).step_by(97) {
        let heading = Angle(turn);
        for degrees in [40, 120, 250] {
            let cone = VisionCone::new(heading, degrees);
            let half = ((u32::from(degrees) << 16) / 720) as u16;
            // Two steps and more from its edges, as exact as directions are.
            for (aside, inside) in [(0, true), (half - 200, true), (half + 200, false), (0x8000, false)] {
                for to in [turn.wrapping_add(aside), turn.wrapping_sub(aside)] {
                    let to = Angle(to).direction().scale_floor(Fx::from_int(7));
                    assert_eq!(cone.contains(to), inside, "{degrees} degrees about {turn}: {aside}");
                }
            }
        }
    }
}

#[test]
fn who_stands_upon_one_is_taken_in() {
    assert!([1, 90, 200, 360].iter().all(|degrees| VisionCone::new(Angle(0x2345), *degrees).contains(Vec2::ZERO)));
}

#[test]
fn everybody_looks_once_in_each_turn_and_not_all_at_once() {
    let senses = Senses {
        name: "eyes".into(),
        sight: 6,
        view_degrees: 360,
        around: Fx::ZERO,
        hearing_percent: 100,
        threshold_percent: 1,
        notices: HostilitySet(1),
        look_ticks: 8,
    };
    let ids: Vec<UnitId> = (1..=80).map(|serial| UnitId::new(PlayerId(serial as u8 % 2), serial)).collect();
    let looks: Vec<Vec<bool>> =
        (100..108).map(|tick| ids.iter().map(|id| is_turn(tick, *id, &senses)).collect()).collect();
    let count = |row: &Vec<bool>| row.iter().filter(|looks| **looks).count();
    assert!(looks.iter().all(|row| count(row) == 10), "an eighth of all in each tick");
    assert!((0..ids.len()).all(|unit| looks.iter().filter(|row| row[unit]).count() == 1), "everybody once");
}
