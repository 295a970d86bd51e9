//! The page: its template, its parts, and how text gets into it unharmed.

use super::page_folder::PageFolder;
use super::script::script;
use crate::html::escaped;

const TEMPLATE: &str = include_str!("page/page.html");
/// What every page holds near its beginning.
pub const MARK: &str = "<meta name=\"generator\" content=\"Sandtable\">";
/// The page of a folder from which all others are reached.
pub const INDEX: &str = "index.html";
const STYLE: &str = include_str!("page/page.css");
/// What differs between pages.
#[derive(Debug, Default)]
pub(super) struct Parts<'p> {
    pub title: String,
    /// JSON.
    pub meta: String,
    /// Base64 of gzip.
    pub data: String,
    /// Sevens of gzip; empty without an engine.
    pub replay: String,
    /// Sevens of LZMA, or of gzip; empty without an engine.
    pub engine: String,
    /// Where scripts and engine lie that are not in the page.
    pub folder: Option<&'p PageFolder>,
    pub against: Option<AgainstParts>,
}

/// What a page holds of a second match.
#[derive(Debug, Default)]
pub(super) struct AgainstParts {
    pub meta: String,
    pub data: String,
    pub replay: String,
    /// JSON.
    pub comparison: String,
}

impl AgainstParts {
    fn scripts(&self) -> String {
        let json = |id: &str, text: &str| {
            format!("<script type=\"application/json\" id=\"{id}\">{}</script>\n", escape_json(text))
        };
        let text = |id: &str, text: &str| format!("<script type=\"text/plain\" id=\"{id}\">{text}</script>\n");
        [
            json("meta-b", &self.meta),
            text("data-b", &self.data),
            text("replay-b", &self.replay),
            json("comparison", &self.comparison),
        ]
        .concat()
    }
}

/// Fills the template.
pub(super) fn page(parts: &Parts<'_>) -> String {
    let of_folder = |told: &dyn Fn(&PageFolder) -> String| parts.folder.map_or_else(String::new, told);
    let part = |name: &str| match name {
        "title" => escaped(&parts.title),
        "style" => STYLE.to_owned(),
        // What lies beside the page may be read from there, and nothing from anywhere else.
        "sources" => of_folder(&|_| " 'self' file:".to_owned()),
        "index" => of_folder(&|_| format!("<p><a href=\"{INDEX}\">All games</a></p>\n  ")),
        "notice" => match parts.folder {
            None => "<p id=\"notice\" hidden></p>".to_owned(),
            Some(folder) => format!("<p id=\"notice\">This page needs {} beside it.</p>", folder.script_name()),
        },
        "against" => parts.against.as_ref().map_or_else(String::new, AgainstParts::scripts),
        "shared" => of_folder(&|folder| {
            folder.engine_name().map_or_else(String::new, |name| format!("<script src=\"{name}\"></script>\n"))
        }),
        "source" => of_folder(&|folder| format!(" src=\"{}\"", folder.script_name())),
        "script" => {
            if parts.folder.is_some() {
                String::new()
            } else {
                script()
            }
        }
        "meta" => escape_json(&parts.meta),
        "data" => parts.data.clone(),
        "replay" => parts.replay.clone(),
        "engine" => parts.engine.clone(),
        other => unreachable!("the template has no part {other}"),
    };
    fill(TEMPLATE, part)
}

/// Replaces each `{{name}}` of the template; what is put in is not looked at again.
fn fill(template: &str, part: impl Fn(&str) -> String) -> String {
    let mut pieces = template.split("{{");
    let mut page = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (name, rest) = piece.split_once("}}").unwrap_or((piece, ""));
        page.push_str(&part(name));
        page.push_str(rest);
    }
    page
}

/// JSON for a script element: nothing in it can end the element or begin a comment.
fn escape_json(json: &str) -> String {
    json.replace('<', "\\u003c").replace('>', "\\u003e").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

#[cfg(test)]
mod tests {
    use super::super::script::SCRIPTS;
    use super::*;

    const HOSTILE: &str = "</script><script>alert(1)</script><!-- {{data}} ' \" & \u{2028}";

    #[test]
    fn hostile_text_stays_text() {
        let json = serde_json::to_string(HOSTILE).expect("text is JSON");
        let (title, meta, data) = (HOSTILE.to_owned(), json.clone(), "AAAA".to_owned());
        let page = page(&Parts { title, meta, data, ..Parts::default() });
        assert_eq!(page.matches("alert(1)").count(), 3, "in both titles and in the metadata");
        assert!(!page.contains("<script>alert") && !page.contains("<!-- {{"));
        assert_eq!(page.matches("</script>").count(), TEMPLATE.matches("</script>").count());
        let escaped = escape_json(&json);
        assert_eq!(serde_json::from_str::<String>(&escaped).expect("still JSON"), HOSTILE);
    }

    #[test]
    fn nothing_is_fetched() {
        let page = page(&Parts::default());
        for scheme in ["http:", "https:", "//cdn", "url(", "@import", "import(", "fetch(", "XMLHttpRequest", "src="] {
            assert!(!page.contains(scheme), "{scheme}");
        }
        assert!(page.contains("default-src 'none'"));
    }

    #[test]
    fn a_page_of_a_folder_names_what_lies_beside_it() {
        let folder = PageFolder::new(Some(&[0x5d; 40]));
        let page = page(&Parts { folder: Some(&folder), ..Parts::default() });
        let names: Vec<&str> = folder.files().map(|(name, _)| name).collect();
        assert_eq!(page.matches("src=\"").count(), 2);
        assert!(names.iter().all(|name| page.contains(&format!("<script src=\"{name}\">"))), "{names:?}");
        assert!(page.len() < 20_000 && page.contains("'wasm-unsafe-eval' 'self' file:; style-src"), "{}", page.len());
    }

    /// 45 KB gzipped is what scripts and style of a page may take.
    #[test]
    fn scripts_and_style_are_small() {
        let text = SCRIPTS.concat() + STYLE;
        let bytes = super::super::bytes::gzip(text.as_bytes()).len();
        assert!(bytes <= 45_000, "{bytes} bytes");
    }
}
