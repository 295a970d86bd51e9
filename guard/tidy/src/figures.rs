//! Figures of documents that hold of one engine version: where they stand, which command makes them, and how they are renewed.
//!
//! A figure is marked by its version, as in "`SIM_VERSION` 10". A figure of an earlier version, given for comparison, is not renewed; its
//! version is written as in "`SIM_VERSION = 10`", which is no mark. A figure that a program writes stands in a block of its own:
//!
//! ```text
//! <!-- NAME: `SIM_VERSION` 10, written by `COMMAND` -->
//! …
//! <!-- end of NAME -->
//! ```

use crate::tree::SourceTree;
use std::fmt;
use std::ops::Range;

const VERSION: &str = "sim/engine/src/version.rs";
const MARK: &str = "SIM_VERSION";
/// The document that names all versions.
const CHANGELOG: &str = "CHANGELOG.md";
/// Words with which a command begins.
const PROGRAMS: [&str; 2] = ["sandtable", "cargo"];

/// A marked figure of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarkedFigure {
    /// The page, as a path from the root of the repository.
    pub page: String,
    /// Line of its mark, counted from 1.
    pub line: usize,
    /// Its engine version.
    pub version: u64,
    /// How it comes to be.
    pub origin: FigureOrigin,
}

/// How a figure comes to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FigureOrigin {
    /// A program writes the block.
    Written {
        /// The name of the block.
        name: String,
        /// The line of the shell whose output stands in the block.
        command: String,
    },
    /// Somebody runs commands and writes what they come to.
    ByHand {
        /// The commands that the paragraph of the mark, or the code above it, names.
        commands: Vec<String>,
    },
}

impl MarkedFigure {
    /// Engine versions that have come since.
    pub fn age(&self, current: u64) -> u64 {
        current.saturating_sub(self.version)
    }
}

impl fmt::Display for MarkedFigure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: version {}, ", self.page, self.line, self.version)?;
        match &self.origin {
            FigureOrigin::Written { name, command } => write!(f, "block {name}, written by `{command}`"),
            FigureOrigin::ByHand { commands } if commands.is_empty() => f.write_str("by hand, no command"),
            FigureOrigin::ByHand { commands } => write!(f, "by hand, `{}`", commands.join("`, `")),
        }
    }
}

/// The version of the engine in the source.
pub fn engine_version(tree: &SourceTree) -> Option<u64> {
    let source = tree.sources.iter().find(|source| source.path == VERSION)?;
    let (_, rest) = source.text.split_once("const SIM_VERSION")?;
    number(rest.split_once('=')?.1)
}

/// All marked figures, page by page.
pub fn figures(tree: &SourceTree) -> Vec<MarkedFigure> {
    let pages = tree.documents().filter(|(path, _)| !path.ends_with(CHANGELOG));
    pages.flat_map(|(page, text)| figures_of(page, text)).collect()
}

/// The versions that a line names, as in "`SIM_VERSION` 10".
pub(crate) fn versions(line: &str) -> impl Iterator<Item = u64> {
    let named = line.match_indices(MARK).map(|(at, name)| &line[at + name.len()..]);
    named.filter_map(|rest| number(rest.trim_start_matches('`')))
}

fn number(text: &str) -> Option<u64> {
    let text = text.trim_start();
    let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    text[..end].parse().ok()
}

fn figures_of(page: &str, text: &str) -> Vec<MarkedFigure> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (row, line) in lines.iter().enumerate() {
        let origin = || match begin_of_block(line) {
            Some((name, command)) => FigureOrigin::Written { name: name.to_owned(), command: command.to_owned() },
            None => FigureOrigin::ByHand { commands: commands_near(&lines, row) },
        };
        // The paragraph above a written block says of which version the block is.
        let below = versions_of_block_below(&lines, row);
        let marks = versions(line).filter(|version| !below.contains(version));
        found.extend(marks.map(|version| MarkedFigure {
            page: page.to_owned(),
            line: row + 1,
            version,
            origin: origin(),
        }));
    }
    found
}

/// Name and command of the block that a line begins.
fn begin_of_block(line: &str) -> Option<(&str, &str)> {
    let inner = line.strip_prefix("<!-- ")?.strip_suffix(" -->")?;
    let (name, rest) = inner.split_once(": `SIM_VERSION` ")?;
    let (_, command) = rest.split_once(", written by `")?;
    Some((name, command.strip_suffix('`')?))
}

/// The versions of the written block that follows on the paragraph of `row`; none when no block does.
fn versions_of_block_below(lines: &[&str], row: usize) -> Vec<u64> {
    let paragraph = paragraph(lines, row);
    let next = lines[paragraph.end.max(row + 1)..].iter().find(|line| !line.trim().is_empty());
    let block = next.filter(|line| !paragraph.is_empty() && begin_of_block(line).is_some());
    block.map_or_else(Vec::new, |line| versions(line).collect())
}

