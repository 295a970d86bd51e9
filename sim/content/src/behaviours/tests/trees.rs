//! Behaviour trees, each form told as a story.

use sandtable_decide::{Steps, TreeState};
use sandtable_math::Fx;

use super::stories::story;
use super::toy::load;

/// The story of the first tree of a file: status and what runs, then what was done.
fn told(text: &str, facts: &[&str]) -> String {
    let behaviours = load(text);
    let (tree, mut state) = (&behaviours.trees()[0], TreeState::default());
    story(facts, |toy| {
        let status = tree.tick(&mut state, toy);
        format!("{status:?} {}", tree.path(&state).collect::<Vec<_>>().join(" > "))
    })
}

#[test]
fn a_better_choice_takes_over_and_ends_the_running_one() {
    let text = r#"
        [trees.kite]
        select = [
            { sequence = [{ if = "near" }, { do = "walk" }] },
            { do = "shoot", at = "weak" },
            { name = "stay", do = "wait" },
        ]"#;
    insta::assert_snapshot!(told(text, &["", "loaded", "", "near *2", "near there", "near", ""]));
}

#[test]
fn a_sequence_goes_on_where_it_was_unless_it_rechecks() {
    let steps = r#"[{ if = "near" }, { do = "shout" }, { do = "walk" }, { do = "look", steps = 2 }]"#;
    let facts = ["near", "", "there", "near", "near found", "near"];
    let resumes = told(&format!("trees.a.sequence = {steps}"), &facts);
    let rechecks = told(&format!("[trees.a]\nresumes = false\nsequence = {steps}"), &facts);
    insta::assert_snapshot!([resumes, rechecks].join("\n--- resumes = false\n"));
}

#[test]
fn a_select_that_resumes_keeps_its_choice() {
    let text = r#"
        [trees.a]
        resumes = true
        select = [{ sequence = [{ if = "near" }, { do = "look", steps = 1 }] }, { do = "walk" }]"#;
    insta::assert_snapshot!(told(text, &["", "near", "near there", "near", "near lost", ""]));
}

#[test]
fn parallel_children_end_by_their_policies() {
    let children = r#"parallel = [{ do = "walk" }, { do = "look", steps = 1 }]"#;
    let mut stories = Vec::new();
    for (succeeds, fails) in [("all", "any"), ("any", "all"), ("all", "all"), ("any", "any")] {
        let text = format!("[trees.a]\n{children}\nsucceeds_on = \"{succeeds}\"\nfails_on = \"{fails}\"");
        for facts in [["", "there", "found", ""], ["", "there", "lost", ""], ["", "lost", "there", ""]] {
            stories.push(format!("--- succeeds on {succeeds}, fails on {fails}\n{}", told(&text, &facts)));
        }
    }
    insta::assert_snapshot!(stories.join("\n"));
}

#[test]
fn decorators_do_what_they_say() {
    let look = r#"{ do = "look", steps = 1 }"#;
    let told = [
        (format!("trees.a.not = {look}"), vec!["", "found", "lost"]),
        (format!("trees.a.succeed = {look}"), vec!["", "found", "lost"]),
        (format!("[trees.a]\nrepeat = {look}\ntimes = 2"), vec!["found", "", "found", "found", "lost"]),
        (format!("trees.a.until_failure = {look}"), vec!["found", "", "lost", ""]),
        (format!("[trees.a]\ncooldown = {look}\nseconds = 0.125"), vec!["", "found", "found *3", "lost"]),
        (format!("[trees.a]\ntime_limit = {look}\nseconds = 0.125"), vec!["*4", "found"]),
        ("trees.a.sequence = [{ wait = 0.125 }, { do = \"shout\" }]".into(), vec!["*4"]),
        (format!("[trees.a]\nunless = \"near\"\nthen = {look}"), vec!["", "near", "found"]),
        (r#"trees.a.all = [{ if = "hp", max = 30 }, { unless = "near" }]"#.into(), vec!["hp=30", "hp=31", "hp=1 near"]),
        (
            r#"trees.a.any = [{ if = "foes", cells = 2.5, min = 3 }, { if = "near" }]"#.into(),
            vec!["foes=3", "foes=2", "near"],
        ),
    ]
    .map(|(text, facts)| format!("--- {text}\n{}", told(&text, &facts)));
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn a_cooldown_also_follows_a_branch_that_was_left() {
    let text = r#"
        [trees.a]
        select = [
            { sequence = [{ if = "near" }, { do = "shout" }] },
            { seconds = 0.25, cooldown = { do = "walk" } },
            { do = "wait" },
        ]"#;
    insta::assert_snapshot!(told(text, &["", "near", "*4"]));
}

#[test]
fn utility_takes_the_best_and_holds_to_it_by_inertia() {
    let text = r#"
        [trees.a]
        inertia_percent = 20
        utility = [
            { do = "walk", priority = 40 },
            { do = "look", steps = 1, when = [{ input = "hp", base = [[0, 0], [100, 100]] }] },
            { do = "wait", priority = 90, when = [{ input = "foes", cells = 4, min = 1, max = 2 }] },
        ]"#;
    let facts = ["hp=30", "hp=45", "hp=49", "hp=38", "hp=38 lost", "hp=10", "hp=10 foes=1", "hp=10 foes=3"];
    insta::assert_snapshot!(told(text, &facts));
}

#[test]
fn a_tree_stands_in_the_place_of_its_reference() {
    let text = r#"
        [trees.whole]
        sequence = [{ tree = "part" }, { tree = "part" }, { do = "wait" }]
        [trees.part]
        name = "a part"
        not = { not = { do = "walk", place = "post" } }
        [queries.post]
        options = [{ generate = [{ grid = "here", radius = 1 }] }]"#;
    assert_eq!(load(text).trees()[0].len(), 8);
    insta::assert_snapshot!(told(text, &["", "there", "", "there", ""]));
}

#[test]
fn a_trace_tells_nodes_and_scores_and_changes_nothing() {
    let text = r#"
        [trees.a]
        select = [
            { if = "near" },
            { utility = [{ do = "shoot", priority = 2 }, { do = "wait", priority = 1 }] },
        ]"#;
    let behaviours = load(text);
    let tree = &behaviours.trees()[0];
    let (mut toy, mut watched, mut plain, mut steps) =
        (super::toy::Toy::default(), TreeState::default(), TreeState::default(), Steps::default());
    tree.tick_traced(&mut watched, &mut toy.clone(), &mut steps);
    tree.tick(&mut plain, &mut toy);
    assert_eq!(watched, plain);
    let told: Vec<String> =
        steps.nodes.iter().map(|(row, status)| format!("{}: {status:?}", tree.label(*row))).collect();
    assert_eq!(
        told,
        ["if near: Failure", "do shoot: Failure", "do wait: Running", "utility: Running", "select: Running"]
    );
    assert_eq!(steps.scores, [(2, vec![Fx::from_int(2), Fx::ONE])]);
    let mut toy = super::toy::Toy::default();
    tree.abort(&mut plain, &mut toy);
    assert!(plain.running.is_empty());
    assert_eq!(toy.log, ["-wait"]);
}
