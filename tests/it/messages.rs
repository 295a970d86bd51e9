//! Messages about content files: one mistake gives one message, at the line of the mistake, with that line and the key that was meant.

use std::path::{Path, PathBuf};

use sandtable_ai::Registry;
use sandtable_diagnostics::{Code, Issue, Issues, Painted, Severity, annotated};
use sandtable_lab::check::check_file;
use sandtable_match::Failure;
use sandtable_tests::command::{error_of, sandtable};
use sandtable_tests::misspelling::{Mistake, Mutant, mutants};

const SCENARIOS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../scenarios");
/// Every 41st mutant is tried by `cargo test`; every one with `MESSAGES=1`, as `.ci/soak` does.
const STRIDE: usize = 41;

/// The result of the mutants that were refused.
#[derive(Default)]
struct Told {
    counts: Vec<usize>,
    elsewhere: Vec<String>,
    unquoted: Vec<String>,
    /// Keys and names that were misspelt.
    renames: usize,
    wrong: Vec<String>,
    many: Vec<String>,
}

impl Told {
    fn note(&mut self, file: &str, mutant: &Mutant, issues: &Issues) {
        let what = format!("{file}: {:?} of {} (line {})", mutant.mistake, mutant.path, mutant.line);
        self.counts.push(issues.0.len());
        let first = &issues.0[0];
        if issues.0.len() > 2 {
            self.many.push(format!("{what}: {}", issues.to_string().replace('\n', "\n      ")));
        }
        if first.line != mutant.line {
            self.elsewhere.push(format!("{what}: {first}"));
        }
        let line = mutant.text.lines().nth(first.line.saturating_sub(1) as usize).unwrap_or_default();
        let rendered = annotated(issues, Painted::Plain);
        let is_quoted = line.is_empty() || rendered.contains(&format!("{} |", first.line));
        if first.file.ends_with(file) && (first.source != line || !is_quoted) {
            self.unquoted.push(format!("{what}: {first}"));
        }
        if mutant.mistake == Mistake::Rename || is_name(mutant, first) {
            self.renames += 1;
            if first.suggestion.as_deref() != Some(mutant.key.as_str()) {
                self.wrong.push(format!("{what}: {first}"));
            }
        }
    }
}

/// Whether a word was misspelt, and refused as a name that nothing has.
fn is_name(mutant: &Mutant, issue: &Issue) -> bool {
    mutant.mistake == Mistake::Word && issue.code == Code::UnknownName
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).expect("a folder");
    for path in entries.map(|entry| entry.expect("an entry").path()) {
        match path.is_dir() {
            true => files(&path, found),
            false => found.push(path),
        }
    }
    found.sort();
}

fn copied(to: &Path) -> Vec<PathBuf> {
    let mut shipped = Vec::new();
    files(Path::new(SCENARIOS), &mut shipped);
    let copy = |file: &PathBuf| {
        let own = to.join(file.strip_prefix(SCENARIOS).expect("within"));
        std::fs::create_dir_all(own.parent().expect("a folder")).expect("made");
        std::fs::copy(file, &own).expect("copied");
        own
    };
    shipped.iter().map(copy).collect()
}

fn told(stride: usize) -> Told {
    let folder = sandtable_tests::command::Folder::new("messages");
    let root = folder.0.join("scenarios");
    let (registry, mut told, mut number) = (Registry::standard(), Told::default(), 0_usize);
    for file in copied(&root) {
        let name = file.strip_prefix(&root).expect("within").to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&file).expect("text");
        for mutant in mutants(&text) {
            number += 1;
            if number % stride != 0 {
                continue;
            }
            std::fs::write(&file, &mutant.text).expect("written");
            let issues = check_file(&file, None, &registry, None).expect("it is read");
            if issues.has_errors() {
                told.note(&name, &mutant, &issues);
            }
        }
        std::fs::write(&file, text).expect("written");
    }
    told
}

