//! `sandtable check`: looks for mistakes in content files.

use std::path::Path;

use sandtable_ai::Registry;
use sandtable_sim::content::{self, Document, Issue, Issues, Severity, Source};
use sandtable_sim::id::PlayerId;
use sandtable_sim::vocabulary::AGENTS;
use serde_json::{Value, json};

use super::{say, say_json};
use crate::args::CheckArgs;
use crate::assemble;
use crate::exit::Failure;
use crate::library::{Library, SHELVES, Shelf};
use crate::movebench::{self, Family};
use crate::tournament::{TournamentFile, prepare};
use crate::trial::Trial;
use crate::tune;

/// The ruleset that maps and strategies are checked against when nothing names another.
const PLAIN_RULES: &str = "classic";

/// The tables of behaviour files that other kinds of files have not.
const BEHAVIOUR_TABLES: [&str; 5] = ["minds", "trees", "machines", "queries", "reactions"];

pub fn run(args: &CheckArgs, registry: &Registry) -> Result<(), Failure> {
    if args.run { super::trial::run(args, registry) } else { check_files(args, registry, None) }
}

/// Checks files, each as what it is, or all as of one kind.
pub(super) fn check_files(args: &CheckArgs, registry: &Registry, kind: Option<Shelf>) -> Result<(), Failure> {
    let mut failed = false;
    for file in &args.files {
        let issues = check_file(file, args, registry, kind)?;
        failed |= issues.has_errors();
        if args.json {
            let list: Vec<Value> = issues.0.iter().map(issue_json).collect();
            say_json(&json!({ "file": file.display().to_string(), "ok": !issues.has_errors(), "issues": list }))?;
        } else if issues.0.is_empty() {
            say(&format!("{}: ok\n", file.display()))?;
        } else {
            say(&format!("{issues}\n"))?;
        }
    }
    if failed { Err(Failure::Checked) } else { Ok(()) }
}

fn check_file(file: &Path, args: &CheckArgs, registry: &Registry, kind: Option<Shelf>) -> Result<Issues, Failure> {
    let name = file.to_string_lossy();
    let mut library = Library::here();
    let shelf = match kind.or_else(|| shelf_by_place(file)) {
        Some(shelf) => shelf,
        None => shelf_by_keys(&assemble::read_file(file)?),
    };
    let path = library.find(shelf, &name)?;
    let found = match shelf {
        Shelf::Rules => {
            content::load_rules_named(&library, &path).map(|checked| checked.warnings).map_err(Failure::from)
        }
        Shelf::Behaviours => check_behaviours(&mut library, &path, args.rules.as_deref()),
        Shelf::Matches | Shelf::Agents => check_match(&mut library, &path, registry),
        Shelf::Maps => check_map(&mut library, &path, args.rules.as_deref()),
        Shelf::Strategies => check_strategy(&mut library, &path, args.rules.as_deref(), registry),
        Shelf::Tournaments => check_tournament(&mut library, &path, registry),
        Shelf::Movebench => check_family(&library, &path),
    };
    match found {
        Ok(issues) | Err(Failure::Content(issues)) => Ok(issues),
        Err(Failure::Usage(text)) => Ok(Issue::of_file(&name, text, "").into()),
        Err(other) => Err(other),
    }
}

/// The kind of file that lies in such a folder or has such an ending.
fn shelf_by_place(file: &Path) -> Option<Shelf> {
    let folders = file.parent().unwrap_or(Path::new("")).components();
    let named = |folder: &str| SHELVES.into_iter().find(|shelf| shelf.folder() == folder);
    let by_folder = folders.rev().find_map(|folder| named(folder.as_os_str().to_str()?));
    by_folder.or_else(|| file.extension().is_some_and(|ending| ending == "map").then_some(Shelf::Maps))
}

/// The kind of file that has such keys at its top; a match when nothing says otherwise.
fn shelf_by_keys(text: &str) -> Shelf {
    let has = |wanted: &str| {
        let top = text.lines().take_while(|line| !line.starts_with("---"));
        top.filter_map(|line| line.split(['=', '.', ']']).next())
            .any(|key| key.trim_matches(['[', ' ', '\t']) == wanted)
    };
    match () {
        () if has("bot") => Shelf::Strategies,
        () if BEHAVIOUR_TABLES.into_iter().any(has) => Shelf::Behaviours,
        () if has("strategies") => Shelf::Tournaments,
        () if has("groups") => Shelf::Movebench,
        () if has("kinds") || has("units") || has("terrain") => Shelf::Rules,
        () if text.lines().any(|line| line.trim_end() == "---") => Shelf::Maps,
        () => Shelf::Matches,
    }
}

