//! Tuning of several files at once: what a match may mark of the files that it is made of.

use std::fs;

use sandtable_match::library::{ContentKind, Library};
use sandtable_match::tunable::load_marked;
use sandtable_tests::command::{Folder, error_of, sandtable};

/// One soldier against three, under rules of their own and on a map that is made.
const CAUSE: &str = r#"# Even, or is it.
rules = "own.toml"
time_limit = 200

[generate]
seed = 3
width = 32
height = 32
forest = 0 # open ground
cliff = 10

[[players]]
strategy = "duel/rush"

[[players]]
strategy = "duel/rush"

[[placed]]
player = 1
kind = "light"
at = [14, 15]
count = 1

[[placed]]
player = 2
kind = "ranged"
at = [18, 15]
count = 3

[tune]
"#;

const MARKS: &str = r#"
"own:units.light.hp" = { range = [40, 120], step = 20 }
"placed[1].count" = { range = [1, 5] }
"generate.cliff" = { range = [0, 20], step = 5 }
"duel/rush:goals.rush.size" = { range = [1, 9] }
"#;

/// A folder with the match and its rules.
fn home(name: &str, marks: &str) -> (Folder, String) {
    let home = Folder::new(name);
    let rules = concat!(env!("CARGO_MANIFEST_DIR"), "/../scenarios/rules/duel.toml");
    home.file("own.toml", &fs::read_to_string(rules).expect("rules"));
    let file = home.file("cause.toml", &format!("{CAUSE}{marks}")).to_string_lossy().into_owned();
    (home, file)
}

#[test]
fn a_match_marks_values_of_the_files_it_is_made_of() {
    let (_home, file) = home("tune-marks-of-others", MARKS);
    sandtable(&["check", &file]).expect("it is in order");
    let mut library = Library::here();
    let path = library.find(ContentKind::Matches, &file).expect("it is there");
    let marked = load_marked(&mut library, &path).expect("it is in order");
    let told: Vec<String> = marked
        .parameters
        .iter()
        .map(|one| format!("{} = {} in {} ({})", one.key(), one.written, one.range(), one.file))
        .collect();
    let expected = [
        "units.light.hp = 80 in 40 … 120 (own.toml)",
        "placed[1].count = 1 in 1 … 5 ()",
        "generate.cliff = 10 in 0 … 20 ()",
        "goals.rush.size = 3 in 1 … 9 (strategies/duel/rush.toml)",
    ];
    assert_eq!(told, expected);
}

#[test]
fn marks_of_other_files_that_lead_nowhere_are_named_with_their_place() {
    let cases = [
        ("\"own:units.lihgt.hp\" = { range = [1, 99] }", "did you mean \"own:units.light.hp\"?"),
        ("\"owm:units.light.hp\" = { range = [1, 99] }", "did you mean \"own\"?"),
        ("\"own:units.light.hp\" = { range = [1, 9] }", "found 80 in the file; expected a value of its range, 1 to 9"),
        ("\"own:units.light.tags[1]\" = { range = [1, 9] }", "a path to a string"),
        ("\"own:\" = { range = [1, 9] }", "no path"),
    ];
    for (line, expected) in cases {
        let (_home, file) = home("tune-marks-nowhere", line);
        let mut library = Library::here();
        let path = library.find(ContentKind::Matches, &file).expect("it is there");
        let error = load_marked(&mut library, &path).expect_err(line).to_string();
        assert!(error.contains(expected) && error.contains("cause.toml:31:1"), "{line}: {error}");
    }
    // Behaviours are named by the rules, and a map is drawn.
    let (_home, file) = home("tune-marks-known", "");
    let text =
        fs::read_to_string(&file).expect("a match").replace("own.toml", "classic").replace("duel/rush", "first/rush");
    let text = text.replace("\"light\"", "\"archer\"").replace("\"ranged\"", "\"archer\"");
    fs::write(&file, text + "\"maps/duel16:name\" = { range = [1, 9] }\n").expect("written");
    let (code, said) = error_of(&["check", &file]);
    let expected = "a file that the match is made of: behaviours/classic, rules/classic, strategies/first/rush";
    assert!(code == 1 && !said.contains("panic"), "{said}");
    let mut library = Library::here();
    let path = library.find(ContentKind::Matches, &file).expect("it is there");
    let error = load_marked(&mut library, &path).expect_err("a map").to_string();
    assert!(error.contains(expected), "{error}");
    // A strategy is played against others, under rules that are not its own.
    let home = Folder::new("tune-marks-of-strategy");
    let rush = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../scenarios/strategies/duel/rush.toml"));
    let text = rush.expect("a strategy") + "\n[tune]\n\"duel:units.light.hp\" = { range = [1, 99] }\n";
    let (code, said) = error_of(&["tune", &home.file("rush.toml", &text).to_string_lossy()]);
    assert!(code == 2 && said.contains("a value of another file"), "{said}");
}

