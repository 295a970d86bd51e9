//! Strategy files that build on others: what plays is what the same file written out plays, and every message names the file and line
//! in which the wrong value stands.

use std::fs;
use std::path::Path;

use sandtable_ai::Registry;
use sandtable_diagnostics::Issues;
use sandtable_match::Failure;
use sandtable_match::assemble::{StrategyFile, load_strategy};
use sandtable_match::library::Library;
use sandtable_match::request::{MatchGround, MatchRequest};
use sandtable_match::runner::run_match;
use sandtable_state::id::PlayerId;
use sandtable_tests::command::{Folder, error_of, sandtable};
use sandtable_tests::meeting::classic;
use sandtable_tests::run_folder::texts;

const BASE: &str = r#"# The base.
bot = "goals"
about = "The base."
rules = "classic"
noise_percent = 20

[armies.lid]
share_percent = 50

[goals.economy]
priority = 80
workers = 20

[goals.scout]
priority = 84
unit = "scout"

[goals.press]
goal = "rush"
priority = 70
mix = { swordsman = 1, archer = 2 }
size = 6
odds_percent = 90
buildings = { barracks = 2, range = 1 }
when = [{ input = "time", min = 60 }]

[goals.guard]
goal = "rush"
priority = 70
mix = { spearman = 1 }
size = 300
"#;

/// Every way to say something over a base: a value, a key that is dropped, a table in braces that replaces and one that is laid over key by
/// key, a goal that is dropped, and new ones in their places.
const CHILD: &str = r#"# The child.
extends = "base.toml"
about = "The child."

[armies]
lid = false

[goals]
scout = false

[goals.first]
goal = "tech"
priority = 70
aims = ["range"]

[goals.press]
priority = 71.5
odds_percent = false
mix = { archer = 1 }
buildings.barracks = 1

[goals.second]
goal = "tech"
priority = 70
aims = ["mail"]
"#;

/// The same, written out.
const WRITTEN: &str = r#"
bot = "goals"
about = "The child."
rules = "classic"
noise_percent = 20

[goals.economy]
priority = 80
workers = 20

[goals.first]
goal = "tech"
priority = 70
aims = ["range"]

[goals.press]
goal = "rush"
priority = 71.5
mix = { archer = 1 }
size = 6
buildings = { barracks = 1, range = 1 }
when = [{ input = "time", min = 60 }]

[goals.second]
goal = "tech"
priority = 70
aims = ["mail"]

[goals.guard]
goal = "rush"
priority = 70
mix = { spearman = 1 }
size = 300
"#;

/// A folder with these files.
fn home(name: &str, files: &[(&str, &str)]) -> Folder {
    let home = Folder::new(name);
    for (name, text) in files {
        if let Some(folder) = Path::new(name).parent() {
            fs::create_dir_all(home.0.join(folder)).expect("a folder");
        }
        home.file(name, text);
    }
    home
}

fn path(home: &Folder, name: &str) -> String {
    home.0.join(name).to_string_lossy().into_owned()
}

fn load(file: &str) -> Result<StrategyFile, Failure> {
    load_strategy(&mut Library::here(), &Registry::standard(), file)
}

/// What is wrong with a file, each with its place: the name of the file, its line and column.
fn wrong(home: &Folder, name: &str) -> Vec<String> {
    let file = path(home, name);
    let build = |file: StrategyFile| file.build(&Registry::standard(), &classic(), PlayerId(0), 1).map(drop);
    let issues = match load(&file).and_then(|file| Ok(build(file)?)) {
        Err(Failure::Content(issues)) => issues,
        other => panic!("{other:?}"),
    };
    let folder = format!("{}/", home.0.to_string_lossy());
    issues.to_string().lines().map(|line| line.replace(&folder, "")).collect()
}

/// The state after a match of a strategy against itself, and how long it was.
fn played(file: &str) -> (String, u32) {
    let ground = MatchGround::Map { map: "meadow", rules: "classic", time_limit_seconds: Some(420) };
    let request = MatchRequest { ground, strategies: &[Some(file), Some(file)], order_delay_ticks: None, seed: 5 };
    let setup = request.load(&Registry::standard()).unwrap_or_else(|why| panic!("{why}"));
    let result = run_match(&setup.scenario, setup.commanders, 5);
    (result.hash, result.ticks)
}

