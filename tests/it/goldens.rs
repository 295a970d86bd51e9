//! The golden replays: recorded matches that must play again exactly, state for state.
//! replays/README.md says when and how they are recorded anew.

use std::path::Path;

use sandtable::store::read_replay;
use sandtable_sim::replay::verify;

/// The largest golden, in bytes.
const LIMIT: u64 = 32 << 10;

#[test]
fn every_golden_plays_again_state_for_state() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../replays");
    let entries =
        std::fs::read_dir(&folder).expect("the folder of goldens").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<_> = entries.filter(|path| path.extension().is_some_and(|ending| ending == "replay")).collect();
    files.sort();
    assert!(files.len() >= 8, "only {} goldens", files.len());
    for file in files {
        let size = file.metadata().expect("its size").len();
        assert!(size <= LIMIT, "{}: {size} bytes, at most {LIMIT}", file.display());
        let read = read_replay(&file).unwrap_or_else(|failure| panic!("{}: {failure}", file.display()));
        let replay = read.unwrap_or_else(|damage| panic!("{}: {damage}", file.display()));
        if let Err(difference) = verify(&replay) {
            panic!("{}: {difference}", file.display());
        }
    }
}
