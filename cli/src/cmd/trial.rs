//! `sandtable check --run`: matches held to what their files expect.

use std::path::Path;

use sandtable_ai::Registry;
use sandtable_lab::check::hold_file;
use sandtable_lab::issue_formats::issues_junit;
use sandtable_lab::trial::{Effort, Verdict};
use sandtable_match::Failure;
use sandtable_match::progress::ProgressSink;
use sandtable_match::work_bar::WorkBar;

use super::interrupt::files_left;
use super::issue_text::in_words;
use super::{say, say_json};
use crate::args::{CheckArgs, IssueFormat};

pub fn run(args: &CheckArgs, registry: &Registry) -> Result<(), Failure> {
    let bar = WorkBar::counting("matches and games");
    let effort = Effort { games: args.trial.games, threads: args.trial.threads.count(), progress: &bar };
    let mut left = files_left(&bar, "the files above are done", "check --run", &args.files);
    let mut played = Vec::new();
    for (row, file) in args.files.iter().enumerate() {
        bar.restart();
        bar.describe(format!("{} ({} of {} files)", file.display(), row + 1, args.files.len()));
        let verdict = hold_file(file, registry, effort)?;
        bar.suspended(|| tell(file, &verdict, args))?;
        left.one_done();
        played.push((file.display().to_string(), verdict.failures));
    }
    bar.finish();
    if args.issue_format() == IssueFormat::Junit {
        say(&issues_junit(&played))?;
    }
    if played.iter().any(|(_, issues)| issues.has_errors()) { Err(Failure::Checked) } else { Ok(()) }
}

fn tell(file: &Path, verdict: &Verdict, args: &CheckArgs) -> Result<(), Failure> {
    let (file, issues) = (file.display(), &verdict.failures);
    let format = args.issue_format();
    if format == IssueFormat::Json {
        return say_json(&verdict.json(&file.to_string()));
    }
    if format == IssueFormat::Junit {
        // One document of all files, written in the end.
        return Ok(());
    }
    if args.trial.story {
        say(&verdict.story.iter().map(|line| format!("{}: {line}\n", file)).collect::<String>())?;
    }
    if !issues.0.is_empty() {
        return say(&format!("{}\n", in_words(issues, format)));
    }
    say(&format!("{file}: ok, {}\n", verdict.tell()))
}