/// Whether a line ends a paragraph: it is empty, a fence or a comment.
fn is_border(line: &str) -> bool {
    line.trim().is_empty() || line.starts_with("```") || line.starts_with("<!--")
}

/// The rows of the paragraph of `row`; none when its line is a border.
fn paragraph(lines: &[&str], row: usize) -> Range<usize> {
    let begin = lines[..row].iter().rposition(|line| is_border(line)).map_or(0, |border| border + 1);
    let end = lines[row..].iter().position(|line| is_border(line)).map_or(lines.len(), |length| row + length);
    if end == row { row..row } else { begin..end }
}

/// Commands that stand as code in the paragraph of `row`, or else in the last fenced code above it within its section.
fn commands_near(lines: &[&str], row: usize) -> Vec<String> {
    let text = lines[paragraph(lines, row)].join(" ");
    let spans: Vec<&str> = text.split('`').skip(1).step_by(2).collect();
    let is_command = |text: &&str| PROGRAMS.iter().any(|it| text.split_whitespace().next() == Some(it));
    let inline: Vec<String> = spans.into_iter().filter(is_command).map(str::to_owned).collect();
    if !inline.is_empty() {
        return inline;
    }
    let section = lines[..row].iter().rposition(|line| line.starts_with("## ")).unwrap_or(0);
    let above = lines[section..row].iter().map(|line| line.trim_start_matches("$ ")).filter(is_command);
    let without_comment = above.map(|line| line.split("  ").next().unwrap_or(line).trim().to_owned());
    without_comment.collect()
}

/// What became of a block that should be renewed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockRenewal {
    /// The name of the block.
    pub name: String,
    /// Why it was left as it was; none when it was written.
    pub failure: Option<String>,
}

/// Who runs a command beside files, each a name and a text: what it prints, or why there is nothing.
pub type RunCommand<'r> = dyn FnMut(&str, &[(String, String)]) -> Result<String, String> + 'r;

/// The text of a page with the blocks that `is_wanted` names written anew, and what became of each.
///
/// `run` gives the output of a command in a folder with these files: the TOML of the page that begins with `# NAME.toml`. The
/// output replaces what is between the fences of the block, or all of it when there are none; the marks of the block and of the
/// paragraph above it then name version `current`. A command that fails or prints nothing changes nothing.
pub fn renew(
    text: &str,
    current: u64,
    is_wanted: impl Fn(&str, u64) -> bool,
    run: &mut RunCommand<'_>,
) -> (String, Vec<BlockRenewal>) {
    let files = files_of(text);
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut renewals = Vec::new();
    let mut row = 0;
    while row < lines.len() {
        let line = lines[row].clone();
        row += 1;
        let Some((name, command)) = begin_of_block(&line) else { continue };
        let Some(version) = versions(&line).next().filter(|version| is_wanted(name, *version)) else { continue };
        let end = lines[row..].iter().position(|line| *line == format!("<!-- end of {name} -->"));
        let written = match end {
            None => Err(format!("no line `<!-- end of {name} -->` follows")),
            Some(length) => run(command, &files).and_then(|output| write_block(&mut lines, row..row + length, &output)),
        };
        if written.is_ok() {
            mark(&mut lines, row - 1, version, current);
        }
        renewals.push(BlockRenewal { name: name.to_owned(), failure: written.err() });
    }
    let end = if text.ends_with('\n') { "\n" } else { "" };
    (lines.join("\n") + end, renewals)
}

/// Replaces the body of a block.
fn write_block(lines: &mut Vec<String>, body: Range<usize>, output: &str) -> Result<(), String> {
    let output: Vec<String> = output.trim_end().lines().map(|line| line.trim_end().to_owned()).collect();
    if output.is_empty() {
        return Err("the command prints nothing".to_owned());
    }
    let fences: Vec<usize> = body.clone().filter(|row| lines[*row].starts_with("```")).collect();
    let inside = match fences[..] {
        [] => body,
        [first, last] => first + 1..last,
        _ => return Err(format!("it has {} fences", fences.len())),
    };
    if output.iter().any(|line| line.starts_with("```") || line.starts_with("<!--")) {
        return Err("the command prints marks of a page".to_owned());
    }
    lines.splice(inside, output);
    Ok(())
}

/// Gives the mark of the block at `row`, and those of its version in the paragraph above, the version `to`.
fn mark(lines: &mut [String], row: usize, from: u64, to: u64) {
    let above = {
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        let last = lines[..row].iter().rposition(|line| !line.trim().is_empty());
        last.map_or(row..row, |last| paragraph(&lines, last).start..row)
    };
    for line in lines[above.start..=row].iter_mut().filter(|line| line.contains(MARK)) {
        if versions(line).all(|named| named == from) {
            *line = line.replace(&format!("{MARK}` {from}"), &format!("{MARK}` {to}"));
        }
    }
}

