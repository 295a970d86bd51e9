//! Issues as people read them in a terminal: the source line, a mark under what is wrong, one message and a help line.

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use super::code::Code;
use super::issue::{Issue, Issues, Severity, table_and_key};

/// Whether a text has escapes for colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Painted {
    /// For a terminal.
    Coloured,
    /// For files and pipes.
    Plain,
}

/// All issues with their source lines, an empty line between two.
pub fn annotated(issues: &Issues, painted: Painted) -> String {
    let renderer = match painted {
        Painted::Coloured => Renderer::styled(),
        Painted::Plain => Renderer::plain(),
    };
    let texts: Vec<String> = issues.0.iter().map(|issue| render(issue, &renderer)).collect();
    texts.join("\n\n")
}

fn render(issue: &Issue, renderer: &Renderer) -> String {
    let level = match issue.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let (title, label) = (headline(issue), label(issue));
    let titled = level.primary_title(title.as_str()).id(issue.code.name());
    let main = if issue.source.is_empty() {
        let mut origin = Origin::path(issue.file.as_str());
        if issue.line > 0 {
            origin = origin.line(issue.line as usize).char_column(issue.column as usize);
        }
        let group = Group::with_title(titled).element(origin);
        if label.is_empty() { group } else { group.element(Level::NOTE.message(label.as_str())) }
    } else {
        let mark =
            AnnotationKind::Primary.span(marked(&issue.source, (issue.column, issue.width))).label(label.as_str());
        let snippet = Snippet::source(issue.source.as_str())
            .line_start(issue.line as usize)
            .path(issue.file.as_str())
            .annotation(mark);
        titled.element(snippet)
    };
    let help = help(issue);
    let main = if help.is_empty() { main } else { main.element(Level::HELP.message(help.as_str())) };
    renderer.render(&[main])
}

/// The one sentence that says what is wrong.
fn headline(issue: &Issue) -> String {
    let (table, key) = table_and_key(&issue.field);
    let within = if table.is_empty() { String::new() } else { format!(" in `{table}`") };
    match issue.code {
        _ if issue.names_keys() => issue.found.clone(),
        Code::UnknownKey => format!("unknown key `{key}`{within}"),
        Code::MissingKey => format!("missing key `{key}`{within}"),
        Code::InvalidValue if issue.field.is_empty() => format!("invalid value: {}", issue.found),
        Code::InvalidValue => format!("invalid value for `{}`: {}", issue.field, issue.found),
        Code::UnknownName => format!("unknown name {}", issue.found),
        Code::Syntax => format!("invalid TOML: {}", issue.found),
        _ if issue.field.is_empty() => issue.found.clone(),
        _ => format!("`{}`: {}", issue.field, issue.found),
    }
}

/// What stands under the mark.
fn label(issue: &Issue) -> String {
    if issue.expected.is_empty() || (issue.code == Code::UnknownKey && issue.suggestion.is_some()) {
        return String::new();
    }
    format!("expected {}", issue.expected)
}

fn help(issue: &Issue) -> String {
    match (&issue.suggestion, issue.code) {
        (None, _) => String::new(),
        (Some(name), Code::UnknownName) => format!("did you mean \"{name}\"?"),
        (Some(name), _) => format!("did you mean `{name}`?"),
    }
}

/// The bytes of the characters of `line` that begin at `column`, from 1: as many as `width`, or with 0 a word: a string, a list, or what has no
/// space in it.
fn marked(line: &str, (column, width): (u32, u32)) -> std::ops::Range<usize> {
    let begin = line.char_indices().nth(column.saturating_sub(1) as usize).map_or(line.len(), |(at, _)| at);
    let rest = &line[begin..];
    let length = match rest.chars().next() {
        None => 0,
        Some(_) if width > 0 => rest.char_indices().nth(width as usize).map_or(rest.len(), |(end, _)| end),
        Some(quote @ ('"' | '\'')) => rest[1..].find(quote).map_or(rest.len(), |end| end + 2),
        Some('[') => rest.rfind(']').map_or(rest.len(), |end| end + 1),
        Some('{') => rest.rfind('}').map_or(rest.len(), |end| end + 1),
        Some(first) => {
            let word = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '-' | '+' | '.' | ':');
            rest.find(|letter: char| !word(letter)).filter(|end| *end > 0).unwrap_or_else(|| match word(first) {
                true => rest.len(),
                false => first.len_utf8(),
            })
        }
    };
    begin..begin + length
}

#[cfg(test)]
mod tests {
    use super::*;

    fn issue(code: Code, field: &str, found: &str, expected: &str) -> Issue {
        let issue = Issue::at(("tiny.toml", 2, 1), code, found, expected);
        Issue { field: field.to_owned(), source: "hitpoints = 5 # few".to_owned(), ..issue }
    }

    #[test]
    fn an_unknown_key_shows_its_line_a_mark_and_the_key_that_was_meant() {
        let unknown = issue(Code::UnknownKey, "units.archer.hitpoints", "an unknown key", "one of many keys")
            .suggesting(Some("hp".to_owned()));
        let text = annotated(&Issues(vec![unknown]), Painted::Plain);
        for part in ["error[E003]: unknown key `hitpoints` in `units.archer`", "tiny.toml:2:1", "hitpoints = 5 # few"] {
            assert!(text.contains(part), "{text}");
        }
        assert!(text.contains("^^^^^^^^^") && text.contains("help: did you mean `hp`?"), "{text}");
    }

    #[test]
    fn a_value_out_of_range_shows_what_would_do() {
        let value = Issue { column: 13, ..issue(Code::InvalidValue, "hitpoints", "5", "a whole number from 6 to 9") };
        let text = annotated(&Issues(vec![value]), Painted::Plain);
        assert!(text.contains("error[E005]: invalid value for `hitpoints`: 5"), "{text}");
        assert!(text.contains("^ expected a whole number from 6 to 9"), "{text}");
    }

    #[test]
    fn an_issue_without_a_line_names_its_file() {
        let text = annotated(&Issue::of_file("gone.toml", "no such file", "a match file").into(), Painted::Plain);
        assert!(text.contains("error[E001]: no such file") && text.contains("gone.toml"), "{text}");
        assert!(text.contains("expected a match file"), "{text}");
    }

    #[test]
    fn marks_cover_words_strings_and_lists() {
        let mark = |line: &str, column: u32| line[marked(line, (column, 0))].to_owned();
        assert_eq!(mark("speed = 2.5 # fast", 9), "2.5");
        assert_eq!(mark("name = \"a b\" # x", 8), "\"a b\"");
        assert_eq!(mark("at = [1, 2] # x", 6), "[1, 2]");
        assert_eq!(mark("[units.archer]", 8), "archer");
        assert_eq!(mark("short", 40), "");
        assert_eq!(marked("..q###", (3, 1)), 2..3);
    }
}