fn share(part: &[String], whole: usize) -> f64 {
    100.0 * part.len() as f64 / whole.max(1) as f64
}

#[test]
fn one_mistake_gives_one_message_at_its_line_with_the_line_quoted() {
    let stride = std::env::var("MESSAGES").ok().and_then(|value| value.parse().ok());
    let mut told = told(stride.unwrap_or(STRIDE));
    told.counts.sort_unstable();
    let count = told.counts.len();
    assert!(count > 100, "{count} mutants were refused");
    let (median, p99) = (told.counts[count / 2], told.counts[count * 99 / 100]);
    println!(
        "{count} refused: median {median}, p99 {p99}, most {}; elsewhere {:.2} %; unquoted {}; suggestions wrong {:.2} % of {}",
        told.counts[count - 1],
        share(&told.elsewhere, count),
        told.unquoted.len(),
        share(&told.wrong, told.renames),
        told.renames
    );
    for (what, list) in
        [("many", &told.many), ("elsewhere", &told.elsewhere), ("unquoted", &told.unquoted), ("wrong", &told.wrong)]
    {
        list.iter().take(40).for_each(|line| println!("  {what}: {line}"));
    }
    assert!(median == 1 && p99 <= 2, "median {median}, p99 {p99}");
    assert!(told.unquoted.is_empty());
    assert!(share(&told.elsewhere, count) <= 2.0);
    assert!(share(&told.wrong, told.renames) <= 5.0);
}

/// The issues of a text, checked as a file of its own below no folder of content.
fn issues_of(name: &str, text: &str) -> Issues {
    issues_of_file(&format!("{name}.toml"), text)
}

/// The issues of a text in a file of this name.
fn issues_of_file(name: &str, text: &str) -> Issues {
    let folder = sandtable_tests::command::Folder::new(&format!("messages-{}", name.replace('/', "-")));
    let file = folder.0.join(name);
    std::fs::create_dir_all(file.parent().expect("a folder")).expect("made");
    std::fs::write(&file, text).expect("written");
    check_file(&file, None, &Registry::standard(), None).expect("it is read")
}

#[test]
fn a_misspelt_key_that_decides_a_form_is_one_message() {
    let plain = "bot = \"goals\"\nabout = \"One.\"\n[goals.guard]\ngoal = \"defend\"\npriority = 50\n";
    assert!(!issues_of("plain", plain).has_errors());
    let considering = |when: &str| format!("{plain}when = [{{ {when} }}]\n");
    let querying = |parts: &str| format!("{plain}[[queries.picket.options]]\n{parts}\n");
    let cases = [
        ("bot", 1, plain.replace("bot =", "bott =")),
        ("input", 6, considering("inptu = \"time\", base = [[0, 1], [60, 2]]")),
        ("times", 6, considering("input = \"time\", tiwes = [[0, 1], [60, 2]]")),
        ("base", 6, considering("input = \"time\", baes = [[0, 1], [60, 2]]")),
        ("then", 6, considering("input = \"time\", min = 3, thne = { base = 1 }")),
        ("grid", 7, querying("generate = [{ gird = \"home\", radius = 4 }]")),
        ("points", 7, querying("generate = [{ pionts = \"sites\", around = \"home\", radius = 4 }]")),
        ("if", 8, querying("generate = [{ grid = \"home\", radius = 4 }]\nfilters = [{ ifx = \"placeable\" }]")),
        ("range", 7, format!("{plain}[tune]\n\"goals.guard.priority\" = {{ ragne = [40, 60] }}\n")),
        ("goals.guard.priority", 7, format!("{plain}[tune]\n\"goals.gaurd.priority\" = {{ range = [40, 60] }}\n")),
    ];
    for (key, line, text) in cases {
        let issues = issues_of(key, &text);
        let found: Vec<_> = issues.0.iter().map(|issue| (issue.line, issue.suggestion.as_deref())).collect();
        assert_eq!(found, [(line, Some(key))], "{issues}");
    }
}

