//! Refuses text whose tables nest so deep that parsing or dropping them could exhaust the stack.

use toml_parser::Source;
use toml_parser::lexer::TokenKind;

use crate::limits::MAX_NESTING;

/// The byte at which `text` nests too deep, if it does. Judged on the parser's own tokens, so that no trick of
/// quoting hides a bracket or a dot from it.
pub(super) fn too_deep(text: &str) -> Option<usize> {
    let (mut open, mut dots) = (0u32, 0u32);
    for token in Source::new(text).lex() {
        match token.kind() {
            TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket => (open, dots) = (open + 1, 0),
            TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket => open = open.saturating_sub(1),
            TokenKind::Dot => dots += 1,
            TokenKind::Equals | TokenKind::Comma | TokenKind::Newline => dots = 0,
            _ => {}
        }
        if open > MAX_NESTING || dots > MAX_NESTING {
            return Some(token.span().start());
        }
    }
    None
}
