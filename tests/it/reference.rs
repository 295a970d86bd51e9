//! `docs/REFERENCE.md` and the schemas for editors say what the readers of files take: they are written from what those ask for while they read the shipped files.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use sandtable_ai::{PLACE_WORDS, Registry};
use sandtable_bots::{ProcessKeeper, register};
use sandtable_content::TABLE_LISTS;
use sandtable_content::reference::{KeyNotes, NotesByFile, noted};
use sandtable_lab::check::check_file;
use sandtable_model::rules::JOB_INPUTS;
use sandtable_model::vocabulary::AGENTS;
use sandtable_tests::key_notes::KeyGuide;
use sandtable_tests::schema::{KeyRow, Need, json_schema, refused_keys};
use sandtable_tests::words::word_tables;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
const PAGE: &str = "docs/REFERENCE.md";
/// The folder of the schemas, one for each section.
const SCHEMAS: &str = "docs/schema";
/// The folder of what keys mean, a file for each section.
const GUIDES: &str = "tests/keys";
/// The folder of files, by section, with the keys that no shipped file has.
const SAMPLES: &str = "tests/keys/samples";
/// Keys of bots that name what samples do not bring along.
const ON_DISK: [&str; 3] = ["command", "folder", "module"];
/// Where the generated part of the page begins.
const BEGIN: &str = "<!-- generated -->\n";

/// A kind of file: the name of its schema and guide, its title, and the folders of shipped files.
struct Section {
    name: &'static str,
    title: &'static str,
    folders: &'static [&'static str],
}

const fn section(name: &'static str, title: &'static str, folders: &'static [&'static str]) -> Section {
    Section { name, title, folders }
}

const SECTIONS: [Section; 6] = [
    section("rules", "Rules", &["rules"]),
    section("matches", "Matches", &["matches", "agents"]),
    section("strategies", "Strategies", &["strategies"]),
    section("tournaments", "Tournaments", &["tournaments"]),
    section("behaviours", "Behaviours", &["behaviours"]),
    section("movebench", "Movement families", &["movebench"]),
];

/// Keys of the nodes of a tree that hold other nodes: a key below them means the same at any depth.
const NODES: [&str; 12] = [
    "select[]",
    "sequence[]",
    "parallel[]",
    "utility[]",
    "not",
    "succeed",
    "repeat",
    "until_failure",
    "cooldown",
    "time_limit",
    "then",
    "NODE",
];

