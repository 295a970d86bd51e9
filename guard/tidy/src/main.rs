//! `sandtable-tidy`: the figures of the source, what is wrong with it, and what commits lack.

use sandtable_tidy::{
    ModuleGraph, Rule, SourceTree, book_links, commits, figures_section, figures_table, judge, mend_pointers,
    ratchet_text, repository, rules, say,
};
use std::path::Path;
use std::process::ExitCode;

const HELP: &str = "\
usage: cargo run -p sandtable-tidy -- COMMAND

  check              what is wrong, with file and line; nothing when all is well
  figures            every figure: value, aim, what is counted; `!` marks what is not met yet
  list KEY           all places that a figure counts
  where --write      mend rows and links of docs/ whose item has moved, where it is clear where to
  ratchet --write    write today's numbers into guard/tidy/ratchet.toml and docs/ARCHITECTURE.md
  arrows             which crates use which, in the form of guard/tidy/arrows.toml
  layers CRATE       the layers that the modules of a crate have, in that form
  --graph CRATE      which modules of a crate use which, and its cycles
  book FOLDER        what leads nowhere in the book that mdbook has built there; makes its links to sources lead into the checkout
  commits [RANGE]    what the messages of commits lack; by default of all since guard/tidy/commits-from
";

/// Where the figures stand for readers.
const DOCUMENT: &str = "docs/ARCHITECTURE.md";

fn main() -> ExitCode {
    let root = repository();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&root, &arguments.iter().map(String::as_str).collect::<Vec<_>>()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// Carries out the command; whether all is well.
fn run(root: &Path, arguments: &[&str]) -> Result<bool, String> {
    let read = || SourceTree::read(root).map_err(|error| format!("the repository cannot be read: {error}"));
    match arguments {
        ["check"] => check(&read()?),
        ["figures"] => {
            say(figures_table(&rules(&read()?)))?;
            Ok(true)
        }
        ["list", key] => list(&read()?, key),
        ["where", "--write"] => mend(root, &read()?),
        ["ratchet", "--write"] => write(root, read),
        ["arrows"] => {
            say(sandtable_tidy::arrows_as_found(&read()?))?;
            Ok(true)
        }
        ["layers", name] => {
            let layers = sandtable_tidy::layers_as_found(&read()?, name);
            say(layers.ok_or_else(|| format!("there is no crate {name}, or its modules are in a cycle"))?)?;
            Ok(true)
        }
        ["--graph", name] => {
            let graph = ModuleGraph::of_crate(&read()?, name).ok_or_else(|| format!("there is no crate {name}"))?;
            say(graph)?;
            Ok(true)
        }
        ["book", folder] => judge_book(root, folder),
        ["commits"] => {
            let from = std::fs::read_to_string(root.join("guard/tidy/commits-from"));
            let from = from.map_err(|error| format!("guard/tidy/commits-from: {error}"))?;
            judge_commits(root, &format!("{}..HEAD", from.trim()))
        }
        ["commits", range] => judge_commits(root, range),
        _ => Err(HELP.to_owned()),
    }
}

fn check(tree: &SourceTree) -> Result<bool, String> {
    let wrong = judge(tree, &rules(tree));
    for line in &wrong {
        say(format_args!("{line}\n"))?;
    }
    Ok(wrong.is_empty())
}

fn list(tree: &SourceTree, key: &str) -> Result<bool, String> {
    let rules = rules(tree);
    let rule = rules.iter().find(|rule| rule.key == key).ok_or_else(|| format!("no figure is called {key}"))?;
    for finding in &rule.findings {
        say(format_args!("{}:{}: {}\n", finding.file, finding.line, finding.message))?;
    }
    Ok(true)
}

/// Puts the pointers of all documents right that can be.
fn mend(root: &Path, tree: &SourceTree) -> Result<bool, String> {
    for path in tree.document_paths() {
        if let Some(text) = mend_pointers(tree, path) {
            std::fs::write(root.join(path), text).map_err(|error| format!("{path}: {error}"))?;
            say(format_args!("mended {path}\n"))?;
        }
    }
    Ok(true)
}

/// Writes the figures down, twice, since the document they are written to is among what is counted.
fn write(root: &Path, read: impl Fn() -> Result<SourceTree, String>) -> Result<bool, String> {
    let save =
        |path: &str, text: String| std::fs::write(root.join(path), text).map_err(|error| format!("{path}: {error}"));
    for _ in 0..2 {
        // Whether the figures shown are stale is settled by writing them.
        let rules: Vec<Rule> = rules(&read()?).into_iter().filter(|rule| rule.key != "stale_figures").collect();
        save("guard/tidy/ratchet.toml", ratchet_text(&rules))?;
        let document = std::fs::read_to_string(root.join(DOCUMENT)).map_err(|error| format!("{DOCUMENT}: {error}"))?;
        let document =
            figures_section(&document, &rules).ok_or_else(|| format!("{DOCUMENT} has no place for figures"))?;
        save(DOCUMENT, document)?;
    }
    Ok(true)
}

fn judge_book(root: &Path, folder: &str) -> Result<bool, String> {
    let error = |error: std::io::Error| format!("{folder}: {error}");
    let book = std::fs::canonicalize(folder).map_err(error)?;
    let root = std::fs::canonicalize(root).map_err(error)?;
    let broken = book_links::settle_links(&root, &book).map_err(error)?;
    for link in &broken {
        say(format_args!("{link} leads nowhere\n"))?;
    }
    Ok(broken.is_empty())
}

fn judge_commits(root: &Path, range: &str) -> Result<bool, String> {
    let commits = match commits::read(root, range)? {
        commits::Log::Shallow => {
            say("skipped: shallow clone\n")?;
            return Ok(true);
        }
        commits::Log::Commits(commits) => commits,
    };
    let mut is_well = true;
    for commit in &commits {
        for fault in commits::faults(commit) {
            say(format_args!("{} {}: {fault}\n", commit.hash, commit.subject))?;
            is_well = false;
        }
    }
    say(format_args!("{} commits read\n", commits.len()))?;
    Ok(is_well)
}
