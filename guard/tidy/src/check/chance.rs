//! Nothing that a match is made of may differ from process to process or from machine to machine: no floats, whoever's method makes
//! them, no addresses, no ids of processes and threads, no hash maps, no clocks.
//!
//! The lints of the compiler see arithmetic on floats and what they are told of by its path. This looks for the words themselves, in the
//! simulation and in the commanders, so that what comes in by a method or a cast is seen as well.

use crate::rule::{Rule, Violation};
use crate::source::SourceFile;
use crate::tree::SourceTree;
use proc_macro2::{Delimiter, Literal, TokenStream, TokenTree};

/// Where a match is made: folders of packages.
const FOLDERS: [&str; 2] = ["sim", "ai/commanders"];

/// Files that must name a float type and do nothing with it.
const NAMES_FLOATS: [&str; 1] = ["sim/state/src/named.rs"];

/// What differs from run to run, and why it does.
const BANNED: [(&str, &str); 24] = [
    ("process", "another process has another id"),
    ("getpid", "another process has another id"),
    ("ThreadId", "threads have ids of their own in each run"),
    ("current", "which thread it is differs from run to run"),
    ("HashMap", "its order differs from run to run"),
    ("HashSet", "its order differs from run to run"),
    ("RandomState", "it is drawn anew in each process"),
    ("DefaultHasher", "another release of the compiler hashes otherwise"),
    ("Instant", "a clock"),
    ("SystemTime", "a clock"),
    ("env", "the environment of the process"),
    ("as_ptr", "an address"),
    ("as_mut_ptr", "an address"),
    ("addr", "an address"),
    ("addr_of", "an address"),
    ("addr_of_mut", "an address"),
    ("addr_eq", "addresses"),
    ("ptr_eq", "addresses"),
    ("from_ref", "an address"),
    ("into_raw", "an address"),
    ("TypeId", "another build has other ids of types"),
    ("type_name", "another release of the compiler names types otherwise"),
    ("unsafe", "what it reads need not be state"),
    ("asm", "what it reads need not be state"),
];

pub(super) fn check(tree: &SourceTree) -> Vec<Rule> {
    let (mut floats, mut chance) = (Vec::new(), Vec::new());
    for source in tree.product().filter(|source| is_of_a_match(tree, source)) {
        // It has been parsed once already.
        let Ok(tokens) = source.text.parse::<TokenStream>() else { continue };
        let mut words = Words { file: &source.path, floats: Vec::new(), chance: Vec::new() };
        words.scan(tokens);
        if !NAMES_FLOATS.contains(&source.path.as_str()) {
            floats.append(&mut words.floats);
        }
        chance.append(&mut words.chance);
    }
    vec![
        Rule::none_of("floats", "floats in the simulation and the commanders, by type, literal or method", floats),
        Rule::none_of(
            "chance",
            "things there that differ from run to run: ids of processes, addresses, clocks",
            chance,
        ),
    ]
}

fn is_of_a_match(tree: &SourceTree, source: &SourceFile) -> bool {
    let folder = source.package.map(|index| tree.packages[index].folder.as_str()).unwrap_or_default();
    FOLDERS.iter().any(|prefix| folder == *prefix || folder.strip_prefix(prefix).is_some_and(|it| it.starts_with('/')))
}

/// What is found in a file.
struct Words<'f> {
    file: &'f str,
    floats: Vec<Violation>,
    chance: Vec<Violation>,
}

