//! Files of changes that are not released yet have the form that the changelog needs.

use crate::fragments::{faults, fragments};
use crate::rule::{Rule, Violation};
use crate::tree::SourceTree;

pub(super) fn check(tree: &SourceTree) -> Vec<Rule> {
    let of_file = |(path, text): (&str, &str)| {
        let path = path.to_owned();
        faults(&path, text)
            .into_iter()
            .map(move |(line, told)| Violation::new(&path, line.max(1), told))
            .collect::<Vec<_>>()
    };
    let findings = fragments(tree).flat_map(of_file).collect();
    vec![Rule::none_of("changes.malformed", "files of changes that the changelog cannot take", findings)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::expect;

    #[test]
    fn each_line_is_an_item_that_ends() {
        let fixture = "//- changes/README.md\n# Words\n//- changes/good-one.md\n- It is so.\n//- changes/Bad.md\n# Title\n- No end\n//- changes/none.md\n";
        let expected = [
            "changes/Bad.md:1 found the name Bad",
            "changes/Bad.md:1 expected an item",
            "changes/Bad.md:2 expected an item",
            "changes/none.md:1 found nothing",
        ];
        expect(check, fixture, "changes.malformed", 4, &expected);
    }
}
