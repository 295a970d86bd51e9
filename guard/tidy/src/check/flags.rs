//! Flags that belong together are an enum or a set: a struct with three says eight things, and mostly means three.

use crate::rule::{Rule, Violation};
use crate::tree::SourceTree;
use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};

use syn::visit::Visit;

/// How many flags make a bundle.
const BUNDLE: usize = 3;

pub(super) fn check(tree: &SourceTree) -> Vec<Rule> {
    let mut findings = Vec::new();
    for source in tree.product() {
        let mut structs = Structs::default();
        structs.visit_file(&source.product);
        for (name, line, flags) in structs.found.into_iter().filter(|(_, _, flags)| *flags >= BUNDLE) {
            findings.push(Violation::new(
                &source.path,
                line,
                format!("{name} has {flags} flags: make them an enum or a set"),
            ));
        }
    }
    vec![Rule::none_of("structs_of_flags", format!("structs with {BUNDLE} or more fields of type bool"), findings)]
}

/// Structs, as (name, line, number of fields that are `bool`).
#[derive(Default)]
struct Structs {
    found: Vec<(String, usize, usize)>,
}

impl Structs {
    fn add(&mut self, ident: &Ident, fields: &syn::Fields) {
        let flags = fields.iter().filter(|field| matches!(&field.ty, syn::Type::Path(it) if it.path.is_ident("bool")));
        self.found.push((ident.to_string(), ident.span().start().line, flags.count()));
    }

    /// Structs that a macro is told to define, as far as their fields are written as those of a struct.
    fn scan(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        for (at, token) in tokens.iter().enumerate() {
            let TokenTree::Group(group) = token else { continue };
            if let Some(ident) = name_before(&tokens[..at]).filter(|_| group.delimiter() == Delimiter::Brace)
                && let Ok(fields) = syn::parse2::<syn::FieldsNamed>(TokenTree::from(group.clone()).into())
            {
                self.add(ident, &syn::Fields::Named(fields));
            }
            self.scan(group.stream());
        }
    }
}

/// The name of the struct that ends here: the last one told, unless something has ended since.
fn name_before(tokens: &[TokenTree]) -> Option<&Ident> {
    let keyword = tokens.iter().rposition(|token| matches!(token, TokenTree::Ident(it) if *it == "struct"))?;
    let ended = tokens[keyword..].iter().any(|token| matches!(token, TokenTree::Group(_)));
    match tokens.get(keyword + 1)? {
        TokenTree::Ident(ident) if !ended => Some(ident),
        _ => None,
    }
}

impl<'a> Visit<'a> for Structs {
    fn visit_item_struct(&mut self, item: &'a syn::ItemStruct) {
        self.add(&item.ident, &item.fields);
    }

    fn visit_item_macro(&mut self, item: &'a syn::ItemMacro) {
        if item.ident.is_none() {
            self.scan(item.mac.tokens.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::expect;

    fn fixture(text: &str) -> String {
        format!("//- sim/a/Cargo.toml\n[package]\nname = 'a'\n//- sim/a/src/lib.rs\n{text}\n")
    }

    #[test]
    fn three_flags_are_too_many() {
        expect(check, &fixture("struct A { x: bool, y: bool, z: u8 }"), "structs_of_flags", 0, &[]);
        expect(
            check,
            &fixture("struct A { x: bool, y: bool, z: bool }"),
            "structs_of_flags",
            1,
            &["sim/a/src/lib.rs:1 A has 3"],
        );
        expect(check, &fixture("struct A(bool, bool, bool);"), "structs_of_flags", 1, &["sim/a/src/lib.rs:1 A has 3"]);
    }

    #[test]
    fn structs_of_macros_count() {
        let text = "state! {\n/// Doc.\npub struct A {\n/// Doc.\nx: bool,\ny: bool,\nz: bool,\n}\n}";
        expect(check, &fixture(text), "structs_of_flags", 1, &["sim/a/src/lib.rs:3 A has 3"]);
    }
}
