//! What a file defines, by name: items, and those that a macro is told to define.

use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::visit::{self, Visit};

/// What is defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DefinitionKind {
    /// A struct, enum, union, trait or alias.
    Type,
    Function,
    /// A constant or a static.
    Constant,
    Module,
    Macro,
}

/// A name that a file gives a meaning.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Definition {
    pub(crate) kind: DefinitionKind,
    pub(crate) name: String,
    pub(crate) line: usize,
}

/// All definitions in `file`, methods and what stands in functions included, but no associated types.
pub(crate) fn definitions(file: &syn::File) -> Vec<Definition> {
    let mut collector = NameCollector::default();
    collector.visit_file(file);
    collector.found
}

#[derive(Default)]
struct NameCollector {
    found: Vec<Definition>,
}

impl NameCollector {
    fn add(&mut self, kind: DefinitionKind, ident: &Ident) {
        self.found.push(Definition { kind, name: ident.to_string(), line: ident.span().start().line });
    }

    fn scan(&mut self, tokens: TokenStream) {
        let mut keyword = None;
        for token in tokens {
            match &token {
                TokenTree::Ident(ident) => {
                    if let Some(kind) = keyword.take() {
                        self.add(kind, ident);
                    }
                    keyword = kind_of(&ident.to_string());
                }
                TokenTree::Group(group) => {
                    keyword = None;
                    self.scan(group.stream());
                }
                _ => keyword = None,
            }
        }
    }
}

/// What a keyword of a definition begins. `type` is none of them: in macros it is mostly an associated one.
fn kind_of(keyword: &str) -> Option<DefinitionKind> {
    match keyword {
        "struct" | "enum" | "union" | "trait" => Some(DefinitionKind::Type),
        "fn" => Some(DefinitionKind::Function),
        "const" | "static" => Some(DefinitionKind::Constant),
        "mod" => Some(DefinitionKind::Module),
        _ => None,
    }
}

macro_rules! visits {
    ($($method:ident $item:ident $kind:ident;)*) => {$(
        fn $method(&mut self, item: &'a syn::$item) {
            self.add(DefinitionKind::$kind, &item.ident);
            visit::$method(self, item);
        }
    )*};
}

impl<'a> Visit<'a> for NameCollector {
    visits! {
        visit_item_struct ItemStruct Type;
        visit_item_enum ItemEnum Type;
        visit_item_union ItemUnion Type;
        visit_item_trait ItemTrait Type;
        visit_item_type ItemType Type;
        visit_item_const ItemConst Constant;
        visit_item_static ItemStatic Constant;
        visit_impl_item_const ImplItemConst Constant;
        visit_trait_item_const TraitItemConst Constant;
        visit_item_mod ItemMod Module;
        visit_signature Signature Function;
    }

    fn visit_item_macro(&mut self, item: &'a syn::ItemMacro) {
        match &item.ident {
            Some(ident) => self.add(DefinitionKind::Macro, ident),
            None => self.scan(item.mac.tokens.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &[(DefinitionKind, &str, usize)]) {
        let found = definitions(&syn::parse_file(text).unwrap());
        let found: Vec<_> = found.iter().map(|it| (it.kind, it.name.as_str(), it.line)).collect();
        assert_eq!(found, expect);
    }

    #[test]
    fn items_and_methods_are_definitions() {
        check(
            "struct A;\nimpl A { const B: u8 = 1; fn c() { enum D {} } }\nimpl I for A { type E = u8; }",
            &[
                (DefinitionKind::Type, "A", 1),
                (DefinitionKind::Constant, "B", 2),
                (DefinitionKind::Function, "c", 2),
                (DefinitionKind::Type, "D", 2),
            ],
        );
    }

    #[test]
    fn macros_define_what_they_are_told_to() {
        check("state! {\n pub struct A { x: u8 }\n}", &[(DefinitionKind::Type, "A", 2)]);
        check("macro_rules! m { ($n:ident) => { struct $n; struct B; } }", &[(DefinitionKind::Macro, "m", 1)]);
    }
}
