//! A constructor says what it makes and from what: `of` says neither.

use crate::rule::{Rule, Violation};
use crate::tree::SourceTree;
use syn::visit::{self, Visit};

pub(super) fn check(tree: &SourceTree) -> Vec<Rule> {
    let mut constructors = Vec::new();
    let mut all = 0;
    for source in tree.product() {
        let mut functions = NamedOf::default();
        functions.visit_file(&source.product);
        all += functions.count;
        let message = "a constructor named `of`: name what it is made from";
        constructors.extend(functions.constructors.into_iter().map(|line| Violation::new(&source.path, line, message)));
    }
    vec![
        Rule::none_of("constructors_named_of", "constructors named `of`", constructors),
        Rule::told(all, "functions_named_of", "functions named `of`, constructors included"),
    ]
}

/// Functions named `of`: how many, and the lines of those that return what they are a method of.
#[derive(Default)]
struct NamedOf {
    owner: Option<String>,
    count: u64,
    constructors: Vec<usize>,
}

impl<'a> Visit<'a> for NamedOf {
    fn visit_item_impl(&mut self, item: &'a syn::ItemImpl) {
        let before = self.owner.take();
        if let syn::Type::Path(it) = &*item.self_ty {
            self.owner = it.path.segments.last().map(|segment| segment.ident.to_string());
        }
        visit::visit_item_impl(self, item);
        self.owner = before;
    }

    fn visit_signature(&mut self, signature: &'a syn::Signature) {
        if signature.ident != "of" {
            return;
        }
        self.count += 1;
        let mut names = TypeNames::default();
        names.visit_return_type(&signature.output);
        if self.owner.as_ref().is_some_and(|owner| names.0.iter().any(|name| name == "Self" || name == owner)) {
            self.constructors.push(signature.ident.span().start().line);
        }
    }
}

/// All names in a type.
#[derive(Default)]
struct TypeNames(Vec<String>);

impl<'a> Visit<'a> for TypeNames {
    fn visit_ident(&mut self, ident: &'a proc_macro2::Ident) {
        self.0.push(ident.to_string());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::expect;

    #[test]
    fn only_what_makes_its_own_type_is_a_constructor() {
        let fixture = "//- sim/a/Cargo.toml\n[package]\nname = 'a'\n//- sim/a/src/lib.rs\nimpl A {\nfn of() -> Self {}\nfn new() -> A {}\n}\n\
                       impl B<'_> {\nfn of(x: u8) -> Option<B> {}\n}\nimpl C { fn of(&self) -> u8 {} }\nfn of() -> A {}\n";
        expect(check, fixture, "constructors_named_of", 2, &["sim/a/src/lib.rs:2", "sim/a/src/lib.rs:6"]);
        let rules = check(&SourceTree::from_fixture(fixture));
        assert_eq!(rules[1].value, 4);
    }
}
