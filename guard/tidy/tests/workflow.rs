//! The hosted checks are those of `.ci/run`, all of them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

#[test]
fn the_workflow_runs_every_step_once() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |path: &str| fs::read_to_string(root.join(path)).expect(path);
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
