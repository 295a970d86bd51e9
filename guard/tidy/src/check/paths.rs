//! Files that documents name are there: a walk through the source that leads nowhere is worse than none.

use crate::rule::{Rule, Violation};
use crate::tree::SourceTree;

/// Folders whose files are the repository's own; other paths in documents are examples.
const FLOORS: [&str; 7] = ["sim/", "ai/", "arena/", "cli/", "tests/", "benches/", "guard/"];

pub(super) fn check(tree: &SourceTree) -> Vec<Rule> {
    let mut findings = Vec::new();
    for (path, text) in tree.documents() {
        for (index, line) in text.lines().enumerate() {
            let missing = named(line).filter(|name| !tree.has(name));
            findings.extend(missing.map(|name| Violation::new(path, index + 1, format!("{name} is not there"))));
        }
    }
    vec![Rule::none_of("broken_paths", "files and folders that documents name and that are not there", findings)]
}

/// The paths of files and folders in `line`: what stands as code, begins with a floor and has no placeholders.
fn named(line: &str) -> impl Iterator<Item = &str> {
    let code = line.split('`').skip(1).step_by(2);
    let is_plain = |it: &char| it.is_ascii_alphanumeric() || "/._-".contains(*it);
    code.filter(move |it| FLOORS.iter().any(|floor| it.starts_with(floor)) && it.chars().all(|it| is_plain(&it)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::expect;

    #[test]
    fn only_paths_of_the_repository_must_be_there() {
        let fixture = "//- docs/A.md\n`sim/a.rs`, `sim/`, `sim/b.rs` and `cargo x`\n`scenarios/mine.toml` `cli/src/NAME/*.rs` sim/c.rs\n\
                       //- sim/a.rs\n\n";
        expect(check, fixture, "broken_paths", 1, &["docs/A.md:1 sim/b.rs is not there"]);
    }
}
