//! What a command writes to a file its user names: whole, and over nothing but an earlier file of the same kind.

use std::fs;

use sandtable::exit::code;
use sandtable_match::Failure;
use sandtable_tests::command::{Folder, error_of, sandtable};

const PRECIOUS: &str = "# Notes\n\nNot a product of this program.\n";

/// Records a short match.
fn record(to: &str) -> Result<(), Failure> {
    sandtable(&["match", "--map", "meadow", "--time-limit", "5", "--p1", "first/rush", "--replay", to])
}

#[test]
fn a_file_of_another_kind_is_never_written_over() {
    let home = Folder::new("other-kind");
    let path = |name: &str| home.0.join(name).to_str().expect("text").to_owned();
    let (replay, page, map) = (path("game.replay"), path("match.html"), path("my.map"));
    let render = |to: &str| sandtable(&["replay", "render", &replay, "-o", to]);
    let draw = |to: &str| sandtable(&["map", "generate", "--seed", "3", "-o", to]);
    for _ in ["new", "again"] {
        record(&replay).expect("it records");
        render(&page).expect("it renders");
        draw(&map).expect("it draws");
    }
    let notes = home.file("notes.md", PRECIOUS);
    let notes = notes.to_str().expect("text");
    let before = home.files();
    let products = [
        ("replay", [notes, &page, &map], &record as &dyn Fn(&str) -> _),
        ("page", [notes, &replay, &map], &render),
        ("map", [notes, &replay, &page], &draw),
    ];
    for (kind, others, write) in products {
        for other in others {
            let failure = write(other).expect_err("it would be lost");
            let text = failure.to_string();
            assert_eq!(code(&failure), 2, "{text}");
            let parts = [other, &format!("is not a {kind}"), "name another file"];
            assert!(parts.iter().all(|part| text.contains(part)), "{kind} over {other} says {text:?}");
        }
    }
    assert_eq!(home.files(), before, "all is as it was, and nothing half-written is left");
}

/// A replay made small is a replay, too, and took the place of the match that it was made from.
#[test]
fn what_is_made_from_a_replay_does_not_take_its_place() {
    let home = Folder::new("own-input");
    let path = home.0.join("game.replay");
    let replay = path.to_str().expect("text");
    record(replay).expect("it records");
    let (before, roundabout) = (home.files(), home.0.join(".").join("game.replay"));
    let itself = roundabout.to_str().expect("text");
    for arguments in [["replay", "minimize", replay, "-o", itself], ["replay", "rerun", replay, "--record", itself]] {
        let (status, said) = error_of(&arguments);
        assert_eq!(status, 2, "{said}");
        assert!(said.contains("is the input, which would be lost: name another file"), "{said}");
    }
    assert_eq!(home.files(), before);
}

#[cfg(unix)]
#[test]
fn a_link_under_the_name_of_a_partial_file_is_not_written_through() {
    let home = Folder::new("planted");
    let notes = home.file("notes.md", PRECIOUS);
    let map = home.0.join("my.map");
    std::os::unix::fs::symlink(&notes, home.0.join("my.map.partial")).expect("a link");
    sandtable(&["map", "generate", "-o", map.to_str().expect("text")]).expect("it is drawn");
    assert_eq!(fs::read_to_string(&notes).expect("a file"), PRECIOUS);
    assert!(!map.is_symlink() && !home.0.join("my.map.partial").is_symlink());
    fs::create_dir(home.0.join("other.map.partial")).expect("a folder");
    let (_, said) = error_of(&["map", "generate", "-o", home.0.join("other.map").to_str().expect("text")]);
    assert!(said.contains("it is a folder"), "{said}");
}

#[test]
fn an_empty_file_is_free_to_be_written() {
    let home = Folder::new("empty");
    let empty = home.file("fresh.map", "");
    sandtable(&["map", "generate", "-o", empty.to_str().expect("text")]).expect("nothing is lost");
    sandtable(&["map", "check", empty.to_str().expect("text")]).expect("a map");
}

#[test]
fn what_is_wrong_with_a_replay_comes_with_what_would_do() {
    let home = Folder::new("remedy");
    let path = home.0.join("game.replay");
    let replay = path.to_str().expect("text");
    record(replay).expect("it records");
    let whole = fs::read(&path).expect("a replay");
    let (mut damaged, mut newer) = (whole.clone(), whole.clone());
    damaged[whole.len() - 3] ^= 1;
    newer[8] = 9;
    let cases: [(&[u8], &str, &str); 4] = [
        (&whole[..whole.len() - 9], "the file was truncated", "copy it again"),
        (&damaged, "is damaged", "--replay"),
        (&newer, "format version 9", "the version of Sandtable that wrote it"),
        (PRECIOUS.as_bytes(), "not a replay", "name a file that match --replay or tournament wrote"),
    ];
    for (bytes, what, remedy) in cases {
        fs::write(&path, bytes).expect("a file");
        for command in ["verify", "info"] {
            assert_eq!(error_of(&["replay", command, replay]).0, 1);
        }
        let text = sandtable_match::store::read_replay(&path).expect("readable").expect_err("no replay").explained();
        assert!(text.contains(what) && text.contains(remedy), "{text}");
    }
}
