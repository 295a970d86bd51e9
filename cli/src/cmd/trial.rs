//! `sandtable check --run`: matches held to what their files expect.

use std::path::Path;

use sandtable_ai::Registry;
use sandtable_lab::trial::{Effort, Verdict, hold};
use sandtable_match::Failure;
use sandtable_match::library::{Library, SHELVES, Shelf};
use sandtable_sim::content::{Issue, Issues};
use serde_json::{Value, json};

use super::check::issue_json;
use super::{say, say_json};
use crate::args::CheckArgs;

pub fn run(args: &CheckArgs, registry: &Registry) -> Result<(), Failure> {
    let effort = Effort { games: args.games, threads: args.threads.count() };
    let mut failed = false;
    for file in &args.files {
        let verdict = hold_file(file, registry, effort)?;
        failed |= verdict.failures.has_errors();
        tell(file, &verdict, args)?;
    }
    if failed { Err(Failure::Checked) } else { Ok(()) }
}

/// What is wrong with the file itself has failed as well.
fn hold_file(file: &Path, registry: &Registry, effort: Effort) -> Result<Verdict, Failure> {
    let name = file.to_string_lossy();
    let mut library = Library::here();
    let path = library.find(shelf(&library, &name)?, &name)?;
    let failed = |failures: Issues| Verdict { failures, ..Verdict::default() };
    match hold(&mut library, &path, registry, effort) {
        Err(Failure::Content(issues)) => Ok(failed(issues)),
        Err(Failure::Usage(text)) => Ok(failed(Issue::of_file(&name, text, "").into())),
        other => other,
    }
}

/// Where a match is looked for; what lies on another shelf is none.
fn shelf(library: &Library, name: &str) -> Result<Shelf, Failure> {
    let folder = Path::new(name).parent().and_then(Path::file_name).unwrap_or_default();
    let other = |shelf: &Shelf| !matches!(shelf, Shelf::Matches | Shelf::Agents) && folder == shelf.folder();
    if let Some(other) = SHELVES.into_iter().find(other) {
        return Err(Failure::Usage(format!("{name}: found a {}; expected a match to --run", other.noun())));
    }
    let bare = name.strip_suffix(Shelf::Agents.ending()).unwrap_or(name);
    let is_agents = library.names(Shelf::Agents).iter().any(|known| known == bare);
    Ok(if is_agents { Shelf::Agents } else { Shelf::Matches })
}

fn tell(file: &Path, verdict: &Verdict, args: &CheckArgs) -> Result<(), Failure> {
    let (file, issues) = (file.display(), &verdict.failures);
    if args.json {
        let list: Vec<Value> = issues.0.iter().map(issue_json).collect();
        return say_json(&json!({ "file": file.to_string(), "ok": !issues.has_errors(), "issues": list,
            "expectations": verdict.expectations, "matches": verdict.matches, "ticks": verdict.ticks,
            "games": verdict.games, "story": verdict.story }));
    }
    if args.story {
        say(&verdict.story.iter().map(|line| format!("{}: {line}\n", file)).collect::<String>())?;
    }
    if !issues.0.is_empty() {
        return say(&format!("{issues}\n"));
    }
    let played = match (verdict.matches, verdict.games) {
        (0, 0) => "nothing expected".to_owned(),
        (matches, 0) => format!("{matches} matches, {} ticks", verdict.ticks),
        (0, games) => format!("{games} games"),
        (matches, games) => format!("{matches} matches, {} ticks, {games} games", verdict.ticks),
    };
    say(&format!("{file}: ok, {} expectations ({played})\n", verdict.expectations))
}
