//! Stories: conditions, tick by tick, and the actions that follow.

use super::toy::Toy;

/// Ticks through facts, one string a tick (`*3` behind it for three ticks), and tells each tick in a line: the facts, what
/// `tick` says, what was done.
pub fn story(facts: &[&str], mut tick: impl FnMut(&mut Toy) -> String) -> String {
    let mut toy = Toy { now: 100, ..Toy::default() };
    let mut lines = Vec::new();
    for line in facts {
        let (facts, times) = line
            .split_once('*')
            .map_or((*line, 1), |(facts, times)| (facts.trim(), times.parse::<u32>().expect("a number of ticks")));
        for _ in 0..times {
            toy.facts = facts.to_owned();
            let said = tick(&mut toy);
            let done = std::mem::take(&mut toy.log).join(" ");
            lines.push(format!("{:>3} {facts:<14} {said:<44} {done}", toy.now).trim_end().to_owned());
            toy.now += 1;
        }
    }
    lines.join("\n")
}
