//! Refused files, each mistake with the exact message it gives.

use sandtable_state::limits::{MAX_STATES, MAX_TREE_COUNTERS, MAX_TREE_DEPTH, MAX_TREE_NODES};

use super::toy::problems;

fn told(cases: &[(&str, &str)]) -> String {
    let told = cases.iter().map(|(name, text)| format!("--- {name}\n{}", problems(text)));
    told.collect::<Vec<_>>().join("\n")
}

#[test]
fn good_files_have_no_problems() {
    assert_eq!(problems("about = \"nothing\""), "");
    assert_eq!(problems(super::minds::SOLDIER), "");
}

#[test]
fn bad_trees() {
    let said = told(&[
        ("an unknown action", "trees.a.do = \"shot\""),
        ("an unknown condition", "trees.a.select = [{ if = \"nea\" }, { unless = \"fo\", cells = 1, min = 2 }]"),
        ("an unknown tree", "trees.flee.do = \"walk\"\ntrees.a.tree = \"fle\""),
        ("an unknown query", "trees.a = { do = \"walk\", place = \"hill\" }"),
        ("a missing parameter", "trees.a.do = \"look\""),
        ("a parameter out of range", "trees.a = { do = \"look\", steps = 12 }"),
        ("a parameter of another word", "trees.a = { do = \"look\", steps = 2, step = 1 }"),
        ("a misspelt form with a key of its own", "trees.a = { rpeeat = { do = \"walk\" }, times = 3 }"),
        ("a misspelt form with a key of two", "trees.a = { colodown = { do = \"walk\" }, seconds = 3 }"),
        ("a misspelt form alone", "trees.a.slect = [{ do = \"walk\" }]"),
        ("a misspelt action", "trees.a = { dow = \"look\", steps = 2 }"),
        ("a choice that is none", "trees.a = { do = \"shoot\", at = \"week\" }"),
        ("a tag that is none", "trees.a = { do = \"shoot\", tag = \"No tag\" }"),
        ("an input without bounds", "trees.a.if = \"hp\""),
        ("bounds that hold always", "trees.a = { if = \"hp\", min = 0 }"),
        ("bounds that never hold", "trees.a = { if = \"hp\", min = 50, max = 30 }"),
        ("bounds outside the range", "trees.a = { if = \"hp\", max = 130 }"),
        ("no node", "trees.a.name = \"x\""),
        ("two nodes in one", "trees.a = { do = \"walk\", not = { do = \"walk\" } }"),
        ("then without if", "trees.a.then = { do = \"walk\" }"),
        ("then with something else", "trees.a = { do = \"walk\", then = { do = \"walk\" } }"),
        ("two conditions", "trees.a = { if = \"near\", unless = \"hit\" }"),
        ("no children", "trees.a.select = []"),
        ("children that are no tables", "trees.a.select = [\"walk\"]"),
        ("no times", "trees.a.repeat = { do = \"walk\" }"),
        ("no time at all", "trees.a = { cooldown = { do = \"walk\" }, seconds = 0.01 }"),
        ("a bad name", "[trees.\"A b\"]\ndo = \"walk\""),
        ("an unknown table", "[tree.a]\ndo = \"walk\""),
    ]);
    insta::assert_snapshot!(said);
}

#[test]
fn trees_that_are_wrong_as_a_whole() {
    let deep = |levels: usize| {
        let chain: Vec<String> =
            (0..levels).map(|row| format!("trees.t{row}.not = {{ tree = \"t{}\" }}", row + 1)).collect();
        format!("{}\ntrees.t{levels}.do = \"walk\"", chain.join("\n"))
    };
    let wide: String = (0..7)
        .map(|row| format!("trees.t{row}.sequence = [{{ tree = \"t{0}\" }}, {{ tree = \"t{0}\" }}]\n", row + 1))
        .collect();
    let counting = "{ do = \"look\", steps = 1 }, "
        .repeat(MAX_TREE_COUNTERS + 1)
        .replace("{ do", "{ seconds = 1, cooldown = { do")
        .replace(" },", " } },");
    assert_eq!(problems(&deep(MAX_TREE_DEPTH - 1)), "");
    let said = told(&[
        ("a tree that runs itself", "trees.a.not = { tree = \"a\" }"),
        (
            "trees that run each other",
            "trees.a.not = { tree = \"b\" }\ntrees.b.select = [{ do = \"shoot\" }, { tree = \"c\" }]\ntrees.c.tree = \"b\"",
        ),
        ("after what never fails", "trees.a.select = [{ do = \"walk\" }, { do = \"shoot\" }]"),
        ("after what never succeeds", "trees.a.sequence = [{ do = \"wait\" }, { do = \"shoot\" }]"),
        (
            "after a tree that never fails",
            "trees.b.succeed = { do = \"shoot\" }\ntrees.a.select = [{ if = \"near\" }, { tree = \"b\" }, { do = \"wait\" }]",
        ),
        (
            "after until_failure of what lasts",
            "trees.a.sequence = [{ until_failure = { do = \"shout\" } }, { do = \"shoot\" }]",
        ),
        (
            "an option that is worth nothing",
            "trees.a.utility = [{ do = \"walk\", when = [{ input = \"hp\", base = [[0, 0], [100, -5]] }] }]",
        ),
        (
            "an option that never wins",
            "trees.a.utility = [{ do = \"walk\", priority = 50 }, { do = \"wait\", priority = 9, when = [{ input = \"hp\", base = [[0, 0], [200, 60]] }] }]",
        ),
        ("too deep", &deep(MAX_TREE_DEPTH)),
        ("too large", &format!("{wide}trees.t7.do = \"walk\"")),
        ("too many that count", &format!("trees.a.select = [{counting}]")),
        (
            "a bad curve",
            "trees.a.utility = [{ do = \"walk\", when = [{ input = \"hp\", base = [[5, 0], [5, 1]] }, { input = \"hp\" }, { input = \"odd\", min = 1 }] }]",
        ),
    ]);
    insta::assert_snapshot!(said);
    const { assert!(MAX_TREE_NODES < 1 << 8) };
}

