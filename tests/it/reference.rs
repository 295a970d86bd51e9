//! `docs/REFERENCE.md` and the schemas for editors say what the readers of files take: they are written from what those ask for while they read the shipped files.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use sandtable_ai::Registry;
use sandtable_content::reference::{KeyNotes, noted};
use sandtable_lab::check::check_file;
use sandtable_tests::schema::{KeyRow, Need, json_schema};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
const PAGE: &str = "docs/REFERENCE.md";
/// The folder of the schemas, one for each section.
const SCHEMAS: &str = "docs/schema";
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

/// How often tables were read, and keys of them required, by the path that names of files are left out of.
#[derive(Default)]
struct Counts {
    tables: BTreeMap<String, BTreeSet<(PathBuf, String)>>,
    required: BTreeMap<String, usize>,
}

impl Counts {
    fn need(&self, key: &str) -> Need {
        let tables = self.tables[parent(key)].len();
        match self.required.get(key).copied().unwrap_or(0) {
            0 => Need::Never,
            some if some < tables => Need::Sometimes,
            _ => Need::Always,
        }
    }
}

/// The path of the table that holds a key.
fn parent(key: &str) -> &str {
    key.rsplit_once('.').map_or("", |(table, _)| table)
}

/// The keys that belong to files of a folder: those whose notes were made while another file was read are left out by reading rules first.
fn rows(folder: &str, registry: &Registry) -> BTreeMap<String, KeyRow> {
    let (mut paths, mut rows, mut counts) = (Vec::new(), BTreeMap::<String, KeyRow>::new(), Counts::default());
    files(&Path::new(ROOT).join("scenarios").join(folder), &mut paths);
    for path in paths {
        let text = fs::read_to_string(&path).expect("text");
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
            let tables = counts.tables.entry(parent(&general).to_owned()).or_default();
            tables.insert((path.clone(), parent(&key).to_owned()));
            *counts.required.entry(general.clone()).or_default() += usize::from(note.required);
            let row = rows.entry(general).or_default();
            row.shapes.insert(note.shape);
            row.defaults.extend(note.defaults);
        }
    }
    rows.iter_mut().for_each(|(key, row)| row.need = counts.need(key));
    rows
}

/// The keys at the top of a file: what other files said that were read with it is left out.
fn top_keys(text: &str) -> BTreeSet<String> {
    let table = toml::de::DeTable::parse(text).expect("TOML");
    table.get_ref().keys().map(|key| key.get_ref().to_string()).collect()
}

/// What is generated: the tables of the page, and the text of each schema by its path.
fn generated() -> (String, BTreeMap<String, String>) {
    let (registry, mut page, mut schemas) = (Registry::standard(), String::new(), BTreeMap::new());
    for (folder, title) in SECTIONS {
        let rows = rows(folder, &registry);
        let _ = write!(page, "\n## {title} (`scenarios/{folder}/`)\n\n");
        page.push_str("| key | value | default |\n|---|---|---|\n");
        for (key, row) in &rows {
            let expected: Vec<String> = row.shapes.iter().map(ToString::to_string).collect();
            let expected = expected.join("; or ").replace('|', "\\|");
            let default = match (row.need, row.default()) {
                (Need::Always, _) => "required".to_owned(),
                (Need::Sometimes, _) => "required in some".to_owned(),
                (Need::Never, Some(default)) => format!("`{default}`"),
                (Need::Never, None) => String::new(),
            };
            let _ = writeln!(page, "| `{key}` | {expected} | {default} |");
        }
        let schema = serde_json::to_string_pretty(&json_schema(title, &rows)).expect("JSON");
        schemas.insert(format!("{SCHEMAS}/{folder}.json"), format!("{schema}\n"));
    }
    (page, schemas)
}

/// `REFERENCE=write cargo test --workspace --test it -- the_reference` writes the page and the schemas.
#[test]
fn the_reference_and_the_schemas_are_what_the_readers_take() {
    let path = Path::new(ROOT).join(PAGE);
    let page = fs::read_to_string(&path).expect("the page");
    let (head, recorded) = page.split_once(BEGIN).expect("a mark before the generated part");
    let (generated, schemas) = generated();
    if std::env::var("REFERENCE").is_ok_and(|value| value == "write") {
        fs::write(&path, format!("{head}{BEGIN}{generated}")).expect("written");
        fs::create_dir_all(Path::new(ROOT).join(SCHEMAS)).expect("a folder");
        for (path, schema) in schemas {
            fs::write(Path::new(ROOT).join(path), schema).expect("written");
        }
        return;
    }
    assert!(generated.lines().count() > 200, "{generated}");
    let renew = "REFERENCE=write cargo test --workspace --test it -- the_reference";
    assert!(recorded == generated, "{PAGE} is stale: {renew}");
    for (path, schema) in schemas {
        let found = fs::read_to_string(Path::new(ROOT).join(&path)).unwrap_or_default();
        assert!(found == schema, "{path} is stale: {renew}");
    }
}
