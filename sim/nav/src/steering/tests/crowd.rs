//! Behaviours towards others.

use super::*;

/// Moves all of them at once, each by a force that sees where everybody was.
fn step(movers: &mut [Mover], force: impl Fn(usize, &[Mover]) -> Vec2) {
    let old = movers.to_vec();
    for (row, mover) in movers.iter_mut().enumerate() {
        *mover = moved(mover, force(row, &old));
    }
}

/// Draws what `ticks` ticks do to them, a letter each, and returns the least distance there was.
fn dance(sheet: &mut Sheet, movers: &mut [Mover], ticks: u32, force: impl Fn(usize, &[Mover]) -> Vec2) -> Fx {
    let mut nearest = Fx::MAX;
    for _ in 0..ticks {
        for (mover, letter) in movers.iter().zip('a'..) {
            sheet.mark(mover.position, letter);
        }
        for (row, mover) in movers.iter().enumerate() {
            for other in &movers[..row] {
                nearest = nearest.min((mover.position - other.position).length_floor());
            }
        }
        step(movers, &force);
    }
    for (mover, letter) in movers.iter().zip('A'..) {
        sheet.mark(mover.position, letter);
    }
    nearest
}

fn others(row: usize, movers: &[Mover], reach: Fx) -> impl Iterator<Item = OtherMover> {
    let own = movers[row].position;
    let rest = movers.iter().enumerate().filter(move |(other, _)| *other != row);
    rest.map(move |(_, other)| OtherMover { offset: other.position - own, velocity: other.velocity, reach })
}

#[test]
fn a_pursuer_cuts_off_its_quarry() {
    let mut sheet = Sheet::new(24, 10);
    let mut movers = [mover(at("2", "8"), Vec2::ZERO), mover(at("4", "2"), at("0.2", "0"))];
    let caught =
        dance(&mut sheet, &mut movers, 64, |row, old| if row == 0 { pursue(&old[0], &old[1]) } else { Vec2::ZERO });
    insta::assert_snapshot!("pursue", sheet.drawn());
    assert!(caught < fx("0.75"), "{caught}");
}

#[test]
fn one_who_evades_gets_away_from_where_the_threat_will_be() {
    let mut sheet = Sheet::new(24, 12);
    let mut movers = [mover(at("10", "8"), Vec2::ZERO), mover(at("2", "10.5"), at("0.2", "0"))];
    let nearest =
        dance(&mut sheet, &mut movers, 48, |row, old| if row == 0 { evade(&old[0], &old[1]) } else { Vec2::ZERO });
    insta::assert_snapshot!("evade", sheet.drawn());
    assert!(nearest > fx("4"), "{nearest}");
}

#[test]
fn separation_parts_a_knot() {
    let mut sheet = Sheet::new(24, 12);
    let places = [("11", "5.5"), ("11.5", "6"), ("12", "5.5"), ("12.25", "6.5"), ("11.25", "6.75")];
    let mut movers = places.map(|(x, y)| mover(at(x, y), Vec2::ZERO));
    dance(&mut sheet, &mut movers, 64, |row, old| {
        let push = |other: OtherMover| {
            let (toward, distance) = crate::vector::polar(other.offset);
            separate(toward, distance - other.reach, fx("2"), MAX_FORCE)
        };
        let drag = crate::vector::scaled(old[row].velocity, -fx("0.25"));
        others(row, old, fx("1")).map(push).fold(drag, |sum, force| sum + force)
    });
    insta::assert_snapshot!("separation", sheet.drawn());
    let apart = (0..5).all(|row| others(row, &movers, Fx::ONE).all(|other| other.offset.length_floor() > fx("1.5")));
    assert!(apart);
}

/// The flock around one of them, within eight cells.
fn flock(row: usize, movers: &[Mover]) -> Flock {
    let mut flock = Flock::default();
    for other in others(row, movers, Fx::ZERO).filter(|other| other.offset.length_floor() < Fx::from_int(8)) {
        flock.add(other.offset, other.velocity);
    }
    flock
}

