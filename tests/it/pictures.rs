//! Pictures of moments: those of the documents are what the program draws, and what is no moment is told.

use std::fs;
use std::path::Path;

use sandtable_match::store::read_replay;
use sandtable_tests::command::{Folder, error_of, sandtable};
use sandtable_viewer::match_picture;

/// The pictures of docs/pictures of matches: name, golden and tick.
const SHOWN: [(&str, &str, u32); 2] = [("match.svg", "meadow-rush-tech", 2_400), ("feint.svg", "agents-feint", 272)];
/// The picture of the results of a tournament, and its file.
const RESULTS: (&str, &str) = ("tournament.svg", "tests/fixtures/pictured-tournament.toml");
/// Pictures that the Python package draws: `learn.py --svg`.
const BY_PYTHON: [&str; 1] = ["learning.svg"];
/// Pictures that the commands of docs/TUTORIAL.md draw; `cli/tests/tutorial.rs` compares them.
const BY_TUTORIAL: [&str; 2] = ["first-match.svg", "proof.svg"];
/// Bytes of one, at most.
const MOST: usize = 150_000;

fn root(path: &str) -> String {
    format!("{}/../{path}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn pictures_of_the_documents_are_what_the_program_draws() {
    let home = Folder::new("pictures");
    for (name, golden, tick) in SHOWN {
        let (replay, tick) = (format!("replays/{golden}.replay"), tick.to_string());
        let drawn = home.0.join(name).to_string_lossy().into_owned();
        sandtable(&["replay", "picture", &root(&replay), "--tick", &tick, "-o", &drawn]).expect("it is drawn");
        let drawn = fs::read_to_string(drawn).expect("a picture");
        let kept = fs::read_to_string(root(&format!("docs/pictures/{name}"))).unwrap_or_default();
        let remedy = format!("sandtable replay picture {replay} --tick {tick} -o docs/pictures/{name}");
        assert!(drawn == kept, "docs/pictures/{name} is of another engine; to renew it: {remedy}");
        assert!(drawn.len() <= MOST, "{name}: {} bytes", drawn.len());
    }
    let kept = fs::read_dir(root("docs/pictures")).expect("a folder").count();
    assert_eq!(kept, SHOWN.len() + 1 + BY_PYTHON.len() + BY_TUTORIAL.len(), "a picture that nothing renews");
    let mut elsewhere = BY_PYTHON.iter().chain(&BY_TUTORIAL);
    assert!(elsewhere.all(|name| fs::exists(root(&format!("docs/pictures/{name}"))).is_ok_and(|there| there)));
}

#[test]
fn the_picture_of_a_report_is_what_the_program_draws_of_its_tournament() {
    let home = Folder::new("picture-of-results");
    let (name, file) = RESULTS;
    let [out, drawn] = ["out", name].map(|name| home.0.join(name).to_string_lossy().into_owned());
    sandtable(&["tournament", &root(file), "--out", &out]).expect("it is played");
    sandtable(&["replay", "picture", &out, "-o", &drawn]).expect("it is drawn");
    let drawn = fs::read_to_string(drawn).expect("a picture");
    let kept = fs::read_to_string(root(&format!("docs/pictures/{name}"))).unwrap_or_default();
    let remedy =
        format!("sandtable tournament {file} --out out && sandtable replay picture out -o docs/pictures/{name}");
    assert!(drawn == kept, "docs/pictures/{name} is of another engine; to renew it: {remedy}");
    assert!(drawn.len() <= MOST && !drawn.contains("NaN"), "{} bytes", drawn.len());
    for part in ["first/rush", "95 % interval", "24 games in 12 pairs", "prefers-color-scheme: dark"] {
        assert!(drawn.contains(part), "{part}: {drawn}");
    }
    let named = |name: &str| drawn.matches(&format!(">{name}<")).count();
    assert!(["first/rush", "first/tech", "first/expand"].iter().all(|name| named(name) == 2), "rows and columns");
    let (code, said) = error_of(&["replay", "picture", &out, "--tick", "9"]);
    assert!(code == 2 && said.contains("--tick: found results; expected a replay"), "{said}");
    let (code, said) = error_of(&["replay", "picture", &root("replays/duel.replay")]);
    assert!(code == 2 && said.contains("missing option --tick"), "{said}");
}

#[test]
fn a_picture_has_the_board_the_players_and_the_chart_at_any_tick() {
    let replay = read_replay(Path::new(&root("replays/duel.replay"))).expect("readable").expect("whole");
    let end = match_picture(&replay, u32::MAX).expect("it is drawn");
    let last = replay.chunks.last().expect("ticks").last_tick();
    assert_eq!(match_picture(&replay, last).expect("it is drawn"), end, "after the last tick it is the last one");
    let begin = match_picture(&replay, 0).expect("it is drawn");
    for picture in [&begin, &end] {
        for part in ["Army value over the match", "On the board", "prefers-color-scheme: dark", "workers"] {
            assert!(picture.contains(part), "{part}: {picture}");
        }
        assert!(picture.starts_with("<svg") && !picture.contains("NaN") && !picture.contains("inf"), "{picture}");
    }
    assert!(begin.contains("0 soldiers worth 0") && begin.contains("0:00 of "), "{begin}");
    assert_ne!(begin, end);
}

#[test]
fn nothing_but_a_picture_is_written_over() {
    let home = Folder::new("picture-over");
    let taken = home.file("notes.txt", "mine").to_string_lossy().into_owned();
    let (code, said) = error_of(&["replay", "picture", &root("replays/duel.replay"), "--tick", "9", "-o", &taken]);
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("is not a picture"), "{said}");
    assert_eq!(fs::read_to_string(taken).expect("it stays"), "mine");
}