#[test]
fn a_file_plays_as_what_it_says_and_what_its_base_says() {
    let home = home("derived-plays", &[("base.toml", BASE), ("child.toml", CHILD), ("written.toml", WRITTEN)]);
    let hashes = ["base", "child", "written"].map(|name| played(&path(&home, &format!("{name}.toml"))));
    assert_eq!(hashes[1], hashes[2]);
    assert_ne!(hashes[0], hashes[1]);
}

#[test]
fn shipped_files_can_be_built_on_by_name_and_on_each_other() {
    let top = "extends = \"folder/middle.toml\"\nabout = \"The top.\"\n[goals.economy]\nworkers = 31\n";
    let middle = "extends = \"root.toml\"\n[goals.economy]\nworkers = 30\n[goals.scout]\npriority = 5\n";
    let root = "extends = \"balanced\"\n[goals.scout]\npriority = 4\n";
    let home = home("derived-chain", &[("top.toml", top), ("folder/middle.toml", middle), ("folder/root.toml", root)]);
    let text = load(&path(&home, "top.toml")).unwrap_or_else(|why| panic!("{why}")).text;
    let said =
        ["about = \"The top.\"", "[goals.economy]\n", "workers = 31", "[goals.scout]\npriority = 5", "[goals.defend]"];
    assert!(said.iter().all(|part| text.contains(part)), "{text}");
    let gone = ["extends", "workers = 30", "priority = 4\n"];
    assert!(!gone.iter().any(|part| text.contains(part)), "{text}");
}

#[test]
fn what_is_wrong_is_told_where_it_stands() {
    let cases: [(&str, &str, &[&str]); 9] = [
        (
            "[goals.press]\nprioriti = 3",
            "",
            &["child.toml:4:1: goals.press.prioriti: found an unknown key", "\"priority\""],
        ),
        (
            "[goals.press]\n\n  size = 0",
            "",
            &["child.toml:5:10: goals.press.size: found 0; expected a whole number from 1"],
        ),
        (
            "[goals.press]\nmix = { archer = 1,\n  acher = 2 }",
            "",
            &["child.toml:5:3: goals.press.mix.acher: found \"acher\"", "\"archer\""],
        ),
        ("goals.press.wave = 0", "", &["child.toml:3:20: goals.press.wave: found 0"]),
        ("", "sise = 3", &["base.toml:32:1: goals.guard.sise: found an unknown key"]),
        (
            "",
            "when = [\n  { input = \"tiem\", min = 1 },\n]",
            &["base.toml:33:13: goals.guard.when[1].input", "\"time\""],
        ),
        (
            "[goals]\nscuot = false",
            "",
            &["child.toml:4:1: goals.scuot: found false, for a name that the base does not have", "\"scout\""],
        ),
        ("[goals.guard]\nsize = false", "", &["child.toml:3:8: missing key goals.guard.size"]),
        (
            "[goals.new]\ngoal = \"attack\"\npriority = 3\nsize = 2",
            "",
            &["child.toml:3:8: goals.new.mix: found no soldiers"],
        ),
    ];
    for (child, base, expected) in cases {
        let child = format!("extends = \"base.toml\"\nabout = \"It.\"\n{child}\n");
        let base = format!("{BASE}{base}\n");
        let found = wrong(&home("derived-wrong", &[("base.toml", &base), ("child.toml", &child)]), "child.toml");
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with(expected[0]), "{found:?}");
        assert!(expected.iter().all(|part| found[0].contains(part)), "{found:?}");
    }
}

#[test]
fn bases_that_cannot_be_are_refused_where_they_are_named() {
    let of = |text: &str| wrong(&home("derived-bases", &[("child.toml", text)]), "child.toml");
    let found = of("about = \"It.\"\nextends = \"balnced\"");
    assert!(
        found[0].starts_with("child.toml:2:11: extends: found \"balnced\"; expected the name or path of a strategy"),
        "{found:?}"
    );
    assert!(found[0].ends_with("did you mean \"balanced\"?"), "{found:?}");
    assert_eq!(of("extends = 3"), ["child.toml:1:11: extends: found 3; expected the name or path of a strategy file"]);

    let circle =
        [("a.toml", "extends = \"b.toml\""), ("b.toml", "\nextends = \"c.toml\""), ("c.toml", "extends = \"a.toml\"")];
    let home_of_circle = home("derived-circle", &circle);
    let found = wrong(&home_of_circle, "a.toml").join(" ");
    assert!(found.starts_with("c.toml:1:11: extends: found a circle: a.toml -> b.toml -> c.toml -> a.toml"), "{found}");

    let links: Vec<(String, String)> =
        (0..10).map(|row| (format!("{row}.toml"), format!("extends = \"{}.toml\"", row + 1))).collect();
    let links: Vec<(&str, &str)> = links.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let found = wrong(&home("derived-deep", &links), "0.toml").join(" ");
    assert!(found.starts_with("8.toml:1:11: extends: found more than 8 files"), "{found}");

    let found = wrong(
        &home("derived-syntax", &[("base.toml", "bot ="), ("child.toml", "extends = \"base.toml\"")]),
        "child.toml",
    );
    assert!(found[0].starts_with("base.toml:1:"), "{found:?}");
}

