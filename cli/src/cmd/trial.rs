//! `sandtable check --run`: matches held to what their files expect.

use std::path::Path;

use sandtable_ai::Registry;
use sandtable_lab::check::hold_file;
use sandtable_lab::trial::{Effort, Verdict};
use sandtable_match::Failure;
use serde_json::{Value, json};

use super::check::issue_json;
use super::{say, say_json};
use crate::args::CheckArgs;

pub fn run(args: &CheckArgs, registry: &Registry) -> Result<(), Failure> {
    let effort = Effort { games: args.trial.games, threads: args.trial.threads.count() };
    let mut failed = false;
    for file in &args.files {
        let verdict = hold_file(file, registry, effort)?;
        failed |= verdict.failures.has_errors();
        tell(file, &verdict, args)?;
    }
    if failed { Err(Failure::Checked) } else { Ok(()) }
}

fn tell(file: &Path, verdict: &Verdict, args: &CheckArgs) -> Result<(), Failure> {
    let (file, issues) = (file.display(), &verdict.failures);
    if args.json {
        let list: Vec<Value> = issues.0.iter().map(issue_json).collect();
        return say_json(&json!({ "file": file.to_string(), "ok": !issues.has_errors(), "issues": list,
            "expectations": verdict.expectations, "matches": verdict.matches, "ticks": verdict.ticks,
            "games": verdict.games, "story": verdict.story }));
    }
    if args.trial.story {
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