/// Files that a page shows: fenced TOML that begins with `# NAME.toml`.
fn files_of(text: &str) -> Vec<(String, String)> {
    let blocks = text.split("```toml\n").skip(1).filter_map(|rest| rest.split("```").next());
    let named = blocks.filter_map(|block| {
        let name = block.lines().next()?.strip_prefix("# ")?;
        (name.ends_with(".toml") && !name.contains(['/', ' '])).then(|| (name.to_owned(), block.to_owned()))
    });
    named.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "\
# A page

Rates of the duel (`SIM_VERSION` 2):

```toml
# start.toml
rules = \"duel\"
```

<!-- rates: `SIM_VERSION` 2, written by `sandtable rate start.toml` -->
```text
old
```
<!-- end of rates -->

## Wedged

Of 9 games (`sandtable conduct`,
`SIM_VERSION` 1) two are wedged.

Of version:

<!-- table: `SIM_VERSION` 3, written by `sandtable table` -->
| a |
|---|
<!-- end of table -->

## Ablation

```sh
sandtable ablate --games 4        # a minute
```

Scores, `SIM_VERSION` 2.

## None

`SIM_VERSION` 3 alone.
";

    fn tree() -> SourceTree {
        let version = "//- sim/engine/src/version.rs\n//! Which.\npub const SIM_VERSION: u32 = 3;\n";
        SourceTree::from_fixture(&format!("{version}//- docs/A.md\n{PAGE}//- CHANGELOG.md\n`SIM_VERSION` 1\n"))
    }

    #[test]
    fn each_figure_is_told_with_its_command() {
        let told: Vec<String> = figures(&tree()).iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "docs/A.md:3: version 2, by hand, no command",
                "docs/A.md:10: version 2, block rates, written by `sandtable rate start.toml`",
                "docs/A.md:19: version 1, by hand, `sandtable conduct`",
                "docs/A.md:23: version 3, block table, written by `sandtable table`",
                "docs/A.md:34: version 2, by hand, `sandtable ablate --games 4`",
                "docs/A.md:38: version 3, by hand, no command",
            ]
        );
        assert_eq!(engine_version(&tree()), Some(3));
        assert_eq!(versions("of `SIM_VERSION = 1`, as before").count(), 0, "an earlier version, for comparison");
        assert_eq!(figures(&tree())[2].age(3), 2);
    }

    /// Renews the blocks of another version than 4 of [`PAGE`].
    fn renewed(run: &mut RunCommand<'_>) -> (String, Vec<BlockRenewal>) {
        renew(PAGE, 4, |_, version| version != 4, run)
    }

    #[test]
    fn a_block_takes_the_output_and_the_version() {
        let mut files_seen = Vec::new();
        let (text, renewals) = renewed(&mut |command, files| {
            files_seen.extend_from_slice(files);
            Ok(format!("new of {command}  \n\n"))
        });
        assert_eq!(files_seen[0], ("start.toml".to_owned(), "# start.toml\nrules = \"duel\"\n".to_owned()));
        assert!(renewals.iter().all(|it| it.failure.is_none()) && renewals.len() == 2, "{renewals:?}");
        let expected = PAGE
            .replace("rates: `SIM_VERSION` 2", "rates: `SIM_VERSION` 4")
            .replace("old\n", "new of sandtable rate start.toml\n")
            .replace("table: `SIM_VERSION` 3", "table: `SIM_VERSION` 4")
            .replace("| a |\n|---|\n", "new of sandtable table\n");
        assert_eq!(text, expected);
        let again = renew(&text, 4, |_, version| version != 4, &mut |_, _| panic!("all is of version 4"));
        assert_eq!(again, (text, Vec::new()));
    }

    #[test]
    fn the_paragraph_right_above_is_marked_too() {
        let page = "The result of\n`SIM_VERSION` 2:\n\n<!-- a: `SIM_VERSION` 2, written by `sandtable a` -->\nx\n<!-- end of a -->\n";
        let figures = figures_of("docs/A.md", page);
        assert_eq!(figures.len(), 1, "{figures:?}");
        let (text, _) = renew(page, 3, |_, _| true, &mut |_, _| Ok("y".to_owned()));
        assert_eq!(text, page.replace(" 2", " 3").replace("\nx\n", "\ny\n"));
    }

    #[test]
    fn what_cannot_be_renewed_is_named_and_left() {
        let (text, renewals) = renewed(&mut |command, _| match command {
            "sandtable table" => Ok("\n".to_owned()),
            _ => Err("exit code 2".to_owned()),
        });
        assert_eq!(text, PAGE);
        let failures: Vec<_> = renewals.iter().map(|it| it.failure.as_deref().unwrap_or_default()).collect();
        assert_eq!(failures, ["exit code 2", "the command prints nothing"]);
        let open = PAGE.replace("<!-- end of rates -->", "");
        let (text, renewals) = renew(&open, 4, |name, _| name == "rates", &mut |_, _| panic!("not run"));
        assert_eq!((text, renewals[0].failure.is_some()), (open, true));
    }
}
