//! Path search: benchmark lengths are met, and what cannot be searched is an error with a remedy.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use sandtable_ai::Registry;
use sandtable_match::Failure;

fn sandtable(args: &[&str]) -> Result<(), Failure> {
    let args = ["sandtable"].iter().chain(args).map(OsString::from);
    sandtable::run_from(args, &Registry::standard())
}

fn fixture(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/movingai");
    folder.join(name).to_string_lossy().into_owned()
}

/// A folder of files, gone when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &str)]) -> Folder {
        let path = std::env::temp_dir().join(format!("sandtable-path-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a temporary folder");
        for (file, text) in files {
            std::fs::write(path.join(file), text).expect("a temporary file");
        }
        Folder(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn benchmark_lengths_are_met() {
    for map in ["maze512-8-0.map.scen", "random512-25-0.map.scen"] {
        let file = fixture(map);
        sandtable(&["path", "bench", &file]).unwrap_or_else(|failure| panic!("{map}: {failure}"));
    }
}

/// A wall with a gap; the way round its corners may not cut them.
const WALL: &str = "type octile\nheight 3\nwidth 5\nmap\n.....\n.@@@.\n..@..\n";

#[test]
fn a_wrong_length_and_a_missing_way_are_mismatches() {
    let row = |length: &str| format!("version 1\n0\twall.map\t5\t3\t1\t2\t3\t2\t{length}\n");
    let folder = Folder::new(
        "wall",
        &[
            ("wall.map", WALL),
            ("right.scen", &row("10")),
            ("wall.map.scen", &row("10.0000000")),
            ("cut.scen", &row("8.82842712")),
            ("closed.scen", "version 1.0\n0 wall.map 5 3 1 2 2 2 1\n"),
            ("same.scen", "version 1\n\n0 wall.map 5 3 1 2 1 2 0\n"),
        ],
    );
    std::fs::copy(folder.path("wall.map"), folder.path("right.map")).expect("a copy");
    std::fs::copy(folder.path("wall.map"), folder.path("same.map")).expect("a copy");
    std::fs::copy(folder.path("wall.map"), folder.path("cut.map")).expect("a copy");
    std::fs::copy(folder.path("wall.map"), folder.path("closed.map")).expect("a copy");
    for right in ["right.scen", "wall.map.scen", "same.scen"] {
        sandtable(&["path", "bench", &folder.path(right)]).unwrap_or_else(|failure| panic!("{right}: {failure}"));
    }
    for wrong in ["cut.scen", "closed.scen"] {
        assert!(matches!(sandtable(&["path", "bench", &folder.path(wrong)]), Err(Failure::Checked)), "{wrong}");
    }
}

#[test]
fn what_cannot_be_searched_names_place_and_remedy() {
    let good = "0\twall.map\t5\t3\t1\t2\t3\t2\t10\n";
    let scen = |rows: &str| format!("version 1\n{good}{rows}");
    let cases: &[(&str, String, &[&str])] = &[
        ("version", "0 wall.map 5 3 1 2 3 2 10\n".to_owned(), &[":1:", "version 1"]),
        ("short", scen("0\twall.map\t5\t3\t1\t2\t3\t2\n"), &[":3:", "8 fields", "expected 9", "optimal length"]),
        ("size", scen("0\twall.map\t9\t3\t1\t2\t3\t2\t10\n"), &[":3:", "map width", "\"9\"", "5"]),
        ("off", scen("0\twall.map\t5\t3\t1\t3\t3\t2\t10\n"), &[":3:", "start y", "\"3\"", "0 to 2"]),
        ("sign", scen("0\twall.map\t5\t3\t1\t2\t-3\t2\t8\n"), &[":3:", "goal x", "\"-3\"", "0 to 4"]),
        ("length", scen("0\twall.map\t5\t3\t1\t2\t3\t2\tNaN\n"), &[":3:", "optimal length", "\"NaN\""]),
        ("word", scen("many\twall.map\t5\t3\t1\t2\t3\t2\t10\n"), &[":3:", "bucket", "\"many\""]),
    ];
    let folder = Folder::new("refused", &[("ragged.map", "type octile\nheight 2\nwidth 2\nmap\n..\n.\n")]);
    for (name, text, parts) in cases {
        std::fs::write(folder.path(&format!("{name}.map")), WALL).expect("a file");
        let file = folder.path(&format!("{name}.scen"));
        std::fs::write(&file, text).expect("a file");
        expect_refused(&["path", "bench", &file], 2, parts);
    }
    std::fs::write(folder.path("ragged.map.scen"), "version 1\n").expect("a file");
    expect_refused(&["path", "bench", &folder.path("ragged.map.scen")], 2, &["ragged.map:6:", "a row of 1 cells"]);
    expect_refused(&["path", "bench", &folder.path("ragged.map")], 2, &["ragged.map", "X.map.scen"]);
    expect_refused(&["path", "bench", &folder.path("nothing.scen")], 2, &["nothing"]);
    expect_refused(&["path", "meadow", "--from", "4000,1", "--to", "9,9"], 2, &["--from", "4000,1", "off the map"]);
    expect_refused(&["path", "meadow", "--from", "5", "--to", "9,9"], 2, &["--from", "X,Y"]);
    expect_refused(&["path", "meadow", "--from", "5,5", "--to", "9,9", "--algorithm", "astra"], 2, &["astar"]);
    expect_refused(&["path", "medow", "--from", "5,5", "--to", "9,9"], 2, &["did you mean \"meadow\"?"]);
}

fn expect_refused(args: &[&str], code: u8, parts: &[&str]) {
    let failure = sandtable(args).expect_err("it must fail");
    let text = failure.to_string();
    assert_eq!(sandtable::exit::code(&failure), code, "{args:?}: {text}");
    for part in parts {
        assert!(text.contains(part), "{args:?} says {text:?}, which lacks {part:?}");
    }
}
