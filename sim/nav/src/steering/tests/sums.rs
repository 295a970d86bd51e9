//! The budgeted sum, and what holds for every behaviour.

use sandtable_math::Angle;

use super::*;

#[test]
fn forces_add_up_in_order_until_the_budget_is_spent() {
    let budget = ForceBudget::new(Fx::ONE).spend(at("0.5", "0"));
    assert_eq!((budget.sum(), budget.is_spent()), (at("0.5", "0"), false));
    let full = budget.spend(at("0", "2"));
    assert!(full.is_spent());
    assert!((full.sum() - at("0.5", "0.5")).length_floor() < fx("0.001"), "{:?}", full.sum());
    assert_eq!(full.spend(at("-0.25", "0")), full);
    assert_eq!(ForceBudget::new(Fx::ONE).spend(Vec2::ZERO).sum(), Vec2::ZERO);
}

#[test]
fn what_is_spent_never_exceeds_the_limit_by_more_than_rounding() {
    for step in 0..64u16 {
        let turned = |n: u16, size: &str| {
            crate::vector::scaled(Angle(step.wrapping_mul(1021).wrapping_add(n * 9_001)).direction(), fx(size))
        };
        let sum =
            ForceBudget::new(fx("0.3")).spend(turned(0, "0.2")).spend(turned(1, "0.05")).spend(turned(2, "0.4")).sum();
        assert!(sum.length_floor() <= fx("0.301"), "{sum:?}");
    }
}

#[test]
fn no_direction_is_favoured() {
    let turned = |mover: &Mover| Mover { position: -mover.position, velocity: -mover.velocity, ..*mover };
    let one = mover(at("1.3", "-2.7"), at("0.11", "0.07"));
    let two = mover(at("-3.1", "0.4"), at("0.02", "-0.2"));
    let (one_turned, two_turned) = (turned(&one), turned(&two));
    let other = |from: &Mover, to: &Mover| OtherMover {
        offset: to.position - from.position,
        velocity: to.velocity,
        reach: Fx::ONE,
    };
    let forces = |one: &Mover, two: &Mover| {
        let mut flock = Flock::default();
        flock.add(two.position - one.position, two.velocity);
        [
            seek(one, two.position),
            flee(one, two.position),
            pursue(one, two),
            evade(one, two),
            arrive(one, two.position),
            flock.align(one),
            flock.cohere(one),
            side_step(one, &other(one, two), Fx::ONE, PassingSide::Left),
            avoid_collision(one, [other(one, two)], PassingSide::Left),
            follow_path(one, &[two.position, Vec2::ZERO], Fx::HALF),
        ]
    };
    assert_eq!(forces(&one, &two).map(|force| -force), forces(&one_turned, &two_turned));
}
