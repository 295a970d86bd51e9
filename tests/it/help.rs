//! Help and pages that teach: every command line printed in them is one that the program takes.

use clap::{Command, CommandFactory, Parser};
use sandtable::Cli;

/// Columns of the widest terminal that help is wrapped for.
const WIDEST: usize = 100;

/// A text with every line that ends in a backslash joined to the next, as the shell does it.
fn joined(text: &str) -> String {
    let lines = text.lines().map(str::trim);
    lines.map(|line| line.strip_suffix('\\').map_or_else(|| format!("{line}\n"), str::to_owned)).collect()
}

/// The command lines in a text: `sandtable`, then words up to a `#`, a wide gap, a `<`, or what the shell makes of `&&`.
fn lines(text: &str) -> Vec<Vec<String>> {
    let text = joined(text);
    let commands = text.lines().filter(|line| line.starts_with("sandtable "));
    let spoken = commands.filter(|line| line.is_ascii() && !line.contains('`'));
    spoken
        .map(|line| line.split("  ").next().unwrap_or_default())
        .map(|line| line.split(" #").next().unwrap_or_default())
        .map(|line| line.split(" < ").next().unwrap_or_default())
        .map(|line| line.split_whitespace().map(str::to_owned).collect())
        .collect()
}

fn parse_all(place: &str, lines: &[Vec<String>]) {
    for line in lines {
        if let Err(error) = Cli::try_parse_from(line) {
            panic!("{place}: {}\n{error}", line.join(" "));
        }
    }
}

/// Checks the help of a command and of those below it.
fn check(command: &Command, place: &str) {
    let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let examples = lines(&help);
    assert!(help.contains("Examples:") && !examples.is_empty(), "{place} --help has no examples");
    parse_all(place, &examples);
    let wide: Vec<&str> = help.lines().filter(|line| line.chars().count() > WIDEST).collect();
    assert!(wide.is_empty(), "{place} --help has lines that are wrapped once more: {wide:#?}");
    for below in command.get_subcommands().filter(|below| below.get_name() != "help") {
        let place = format!("{place} {}", below.get_name());
        let own = lines(&below.get_after_help().map(ToString::to_string).unwrap_or_default());
        assert!(own.iter().any(|line| line.join(" ").starts_with(&place)), "no example of {place} in its --help");
        check(below, &place);
    }
}

#[test]
fn the_help_of_every_command_has_examples_that_parse() {
    check(&Cli::command(), "sandtable");
}

#[test]
fn the_command_lines_of_the_pages_parse() {
    let pages = [
        ("README.md", include_str!("../../README.md"), 8),
        ("docs/COMMANDS.md", include_str!("../../docs/COMMANDS.md"), 0),
        ("docs/HOWTO.md", include_str!("../../docs/HOWTO.md"), 12),
        ("docs/STRATEGIES.md", include_str!("../../docs/STRATEGIES.md"), 0),
        ("docs/FORMATS.md", include_str!("../../docs/FORMATS.md"), 0),
        ("docs/BENCHMARKS.md", include_str!("../../docs/BENCHMARKS.md"), 0),
        ("docs/MOVEMENT.md", include_str!("../../docs/MOVEMENT.md"), 5),
        ("docs/TUNING.md", include_str!("../../docs/TUNING.md"), 3),
        ("docs/PROTOCOL.md", include_str!("../../docs/PROTOCOL.md"), 2),
        ("replays/README.md", include_str!("../../replays/README.md"), 0),
    ];
    for (place, text, least) in pages {
        let lines = lines(text);
        assert!(lines.len() >= least, "{place}: {} command lines", lines.len());
        parse_all(place, &lines);
    }
}
