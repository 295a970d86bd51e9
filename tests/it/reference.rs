//! `docs/REFERENCE.md` says what the readers of files take: it is written from what they ask for while they read the shipped files.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use sandtable_ai::Registry;
use sandtable_content::reference::{KeyNotes, noted};
use sandtable_lab::check::check_file;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
const PAGE: &str = "docs/REFERENCE.md";
/// Where the generated part of the page begins.
const BEGIN: &str = "<!-- generated -->\n";
/// The sections of the page: the folders of files, and their titles.
const SECTIONS: [(&str, &str); 7] = [
    ("rules", "Rules"),
    ("matches", "Matches"),
    ("agents", "Scenarios of unit agents"),
    ("strategies", "Strategies"),
    ("tournaments", "Tournaments"),
    ("behaviours", "Behaviours"),
    ("movebench", "Movement families"),
];

/// A key of a kind of file.
#[derive(Default)]
struct Row {
    expected: BTreeSet<String>,
    required: bool,
}

/// A path without the names that files give and the numbers of rows: `units.NAME.hp`, `players[].team`.
fn general(path: &str, named: &BTreeSet<String>) -> String {
    let (mut walked, mut shown) = (String::new(), Vec::new());
    for part in path.split('.') {
        let name = part.split('[').next().unwrap_or_default();
        let rows = part.matches('[').count();
        shown.push(if named.contains(&walked) { "NAME".to_owned() } else { format!("{name}{}", "[]".repeat(rows)) });
        if !walked.is_empty() {
            walked.push('.');
        }
        walked.push_str(part);
    }
    shown.join(".")
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("a folder").map(|it| it.expect("an entry").path()).collect();
    paths.sort();
    for path in paths {
        match path.is_dir() {
            // The rules of movement families are rules.
            true if path.ends_with("movebench/rules") => {}
            true => files(&path, found),
            false if path.extension().is_some_and(|end| end == "toml") => found.push(path),
            false => {}
        }
    }
}

/// The keys that belong to files of a folder: those whose notes were made while another file was read are left out by reading rules first.
fn rows(folder: &str, registry: &Registry) -> BTreeMap<String, Row> {
    let (mut paths, mut rows) = (Vec::new(), BTreeMap::<String, Row>::new());
    files(&Path::new(ROOT).join("scenarios").join(folder), &mut paths);
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("text");
        let (issues, notes) = noted(|| check_file(&path, None, registry, None).expect("it is read"));
        assert!(!issues.has_errors(), "{issues}");
        let KeyNotes { keys, named } = notes;
        let top = top_keys(&text);
        for (key, note) in keys {
            let general = general(&key, &named);
            let first = general.split(['.', '[']).next().unwrap_or_default();
            if !top.contains(first) {
                continue;
            }
            let row = rows.entry(general).or_default();
            row.expected.insert(note.expected);
            row.required |= note.required;
        }
    }
    rows
}

/// The keys at the top of a file: what other files said that were read with it is left out.
fn top_keys(text: &str) -> BTreeSet<String> {
    let table = toml::de::DeTable::parse(text).expect("TOML");
    table.get_ref().keys().map(|key| key.get_ref().to_string()).collect()
}

fn generated() -> String {
    let (registry, mut page) = (Registry::standard(), String::new());
    for (folder, title) in SECTIONS {
        let _ = write!(page, "\n## {title} (`scenarios/{folder}/`)\n\n| key | value | required |\n|---|---|---|\n");
        for (key, row) in rows(folder, &registry) {
            let expected: Vec<&str> = row.expected.iter().map(String::as_str).collect();
            let expected = expected.join("; or ").replace('|', "\\|");
            let required = if row.required { "yes" } else { "" };
            let _ = writeln!(page, "| `{key}` | {expected} | {required} |");
        }
    }
    page
}

/// `REFERENCE=write cargo test -p sandtable-tests --test it reference` writes the page.
#[test]
fn the_reference_is_what_the_readers_take() {
    let path = Path::new(ROOT).join(PAGE);
    let page = std::fs::read_to_string(&path).expect("the page");
    let (head, recorded) = page.split_once(BEGIN).expect("a mark before the generated part");
    let generated = generated();
    if std::env::var("REFERENCE").is_ok_and(|value| value == "write") {
        std::fs::write(&path, format!("{head}{BEGIN}{generated}")).expect("written");
        return;
    }
    assert!(generated.lines().count() > 200, "{generated}");
    assert!(
        recorded == generated,
        "{PAGE} is stale: REFERENCE=write cargo test -p sandtable-tests --test it reference"
    );
}
