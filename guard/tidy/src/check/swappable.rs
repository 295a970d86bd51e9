//! Two numbers that could be swapped are newtypes, a struct or a range, or their names say what each of them is.

use crate::rule::{Rule, Violation};
use crate::tree::SourceTree;
use syn::visit::{self, Visit};

/// Bare numeric types: nothing but its name says what a parameter of one is.
const NUMBERS: [&str; 15] =
    ["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "f32", "f64", "Fx"];

/// Last words of names that say which axis a number is along.
const AXES: &str = "x y dx dy width height column row line direction side";
/// Last words that say what a number counts. Plurals do too.
const UNITS: &str = "tick now percent mib count cpus exponent flag id index mask seed";
/// Last words that say which quantity a number is of.
const QUANTITIES: &str =
    "alpha cost damage deviation distance mean might radius range reach share speed strength stride variance";
/// Last words that say what a number is the index of.
const INDEXED: &str =
    "actor base blossom cell corner entry member mouth node part player region sector series turn unit";

/// Pairs in the order in which everybody says them: the ends of a range, a part and its whole, a value and its measure, the arguments of
/// a function of two. Words that both names share at either end do not count.
const ORDERED: &str = "a b, p q, low high, least most, min max, from to, from goal, from now, from end, start goal, \
    start end, first end, first last, first second, at end, child end, before after, before now, \
    was is, after upto, near far, one other, own other, recorded here, part whole, \
    numerator denominator, sum count, successes trials, base exponent, difference step, \
    distance radius, gap reach, index count, count size, mean scale, moment last, plain packed, \
    address length, offset length, width length, from step, value by, value step, value tolerance, \
    most value, least value, least range";

pub(super) fn check(tree: &SourceTree) -> Vec<Rule> {
    let mut findings = Vec::new();
    for source in tree.product() {
        if source.path.starts_with("sim/math/") {
            continue;
        }
        let mut functions = Signatures::default();
        functions.visit_file(&source.product);
        findings.extend(functions.found.into_iter().map(|(line, message)| Violation::new(&source.path, line, message)));
    }
    vec![Rule::none_of(
        "swappable_numbers",
        "functions outside the maths with two adjacent parameters of one bare numeric type whose names tell neither units nor an order",
        findings,
    )]
}

/// Signatures with such parameters: their lines, and what is the matter. Methods of traits count where the trait is, not where it is
/// implemented.
#[derive(Default)]
struct Signatures {
    found: Vec<(usize, String)>,
}

impl<'a> Visit<'a> for Signatures {
    fn visit_item_impl(&mut self, item: &'a syn::ItemImpl) {
        if item.trait_.is_none() {
            visit::visit_item_impl(self, item);
        }
    }

    fn visit_signature(&mut self, signature: &'a syn::Signature) {
        let parameters: Vec<Option<Number>> = signature.inputs.iter().map(Number::new).collect();
        let swappable = parameters.windows(2).find_map(|pair| match pair {
            [Some(one), Some(other)] => one.is_swappable_with(other).then_some((one, other)),
            _ => None,
        });
        if let Some((one, other)) = swappable {
            let message = format!(
                "{} takes `{}` and `{}`, both {}: units in their names, a struct or a range would do",
                signature.ident, one.name, other.name, one.kind
            );
            self.found.push((signature.ident.span().start().line, message));
        }
        visit::visit_signature(self, signature);
    }
}

/// A parameter of a bare numeric type.
struct Number {
    name: String,
    kind: String,
}

impl Number {
    fn new(parameter: &syn::FnArg) -> Option<Number> {
        let syn::FnArg::Typed(parameter) = parameter else { return None };
        let (syn::Pat::Ident(name), syn::Type::Path(path)) = (&*parameter.pat, &*parameter.ty) else { return None };
        let kind = path.path.segments.last()?.ident.to_string();
        NUMBERS.contains(&kind.as_str()).then(|| Number { name: name.ident.to_string(), kind })
    }

    fn is_swappable_with(&self, other: &Number) -> bool {
        self.kind == other.kind && !is_ordered(&self.name, &other.name) && !tell_apart(&self.name, &other.name)
    }
}

/// Whether two names both tell what they are, and not the same.
fn tell_apart(one: &str, other: &str) -> bool {
    let last = |name: &'_ str| name.rsplit('_').next().unwrap_or_default().to_owned();
    let (one, other) = (last(one), last(other));
    one != other && [one, other].iter().all(|word| is_telling(word) || is_plural(word))
}

fn is_telling(word: &str) -> bool {
    [AXES, UNITS, QUANTITIES, INDEXED].iter().any(|words| words.split(' ').any(|it| it == word))
}

fn is_plural(word: &str) -> bool {
    word.len() > 3 && word.ends_with('s') && !["as", "is", "ss", "us"].iter().any(|end| word.ends_with(end))
}

fn is_ordered(one: &str, other: &str) -> bool {
    let (mut one, mut other): (Vec<&str>, Vec<&str>) = (one.split('_').collect(), other.split('_').collect());
    while one.len().min(other.len()) > 1 && one.last() == other.last() {
        one.pop();
        other.pop();
    }
    let shared = one.iter().zip(&other).take_while(|(one, other)| one == other).count();
    let shared = shared.min(one.len().min(other.len()) - 1);
    let pair = format!("{} {}", one[shared..].join("_"), other[shared..].join("_"));
    ORDERED.split(", ").any(|it| it == pair)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::expect;

    fn expect_found(text: &str, lines: &[&str]) {
        let fixture = format!(
            "//- sim/a/Cargo.toml\n[package]\nname = 'a'\n//- sim/a/src/lib.rs\n{text}\n\
             //- sim/math/Cargo.toml\n[package]\nname = 'math'\n//- sim/math/src/lib.rs\n{text}\n"
        );
        expect(check, &fixture, "swappable_numbers", lines.len() as u64, lines);
    }

    #[test]
    fn neighbours_of_one_type_without_units_are_told() {
        expect_found(
            "fn f(a: u8, owned: u32, size: u32, c: u8) {}",
            &["sim/a/src/lib.rs:1 f takes `owned` and `size`, both u32"],
        );
        expect_found("trait T { fn f(&self, reach: Fx, speed_up: Fx); }", &["sim/a/src/lib.rs:1 f takes `reach`"]);
        expect_found("fn f(first_tick: u32, other_tick: u32) {}", &["sim/a/src/lib.rs:1 f takes `first_tick`"]);
    }

    #[test]
    fn units_axes_and_ordered_pairs_are_no_finding() {
        expect_found("fn f(x: i16, y: i16, width: i16) {}", &[]);
        expect_found("fn f(ticks: u32, most_cells: u32, row: u32) {}", &[]);
        expect_found("fn f(from_tick: u32, to_tick: u32, least: Fx, most: Fx) {}", &[]);
    }

    #[test]
    fn other_types_stand_between_and_foreign_signatures_are_not_ours() {
        expect_found("fn f(owned: u32, size: u16, [a, b]: [u16; 2], it: Ticks) {}", &[]);
        expect_found(
            "impl T for A { fn f(&self, owned: u32, size: u32) {} }\n#[cfg(test)]\nfn f(owned: u8, size: u8) {}",
            &[],
        );
    }
}