impl Words<'_> {
    fn scan(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut row = 0;
        while let Some(token) = tokens.get(row) {
            row += 1;
            match token {
                TokenTree::Punct(mark) if mark.as_char() == '#' => row = self.attribute(&tokens, row),
                TokenTree::Group(group) => self.scan(group.stream()),
                TokenTree::Ident(name) => self.word(&name.to_string(), name.span().start().line, &tokens[row..]),
                TokenTree::Literal(literal) => self.literal(literal),
                TokenTree::Punct(_) => {}
            }
        }
    }

    /// Passes an attribute over, its item as well when that is for tests; where to go on.
    fn attribute(&mut self, tokens: &[TokenTree], mut row: usize) -> usize {
        let inner = matches!(tokens.get(row), Some(TokenTree::Punct(mark)) if mark.as_char() == '!');
        row += usize::from(inner);
        let Some(TokenTree::Group(group)) = tokens.get(row) else { return row };
        let said = group.stream().to_string().replace(' ', "");
        row += 1;
        if inner || !(said == "test" || said == "cfg(test)" || said.starts_with("cfg(all(test,")) {
            return row;
        }
        // To the end of the item: its body, or a semicolon.
        let ends = |token: &TokenTree| match token {
            TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
            TokenTree::Punct(mark) => mark.as_char() == ';',
            _ => false,
        };
        tokens[row..].iter().position(ends).map_or(tokens.len(), |length| row + length + 1)
    }

    fn word(&mut self, name: &str, line: usize, rest: &[TokenTree]) {
        if ["f16", "f32", "f64", "f128"].contains(&name) || name.ends_with("_f32") || name.ends_with("_f64") {
            self.floats.push(Violation::new(
                self.file,
                line,
                format!("`{name}`: processors and builds round otherwise"),
            ));
        }
        let called =
            matches!(rest.first(), Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis);
        // A word that may be a plain name says what it means by being called.
        let plain = ["current", "process", "env", "addr"].contains(&name);
        let named = plain && !called && !is_path(rest);
        if let Some((_, why)) = BANNED.iter().find(|(word, _)| *word == name).filter(|_| !named) {
            self.chance.push(Violation::new(self.file, line, format!("`{name}`: {why}")));
        }
        if name == "as" && matches!(rest.first(), Some(TokenTree::Punct(mark)) if mark.as_char() == '*') {
            self.chance.push(Violation::new(self.file, line, "a cast to a pointer: an address"));
        }
    }

    fn literal(&mut self, literal: &Literal) {
        let (text, line) = (literal.to_string(), literal.span().start().line);
        if matches!(syn::parse_str::<syn::Lit>(&text), Ok(syn::Lit::Float(_))) {
            self.floats.push(Violation::new(self.file, line, format!("`{text}`: a float")));
        }
        if text.starts_with('"') && text.contains(":p}") {
            self.chance.push(Violation::new(self.file, line, "`{:p}` writes an address"));
        }
    }
}

/// Whether a name is followed by two colons or a mark of exclamation: a path, or a macro.
fn is_path(rest: &[TokenTree]) -> bool {
    matches!(rest.first(), Some(TokenTree::Punct(mark)) if mark.as_char() == '!' || mark.as_char() == ':' && mark.spacing() == proc_macro2::Spacing::Joint)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::expect;

    fn fixture(folder: &str, text: &str) -> String {
        format!("//- {folder}/Cargo.toml\n[package]\nname = 'a'\n//- {folder}/src/lib.rs\n{text}")
    }

    #[test]
    fn floats_are_told_however_they_come() {
        let text = "fn f(x: f32) -> i32 { x.sin() as i32 }\nfn g() { half(0.5.mul_add(2e3, 1.0)) }\nfn h(t: Duration) { t.as_secs_f64(); }\n\
                    m!(f64);\n#[cfg(test)]\nmod tests { const A: f64 = 1.0; }\nfn i() { a[0].1; 1..2; }\n";
        let lines = ["1 `f32`", "2 `0.5`", "2 `2e3`", "2 `1.0`", "3 `as_secs_f64`", "4 `f64`"];
        let lines = lines.map(|line| format!("sim/a/src/lib.rs:{line}"));
        expect(check, &fixture("sim/a", text), "floats", 6, &lines.each_ref().map(String::as_str));
        expect(check, &fixture("arena/a", text), "floats", 0, &[]);
    }

    #[test]
    fn what_differs_from_run_to_run_is_told() {
        let text = "fn f() -> u32 { std::process::id() }\nfn g(a: &u8) -> usize { a as *const u8 as usize }\n\
                    fn h(list: &[u8]) { list.as_ptr(); }\nfn i() { format!(\"{:p}\", a); thread::current(); }\n\
                    fn j(current: u8, env: u8) { env + current; }\nuse std::collections::HashMap;\n";
        let lines = ["1 `process`", "2 a cast", "3 `as_ptr`", "4 `{:p}`", "4 `current`", "6 `HashMap`"];
        let lines = lines.map(|line| format!("ai/commanders/src/lib.rs:{line}"));
        expect(check, &fixture("ai/commanders", text), "chance", 6, &lines.each_ref().map(String::as_str));
        expect(check, &fixture("ai/bots", text), "chance", 0, &[]);
    }
}