#[test]
fn a_value_that_the_reader_of_its_file_refuses_is_named() {
    let (home, file) = home("tune-refused-by-rules", "\"own:units.light.hp\" = { range = [0, 80], step = 80 }\n");
    let (code, said) = error_of(&["tune", &file, "--out", &home.0.join("out").to_string_lossy()]);
    assert!(code == 2 && said.contains("tune.\"own:units.light.hp\": cannot be 0"), "{said}");
    assert!(said.contains("own.toml:") && said.contains("units.light.hp"), "{said}");
}

#[test]
fn rules_and_the_map_are_tuned_with_the_match_and_found_beside_it() {
    let (home, file) = home("tune-several", &MARKS[..MARKS.find("\"duel").expect("a mark")]);
    let out = home.0.join("out");
    let folder = out.to_string_lossy().into_owned();
    let mut args = vec!["tune", &file, "--out", &folder, "--games", "160", "--proof-games", "100"];
    args.extend(["--deviation-games", "0"]);
    sandtable(&args).expect("stronger soldiers are better");
    let read = |name: &str| fs::read_to_string(out.join(name)).expect(name);
    let (tuned, rules, diff) = (read("tuned.toml"), read("own.toml"), read("tuned.diff"));
    assert!(tuned.contains("# Even, or is it.") && !rules.contains("[units.light]\ntags = [\"melee\"]\nhp = 80"));
    assert!(diff.contains("+++ own.toml") && diff.contains("-hp = 80"), "{diff}");
    // The match in the folder takes the rules that lie beside it.
    let tuned_file = out.join("tuned.toml").to_string_lossy().into_owned();
    sandtable(&["check", &tuned_file]).expect("it is in order");
    let mut library = Library::here();
    let path = library.find(ContentKind::Matches, &tuned_file).expect("it is there");
    let marked = load_marked(&mut library, &path).expect("it is in order");
    let hp: u32 = marked.parameters[0].written.parse().expect("a number");
    assert!(hp != 80 && rules.contains(&format!("hp = {hp}\n")), "{hp}");
}

#[test]
fn the_map_of_a_match_is_made_by_its_settings() {
    let (home, file) = home("generate", "");
    let map = |text: &str| {
        let file = home.file("other.toml", text).to_string_lossy().into_owned();
        sandtable_match::assemble::load_match(&mut Library::here(), &file).map(|scenario| scenario.map)
    };
    let text = fs::read_to_string(&file).expect("a match");
    let (first, again) = (map(&text).expect("a map"), map(&text).expect("a map"));
    assert_eq!(first, again);
    assert_ne!(first, map(&text.replace("cliff = 10", "cliff = 30")).expect("a map"));
    let cases = [
        ("cliff = 10", "clif = 10", "did you mean \"cliff\"?"),
        ("cliff = 10", "cliff = 41", "a whole number from 0 to 40"),
        ("height = 32", "height = 32\nplayers = 5", "rotate4"),
        ("seed = 3", "seed = 3\nsymmetry = \"rotat2\"", "did you mean \"rotate2\"?"),
        ("time_limit = 200", "time_limit = 200\nmap = \"duel16\"", "either `map` or `generate`"),
        ("width = 32\nheight = 32", "width = 16\nheight = 16\nplayers = 8", "or a larger map"),
    ];
    for (from, to, expected) in cases {
        let Err(failure) = map(&text.replace(from, to)) else { panic!("{to}") };
        let error = failure.to_string();
        assert!(error.contains(expected) && error.contains("other.toml:"), "{to}: {error}");
    }
}
