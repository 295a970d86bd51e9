//! The crates of the workspace, as their manifests declare them.

use crate::toml_file::{TomlTable, find};

/// A crate of the workspace.
#[derive(Debug)]
pub(crate) struct Package {
    /// Its name, as Cargo knows it.
    pub(crate) name: String,
    /// Its folder from the root of the repository, as `sim/engine`.
    pub(crate) folder: String,
    /// What it is built with.
    pub(crate) uses: Vec<Dependency>,
    /// What only its tests are built with.
    pub(crate) tests_use: Vec<Dependency>,
    /// Whether its lints, its own or the workspace's, deny `missing_docs`.
    pub(crate) denies_missing_docs: bool,
}

/// A dependency by the name of the crate depended on.
#[derive(Debug)]
pub(crate) struct Dependency {
    pub(crate) name: String,
    pub(crate) line: usize,
}

impl Package {
    /// Reads the manifest of the crate in `folder`; `None` if it names no package.
    pub(crate) fn read(folder: &str, manifest: &TomlTable, workspace: &TomlTable) -> Option<Self> {
        let lints = if find(manifest, &["lints", "workspace"]).is_some_and(|entry| entry.is_true()) {
            find(workspace, &["workspace", "lints", "rust", "missing_docs"])
        } else {
            find(manifest, &["lints", "rust", "missing_docs"])
        };
        Some(Self {
            name: find(manifest, &["package", "name"])?.text()?.to_owned(),
            folder: folder.to_owned(),
            uses: dependencies(manifest, "dependencies"),
            tests_use: dependencies(manifest, "dev-dependencies"),
            denies_missing_docs: lints.and_then(|entry| entry.text()).is_some_and(|level| level == "deny"),
        })
    }

    /// Path of its manifest.
    pub(crate) fn manifest_path(&self) -> String {
        format!("{}/Cargo.toml", self.folder)
    }

    /// The floor of the house it stands on: the top-level folder.
    pub(crate) fn floor(&self) -> &str {
        self.folder.split('/').next().unwrap_or_default()
    }
}

/// The dependencies under `key`, those of single targets included.
fn dependencies(manifest: &TomlTable, key: &str) -> Vec<Dependency> {
    let targets = manifest.get("target").and_then(|entry| entry.table());
    let of_targets = targets.into_iter().flat_map(|targets| targets.values()).filter_map(|target| target.table());
    let tables = std::iter::once(manifest).chain(of_targets).filter_map(|table| table.get(key)?.table());
    tables
        .flatten()
        .map(|(key, entry)| {
            let renamed = entry.table().and_then(|table| table.get("package")?.text());
            Dependency { name: renamed.unwrap_or(key).to_owned(), line: entry.line }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toml_file;

    #[test]
    fn dependencies_are_found_however_they_are_written() {
        let manifest = "[package]\nname = 'a'\n[dependencies]\nb.workspace = true\nc = { package = 'd' }\n\
                        [dev-dependencies]\ne = '1'\n[target.'cfg(unix)'.dependencies]\nf = '1'\n";
        let manifest = toml_file::parse("Cargo.toml", manifest).unwrap();
        let package = Package::read("sim/a", &manifest, &TomlTable::new()).unwrap();
        assert_eq!(package.uses.iter().map(|it| it.name.as_str()).collect::<Vec<_>>(), ["b", "d", "f"]);
        assert_eq!(package.tests_use.iter().map(|it| it.name.as_str()).collect::<Vec<_>>(), ["e"]);
        assert_eq!((package.floor(), package.uses[0].line), ("sim", 4));
    }
}
