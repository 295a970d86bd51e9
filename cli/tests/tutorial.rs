//! Pages run command by command in an empty folder: the tutorial and the pages of commands and of balance print what is shown, no page
//! shows more than that, and maps are as `README.md` says.

#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::Command;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
const TUTORIAL: &str = "docs/TUTORIAL.md";
const COMMANDS: &str = "docs/COMMANDS.md";
const BALANCE: &str = "docs/BALANCE.md";
const README: &str = "README.md";
/// What only a program of other sources prints; `guard/plants/changed-code.found` says what it must.
const OF_ANOTHER_BUILD: &str = "--program ../former/sandtable";
/// Stands for any lines, or for the rest of one.
const ANYTHING: &str = "...";

/// A folder that is gone when the test is over, with a copy of the program beside it.
struct Workplace(PathBuf);

impl Workplace {
    fn new(name: &str) -> Workplace {
        let root = std::env::temp_dir().join(format!("sandtable-{name}-{}", std::process::id()));
        std::fs::create_dir_all(root.join("bin")).expect("a folder");
        std::fs::create_dir_all(root.join("empty")).expect("a folder");
        // The program itself and no link to it, which would find what the last build left beside it. Copied by another process: one
        // that another test forks meanwhile would hold a file open that this one writes, and nobody could run it.
        let copied = Command::new("cp").arg(env!("CARGO_BIN_EXE_sandtable")).arg(root.join("bin/sandtable")).status();
        assert!(copied.is_ok_and(|status| status.success()), "a copy");
        Workplace(root)
    }

    fn folder(&self) -> PathBuf {
        self.0.join("empty")
    }

    /// Runs a line of the shell: its output, errors last, and its exit code.
    fn run(&self, line: &str) -> (Vec<String>, i32) {
        let path = format!("{}:{}", self.0.join("bin").display(), std::env::var("PATH").unwrap_or_default());
        let mut shell = Command::new("sh");
        shell.args(["-c", line]).current_dir(self.folder()).env("PATH", path).env("NO_COLOR", "1");
        let output = shell.output().expect("a shell");
        let text = String::from_utf8([output.stdout, output.stderr].concat()).expect("text");
        (text.lines().map(|line| line.trim_end().to_owned()).collect(), output.status.code().unwrap_or(-1))
    }
}