/// A path without the names that files give and the numbers of rows: `units.NAME.hp`, `players[].team`.
fn general(path: &str, named: &BTreeSet<String>, guide: &KeyGuide) -> String {
    let (mut walked, mut shown) = (String::new(), Vec::<String>::new());
    for part in path.split('.') {
        let name = part.split('[').next().unwrap_or_default();
        let rows = "[]".repeat(part.matches('[').count());
        let is_name = named.contains(&walked) || guide.is_named(&shown.join("."));
        shown.push(if is_name { format!("NAME{rows}") } else { format!("{name}{rows}") });
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

/// What readers took of a file itself, and not of those that it names.
fn notes_of(path: &Path, notes: NotesByFile) -> KeyNotes {
    let ending = path.iter().rev().take(2).collect::<Vec<_>>().into_iter().rev().collect::<PathBuf>();
    let mut own = notes.into_iter().filter(|(file, _)| Path::new(file).ends_with(&ending));
    own.next().unwrap_or_else(|| panic!("nothing was read of {}", path.display())).1
}

/// The keys of the files of a section.
fn rows(section: &Section, guide: &KeyGuide, registry: &Registry) -> BTreeMap<String, KeyRow> {
    let (mut paths, mut rows, mut counts) = (Vec::new(), BTreeMap::<String, KeyRow>::new(), Counts::default());
    section.folders.iter().for_each(|folder| files(&Path::new(ROOT).join("scenarios").join(folder), &mut paths));
    let samples = Path::new(ROOT).join(SAMPLES).join(section.name);
    if samples.is_dir() {
        files(&samples, &mut paths);
    }
    for path in paths {
        let (mut issues, notes) = noted(|| check_file(&path, None, registry, None).expect("it is read"));
        issues.0.retain(|issue| !ON_DISK.contains(&issue.field.as_str()));
        assert!(!issues.has_errors(), "{issues}");
        let KeyNotes { keys, named } = notes_of(&path, notes);
        for (key, note) in keys {
            let general = general(&key, &named, guide);
            let tables = counts.tables.entry(parent(&general).to_owned()).or_default();
            tables.insert((path.clone(), parent(&key).to_owned()));
            *counts.required.entry(general.clone()).or_default() += usize::from(note.required);
            let row = rows.entry(general).or_default();
            row.shapes.insert(note.shape);
            row.defaults.extend(note.defaults);
        }
    }
    for (key, row) in &mut rows {
        row.need = if key.ends_with(".NAME") { Need::Never } else { counts.need(key) };
        row.about = guide.meaning(key).map_or_else(String::new, |(_, meaning)| meaning.to_owned());
    }
    rows
}

/// A path as the page shows it: nodes of trees are left out, for their keys are the same at any depth.
fn flat(path: &str) -> String {
    let (parts, last) =
        path.rsplit_once('.').map_or((Vec::new(), path), |(table, last)| (table.split('.').collect(), last));
    let kept = parts.into_iter().filter(|part| !NODES.contains(part)).chain([last]);
    kept.collect::<Vec<_>>().join(".")
}

/// The lines of a section's table by key: what the value is, the default, and what it means.
fn lines(rows: &BTreeMap<String, KeyRow>, guide: &KeyGuide) -> BTreeMap<String, [String; 3]> {
    let mut flattened = BTreeMap::<String, Vec<&KeyRow>>::new();
    rows.iter().for_each(|(key, row)| flattened.entry(flat(key)).or_default().push(row));
    let mut lines = BTreeMap::new();
    for (key, rows) in flattened {
        let shapes: BTreeSet<String> = rows.iter().flat_map(|row| &row.shapes).map(ToString::to_string).collect();
        let expected = shapes.into_iter().collect::<Vec<_>>().join("; or ").replace('|', "\\|");
        let need = rows.iter().map(|row| row.need);
        let all = |wanted: Need| need.clone().all(|need| need == wanted);
        let defaults: BTreeSet<Option<&str>> = rows.iter().map(|row| row.default()).collect();
        let default = match (defaults.len(), defaults.first().copied().flatten()) {
            _ if all(Need::Always) => "required".to_owned(),
            _ if !all(Need::Never) => "required in some".to_owned(),
            (1, Some(default)) => format!("`{default}`"),
            _ => String::new(),
        };
        lines.insert(key, [expected, default, rows[0].about.clone()]);
    }
    for (key, (value, about)) in &guide.unread {
        lines.insert(key.clone(), [value.clone(), String::new(), about.clone()]);
    }
    lines
}

/// Keys that the guide says nothing of, and what it says of keys that are not there.
fn unexplained(rows: &BTreeMap<String, KeyRow>, guide: &KeyGuide) -> Vec<String> {
    let mut unused = guide.patterns();
    let flat_keys: BTreeSet<String> = rows.keys().map(|key| flat(key)).collect();
    let read = guide.unread.keys().filter(|key| flat_keys.contains(*key));
    let mut wrong: Vec<String> = read.map(|key| format!("{key} is read by some reader")).collect();
    for key in rows.keys() {
        match guide.meaning(key) {
            Some((pattern, _)) => drop(unused.remove(pattern)),
            None => wrong.push(format!("no meaning of {key}")),
        }
    }
    wrong.extend(unused.into_iter().map(|pattern| format!("no key {pattern}")));
    wrong
}

/// What is generated: the tables of the page, and the text of each schema by its path.
fn generated() -> (String, BTreeMap<String, String>) {
    let (mut registry, mut page, mut schemas, mut wrong) =
        (Registry::standard(), String::new(), BTreeMap::new(), Vec::new());
    register(&mut registry, &ProcessKeeper::none());
    for section in &SECTIONS {
        let Section { name, title, folders } = section;
        let path = format!("{GUIDES}/{name}.toml");
        let guide = KeyGuide::read(&fs::read_to_string(Path::new(ROOT).join(&path)).expect("a guide"));
        let rows = rows(section, &guide, &registry);
        wrong.extend(unexplained(&rows, &guide).into_iter().map(|what| format!("{path}: {what}")));
        let folders: Vec<String> = folders.iter().map(|folder| format!("`scenarios/{folder}/`")).collect();
        let _ = write!(page, "\n## {title} ({})\n\n", folders.join(", "));
        page.push_str("| key | value | default | what it is |\n|---|---|---|---|\n");
        for (key, [expected, default, about]) in lines(&rows, &guide) {
            let _ = writeln!(page, "| `{key}` | {expected} | {default} | {about} |");
        }
        page.push_str(&words_of(name, &guide));
        let unread = guide.unread.iter().map(|(key, (value, about))| (key.clone(), described(value, about)));
        let rows = rows.into_iter().chain(unread).collect();
        let schema = serde_json::to_string_pretty(&json_schema(title, &rows, *name == "strategies")).expect("JSON");
        schemas.insert(format!("{SCHEMAS}/{name}.json"), format!("{schema}\n"));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let _ = write!(page, "\n## Metrics of expectations\n\n{}\n", sandtable_expect::reference().trim_end());
    (page, schemas)
}

/// A key that no file that was read has: what is known of its value are words.
fn described(value: &str, about: &str) -> KeyRow {
    KeyRow { about: format!("{about}; {value}"), ..Default::default() }
}

/// The words that values of a section's files are taken from.
fn words_of(section: &str, guide: &KeyGuide) -> String {
    let mut text = String::new();
    for (title, words) in &guide.words {
        let _ = write!(text, "\n### {title}\n\n| word | what it is |\n|---|---|\n");
        for (word, meaning) in words {
            let _ = writeln!(text, "| `{word}` | {meaning} |");
        }
    }
    match section {
        "behaviours" => text + &word_tables(&AGENTS, ""),
        "strategies" => text + &word_tables(&PLACE_WORDS, " of strategies"),
        _ => text,
    }
}

#[test]
fn the_guides_list_the_words_that_there_are() {
    let guide =
        |name: &str| KeyGuide::read(&fs::read_to_string(Path::new(ROOT).join(GUIDES).join(name)).expect("a guide"));
    let words = |guide: &KeyGuide, title: &str| -> BTreeSet<String> {
        guide.words[title].iter().map(|(word, _)| word.clone()).collect()
    };
    let strategies = guide("strategies.toml");
    let inputs: BTreeSet<String> = sandtable_ai::input_names().map(str::to_owned).collect();
    let listed = ["Inputs of strategies", "Inputs of choosers"].iter().flat_map(|title| words(&strategies, title));
    let listed: Vec<String> = listed.filter(|word| !word.contains('<')).collect();
    assert_eq!(listed.len(), inputs.len());
    assert_eq!(listed.into_iter().collect::<BTreeSet<_>>(), inputs);
    let systems: BTreeSet<String> = sandtable_ai::system_names().map(str::to_owned).collect();
    let listed = words(&strategies, "Systems to do without");
    let unlisted: Vec<&String> = systems.difference(&listed).collect();
    assert!(listed.is_subset(&systems), "{listed:?}");
    assert_eq!(unlisted.len(), 11, "the sorts of goals alone: {unlisted:?}");
    let jobs: BTreeSet<String> = JOB_INPUTS.iter().map(|(name, ..)| (*name).to_owned()).collect();
    assert_eq!(words(&guide("rules.toml"), "Inputs of jobs"), jobs);
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

/// Folders whose readers take files of [`SECTIONS`].
const READERS: [&str; 6] = [
    "sim/content/src",
    "ai/commanders/src",
    "ai/bots/src",
    "arena/tournament/src",
    "arena/expect/src",
    "arena/lab/src",
];
/// Files there that read something else: maps, and the tables of tests.
const OTHER_READERS: [&str; 2] = ["sim/content/src/map/header.rs", "sim/content/src/reference.rs"];
/// Methods of a table that read a key.
const READING: [&str; 20] = [
    "boolean",
    "choice",
    "fixed",
    "int",
    "int_list",
    "int_rows",
    "rate",
    "reference",
    "references",
    "required_table",
    "rows",
    "rows_upto",
    "seconds",
    "skip",
    "table",
    "tables",
    "tables_upto",
    "text",
    "texts",
    "thousandths",
];
/// Keys of earlier versions, which files should not have, and keys of commanders of the program, which have no file.
const NOT_FOR_FILES: [&str; 2] = ["percentile", "ticks"];

/// The keys that a source reads: those that stand as text in a call of one of [`READING`].
fn keys_read(source: &str) -> BTreeSet<&str> {
    let product = source.split("#[cfg(test)]").next().unwrap_or_default();
    let calls = product.match_indices("(\"").filter_map(|(at, opening)| {
        let method = product[..at].rsplit('.').next()?;
        let key = product[at + opening.len()..].split('"').next()?;
        let is_key = !key.is_empty() && key.chars().all(|it| it.is_ascii_lowercase() || it == '_');
        (READING.contains(&method) && is_key).then_some(key)
    });
    calls.collect()
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => sources(&path, found),
            false => found.extend(Some(path).filter(|path| path.extension().is_some_and(|end| end == "rs"))),
        }
    }
}

/// The names of keys in a schema, at any depth.
fn keys_of(schema: &serde_json::Value, found: &mut BTreeSet<String>) {
    if let Some(properties) = schema["properties"].as_object() {
        found.extend(properties.keys().cloned());
    }
    let below: Vec<&serde_json::Value> = match schema {
        serde_json::Value::Object(object) => object.values().collect(),
        serde_json::Value::Array(items) => items.iter().collect(),
        _ => Vec::new(),
    };
    below.into_iter().for_each(|value| keys_of(value, found));
}

/// The names of keys whose values are lists of tables in a schema, at any depth below `key`.
fn table_lists(schema: &serde_json::Value, key: &str, found: &mut BTreeSet<String>) {
    let items = &schema["items"];
    if schema["type"] == "array" && (items["type"] == "object" || items["$ref"].is_string()) {
        found.insert(key.to_owned());
    }
    match schema {
        serde_json::Value::Object(object) => {
            for (name, value) in object {
                match value.as_object().filter(|_| name == "properties") {
                    Some(keys) => keys.iter().for_each(|(key, value)| table_lists(value, key, found)),
                    None => table_lists(value, key, found),
                }
            }
        }
        serde_json::Value::Array(items) => items.iter().for_each(|value| table_lists(value, key, found)),
        _ => {}
    }
}

#[test]
fn the_parser_knows_every_list_of_tables() {
    let mut lists = BTreeSet::from(["golden".to_owned()]);
    for section in &SECTIONS {
        let path = Path::new(ROOT).join(SCHEMAS).join(format!("{}.json", section.name));
        let schema = serde_json::from_str(&fs::read_to_string(path).expect("a schema")).expect("JSON");
        table_lists(&schema, "", &mut lists);
    }
    assert_eq!(lists, TABLE_LISTS.map(str::to_owned).into());
}

#[test]
fn the_schemas_have_every_key_that_a_reader_names() {
    let mut known = BTreeSet::new();
    for section in &SECTIONS {
        let path = Path::new(ROOT).join(SCHEMAS).join(format!("{}.json", section.name));
        keys_of(&serde_json::from_str(&fs::read_to_string(path).expect("a schema")).expect("JSON"), &mut known);
    }
    let (mut paths, mut read, mut missing) = (Vec::new(), 0, BTreeSet::new());
    READERS.iter().for_each(|folder| sources(&Path::new(ROOT).join(folder), &mut paths));
    for path in paths.iter().filter(|path| !OTHER_READERS.iter().any(|other| path.ends_with(other))) {
        let source = fs::read_to_string(path).expect("a source");
        let keys = keys_read(&source);
        read += keys.len();
        let strange = keys.into_iter().filter(|key| !known.contains(*key) && !NOT_FOR_FILES.contains(key));
        missing.extend(strange.map(|key| format!("{key} ({})", path.display())));
    }
    assert!(missing.is_empty(), "no schema has {missing:#?}");
    assert!(read > 200, "{read} keys are read");
}

#[test]
fn a_schema_takes_every_shipped_file_and_refuses_a_misspelt_key() {
    let mut files_read = 0;
    for section in &SECTIONS {
        let path = Path::new(ROOT).join(SCHEMAS).join(format!("{}.json", section.name));
        let schema: serde_json::Value =
            serde_json::from_str(&fs::read_to_string(path).expect("a schema")).expect("JSON");
        let mut paths = Vec::new();
        section.folders.iter().for_each(|folder| files(&Path::new(ROOT).join("scenarios").join(folder), &mut paths));
        for path in paths {
            let text = fs::read_to_string(&path).expect("text");
            assert_eq!(refused_keys(&schema, &text), Vec::<String>::new(), "{}", path.display());
            files_read += 1;
        }
    }
    assert!(files_read > 60, "{files_read}");
    let refused = |name: &str, text: &str| -> Vec<String> {
        let path = Path::new(ROOT).join(SCHEMAS).join(format!("{name}.json"));
        let schema = serde_json::from_str(&fs::read_to_string(path).expect("a schema")).expect("JSON");
        refused_keys(&schema, text)
    };
    assert_eq!(refused("matches", "mpa = \"meadow\"\n[[players]]\ntaem = 1"), [".rules", ".mpa", ".players.taem"]);
    let duel = fs::read_to_string(Path::new(ROOT).join("scenarios/rules/duel.toml")).expect("shipped");
    let misspelt = duel.replacen("[units.worker]\n", "[units.worker]\nhpp = 3\n", 1);
    assert_eq!(refused("rules", &misspelt), [".units.worker.hpp"]);
    assert_eq!(refused("strategies", "mine = 1\n[goals.rush]\npriorty = 3"), [".goals.rush.priorty"]);
    assert_eq!(
        refused("strategies", "[goals]\nrush = false\n[goals.boom]\npriority = \"high\""),
        [".goals.boom.priority"]
    );
    assert_eq!(
        refused("strategies", "[[goals.rush.when]]\nany = [{ input = \"time\", min = 9 }]"),
        Vec::<String>::new()
    );
}
