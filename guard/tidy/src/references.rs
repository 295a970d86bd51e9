//! What a file refers to in its own crate: every path that begins with `crate`, `self` or `super`, resolved.

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};

/// A path from the root of the crate, and where it is written.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Reference {
    pub(crate) path: Vec<String>,
    pub(crate) line: usize,
}

/// The references in `file`, which is the module `module` of its crate. Paths that begin otherwise stay within the module or
/// leave the crate; those of `use` in the root are what it re-exports, see [`re_exports`].
pub(crate) fn references(file: &syn::File, module: &[String]) -> Vec<Reference> {
    let mut collector = PathCollector { module: module.to_vec(), found: Vec::new() };
    collector.visit_file(file);
    collector.found
}

/// Names of the modules that `file` declares in files of their own.
fn declared_modules(file: &syn::File) -> Vec<String> {
    let declared = file.items.iter().filter_map(|item| match item {
        syn::Item::Mod(module) if module.content.is_none() => Some(module.ident.to_string()),
        _ => None,
    });
    declared.collect()
}

/// What `file`, the module `module`, imports or re-exports of its own crate: (name, path from the root).
pub(crate) fn imports(file: &syn::File, module: &[String]) -> Vec<(String, Vec<String>)> {
    let children = declared_modules(file);
    let mut found = Vec::new();
    for item in &file.items {
        let syn::Item::Use(item) = item else { continue };
        for_each_leaf(&item.tree, &mut Vec::new(), &mut |path, name, _| {
            let (path, name) = match path {
                [path @ .., last] if last == "self" => (path, path.last().map_or("self", String::as_str)),
                _ => (path, name),
            };
            let of_child = || path.first().filter(|first| children.contains(first)).map(|_| [module, path].concat());
            let path = resolve(path, module).or_else(of_child);
            found.extend(path.filter(|_| name != "*").map(|path| (name.to_owned(), path)));
        });
    }
    found
}

/// What the root of a crate names as its own: (name, path from the root).
pub(crate) fn re_exports(root: &syn::File) -> Vec<(String, Vec<String>)> {
    let mut found = Vec::new();
    for item in &root.items {
        let syn::Item::Use(item) = item else { continue };
        for_each_leaf(&item.tree, &mut Vec::new(), &mut |path, name, _| {
            let own = usize::from(matches!(path[0].as_str(), "crate" | "self"));
            if path.len() > own + 1 {
                found.push((name.to_owned(), path[own..].to_vec()));
            }
        });
    }
    found
}

struct PathCollector {
    module: Vec<String>,
    found: Vec<Reference>,
}

impl PathCollector {
    fn add(&mut self, segments: &[String], line: usize) {
        if let Some(path) = resolve(segments, &self.module) {
            self.found.push(Reference { path, line });
        }
    }

    /// Paths within what a macro is given or made of, where there is no syntax to go by.
    fn scan(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let (mut line, mut colons) = (0, 0);
        for token in tokens {
            match &token {
                TokenTree::Ident(ident) => {
                    if colons != 2 {
                        self.add(&std::mem::take(&mut path), line);
                        line = ident.span().start().line;
                    }
                    path.push(ident.to_string());
                    colons = 0;
                    continue;
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
                TokenTree::Group(group) if colons == 2 && !path.is_empty() => {
                    self.scan_tree(&path, group.stream());
                    colons = 0;
                    path.clear();
                }
                TokenTree::Group(group) => {
                    colons = 0;
                    self.add(&std::mem::take(&mut path), line);
                    self.scan(group.stream());
                }
                _ => colons = 0,
            }
            if colons == 0 {
                self.add(&std::mem::take(&mut path), line);
            }
        }
        self.add(&path, line);
    }

    /// The braces of a `use` within a macro: what they name lies below `path`.
    fn scan_tree(&mut self, path: &[String], tokens: TokenStream) {
        for token in tokens {
            if let TokenTree::Ident(ident) = token {
                self.add(&[path, &[ident.to_string()]].concat(), ident.span().start().line);
            }
        }
    }
}

impl<'a> Visit<'a> for PathCollector {
    fn visit_item_mod(&mut self, item: &'a syn::ItemMod) {
        self.module.push(item.ident.to_string());
        visit::visit_item_mod(self, item);
        self.module.pop();
    }

