//! Personal goals: thresholds, hysteresis, inertia.

use sandtable_decide::GoalState;

use super::stories::story;
use super::toy::load;

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
        let verdict = goals.choose(&mut state, toy);
        let name = |row: Option<u8>| row.and_then(|row| goals.goal(row)).map_or("none", |goal| &goal.name);
        let scores = verdict.scores.map(|score| score.floor_int());
        let changed = if verdict.goal == verdict.before { "" } else { " (changed)" };
        format!("{}{changed} {:?} {:03b}", name(verdict.goal), &scores[..3], verdict.standing)
    }));
}
