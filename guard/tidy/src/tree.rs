//! Everything that is checked, read once.

use crate::fixture;
use crate::manifest::Package;
use crate::source::SourceFile;
use crate::toml_file::{self, TomlTable};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Where the files that say what is allowed lie.
pub(crate) const OWN_FOLDER: &str = "guard/tidy";

/// Folders that are nobody's source.
const SKIPPED: [&str; 3] = ["target", ".git", "corpus"];

/// What of the repository is read: sources, manifests, documents, and the files that say what is allowed.
pub struct SourceTree {
    pub(crate) packages: Vec<Package>,
    /// By path.
    pub(crate) sources: Vec<SourceFile>,
    /// Texts of Markdown and TOML files, of scripts and of the lock file, by path.
    pub(crate) texts: BTreeMap<String, String>,
    /// Paths of all files, also of those that were not read.
    pub(crate) paths: Vec<String>,
    /// What could not be read, and why.
    pub(crate) unread: Vec<String>,
}

impl SourceTree {
    /// Reads the repository at `root`.
    ///
    /// # Errors
    /// What the system says when a folder or file cannot be read.
    pub fn read(root: &Path) -> std::io::Result<Self> {
        let mut files = Vec::new();
        let mut paths = Vec::new();
        walk(root, "", &mut |path| {
            paths.push(path.to_owned());
            if [".rs", ".md", ".toml", ".py", ".js"].iter().any(|end| path.ends_with(end))
                || [".ci/run", "Cargo.lock"].contains(&path)
            {
                files.push((path.to_owned(), std::fs::read_to_string(root.join(path))?));
            }
            Ok(())
        })?;
        Ok(Self::from_files(files, paths))
    }

    /// A tree of the files written down in `fixture`, where a line `//- PATH` begins a file. Each `Cargo.toml` below the
    /// root is a member of its workspace.
    pub fn from_fixture(fixture: &str) -> Self {
        let mut files = fixture::split(fixture);
        let members = files.iter().filter_map(|(path, _)| path.strip_suffix("/Cargo.toml"));
        let members: Vec<String> = members.map(|folder| format!("'{folder}'")).collect();
        if !files.iter().any(|(path, _)| path == "Cargo.toml") {
            files.push(("Cargo.toml".to_owned(), format!("[workspace]\nmembers = [{}]\n", members.join(", "))));
        }
        let paths = files.iter().map(|(path, _)| path.clone()).collect();
        Self::from_files(files, paths)
    }

    fn from_files(files: Vec<(String, String)>, mut paths: Vec<String>) -> Self {
        paths.sort();
        let mut unread = Vec::new();
        let (sources, texts): (Vec<_>, Vec<_>) = files.into_iter().partition(|(path, _)| path.ends_with(".rs"));
        let texts: BTreeMap<String, String> = texts.into_iter().collect();
        let packages = read_packages(&texts, &paths, &mut unread);
        let mut tree = Self { packages, sources: Vec::new(), texts, paths, unread };
        for (path, text) in sources {
            match SourceFile::parse(&path, &text, tree.package_at(&path)) {
                Ok(source) => tree.sources.push(source),
                Err(error) => tree.unread.push(error),
            }
        }
        tree.sources.sort_by(|a, b| a.path.cmp(&b.path));
        tree.mark_tests();
        tree
    }

    /// The package whose folder `path` lies in, the deepest of them.
    fn package_at(&self, path: &str) -> Option<(usize, &str)> {
        let inside = |folder: &str| path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
        let packages = self.packages.iter().enumerate().filter(|(_, package)| inside(&package.folder));
        packages.map(|(index, package)| (index, package.folder.as_str())).max_by_key(|(_, folder)| folder.len())
    }

    /// Files that are declared for tests only are tests, and so is all below them.
    fn mark_tests(&mut self) {
        let declared = |source: &SourceFile| {
            let modules: Vec<String> = source.test_modules().collect();
            let (package, module) = (source.package, source.module.clone());
            modules.into_iter().map(move |name| (package, [module.clone(), vec![name]].concat()))
        };
        let tests: Vec<_> = self.sources.iter().flat_map(declared).collect();
        for source in &mut self.sources {
            let declared = tests.iter().any(|(package, module)| {
                package.is_some() && *package == source.package && source.module.starts_with(module)
            });
            if declared || source.is_test {
                source.mark_as_test();
            }
        }
    }

    /// Sources of the packages, without tests.
    pub(crate) fn product(&self) -> impl Iterator<Item = &SourceFile> {
        self.sources.iter().filter(|source| source.package.is_some() && !source.is_test)
    }

    /// Sources of the product that belong to the package of this index.
    pub(crate) fn product_of(&self, package: usize) -> impl Iterator<Item = &SourceFile> {
        self.product().filter(move |source| source.package == Some(package))
    }

    /// A TOML file of this folder; empty if there is none.
    pub(crate) fn own_toml(&self, name: &str) -> Result<TomlTable, String> {
        let path = format!("{OWN_FOLDER}/{name}");
        self.texts.get(&path).map_or(Ok(TomlTable::new()), |text| toml_file::parse(&path, text))
    }

