//! Properties: states can be saved at any tick, work is bounded, nothing panics.

use proptest::prelude::*;
use sandtable_decide::{
    Behaviours, Form, GoalState, MachineState, Mind, MindState, NodeSet, ReactionStack, Steps, Tree, TreeState,
};
use sandtable_state::limits::{
    MAX_REACTION_DEPTH, MAX_REACTIONS, MAX_STATE_DEPTH, MAX_STATE_MEMORIES, MAX_TREE_COUNTERS, MAX_TREE_NODES,
};
use sandtable_state::{ByteReader, Field};

use super::machines::GUARD;
use super::minds::SOLDIER;
use super::toy::{TOY, Toy, load, problems};
use crate::load_behaviours;

/// Nodes as they are written, nested a few levels deep.
fn nodes() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        4 => Just("do = \"look\", steps = 1"),
        1 => Just("do = \"shoot\""),
        1 => Just("do = \"walk\""),
        1 => Just("if = \"near\""),
        1 => Just("if = \"hp\", max = 30"),
    ];
    leaf.prop_map(str::to_owned).prop_recursive(5, 40, 4, |node| {
        let list = proptest::collection::vec(node.clone(), 1..4).prop_map(|nodes| format!("[{{{}}}]", nodes.join("}, {")));
        let option = (node.clone(), 1..40).prop_map(|(node, priority)| {
            format!("[{{priority = {priority}, when = [{{ input = \"hp\", base = [[0, 0], [100, 90]] }}], {node}}}, {{priority = 20, do = \"look\", steps = 2}}]")
        });
        prop_oneof![
            list.clone().prop_map(|list| format!("select = {list}")),
            (list.clone(), any::<bool>()).prop_map(|(list, resumes)| format!("sequence = {list}, resumes = {resumes}")),
            (list, any::<bool>()).prop_map(|(list, any)| {
                format!("parallel = {list}, succeeds_on = \"{}\", fails_on = \"all\"", if any { "any" } else { "all" })
            }),
            option.prop_map(|list| format!("utility = {list}")),
            node.clone().prop_map(|node| format!("not = {{{node}}}")),
            node.clone().prop_map(|node| format!("until_failure = {{{node}}}")),
            node.clone().prop_map(|node| format!("repeat = {{{node}}}, times = 2")),
            node.clone().prop_map(|node| format!("cooldown = {{{node}}}, seconds = 0.125")),
            node.clone().prop_map(|node| format!("time_limit = {{{node}}}, seconds = 0.125")),
            node.prop_map(|node| format!("then = {{{node}}}, unless = \"near\"")),
        ]
    })
}

/// What is so in a tick.
fn facts() -> impl Strategy<Value = String> {
    const WORDS: [&str; 6] = ["near", "hit", "there", "loaded", "found", "lost"];
    (proptest::sample::subsequence(&WORDS[..], 0..=3), 0..=100)
        .prop_map(|(words, hp)| format!("hp={hp} {}", words.join(" ")))
}

fn days() -> impl Strategy<Value = Vec<String>> {
    proptest::collection::vec(facts(), 1..24)
}

fn saved<T: Field>(state: &T) -> T {
    let mut bytes = Vec::new();
    state.put(&mut bytes);
    let mut reader = ByteReader::new(&bytes);
    let again = T::take(&mut reader).expect("its own bytes");
    reader.finish().expect("nothing more");
    again
}

/// States that no mind comes to by itself.
fn states() -> impl Strategy<Value = MindState> {
    let reactions = (
        any::<u8>(),
        any::<[u8; MAX_REACTION_DEPTH]>(),
        any::<[u32; MAX_REACTION_DEPTH]>(),
        any::<[u32; MAX_REACTIONS]>(),
    )
        .prop_map(|(depth, rows, until, ready)| ReactionStack { depth, rows, until, ready });
    let machine =
        (any::<bool>(), any::<u8>(), any::<[u32; MAX_STATE_DEPTH]>(), any::<[u8; MAX_STATE_MEMORIES]>()).prop_map(
            |(begun, leaf, entered, latest)| MachineState { begun, leaf, entered, latest, ..MachineState::default() },
        );
    let tree = (any::<[u64; 2]>(), any::<[u64; 2]>(), any::<[u32; MAX_TREE_COUNTERS]>()).prop_map(
        |(running, passed, counters)| TreeState {
            running: NodeSet { bits: running },
            passed: NodeSet { bits: passed },
            counters,
        },
    );
    let goals =
        any::<(u8, u8, u32)>().prop_map(|(standing, chosen, holds_until)| GoalState { standing, chosen, holds_until });
    (reactions, goals, machine, 0..6u8, tree).prop_map(|(reactions, goals, machine, runs, tree)| MindState {
        reactions,
        goals,
        machine,
        runs,
        tree,
    })
}