#[test]
fn keys_of_no_form_of_a_table_are_one_message() {
    let plain = "bot = \"goals\"\nabout = \"One.\"\n[goals.guard]\ngoal = \"defend\"\npriority = 50\n[tune]\n";
    let issues = issues_of("form", &format!("{plain}\"goals.guard.priority\" = {{ min = 40, max = 60 }}\n"));
    let [issue] = &issues.0[..] else { panic!("{issues}") };
    assert_eq!((issue.line, issue.code), (7, Code::UnknownKey), "{issue}");
    assert!(issue.field.ends_with(".min") && issue.expected.contains("range"), "{issue}");
}

#[test]
fn a_name_of_thousands_of_letters_is_unknown_and_quoted_in_part() {
    let issues = issues_of("long", &format!("rules = \"{}\"\nmap = \"duel16\"\n", "x".repeat(5_000)));
    let [issue] = &issues.0[..] else { panic!("{issues}") };
    assert_eq!((issue.line, issue.column, issue.code), (1, 9, Code::UnknownName), "{issue}");
    assert!(issue.source.starts_with("rules = \"xxx") && issue.source.len() + issue.found.len() < 1_000, "{issue}");
}

/// The path of a ruleset's file was compared with the ruleset's name, so that no strategy could name a ruleset beside it.
#[test]
fn a_strategy_may_name_the_file_of_its_ruleset() {
    let home = sandtable_tests::command::Folder::new("own-rules");
    let duel = std::fs::read_to_string(Path::new(SCENARIOS).join("rules/duel.toml")).expect("shipped");
    home.file("own.toml", &duel.replace("name = \"duel\"", "name = \"own\""));
    home.file("other.toml", &duel);
    let issues_with = |rules: &str| {
        let file = home.file("mine.toml", &format!("bot = \"idle\"\nabout = \"One.\"\nrules = \"{rules}\"\n"));
        check_file(&file, None, &Registry::standard(), None).expect("it is read")
    };
    assert!(!issues_with("own.toml").has_errors(), "{}", issues_with("own.toml"));
    let issues = issues_with("other.toml");
    let [issue] = &issues.0[..] else { panic!("{issues}") };
    assert_eq!((issue.line, issue.expected.as_str()), (3, "\"duel\", the match's rules"), "{issue}");
}

#[test]
fn names_in_capitals_are_meant_and_a_single_letter_is_like_none() {
    let cases = [
        (1, Some("duel"), "rules = \"DUEL\"\nmap = \"duel16\"\n"),
        (3, Some("time_limit"), "rules = \"duel\"\nmap = \"duel16\"\nTIME_LIMIT = 3\n[[players]]\n[[players]]\n"),
        (3, None, "rules = \"duel\"\nmap = \"duel16\"\nx = 3\n[[players]]\n[[players]]\n"),
    ];
    for (line, meant, text) in cases {
        let issues = issues_of("capitals", text);
        let found: Vec<_> = issues.0.iter().map(|issue| (issue.line, issue.suggestion.as_deref())).collect();
        assert_eq!(found, [(line, meant)], "{issues}");
    }
}

/// The kind was told by a reader that takes no number beyond 64 bits: a strategy with one was read as a match.
#[test]
fn a_number_of_any_size_is_one_message_of_the_kind_of_the_file() {
    let text = "bot = \"goals\"\nabout = \"One.\"\n[goals.economy]\nworkers = 99999999999999999999\npriority = 3\n";
    let issues = issues_of("large", text);
    let found: Vec<_> = issues.0.iter().map(|issue| (issue.line, issue.code)).collect();
    assert_eq!(found, [(4, Code::InvalidValue)], "{issues}");
}

#[test]
fn a_name_that_a_list_repeats_is_one_message() {
    let repeated = tournament("classic").replace("[\"meadow\"]", "[\"meadow\", \"meadow\", \"meadow\", \"meadow\"]");
    let issues = issues_of("repeated", &repeated);
    let [issue] = &issues.0[..] else { panic!("{issues}") };
    assert_eq!((issue.line, issue.field.as_str()), (5, "maps[2]"));
}

