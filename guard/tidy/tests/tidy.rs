//! Contract: the source is as `guard/tidy` says, or no further from it than its ratchet; `cargo test` says what is not.

use sandtable_tidy::{SourceTree, judge, rules};
use std::path::Path;

#[test]
fn the_repository_is_tidy() {
    let tree =
        SourceTree::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")).expect("the repository can be read");
    let wrong = judge(&tree, &rules(&tree));
    assert!(wrong.is_empty(), "{} rules are broken:\n{}", wrong.len(), wrong.join("\n"));
}