/// The tree of a text that is in order; most random ones are.
fn tree_of(node: &str) -> Option<Tree> {
    let text = format!("trees.t = {{{node}}}");
    let loaded = load_behaviours("random.toml", &text, &TOY, None).ok()?;
    loaded.value.trees().first().cloned()
}

fn leaves(tree: &Tree, running: NodeSet) -> usize {
    let all = (0u8..).zip(&tree.nodes);
    all.filter(|(row, node)| running.has(*row) && matches!(node.form, Form::Do(_))).count()
}

fn think(behaviours: &Behaviours, state: &mut MindState, toy: &mut Toy, facts: &str) -> String {
    let mind = Mind::in_row(behaviours, 0).expect("it is there");
    toy.facts = facts.to_owned();
    let thought = mind.tick(state, toy, &mut ());
    toy.now += 1;
    format!("{thought:?} {:?}", std::mem::take(&mut toy.log))
}

proptest! {
    #[test]
    fn a_tree_saved_at_any_tick_goes_on_the_same_within_bounded_work(node in nodes(), days in days()) {
        let Some(tree) = tree_of(&node) else { return Ok(()) };
        let (mut state, mut toy) = (TreeState::default(), Toy::default());
        for facts in days {
            toy.facts = facts;
            let (mut other, mut twin, mut steps) = (saved(&state), toy.clone(), Steps::default());
            let status = tree.tick(&mut state, &mut toy);
            prop_assert_eq!(status, tree.tick_traced(&mut other, &mut twin, &mut steps));
            prop_assert_eq!((&toy.log, state), (&twin.log, other));
            prop_assert!(steps.nodes.len() <= tree.len(), "each node once at most");
            prop_assert_eq!(status == sandtable_decide::NodeStatus::Running, !state.running.is_empty());
            toy.log.clear();
            toy.now += 1;
        }
        let running = leaves(&tree, state.running);
        tree.abort(&mut state, &mut toy);
        prop_assert_eq!(toy.log.len(), running, "each running action is ended once");
        prop_assert!(state.running.is_empty());
    }

    #[test]
    fn a_mind_saved_at_any_tick_goes_on_the_same(days in days()) {
        let behaviours = load(SOLDIER);
        let (mut state, mut toy) = (MindState::default(), Toy::default());
        for facts in days {
            let (mut other, mut twin) = (saved(&state), toy.clone());
            let said = think(&behaviours, &mut state, &mut toy, &facts);
            prop_assert_eq!(said, think(&behaviours, &mut other, &mut twin, &facts));
            prop_assert_eq!(state, other);
        }
    }

    #[test]
    fn no_saved_state_makes_a_mind_panic(mut state in states(), days in days()) {
        let behaviours = load(SOLDIER);
        let mut toy = Toy::default();
        for facts in days {
            think(&behaviours, &mut state, &mut toy, &facts);
        }
    }

    #[test]
    fn a_machine_saved_at_any_tick_goes_on_the_same(days in days(), history in 0usize..3, begun in any::<bool>(), leaf in any::<u8>(), latest in any::<[u8; MAX_STATE_MEMORIES]>()) {
        let history = ["none", "shallow", "deep"][history];
        let behaviours = load(&GUARD.replace("HISTORY", &format!("history = \"{history}\"")));
        let machine = &behaviours.machines()[0];
        let mut state = MachineState { begun, leaf, latest, ..MachineState::default() };
        let mut toy = Toy::default();
        for facts in days {
            toy.facts = facts;
            let (mut other, mut twin) = (saved(&state), toy.clone());
            machine.tick(&mut state, &mut toy);
            machine.tick(&mut other, &mut twin);
            prop_assert_eq!((&toy.log, state), (&twin.log, other));
            let leaf = machine.active(&state).next().expect("it has begun");
            prop_assert!(leaf.initial.is_none(), "a leaf is active");
            toy.now += 1;
        }
    }

    #[test]
    fn no_text_makes_the_loader_panic(text in "[a-z\\[\\]{}=\"'., \n0-9\\-#äe]{0,200}") {
        problems(&text);
    }

    #[test]
    fn no_mutation_of_a_good_text_makes_the_loader_panic(at in 0usize..1_000, with in "[a-z\\[\\]{}=\", 0-9]") {
        let mut text: Vec<char> = SOLDIER.chars().collect();
        let at = at % text.len();
        text[at] = with.chars().next().expect("one");
        problems(&text.into_iter().collect::<String>());
    }
}

#[test]
fn a_saved_mind_is_small() {
    let mut bytes = Vec::new();
    Field::put(&MindState::default(), &mut bytes);
    assert_eq!(bytes.len(), 151);
    assert_eq!(MAX_TREE_NODES % 64, 0, "sets of nodes are whole words");
}