#[test]
fn files_after_one_that_cannot_be_read_are_checked() {
    let home = sandtable_tests::command::Folder::new("unread-files");
    let wrong = home.file("wrong.toml", "rules = 3\nmap = \"duel16\"\n");
    let [absent, wrong] = [home.0.join("absent.toml"), wrong].map(|path| path.to_string_lossy().into_owned());
    for files in [[&absent, &absent], [&absent, &wrong], [&wrong, &absent]] {
        let (code, said) = error_of(&["check", "--format", "junit", files[0], files[1]]);
        assert!(code == 2 && said.contains("absent.toml: found no such file"), "{said}");
    }
    let Err(Failure::Content(issues)) = sandtable(&["check", &absent, &wrong, &absent]) else { panic!("refused") };
    assert_eq!(issues.0.len(), 2, "{issues}");
}

/// A strategy was told by the path that its match has for it, which leads elsewhere from another folder.
#[test]
fn a_file_that_another_names_is_told_by_a_path_that_leads_to_it() {
    let home = sandtable_tests::command::Folder::new("named-files");
    std::fs::create_dir_all(home.0.join("sub")).expect("made");
    std::fs::write(home.0.join("sub/mine.toml"), "bot = \"goals\"\nabot = \"One.\"\n").expect("written");
    let entry = "[[players]]\nstrategy = \"sub/mine.toml\"\n";
    let file = home.file("m.toml", &format!("rules = \"duel\"\nmap = \"duel16\"\n{entry}{entry}"));
    let issues = check_file(&file, None, &Registry::standard(), None).expect("it is read");
    let told = Path::new(&issues.0[0].file);
    assert!(told.ends_with("sub/mine.toml") && told.is_file(), "{issues}");
}

#[test]
fn a_name_in_a_list_of_a_tournament_is_quoted_and_counted_from_1() {
    let text = "name = \"cup\"\nabout = \"One.\"\nrules = \"classic\"\nseeds = 1\n\
                maps = [\"meadow\", \"nomap\"]\nstrategies = [\"idle\", \"first/rush\"]\n";
    let issues = issues_of("tournament", text);
    let [issue] = &issues.0[..] else { panic!("{issues}") };
    assert_eq!((issue.line, issue.field.as_str()), (5, "maps[2]"));
    assert!(annotated(&issues, Painted::Plain).contains("| maps = [\"meadow\", \"nomap\"]"), "{issues}");
}

/// The text of a tournament under these rules.
fn tournament(rules: &str) -> String {
    format!(
        "name = \"cup\"\nabout = \"One.\"\nrules = \"{rules}\"\nseeds = 1\nmaps = [\"meadow\"]\n\
         strategies = [\"idle\", \"first/rush\"]\n"
    )
}

#[test]
fn a_header_for_a_table_where_a_list_is_meant_is_one_message_at_the_header() {
    let duel = "rules = \"duel\"\nmap = \"duel16\"\n";
    let entry = "[[players]]\nstrategy = \"idle\"\n";
    let single = "[players]\nstrategy = \"idle\"\n";
    let expect = "[expect]\nmetric = \"score\"\nof = 1\nmin = 3\n";
    let considering = "bot = \"goals\"\nabout = \"One.\"\n[goals.guard]\ngoal = \"defend\"\npriority = 50\n\
                       when = { input = \"time\", min = 3 }\n";
    let cases = [
        (3, Code::Syntax, Some("[[players]]"), format!("{duel}{single}{entry}{entry}")),
        (5, Code::Syntax, Some("[[players]]"), format!("{duel}{entry}{single}")),
        (3, Code::InvalidValue, Some("[[players]]"), format!("{duel}{single}")),
        (3, Code::InvalidValue, Some("[[expect]]"), format!("{duel}{expect}")),
        (3, Code::InvalidValue, Some("[[players]]"), format!("{duel}[players.one]\nstrategy = \"idle\"\n")),
        (6, Code::InvalidValue, None, considering.to_owned()),
        (6, Code::InvalidValue, None, considering.replace("input = \"time\", min = 3", "")),
        (6, Code::Syntax, None, tournament("classic").replace("maps = [", "maps = [[")),
    ];
    for (line, code, meant, text) in cases {
        let issues = issues_of("headers", &text);
        let found: Vec<_> =
            issues.0.iter().map(|issue| (issue.line, issue.code, issue.suggestion.as_deref())).collect();
        assert_eq!(found, [(line, code, meant)], "{issues}");
    }
}

