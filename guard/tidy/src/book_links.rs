//! Links of the book that `mdbook` has built: they lead to files and places that are there.
//!
//! Pages name sources relative to `docs/`, which the book is not beside: links that leave it are made to lead into the checkout.

use std::fs;
use std::io;
use std::path::Path;

/// Where pages lie in the checkout.
const PAGES: &str = "docs";
/// What comes before an address.
const ATTRIBUTES: [&str; 2] = [" href=\"", " src=\""];

/// A page of the book after a look at its links.
#[derive(Debug, PartialEq, Eq)]
pub struct LinkedPage {
    /// Its HTML, with links that leave the book leading into the checkout.
    pub html: String,
    /// The links that lead nowhere, as they were.
    pub broken: Vec<String>,
}

/// Makes links of the book in the folder `book` lead into the checkout at `root` where they leave the book; what leads nowhere,
/// as `PAGE: LINK`.
///
/// # Errors
/// What the system says when a page cannot be read or written.
pub fn settle_links(root: &Path, book: &Path) -> io::Result<Vec<String>> {
    let up = match book.strip_prefix(root) {
        Ok(inside) => "../".repeat(inside.components().count()),
        Err(_) => format!("{}/", root.display()),
    };
    let read = |path: &str| {
        let path = book.join(path);
        // A picture or a folder has no anchors.
        path.exists().then(|| fs::read_to_string(path).unwrap_or_default())
    };
    let mut names = Vec::new();
    for entry in fs::read_dir(book)? {
        names.extend(entry?.file_name().into_string().ok().filter(|name| name.ends_with(".html")));
    }
    names.sort();
    let mut broken = Vec::new();
    for name in names {
        let html = fs::read_to_string(book.join(&name))?;
        let page = linked_page(&html, &name, &up, &read, &|path| root.join(path).exists());
        if page.html != html {
            fs::write(book.join(&name), &page.html)?;
        }
        broken.extend(page.broken.iter().map(|link| format!("{name}: {link}")));
    }
    Ok(broken)
}

/// A page of the book, called `name` at its top: `read` gives a file of the book, `is_in_checkout` says whether a path from the root of the
/// repository is there, and `up` leads from the book to that root.
pub fn linked_page(
    html: &str,
    name: &str,
    up: &str,
    read: &dyn Fn(&str) -> Option<String>,
    is_in_checkout: &dyn Fn(&str) -> bool,
) -> LinkedPage {
    let mut page = LinkedPage { html: String::with_capacity(html.len()), broken: Vec::new() };
    let mut rest = html;
    while let Some(at) = ATTRIBUTES.iter().filter_map(|it| Some(rest.find(it)? + it.len())).min() {
        let (before, after) = rest.split_at(at);
        let link = &after[..after.find('"').unwrap_or(after.len())];
        page.html.push_str(before);
        rest = &after[link.len()..];
        match outward(link) {
            Some(path) => match checkout_path(path, is_in_checkout) {
                Some(found) => page.html.push_str(&format!("{up}{found}")),
                None => page.break_at(link),
            },
            None if is_foreign(link) || leads_somewhere(link, name, html, read) => page.html.push_str(link),
            None => page.break_at(link),
        }
    }
    page.html.push_str(rest);
    page
}

impl LinkedPage {
    fn break_at(&mut self, link: &str) {
        self.html.push_str(link);
        self.broken.push(link.to_owned());
    }
}

/// Whether an address is none of the book's files.
fn is_foreign(link: &str) -> bool {
    link.is_empty()
        || link.contains("://")
        || ["mailto:", "data:", "javascript:", "/"].iter().any(|it| link.starts_with(it))
}

/// The path from the root of the repository that a link out of the book has; none for another link.
fn outward(link: &str) -> Option<&str> {
    link.strip_prefix("../")
}

/// What is at a path in the checkout, with its anchor: `mdbook` has made `.html` of `.md`.
fn checkout_path(link: &str, is_there: &dyn Fn(&str) -> bool) -> Option<String> {
    let (path, anchor) = link.find('#').map_or((link, ""), |at| link.split_at(at));
    let page = path.strip_suffix(".html").map(|stem| format!("{stem}.md"));
    let found =
        [Some(path.to_owned()), page].into_iter().flatten().find(|path| is_there(path) && !path.starts_with(PAGES));
    found.map(|path| path + anchor)
}

/// Whether a link within the book has its file, and that the anchor.
fn leads_somewhere(link: &str, name: &str, html: &str, read: &dyn Fn(&str) -> Option<String>) -> bool {
    let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
    let has = |text: &str| anchor.is_empty() || text.contains(&format!(" id=\"{anchor}\""));
    match path {
        "" => has(html),
        _ if path == name => has(html),
        _ => read(path).is_some_and(|text| has(&text)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(html: &str) -> LinkedPage {
        let read = |path: &str| (path == "B.html").then(|| "<h2 id=\"there\">".to_owned());
        linked_page(html, "A.html", "../../", &read, &|path| ["sim/a.rs", "README.md", "docs/B.md"].contains(&path))
    }

    #[test]
    fn files_and_anchors_of_the_book_must_be_there() {
        let html = "<h1 id=\"top\"><a href=\"#top\"><a class=\"x\" href=\"B.html#there\"><a href=\"https://x.y/z\"><img src=\"B.html\">";
        assert_eq!(look(html), LinkedPage { html: html.to_owned(), broken: Vec::new() });
        let html = "<a href=\"#none\"><a href=\"B.html#none\"><script src=\"C.js\">";
        assert_eq!(
            look(html),
            LinkedPage { html: html.to_owned(), broken: ["#none", "B.html#none", "C.js"].map(str::to_owned).to_vec() }
        );
    }

    #[test]
    fn links_out_of_the_book_lead_into_the_checkout() {
        let page =
            look("<a href=\"../sim/a.rs\">a</a> <a href=\"../README.html#x\">b</a> <a href=\"../sim/b.rs\">c</a>");
        assert_eq!(
            page.html,
            "<a href=\"../../sim/a.rs\">a</a> <a href=\"../../README.md#x\">b</a> <a href=\"../sim/b.rs\">c</a>"
        );
        assert_eq!(page.broken, ["../sim/b.rs"]);
    }
}
