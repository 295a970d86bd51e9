//! Personal goals: thresholds, hysteresis, inertia.

use sandtable_decide::GoalState;
use sandtable_state::limits::TICKS_PER_SECOND;

use super::stories::story;
use super::toy::{Toy, load};

#[test]
fn morale_breaks_and_rallies_only_well_above() {
    let text = r#"
        [goals.soldier]
        inertia_percent = 20
        [goals.soldier.wants.obey]
        priority = 30
        [goals.soldier.wants.survive]
        when = [{ input = "hp", base = [[0, 100], [100, 0]] }]
        starts_at = 70
        ends_below = 40
        disobeys = true
        [goals.soldier.wants.finish]
        priority = 35
        when = [{ input = "odds", min = 60, max = 100 }]"#;
    let behaviours = load(text);
    let (goals, mut state) = (&behaviours.goals()[0], GoalState::default());
    let facts = ["hp=90", "hp=40", "hp=30", "hp=50", "hp=60", "hp=61", "hp=61 odds=70", "hp=61", "hp=50"];
    insta::assert_snapshot!(story(&facts, |toy| {
        let verdict = goals.choose(&mut state, toy, 0);
        let name = |row: Option<u8>| row.and_then(|row| goals.goal(row)).map_or("none", |goal| &goal.name);
        let scores = verdict.scores.map(|score| score.floor_int());
        let changed = if verdict.goal == verdict.before { "" } else { " (changed)" };
        format!("{}{changed} {:?} {:03b}", name(verdict.goal), &scores[..3], verdict.standing)
    }));
}

#[test]
fn a_goal_that_ends_after_a_while_does_not_come_and_go_with_its_score() {
    let text = r#"
        [goals.worker]
        [goals.worker.wants.work]
        priority = 20
        [goals.worker.wants.flee]
        when = [{ input = "odds", base = [[0, 0], [100, 100]] }]
        starts_at = 50
        ends_below = 15
        ends_after = 4"#;
    let behaviours = load(text);
    let (goals, mut state) = (&behaviours.goals()[0], GoalState::default());
    // The odds against it, second by second, and the row of the goal that is followed.
    let seconds = [("odds=10", 0), ("odds=60", 1), ("odds=5", 1), ("odds=5", 1), ("odds=30", 1)];
    let lulls = [("odds=5", 1), ("odds=5", 1), ("odds=5", 1), ("odds=5", 0), ("odds=40", 0), ("odds=50", 1)];
    for (second, (facts, followed)) in (0..).zip(seconds.into_iter().chain(lulls)) {
        let verdict =
            goals.choose(&mut state, &Toy { facts: facts.to_owned(), ..Toy::default() }, second * TICKS_PER_SECOND);
        assert_eq!(verdict.goal, Some(followed), "in second {second}, with {facts}");
    }
    assert_eq!(state.holds_until, 14 * TICKS_PER_SECOND, "it holds for four seconds after it was last worth it");
}