#[test]
fn a_misspelt_header_is_meant_as_one_of_its_sort_and_the_rest_is_quoted_as_it_is_written() {
    let plain = "bot = \"goals\"\nabout = \"One.\"\n[goals.guard]\ngoal = \"defend\"\npriority = 50\n";
    let issues = issues_of("stances", &format!("{plain}[stancs.punch]\npriority = 3\n[stance]\ncommit = 3\n"));
    let [issue] = &issues.0[..] else { panic!("{issues}") };
    assert_eq!((issue.line, issue.suggestion.as_deref()), (6, Some("stances")), "{issue}");

    let line = "when = [{ inpt = \"tmie\", min = 3 }]";
    let issues = issues_of("quoted", &format!("{plain}{line}\n"));
    let [key, name] = &issues.0[..] else { panic!("{issues}") };
    assert_eq!((key.column, key.suggestion.as_deref(), key.source.as_str()), (11, Some("input"), line));
    assert_eq!((name.column, name.suggestion.as_deref(), name.source.as_str()), (18, Some("time"), line));
}

#[test]
fn a_stray_glyph_is_marked_alone_and_a_map_without_a_line_between_is_quoted() {
    let map = std::fs::read_to_string(Path::new(SCENARIOS).join("maps/duel16.map")).expect("shipped");
    let folder = sandtable_tests::command::Folder::new("messages-stray");
    let file = folder.file("stray.map", &map.replacen("...##..", "q..##..", 1));
    let issues = check_file(&file, Some("duel"), &Registry::standard(), None).expect("it is read");
    let rendered = annotated(&issues, Painted::Plain);
    assert!(rendered.contains("invalid value: the glyph 'q' (1 cell)"), "{rendered}");
    let (before, label) = rendered.split_once('^').expect("a mark");
    assert!(!label.contains('^') && label.starts_with(" expected one of # $ . 1 2"), "{rendered}");
    let row = before.lines().rev().nth(1).expect("the row");
    assert!(row.ends_with("$........q..##.."), "{row}");

    let issues = issues_of_file("bare.map", &map.replace("---\n", ""));
    let [issue] = &issues.0[..] else { panic!("{issues}") };
    assert_eq!((issue.line, issue.source.as_str()), (9, ".$..$..........."), "{issue}");
}

#[test]
fn bytes_that_are_no_text_are_quoted() {
    let folder = sandtable_tests::command::Folder::new("messages-bytes");
    let file = folder.0.join("bytes.toml");
    std::fs::write(&file, b"name = \"x\"\nrules = \"du\xffel\"\n").expect("written");
    let (code, words) = error_of(&["check", file.to_str().expect("text")]);
    assert!(code == 2 && words.contains("bytes.toml:2:12: found bytes that are not UTF-8 text"), "{code} {words}");
    let Err(Failure::Content(issues)) = sandtable(&["check", file.to_str().expect("text")]) else { panic!("refused") };
    assert_eq!(issues.0[0].source, "rules = \"du\u{fffd}el\"");
}

