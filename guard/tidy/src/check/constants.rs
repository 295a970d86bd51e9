//! Numbers that somebody may want to turn stand together: in a system's `limits.rs` or `tuning.rs`.
//!
//! Numbers that nobody can turn, since they say how data lie, stand together in its `layout.rs`: magic numbers and versions of a
//! format, numbers of choices, widths and masks of bits, sizes of arrays, marks such as "none".

use crate::rule::{Rule, Violation};
use crate::tree::SourceTree;

/// Files that are tables of constants.
const TABLES: [&str; 3] = ["layout.rs", "limits.rs", "tuning.rs"];
/// The floor whose systems are tuned.
const FLOOR: &str = "sim";
/// How many constants may stand where they are used.
const MOST_ELSEWHERE: u64 = 60;
/// Types of numbers, those of the maths included.
const NUMBERS: [&str; 15] =
    ["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "f64", "Fx", "Angle"];

pub(super) fn check(tree: &SourceTree) -> Vec<Rule> {
    let mut findings = Vec::new();
    for source in tree.product() {
        let package = source.package.map(|index| &tree.packages[index]);
        let is_maths = |folder: &str| folder.ends_with("/math") || source.module.first().is_some_and(|it| it == "math");
        let file = source.path.rsplit('/').next().unwrap_or_default();
        if !TABLES.contains(&file) && package.is_some_and(|it| it.floor() == FLOOR && !is_maths(&it.folder)) {
            let numbers = source.product.items.iter().filter_map(number);
            findings.extend(numbers.map(|(name, line)| Violation::new(&source.path, line, name)));
        }
    }
    let says = "numeric constants of the simulation outside layout.rs, limits.rs and tuning.rs";
    vec![Rule::at_most(MOST_ELSEWHERE, findings.len() as u64, "constants_elsewhere", says, findings)]
}

/// The name and line of an item that is a constant number.
fn number(item: &syn::Item) -> Option<(String, usize)> {
    let syn::Item::Const(item) = item else { return None };
    let syn::Type::Path(kind) = &*item.ty else { return None };
    let kind = kind.path.segments.last()?.ident.to_string();
    NUMBERS.contains(&kind.as_str()).then(|| (item.ident.to_string(), item.ident.span().start().line))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::expect;

    #[test]
    fn numbers_count_where_they_are_no_table() {
        let text = "const A: u32 = 1;\nconst B: math::Fx = x();\nconst C: &str = \"\";\n";
        let fixture = |path: &str| {
            format!(
                "//- sim/a/Cargo.toml\n[package]\nname = 'a'\n//- arena/b/Cargo.toml\n[package]\nname = 'b'\n//- {path}\n{text}"
            )
        };
        let at = |path: &str, value, lines: &[&str]| expect(check, &fixture(path), "constants_elsewhere", value, lines);
        at("sim/a/src/combat.rs", 2, &["sim/a/src/combat.rs:1 A", "sim/a/src/combat.rs:2 B"]);
        for table in ["combat/tuning.rs", "limits.rs", "view/layout.rs"] {
            at(&format!("sim/a/src/{table}"), 0, &[]);
        }
        for elsewhere in ["sim/a/src/math/fx.rs", "arena/b/src/x.rs"] {
            at(elsewhere, 0, &[]);
        }
    }
}
