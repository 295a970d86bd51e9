//! A part of the state is listed once: where `state_parts!` declares it. A function that goes through most parts by name is a
//! second list, which the next part will be missing from. One that makes a context says what a system borrows, and is no such list.

use crate::rule::{Rule, Violation};
use crate::tree::SourceTree;
use proc_macro2::{TokenStream, TokenTree};
use std::collections::BTreeSet;
use syn::visit::{self, Visit};

/// The macro that declares the parts, each as `HASH@BYTES name: Type`.
const DECLARATION: &str = "state_parts";

pub(super) fn check(tree: &SourceTree) -> Vec<Rule> {
    let mut parts = Parts::default();
    tree.product().for_each(|source| parts.visit_file(&source.product));
    let mut findings = Vec::new();
    for source in tree.product().filter(|_| !parts.names.is_empty()) {
        let mut lists = Lists { names: &parts.names, found: Vec::new() };
        lists.visit_file(&source.product);
        for (name, line, count) in lists.found {
            let message = format!("fn {name} names {count} parts of the state: let {DECLARATION}! do it");
            findings.push(Violation::new(&source.path, line, message));
        }
    }
    vec![
        Rule::told(parts.names.len() as u64, "state_parts", "parts of the state that are declared in one list"),
        Rule::none_of("state_lists", "functions that list the parts of the state again", findings),
    ]
}

/// The names that are declared.
#[derive(Default)]
struct Parts {
    names: BTreeSet<String>,
}

impl Parts {
    fn scan(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        for four in tokens.windows(4) {
            if let [TokenTree::Literal(_), TokenTree::Punct(at), TokenTree::Literal(_), TokenTree::Ident(name)] = four
                && at.as_char() == '@'
            {
                self.names.insert(name.to_string());
            }
        }
        for token in tokens {
            if let TokenTree::Group(group) = token {
                self.scan(group.stream());
            }
        }
    }
}

impl<'a> Visit<'a> for Parts {
    fn visit_item_macro(&mut self, item: &'a syn::ItemMacro) {
        if item.ident.is_none() && item.mac.path.segments.last().is_some_and(|last| last.ident == DECLARATION) {
            self.scan(item.mac.tokens.clone());
        }
    }
}

/// Functions that name more than half of the parts as fields: name, line, how many.
struct Lists<'n> {
    names: &'n BTreeSet<String>,
    found: Vec<(String, usize, usize)>,
}

impl Lists<'_> {
    fn look(&mut self, signature: &syn::Signature, block: &syn::Block) {
        if makes_context(&signature.output) {
            return;
        }
        let mut fields = Fields::default();
        fields.visit_block(block);
        let named = fields.names.intersection(self.names).count();
        if 2 * named > self.names.len() {
            self.found.push((signature.ident.to_string(), signature.fn_token.span.start().line, named));
        }
    }
}

impl<'a> Visit<'a> for Lists<'_> {
    fn visit_item_fn(&mut self, item: &'a syn::ItemFn) {
        self.look(&item.sig, &item.block);
    }

    fn visit_impl_item_fn(&mut self, item: &'a syn::ImplItemFn) {
        self.look(&item.sig, &item.block);
    }
}

/// Whether what is returned is a context: a type whose name ends so.
fn makes_context(output: &syn::ReturnType) -> bool {
    let syn::ReturnType::Type(_, made) = output else { return false };
    let syn::Type::Path(made) = &**made else { return false };
    made.path.segments.last().is_some_and(|last| last.ident.to_string().ends_with("Context"))
}

/// Names of fields that are read, or given a value in a literal.
#[derive(Default)]
struct Fields {
    names: BTreeSet<String>,
}

impl<'a> Visit<'a> for Fields {
    fn visit_member(&mut self, member: &'a syn::Member) {
        if let syn::Member::Named(name) = member {
            self.names.insert(name.to_string());
        }
        visit::visit_member(self, member);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::expect;

    const PARTS: &str = "//- sim/a/Cargo.toml\n[package]\nname = 'a'\n//- sim/a/src/lib.rs\nstate_parts! {\nParts {\n/// One.\n1@2 one: One,\n2@1 two: Two,\n3@3 three: Three,\n} }\n";

    #[test]
    fn most_parts_by_name_are_a_list() {
        let fixture = format!(
            "{PARTS}fn a(x: &Parts) {{ x.one; x.two; }}\nfn b(x: &Parts) {{ x.one; x.other; }}\nimpl A {{ fn c() {{ Parts {{ one: 1, three: 2 }} }} }}\n"
        );
        let lines = ["sim/a/src/lib.rs:8 fn a names 2 parts", "sim/a/src/lib.rs:10 fn c names 2 parts"];
        expect(check, &fixture, "state_lists", 2, &lines);
    }

    #[test]
    fn what_a_context_borrows_is_no_list() {
        let fixture = format!(
            "{PARTS}fn a(x: &Parts) -> WorkContext<'_> {{ WorkContext {{ one: &x.one, two: &x.two, three: &x.three }} }}\nfn b(x: &Parts) -> Contexts {{ x.one; x.two; }}\n"
        );
        expect(check, &fixture, "state_lists", 1, &["sim/a/src/lib.rs:9 fn b names 2 parts"]);
    }

    #[test]
    fn without_a_declaration_there_is_nothing_to_hold() {
        expect(check, &PARTS.replace("state_parts!", "other!"), "state_lists", 0, &[]);
    }
}