#[test]
fn a_file_in_the_folder_of_another_kind_is_one_message() {
    let shipped = |name: &str| std::fs::read_to_string(Path::new(SCENARIOS).join(name)).expect("shipped");
    let cases = [
        ("matches/mine.toml", "strategies/balanced.toml", "found a strategy; expected a match, as its folder says"),
        ("strategies/duel.toml", "rules/duel.toml", "found a ruleset; expected a strategy, as its folder says"),
        ("rules/cup.toml", "tournaments/sprt.toml", "found a tournament; expected a ruleset, as its folder says"),
        ("maps/one.map", "matches/duel.toml", "found a match; expected a map, as its folder says"),
    ];
    for (name, own, expected) in cases {
        let issues = issues_of_file(name, &shipped(own));
        let [issue] = &issues.0[..] else { panic!("{issues}") };
        assert!(issue.to_string().ends_with(expected), "{issue}");
    }
    let issues = issues_of("unknown", "name = \"x\"\n");
    let [missing, note] = &issues.0[..] else { panic!("{issues}") };
    assert_eq!((missing.code, note.severity), (Code::MissingKey, Severity::Warning), "{issues}");
    assert!(note.expected.contains("read as a match"), "{note}");
}

#[test]
fn an_empty_file_is_told_in_its_first_line_with_the_keys_that_would_do() {
    let cases = [
        ("matches/e.toml", "", "1:1: the file is empty; expected the keys `rules`, `map`"),
        ("strategies/e.toml", "\n \n", "1:1: the file is empty; expected the keys `bot`, `about`"),
        ("tournaments/e.toml", "# A cup.\n", "1:1: the file has comments alone; expected the keys `strategies`, "),
        ("rules/e.toml", "", "1:1: the file is empty; expected the keys `resources`, "),
    ];
    for (name, text, expected) in cases {
        let issues = issues_of_file(name, text);
        let [issue] = &issues.0[..] else { panic!("{issues}") };
        assert_eq!((issue.line, issue.code), (1, Code::MissingKey), "{issue}");
        assert!(issue.to_string().contains(&format!("{name}:{expected}")), "{issue}");
    }
}

#[test]
fn a_table_that_stands_twice_is_told_with_the_line_of_the_first() {
    let duel = std::fs::read_to_string(Path::new(SCENARIOS).join("rules/duel.toml")).expect("shipped");
    let first = 1 + duel.lines().position(|line| line == "[units.worker]").expect("a worker");
    let issues = issues_of_file("rules/twice.toml", &format!("{duel}\n[units.worker]\nhp = 3\n"));
    let [issue] = &issues.0[..] else { panic!("{issues}") };
    assert_eq!((issue.code, issue.found.as_str()), (Code::Syntax, "duplicate table [units.worker]"));
    assert_eq!(issue.expected, format!("each table once: put its keys under the first, in line {first}"));
    let players = "rules = \"duel\"\nmap = \"duel16\"\n[players]\nteam = 1\n[players]\nteam = 2\n";
    let issues = issues_of_file("matches/twice.toml", players);
    let [issue] = &issues.0[..] else { panic!("{issues}") };
    assert_eq!(issue.expected, "[[players]] for each entry of the list, here and in line 3");
}

#[test]
fn a_ruleset_that_is_not_there_is_told_at_its_name() {
    let strategy = "bot = \"goals\"\nabout = \"One.\"\nrules = \"clasic\"\n";
    for text in [tournament("clasic"), strategy.to_owned()] {
        let issues = issues_of("rules", &text);
        let [issue] = &issues.0[..] else { panic!("{issues}") };
        assert_eq!((issue.line, issue.column, issue.code, issue.field.as_str()), (3, 9, Code::UnknownName, "rules"));
        assert_eq!((issue.found.as_str(), issue.suggestion.as_deref()), ("\"clasic\"", Some("classic")), "{issue}");
        assert_eq!(issue.source, "rules = \"clasic\"");
    }
}