    fn visit_item_use(&mut self, item: &'a syn::ItemUse) {
        for_each_leaf(&item.tree, &mut Vec::new(), &mut |path, _, line| self.add(path, line));
    }

    fn visit_path(&mut self, path: &'a syn::Path) {
        let segments: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if let Some(first) = path.segments.first() {
            self.add(&segments, first.ident.span().start().line);
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, mac: &'a syn::Macro) {
        self.visit_path(&mac.path);
        self.scan(mac.tokens.clone());
    }

    /// Who may see an item is no use of that module.
    fn visit_visibility(&mut self, _: &'a syn::Visibility) {}
}

/// Calls `leaf` with the path, the name it goes by, and the line of everything that a tree of `use` names.
fn for_each_leaf(tree: &syn::UseTree, path: &mut Vec<String>, leaf: &mut dyn FnMut(&[String], &str, usize)) {
    let (ident, name) = match tree {
        syn::UseTree::Path(it) => {
            path.push(it.ident.to_string());
            for_each_leaf(&it.tree, path, leaf);
            path.pop();
            return;
        }
        syn::UseTree::Group(it) => return it.items.iter().for_each(|tree| for_each_leaf(tree, path, leaf)),
        syn::UseTree::Glob(it) => {
            path.push("*".to_owned());
            leaf(path, "*", it.star_token.spans[0].start().line);
            path.pop();
            return;
        }
        syn::UseTree::Name(it) => (&it.ident, &it.ident),
        syn::UseTree::Rename(it) => (&it.ident, &it.rename),
    };
    path.push(ident.to_string());
    leaf(path, &name.to_string(), ident.span().start().line);
    path.pop();
}

/// The path from the root of the crate, if `segments` say one as seen from `module`.
fn resolve(segments: &[String], module: &[String]) -> Option<Vec<String>> {
    let mut base = module;
    let mut rest = segments;
    match segments.first()?.as_str() {
        "crate" => (base, rest) = (&[], &segments[1..]),
        "self" => rest = &segments[1..],
        "super" => {}
        _ => return None,
    }
    while rest.first().is_some_and(|segment| segment == "super") {
        base = base.split_last()?.1;
        rest = &rest[1..];
    }
    Some([base, rest].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(module: &[&str], text: &str, expect: &[&str]) {
        let module: Vec<String> = module.iter().map(|part| (*part).to_owned()).collect();
        let found = references(&syn::parse_file(text).unwrap(), &module);
        let found: Vec<String> = found.iter().map(|it| format!("{}@{}", it.path.join("::"), it.line)).collect();
        assert_eq!(found, expect);
    }

    #[test]
    fn trees_of_use_are_taken_apart() {
        check(
            &["a"],
            "use crate::{b::{C, self}, d::*};\nuse super::e as f;",
            &["b::C@1", "b::self@1", "d::*@1", "e@2"],
        );
    }

    #[test]
    fn paths_are_seen_from_where_they_stand() {
        check(&["a", "b"], "mod c { fn f() { super::super::x(); self::y(); } }", &["a::x@1", "a::b::c::y@1"]);
        check(&["a"], "pub(super) fn f(x: crate::b::T<super::c::U>) {}", &["b::T@1", "c::U@1"]);
        check(&["a"], "use std::fmt; fn f() { b::g() }", &[]);
    }

    #[test]
    fn macros_are_read_token_by_token() {
        check(
            &["a"],
            "fn f() { vec![crate::b::C, x]; }\nmacro_rules! m { () => { $crate::d::E(super::g) } }",
            &["b::C@1", "d::E@2", "g@2"],
        );
        check(&["a"], "m! { use crate::b::{C, D}; x: crate::e }", &["b::C@1", "b::D@1", "e@1"]);
    }

    #[test]
    fn a_root_names_what_it_re_exports() {
        let root = syn::parse_file("mod a; pub use a::{B, c as d}; use std::fmt; use crate::e::F;").unwrap();
        let names: Vec<String> =
            re_exports(&root).iter().map(|(name, path)| format!("{name}={}", path.join("::"))).collect();
        assert_eq!(names, ["B=a::B", "d=a::c", "fmt=std::fmt", "F=e::F"]);
    }
}
