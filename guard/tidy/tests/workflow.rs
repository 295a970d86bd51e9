//! The hosted checks are those of `.ci/run`, all of them, and none passes there for want of what it needs.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).expect(path)
}

#[test]
fn the_workflow_runs_every_step_once() {
    let script = read(".ci/run");
    let all: BTreeSet<&str> =
        script.lines().filter_map(|line| line.strip_prefix("step_")?.split_once('(')).map(|step| step.0).collect();
    let workflow = read(".github/workflows/ci.yml");
    let parts = workflow.lines().filter_map(|line| line.split_once(", steps: ")?.1.split_once(" }"));
    let run: Vec<&str> = parts.flat_map(|part| part.0.split(' ')).collect();
    assert_eq!(run.iter().copied().collect::<BTreeSet<_>>(), all);
    assert_eq!(run.len(), all.len(), "a step is in two parts");
    let default =
        script.split("steps=(").nth(2).and_then(|rest| rest.split_once(')')).expect("the list of all steps").0;
    let mut expected = all;
    // Coverage builds everything again, and a farm brings Ray: they run only when named.
    ["coverage", "farm"].iter().for_each(|step| assert!(expected.remove(step)));
    assert_eq!(default.split(' ').collect::<BTreeSet<_>>(), expected, "the list of .ci/run itself");
}

/// A machine without a network skips the advisories, under `CI=true` too; one whose run says that they are required must not, and the
/// hosted workflow says so.
#[cfg(unix)]
#[test]
fn advisories_that_cannot_be_fetched_fail_a_hosted_run() {
    use std::os::unix::fs::PermissionsExt;
    let tools = std::env::temp_dir().join(format!("sandtable-tidy-{}", std::process::id()));
    fs::create_dir_all(&tools).expect("a folder");
    for name in ["cargo", "cargo-deny"] {
        let tool = tools.join(name);
        fs::write(&tool, "#!/bin/sh\n[ \"$2\" != fetch ]\n").expect("a script");
        fs::set_permissions(&tool, fs::Permissions::from_mode(0o755)).expect("it may run");
    }
    let path = format!("{}:{}", tools.display(), std::env::var("PATH").unwrap_or_default());
    let run = |advisories: &str| {
        let mut command = Command::new(root().join(".ci/run"));
        command.arg("deny").env("PATH", &path).env("CARGO_TARGET_DIR", &tools);
        command.env("CI", "true").env("ADVISORIES", advisories);
        let output = command.output().expect("it starts");
        (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let (here, hosted) = (run(""), run("required"));
    fs::remove_dir_all(&tools).expect("it is there");
    let said = "skipped: needs https://github.com/rustsec/advisory-db";
    assert!(here.0 && here.1.contains(said), "{}", here.1);
    assert!(!hosted.0 && hosted.1.contains(said), "{}", hosted.1);
    let workflow = read(".github/workflows/ci.yml");
    assert!(workflow.contains("ADVISORIES: required") && workflow.contains("REGISTRY: required"));
}

/// Who cannot install `mdbook` goes without the book, but not in a hosted run.
#[cfg(unix)]
#[test]
fn a_book_that_cannot_be_built_is_skipped_here_and_fails_a_hosted_run() {
    use std::os::unix::fs::PermissionsExt;
    let tools = std::env::temp_dir().join(format!("sandtable-tidy-book-{}", std::process::id()));
    fs::create_dir_all(&tools).expect("a folder");
    let cargo = tools.join("cargo");
    fs::write(&cargo, "#!/bin/sh\nexit 1\n").expect("a script");
    fs::set_permissions(&cargo, fs::Permissions::from_mode(0o755)).expect("it may run");
    let run = |hosted: &str| {
        let mut command = Command::new(root().join(".ci/run"));
        command.arg("book").env("PATH", format!("{}:/usr/bin:/bin", tools.display()));
        command.env("CARGO_TARGET_DIR", &tools).env("CI", hosted);
        let output = command.output().expect("it starts");
        (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let (here, hosted) = (run(""), run("true"));
    fs::remove_dir_all(&tools).expect("it is there");
    assert!(here.0 && here.1.contains("skipped: needs mdbook"), "{}", here.1);
    assert!(!hosted.0 && hosted.1.contains("skipped: needs mdbook"), "{}", hosted.1);
}