#[test]
fn a_strategy_that_two_players_have_is_one_message_without_a_list_of_all() {
    let player = "[[players]]\nstrategy = \"duel/rsh\"\n";
    let text = format!("rules = \"duel\"\nmap = \"duel16\"\n{player}{player}");
    let issues = issues_of("twice", &text);
    let [issue] = &issues.0[..] else { panic!("{issues}") };
    assert_eq!((issue.line, issue.field.as_str()), (4, "players[1].strategy"));
    assert_eq!(
        (issue.found.as_str(), issue.suggestion.as_deref()),
        ("\"duel/rsh\" (and once more)", Some("duel/rush"))
    );
    let commander = issues_of("commander", &text.replace("duel/rsh", "goalz"));
    assert_eq!(commander.0[0].suggestion.as_deref(), Some("goals"), "{commander}");
}

#[test]
fn who_plays_a_file_is_told_where_it_names_what_is_not_there() {
    let folder = sandtable_tests::command::Folder::new("messages-played");
    let player = "map = \"duel16\"\nrules = \"duel\"\n[[players]]\nstrategy = \"duel/rsh\"\n[[players]]\n";
    let strategy = "bot = \"goals\"\nabout = \"One.\"\nrules = \"clasic\"\n";
    let files = [
        folder.file("match.toml", &format!("{player}[[expect]]\nmetric = \"score\"\nof = 1\nmin = 0\n")),
        folder.file("cup.toml", &tournament("clasic")),
        folder.file("goals.toml", strategy),
    ];
    let [played, cup, goals] = files.each_ref().map(|file| file.to_str().expect("text"));
    let cases = [
        (vec!["match", played], "match.toml:4:12: players[1].strategy: found \"duel/rsh\""),
        (vec!["tournament", cup], "cup.toml:3:9: rules: found \"clasic\""),
        (vec!["tune", goals], "goals.toml:3:9: rules: found \"clasic\""),
    ];
    for (args, expected) in cases {
        let (code, words) = error_of(&args);
        assert!(code == 2 && words.contains(expected), "{args:?}: {code} {words}");
    }
}

/// What is wrong with the shipped file in which the line with `line` is `other`.
fn issues_of_shipped(name: &str, line: &str, other: &str) -> (u32, Issues) {
    let folder = sandtable_tests::command::Folder::new(&format!("messages-{}", name.replace('/', "-")));
    copied(&folder.0.join("scenarios"));
    let file = folder.0.join("scenarios").join(name);
    let text = std::fs::read_to_string(&file).expect("text");
    let number = text.lines().position(|own| own == line).unwrap_or_else(|| panic!("{name}: no line {line:?}"));
    let lines: Vec<&str> = text.lines().enumerate().map(|(row, own)| if row == number { other } else { own }).collect();
    std::fs::write(&file, lines.join("\n")).expect("written");
    (number as u32 + 1, check_file(&file, None, &Registry::standard(), None).expect("it is read"))
}

#[test]
fn the_first_message_is_about_the_mistake_and_not_what_follows_from_it() {
    let cases = [
        ("strategies/drill/chain.toml", "squad = 2", "squad = true"),
        ("strategies/drill/chain.toml", "squad = 2", "sqaud = 2"),
        ("tournaments/sprt.toml", "elo1 = 50", "elo1 = -987654321"),
        ("tournaments/sprt.toml", "elo1 = 50", "elo1 = true"),
        ("agents/sentry.toml", "name = \"prowl\"", "name = true"),
    ];
    for (name, line, other) in cases {
        let (number, issues) = issues_of_shipped(name, line, other);
        assert_eq!(issues.0.iter().map(|issue| issue.line).collect::<Vec<_>>(), [number], "{name}: {other}: {issues}");
    }
    for (name, line) in [("tournaments/sprt.toml", "elo1 = 50"), ("agents/sentry.toml", "name = \"prowl\"")] {
        let (_, issues) = issues_of_shipped(name, line, "");
        let [issue] = &issues.0[..] else { panic!("{name}: {issues}") };
        assert!(issue.source.starts_with('['), "{issues}");
    }
}
