//! State machines and reactions, told as stories.

use sandtable_decide::{MachineState, ReactionStack};

use super::stories::story;
use super::toy::load;

fn told(text: &str, facts: &[&str]) -> String {
    let behaviours = load(text);
    let (machine, mut state) = (&behaviours.machines()[0], MachineState::default());
    story(facts, |toy| {
        machine.tick(&mut state, toy);
        let mut names: Vec<&str> = machine.active(&state).map(|state| &*state.name).collect();
        names.reverse();
        format!("{}{}", names.join(" > "), if machine.is_over(&state) { " (over)" } else { "" })
    })
}

/// A guard on its round; `HISTORY` stands for the history of the round.
pub const GUARD: &str = r#"
    [machines.guard]
    initial = "round"
    [machines.guard.states.round]
    initial = "out"
    HISTORY
    transitions = [{ to = "talk", if = "near" }]
    [machines.guard.states.out]
    in = "round"
    initial = "to_gate"
    transitions = [{ to = "back", if = "lost" }]
    [machines.guard.states.to_gate]
    in = "out"
    update = [{ do = "walk" }]
    transitions = [{ to = "at_gate", if = "there" }]
    [machines.guard.states.at_gate]
    in = "out"
    enter = [{ do = "look", steps = 3 }]
    transitions = [{ to = "to_gate", after = 1 }]
    [machines.guard.states.back]
    in = "round"
    update = [{ do = "walk" }]
    exit = [{ do = "shout" }]
    transitions = [{ to = "out", if = "there" }]
    [machines.guard.states.talk]
    enter = [{ do = "shout" }]
    transitions = [{ to = "round", unless = "near", actions = [{ do = "stumble" }] }]"#;

#[test]
fn history_resumes_the_leg_of_the_round_it_was_on() {
    let facts = ["", "there", "near", "", "lost", "near", "", "there"];
    let told = ["", "history = \"shallow\"", "history = \"deep\""]
        .map(|history| format!("--- {history}\n{}", told(&GUARD.replace("HISTORY", history), &facts)));
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn transitions_go_by_priority_then_outside_in_then_by_row() {
    let text = r#"
        [machines.m]
        initial = "outer"
        [machines.m.states.outer]
        initial = "inner"
        transitions = [{ to = "second", if = "near" }, { to = "never", if = "near" }]
        [machines.m.states.inner]
        in = "outer"
        transitions = [{ to = "third", if = "near" }, { to = "first", all = [{ if = "near" }, { if = "hit" }], priority = 1 }]
        [machines.m.states.first]
        transitions = [{ to = "outer", unless = "near" }]
        [machines.m.states.second]
        transitions = [{ to = "outer", unless = "near" }]
        [machines.m.states.third]
        final = true
        [machines.m.states.never]
        final = true"#;
    insta::assert_snapshot!(told(text, &["", "near", "", "near hit", ""]));
}

#[test]
fn transitions_of_one_tick_are_bounded_and_wait_their_time() {
    let chain: String = (0..6)
        .map(|row| format!("[machines.m.states.s{row}]\ntransitions = [{{ to = \"s{}\" }}]\n", row + 1))
        .collect();
    let text = format!(
        "[machines.m]\ninitial = \"s0\"\n{chain}[machines.m.states.s6]\ntransitions = [{{ to = \"end\", after = 0.125 }}]\n\
         [machines.m.states.end]\nfinal = true"
    );
    insta::assert_snapshot!(told(&text, &["*6"]));
}

#[test]
fn a_final_state_finishes_the_one_it_lies_in() {
    let text = r#"
        [machines.m]
        initial = "job"
        [machines.m.states.job]
        initial = "dig"
        history = "shallow"
        transitions = [{ to = "rest", on = "finished" }]
        [machines.m.states.dig]
        in = "job"
        transitions = [{ to = "dug", if = "there" }]
        [machines.m.states.dug]
        in = "job"
        final = true
        [machines.m.states.rest]
        transitions = [{ to = "job", if = "near" }]"#;
    insta::assert_snapshot!(told(text, &["", "there", "", "near", ""]));
}

const REACTIONS: &str = r#"
    [reactions.soldier.flinch]
    if = "hit"
    seconds = 0.25
    cooldown = 0.1875
    enter = [{ do = "shout" }]
    [reactions.soldier.dodge]
    priority = 5
    all = [{ if = "near" }, { if = "hp", max = 50 }]
    seconds = 1
    update = [{ do = "walk" }]
    exit = [{ do = "shout" }]
    [reactions.soldier.stun]
    priority = 9
    seconds = 0.125
    update = [{ do = "wait" }]"#;

#[test]
fn reactions_come_over_what_runs_and_go_when_done() {
    let behaviours = load(REACTIONS);
    let (set, mut stack) = (&behaviours.reactions()[0], ReactionStack::default());
    let stun = set.named("stun").expect("it is there");
    let facts = ["", "hit", "hit near", "near hp=9", "near hp=9 lost", "near *3", "there", "hit *6"];
    insta::assert_snapshot!(story(&facts, |toy| {
        let pushed = toy.facts.contains("lost") && set.push(stun, &mut stack, toy);
        let runs = set.tick(&mut stack, toy);
        let on_top = set.running(&stack).map_or("", |reaction| &reaction.name);
        format!("{}{}{on_top}", if pushed { "pushed " } else { "" }, if runs { "runs " } else { "" })
    }));
}

#[test]
fn the_stack_of_reactions_is_bounded_and_clears() {
    let many: String = (0..6)
        .map(|row| format!("[reactions.r.a{row}]\npriority = {row}\nseconds = 60\nexit = [{{ do = \"shout\" }}]\n"))
        .collect();
    let behaviours = load(&many);
    let (set, mut stack, mut toy) = (&behaviours.reactions()[0], ReactionStack::default(), super::toy::Toy::default());
    let pushed: Vec<bool> = (0..6).map(|row| set.push(row, &mut stack, &mut toy)).collect();
    assert_eq!(pushed, [true, true, true, true, false, false]);
    assert!(!set.push(0, &mut stack, &mut toy), "what has less priority does not come over what has more");
    assert!(set.push(3, &mut stack, &mut toy), "the one on top starts its time again");
    set.clear(&mut stack, &mut toy);
    assert_eq!((stack.depth, set.running(&stack)), (0, None));
    assert_eq!(toy.log, ["(suspended)", "shout!", "shout!", "shout!", "shout!", "(resumed)"]);
}