#[test]
fn bad_machines() {
    let many: String = (0..=MAX_STATES).map(|row| format!("[machines.m.states.s{row}]\nfinal = true\n")).collect();
    let two = |first: &str, second: &str| {
        format!("[machines.m]\ninitial = \"a\"\n[machines.m.states.a]\n{first}\n[machines.m.states.b]\n{second}")
    };
    let there_and_back = |there: &str, back: &str| {
        two(&format!("transitions = [{{ to = \"b\", {there} }}]"), &format!("transitions = [{{ to = \"a\", {back} }}]"))
    };
    let said = told(&[
        ("no states", "[machines.m]\ninitial = \"a\""),
        ("no initial state", "[machines.m.states.a]\nfinal = true"),
        ("too many states", &format!("[machines.m]\ninitial = \"s0\"\n{many}")),
        ("an unknown state", &two("transitions = [{ to = \"c\", if = \"near\" }, { if = \"hit\" }]", "final = true")),
        ("an unreachable state", &two("final = true", "transitions = [{ to = \"a\", if = \"near\" }]")),
        ("no way out", &two("transitions = [{ to = \"b\", if = \"near\" }]", "update = [{ do = \"walk\" }]")),
        (
            "out of the end",
            &two(
                "transitions = [{ to = \"b\", if = \"near\" }]",
                "final = true\ntransitions = [{ to = \"a\", if = \"hit\" }]",
            ),
        ),
        ("round without a condition", &there_and_back("priority = 1", "priority = 2")),
        ("round under one condition", &there_and_back("if = \"near\"", "all = [{ if = \"near\" }]")),
        ("round while a condition does not hold", &there_and_back("unless = \"near\"", "priority = 0")),
        ("round at one value", &there_and_back("if = \"hp\", max = 30", "if = \"hp\", min = 30")),
        ("not round, for time passes", &there_and_back("if = \"hp\", max = 30", "if = \"hp\", min = 30, after = 1")),
        ("not round, for they exclude each other", &there_and_back("if = \"hp\", max = 30", "if = \"hp\", min = 30.5")),
        ("nested in itself", &two("in = \"b\"\ninitial = \"b\"", "in = \"a\"\ninitial = \"a\"")),
        ("no initial state inside", &two("transitions = [{ to = \"b\", if = \"near\" }]", "in = \"a\"")),
        (
            "what only other states have",
            &two(
                "initial = \"b\"\ntree = \"t\"\nfinal = true",
                "in = \"a\"\nhistory = \"deep\"\nfinal = true\n[trees.t]\ndo = \"walk\"",
            ),
        ),
        ("the outcome of what never ends", &two("transitions = [{ to = \"b\", on = \"success\" }]", "final = true")),
        ("an unknown history", &two("history = \"depth\"\ninitial = \"b\"", "in = \"a\"\nfinal = true")),
    ]);
    insta::assert_snapshot!(said);
}

#[test]
fn bad_goals_reactions_queries_and_minds() {
    let said = told(&[
        ("no goals", "[goals.g]"),
        ("a goal worth nothing", "[goals.g.wants.a]\npriority = 0"),
        (
            "a goal that never stands",
            "[goals.g.wants.a]\npriority = 10\nwhen = [{ input = \"hp\", times = [[0, 0], [100, 2]] }]\nstarts_at = 30",
        ),
        ("thresholds the wrong way round", "[goals.g.wants.a]\npriority = 10\nstarts_at = 3\nends_below = 5"),
        ("no reactions", "[reactions.r]"),
        ("a reaction without an end", "[reactions.r.flinch]\nif = \"hit\""),
        ("no options", "[queries.q]"),
        ("no generator", "[[queries.q.options]]\nfilters = [{ if = \"dry\" }]"),
        (
            "two generators in one",
            "[[queries.q.options]]\ngenerate = [{ grid = \"here\", ring = \"here\", radius = 3 }]",
        ),
        ("an unknown anchor", "[[queries.q.options]]\ngenerate = [{ grid = \"her\", radius = 3 }]"),
        ("an unknown source", "[[queries.q.options]]\ngenerate = [{ points = \"hut\", around = \"foe\", radius = 3 }]"),
        (
            "too many candidates",
            "[[queries.q.options]]\ngenerate = [{ grid = \"here\", radius = 30 }, { ring = \"foe\", radius = 2 }]",
        ),
        (
            "an agent's condition asked of a place",
            "[[queries.q.options]]\ngenerate = [{ ring = \"here\", radius = 3 }]\nfilters = [{ if = \"near\" }]",
        ),
        ("places worth nothing", "[[queries.q.options]]\ngenerate = [{ ring = \"here\", radius = 3 }]\npriority = 0"),
        ("a mind of nothing", "[minds.m]"),
        ("an unknown machine", "[minds.m]\nmachine = \"m\"\ngoals = \"g\"\nreactions = \"r\"\ntree = \"t\""),
    ]);
    insta::assert_snapshot!(said);
}
