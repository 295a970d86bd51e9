//! What a Rust file says in words: its comments and its strings.

/// A stretch of a comment or string that lies in one line, or of a document.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Prose<'t> {
    pub(crate) line: usize,
    pub(crate) text: &'t str,
}

/// The comments and strings of a Rust text, line by line.
pub(crate) fn of_source(text: &str) -> Vec<Prose<'_>> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let (skipped, taken) = next_part(rest);
        if taken > 0 {
            let first = 1 + text[..at + skipped].matches('\n').count();
            let part = &rest[skipped..skipped + taken];
            found.extend(part.lines().enumerate().map(|(index, text)| Prose { line: first + index, text }));
        }
        at += (skipped + taken).max(1);
        while !text.is_char_boundary(at) {
            at += 1;
        }
    }
    found
}

/// The lines of a document.
pub(crate) fn of_document(text: &str) -> Vec<Prose<'_>> {
    text.lines().enumerate().map(|(index, text)| Prose { line: index + 1, text }).collect()
}

/// Whether `phrase` is in `text` as whole words, in either case.
pub(crate) fn says(text: &str, phrase: &str) -> bool {
    let (text, phrase) = (text.to_lowercase(), phrase.to_lowercase());
    text.match_indices(&phrase).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + phrase.len()..].chars().next();
        ![before, after].into_iter().flatten().any(|it| it.is_alphanumeric() || it == '_')
    })
}

/// How many bytes of `rest` are to be skipped, and how many bytes of words follow them.
fn next_part(rest: &str) -> (usize, usize) {
    if rest.starts_with("//") {
        return (0, rest.find('\n').unwrap_or(rest.len()));
    }
    if rest.starts_with("/*") {
        return (0, block_comment(rest));
    }
    if let Some(opened) = rest.strip_prefix('"') {
        return (1, string(opened));
    }
    if let Some(hashes) = raw_string(rest) {
        let end = format!("\"{}", "#".repeat(hashes));
        let begin = rest.find('"').map_or(rest.len(), |quote| quote + 1);
        return (begin, rest[begin..].find(&end).map_or(rest.len() - begin, |length| length + end.len()));
    }
    if rest.starts_with('\'') {
        return (character(rest), 0);
    }
    let word = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
    (word.max(rest.chars().next().map_or(1, char::len_utf8)), 0)
}

/// Length of the block comment that begins here, those within it included.
fn block_comment(rest: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < rest.len() {
        if rest.as_bytes()[at..].starts_with(b"/*") {
            (depth, at) = (depth + 1, at + 2);
        } else if rest.as_bytes()[at..].starts_with(b"*/") {
            (depth, at) = (depth - 1, at + 2);
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    rest.len()
}

/// Length of the string that has just been opened, its closing quote included.
fn string(rest: &str) -> usize {
    let mut escaped = false;
    for (at, byte) in rest.bytes().enumerate() {
        match byte {
            b'"' if !escaped => return at + 1,
            b'\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    rest.len()
}

/// How many hashes the raw string that begins here has.
fn raw_string(rest: &str) -> Option<usize> {
    let rest = rest.strip_prefix("br").or_else(|| rest.strip_prefix('r'))?;
    let hashes = rest.bytes().take_while(|&byte| byte == b'#').count();
    rest[hashes..].starts_with('"').then_some(hashes)
}

/// Length of the character that begins here, or 1 for the tick of a lifetime.
fn character(rest: &str) -> usize {
    let mut chars = rest[1..].char_indices();
    match chars.next() {
        Some((_, '\\')) => rest[3..].find('\'').map_or(1, |length| length + 4),
        Some((_, it)) if rest[1 + it.len_utf8()..].starts_with('\'') => it.len_utf8() + 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: &[(usize, &str)]) {
        let found: Vec<_> = of_source(text).iter().map(|it| (it.line, it.text)).collect();
        assert_eq!(found, expect);
    }

    #[test]
    fn words_are_comments_and_strings() {
        check("let a = 1; // why\nf(\"said\", b'x');", &[(1, "// why"), (2, "said\"")]);
        check("/* a /* b */\nc */ d", &[(1, "/* a /* b */"), (2, "c */")]);
        check("r#\"x \" y\"# z", &[(1, "x \" y\"#")]);
    }

    #[test]
    fn quotes_may_be_escaped_or_characters() {
        check(r#"'"' "a\"b" '\'' 'l: "c" '\u{22}' "d""#, &[(1, r#"a\"b""#), (1, "c\""), (1, "d\"")]);
    }

    #[test]
    fn phrases_are_whole_words() {
        assert!(says("As Many, then", "as many") && says("many.", "many"));
        assert!(!says("as manyfold", "as many") && !says("too_many", "many"));
    }
}