impl Drop for Workplace {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The fenced blocks of a page: language, number of the first line, lines.
fn blocks(page: &str) -> Vec<(String, usize, Vec<&str>)> {
    let mut found: Vec<(String, usize, Vec<&str>)> = Vec::new();
    let mut inside = false;
    for (row, line) in page.lines().enumerate() {
        match line.strip_prefix("```") {
            Some(_) if inside => inside = false,
            Some(language) => {
                inside = true;
                found.push((language.to_owned(), row + 2, Vec::new()));
            }
            None if inside => found.last_mut().expect("it was opened").2.push(line),
            None => {}
        }
    }
    found
}

/// Whether lines are as expected, where `...` stands for any.
fn matches(expected: &[&str], found: &[String]) -> bool {
    match expected.split_first() {
        None => found.is_empty(),
        Some((first, rest)) if *first == ANYTHING => (0..=found.len()).any(|skipped| matches(rest, &found[skipped..])),
        Some((first, rest)) => found.split_first().is_some_and(|(line, others)| {
            let same = match first.strip_suffix(ANYTHING) {
                Some(begins) => line.starts_with(begins),
                None => line == first,
            };
            same && matches(rest, others)
        }),
    }
}

/// Runs the commands of a block of a page; tells what came otherwise.
fn play(workplace: &Workplace, page: &str, begins: usize, lines: &[&str]) -> Vec<String> {
    let starts: Vec<usize> = (0..lines.len()).filter(|row| lines[*row].starts_with("$ ")).collect();
    let mut wrong = Vec::new();
    for (number, start) in starts.iter().enumerate() {
        let end = starts.get(number + 1).copied().unwrap_or(lines.len());
        let (line, expected) = (&lines[*start][2..], &lines[start + 1..end]);
        let code: i32 = line.split_once("# exits with ").map_or(0, |(_, code)| code.parse().expect("a code"));
        let (found, exit) = workplace.run(line);
        if exit != code || !matches(expected, &found) {
            let (place, text) = (begins + start, found.join("\n"));
            wrong.push(format!("{page}:{place}: {line}: exit code {exit}, and printed:\n{text}"));
        }
    }
    wrong
}

/// The text of a file of the repository.
fn text_of(path: &str) -> String {
    std::fs::read_to_string(Path::new(ROOT).join(path)).expect(path)
}

fn write_file(folder: &Path, lines: &[&str]) {
    let name = lines.first().and_then(|line| line.strip_prefix("# ")).expect("a file begins with its name");
    std::fs::write(folder.join(name), lines.join("\n") + "\n").expect("written");
}

#[test]
fn the_tutorial_prints_what_it_shows() {
    let page = text_of(TUTORIAL);
    let workplace = Workplace::new("tutorial");
    let mut wrong = Vec::new();
    let (mut files, mut commands) = (0, 0);
    for (language, begins, lines) in blocks(&page) {
        match language.as_str() {
            "toml" => {
                write_file(&workplace.folder(), &lines);
                files += 1;
            }
            "console" => {
                wrong.extend(play(&workplace, TUTORIAL, begins, &lines));
                commands += lines.iter().filter(|line| line.starts_with("$ ")).count();
            }
            other => panic!("{TUTORIAL}:{begins}: a block of {other:?} is not tested"),
        }
    }
    wrong.extend(pictures(&page).filter_map(|name| other_picture(&workplace, name)));
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(files == 2 && commands >= 12, "{files} files, {commands} commands");
    assert_eq!(pictures(&page).count(), 2);
}

/// The names of the pictures that a page of docs/ shows.
fn pictures(page: &str) -> impl Iterator<Item = &str> {
    page.split("](pictures/").skip(1).filter_map(|rest| rest.split_once(')')).map(|(name, _)| name)
}

/// Tells that a picture of docs/pictures is not what the commands drew under its name, and keeps what they drew beside the program.
fn other_picture(workplace: &Workplace, name: &str) -> Option<String> {
    let drawn = std::fs::read(workplace.folder().join(name)).unwrap_or_default();
    let kept = std::fs::read(Path::new(ROOT).join("docs/pictures").join(name)).unwrap_or_default();
    if drawn == kept {
        return None;
    }
    let drawn_at = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&drawn_at, drawn).expect("written");
    Some(format!("docs/pictures/{name} is not what is drawn; to renew it: cp {} docs/pictures/", drawn_at.display()))
}