#[test]
fn a_text_alone_that_names_a_base_is_refused() {
    let info = sandtable_ai::MatchInfo { rules: &classic(), player: PlayerId(0), seed: 1, name: "child" };
    let text = "extends = \"balanced\"\nbot = \"idle\"\nabout = \"It.\"";
    let issues: Issues =
        Registry::standard().commander("child.toml", text, &info).map(drop).expect_err("it has no base");
    assert!(issues.to_string().starts_with("child.toml:1:11: extends: found \"balanced\""), "{issues}");
}

#[test]
fn a_record_holds_what_played_whatever_becomes_of_the_base() {
    let home = home("derived-record", &[("base.toml", BASE), ("child.toml", CHILD)]);
    let (child, replay) = (path(&home, "child.toml"), path(&home, "it.replay"));
    let args = ["match", "--map", "meadow", "--p1", &child, "--p2", "idle", "--seed", "3", "--time-limit", "60"];
    sandtable(&[&args[..], &["--replay", &replay]].concat()).expect("it is played");
    fs::remove_file(path(&home, "base.toml")).expect("the base is gone");
    sandtable(&["replay", "verify", "--commanders", &replay]).expect("its commanders are run again");
    let (code, words) = error_of(&args);
    assert!(code == 2 && words.contains("child.toml:2:11: extends: found \"base.toml\""), "{code} {words}");
}

#[test]
fn what_is_tuned_is_written_into_the_file_that_marks_it() {
    let base = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../scenarios/strategies/duel/rush.toml"));
    let base = base.expect("shipped") + "\n[tune]\n\"goals.rush.priority\" = { range = [1, 99] }\n";
    let child = "# The child.\nextends = \"base.toml\"\nabout = \"It.\"\n\n[goals.rush]\nwave = 1 # kept\n\n[tune]\n\
                 \"goals.rush.size\" = { range = [1, 9] }\n\"goals.rush.wave\" = { range = [1, 9] }\n";
    let home = home("derived-tuned", &[("base.toml", &base), ("child.toml", child)]);
    let mut file = load(&path(&home, "child.toml")).unwrap_or_else(|why| panic!("{why}"));
    let marked: Vec<String> = file.parameters().expect("in order").into_iter().map(|one| one.path).collect();
    assert_eq!(marked, ["goals.rush.size", "goals.rush.wave"]);

    let out = path(&home, "out");
    let args =
        ["tune", &path(&home, "child.toml"), "--against", "duel/rush", "--maps", "duel16", "--held-out", "seeds"];
    let terms = ["--games", "40", "--proof-games", "8", "--time-limit", "90", "--seed", "3", "--out", &out];
    let _ = sandtable(&[&args[..], &terms].concat());
    let written = texts(Path::new(&out));
    let tuned =
        ["tuned.toml", "candidate.toml"].iter().find_map(|name| written.get(*name)).expect("it found something");
    assert!(
        tuned.starts_with("# The child.\nextends = \"base.toml\"\nabout = \"It.\"\n\n[goals.rush]\nwave = "),
        "{tuned}"
    );
    assert!(tuned.contains("[tune]") && !tuned.contains("[goals.economy]"), "{tuned}");
    assert_eq!(written.get("base.toml"), Some(&base));
    let name = if written.contains_key("tuned.toml") { "tuned.toml" } else { "candidate.toml" };
    let found = load(&format!("{out}/{name}")).unwrap_or_else(|why| panic!("{why}"));

    // What is written plays as the text that was measured.
    file.text = found.text.clone();
    assert_eq!(file.own_text(), *tuned);
}
