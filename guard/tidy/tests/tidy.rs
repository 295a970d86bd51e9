//! Contract: the source is as `guard/tidy` says, or no further from it than its ratchet; `cargo test` says what is not.

use sandtable_tidy::{SourceTree, judge, rules};
use std::path::Path;
use std::process::{Command, Stdio};

#[test]
fn the_repository_is_tidy() {
    let tree =
        SourceTree::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")).expect("the repository can be read");
    let wrong = judge(&tree, &rules(&tree));
    assert!(wrong.is_empty(), "{} rules are broken:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut tidy = Command::new(env!("CARGO_BIN_EXE_sandtable-tidy"));
    let mut tidy = tidy.arg("figures").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs");
    drop(tidy.stdout.take());
    let output = tidy.wait_with_output().expect("the program ends");
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(0), ""));
}