#[test]
fn the_page_of_commands_prints_what_it_shows() {
    let workplace = Workplace::new("commands");
    let rush = text_of("scenarios/strategies/duel/rush.toml");
    let darts = rush.replace("mix = { light = 4, ranged = 1 }", "mix = { ranged = 4, light = 1 }");
    assert_ne!(darts, rush, "the mix of duel/rush is another");
    std::fs::write(workplace.folder().join("darts.toml"), darts).expect("written");
    let (page, mut wrong, mut commands) = (text_of(COMMANDS), Vec::new(), 0);
    for (language, begins, lines) in blocks(&page) {
        match language.as_str() {
            "toml" if lines[0].starts_with("# ") => write_file(&workplace.folder(), &lines),
            "console" => {
                wrong.extend(play(&workplace, COMMANDS, begins, &lines));
                commands += lines.iter().filter(|line| line.starts_with("$ ")).count();
            }
            _ => {}
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(commands >= 7, "{commands} commands");
}

/// A text with the lines of a block of `diff` changed: each line that is taken out, with the one that comes for it, is looked for after the
/// line of context before it.
fn patched(text: &str, diff: &[&str]) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    let mut from = 0;
    for (row, line) in diff.iter().enumerate() {
        let find = |wanted: &str| (from..lines.len()).find(|at| lines[*at] == wanted).expect(line);
        match (line.strip_prefix(' '), line.strip_prefix('-')) {
            (Some(context), _) => from = find(context),
            (None, Some(old)) => {
                let at = find(old);
                lines[at] = diff[row + 1].strip_prefix('+').expect("what comes for it");
            }
            (None, None) => {}
        }
    }
    lines.join("\n") + "\n"
}

#[test]
fn the_page_of_balance_prints_what_it_shows() {
    let workplace = Workplace::new("balance");
    let (page, mut wrong, mut commands) = (text_of(BALANCE), Vec::new(), 0);
    for (language, begins, lines) in blocks(&page) {
        match language.as_str() {
            "diff" => {
                let strong = patched(&text_of("scenarios/rules/duel.toml"), &lines);
                std::fs::write(workplace.folder().join("strong.toml"), strong).expect("written");
            }
            "console" => {
                wrong.extend(play(&workplace, BALANCE, begins, &lines));
                commands += lines.iter().filter(|line| line.starts_with("$ ")).count();
            }
            _ => {}
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert_eq!(commands, 3);
}

#[test]
fn every_block_with_commands_and_what_they_print_is_run() {
    let docs = std::fs::read_dir(Path::new(ROOT).join("docs")).expect("docs");
    let names = docs.map(|entry| format!("docs/{}", entry.expect("an entry").file_name().to_string_lossy()));
    let (mut run, mut wrong) = (0, Vec::new());
    for page in names.filter(|name| name.ends_with(".md")).chain([README.to_owned()]) {
        let is_run = [TUTORIAL, COMMANDS, BALANCE].contains(&page.as_str());
        for (language, begins, lines) in blocks(&text_of(&page)) {
            let has_commands = lines.iter().any(|line| line.starts_with("$ "));
            match (language.as_str(), is_run) {
                ("console", true) if has_commands => run += 1,
                ("console", _) => wrong.push(format!("{page}:{begins}: no test runs it")),
                _ if lines.iter().any(|line| line.contains(OF_ANOTHER_BUILD)) && has_commands => {}
                _ if has_commands => {
                    wrong.push(format!("{page}:{begins}: a block of {language:?}, not of \"console\""))
                }
                _ => {}
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(run >= 18, "{run} blocks");
}

#[test]
fn maps_are_shown_and_made_as_the_readme_says() {
    let workplace = Workplace::new("maps");
    let page = text_of(README);
    let lines: Vec<&str> = page.lines().filter(|line| line.starts_with("sandtable map ")).collect();
    assert!(lines.len() >= 2, "{lines:?}");
    for line in lines {
        let (found, exit) = workplace.run(line);
        assert_eq!(exit, 0, "{README}: {line}: {}", found.join("\n"));
    }
    // A map of other rules than classic is read under those that it fits.
    for line in ["sandtable map show duel16", "sandtable path duel16 --from 4,4 --to 11,11"] {
        let (found, exit) = workplace.run(line);
        assert_eq!(exit, 0, "{line}: {}", found.join("\n"));
    }
    let (found, exit) = workplace.run("sandtable map show duel16 --rules classic");
    assert!(exit == 2 && found.join("\n").contains("unknown name \"ore_vein\""), "{found:?}");
    let (found, exit) = workplace.run("sandtable map generate --seed 7 --width 5");
    assert_eq!((found, exit), (vec!["error: --width: found 5; expected 16 to 1024".to_owned()], 2));
    let (found, exit) = workplace.run("sandtable map check my.map");
    assert_eq!((found, exit), (vec!["my.map: ok".to_owned()], 0));
}

#[test]
fn output_is_compared_line_by_line() {
    let found: Vec<String> = ["one", "two", "three"].map(str::to_owned).to_vec();
    assert!(matches(&["one", "two", "three"], &found) && matches(&["one", "...", "three"], &found));
    assert!(matches(&["one", "t...", "..."], &found) && matches(&["..."], &found));
    assert!(!matches(&["one", "two"], &found) && !matches(&["one", "x...", "three"], &found));
    assert!(!matches(&["...", "two"], &found));
}