#[test]
fn alignment_makes_all_go_the_same_way() {
    let mut sheet = Sheet::new(24, 12);
    let starts =
        [("2", "3", "0.2", "0.1"), ("2", "6", "0.2", "0"), ("2", "9", "0.2", "-0.1"), ("4", "5", "0.1", "0.2")];
    let mut movers = starts.map(|(x, y, dx, dy)| mover(at(x, y), at(dx, dy)));
    dance(&mut sheet, &mut movers, 72, |row, old| flock(row, old).align(&old[row]));
    insta::assert_snapshot!("alignment", sheet.drawn());
    let apart = movers.iter().map(|mover| (mover.velocity - movers[0].velocity).length_floor()).max();
    assert!(apart < Some(fx("0.01")), "{apart:?}");
    assert_eq!(Flock::default().align(&movers[0]), Vec2::ZERO);
}

#[test]
fn cohesion_gathers_the_scattered() {
    let mut sheet = Sheet::new(24, 12);
    let places = [("9", "3"), ("15", "4"), ("14", "8"), ("9", "9")];
    let mut movers = places.map(|(x, y)| mover(at(x, y), Vec2::ZERO));
    dance(&mut sheet, &mut movers, 20, |row, old| flock(row, old).cohere(&old[row]));
    insta::assert_snapshot!("cohesion", sheet.drawn());
    let near = (0..4).all(|row| others(row, &movers, Fx::ONE).all(|other| other.offset.length_floor() < fx("3")));
    assert!(near);
    assert_eq!(Flock::default().cohere(&movers[0]), Vec2::ZERO);
}

#[test]
fn unaligned_walkers_miss_each_other() {
    let mut sheet = Sheet::new(24, 12);
    let starts = [("2", "6", "0.25", "0"), ("11", "1", "0", "0.15"), ("21", "9", "-0.22", "-0.05")];
    let mut movers = starts.map(|(x, y, dx, dy)| mover(at(x, y), at(dx, dy)));
    let straight = movers;
    let reach = fx("1.5");
    let nearest = dance(&mut sheet, &mut movers, 64, |row, old| {
        let aside = avoid_collision(&old[row], others(row, old, reach), PassingSide::Right);
        let onward = old[row].toward(straight[row].velocity);
        ForceBudget::new(MAX_FORCE).spend(aside).spend(onward).sum()
    });
    insta::assert_snapshot!("unaligned", sheet.drawn());
    assert!(nearest >= Fx::ONE, "{nearest}");
}

/// Two who meet; both keep to their way but for side steps. Returns how near they came.
fn meeting(sheet: &mut Sheet, lane: &str, tie: PassingSide) -> Fx {
    let mut movers = [mover(at("2", "5"), at("0.2", "0")), mover(at("22", lane), at("-0.2", "0"))];
    dance(sheet, &mut movers, 96, |row, old| {
        let onward = if row == 0 { at("0.2", "0") } else { at("-0.2", "0") };
        let other = others(row, old, Fx::ONE).next().expect("there are two");
        ForceBudget::new(MAX_FORCE)
            .spend(side_step(&old[row], &other, fx("0.2"), tie))
            .spend(old[row].toward(onward))
            .sum()
    })
}

#[test]
fn two_who_meet_step_aside_the_same_way() {
    let mut sheet = Sheet::new(24, 10);
    let head_on = meeting(&mut sheet, "5", PassingSide::Left);
    insta::assert_snapshot!("side_step", sheet.drawn());
    assert!(head_on > Fx::ONE, "{head_on}");
    let mut scratch = Sheet::new(24, 10);
    assert_eq!(meeting(&mut scratch, "5", PassingSide::Right), head_on);
    let (above, below) =
        (meeting(&mut scratch, "4.75", PassingSide::Right), meeting(&mut scratch, "5.25", PassingSide::Right));
    assert!(above > Fx::ONE && above == below, "{above} {below}");
}

#[test]
fn nobody_steps_aside_for_one_who_goes_away() {
    let walker = mover(Vec2::ZERO, at("0.2", "0"));
    let ahead = |velocity: Vec2| OtherMover { offset: at("3", "0"), velocity, reach: Fx::ONE };
    assert_eq!(side_step(&walker, &ahead(at("0.25", "0")), Fx::ONE, PassingSide::Right), Vec2::ZERO);
    assert_ne!(side_step(&walker, &ahead(at("0.15", "0")), Fx::ONE, PassingSide::Right), Vec2::ZERO);
    assert_eq!(avoid_collision(&walker, [ahead(at("0.25", "0"))], PassingSide::Right), Vec2::ZERO);
}
