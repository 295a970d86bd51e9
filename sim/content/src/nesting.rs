//! Refuses text that would take more than it should before anything is known to be wrong with it: whose tables nest so deep that parsing
//! or dropping them could exhaust the stack, or whose many small parts would fill the memory.

use sandtable_state::limits::{MAX_NESTING, MAX_PARTS, MAX_TABLES};
use toml_parser::Source;
use toml_parser::lexer::TokenKind;

/// What there is too much of, and what would do.
pub(super) struct TooMuch {
    /// The byte at which it is too much.
    pub offset: usize,
    pub found: &'static str,
    pub expected: String,
}

/// What there is too much of in `text`, if anything. Judged on the parser's own tokens, so that no trick of quoting hides a bracket or
/// a dot from it.
pub(super) fn too_much(text: &str) -> Option<TooMuch> {
    let (mut open, mut dots) = (0u32, 0u32);
    let (mut tables, mut parts) = (0u32, 0u32);
    for token in Source::new(text).lex() {
        match token.kind() {
            TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket => {
                (open, dots, tables) = (open + 1, 0, tables + 1);
            }
            TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket => open = open.saturating_sub(1),
            TokenKind::Dot => dots += 1,
            TokenKind::Equals | TokenKind::Comma | TokenKind::Newline => (dots, parts) = (0, parts + 1),
            _ => {}
        }
        let offset = token.span().start();
        if open > MAX_NESTING || dots > MAX_NESTING {
            let expected = format!("at most {MAX_NESTING} levels");
            return Some(TooMuch { offset, found: "a table or list nested too deep", expected });
        }
        if tables > MAX_TABLES {
            let expected = format!("at most {MAX_TABLES} of them");
            return Some(TooMuch { offset, found: "too many tables and lists", expected });
        }
        if parts > MAX_PARTS {
            let expected = format!("at most {MAX_PARTS} of them together");
            return Some(TooMuch { offset, found: "too many lines, keys and entries of lists", expected });
        }
    }
    None
}