/// A match: itself, and that its players' strategies are there and can be built under its rules.
fn check_match(library: &mut Library, path: &str, registry: &Registry) -> Result<Issues, Failure> {
    let checked = content::load_scenario(library, path)?;
    let mut issues = checked.warnings;
    let (label, text) = (library.label(path), assemble::read(library, path)?);
    Trial::read(&label, &text, &checked.value)?;
    tune::parameters(&label, &text)?;
    let document = Document::parse(&label, &text)?;
    for (row, player) in document.root().tables("players").iter().enumerate() {
        let Some(name) = player.reference("strategy", "a strategy").optional().filter(|name| !name.text.is_empty())
        else {
            continue;
        };
        let strategy = assemble::load_strategy(library, registry, name.text);
        let player = PlayerId(row as u8);
        let built = strategy.and_then(|file| Ok(file.build(registry, &checked.value.rules, player, 0)?));
        match built {
            Ok(_) => {}
            Err(Failure::Content(wrong)) => issues.0.extend(wrong.0),
            Err(Failure::Usage(found)) => {
                let ((line, column), field) = (name.place(), format!("players[{row}].strategy"));
                issues.0.push(Issue { line, column, field, ..Issue::of_file(&label, found, "") });
            }
            Err(other) => return Err(other),
        }
    }
    Ok(issues)
}

/// A map says nothing of its ruleset: without one named, the first that it is in order under is taken.
fn check_map(library: &mut Library, path: &str, rules: Option<&str>) -> Result<Issues, Failure> {
    let known = library.names(Shelf::Rules);
    let others = known.iter().map(String::as_str).filter(|name| *name != PLAIN_RULES);
    let candidates: Vec<&str> =
        rules.map_or_else(|| [PLAIN_RULES].into_iter().chain(others).collect(), |name| vec![name]);
    let mut first = None;
    for name in candidates {
        let rules = assemble::load_rules(library, name)?;
        match content::load_map_named(library, path, &rules) {
            Ok(checked) => return Ok(checked.warnings),
            Err(issues) => first = first.or(Some(issues)),
        }
    }
    Ok(first.unwrap_or_default())
}

fn check_strategy(
    library: &mut Library,
    path: &str,
    rules: Option<&str>,
    registry: &Registry,
) -> Result<Issues, Failure> {
    let text = assemble::read(library, path)?;
    let own = registry.header(path, &text)?.rules;
    let rules = assemble::load_rules(library, rules.or(own.as_deref()).unwrap_or(PLAIN_RULES))?;
    let brief = sandtable_ai::MatchInfo { rules: &rules, player: PlayerId(0), seed: 0, name: path };
    let checked = registry.commander(path, &text, &brief)?;
    tune::parameters(path, &text)?;
    Ok(checked.warnings)
}

/// Behaviours are checked against the words that unit agents have, and the tags of a ruleset.
fn check_behaviours(library: &mut Library, path: &str, rules: Option<&str>) -> Result<Issues, Failure> {
    let rules = assemble::load_rules(library, rules.unwrap_or(PLAIN_RULES))?;
    Ok(content::load_behaviours_named(library, path, &AGENTS, Some(&rules))?.warnings)
}

fn check_tournament(library: &mut Library, path: &str, registry: &Registry) -> Result<Issues, Failure> {
    let text = assemble::read(library, path)?;
    let file = TournamentFile::parse(path, &text)?;
    prepare(path, file, library, registry).map(|_| Issues::default())
}

fn check_family(library: &Library, path: &str) -> Result<Issues, Failure> {
    let text = assemble::read(library, path)?;
    let rules = movebench::rules(library)?;
    Ok(Family::parse(&library.label(path), &text, &rules)?.warnings)
}

pub(super) fn issue_json(issue: &Issue) -> Value {
    json!({
        "severity": if issue.severity == Severity::Error { "error" } else { "warning" },
        "file": issue.file,
        "line": issue.line,
        "column": issue.column,
        "field": issue.field,
        "found": issue.found,
        "expected": issue.expected,
        "suggestion": issue.suggestion,
    })
}