    /// Documents written for people: `README.md`, `CONTRIBUTING.md` and what lies in `docs/`.
    pub(crate) fn documents(&self) -> impl Iterator<Item = (&str, &str)> {
        let is_document = |path: &str| path.ends_with(".md") && (!path.contains('/') || path.starts_with("docs/"));
        self.texts.iter().map(|(path, text)| (path.as_str(), text.as_str())).filter(move |(path, _)| is_document(path))
    }

    /// Files of content, settings and scripts, whose comments people read: all but those that say what is allowed.
    pub(crate) fn commented(&self) -> impl Iterator<Item = (&str, &str)> {
        let is_commented = |path: &str| [".toml", ".py", ".js"].iter().any(|end| path.ends_with(end)) && !is_own(path);
        self.texts.iter().map(|(path, text)| (path.as_str(), text.as_str())).filter(move |(path, _)| is_commented(path))
    }

    /// Paths of the documents written for people.
    pub fn document_paths(&self) -> impl Iterator<Item = &str> {
        self.documents().map(|(path, _)| path)
    }

    /// Paths of the files that are called `name`.
    pub(crate) fn files_called(&self, name: &str) -> Vec<&str> {
        let is_called = |path: &&str| path.rsplit('/').next() == Some(name);
        self.paths.iter().map(String::as_str).filter(is_called).collect()
    }

    /// Whether there is a file or a folder at `path`.
    pub(crate) fn has(&self, path: &str) -> bool {
        let path = path.trim_end_matches('/');
        self.paths.iter().any(|it| it.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
    }
}

/// The repository around the current folder, or else the one that this program was built from.
pub fn repository() -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    let around = here.ancestors().find(|folder| folder.join("guard/tidy").is_dir());
    around.map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."), Path::to_owned)
}

/// Whether the file is part of this checker.
pub(crate) fn is_own(path: &str) -> bool {
    path.starts_with(OWN_FOLDER)
}

fn walk(root: &Path, folder: &str, found: &mut dyn FnMut(&str) -> std::io::Result<()>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(root.join(folder))? {
        let entry = entry?;
        let name = entry.file_name();
        let Some(name) = name.to_str() else { continue };
        let path = if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") };
        if !entry.file_type()?.is_dir() {
            found(&path)?;
        } else if !SKIPPED.contains(&name) {
            walk(root, &path, found)?;
        }
    }
    Ok(())
}

/// The members that the manifest of the workspace names; a last `*` stands for all folders.
fn read_packages(texts: &BTreeMap<String, String>, paths: &[String], unread: &mut Vec<String>) -> Vec<Package> {
    let mut read = |path: &str| {
        let text = texts.get(path).ok_or_else(|| format!("{path}: there is no such file"));
        text.and_then(|text| toml_file::parse(path, text)).map_err(|error| unread.push(error)).unwrap_or_default()
    };
    let workspace = read("Cargo.toml");
    let members = toml_file::find(&workspace, &["workspace", "members"]).map(|entry| entry.texts()).unwrap_or_default();
    let folders = members.iter().flat_map(|member| member_folders(member, paths));
    folders.filter_map(|folder| Package::read(&folder, &read(&format!("{folder}/Cargo.toml")), &workspace)).collect()
}

fn member_folders(member: &str, paths: &[String]) -> Vec<String> {
    let Some(parent) = member.strip_suffix('*') else { return vec![member.to_owned()] };
    let manifests = paths.iter().filter_map(|path| path.strip_suffix("/Cargo.toml"));
    manifests.filter(|it| it.strip_prefix(parent).is_some_and(|name| !name.contains('/'))).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_declared_for_tests_is_a_test_with_all_below_it() {
        let tree = SourceTree::from_fixture(
            "//- sim/a/Cargo.toml\n[package]\nname = 'a'\n//- sim/a/src/lib.rs\n#[cfg(test)]\nmod bench;\nmod x;\n\
             //- sim/a/src/bench/mod.rs\nmod deep;\n//- sim/a/src/bench/deep.rs\n\n//- sim/a/src/x.rs\n\n",
        );
        let product: Vec<_> = tree.product().map(|source| source.path.as_str()).collect();
        assert_eq!(product, ["sim/a/src/lib.rs", "sim/a/src/x.rs"]);
    }

    #[test]
    fn members_may_be_told_by_a_star() {
        let tree = SourceTree::from_fixture(
            "//- Cargo.toml\n[workspace]\nmembers = ['sim/*']\n//- sim/a/Cargo.toml\n[package]\nname = 'a'\n\
             //- sim/a/b/Cargo.toml\n[package]\nname = 'b'\n",
        );
        assert_eq!(tree.packages.iter().map(|it| it.name.as_str()).collect::<Vec<_>>(), ["a"]);
    }

    #[test]
    fn folders_are_there_when_something_is_in_them() {
        let tree = SourceTree::from_fixture("//- docs/a.md\nx\n");
        assert!(tree.has("docs") && tree.has("docs/") && tree.has("docs/a.md") && !tree.has("doc"));
    }
}
