//! Pages of reports: the shell around them, cards, tables, and text that gets into them unharmed.

const STYLE: &str = include_str!("html/page.css");

/// Text for an element or an attribute, of HTML as of XML, which has no control characters at all.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            letter if letter.is_control() => escaped.push(' '),
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// A share as people read it.
pub fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

/// A page around its parts, which are HTML; all else is text.
pub fn shell(generator: &str, title: &str, about: &str, said: &str, cards: &str) -> String {
    let (title, about) = (escaped(title), escaped(about));
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, \
         initial-scale=1\">\n<meta name=\"generator\" content=\"{generator}\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n\
         </head>\n<body>\n<h1>{title}</h1>\n<p class=\"soft\">{about}</p>\n{said}<div class=\"cards\">\n{cards}</div>\n</body>\n</html>\n"
    )
}

/// A part of the page; nothing when there is nothing in it.
pub fn card(title: &str, body: String, wide: bool) -> String {
    let class = if wide { " class=\"wide\"" } else { "" };
    if body.is_empty() { body } else { format!("<section{class}>\n<h2>{title}</h2>\n{body}</section>\n") }
}

/// A table that can be scrolled; heads and cells are HTML.
pub fn table(head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let head: String = head.iter().map(|name| format!("<th>{name}</th>")).collect();
    let row = |cells: Vec<String>| format!("<tr><td>{}</td></tr>\n", cells.join("</td><td>"));
    let rows: String = rows.map(row).collect();
    format!("<div class=\"scroll\"><table><thead><tr>{head}</tr></thead><tbody>\n{rows}</tbody></table></div>\n")
}

/// A cell of words: they begin at its left.
pub fn words(text: &str) -> String {
    format!("<span class=\"words\">{}</span>", escaped(text))
}
