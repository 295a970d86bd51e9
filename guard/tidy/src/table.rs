//! The figures as a table, for the terminal and for `docs/ARCHITECTURE.md`.

use crate::rule::{Bound, Rule};

/// The document that holds the figures, between these two lines.
pub(crate) const DOCUMENT: &str = "docs/ARCHITECTURE.md";
pub(crate) const BEGIN: &str = "<!-- figures: written by `cargo run -p sandtable-tidy -- ratchet --write` -->";
pub(crate) const END: &str = "<!-- end of figures -->";

/// All figures: name, value, aim, and what is counted.
pub fn figures_table(rules: &[Rule]) -> String {
    let width = rules.iter().map(|rule| rule.key.chars().count()).chain([6]).max().unwrap_or(0);
    let mut text = format!("{:width$}  {:>7}  {:>9}  \n", "figure", "value", "aim");
    for rule in rules {
        let mark = if rule.is_met() { ' ' } else { '!' };
        text += &format!("{:width$}  {:>7}  {:>9} {mark} {}\n", rule.key, rule.value, aim(rule), rule.says);
    }
    text
}

/// `document` with the figures that have an aim between its two lines; `None` if the lines are not there.
pub fn figures_section(document: &str, rules: &[Rule]) -> Option<String> {
    let begin = document.find(BEGIN)? + BEGIN.len();
    let end = begin + document[begin..].find(END)?;
    let mut table = String::from("\n| figure | found | aim |\n|---|---|---|\n");
    for rule in rules.iter().filter(|rule| rule.bound != Bound::Told && !(rule.key.contains('.') && rule.is_met())) {
        table += &format!("| {} (`{}`) | {} | {} |\n", rule.says, rule.key, rule.value, aim(rule));
    }
    Some(format!("{}{table}{}", &document[..begin], &document[end..]))
}

fn aim(rule: &Rule) -> String {
    match rule.bound {
        Bound::AtMost(0) => "0".to_owned(),
        Bound::AtMost(most) => format!("≤ {most}"),
        Bound::AtLeast(least) => format!("≥ {least}"),
        Bound::Told => "-".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules() -> Vec<Rule> {
        vec![Rule::at_most(3, 4, "a", "things", Vec::new()), Rule::told(9, "b", "others")]
    }

    #[test]
    fn the_terminal_shows_all() {
        assert_eq!(figures_table(&rules()).lines().count(), 3);
        assert!(figures_table(&rules()).contains("a             4        ≤ 3 ! things"));
    }

    #[test]
    fn the_document_keeps_what_is_around() {
        let document = format!("x\n{BEGIN}\nold\n{END}\ny\n");
        let written = figures_section(&document, &rules()).unwrap();
        assert_eq!(
            written,
            format!("x\n{BEGIN}\n| figure | found | aim |\n|---|---|---|\n| things (`a`) | 4 | ≤ 3 |\n{END}\ny\n")
        );
        assert_eq!(figures_section(&written, &rules()).unwrap(), written);
        assert!(figures_section("x", &rules()).is_none());
    }
}
