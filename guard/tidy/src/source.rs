//! One Rust file: its text, what it parses to, and what of it is no test.

use syn::{Attribute, Item};

/// A Rust file of the repository.
pub(crate) struct SourceFile {
    /// Path from the root of the repository.
    pub(crate) path: String,
    /// Its text.
    pub(crate) text: String,
    /// Which of the tree's packages it belongs to; none for examples and fuzzers, which are workspaces of their own.
    pub(crate) package: Option<usize>,
    /// The path of its module below `src/`, empty for `lib.rs` and `main.rs`.
    pub(crate) module: Vec<String>,
    /// Whether all of it is compiled for tests only.
    pub(crate) is_test: bool,
    /// All of it.
    pub(crate) all: syn::File,
    /// The part that is built into the product; empty for a test.
    pub(crate) product: syn::File,
}

impl SourceFile {
    /// Parses the file at `path` of the package in `folder`.
    pub(crate) fn parse(path: &str, text: &str, package: Option<(usize, &str)>) -> Result<Self, String> {
        let all = syn::parse_file(text).map_err(|error| format!("{path}:{}: {error}", error.span().start().line))?;
        let mut product = all.clone();
        product.items.retain_mut(keep_product);
        Ok(Self {
            path: path.to_owned(),
            text: text.to_owned(),
            package: package.map(|(index, _)| index),
            module: package.map(|(_, folder)| module_path(path, folder)).unwrap_or_default(),
            is_test: path.split('/').any(|part| part == "tests" || part == "tests.rs"),
            all,
            product,
        })
    }

    /// Names of the modules that it declares for tests only, each in a file of its own.
    pub(crate) fn test_modules(&self) -> impl Iterator<Item = String> {
        self.all.items.iter().filter_map(|item| match item {
            Item::Mod(module) if module.content.is_none() && is_for_tests(&module.attrs) => {
                Some(module.ident.to_string())
            }
            _ => None,
        })
    }

    /// Makes it a file of tests: nothing of it is in the product.
    pub(crate) fn mark_as_test(&mut self) {
        self.is_test = true;
        self.product.items.clear();
    }

    /// Number of its lines.
    pub(crate) fn line_count(&self) -> usize {
        self.text.lines().count()
    }
}

/// Whether attributes leave an item out of all builds but those of tests.
pub(crate) fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        if attribute.path().is_ident("test") {
            return true;
        }
        let syn::Meta::List(list) = &attribute.meta else { return false };
        let tokens = list.tokens.to_string();
        list.path.is_ident("cfg") && (tokens == "test" || tokens.starts_with("all (test ,"))
    })
}

/// Whether `item` is in the product; what it holds for tests is taken out of it.
fn keep_product(item: &mut Item) -> bool {
    if is_for_tests(attributes(item)) {
        return false;
    }
    if let Item::Mod(module) = item
        && let Some((_, items)) = &mut module.content
    {
        items.retain_mut(keep_product);
    }
    if let Item::Impl(block) = item {
        block.items.retain(|item| !matches!(item, syn::ImplItem::Fn(function) if is_for_tests(&function.attrs)));
    }
    true
}

/// The attributes of the kinds of items that tests are made of.
fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(it) => &it.attrs,
        Item::Enum(it) => &it.attrs,
        Item::Fn(it) => &it.attrs,
        Item::Impl(it) => &it.attrs,
        Item::Macro(it) => &it.attrs,
        Item::Mod(it) => &it.attrs,
        Item::Static(it) => &it.attrs,
        Item::Struct(it) => &it.attrs,
        Item::Trait(it) => &it.attrs,
        Item::Type(it) => &it.attrs,
        Item::Use(it) => &it.attrs,
        _ => &[],
    }
}

/// The module that the file at `path` is, in the crate in `folder`.
fn module_path(path: &str, folder: &str) -> Vec<String> {
    let inside = path.strip_prefix(folder).unwrap_or(path).trim_start_matches('/');
    let inside = inside.strip_prefix("src/").unwrap_or(inside).trim_end_matches(".rs");
    let mut parts: Vec<String> = inside.split('/').map(str::to_owned).collect();
    if parts.last().is_some_and(|last| ["mod", "lib", "main"].contains(&last.as_str())) {
        parts.pop();
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_no_product() {
        let text =
            "fn a() {}\n#[cfg(test)]\nmod tests { fn b() {} }\n#[cfg(feature = \"x\")]\nfn c() {}\n#[test]\nfn d() {}";
        let source = SourceFile::parse("sim/a/src/b/mod.rs", text, Some((0, "sim/a"))).unwrap();
        assert_eq!((source.all.items.len(), source.product.items.len()), (4, 2));
        assert_eq!(source.module, ["b"]);
        assert!(!source.is_test);
    }

    #[test]
    fn folders_tell_tests() {
        for (path, is_test) in [("sim/a/src/tests.rs", true), ("tests/it/a.rs", true), ("sim/a/src/testing.rs", false)]
        {
            assert_eq!(SourceFile::parse(path, "", None).unwrap().is_test, is_test, "{path}");
        }
    }
}
