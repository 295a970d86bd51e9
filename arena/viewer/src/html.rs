//! Pages of reports: the shell around them, cards, tables, and text that gets into them unharmed.

const STYLE: &str = include_str!("html/page.css");

/// Text for an element or an attribute, of HTML as of XML, which has no control characters at all.
///
/// ```
/// assert_eq!(sandtable_viewer::html::escaped("a < b & \"c\""), "a &lt; b &amp; &quot;c&quot;");
/// ```
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

/// Seconds after which a browser reads the page of a run under way again.
pub const REREAD: u32 = 10;

/// Makes a browser read the page again by itself, from a server as from a disk.
pub fn reread() -> String {
    format!("<meta http-equiv=\"refresh\" content=\"{REREAD}\">\n")
}

/// What a page says first while its run goes on: how far it is, in words and as a bar of units done and units in all.
pub fn under_way(told: &str, [done, total]: [u64; 2]) -> String {
    format!("{}<p>{}</p>\n<progress max=\"{total}\" value=\"{done}\"></progress>\n", reread(), escaped(told))
}

/// What a page says first when its run has stopped before the end, with the command that resumes it.
pub fn stopped(told: &str, resume: &str) -> String {
    format!("<p class=\"warn\">{}</p>\n<p>Resume with <code>{}</code>.</p>\n", escaped(told), escaped(resume))
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

/// A cell of a cross table, coloured by how far a score (0 … 1) is from a half; `note` is text, shown small below it.
///
/// ```
/// let cell = sandtable_viewer::html::heat_cell(0.75, "3 – 0 – 1");
/// assert!(cell.contains("<b>75 %</b><small>3 – 0 – 1</small>"));
/// ```
pub fn heat_cell(score: f64, note: &str) -> String {
    let ahead = score - 0.5;
    let colour = if ahead >= 0.0 { "--high" } else { "--low" };
    format!(
        "<td class=\"heat\" style=\"background:color-mix(in srgb, var({colour}) {:.0}%, var(--card))\"><b>{:.0} %</b>\
         <small>{}</small></td>",
        ahead.abs() * 110.0,
        score * 100.0,
        escaped(note)
    )
}

/// A cell of a cross table where nothing was played.
pub fn empty_heat_cell() -> &'static str {
    "<td class=\"heat\"><span class=\"soft\">·</span></td>"
}

/// A cross table that can be scrolled: names are text, each row has the name at its left and its cells as
/// [`heat_cell`] makes them; `corner` stands above the names of rows.
pub fn cross_table(corner: &str, columns: &[&str], rows: impl Iterator<Item = (String, String)>) -> String {
    let head: String = columns.iter().map(|name| format!("<th>{}</th>", escaped(name))).collect();
    let rows: String = rows.map(|(name, cells)| format!("<tr><td>{}</td>{cells}</tr>\n", escaped(&name))).collect();
    format!(
        "<div class=\"scroll\"><table><thead><tr><th>{corner}</th>{head}</tr></thead><tbody>\n{rows}</tbody></table></div>\n"
    )
}
