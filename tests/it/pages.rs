//! The TOML in the pages is what the program reads: each block is checked, as a whole file or completed to one.

use std::path::{Path, PathBuf};

use sandtable_ai::Registry;
use sandtable_bots::{ProcessKeeper, register};
use sandtable_lab::check::check_file;
use sandtable_match::library::ContentKind;
use sandtable_tests::command::Folder;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
/// Pages whose blocks are read by tests of their own: `tests/it/behaviours.rs` and `cli/tests/tutorial.rs`.
const TESTED_ELSEWHERE: [&str; 2] = ["BEHAVIOURS.md", "TUTORIAL.md"];

/// Keys of bots that name programs and files, which examples do not bring along.
const ON_DISK: [&str; 4] = ["command", "folder", "module", "readable"];

/// A kind of file, with what makes a whole file of a part: keys of the top that stand before, and tables that stand behind.
struct Form {
    kind: ContentKind,
    head: &'static str,
    tail: &'static str,
}

fn lines_of(block: &str, head: &str) -> String {
    // A key that the block has itself is not given twice.
    let own = |line: &&str| !block.lines().any(|other| key_of(other) == key_of(line));
    head.lines().filter(own).map(|line| format!("{line}\n")).collect()
}

fn key_of(line: &str) -> &str {
    line.split('=').next().unwrap_or_default().trim()
}

/// What the keys of a block belong to.
fn form_of(block: &str) -> Form {
    let has = |key: &str| block.lines().any(|line| key_of(line) == key || line.starts_with(&format!("[{key}")));
    let form = |kind, head, tail| Form { kind, head, tail };
    let tournament = "name = \"part\"\nabout = \"An example.\"\nrules = \"classic\"\nmaps = [\"meadow\"]\nstrategies = [\"first/rush\", \"first/tech\"]\nseeds = 1";
    let of_a_match = "rules = \"classic\"\nmap = \"meadow\"";
    let goals = "bot = \"goals\"\nabout = \"An example.\"";
    match () {
        () if has("bot") => form(ContentKind::Strategies, "", ""),
        () if has("tune") && has("rules") => form(ContentKind::Matches, "", ""),
        () if has("tune") => form(ContentKind::Strategies, goals, TUNED),
        () if has("goals.") => form(ContentKind::Strategies, goals, ""),
        () if has("strategies") || has("sprt") || block.contains("against =") || block.contains("\"lapses\"") => {
            form(ContentKind::Tournaments, tournament, "")
        }
        () if has("size") || block.contains("metric = \"arrived\"") => form(ContentKind::Movebench, FAMILY, GROUP),
        () => form(ContentKind::Matches, of_a_match, ""),
    }
}

/// Goals with the values that examples of `[tune]` name.
const TUNED: &str = "[goals.rush]\npriority = 60\nmix = { swordsman = 1 }\nsize = 8\n[goals.attack]\npriority = 60\nmix = { swordsman = 1 }\nsize = 8\n\
[goals.expand]\npriority = 60\nbases = 2\n[goals.economy]\npriority = 80\nworkers = 9\nwhen = [{ input = \"workers\", times = [[8, 1], [9, 0.5]] }]\n\
[systems]\nodds = true\nspend = true\n";
const FAMILY: &str = "about = \"An example.\"\nsize = [40, 20]\ntime_limit = 120";
const GROUP: &str = "[[groups]]\nkind = \"soldier\"\ncount = 4\nblock = [4, 4, 8, 12]\ngoal = [34, 10]\n";

fn pages() -> Vec<PathBuf> {
    let docs = std::fs::read_dir(Path::new(ROOT).join("docs")).expect("docs");
    let mut pages: Vec<PathBuf> = docs.map(|entry| entry.expect("an entry").path()).collect();
    pages.retain(|page| page.extension().is_some_and(|end| end == "md"));
    pages.retain(|page| !TESTED_ELSEWHERE.iter().any(|name| page.ends_with(name)));
    pages.push(Path::new(ROOT).join("README.md"));
    pages.sort();
    pages
}

/// The blocks of TOML of a page.
fn blocks(page: &str) -> Vec<&str> {
    page.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

/// What is wrong with a block; strategies that examples name are there.
fn problems(folder: &Folder, block: &str) -> String {
    let form = form_of(block);
    let tail = if block.contains("[[groups]]") { "" } else { form.tail };
    let text = format!("{}{block}{tail}", lines_of(block, form.head));
    let file = folder.file("block.toml", &text);
    let mut registry = Registry::standard();
    register(&mut registry, &ProcessKeeper::none());
    let mut issues = check_file(&file, None, &registry, Some(form.kind)).expect("it is read");
    issues.0.retain(|issue| !ON_DISK.iter().any(|key| issue.field.starts_with(key)));
    if issues.has_errors() { format!("{issues}\n{text}") } else { String::new() }
}

#[test]
fn every_block_of_toml_is_read() {
    let folder = Folder::new("pages");
    let rush = std::fs::read_to_string(Path::new(ROOT).join("scenarios/strategies/duel/rush.toml")).expect("shipped");
    folder.file("darts.toml", &rush);
    let first = Path::new(ROOT).join("scenarios/strategies/first/rush.toml");
    let first = std::fs::read_to_string(first).expect("shipped");
    ["my.toml", "my-rush.toml", "archers.toml"].iter().for_each(|name| drop(folder.file(name, &first)));
    let (mut count, mut wrong) = (0, Vec::new());
    for page in pages() {
        let text = std::fs::read_to_string(&page).expect("a page");
        for block in blocks(&text) {
            let found = problems(&folder, block);
            if !found.is_empty() {
                wrong.push(format!("{}: {found}", page.display()));
            }
            count += 1;
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(count >= 15, "{count} blocks");
}
