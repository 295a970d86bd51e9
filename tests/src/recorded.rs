//! Recorded matches to test with.

use std::path::Path;

use sandtable_match::store::read_replay;
use sandtable_replay::Replay;

/// The replay in a file.
///
/// # Panics
/// When there is none, or it is damaged.
pub fn recorded(path: &Path) -> Replay {
    let read = read_replay(path).unwrap_or_else(|failure| panic!("{}: {failure}", path.display()));
    read.unwrap_or_else(|damage| panic!("{}: {damage}", path.display()))
}

/// The golden of this name.
///
/// # Panics
/// As [`recorded`].
pub fn golden(name: &str) -> Replay {
    recorded(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../replays").join(format!("{name}.replay")))
}
