//! Minds: reactions over goals over a machine and its trees.

use sandtable_decide::{Mind, MindState};

use super::stories::story;
use super::toy::load;

pub const SOLDIER: &str = r#"
    [minds.soldier]
    machine = "soldier"
    goals = "soldier"
    reactions = "soldier"
    tree = "idle"
    [machines.soldier]
    initial = "watch"
    [machines.soldier.states.watch]
    transitions = [{ to = "fight", if = "near" }]
    [machines.soldier.states.fight]
    tree = "fight"
    exit = [{ do = "shout" }]
    transitions = [{ to = "watch", on = "success" }]
    [goals.soldier.wants.obey]
    priority = 10
    [goals.soldier.wants.survive]
    tree = "flee"
    when = [{ input = "hp", base = [[0, 100], [50, 0]] }]
    starts_at = 50
    ends_below = 20
    [reactions.soldier.flinch]
    if = "hit"
    seconds = 0.125
    [trees.fight]
    sequence = [{ do = "look", steps = 1 }, { do = "shoot" }]
    [trees.flee]
    do = "walk"
    [trees.idle]
    do = "wait""#;

#[test]
fn a_soldier_fights_flinches_flees_and_comes_back() {
    let behaviours = load(SOLDIER);
    let mind = Mind::in_row(&behaviours, behaviours.mind_named("soldier").expect("it is there")).expect("it is there");
    let mut state = MindState::default();
    let facts = [
        "hp=90",
        "hp=90 near",
        "hp=90 near hit",
        "hp=90 near",
        "hp=90 near",
        "hp=10",
        "hp=35",
        "hp=41",
        "hp=41 found loaded",
        "hp=41",
    ];
    insta::assert_snapshot!(story(&facts, |toy| {
        let thought = mind.tick(&mut state, toy, &mut ());
        let goal = thought
            .verdict
            .and_then(|verdict| verdict.goal)
            .map_or("", |row| &behaviours.goals()[0].all()[usize::from(row)].name);
        let ticked =
            thought.ticked.and_then(|(id, status)| Some(format!("{} {status:?}", behaviours.tree(id)?.name())));
        format!("{}{goal} {}", if thought.reacted { "reacted " } else { "" }, ticked.unwrap_or_default())
    }));
}
